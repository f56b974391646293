"""NimG-RM for the search: states, what is known of them at a glance, and their options.

A state is the weights as planes and the token, a set of one vertex. Only vertices count that the token can reach and
whose fate is open; a vertex that is *won on arrival*, whatever happens elsewhere, is never entered by a sane player,
so its weight never changes and it can be deleted. Deletions are well-founded: each has its reason in vertices that were
deleted earlier, which the token never visits, so the reason still holds when the token comes near. A player with no
live vertex to go to loses, in both conventions. The proofs are in docs/background/search-proofs.md.

In misère play moving to a vertex of weight 0 loses, so those are deleted. Won on arrival are

* a vertex with a loop and weight 2 or more: if being there with weight 1 is lost, leave 1 and stay; else make the
  winning move from there. (With weight 1 a loop is useless. Boards leave loops out.);
* the predecessors of a vertex without live out-neighbours;
* a vertex y that is the only way to a vertex x, which in turn leads only back to y: empty y and go to x.

On a graph (not a digraph) a vertex that lies on no odd cycle counts as weight 1; see
:mod:`~lastmove.search.fast.simplifications.bipartite_parts`.

In normal play moving to a vertex of weight 0 wins, so won on arrival are its predecessors, vertices with a loop and
those without out-neighbours (boards leave them out), and the predecessors of a vertex that is not won itself and has
out-neighbours, all of them won on arrival.

A vertex that can be entered once more at most counts as weight 1: what is left there never matters. Small weights are
fast: a state takes a set for each bit of the largest weight, and has an option for every amount that can be left.
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
from lastmove.search.fast.board import AROUND, INTO, LOST, MISERE, OPEN, OUT, PLANES, SURE, SWITCHES, UNDIRECTED, WON
from lastmove.search.fast.planes import big_ones, entered_once, live_ones, put_weights, weight_of
from lastmove.search.fast.reach import reached
from lastmove.search.fast.simplifications.bipartite_parts import always_matched, on_odd_cycles
from lastmove.search.fast.simplifications.move_order import by_number
from lastmove.search.fast.simplifications.twins import repeated

__all__ = ["ALL", "AROUND", "INTO", "OPEN", "OUT", "expand", "reduced"]

DEAD_ENDS, FORCED, LEAVES, ONCE, ORDER, ODD_CYCLES, ALIKE = 1, 2, 4, 8, 16, 32, 64
ALL = 127


def reduced(rows: Any, numbers: Any, left: Any, big: Any, u: int, todo: Any, empty: Any) -> Any:
    """A state in its least form: (0 lost, 1 won, 2 open), whether it stands for its opposite, R, the token, ones.

    R are the vertices that are left, ``ones`` those of them that count as 1. ``todo`` says which vertices may have lost
    a way on.
    """
    misere, switches = numbers[MISERE], numbers[SWITCHES]
    flip = 0
    while True:
        look()
        here = only(u, empty)
        left = reached(rows, OUT, left, here, empty)
        if switches & DEAD_ENDS:
            before = left
            todo = without(both(todo, left), here)
            while some(todo):
                x = first(todo)
                on = only(x, empty)
                todo = without(todo, on)
                onward = both(row(rows, OUT, x, empty), left)
                gone = both(row(rows, INTO, x, empty), left)
                if some(onward):
                    leaf = is_single(onward) and same(onward, gone)
                    if not (misere and switches & LEAVES and leaf):
                        continue
                left = without(left, on)
                if some(both(gone, here)):
                    return 1 ^ flip, 0, left, u, empty
                left = without(left, gone)
                while some(gone):
                    y = first(gone)
                    gone = rest(gone)
                    todo = either(todo, row(rows, INTO, y, empty))
                todo = without(both(todo, left), here)
            if not same(before, left):
                left = reached(rows, OUT, left, here, empty)
        moves = both(row(rows, OUT, u, empty), left)
        if not some(moves):
            return flip, 0, left, u, empty
        if not some(both(big, here)):
            if not misere:
                # The vertex will be empty: a player who can go back to it wins.
                moves = without(moves, row(rows, INTO, u, empty))
                if not some(moves):
                    return flip, 0, left, u, empty
            if switches & FORCED and is_single(moves):
                left, todo = emptied(rows, misere, left, u, empty)
                u = first(moves)
                flip ^= 1
                continue
        ones = empty
        # In misère play on graphs such a vertex is a leaf, and those have been looked at.
        if switches & ONCE and not (misere and numbers[UNDIRECTED]):
            ones = entered_once(rows, OUT, INTO, left, both(big, left), here, empty)
        return OPEN, flip, left, u, ones


def emptied(rows: Any, misere: int, left: Any, u: int, empty: Any) -> Any:
    """What is left when u is emptied, and which vertices may have lost a way on."""
    into = row(rows, INTO, u, empty)
    left = without(left, only(u, empty))
    if misere:
        return left, both(left, into)
    gone = both(left, into)
    left = without(left, into)
    todo = empty
    while some(gone):
        p = first(gone)
        gone = rest(gone)
        todo = either(todo, row(rows, INTO, p, empty))
    return left, both(todo, left)


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
    """The options of a state, or what can be said of it at once; see the kernel."""
    misere, switches, planes = numbers[MISERE], numbers[SWITCHES], numbers[PLANES]
    live, big, token = live_ones(state, planes, empty), big_ones(state, planes, empty), field(state, planes, empty)
    u = first(token)
    weight = weight_of(state, planes, u, empty)
    light = empty
    if misere and numbers[UNDIRECTED] and switches & ODD_CYCLES:
        # Here and not for every option: many options are never looked at.
        if some(big):
            light = without(big, on_odd_cycles(rows, numbers, live, u, empty))
            big = without(big, light)
        if not some(big):
            return WON if always_matched(rows, numbers, live, u, empty) else LOST
        if some(both(light, token)):
            weight = 1
    count = 0
    for k in range(min(weight, 3)):
        # The shape of what is left is the same for all amounts of 2 or more.
        left, large, todo = live, big, either(row(rows, INTO, u, empty), token)
        if k < 2:
            large = without(big, token)
            if k == 0:
                left, todo = emptied(rows, misere, live, u, empty)
        untried = both(row(rows, OUT, u, empty), left)
        while some(untried):
            look()
            v = first(untried)
            untried = without(untried, repeated(rows, numbers, state, v, untried, empty))
            status, flip, r, x, ones = reduced(rows, numbers, left, large, v, todo, empty)
            if status == 0:
                return WON
            if status == OPEN:
                last = weight if k == 2 and some(both(r, token)) else k + 1
                for amount in range(k, last):
                    put_weights(state, states, count, planes, r, either(ones, light), u, amount, empty)
                    put(states, count, planes, only(x, empty))
                    mark = flip
                    if switches & ORDER:
                        mark |= rank(rows, r, both(large, r), x, flip, empty) << 1
                    marks[count] = mark
                    count += 1
    return count if count else LOST


def rank(rows: Any, left: Any, big: Any, u: int, flip: int, empty: Any) -> int:
    """Which option to try first: the one with the fewest moves, and small. The weights were measured.

    A token on a vertex of weight 2 or more has a choice of amounts, and each way counts twice.
    """
    ways = size(both(row(rows, OUT, u, empty), left))
    if some(both(big, only(u, empty))):
        ways *= 2
    wins = by_number(ways)
    if flip:
        wins = SURE - wins
    return 4 * wins + 128 * (size(left) + size(big)) + 1024 * (1 - flip)
