"""Lines to graphs, graphs to vectors of bits and back, through Numba.

:mod:`~lastmove.search.batch.blocks` and :mod:`~lastmove.search.batch.big_slices` do the same in plain Python.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit
from numba.core.compiler_lock import global_compiler_lock

from lastmove.core.compiling import digest_of, kept
from lastmove.search.batch.blocks import pairs_of
from lastmove.search.batch.vectors import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["MISERE_ROW", "compiled", "pair_rows", "read_lines", "read_slices", "write_sets", "write_words"]

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
