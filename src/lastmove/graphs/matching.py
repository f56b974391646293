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
    from collections.abc import Iterable, Sequence

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
    finished = [False] * len(neighbours)
    for root in range(len(neighbours)):
        if mate[root] == NONE:
            forest = _Forest(neighbours, mate, [root], finished)
            end = forest.grow()
            if end != NONE:
                forest.augment(end)
            else:
                for v in forest.touched:
                    finished[v] = True
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
    exposed = [v for v, other in enumerate(mate) if other == NONE]
    forest = _Forest(neighbours, mate, exposed, [False] * len(neighbours))
    end = forest.grow()
    assert end == NONE, "the matching is not maximum"
    return forest.outer


class _Forest:
    """Alternating trees from some exposed roots. Outer vertices are at even distance from their root."""

    def __init__(
        self, neighbours: Sequence[Sequence[int]], mate: list[int], roots: Iterable[int], finished: list[bool]
    ) -> None:
        n = len(neighbours)
        self.neighbours = neighbours
        self.mate = mate
        self.finished = finished
        self.parent = [NONE] * n  # of inner vertices, and of outer ones inside blossoms
        self.base = list(range(n))
        self.outer = [False] * n
        self.queue = deque(roots)
        for root in self.queue:
            self.outer[root] = True
        self.touched = list(self.queue)

    def grow(self) -> int:
        """Grow until an exposed vertex is met (it is returned) or nothing is left (-1)."""
        mate, base, finished, roots = self.mate, self.base, self.finished, set(self.queue)
        while self.queue:
            u = self.queue.popleft()
            for v in self.neighbours[u]:
                if finished[v] or base[u] == base[v] or mate[u] == v:
                    continue
                if self.outer[v]:
                    self._shrink(u, v)
                elif self.parent[v] == NONE:
                    self.parent[v] = u
                    self.touched.append(v)
                    if mate[v] == NONE and v not in roots:
                        return v
                    self._make_outer(mate[v])
                    self.touched.append(mate[v])
        return NONE

    def augment(self, end: int) -> None:
        """Swap matched and unmatched edges along the path from a root to ``end``."""
        v = end
        while v != NONE:
            u = self.parent[v]
            following = self.mate[u]
            self.mate[v], self.mate[u] = u, v
            v = following

    def _make_outer(self, v: int) -> None:
        if not self.outer[v]:
            self.outer[v] = True
            self.queue.append(v)

    def _shrink(self, u: int, v: int) -> None:
        """Two outer vertices of one tree are adjacent: everything on the odd cycle becomes outer."""
        root = self._common_base(u, v)
        inside: set[int] = set()
        self._mark(u, root, v, inside)
        self._mark(v, root, u, inside)
        for w in range(len(self.base)):
            if self.base[w] in inside:
                self.base[w] = root
                self._make_outer(w)

    def _common_base(self, u: int, v: int) -> int:
        seen = set()
        while True:
            u = self.base[u]
            seen.add(u)
            if self.mate[u] == NONE:
                break
            u = self.parent[self.mate[u]]
        while self.base[v] not in seen:
            v = self.parent[self.mate[self.base[v]]]
        return self.base[v]

    def _mark(self, v: int, root: int, child: int, inside: set[int]) -> None:
        while self.base[v] != root:
            inside |= {self.base[v], self.base[self.mate[v]]}
            self.parent[v] = child
            child = self.mate[v]
            v = self.parent[child]
