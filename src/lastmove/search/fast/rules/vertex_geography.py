"""Vertex Geography for the search: states, what is known of them at a glance, and their options.

A state is three sets (R, M, T): the vertices that are left without the token's own, those the token can move to now,
and those of R at which a player who cannot move loses. The token's vertex plays no further part. In normal play T is
all of R and is left out; in misère play it begins empty.

A move to a vertex can be judged without search where that vertex is a *dead end*, one that offers no way on:

* on a dead end in T the player to move loses. So on each of its predecessors the player to move wins, by going to the
  dead end, and a sane player does not move to such a predecessor p. It is deleted. The predecessors of p have one move
  less, a bad one; they are put into T, since a player who is stuck there, with p as the only move, loses;
* on a dead end outside T the player to move wins, so moving there is bad. The dead end is deleted, and its predecessors
  are put into T.

A vertex x outside M from which the only way leads back to a vertex y, which is also the only way to x, is a dead end
too: the token comes to x from y, and y is then gone.

A *hanging part* C of a state, without vertices of M, is joined to the rest by one vertex x only. Play enters C through
x or not at all, and never leaves it. So the search first asks whether x has a winning move into C. If it has, the
player who moves from x wins: delete x and C, and put the predecessors of x into T. If not, delete C and put x into T.
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
from lastmove.search.fast.board import (
    AROUND,
    COUNT,
    INTO,
    LOST,
    MISERE,
    OPEN,
    OUT,
    OWN,
    SPLIT,
    SURE,
    SWITCHES,
    UNDIRECTED,
    WON,
)
from lastmove.search.fast.reach import next_to, reached
from lastmove.search.fast.simplifications.move_order import glance, lookahead
from lastmove.search.fast.simplifications.twins import repeated

__all__ = ["ALIKE", "ALL", "CHAINS", "INTO", "OPEN", "OUT", "PARTS", "expand", "reduced"]

DEAD_ENDS, FORCED, LEAVES, PARTS, ORDER, ALIKE, CHAINS, SYMMETRY = 1, 2, 4, 8, 16, 32, 64, 128
ALL = 255


def reduced(rows: Any, switches: int, left: Any, moves: Any, lost: Any, loses: int, todo: Any, empty: Any) -> Any:
    """A state in its least form: (0 lost, 1 won, 2 open), whether the open state stands for its opposite, R, M, T.

    ``loses`` says whether the mover who has no move (any more) loses, ``todo`` which vertices may be new dead ends.
    What can be reached is looked for last, since it costs most.
    """
    flip = 0
    all_reached = False
    while True:
        look()
        todo = both(todo, left) if switches & DEAD_ENDS else empty
        while some(todo):
            v = first(todo)
            here = only(v, empty)
            todo = rest(todo)
            onward = both(row(rows, OUT, v, empty), left)
            movable = some(both(moves, here))
            if some(onward):
                if not switches & LEAVES or movable or not is_single(onward):
                    continue
                if not same(both(row(rows, INTO, v, empty), left), onward):
                    continue
            all_reached = False
            if some(both(lost, here)):
                if movable:
                    return 1 ^ flip, 0, left, moves, lost
                before_v = both(row(rows, INTO, v, empty), left)
                left = without(left, either(before_v, here))
                if some(both(moves, before_v)):
                    loses = 1
                moves = without(moves, before_v)
                while some(before_v):
                    p = first(before_v)
                    before_v = rest(before_v)
                    lost = either(lost, both(row(rows, INTO, p, empty), left))
                    todo = either(todo, row(rows, AROUND, p, empty))
            else:
                left = without(left, here)
                if movable:
                    loses = 1
                    moves = without(moves, here)
                lost = either(lost, both(row(rows, INTO, v, empty), left))
                todo = either(todo, row(rows, AROUND, v, empty))
            todo = both(todo, left)
        if not some(moves):
            return (1 - loses) ^ flip, 0, left, moves, lost
        if switches & FORCED and is_single(moves):
            v = first(moves)
            left = without(left, moves)
            loses = 1 if some(both(lost, moves)) else 0
            moves = both(row(rows, OUT, v, empty), left)
            todo = row(rows, AROUND, v, empty)
            flip ^= 1
            all_reached = False
            continue
        if not all_reached:
            found = reached(rows, OUT, left, moves, empty)
            todo = next_to(rows, without(left, found), empty)
            left = found
            all_reached = True
            if switches & DEAD_ENDS and some(both(todo, left)):
                continue
        return OPEN, flip, left, moves, both(lost, left)


def hanging_part(rows: Any, numbers: Any, left: Any, moves: Any, empty: Any) -> Any:
    """A part of two or more vertices that hangs on one vertex: that vertex, or -1, and a vertex of the part.

    Depth first from the token, as if it stood on a vertex joined to those it can move to. ``low`` is the least place in
    the order of discovery to which a vertex or one below it is joined.
    """
    n = numbers[COUNT]
    place, low, parent, unseen = OWN, OWN + n, OWN + 2 * n, left
    starts = moves
    found = 0
    while some(starts):
        v = first(starts)
        unseen = without(unseen, only(v, empty))
        found += 1
        numbers[place + v] = found
        numbers[low + v] = 0
        numbers[parent + v] = -1
        while v >= 0:
            look()
            onward = both(row(rows, AROUND, v, empty), unseen)
            if some(onward):
                w = first(onward)
                here = only(w, empty)
                unseen = without(unseen, here)
                found += 1
                numbers[place + w] = found
                numbers[parent + w] = v
                least = found
                if some(both(moves, here)):
                    least = 0
                else:
                    back = without(both(row(rows, AROUND, w, empty), left), either(unseen, only(v, empty)))
                    while some(back):
                        x = first(back)
                        back = rest(back)
                        if numbers[place + x] < least:
                            least = numbers[place + x]
                numbers[low + w] = least
                v = w
            else:
                above = numbers[parent + v]
                if above >= 0:
                    if numbers[low + v] >= numbers[place + above]:
                        return above, v
                    if numbers[low + v] < numbers[low + above]:
                        numbers[low + above] = numbers[low + v]
                v = above
        starts = both(starts, unseen)
    return -1, -1


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
    """The options of a state, or what can be said of it at once; see the kernel."""
    misere, switches = numbers[MISERE], numbers[SWITCHES]
    left, moves = field(state, 0, empty), field(state, 1, empty)
    lost = left
    if misere:
        lost = field(state, 2, empty)
    # Looking for hanging parts costs as much as a position; what is missed now is found a few moves later.
    if switches & PARTS and size(left) >= 6 and size(left) & 3 == 0:
        x, inside = hanging_part(rows, numbers, left, moves, empty)
        if x >= 0:
            return split(rows, numbers, left, moves, lost, x, inside, states, marks, empty)
    count = 0
    untried = moves
    while some(untried):
        look()
        v = first(untried)
        here = only(v, empty)
        untried = without(untried, repeated(rows, numbers, state, v, untried, empty))
        rest = without(left, here)
        loses = 1 if some(both(lost, here)) else 0
        onward = both(row(rows, OUT, v, empty), rest)
        todo = either(moves, row(rows, AROUND, v, empty))
        status, flip, r, m, t = reduced(rows, switches, rest, onward, lost, loses, todo, empty)
        if status == 0:
            return WON
        if status == OPEN:
            put(states, count, 0, r)
            put(states, count, 1, m)
            if misere:
                put(states, count, 2, t)
            marks[count] = flip
            count += 1
    if switches & ORDER and count > 1:
        for i in range(count):
            marks[i] |= rank(rows, numbers, states[i], marks[i], empty) << 1
    return count if count else LOST


def rank(rows: Any, numbers: Any, state: Any, flip: int, empty: Any) -> int:
    """Which option to try first: the one that looks worst for the player who moves in it, and is small.

    A glance at the next moves shows how it looks; graphs, where one cannot go back, need a longer one. The weights
    were measured.
    """
    left, moves = field(state, 0, empty), field(state, 1, empty)
    lost = left
    if numbers[MISERE]:
        lost = field(state, 2, empty)
    if numbers[UNDIRECTED]:
        wins = lookahead(rows, left, moves, lost, numbers[0], empty)
    else:
        wins = glance(rows, left, empty, moves, lost, numbers[0], empty)
    if not flip:
        wins = SURE - wins
    return 2 * wins + 128 * size(left) + 2048 * (1 - flip)


def split(
    rows: Any, numbers: Any, left: Any, moves: Any, lost: Any, x: int, inside: int, states: Any, marks: Any, empty: Any
) -> int:
    """Ask about the part that hangs on x, ``inside`` being one of its vertices; then go on without it."""
    misere, switches = numbers[MISERE], numbers[SWITCHES]
    on = only(x, empty)
    part = reached(rows, AROUND, without(left, on), only(inside, empty), empty)
    asked, flip, r, m, t = reduced(rows, switches, part, both(row(rows, OUT, x, empty), part), lost, 1, part, empty)
    if asked == OPEN:
        put(states, 0, 0, r)
        put(states, 0, 1, m)
        if misere:
            put(states, 0, 2, t)
        marks[0] = flip
    without_part = without(left, part)
    if asked != 0:
        bad = both(row(rows, INTO, x, empty), without_part)
        status, flip, r, m, t = reduced(
            rows, switches, without(without_part, on), without(moves, on), either(lost, bad), 1, without_part, empty
        )
        if asked == 1 and status != OPEN:
            return WON if status == 1 else LOST
        _branch(1, status, flip, r, m, t, misere, states, marks)
    if asked != 1:
        status, flip, r, m, t = reduced(rows, switches, without_part, moves, either(lost, on), 1, on, empty)
        if asked == 0 and status != OPEN:
            return WON if status == 1 else LOST
        _branch(2, status, flip, r, m, t, misere, states, marks)
    if asked == OPEN:
        return SPLIT
    # The part was judged at once: what is left is the only option, with the mover's own eyes.
    taken = 2 - asked
    put(states, 0, 0, r)
    put(states, 0, 1, m)
    if misere:
        put(states, 0, 2, t)
    marks[0] = 1 - marks[taken]
    return 1


def _branch(place: int, status: int, flip: int, r: Any, m: Any, t: Any, misere: int, states: Any, marks: Any) -> None:
    if status != OPEN:
        marks[place] = 2 + status
        return
    put(states, place, 0, r)
    put(states, place, 1, m)
    if misere:
        put(states, place, 2, t)
    marks[place] = flip
