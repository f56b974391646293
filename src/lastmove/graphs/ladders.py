"""Named graphs that grow by columns: ladders, prisms, antiprisms, caterpillars and combs, numbered row by row."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from lastmove.graphs.graph import Graph
from lastmove.graphs.parameters import check_size, integer

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["antiprism", "caterpillar", "comb", "ladder", "prism"]


def ladder(n: int) -> Graph:
    """The ladder with n >= 1 rungs: the paths 0 - ... - n-1 and n - ... - 2n-1, and the rungs i - n+i.

    >>> list(ladder(2).edges)
    [(0, 2), (1, 3), (0, 1), (2, 3)]
    """
    n = integer("n", n, 1)
    check_size("n", 2 * n, 3 * n)
    sides = ((row + i, row + i + 1) for i in range(n - 1) for row in (0, n))
    return Graph.numbered(2 * n, chain(((i, n + i) for i in range(n)), sides))


def prism(n: int) -> Graph:
    """The prism over a cycle of n >= 3 vertices: 0 - ... - n-1 - 0, n - ... - 2n-1 - n, and i - n+i."""
    n = integer("n", n, 3)
    check_size("n", 2 * n, 3 * n)
    return Graph.numbered(2 * n, _two_cycles(n))


def antiprism(n: int) -> Graph:
    """The antiprism over a cycle of n >= 3 vertices: the prism, and n+i is joined to i+1 (mod n) too."""
    n = integer("n", n, 3)
    check_size("n", 2 * n, 4 * n)
    return Graph.numbered(2 * n, chain(_two_cycles(n), ((n + i, (i + 1) % n) for i in range(n))))


def _two_cycles(n: int) -> Iterator[tuple[int, int]]:
    cycles = ((row + i, row + (i + 1) % n) for row in (0, n) for i in range(n))
    return chain(cycles, ((i, n + i) for i in range(n)))


def caterpillar(n: int, legs: int) -> Graph:
    """The caterpillar: a spine 0 - 1 - ... - n-1, and ``legs`` leaves n + legs i, ... on each vertex i of it.

    >>> caterpillar(2, 2).neighbours[1]
    (0, 4, 5)
    """
    n, legs = integer("n", n, 1), integer("legs", legs, 0)
    check_size("n", n * (legs + 1), n * (legs + 1))
    spine = ((i, i + 1) for i in range(n - 1))
    return Graph.numbered(n * (legs + 1), chain(spine, ((i, n + legs * i + k) for i in range(n) for k in range(legs))))


def comb(n: int) -> Graph:
    """The comb: a path 0 - 1 - ... - n-1 with a tooth n+i on each vertex i."""
    return caterpillar(n, 1)
