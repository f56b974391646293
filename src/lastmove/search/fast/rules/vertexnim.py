"""Vertexnim for the search: states, what is known of them at a glance, and their options.

The vertices that were emptied, *nulls*, stay where they are and let the token pass: a vertex leads to the live
vertices that it reaches through nulls. Normal play; misère play differs only where all weights are 1, and that is
parity.

Some vertices are decided for whoever comes to them, whatever happens elsewhere:

* won: a vertex of weight 2 or more that leads to itself. If being there with weight 1 is lost, leave 1 and stay; else
  make the winning move from there;
* lost: a vertex that leads only to vertices which are won on arrival;
* won: a vertex that leads to one which is lost on arrival.

Nobody enters a vertex that is won on arrival, so its weight does not matter; but it lets nothing through. A state is
the weights as planes, for the undecided vertices that the token can reach; the token, a set of one vertex; and the
*walls*, other live vertices to which those lead.

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
    row,
    same,
    size,
    some,
    without,
)
from lastmove.search.fast.board import COUNT, LOST, OPEN, OUT, OWN, PLANES, SWITCHES, WON
from lastmove.search.fast.planes import big_ones, live_ones, put_weights, weight_of
from lastmove.search.fast.simplifications.twins import repeated

__all__ = ["ALL", "OPEN", "OUT", "expand", "reduced", "settle"]

# The only table of a board is OUT, with a vertex among its own neighbours for a loop; the convention is always normal.
SCRATCH = OWN
"""The place of the number that says where the states begin that serve as room."""

DECIDED, FORCED, ORDER, ALIKE = 1, 2, 16, 32
ALL = 51


def led_to(rows: Any, solid: Any, v: int, empty: Any) -> Any:
    """The solid vertices that v leads to, through any others."""
    seen = row(rows, OUT, v, empty)
    frontier = without(seen, solid)
    while some(frontier):
        z = first(frontier)
        new = without(row(rows, OUT, z, empty), seen)
        seen = either(seen, new)
        frontier = either(without(frontier, only(z, empty)), without(new, solid))
    return both(seen, solid)


def settle(rows: Any, switches: int, states: Any, scratch: int, live: Any, big: Any, walls: Any, empty: Any) -> Any:
    """The vertices that are won and lost on arrival; where each live vertex leads is left in ``states``."""
    solid = either(live, walls)
    won, lost = empty, empty
    todo = live
    while some(todo):
        look()
        v = first(todo)
        here = only(v, empty)
        todo = without(todo, here)
        onward = led_to(rows, solid, v, empty)
        if some(both(both(onward, here), big)):
            won = either(won, here)
        put(states, scratch + v, 0, without(onward, here))
    if not switches & DECIDED:
        return empty, empty
    bad = either(won, walls)
    changed = True
    while changed:
        look()
        changed = False
        todo = without(live, either(won, lost))
        while some(todo):
            v = first(todo)
            here = only(v, empty)
            todo = without(todo, here)
            onward = field(states[scratch + v], 0, empty)
            if some(both(onward, lost)) or not some(onward):
                won = either(won, here)
                bad = either(bad, here)
                changed = True
            elif not some(without(onward, bad)):
                lost = either(lost, here)
                changed = True
    return won, lost


def judged(live: Any, big: Any, walls: Any, won: Any, lost: Any, u: int, empty: Any) -> int:
    """Whether the token on u wins, as far as it can be seen: 0, 1 or OPEN."""
    here = only(u, empty)
    if some(both(won, here)):
        return 1
    if some(both(lost, here)):
        return 0
    if not some(walls):
        if not some(big):
            return size(live) & 1
        if same(big, here):
            return 1
    return OPEN


def reduced(
    rows: Any, numbers: Any, states: Any, scratch: int, live: Any, big: Any, walls: Any, won: Any, lost: Any, u: int,
    empty: Any,
) -> Any:  # fmt: skip
    """A state in its least form: (0 lost, 1 won, 2 open), whether it stands for its opposite, R, walls, the token.

    The live vertices are settled, and ``states`` says where they lead, from ``scratch`` on.
    """
    switches = numbers[SWITCHES]
    flip = 0
    while True:
        look()
        status = judged(live, big, walls, won, lost, u, empty)
        if status != OPEN:
            return status ^ flip, 0, live, walls, u
        here = only(u, empty)
        undecided = without(live, either(won, lost))
        if switches & FORCED and not some(both(big, here)):
            moves = both(field(states[scratch + u], 0, empty), undecided)
            if is_single(moves):
                live = without(live, here)
                u = first(moves)
                scratch = numbers[SCRATCH] + numbers[COUNT]
                won, lost = settle(rows, switches, states, scratch, live, big, walls, empty)
                flip ^= 1
                continue
        kept, ends, frontier = here, empty, here
        while some(frontier):
            v = first(frontier)
            onward = field(states[scratch + v], 0, empty)
            ends = either(ends, onward)
            frontier = either(without(frontier, only(v, empty)), without(both(onward, undecided), kept))
            kept = either(kept, both(onward, undecided))
        return OPEN, flip, kept, without(ends, kept), u


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
    """The options of a state, or what can be said of it at once; see the kernel."""
    switches, planes, scratch = numbers[SWITCHES], numbers[PLANES], numbers[SCRATCH]
    live, big = live_ones(state, planes, empty), big_ones(state, planes, empty)
    token, walls = field(state, planes, empty), field(state, planes + 1, empty)
    u = first(token)
    weight = weight_of(state, planes, u, empty)
    count = 0
    for k in range(min(weight, 3)):
        # The shape of what is left is the same for all amounts of 2 or more.
        left, large = live, big
        if k < 2:
            large = without(big, token)
            if k == 0:
                left = without(live, token)
        if k == 0 and not some(either(left, walls)):
            return WON
        won, lost = settle(rows, switches, states, scratch, left, large, walls, empty)
        onward = led_to(rows, either(left, walls), u, empty)
        if k == 0:
            onward = without(onward, token)
        if some(both(onward, lost)):
            return WON
        untried = both(onward, without(left, won))
        while some(untried):
            look()
            v = first(untried)
            untried = without(untried, repeated(rows, numbers, state, v, untried, empty))
            status, flip, r, b, x = reduced(rows, numbers, states, scratch, left, large, walls, won, lost, v, empty)
            if status == 0:
                return WON
            if status == OPEN:
                last = weight if k == 2 and some(both(r, token)) else k + 1
                rating = 0
                if switches & ORDER:
                    rating = rank(r, both(large, r), flip) << 1
                for amount in range(k, last):
                    put_weights(state, states, count, planes, r, empty, u, amount, empty)
                    put(states, count, planes, only(x, empty))
                    put(states, count, planes + 1, b)
                    marks[count] = rating | flip
                    count += 1
    return count if count else LOST


def rank(left: Any, big: Any, flip: int) -> int:
    """Which option to try first: small states, and those behind an odd number of forced moves. Measured: to count
    replies does not help here."""
    return size(left) + size(big) + 4 * (1 - flip)
