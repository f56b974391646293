"""The checks of labels that each can be seen from the neighbours: one look at every edge.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them as they stand, and compiles the same text for large
boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

__all__ = ["count_ones", "look_around", "wrong_label"]

NONE = -1
MUST_WIN, MUST_LOSE, BY_NEIGHBOURS = 0, 1, 2


def look_around(
    tails: Sequence[int],
    heads: Sequence[int],
    light: Sequence[int],
    joined: MutableSequence[int],
    beside: MutableSequence[int],
) -> None:
    """Mark the vertices that an edge or a loop ends at, and those with a light neighbour."""
    for edge in range(len(tails)):
        look()
        u, v = tails[edge], heads[edge]
        joined[u] = 1
        joined[v] = 1
        if light[u]:
            beside[v] = 1
        if light[v]:
            beside[u] = 1


def wrong_label(
    tails: Sequence[int],
    heads: Sequence[int],
    weight: Sequence[int],
    rule: Sequence[int],
    loses: Sequence[int],
    good: MutableSequence[int],
) -> int:
    """A vertex whose label is wrong, NONE if there is none. ``good`` is all 0.

    Each vertex must win, or must lose, or loses unless it has a lighter neighbour that loses.
    """
    for edge in range(len(tails)):
        look()
        u, v = tails[edge], heads[edge]
        if loses[v] and weight[v] < weight[u]:
            good[u] = 1
        if loses[u] and weight[u] < weight[v]:
            good[v] = 1
    for u in range(len(loses)):
        look()
        right = rule[u]
        if right == BY_NEIGHBOURS:
            right = MUST_WIN if good[u] else MUST_LOSE
        if loses[u] != right:
            return u
    return NONE


def count_ones(
    tails: Sequence[int],
    heads: Sequence[int],
    light: Sequence[int],
    leader: MutableSequence[int],
    size: MutableSequence[int],
) -> None:
    """For each light vertex the size of its component among these; ``size`` is all 0 and stays so for the others."""
    for edge in range(len(tails)):
        look()
        if light[tails[edge]] and light[heads[edge]]:
            one, two = find(leader, tails[edge]), find(leader, heads[edge])
            leader[one] = two
    for u in range(len(size)):
        look()
        if light[u]:
            size[find(leader, u)] += 1
    for u in range(len(size)):
        if light[u]:
            size[u] = size[find(leader, u)]


def find(leader: MutableSequence[int], u: int) -> int:
    """The leader of the component of u; the way to it is halved."""
    while leader[u] != u:
        leader[u] = leader[leader[u]]
        u = leader[u]
    return u
