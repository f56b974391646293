"""Undirected Vertex Geography inside sums, normal play: a matching says at once whether a value is 0.

With degrees up to 3 that makes every value polynomial: see docs/background/sums.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.limits import watched
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.backend import listed
from lastmove.graphs.csr import rows_of
from lastmove.graphs.matching.forest import INNER
from lastmove.graphs.matching.matching import MatchingSolver
from lastmove.sums import SMALL_BOARD
from lastmove.sums.geography_check import LostBoard

if TYPE_CHECKING:
    from lastmove.graphs.graph import Graph


def is_matched(position: Any) -> bool:
    """Whether a matching is asked for the value of a position; small boards are searched as quickly."""
    return type(position) is VertexGeography and position.board.n >= SMALL_BOARD and not position.board.directed


class LostStarts:
    """The starts of value 0 on a board, whatever vertices are left of it.

    One maximum matching is kept. Play takes away vertices one by one, so that of the next question is nearly the same:
    vertices that lose their mates or come back are added one at a time, and each can begin one augmenting path.
    """

    def __init__(self, board: Graph) -> None:
        self._near = board.neighbours
        self._mate = list(listed(MatchingSolver(rows_of(board)).mate))
        self._there = bytearray(b"\1") * board.n
        self._live = (1 << board.n) - 1

    def has(self, position: VertexGeography) -> bool:
        """Whether the value is 0: whether some maximum matching leaves out the token's vertex."""
        live, at = position.key()
        if live != self._live:
            self._match(live)
        mate = self._mate[at]
        if mate < 0:
            return True
        self._there[at] = 0
        self._mate[mate] = -1
        found = self._search(mate) is not None
        self._there[at] = 1
        self._mate[mate] = at
        return found

    def _match(self, live: int) -> None:
        """Change the matching to one of these vertices."""
        single: list[int] = []
        for v in _bits(self._live & ~live):
            self._there[v] = 0
            mate, self._mate[v] = self._mate[v], -1
            if mate >= 0:
                self._mate[mate] = -1
                single.append(mate)
        single = [v for v in single if live >> v & 1] + _bits(live & ~self._live)
        for v in single:
            self._there[v] = 0
        for v in watched(single, 1):
            self._there[v] = 1
            found = self._search(v)
            if found is not None:
                self._augment(*found)
        self._live = live

    def _augment(self, v: int, before: dict[int, int]) -> None:
        """Change the edges of a path that ends in v."""
        mate = self._mate
        while v >= 0:
            u = before[v]
            mate[v], mate[u], v = u, v, mate[u]

    def _search(self, root: int) -> tuple[int, dict[int, int]] | None:
        """The end of an augmenting path from a vertex without a mate, and the way back; ``None`` if there is none.

        Edmonds: vertices at an even distance are outer; an odd cycle makes one of the vertices on it, all outer.
        """
        mate, near, there = self._mate, self._near, self._there
        before: dict[int, int] = {}
        base = {root: root}
        outer = [root]

        def find(v: int) -> int:
            while base[v] != v:
                base[v] = v = base[base[v]]
            return v

        def meet(u: int, v: int) -> int:
            """The base that the ways back from two outer vertices have in common first."""
            seen = set()
            while mate[u := find(u)] >= 0:
                seen.add(u)
                u = before[mate[u]]
            while (v := find(v)) not in seen and mate[v] >= 0:
                v = before[mate[v]]
            return v

        def absorb(v: int, child: int, top: int) -> None:
            """Make outer what lies on the way back from v to the base; from there it can be left towards child."""
            way = []
            while find(v) != top:
                before[v], child = child, mate[v]
                way += [v, child]
                v = before[child]
            for v in way:
                if v not in base:
                    base[v] = v
                    outer.append(v)
                base[find(v)] = top

        for u in outer:
            for v in near[u]:
                if not there[v] or v == u:
                    continue
                if v in base:
                    if find(u) != find(v):
                        top = meet(u, v)
                        absorb(u, v, top)
                        absorb(v, u, top)
                elif v not in before:
                    before[v] = u
                    if mate[v] < 0:
                        return v, before
                    base[mate[v]] = mate[v]
                    outer.append(mate[v])
        return None


def _bits(number: int) -> list[int]:
    """The places of the ones, ascending."""
    return [place for place, digit in enumerate(f"{number:b}"[::-1]) if digit == "1"] if number else []


def lost_board(component: int, position: VertexGeography) -> LostBoard:
    """The evidence that a component has the value 0: a matching without the token, and a barrier."""
    graph = position.graph
    solver = MatchingSolver(rows_of(graph))
    mate = listed(solver.leaving_out(graph.index(position.start)))
    barrier = (u for u, kind in enumerate(listed(solver.kinds)) if kind == INNER)
    return LostBoard(component, tuple((u, v) for u, v in enumerate(mate) if u < v), tuple(barrier))
