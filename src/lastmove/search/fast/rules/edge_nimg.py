"""Edge NimG for the search: states, what is known of them at a glance, and their options.

A state is the weights of the edges as planes, the token's vertex u, and in misère play the set T of vertices at which
a player who cannot move loses. (In normal play that is every vertex.) u is written in binary after the edges, in the
first plane. Only edges that the token can still reach have weight.

A vertex x other than the token's is a *dead end* if a token that comes to it finds no edge to another vertex: in a
digraph x has no arc out, in a graph it has one edge, by which the token comes, and which it can use to go back if
something is left of it. Who leaves nothing leaves the loops of x to be played: Nim, in the convention that T says.

* Suppose that the player to move loses that Nim. Then whoever is on a vertex p before x wins, by going to x and
  leaving nothing of the edge. A sane player does not move to p: the edges of p are deleted, and the vertices before p
  are put into T.
* Suppose that he wins it, and that there is no way back: x is in a digraph, or the edge has weight 1. Then moving to x
  is bad: the edges to x are deleted, and the vertices before x are put into T.
* Suppose that he wins it, x has no loops, and the edge has weight 2 or more. Then it makes no difference, and is
  deleted: who is stuck at p and wins by that can leave 1 of the edge, and is back at once; see
  docs/background/search-proofs.md.

In a digraph an arc is used at most once more if the token can come to its tail only once, or is there and cannot come
back. Such an arc counts as weight 1.

Small weights are fast: a state takes a set for each bit of the largest weight, and has an option for every amount that
can be left.
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
from lastmove.search.fast.board import INTO, LOST, MISERE, OPEN, OUT, PLANES, SWITCHES, UNDIRECTED, WON
from lastmove.search.fast.planes import big_ones, put_weights, weight_of
from lastmove.search.fast.rules.edge_board import LOOPS, other_end, packed, reached, tails, unpacked

__all__ = ["ALL", "OPEN", "expand", "reduced"]

DEAD_ENDS, FORCED, MERGED, ONCE, ORDER = 1, 2, 4, 8, 16
ALL = 31


def reduced(
    rows: Any, numbers: Any, state: Any, at: int, weight: int, left: Any, big: Any, u: int, lost: Any, todo: Any,
    empty: Any,
) -> Any:  # fmt: skip
    """A state in its least form: (0 lost, 1 won, 2 open), whether it stands for its opposite, E, u, T, ones.

    E are the edges of positive weight that the token can reach, ``ones`` those of them that count as 1. The weights are
    those of ``state``, but for the edge ``at``, which has ``weight``; ``big`` are the edges of weight 2 or more.
    ``todo`` says which vertices may be new dead ends: those at which something was lowered.
    """
    misere, switches = numbers[MISERE], numbers[SWITCHES]
    flip = 0
    while True:
        look()
        if switches & DEAD_ENDS:
            wins, left, lost = without_dead_ends(rows, numbers, state, at, weight, left, big, u, lost, todo, empty)
            if wins:
                return 1 ^ flip, 0, left, u, lost, empty
        ways = both(row(rows, OUT, u, empty), left)
        if not some(ways):
            loses = 1 if not misere or some(both(lost, only(u, empty))) else 0
            return (1 - loses) ^ flip, 0, left, u, lost, empty
        if not switches & FORCED or not is_single(ways) or some(both(ways, big)):
            break
        left = without(left, ways)
        todo = only(u, empty)
        u = other_end(numbers, first(ways), u)
        flip ^= 1
    left, seen = reached(rows, numbers, left, u, empty)
    if misere:
        lost = both(lost, seen)
    ones = empty
    if switches & ONCE and not numbers[UNDIRECTED]:
        ones = used_once(rows, numbers, left, both(big, left), u, seen, empty)
    return OPEN, flip, left, u, lost, ones


def without_dead_ends(
    rows: Any, numbers: Any, state: Any, at: int, weight: int, left: Any, big: Any, u: int, lost: Any, todo: Any,
    empty: Any,
) -> Any:  # fmt: skip
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
        loses = not misere or some(both(lost, here))
        nimber = 0
        heaps = loops
        while some(heaps):
            e = first(heaps)
            heaps = rest(heaps)
            nimber ^= weight if e == at else weight_of(state, numbers[PLANES], e, empty)
        before = tails(numbers, into, x, empty)
        if (nimber != 0) == (not loses and not some(both(loops, big))):
            if some(both(before, only(u, empty))):
                return True, left, lost
            while some(before):
                p = first(before)
                before = rest(before)
                robbed = tails(numbers, both(row(rows, INTO, p, empty), left), p, empty)
                left = without(left, either(row(rows, INTO, p, empty), row(rows, OUT, p, empty)))
                lost = either(lost, robbed)
                todo = either(todo, robbed)
        elif directed or not some(both(into, big)):
            left = without(left, into)
            lost = either(lost, before)
            todo = either(todo, before)
        elif not some(loops):
            left = without(left, into)
            todo = either(todo, before)
    return False, left, lost


def used_once(rows: Any, numbers: Any, left: Any, big: Any, u: int, seen: Any, empty: Any) -> Any:
    """The big arcs of a digraph that can be used only once more, if no others are: they count as 1."""
    ones = empty
    todo = seen
    while some(todo):
        look()
        v = first(todo)
        todo = rest(todo)
        loops = both(row(rows, LOOPS, v, empty), left)
        into = without(both(row(rows, INTO, v, empty), left), loops)
        if v == u:
            if some(into):
                continue
        elif not is_single(into) or some(both(into, big)):
            continue
        arcs = without(both(row(rows, OUT, v, empty), big), loops)
        ones = either(ones, arcs)
        big = without(big, arcs)
        while some(arcs):
            e = first(arcs)
            arcs = rest(arcs)
            todo = either(todo, only(other_end(numbers, e, v), empty))
    return ones


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
    """The options of a state, or what can be said of it at once; see the kernel."""
    misere, switches, planes = numbers[MISERE], numbers[SWITCHES], numbers[PLANES]
    live, u = unpacked(rows, numbers, field(state, 0, empty), empty)
    big = big_ones(state, planes, empty)
    live = either(live, big)
    lost = empty
    if misere:
        lost = field(state, planes, empty)
    token = only(u, empty)
    count = 0
    untried = both(row(rows, OUT, u, empty), live)
    while some(untried):
        look()
        e = first(untried)
        here = only(e, empty)
        untried = without(untried, here)
        weight, v = weight_of(state, planes, e, empty), other_end(numbers, e, u)
        todo = either(token, only(v, empty))
        k = 0
        while k < weight:
            left, large = live, big
            if k < 2:
                large = without(big, here)
                if k == 0:
                    left = without(live, here)
            status, flip, r, x, t, ones = reduced(rows, numbers, state, e, k, left, large, v, lost, todo, empty)
            if status == 0:
                return WON
            # The amounts from 2 on differ in nothing but the weight; of a loop they are other heaps of Nim.
            last = weight if k == 2 and v != u else k + 1
            if status == OPEN:
                rating = 0
                if switches & ORDER:
                    replies = both(row(rows, OUT, x, empty), r)
                    rating = rank(size(r), without(both(large, r), ones), replies, flip) << 1
                for amount in range(k, last if some(both(without(r, ones), here)) else k + 1):
                    put_weights(state, states, count, planes, r, ones, e, amount, empty)
                    put(states, count, 0, packed(rows, field(states[count], 0, empty), x, empty))
                    if misere:
                        put(states, count, planes, t)
                    marks[count] = rating | flip
                    count += 1
            k = last
    return count if count else LOST


def rank(edges: int, big: Any, replies: Any, flip: int) -> int:
    """Which option to try first: one with few replies, with an odd number of forced moves before it, and small."""
    return 8 * (size(replies) + size(both(replies, big)) + 1 - flip) + edges + size(big)
