"""Vertexnim-MR for the search: states, what is known of them at a glance, and their options.

The vertices that were emptied, *nulls*, stay where they are and let the token pass: a vertex leads to the live vertices
that it reaches through nulls. Normal play; misère play differs only where no weight is 2 or more, and that is parity.

A state is the weights as planes and the set M of vertices that the token can go to. Where the token stands matters in
no other way: it may be on any of several nulls that lead to the same vertices.

What is judged without search:

* no weight is 2 or more: every move empties a vertex, so the number of live vertices says who wins;
* one vertex only is that heavy, and it is in M: going there and leaving 0 or 1 are both possible, and one of them
  leaves an even number of live vertices, all of weight 1.

Small weights are fast: a state takes a set for each bit of the largest weight, and has an option for every amount that
can be left.
"""

from __future__ import annotations

from typing import Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import both, field, first, is_single, only, put, size, some, without
from lastmove.search.fast.board import LOST, OPEN, OUT, PLANES, SWITCHES, WON
from lastmove.search.fast.planes import big_ones, live_ones, put_weights, weight_of
from lastmove.search.fast.rules.vertexnim import led_to
from lastmove.search.fast.simplifications.twins import repeated

__all__ = ["ALL", "OPEN", "OUT", "expand", "led_to", "reduced"]

# The only table of a board is OUT, with a vertex among its own neighbours for a loop; the convention is always normal.

DECIDED, FORCED, ORDER, ALIKE = 1, 2, 16, 32
ALL = 51


def reduced(rows: Any, numbers: Any, live: Any, big: Any, moves: Any, empty: Any) -> Any:
    """A state in its least form: (0 lost, 1 won, 2 open), whether it stands for its opposite, the live vertices, M."""
    switches = numbers[SWITCHES]
    flip = 0
    while True:
        look()
        if not some(moves):
            return flip, 0, live, moves
        if switches & DECIDED:
            if not some(big):
                return size(live) & 1 ^ flip, 0, live, moves
            if is_single(big) and some(both(big, moves)):
                return 1 ^ flip, 0, live, moves
        if not switches & FORCED or not is_single(moves) or some(both(moves, big)):
            return OPEN, flip, live, moves
        live = without(live, moves)
        moves = led_to(rows, live, first(moves), empty)
        flip ^= 1


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
    """The options of a state, or what can be said of it at once; see the kernel."""
    switches, planes = numbers[SWITCHES], numbers[PLANES]
    live, big = live_ones(state, planes, empty), big_ones(state, planes, empty)
    untried = field(state, planes, empty)
    count = 0
    while some(untried):
        look()
        v = first(untried)
        here = only(v, empty)
        untried = without(untried, repeated(rows, numbers, state, v, untried, empty))
        weight = weight_of(state, planes, v, empty)
        for k in range(min(weight, 3)):
            # The shape of what is left is the same for all amounts of 2 or more.
            left, large = live, big
            if k < 2:
                large = without(big, here)
                if k == 0:
                    left = without(live, here)
            onward = led_to(rows, left, v, empty)
            status, flip, r, m = reduced(rows, numbers, left, large, onward, empty)
            if status == 0:
                return WON
            if status == OPEN:
                rating = 0
                if switches & ORDER:
                    rating = rank(r, both(large, r), m, flip) << 1
                for amount in range(k, weight if k == 2 else k + 1):
                    put_weights(state, states, count, planes, r, empty, v, amount, empty)
                    put(states, count, planes, m)
                    marks[count] = rating | flip
                    count += 1
    return count if count else LOST


def rank(live: Any, big: Any, moves: Any, flip: int) -> int:
    """Which option to try first: one with few replies, small, and behind an odd number of forced moves."""
    return size(live) + size(big) + 2 * size(moves) + 4 * (1 - flip)
