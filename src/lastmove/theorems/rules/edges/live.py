"""The edges of positive weight of an Edge NimG board: nothing else matters."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.games.moves import SlideAlong
from lastmove.theorems.statement import MoveRange

if TYPE_CHECKING:
    from lastmove.games.edge_nimg import EdgeNimG

NONE = -1
"""No vertex, no edge."""


class LiveEdges:
    """The edges of positive weight and the components that they make; a loop is listed once at its vertex.

    Attributes
    ----------
    ways
        For each vertex the (edge, other end) pairs that the token can take.
    around
        The same without regard to the direction of arcs.
    """

    def __init__(self, board: EdgeNimG) -> None:
        graph = board.graph
        self.n = graph.n
        self.names = graph.vertices
        self.weights = board.weights
        self.tails, self.heads = graph.tails, graph.heads
        self.ways: list[list[tuple[int, int]]] = [[] for _ in range(graph.n)]
        self._doubled: dict[int, set[int]] = {}
        self.around = [[] for _ in range(graph.n)] if graph.directed else self.ways
        for edge, (u, v) in enumerate(watched(graph.ends())):
            if self.weights[edge]:
                self.ways[u].append((edge, v))
                if graph.directed:
                    self.around[u].append((edge, v))
                if u != v:
                    self.around[v].append((edge, u))

    def component(self, root: int) -> list[int]:
        """The vertices joined to a vertex, that one first, each after one that it is joined to."""
        seen, found = {root}, [root]
        for u in watched(found):
            for _, v in self.around[u]:
                if v not in seen:
                    seen.add(v)
                    found.append(v)
        return found

    def components(self) -> list[list[int]]:
        """All components, each vertex in one."""
        seen, found = bytearray(self.n), []
        for root in range(self.n):
            if not seen[root]:
                found.append(self.component(root))
                for u in found[-1]:
                    seen[u] = 1
        return found

    def edge_count(self, members: list[int]) -> int:
        """How many live edges a component has."""
        return sum(1 + (v == u) for u in members for _, v in self.around[u]) // 2

    def sides(self, members: list[int]) -> dict[int, int] | None:
        """A side, 0 or 1, for each vertex of a component, that of the first is 0; ``None`` if there is an odd cycle."""
        side = {members[0]: 0}
        for u in watched(members):
            for _, v in self.around[u]:
                if side.setdefault(v, 1 - side[u]) == side[u]:
                    return None
        return side

    def other_end(self, edge: int, u: int) -> int:
        """Where an edge leads from one of its ends."""
        return self.heads[edge] if self.tails[edge] == u else self.tails[edge]

    def named_edge(self, u: int, edge: int) -> int | None:
        """The number of an edge where a move along it from u has to name it."""
        if u not in self._doubled:
            ends = Counter(v for _, v in self.ways[u])
            self._doubled[u] = {v for v, times in ends.items() if times > 1}
        return edge if self.other_end(edge, u) in self._doubled[u] else None

    def move(self, u: int, edge: int, remaining: int) -> SlideAlong:
        """The move from u along an edge."""
        return SlideAlong(self.names[self.other_end(edge, u)], remaining, self.named_edge(u, edge))

    def moves(self, u: int, edge: int, least: int, most: int) -> MoveRange:
        """The moves from u along an edge that leave between ``least`` and ``most``."""
        to, named = self.names[self.other_end(edge, u)], self.named_edge(u, edge)
        return MoveRange(lambda k: SlideAlong(to, k, named), least, most)
