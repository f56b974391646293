"""Vectors of eight 64-bit words for Numba: one bit for each of 512 graphs.

LLVM does not turn loops over words into vector instructions here, because it cannot exclude that arrays overlap. So
each operation is written as one instruction on vectors: with AVX-512 a vector is one register, elsewhere a few.
Importing this module starts Numba.

Lines to graphs, graphs to vectors of bits and back, through Numba.

:mod:`~lastmove.search.batch.blocks` and :mod:`~lastmove.search.batch.blocks` do the same in plain Python.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, models, register_model

from lastmove.core.compiling import digest_of, kept
from lastmove.search.batch.blocks import pairs_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

WORDS = 8
LANES = 64 * WORDS
VECTOR = ir.VectorType(ir.IntType(64), WORDS)
_LINE = 64
"""Bytes of a cache line."""


class _Vector(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"Vector({WORDS})")


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)


_vector = _Vector()


def address(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """Where the vector begins that stands at a place of a flat array of words."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), VECTOR.as_pointer())


@intrinsic
def load(typing: Any, array: Any, place: Any) -> Any:  # noqa: ARG001
    """The vector at a place of a flat array of words."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(address(context, builder, signature.args[0], *arguments), align=8)

    return _vector(array, types.intp), code


@intrinsic
def store(typing: Any, array: Any, place: Any, vector: Any) -> Any:  # noqa: ARG001
    """Put a vector there."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], address(context, builder, signature.args[0], *arguments[:2]), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, _vector), code


@intrinsic
def nothing(typing: Any) -> Any:  # noqa: ARG001
    """No bit set."""
    return _vector(), lambda context, builder, signature, arguments: ir.Constant(VECTOR, None)  # noqa: ARG005


@intrinsic
def both(typing: Any, a: Any, b: Any) -> Any:  # noqa: ARG001
    """The bits set in both."""
    return _vector(_vector, _vector), lambda context, builder, signature, arguments: builder.and_(*arguments)  # noqa: ARG005


@intrinsic
def either(typing: Any, a: Any, b: Any) -> Any:  # noqa: ARG001
    """The bits set in one of them or both."""
    return _vector(_vector, _vector), lambda context, builder, signature, arguments: builder.or_(*arguments)  # noqa: ARG005


@intrinsic
def flipped(typing: Any, a: Any) -> Any:  # noqa: ARG001
    """The bits that are not set."""
    return _vector(_vector), lambda context, builder, signature, arguments: builder.not_(*arguments)  # noqa: ARG005


def room(vectors: int) -> NDArray[np.uint64]:
    """Words for so many vectors, from the start of a cache line on: vectors across two lines cost a third more."""
    words = np.zeros(vectors * WORDS + _LINE // 8, np.uint64)
    first = -words.ctypes.data % _LINE // 8
    return words[first : first + vectors * WORDS]


MISERE_ROW = 32
"""Rows 0.. of what kernels write are the starts that win in normal play; those in misère play begin here."""

_made: dict[Callable[..., Any], Any] = {}


def compiled(function: Callable[..., Any]) -> Any:
    """The function compiled by Numba, once in a process, and kept on disk."""
    if function not in _made:
        with global_compiler_lock:  # one thread at a time makes functions known to Numba
            if function not in _made:
                _made[function] = kept(function, sources=digest_of("lastmove.search.batch"), nogil=True)
    return _made[function]


@cache
def pair_rows(n: int, directed: bool) -> NDArray[np.int64]:
    """For each pair of vertices the two rows of the adjacency that it fills: v n + w, and w n + v unless directed."""
    rows = [(v * n + w, v * n + w if directed else w * n + v) for v, w in pairs_of(n, directed)]
    return np.array(rows, np.int64).reshape(-1, 2)


@njit
def _transpose(square: Any) -> None:
    """Bit r of ``square[i, k]`` and bit i of ``square[r, k]`` change places: squares of 64 x 64 bits side by side."""
    width, mask = 32, np.uint64(0xFFFFFFFF)
    while width:
        shift = np.uint64(width)
        for r in range(64):
            if not r & width:
                for k in range(WORDS):
                    swapped = (square[r, k] >> shift ^ square[r + width, k]) & mask
                    square[r, k] ^= swapped << shift
                    square[r + width, k] ^= swapped
        width >>= 1
        mask ^= mask << np.uint64(width)


@njit
def read_slices(masks: Any, first: int, rows: Any, square: Any, arcs: Any) -> None:
    """Fill ``arcs`` (a row of words for each v n + w) with the graphs from number ``first`` on, one bit a graph."""
    for part in range(masks.shape[1]):
        for k in range(WORDS):
            for r in range(64):
                graph = first + 64 * k + r
                square[r, k] = masks[graph, part] if graph < masks.shape[0] else np.uint64(0)
        _transpose(square)
        for pair in range(64 * part, min(64 * part + 64, rows.shape[0])):
            for k in range(WORDS):
                arcs[rows[pair, 0], k] = square[pair - 64 * part, k]
                arcs[rows[pair, 1], k] = square[pair - 64 * part, k]


@njit
def write_sets(square: Any, first: int, normal: Any, misere: Any) -> None:
    """From the slices of winning starts to a set for each graph from number ``first`` on."""
    _transpose(square)
    half = np.uint64((1 << MISERE_ROW) - 1)
    for k in range(WORDS):
        for r in range(min(64, normal.shape[0] - first - 64 * k)):
            normal[first + 64 * k + r] = square[r, k] & half
            misere[first + 64 * k + r] = square[r, k] >> np.uint64(MISERE_ROW)


@njit
def write_words(square: Any, first: int, words: Any) -> None:
    """The same for one word a graph: bit r is row r."""
    _transpose(square)
    for k in range(WORDS):
        for r in range(min(64, words.shape[0] - first - 64 * k)):
            words[first + 64 * k + r] = square[r, k]


def read_lines(matrix: Any, opening: Any, bits: Any, masks: Any) -> bool:
    """Fill the words of every graph from the bytes of its line; whether all lines are what they should be."""
    head, length, good = len(opening), matrix.shape[1], True
    for graph in range(matrix.shape[0]):
        for place in range(head):
            good &= matrix[graph, place] == opening[place]
        good &= matrix[graph, length - 1] == 10
        for word in range(masks.shape[1]):
            found = np.uint64(0)
            for place in range(head, length - 1):
                value = np.uint8(matrix[graph, place] - np.uint8(63))
                good &= value < 64
                found |= bits[place - head, word, value & np.uint8(63)]
            masks[graph, word] = found
    return good
