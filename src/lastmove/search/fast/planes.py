"""Weights on vertices, as sets: plane i holds the vertices whose weight has bit i.

The first sets of a state are its planes, as many as the largest weight has bits, so that small weights take little
room. A vertex of weight 0 is in no plane. Rules that look at the shape of a state only need to know which vertices
are *live* (weight 1 or more) and which are *big* (2 or more).
"""

from __future__ import annotations

from typing import Any

from lastmove.search.fast.bitsets import both, either, field, first, is_single, only, put, row, some, without


def live_ones(state: Any, planes: int, empty: Any) -> Any:
    """The vertices of weight 1 or more."""
    found = field(state, 0, empty)
    for i in range(1, planes):
        found = either(found, field(state, i, empty))
    return found


def big_ones(state: Any, planes: int, empty: Any) -> Any:
    """The vertices of weight 2 or more."""
    found = empty
    for i in range(1, planes):
        found = either(found, field(state, i, empty))
    return found


def weight_of(state: Any, planes: int, v: int, empty: Any) -> int:
    """The weight of a vertex."""
    here = only(v, empty)
    found = 0
    for i in range(planes):
        if some(both(field(state, i, empty), here)):
            found |= 1 << i
    return found


def put_weights(
    state: Any, states: Any, place: int, planes: int, kept: Any, ones: Any, v: int, weight: int, empty: Any
) -> None:
    """Write the weights of the vertices in ``kept``: v has ``weight`` now, those in ``ones`` count as 1."""
    here = both(only(v, empty), kept)
    for i in range(planes):
        plane = without(both(field(state, i, empty), kept), here)
        if weight >> i & 1:
            plane = either(plane, here)
        plane = either(plane, both(ones, kept)) if i == 0 else without(plane, ones)
        put(states, place, i, plane)


def entered_once(rows: Any, out: int, into: int, left: Any, big: Any, ahead: Any, empty: Any) -> Any:
    """The big vertices at which the token can take weight only once more: they count as 1.

    ``ahead`` are the vertices where it may do so next without coming from one that is left.
    """
    ones = empty
    todo = big
    while some(todo):
        v = first(todo)
        here = only(v, empty)
        todo = without(todo, here)
        before = both(row(rows, into, v, empty), left)
        if some(both(ahead, here)):
            if some(before):
                continue
        elif not is_single(before) or some(both(before, big)):
            continue
        ones = either(ones, here)
        big = without(big, here)
        todo = either(todo, both(row(rows, out, v, empty), big))
    return ones
