"""What Numba puts in place of the functions of :mod:`~lastmove.search.fast.bitsets`: the same on tuples of words.

A word has 64 bits. Each function becomes a few machine instructions a word. Importing this module starts Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from lastmove.core.limits import look
from lastmove.search.fast import bitsets as sets

if TYPE_CHECKING:
    from collections.abc import Callable

_WORD = ir.IntType(64)


def _words(builder: Any, value: Any) -> list[Any]:
    return [builder.extract_value(value, i) for i in range(value.type.count)]


def _named(function: Callable[..., Any], compiled: Any) -> Any:
    """A compiled form under the name of its function: code is found by name."""
    compiled.__qualname__ = f"compiled_{function.__name__}"
    return compiled


def _wordwise(function: Callable[..., Any], combine: Callable[[Any, Any, Any], Any]) -> None:
    """A function of two sets that works word by word."""

    @intrinsic
    def compiled(context: Any, a: Any, b: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pairs = zip(_words(builder, arguments[0]), _words(builder, arguments[1]), strict=True)
            return cgutils.pack_array(builder, [combine(builder, x, y) for x, y in pairs])

        return a(a, b), code

    @overload(function, strict=False)
    def wordwise(a: Any, b: Any) -> Any:
        return _named(function, lambda a, b: compiled(a, b))


_wordwise(sets.both, lambda builder, x, y: builder.and_(x, y))
_wordwise(sets.either, lambda builder, x, y: builder.or_(x, y))
_wordwise(sets.without, lambda builder, x, y: builder.and_(x, builder.not_(y)))


@overload(look)
def _look() -> Any:
    """Compiled searches come back to be looked at, so their rules need not look at limits themselves."""
    return lambda: None


def _whole(function: Callable[..., Any], result: Any, code: Callable[[Any, list[Any]], Any]) -> None:
    """A function of one set whose result is a number or a truth value."""

    @intrinsic
    def compiled(context: Any, a: Any) -> Any:
        return result(a), lambda context, builder, signature, arguments: code(builder, _words(builder, arguments[0]))

    @overload(function, strict=False)
    def whole(a: Any) -> Any:
        return _named(function, lambda a: compiled(a))


def _joined(builder: Any, words: list[Any]) -> Any:
    joined = words[0]
    for word in words[1:]:
        joined = builder.or_(joined, word)
    return joined


def _some(builder: Any, words: list[Any]) -> Any:
    return builder.icmp_unsigned("!=", _joined(builder, words), _WORD(0))


def _size(builder: Any, words: list[Any]) -> Any:
    total = builder.ctpop(words[0])
    for word in words[1:]:
        total = builder.add(total, builder.ctpop(word))
    return total


def _is_single(builder: Any, words: list[Any]) -> Any:
    return builder.icmp_unsigned("==", _size(builder, words), _WORD(1))


def _first(builder: Any, words: list[Any]) -> Any:
    least = _WORD(-1)
    for number, word in reversed(list(enumerate(words))):
        here = builder.add(builder.cttz(word, ir.IntType(1)(0)), _WORD(64 * number))
        least = builder.select(builder.icmp_unsigned("!=", word, _WORD(0)), here, least)
    return least


_whole(sets.some, types.boolean, _some)
_whole(sets.size, types.int64, _size)
_whole(sets.is_single, types.boolean, _is_single)
_whole(sets.first, types.int64, _first)


@intrinsic
def _same(context: Any, a: Any, b: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pairs = zip(_words(builder, arguments[0]), _words(builder, arguments[1]), strict=True)
        different = _joined(builder, [builder.xor(x, y) for x, y in pairs])
        return builder.icmp_unsigned("==", different, _WORD(0))

    return types.boolean(a, b), code


@overload(sets.same, strict=False)
def _same_overload(a: Any, b: Any) -> Any:
    return lambda a, b: _same(a, b)


@intrinsic
def _rest(context: Any, a: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = _words(builder, arguments[0])
        found: list[Any] = []
        below = _WORD(0)
        for word in words:
            is_first = builder.icmp_unsigned("==", below, _WORD(0))
            found.append(builder.select(is_first, builder.and_(word, builder.sub(word, _WORD(1))), word))
            below = builder.or_(below, word)
        return cgutils.pack_array(builder, found)

    return a(a), code


@intrinsic
def _only(context: Any, v: Any, empty: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        v = arguments[0]
        bit = builder.shl(_WORD(1), builder.and_(v, _WORD(63)))
        number = builder.lshr(v, _WORD(6))
        found = []
        for i in range(signature.args[1].count):
            here = builder.icmp_unsigned("==", number, _WORD(i))
            found.append(builder.select(here, bit, _WORD(0)))
        return cgutils.pack_array(builder, found)

    return empty(types.int64, empty), code


@overload(sets.rest, strict=False)
def _rest_overload(a: Any) -> Any:
    return lambda a: _rest(a)


@overload(sets.only, strict=False)
def _only_overload(v: Any, empty: Any) -> Any:
    return lambda v, empty: _only(v, empty)


def _address(context: Any, builder: Any, array_type: Any, array: Any, place: Any) -> Any:
    made = context.make_array(array_type)(context, builder, array)
    return builder.gep(made.data, [place])


def _load(builder: Any, address: Any, count: int) -> Any:
    words = [builder.load(builder.gep(address, [_WORD(i)])) for i in range(count)]
    return cgutils.pack_array(builder, words)


@intrinsic
def _field(context: Any, state: Any, number: Any, empty: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count = signature.args[2].count
        place = builder.mul(arguments[1], _WORD(count))
        return _load(builder, _address(context, builder, signature.args[0], arguments[0], place), count)

    return empty(state, types.int64, empty), code


@overload(sets.field, strict=False)
def _field_overload(state: Any, number: Any, empty: Any) -> Any:
    return lambda state, number, empty: _field(state, number, empty)


def _shape(context: Any, builder: Any, array_type: Any, array: Any, axis: int) -> Any:
    made = context.make_array(array_type)(context, builder, array)
    return builder.extract_value(made.shape, axis)


@intrinsic
def _row(context: Any, rows: Any, table: Any, v: Any, empty: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count = signature.args[3].count
        height = _shape(context, builder, signature.args[0], arguments[0], 1)
        place = builder.mul(builder.add(builder.mul(arguments[1], height), arguments[2]), _WORD(count))
        return _load(builder, _address(context, builder, signature.args[0], arguments[0], place), count)

    return empty(rows, types.int64, types.int64, empty), code


@overload(sets.row, strict=False)
def _row_overload(rows: Any, table: Any, v: Any, empty: Any) -> Any:
    return lambda rows, table, v, empty: _row(rows, table, v, empty)


@intrinsic
def _put(context: Any, states: Any, place: Any, number: Any, a: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count = signature.args[3].count
        width = _shape(context, builder, signature.args[0], arguments[0], 1)
        start = builder.add(builder.mul(arguments[1], width), builder.mul(arguments[2], _WORD(count)))
        address = _address(context, builder, signature.args[0], arguments[0], start)
        for i, word in enumerate(_words(builder, arguments[3])):
            builder.store(word, builder.gep(address, [_WORD(i)]))
        return context.get_dummy_value()

    return types.void(states, types.int64, types.int64, a), code


@overload(sets.put, strict=False)
def _put_overload(states: Any, place: Any, number: Any, a: Any) -> Any:
    return lambda states, place, number, a: _put(states, place, number, a)


# One word of a table that several threads use at once.


@intrinsic
def load_word(context: Any, words: Any, place: Any) -> Any:
    """The word at a place, not before it was completely written."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load_atomic(address, "acquire", 8)

    return types.uint64(words, types.int64), code


@intrinsic
def prefetch_word(context: Any, words: Any, place: Any) -> Any:
    """Have the word at a place brought near while something else is done; nothing is read."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = builder.bitcast(
            _address(context, builder, signature.args[0], arguments[0], arguments[1]), ir.IntType(8).as_pointer()
        )
        number = ir.IntType(32)
        form = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, form, "llvm.prefetch.p0")
        builder.call(prefetch, [address, number(0), number(3), number(1)])  # to read, soon, data
        return context.get_dummy_value()

    return types.void(words, types.int64), code


@intrinsic
def store_word(context: Any, words: Any, place: Any, value: Any) -> Any:
    """Write a word after everything that was written before it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store_atomic(arguments[2], address, "release", 8)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.uint64), code


@intrinsic
def swap_word(context: Any, words: Any, place: Any, old: Any, new: Any) -> Any:
    """Replace the word at a place if it is ``old``; whether it was. Only one of several threads succeeds."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], arguments[0], arguments[1])
        found = builder.cmpxchg(address, arguments[2], arguments[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(words, types.int64, types.uint64, types.uint64), code
