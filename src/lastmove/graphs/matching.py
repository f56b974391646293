"""Maximum matchings of general graphs, and the vertices that some maximum matching leaves out.

Edmonds' algorithm in its plain form: alternating trees grown breadth first, odd cycles (blossoms) shrunk by giving
their vertices a common base.

References
----------
J. Edmonds, *Paths, trees, and flowers*, Canadian J. Math. 17 (1965); T. Gallai (1963, 1964) and Edmonds for the
decomposition.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["inessential", "maximum_matching"]

NONE = -1


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """The mate of each vertex in a maximum matching, -1 for the vertices left out.

    Parameters
    ----------
    neighbours
        The neighbours of each vertex of an undirected graph; loops are ignored.

    Examples
    --------
    >>> maximum_matching([[1], [0, 2], [1, 3], [2]])
    [1, 0, 3, 2]

    Notes
    -----
    Cost O(n m) in practice; a vertex from which no augmenting path was found takes its whole tree out of all later
    searches.
    """
    mate = [NONE] * len(neighbours)
    for u, around in enumerate(neighbours):
        if mate[u] == NONE:
            for v in around:
                if v != u and mate[v] == NONE:
                    mate[u], mate[v] = v, u
                    break
    forest = _Forest(neighbours, mate)
    for root in range(len(neighbours)):
        if mate[root] == NONE:
            end = forest.grow([root])
            if end != NONE:
                forest.augment(end)
                forest.clear()
            else:
                forest.retire()
    return mate


def inessential(neighbours: Sequence[Sequence[int]], mate: list[int]) -> list[bool]:
    """For each vertex whether some maximum matching leaves it out: the set D of Gallai and Edmonds.

    Parameters
    ----------
    neighbours
        The graph.
    mate
        A maximum matching of it, from :func:`maximum_matching`.

    Examples
    --------
    >>> path = [[1], [0, 2], [1]]
    >>> inessential(path, maximum_matching(path))
    [True, False, True]

    Notes
    -----
    They are the vertices at even distance from an exposed vertex along an alternating path: one forest, grown from
    all exposed vertices at once.
    """
    forest = _Forest(neighbours, mate)
    end = forest.grow([v for v, other in enumerate(mate) if other == NONE])
    assert end == NONE, "the matching is not maximum"
    return forest.outer


class _Forest:
    """Alternating trees from exposed roots. Outer vertices are at even distance from their root.

    ``base`` is a union-find structure whose representatives are the bases of the shrunk odd cycles; a vertex in none
    is its own base. What a search touched is noted, so that the next one costs nothing for the rest of the graph.
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], mate: list[int]) -> None:
        n = len(neighbours)
        self.neighbours = neighbours
        self.mate = mate
        self.finished = [False] * n
        self.parent = [NONE] * n  # of inner vertices, and of outer ones inside shrunk cycles
        self.base = list(range(n))
        self.outer = [False] * n
        self.queue: deque[int] = deque()
        self.touched: list[int] = []

    def grow(self, roots: Sequence[int]) -> int:
        """Grow trees until an exposed vertex outside is met (it is returned) or nothing is left (-1)."""
        for root in roots:
            self._make_outer(root)
        mate, parent, outer, finished, find = self.mate, self.parent, self.outer, self.finished, self._find
        while self.queue:
            u = self.queue.popleft()
            for v in self.neighbours[u]:
                if finished[v] or mate[u] == v:
                    continue
                if outer[v]:
                    if find(u) != find(v):
                        self._shrink(u, v)
                elif parent[v] == NONE:
                    parent[v] = u
                    self.touched.append(v)
                    if mate[v] == NONE:
                        return v
                    self._make_outer(mate[v])
        return NONE

    def augment(self, end: int) -> None:
        """Swap matched and unmatched edges along the path from a root to ``end``."""
        v = end
        while v != NONE:
            u = self.parent[v]
            following = self.mate[u]
            self.mate[v], self.mate[u] = u, v
            v = following

    def clear(self) -> None:
        """Forget the trees."""
        for v in self.touched:
            self.parent[v] = NONE
            self.base[v] = v
            self.outer[v] = False
        self.touched.clear()
        self.queue.clear()

    def retire(self) -> None:
        """Forget the trees and their vertices: no augmenting path will ever pass there."""
        for v in self.touched:
            self.finished[v] = True
        self.clear()

    def _find(self, v: int) -> int:
        base = self.base
        while base[v] != v:
            base[v] = base[base[v]]
            v = base[v]
        return v

    def _make_outer(self, v: int) -> None:
        if not self.outer[v]:
            self.outer[v] = True
            self.queue.append(v)
            self.touched.append(v)

    def _shrink(self, u: int, v: int) -> None:
        """Two outer vertices of one tree are adjacent: everything on the odd cycle becomes outer."""
        root = self._common_base(u, v)
        inside: dict[int, None] = {}
        self._mark(u, root, v, inside)
        self._mark(v, root, u, inside)
        for w in inside:
            self.base[w] = root
            self._make_outer(w)

    def _common_base(self, u: int, v: int) -> int:
        """Where the ways of two outer vertices to their root meet; both are climbed in turn."""
        seen: set[int] = set()
        u, v = self._find(u), self._find(v)
        while True:
            if u != NONE:
                if u in seen:
                    return u
                seen.add(u)
                u = self._above(u)
            u, v = v, u

    def _above(self, base: int) -> int:
        """The base of the next outer vertex towards the root; -1 at the root."""
        partner = self.mate[base]
        return NONE if partner == NONE else self._find(self.parent[partner])

    def _mark(self, v: int, root: int, child: int, inside: dict[int, None]) -> None:
        """Note the bases on the way from v to ``root``, and how to walk it the other way round."""
        while self._find(v) != root:
            partner = self.mate[v]
            inside[self._find(v)] = inside[self._find(partner)] = None
            self.parent[v] = child
            child = partner
            v = self.parent[child]
