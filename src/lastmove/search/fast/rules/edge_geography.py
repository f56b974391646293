"""Edge Geography for the search: states, what is known of them at a glance, and their options.

A state is (E, u, T): the edges that are left, the token's vertex, and the vertices at which a player who cannot move
loses. In normal play T is every vertex and is left out; in misère play it begins empty. E and u are one set: u is
written in binary after the edges, which makes the table a third smaller than a set for a single vertex would.

A vertex x other than the token's is a *dead end* if a token that comes to it finds no edge to another vertex: in a
digraph x has no arc out, in a graph no edge but the one by which the token comes. Only the loops of x, if any, can
still be played there, so their parity and T say who loses at x.

* Suppose that the player who moves from x loses. Then on each vertex p before x the player to move wins, by going to x,
  and a sane player does not move to p. The edges of p are deleted. The vertices before p have one move less, a bad one;
  they are put into T, since a player who is stuck there, with p as the only move, loses.
* Suppose that the player who moves from x wins. Then moving to x is bad: the edges to x are deleted, and the vertices
  before x are put into T.

Each visit to a vertex but the last takes an edge in and an edge out. Where the edges that are left do not let anybody
be stuck at a vertex (in a graph by the parity of its degree, in a digraph by its arcs in and out), T need not hold it,
and states that differ only there are the same.

A *bridge* (x, y) joins the rest to a part without the token. Play crosses it once and does not return, so the search
first asks whether the token on y, alone with that part, is lost. If it is, the player who moves from x wins: delete
the edges of x, and put the vertices before x into T. If not, delete the bridge and the part, and put x into T.
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
    size,
    some,
    without,
)
from lastmove.search.fast.board import COUNT, INTO, LOST, MISERE, OPEN, OUT, SPLIT, SWITCHES, UNDIRECTED, WON
from lastmove.search.fast.rules.edge_board import EDGES, ENDS, LOOPS, TWINS, other_end, packed, reached, tails, unpacked

__all__ = ["ALL", "CHAINS", "OPEN", "PARTS", "USUAL", "expand", "reduced"]

DEAD_ENDS, FORCED, STUCK, PARTS, ORDER, CHAINS = 1, 2, 4, 8, 16, 32
ALL = 63
# Bridges that come up during a play save up to a third of the positions and cost as much as they save.
USUAL = ALL & ~PARTS


def reduced(rows: Any, numbers: Any, left: Any, token: Any, lost: Any, todo: Any, empty: Any) -> Any:
    """A state in its least form: (0 lost, 1 won, 2 open), whether the open state stands for its opposite, E, {u}, T.

    ``todo`` says which vertices may be new dead ends: those that have lost an edge.
    """
    misere, switches = numbers[MISERE], numbers[SWITCHES]
    u = first(token)
    flip = 0
    while True:
        look()
        if switches & DEAD_ENDS:
            wins, left, lost = without_dead_ends(rows, numbers, left, u, lost, todo, empty)
            if wins:
                return 1 ^ flip, 0, left, token, lost
        ways = both(row(rows, OUT, u, empty), left)
        if not some(ways):
            loses = 1 if not misere or some(both(lost, only(u, empty))) else 0
            return (1 - loses) ^ flip, 0, left, token, lost
        e = first(ways)
        if not switches & FORCED or some(without(ways, row(rows, TWINS, e, empty))):
            break
        left = without(left, only(e, empty))
        todo = only(u, empty)
        u = other_end(numbers, e, u)
        flip ^= 1
    left, seen = reached(rows, numbers, left, u, empty)
    if misere:
        lost = both(lost, seen)
        if switches & STUCK:
            lost = where_stuck(rows, numbers, left, u, lost, empty)
    return OPEN, flip, left, only(u, empty), lost


def without_dead_ends(rows: Any, numbers: Any, left: Any, u: int, lost: Any, todo: Any, empty: Any) -> Any:
    """Judge the dead ends among ``todo`` and those that come of it: (whether u has a winning move to one), E, T."""
    misere, directed = numbers[MISERE], not numbers[UNDIRECTED]
    while some(todo):
        look()
        x = first(todo)
        here = only(x, empty)
        todo = without(todo, here)
        loops = both(row(rows, LOOPS, x, empty), left)
        into = without(both(row(rows, INTO, x, empty), left), loops)
        if x == u or not some(into):
            continue
        onward = without(both(row(rows, OUT, x, empty), left), loops)
        if directed:
            if some(onward):
                continue
        elif not is_single(onward):
            continue
        loses = 1 if not misere or some(both(lost, here)) else 0
        before = tails(numbers, into, x, empty)
        if loses ^ (size(loops) & 1):
            if some(both(before, only(u, empty))):
                return True, left, lost
            while some(before):
                p = first(before)
                before = rest(before)
                robbed = tails(numbers, both(row(rows, INTO, p, empty), left), p, empty)
                left = without(left, either(row(rows, INTO, p, empty), row(rows, OUT, p, empty)))
                lost = either(lost, robbed)
                todo = either(todo, robbed)
        else:
            left = without(left, into)
            lost = either(lost, before)
            todo = either(todo, before)
    return False, left, lost


def where_stuck(rows: Any, numbers: Any, left: Any, u: int, lost: Any, empty: Any) -> Any:
    """Those of ``lost`` at which somebody can still be stuck.

    Each visit but the last takes an edge in and an edge out; the token's present one took none in. So in a digraph more
    arcs must lead in than out, the token's vertex counting one more; in a graph the degree must be odd, likewise.
    """
    directed = not numbers[UNDIRECTED]
    untold = lost
    while some(untold):
        look()
        v = first(untold)
        here = only(v, empty)
        untold = without(untold, here)
        out = size(both(row(rows, OUT, v, empty), left))
        if directed:
            came = size(both(row(rows, INTO, v, empty), left)) + (1 if v == u else 0)
            possible = came > out
        else:
            degree = out + size(both(row(rows, LOOPS, v, empty), left)) + (1 if v == u else 0)
            possible = degree & 1 == 1
        if not possible:
            lost = without(lost, here)
    return lost


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
    """The options of a state, or what can be said of it at once; see the kernel."""
    misere, switches = numbers[MISERE], numbers[SWITCHES]
    left, u = unpacked(rows, numbers, field(state, 0, empty), empty)
    token = only(u, empty)
    lost = empty
    if misere:
        lost = field(state, 1, empty)
    if switches & PARTS and size(left) >= 6:
        bridge, x = hanging_part(rows, numbers, left, u, empty)
        if bridge >= 0:
            return split(rows, numbers, left, u, lost, bridge, x, states, marks, empty)
    count = 0
    untried = both(row(rows, OUT, u, empty), left)
    while some(untried):
        look()
        e = first(untried)
        untried = without(untried, row(rows, TWINS, e, empty))
        there = only(other_end(numbers, e, u), empty)
        status, flip, r, m, t = reduced(rows, numbers, without(left, only(e, empty)), there, lost, token, empty)
        if status == 0:
            return WON
        if status == OPEN:
            write(rows, states, count, r, m, t, misere, empty)
            marks[count] = rank(rows, numbers, r, m, flip, empty) << 1 | flip if switches & ORDER else flip
            count += 1
    return count if count else LOST


def rank(rows: Any, numbers: Any, left: Any, token: Any, flip: int, empty: Any) -> int:
    """Which option to try first: the one that looks worst for the player who moves in it.

    One with few replies, with an odd number of forced moves before it, with few edges. In a digraph it is good to stand
    where many arcs lead; in a graph replies count more where many edges lead on. The weights were measured.
    """
    u = first(token)
    replies = both(row(rows, OUT, u, empty), left)
    found = 1000 * (size(replies) + 1 - flip) + 100 * size(left)
    if not numbers[UNDIRECTED]:
        return max(0, found - 100 * size(both(row(rows, INTO, u, empty), left)))
    while some(replies):
        e = first(replies)
        replies = rest(replies)
        found += 50 * size(both(row(rows, OUT, other_end(numbers, e, u), empty), left))
    return found


def hanging_part(rows: Any, numbers: Any, left: Any, u: int, empty: Any) -> Any:
    """A bridge beyond which there is no other: its number, or -1, and its end on the token's side.

    Depth first from the token, each edge once. ``low`` is the least place in the order of discovery to which a vertex
    or one below it is joined by other edges than the one that leads to it.
    """
    n = numbers[COUNT]
    place = ENDS + 2 * numbers[EDGES]
    low, by = place + n, place + 2 * n
    untried = left
    seen = only(u, empty)
    found = 0
    numbers[place + u] = 0
    numbers[low + u] = 0
    numbers[by + u] = -1
    v = u
    while True:
        look()
        onward = both(either(row(rows, OUT, v, empty), row(rows, INTO, v, empty)), untried)
        if some(onward):
            e = first(onward)
            untried = without(untried, only(e, empty))
            w = other_end(numbers, e, v)
            there = only(w, empty)
            if some(both(seen, there)):
                if numbers[place + w] < numbers[low + v]:
                    numbers[low + v] = numbers[place + w]
            else:
                seen = either(seen, there)
                found += 1
                numbers[place + w] = found
                numbers[low + w] = found
                numbers[by + w] = e
                v = w
        elif v == u:
            return -1, -1
        else:
            e = numbers[by + v]
            above = other_end(numbers, e, v)
            if numbers[low + v] == numbers[place + v]:
                return e, above
            if numbers[low + v] < numbers[low + above]:
                numbers[low + above] = numbers[low + v]
            v = above


def split(
    rows: Any, numbers: Any, left: Any, u: int, lost: Any, bridge: int, x: int, states: Any, marks: Any, empty: Any
) -> int:
    """Ask about the part behind a bridge that leads there from x; then go on without it."""
    misere = numbers[MISERE]
    y = other_end(numbers, bridge, x)
    on, token = only(x, empty), only(u, empty)
    rest = without(left, only(bridge, empty))
    part = reached(rows, numbers, rest, y, empty)[0]
    asked, flip, r, m, t = reduced(rows, numbers, part, only(y, empty), lost, empty, empty)
    if asked == OPEN:
        write(rows, states, 0, r, m, t, misere, empty)
        marks[0] = flip
    rest = without(rest, part)
    if asked != 0:
        status, flip, r, m, t = reduced(rows, numbers, rest, token, either(lost, on), on, empty)
        if asked == 1 and status != OPEN:
            return WON if status == 1 else LOST
        branch(rows, 1, status, flip, r, m, t, misere, states, marks, empty)
    if asked != 1:
        status, flip = 1, 0
        if x != u:
            robbed = tails(numbers, both(row(rows, INTO, x, empty), rest), x, empty)
            rest = without(rest, either(row(rows, INTO, x, empty), row(rows, OUT, x, empty)))
            status, flip, r, m, t = reduced(rows, numbers, rest, token, either(lost, robbed), robbed, empty)
        if asked == 0 and status != OPEN:
            return WON if status == 1 else LOST
        branch(rows, 2, status, flip, r, m, t, misere, states, marks, empty)
    if asked == OPEN:
        return SPLIT
    # The part was judged at once: what is left is the only option, with the mover's own eyes.
    marks[0] = 1 - marks[2 - asked]
    write(rows, states, 0, r, m, t, misere, empty)
    return 1


def branch(
    rows: Any,
    place: int,
    status: int,
    flip: int,
    r: Any,
    m: Any,
    t: Any,
    misere: int,
    states: Any,
    marks: Any,
    empty: Any,
) -> None:
    """Write one of the two states that a split goes on with, or who wins it."""
    if status != OPEN:
        marks[place] = 2 + status
        return
    write(rows, states, place, r, m, t, misere, empty)
    marks[place] = flip


def write(rows: Any, states: Any, place: int, left: Any, token: Any, lost: Any, misere: int, empty: Any) -> None:
    """Write a state."""
    put(states, place, 0, packed(rows, left, first(token), empty))
    if misere:
        put(states, place, 1, lost)
