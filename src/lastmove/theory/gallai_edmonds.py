"""Evidence for matchings: a barrier, odd cycles and parents, from one sweep over a graph with a maximum matching.

Alternating trees are grown from the vertices left out. Vertices at even distance from their root are *outer*; an edge
between two outer pieces closes an odd cycle, and its pieces become one. At the end the vertices at odd distance that
are in no piece are the barrier, and the pieces are the odd components of the rest.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lastmove.certificates.matching import Matching

if TYPE_CHECKING:
    from collections.abc import Sequence

    Edge = tuple[int, int]

__all__ = ["Evidence"]

NONE = -1


class Evidence:
    """What proves a maximum matching of a graph maximum, and which vertices others leave out.

    Parameters
    ----------
    neighbours
        The neighbours of every vertex; loops are ignored.
    mate
        A maximum matching: the partner of every vertex, -1 for those left out.

    Notes
    -----
    Linear but for a union-find structure. Pieces are numbered: vertices first, then the cycles in order.
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], mate: Sequence[int]) -> None:
        n = len(neighbours)
        self.neighbours = neighbours
        self.mate = mate
        self.cycles: list[list[Edge]] = []
        self._members: list[list[int]] = []  # the pieces each cycle goes through
        self._above = [NONE] * n  # the piece that a piece was made part of
        self._leader = list(range(n))
        self._top = list(range(n))  # of a leader: the vertex of its piece that is nearest to the root
        self._piece = list(range(n))  # of a leader: its piece
        self._outer = [partner == NONE for partner in mate]
        self._entered_from = [NONE] * n  # of vertices at odd distance: the outer vertex they were reached from
        self._mark = [NONE] * n
        self._grow([u for u in range(n) if self._outer[u]])

    def _grow(self, queue: list[int]) -> None:
        for u in queue:
            for v in self.neighbours[u]:
                if v == u:
                    continue
                if self._outer[v]:
                    if self._find(u) != self._find(v):
                        queue += self._close(u, v)
                elif self._entered_from[v] == NONE:
                    self._entered_from[v] = u
                    self._outer[self.mate[v]] = True
                    queue.append(self.mate[v])

    def _find(self, u: int) -> int:
        leader = self._leader
        while leader[u] != u:
            leader[u] = u = leader[leader[u]]
        return u

    def _close(self, u: int, v: int) -> list[int]:
        """Make one piece of the odd cycle through the outer vertices u and v; return its new outer vertices."""
        meeting = self._meeting(u, v, len(self.cycles))
        down, up = self._way_up(u, meeting), self._way_up(v, meeting)
        cycle = [(y, x) for x, y in reversed(down)] + [(u, v), *up]
        leaders = [self._find(x) for x, _ in cycle]
        new = [y for y in (x for edges in (down, up) for x, _ in edges) if not self._outer[y]]
        piece = len(self._above)
        top = self._top[meeting]
        self._members.append([self._piece[leader] for leader in leaders])
        for leader in leaders:
            self._above[self._piece[leader]] = piece
            self._leader[leader] = meeting
        self._above.append(NONE)
        self._piece[meeting], self._top[meeting] = piece, top
        self.cycles.append(cycle)
        for w in new:
            self._outer[w] = True
        return new

    def _meeting(self, u: int, v: int, stamp: int) -> int:
        """The leader of the piece where the ways from u and v to the root meet; both are walked in turn."""
        here, other = self._find(u), self._find(v)
        while True:
            if here != NONE:
                if self._mark[here] == stamp:
                    return here
                self._mark[here] = stamp
                partner = self.mate[self._top[here]]
                here = NONE if partner == NONE else self._find(self._entered_from[partner])
            here, other = other, here
            assert here != NONE or other != NONE, "the matching is not maximum"

    def _way_up(self, u: int, meeting: int) -> list[Edge]:
        """The edges of the tree from the piece of u up to that of ``meeting``."""
        edges: list[Edge] = []
        here = self._find(u)
        while here != meeting:
            top = self._top[here]
            partner = self.mate[top]
            edges += [(top, partner), (partner, self._entered_from[partner])]
            here = self._find(self._entered_from[partner])
        return edges

    @cached_property
    def barrier(self) -> tuple[int, ...]:
        """The vertices at odd distance that are in no odd component."""
        reached = enumerate(self._entered_from)
        return tuple(u for u, came in reached if came != NONE and not self._outer[u])

    def left_out(self, u: int) -> bool:
        """Whether some maximum matching leaves out u."""
        return self._outer[u]

    def _pairs(self, mate: Sequence[int]) -> tuple[Edge, ...]:
        return tuple((u, v) for u, v in enumerate(mate) if u < v)

    def of_board(self) -> Matching:
        """The certificate that shows every vertex."""
        parents = tuple((a, self._entered_from[a]) for a in self.barrier)
        return Matching(self._pairs(self.mate), self.barrier, tuple(map(tuple, self.cycles)), parents)

    def of_start(self, u: int) -> Matching:
        """The certificate that shows one vertex: with a matching that leaves it out, if there is one."""
        mate = self.without(u) if self._outer[u] else self.mate
        return Matching(self._pairs(mate), self.barrier)

    def without(self, u: int) -> list[int]:
        """A maximum matching that leaves out the outer vertex u.

        Every odd component on the way from u to its root is matched anew, all but the vertex where the way leaves it.
        """
        mate = list(self.mate)
        target = u
        while True:
            leader = self._find(target)
            above = self.mate[self._top[leader]]
            self._rematch(mate, self._piece[leader], target)
            if above == NONE:
                break
            target = self._entered_from[above]
            mate[above] = target
        v = u
        while (above := self.mate[self._top[self._find(v)]]) != NONE:  # the other ends of the edges chosen on the way
            v = self._entered_from[above]
            mate[v] = above
        mate[u] = NONE
        return mate

    def _rematch(self, mate: list[int], piece: int, left: int) -> None:
        """Match all vertices of a piece but one: the pieces of a cycle in pairs, and each pair by its edge."""
        n = len(self.neighbours)
        tasks = [(piece, left)]
        for whole, vertex in tasks:
            inner = vertex
            while inner != whole:
                outer = self._above[inner]
                cycle, members = self.cycles[outer - n], self._members[outer - n]
                place = members.index(inner)
                for step in range(1, len(cycle), 2):
                    first, second = (place + step) % len(cycle), (place + step + 1) % len(cycle)
                    x, y = cycle[first]
                    mate[x], mate[y] = y, x
                    tasks += [(members[first], x), (members[second], y)]
                inner = outer
