"""Vertex Geography piece by piece: a graph is searched in its blocks, which play crosses only once.

Once the token has left a strong component, or a block through the vertex that holds it to the rest, it cannot come
back. So whether a move out of a block wins does not depend on what happened in the block, and is worked out once. A
vertex with a winning move out of the block wins for whoever comes to it: nobody goes there. One with losing moves out
only is a vertex at which to be stuck is to lose. What is left of the block is searched by itself, so a large graph made
of small blocks costs no more than its blocks do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.graphs.blocks import blocks
from lastmove.graphs.components import strong_components
from lastmove.search.fast import vertex_geography as rules
from lastmove.search.fast.board import BitBoard
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.recipes import work_out
from lastmove.search.fast.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph

__all__ = ["VertexGeographySearch"]


class _Into(NamedTuple):
    """The question whether the token, on a vertex, has a winning move into a block; or (block -1) any winning move."""

    vertex: int
    block: int


_ANYWHERE = -1


class VertexGeographySearch:
    """Who wins Vertex Geography from any vertex of a graph, also after moves have been made on it.

    Parameters
    ----------
    graph
        The graph at the beginning.
    misere
        The convention.
    meter
        Counts positions and stops the search when a limit is spent; it may be replaced.
    settings
        How to search.
    options
        Which parts of the rules are switched on; those that pay by default.
    """

    def __init__(
        self,
        graph: Graph,
        misere: bool,
        meter: Meter,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        options: int | None = None,
    ) -> None:
        self.graph = graph
        self.misere = misere
        self.meter = meter
        self.settings = settings
        self.options = options if options is not None else rules.ALL if not graph.directed else rules.ALL & ~rules.PARTS
        self.onward = [[v for v in found if v != u] for u, found in enumerate(graph.neighbours)]
        component = [0] * graph.n
        for number, members in enumerate(strong_components(self.onward)):
            for v in members:
                component[v] = number
        inside: list[set[int]] = [set() for _ in range(graph.n)]
        self.exits: list[list[int]] = [[] for _ in range(graph.n)]
        for u, found in enumerate(self.onward):
            for v in found:
                if component[u] == component[v]:
                    inside[u].add(v)
                    inside[v].add(u)
                else:
                    self.exits[u].append(v)
        self.blocks = blocks([sorted(found) for found in inside])
        self.blocks_of: list[list[int]] = [[] for _ in range(graph.n)]
        for number, members in enumerate(self.blocks):
            members.sort()
            for v in members:
                self.blocks_of[v].append(number)
        self._searches: dict[int, BitSearch] = {}
        self._known: dict[_Into, bool] = {}
        self._others: dict[int, VertexGeographySearch] = {}

    def wins(self, vertex: int, live: int | None = None) -> bool:
        """Whether the player to move wins with the token on a vertex; ``live``: the vertices that are left, as bits."""
        if live is not None and not self._is_fresh(vertex, live):
            return self._other(live).wins(_place(live, vertex))
        return work_out(self._token(vertex, live), self._recipe, self._known)

    def _recipe(self, asked: _Into) -> Generator[_Into, bool, bool]:
        if asked.block == _ANYWHERE:
            return self._token(asked.vertex, None)
        return self._into(asked.vertex, asked.block, None)

    def _token(self, u: int, live: int | None) -> Generator[_Into, bool, bool]:
        """Whether the token on u has a winning move, or wins by having none."""
        if not any(live is None or live >> v & 1 for v in self.onward[u]):
            return self.misere
        for v in self.exits[u]:
            if (live is None or live >> v & 1) and not (yield _Into(v, _ANYWHERE)):
                return True
        for block in self.blocks_of[u]:
            if live is None:
                if (yield _Into(u, block)):
                    return True
            elif (yield from self._into(u, block, live)):
                return True
        return False

    def _into(self, x: int, block: int, live: int | None) -> Generator[_Into, bool, bool]:
        """Whether the token on x has a winning move into a block."""
        members = self.blocks[block]
        search = self._search(block)
        rows = search.board.rows
        left = lost = bad = 0
        for place, y in enumerate(members):
            if y == x or (live is not None and not live >> y & 1):
                continue
            wins_elsewhere, leads_elsewhere = False, False
            for v in self.exits[y]:
                leads_elsewhere = True
                wins_elsewhere = wins_elsewhere or not (yield _Into(v, _ANYWHERE))
            for other in self.blocks_of[y]:
                if other != block and not wins_elsewhere:
                    leads_elsewhere = True
                    wins_elsewhere = yield _Into(y, other)
            if wins_elsewhere:
                bad |= rows[rules.INTO][place]
            else:
                left |= 1 << place
                lost |= leads_elsewhere << place
        lost = (lost | bad) & left if self.misere else left
        moves = rows[rules.OUT][members.index(x)] & left
        status, flip, r, m, t = rules.reduced(rows, self.options, left, moves, lost, 1, left, 0)
        if status == rules.OPEN:
            status = search.wins((r, m, t) if self.misere else (r, m), self.meter) ^ flip
        return bool(status)

    def _search(self, block: int) -> BitSearch:
        if block not in self._searches:
            members = self.blocks[block]
            inner = {v: place for place, v in enumerate(members)}
            out = [sum(1 << inner[w] for w in self.onward[v] if w in inner) for v in members]
            self._searches[block] = BitSearch(vertex_board(out, self.misere, self.options), self.settings)
        return self._searches[block]

    def _is_fresh(self, u: int, live: int) -> bool:
        """Whether everything the token can reach, but for its own blocks, is as it was at the beginning.

        That is so in every play; only a token that was put elsewhere in the middle of one can find otherwise.
        """
        if live.bit_count() == self.graph.n:
            return True
        own = set(self.blocks_of[u])
        seen, stack = {u}, [u]
        while stack:
            q = stack.pop()
            for v in self.onward[q]:
                if live >> v & 1:
                    if v not in seen:
                        seen.add(v)
                        stack.append(v)
                elif q != u and not own & set(self.blocks_of[q]) & set(self.blocks_of[v]):
                    return False
        return True

    def _other(self, live: int) -> VertexGeographySearch:
        """A search of its own for a graph in another state."""
        if live not in self._others:
            left = self.graph.induced(live)
            self._others[live] = VertexGeographySearch(left, self.misere, self.meter, self.settings, self.options)
        self._others[live].meter = self.meter
        return self._others[live]


def vertex_board(out: Sequence[int], misere: bool, options: int) -> BitBoard:
    """A board for the rules, from the out-neighbours of each vertex as bits."""
    into = [0] * len(out)
    for v, found in enumerate(out):
        while found:
            w = (found & -found).bit_length() - 1
            found &= found - 1
            into[w] |= 1 << v
    around = [a | b for a, b in zip(out, into, strict=True)]
    width = max(3, *(found.bit_count() for found in out))
    numbers = [width, int(misere), options, len(out), 0, 0, 0, 0, *([0] * (3 * len(out)))]
    return BitBoard("vertex_geography", len(out), 3 if misere else 2, [list(out), into, around], numbers)


def _place(live: int, vertex: int) -> int:
    """The number of a vertex when only the live ones are numbered."""
    return (live & ((1 << vertex) - 1)).bit_count()
