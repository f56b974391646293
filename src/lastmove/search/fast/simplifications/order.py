"""How good a state looks at a glance, a few moves ahead: what decides which option is searched first.

A likelihood is a number from 0 to SURE. Who has a choice of n moves about which nothing is known loses with likelihood
2^-n; who has moves about which more is known loses if each of them fails, as if these were independent. Vertices in
``big`` can be entered with a choice of what to leave there, and count twice.
"""

from __future__ import annotations

from typing import Any

from lastmove.core.limits import look
from lastmove.search.fast.states.reach import OUT
from lastmove.search.fast.states.sets import both, first, only, rest, row, size, some, without

__all__ = ["SURE", "by_number", "glance", "long_glance"]

BITS = 10
SURE = 1 << BITS

# A glance n moves ahead costs the n-th power of the degree for each option, so on dense boards it must be shorter.
MOST_FOR_3, MOST_FOR_2 = 32, 80


def by_number(ways: int) -> int:
    """How likely who has so many moves wins."""
    return SURE - (SURE >> min(ways, BITS))


def ways_by_number(rows: Any, left: Any, big: Any, v: int, lost: Any, empty: Any) -> int:
    """How likely who must move from v wins, by the number of moves."""
    onward = both(row(rows, OUT, v, empty), left)
    if not some(onward):
        return 0 if some(both(lost, only(v, empty))) else SURE
    return by_number(size(onward) + size(both(onward, big)))


def fails_1(rows: Any, left: Any, big: Any, moves: Any, lost: Any, empty: Any) -> int:
    """How likely every one of ``moves`` is bad, one move further on."""
    all_fail = SURE
    while some(moves):
        v = first(moves)
        moves = rest(moves)
        here = only(v, empty)
        if some(both(big, here)):
            fails = ways_by_number(rows, left, big, v, lost, empty)
            all_fail = (all_fail * fails >> BITS) * fails >> BITS
        else:
            all_fail = all_fail * ways_by_number(rows, without(left, here), big, v, lost, empty) >> BITS
    return all_fail


def wins_1(rows: Any, left: Any, big: Any, v: int, lost: Any, empty: Any) -> int:
    """How likely who must move from v wins, two moves ahead."""
    look()  # on dense boards the glance at one position takes long
    onward = both(row(rows, OUT, v, empty), left)
    if not some(onward):
        return 0 if some(both(lost, only(v, empty))) else SURE
    return SURE - fails_1(rows, left, big, onward, lost, empty)


def fails_2(rows: Any, left: Any, big: Any, moves: Any, lost: Any, empty: Any) -> int:
    """How likely every one of ``moves`` is bad, two moves further on."""
    all_fail = SURE
    while some(moves):
        v = first(moves)
        moves = rest(moves)
        here = only(v, empty)
        if some(both(big, here)):
            fails = wins_1(rows, left, big, v, lost, empty)
            all_fail = (all_fail * fails >> BITS) * fails >> BITS
        else:
            all_fail = all_fail * wins_1(rows, without(left, here), big, v, lost, empty) >> BITS
    return all_fail


def wins_2(rows: Any, left: Any, v: int, lost: Any, empty: Any) -> int:
    """How likely who must move from v wins, three moves ahead."""
    onward = both(row(rows, OUT, v, empty), left)
    if not some(onward):
        return 0 if some(both(lost, only(v, empty))) else SURE
    return SURE - fails_2(rows, left, empty, onward, lost, empty)


def fails_3(rows: Any, left: Any, moves: Any, lost: Any, empty: Any) -> int:
    """How likely every one of ``moves`` is bad, three moves further on, with nothing big left."""
    all_fail = SURE
    while some(moves):
        v = first(moves)
        moves = rest(moves)
        all_fail = all_fail * wins_2(rows, without(left, only(v, empty)), v, lost, empty) >> BITS
    return all_fail


def glance(rows: Any, left: Any, big: Any, moves: Any, lost: Any, most: int, empty: Any) -> int:
    """How likely every one of ``moves`` is bad, as far ahead as can be seen soon; no vertex has more than ``most``."""
    if min(most, size(left)) > MOST_FOR_2:
        return SURE - by_number(size(moves))
    return fails_2(rows, left, big, moves, lost, empty)


def long_glance(rows: Any, left: Any, moves: Any, lost: Any, most: int, empty: Any) -> int:
    """The same further ahead, with nothing big left."""
    if min(most, size(left)) > MOST_FOR_3:
        return glance(rows, left, empty, moves, lost, most, empty)
    return fails_3(rows, left, moves, lost, empty)
