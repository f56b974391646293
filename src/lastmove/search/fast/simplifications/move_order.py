"""Which option is searched first: the one whose mover is least likely to win, by a look a few moves ahead.

A likelihood is a number from 0 to SURE. A player with n moves about which nothing is known is taken to lose with
likelihood 2^-n: each move fails with likelihood 1/2, and they fail independently. Where the look ahead gives the
likelihood that a move fails, that is used instead of 1/2. A vertex in ``big`` can be entered with a choice of the
weight to leave there; it counts as two moves.
"""

from __future__ import annotations

from typing import Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import both, first, only, rest, row, size, some, without
from lastmove.search.fast.board import OUT, SURE

BITS = SURE.bit_length() - 1

# A glance n moves ahead costs the n-th power of the degree for each option, so on dense boards it must be shorter.
MOST_FOR_3, MOST_FOR_2 = 32, 80


def by_number(ways: int) -> int:
    """How likely a player with so many moves is to win."""
    return SURE - (SURE >> min(ways, BITS))


def ways_by_number(rows: Any, left: Any, big: Any, v: int, lost: Any, empty: Any) -> int:
    """How likely the player who moves from v is to win, by the number of moves."""
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
    """How likely the player who moves from v is to win, two moves ahead."""
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
    """How likely the player who moves from v is to win, three moves ahead."""
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


def lookahead(rows: Any, left: Any, moves: Any, lost: Any, most: int, empty: Any) -> int:
    """The same further ahead, with nothing big left."""
    if min(most, size(left)) > MOST_FOR_3:
        return glance(rows, left, empty, moves, lost, most, empty)
    return fails_3(rows, left, moves, lost, empty)
