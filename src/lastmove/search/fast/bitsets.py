"""Sets of small numbers, in two forms that rules of games are written for at once.

In plain Python a set is an integer, element v being bit v, of any size. In compiled code it is a tuple of 64-bit words,
as many as the board needs: Numba compiles the rules once for each number of words, so that sets live in registers.
``empty``, which some functions take, is the empty set in the form that is wanted.

The functions here are plain Python; :mod:`lastmove.search.fast.bitsets_compiled` shows Numba what to put in their
place.
"""

from __future__ import annotations

from typing import Any

Set = Any


def both(a: Set, b: Set) -> Set:
    """The elements of both sets."""
    return a & b


def either(a: Set, b: Set) -> Set:
    """The elements of either set."""
    return a | b


def without(a: Set, b: Set) -> Set:
    """The elements of ``a`` that are not in ``b``."""
    return a & ~b


def some(a: Set) -> bool:
    """Whether the set has an element."""
    return bool(a)


def same(a: Set, b: Set) -> bool:
    """Whether the two sets are equal."""
    return bool(a == b)


def is_single(a: Set) -> bool:
    """Whether the set has exactly one element."""
    return bool(a) and not a & (a - 1)


def size(a: Set) -> int:
    """The number of elements."""
    count: int = a.bit_count()
    return count


def first(a: Set) -> int:
    """The least element of a set that has one."""
    least: int = (a & -a).bit_length() - 1
    return least


def rest(a: Set) -> Set:
    """The set without its least element."""
    return a & (a - 1)


def only(v: int, empty: Set) -> Set:
    """The set of v alone."""
    return 1 << v


def row(rows: Any, table: int, v: int, empty: Set) -> Set:
    """The set that a table of the board has for v."""
    return rows[table][v]


def field(state: Any, number: int, empty: Set) -> Set:
    """A set of a state."""
    return state[number]


def put(states: Any, place: int, number: int, a: Set) -> None:
    """Write a set of the state at ``place``."""
    states[place][number] = a
