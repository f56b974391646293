"""Vectors of eight 64-bit words for Numba: one bit for each of 512 graphs.

LLVM does not turn loops over words into vector instructions here, because it cannot exclude that arrays overlap. So
each operation is written as one instruction on vectors: with AVX-512 a vector is one register, elsewhere a few.
Importing this module starts Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LANES", "VECTOR", "WORDS", "address", "both", "either", "flipped", "load", "nothing", "room", "store"]

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
