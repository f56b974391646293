"""NimG-MR for the search: states, what is known of them at a glance, and their options.

A state is the weights as planes, the set M of vertices that the token can move to now, and in misère play the set T
of vertices at which a player who cannot move loses. (In normal play that is every vertex.) The token's own vertex
plays no further part, except that it may still have weight. All sets hold only vertices that the token can still
reach.

What is judged without search, as in Vertex Geography:

* a *dead end*, a live vertex without another live vertex to go on to. Moving to one in T and emptying it wins. So
  moving to one of its predecessors loses; these are deleted, and *their* predecessors join T. Moving to a dead end
  outside T loses: it is deleted and its predecessors join T. With a loop and weight 2 or more, though, leaving 1
  there wins, as the opponent must take it;
* a vertex x in T whose only way leads to y, which is also the only way to x, with at least the weight of y: moving
  to y loses, for the opponent can go to x and leave the right amount there (x may have a loop; see
  docs/background/search-proofs.md);
* the same x with y of weight 1, outside T: a move to y empties it and makes a dead end of x.

A vertex that can be entered once more at most (it is in M and has no live predecessor, or is not in M and has a
single one, of weight 1) counts as weight 1: what is left there never matters.

Small weights are fast: a state takes a set for each bit of the largest weight, and has an option for every amount
that can be left.
"""

from __future__ import annotations

from typing import Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import (
    both,
    either,
    field,
    first,
    is_single,
    only,
    put,
    rest,
    row,
    same,
    size,
    some,
    without,
)
from lastmove.search.fast.board import AROUND, INTO, LOST, MISERE, OPEN, OUT, PLANES, SURE, SWITCHES, WON
from lastmove.search.fast.planes import big_ones, entered_once, live_ones, put_weights, weight_of
from lastmove.search.fast.reach import next_to, reached
from lastmove.search.fast.simplifications.move_order import glance
from lastmove.search.fast.simplifications.twins import repeated

__all__ = ["ALL", "AROUND", "INTO", "OPEN", "OUT", "expand", "reduced"]

DEAD_ENDS, FORCED, LEAVES, ONCE, ORDER, ALIKE = 1, 2, 4, 8, 16, 32
ALL = 63


def reduced(
    rows: Any, numbers: Any, state: Any, at: int, weight: int,
    left: Any, big: Any, moves: Any, lost: Any, loses: int, todo: Any, empty: Any,
) -> Any:  # fmt: skip
    """A state in its least form: (0 lost, 1 won, 2 open), whether it stands for its opposite, R, M, T, ones.

    R are the live vertices, ``ones`` those of them that count as 1. The weights are those of ``state``, but for the
    vertex ``at``, which has ``weight``. ``loses`` says whether the mover who has no move (any more) loses, ``todo``
    which vertices may be new dead ends.
    """
    switches, planes = numbers[SWITCHES], numbers[PLANES]
    flip = 0
    while True:
        look()
        left = reached(rows, OUT, left, moves, empty)
        if switches & DEAD_ENDS:
            todo = both(todo, left)
            while some(todo):
                v = first(todo)
                here = only(v, empty)
                todo = without(todo, here)
                onward = without(both(row(rows, OUT, v, empty), left), here)
                into = without(both(row(rows, INTO, v, empty), left), here)
                movable = some(both(moves, here))
                good = some(both(lost, here))
                if some(onward):
                    if not switches & LEAVES or movable or not is_single(onward) or not same(into, onward):
                        continue
                    if some(both(big, onward)):
                        if not good:
                            continue
                        y = first(onward)
                        on_v = weight if v == at else weight_of(state, planes, v, empty)
                        on_y = weight if y == at else weight_of(state, planes, y, empty)
                        if on_v < on_y:
                            continue
                good = good or some(both(both(big, here), row(rows, OUT, v, empty)))
                if good:
                    if movable:
                        return 1 ^ flip, 0, left, moves, lost, empty
                    left = without(left, either(into, here))
                    if some(both(moves, into)):
                        loses = 1
                        moves = without(moves, into)
                    while some(into):
                        p = first(into)
                        into = rest(into)
                        lost = either(lost, row(rows, INTO, p, empty))
                        todo = either(todo, row(rows, AROUND, p, empty))
                else:
                    left = without(left, here)
                    if movable:
                        loses = 1
                        moves = without(moves, here)
                    lost = either(lost, into)
                    todo = either(todo, row(rows, AROUND, v, empty))
                todo = both(todo, left)
                if not some(todo):
                    # What cannot be reached any more is no way to where it led.
                    found = reached(rows, OUT, left, moves, empty)
                    if not same(found, left):
                        todo = both(next_to(rows, without(left, found), empty), found)
                        left = found
        if not some(moves):
            return (1 - loses) ^ flip, 0, left, moves, lost, empty
        if switches & FORCED and is_single(moves) and not some(both(big, moves)):
            v = first(moves)
            left = without(left, moves)
            loses = 1 if some(both(lost, moves)) else 0
            moves = both(row(rows, OUT, v, empty), left)
            todo = row(rows, AROUND, v, empty)
            flip ^= 1
            continue
        ones = entered_once(rows, OUT, INTO, left, both(big, left), moves, empty) if switches & ONCE else empty
        return OPEN, flip, left, moves, both(lost, left), ones


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
    """The options of a state, or what can be said of it at once; see the kernel."""
    misere, switches, planes = numbers[MISERE], numbers[SWITCHES], numbers[PLANES]
    live, big, moves = live_ones(state, planes, empty), big_ones(state, planes, empty), field(state, planes, empty)
    lost = live
    if misere:
        lost = field(state, planes + 1, empty)
    count = 0
    untried = moves
    while some(untried):
        look()
        v = first(untried)
        here = only(v, empty)
        untried = without(untried, repeated(rows, numbers, state, v, untried, empty))
        weight = weight_of(state, planes, v, empty)
        loses = 1 if some(both(lost, here)) else 0
        todo = either(moves, row(rows, AROUND, v, empty))
        for k in range(weight):
            left, large = live, big
            if k < 2:
                large = without(big, here)
                if k == 0:
                    left = without(live, here)
            onward = both(row(rows, OUT, v, empty), left)
            status, flip, r, m, t, ones = reduced(
                rows, numbers, state, v, k, left, large, onward, lost, loses, todo, empty
            )
            if status == 0:
                return WON
            if status == OPEN:
                put_weights(state, states, count, planes, r, ones, v, k, empty)
                put(states, count, planes, m)
                if misere:
                    put(states, count, planes + 1, t)
                marks[count] = flip
                if switches & ORDER:
                    marks[count] |= rank(rows, numbers, r, without(both(large, r), ones), m, t, flip, empty) << 1
                count += 1
    return count if count else LOST


def rank(rows: Any, numbers: Any, left: Any, big: Any, moves: Any, lost: Any, flip: int, empty: Any) -> int:
    """Which option to try first: the one that looks worst for the player who moves in it, and is small.

    A glance at the next moves shows how it looks. The weights were measured.
    """
    wins = glance(rows, left, big, moves, lost, numbers[0], empty)
    if not flip:
        wins = SURE - wins
    return 4 * wins + 128 * size(left) + 2048 * (1 - flip)
