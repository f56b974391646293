"""Edge Geography piece by piece: a graph is searched in its parts, between which play crosses only once.

The parts of a graph are what is left of it without its bridges, those of a digraph its strong components. Once the
token has crossed a bridge, or left a strong component, it cannot come back. So a move out of a part wins or loses
whatever happened inside, and is worked out once. From a vertex with a winning move out the player to move wins, so a
sane player does not move there. A player on a vertex whose moves out all lose, and who has no other move left, loses.
With that the part is searched by itself; a large graph made of small parts costs no more than its parts do.

In normal play two moves that undo each other can be forgotten: two edges with the same ends, two loops of a vertex, or
arcs a -> b and b -> a. The player who wins without them need not use them, and answers one with the
other; then the opponent is where he was.

Boards of Edge Geography with their chains made short; see :mod:`lastmove.search.fast.simplifications.chains`.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lastmove.graphs.components import bridges, strong_components
from lastmove.search.fast.board import INTO, OPEN, OUT, check_width
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.rules import edge_geography as rules
from lastmove.search.fast.rules.edge_board import edge_board, state_on, tails, unpacked, without_pairs
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.simplifications.chains import ChainSearch, chains_of
from lastmove.search.trampoline import work_out

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph
    from lastmove.search.fast.board import BitBoard, State


class EdgePlan(NamedTuple):
    """How to make the chains of a board short."""

    vertices: list[int]
    """The vertices that stay, in the order in which the short board numbers them."""
    inside: int
    """Those of them that lie inside a chain, as bits of the short board."""
    ends: list[tuple[int, int]]
    """The ends of each edge of the short board."""
    edges: list[int]
    """What each edge of the short board stands for, as bits of the board: itself, or a whole chain."""


def plan_for(n: int, ends: Sequence[tuple[int, int]], directed: bool) -> EdgePlan | None:
    """How to make chains of three edges and more short; None if there are none."""
    incidence: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    balance = [0] * n
    for edge, (a, b) in enumerate(ends):
        incidence[a].append((edge, b))
        incidence[b].append((edge, a))
        balance[a] += 1
        balance[b] -= 1
    is_inner = [
        len(found) == 2 and found[0][0] != found[1][0] and not (directed and balance[v])
        for v, found in enumerate(incidence)
    ]
    long = [chain for chain in chains_of(incidence, is_inner) if len(chain.edges) > 2]
    if not long:
        return None
    gone, taken, middles = set[int](), set[int](), set[int]()
    made: list[tuple[int, tuple[int, int]]] = []
    for path, edges in long:
        whole = sum(1 << edge for edge in edges)
        if ends[edges[0]][0] != path[0]:
            path.reverse()  # the arcs of a digraph lead the other way
        gone.update(path[1:-1])
        taken.update(edges)
        stops = [path[0], path[-1]]
        if len(edges) % 2 == 0:
            stops.insert(1, path[1])
            middles.add(path[1])
        made += [(whole, pair) for pair in pairwise(stops)]
    vertices = [v for v in range(n) if v not in gone or v in middles]
    place = {v: number for number, v in enumerate(vertices)}
    made += [(1 << edge, pair) for edge, pair in enumerate(ends) if edge not in taken]
    return EdgePlan(
        vertices,
        sum(1 << place[v] for v in middles),
        [(place[a], place[b]) for _, (a, b) in made],
        [stands_for for stands_for, _ in made],
    )


class EdgeChainSearch(ChainSearch):
    """Searches the states of a board on the one that a plan makes of it."""

    def __init__(self, board: BitBoard, settings: Settings, short: BitSearch, plan: EdgePlan) -> None:
        super().__init__(board, settings, short)
        self.plan = plan

    def carried(self, state: State) -> tuple[int, int, State] | None:
        left, u = unpacked(self.board.rows, self.board.numbers, state[0], 0)
        kept = 0
        for number, stands_for in enumerate(self.plan.edges):
            here = left & stands_for
            if here == stands_for:
                kept |= 1 << number
            elif here:
                return None
        at = self._numbered(1 << u) & ~self.plan.inside
        if not at:
            return None
        board, numbers = self.short.board, self.short.kernel.numbers
        if board.fields == 1:
            kept = without_pairs(numbers, kept)
        lost = self._numbered(state[1]) if board.fields == 2 else 0
        everywhere = (1 << len(self.plan.vertices)) - 1
        status, flip, kept, at, lost = rules.reduced(
            board.rows, numbers, kept, at, lost & ~self.plan.inside, everywhere, 0
        )
        return status, flip, state_on(board, kept, at, lost)

    def _numbered(self, chosen: int) -> int:
        """A set of vertices of the board in the numbers of the short one."""
        return sum((chosen >> v & 1) << number for number, v in enumerate(self.plan.vertices))


class _At(NamedTuple):
    """The question whether the player to move wins with the token on a vertex, to which it came from another part."""

    vertex: int
    by: int


_NO_EDGE = -1


class EdgeGeographySearch:
    """Who wins Edge Geography from any vertex of a graph, also after moves have been made on it.

    Parameters
    ----------
    graph
        The graph at the beginning.
    misere
        The convention.
    meter
        Counts positions and stops the search when a limit is spent; each question may have its own.
    settings
        How to search.
    switches
        Which parts of the rules are switched on; those that pay by default.
    """

    def __init__(
        self,
        graph: Graph,
        misere: bool,
        meter: Meter,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        switches: int | None = None,
    ) -> None:
        self.graph = graph
        self.misere = misere
        self.meter = meter
        self.settings = settings
        self.switches = rules.USUAL if switches is None else switches
        self.ends = list(graph.ends())
        self.part_of, self.parts, self.edges_of, self.exits = _parts(graph, self.ends)
        self._place = {v: place for members in self.parts for place, v in enumerate(members)}
        self._searches: dict[int, BitSearch] = {}
        self._known: dict[_At, bool] = {}
        self._others: dict[int, EdgeGeographySearch] = {}

    @property
    def searches(self) -> list[BitSearch]:
        """The searches of parts made so far."""
        return list(self._searches.values())

    def wins(self, vertex: int, live: int | None = None, meter: Meter | None = None) -> bool:
        """Whether the player to move wins with the token on a vertex; ``live``: the edges that are left, as bits."""
        meter = meter or self.meter
        if live is not None and live.bit_count() == self.graph.m:
            live = None
        if live is not None and not self._is_fresh(vertex, live):
            return self._other(live).wins(vertex, meter=meter)
        return work_out(self._token(vertex, _NO_EDGE, live, meter), partial(self._recipe, meter=meter), self._known)

    def _recipe(self, asked: _At, meter: Meter) -> Generator[_At, bool, bool]:
        return self._token(asked.vertex, asked.by, None, meter)

    def _token(self, u: int, by: int, live: int | None, meter: Meter) -> Generator[_At, bool, bool]:
        """Whether the player to move wins with the token on u, where it came by an edge from another part."""
        leads_elsewhere = False
        for edge, v in self.exits[u]:
            if edge != by and (live is None or live >> edge & 1):
                leads_elsewhere = True
                if not (yield _At(v, edge)):
                    return True
        part = self.part_of[u]
        edges = self.edges_of[part]
        left = sum(1 << place for place, edge in enumerate(edges) if live is None or live >> edge & 1)
        if not left:
            return self.misere and not leads_elsewhere
        search = self._search(part, meter)
        rows, numbers = search.board.rows, search.kernel.numbers
        lost = int(leads_elsewhere) << self._place[u]
        members = self.parts[part]
        for place, y in enumerate(members):
            if y == u:
                continue
            for edge, v in self.exits[y]:
                if live is None or live >> edge & 1:
                    lost |= 1 << place
                    if not (yield _At(v, edge)):
                        into = rows[INTO][place]
                        lost |= tails(numbers, into & left, place, 0)
                        left &= ~(into | rows[OUT][place])
                        break
        if not self.misere:
            left = without_pairs(numbers, left)
        everywhere = (1 << len(members)) - 1
        status, flip, e, t, s = rules.reduced(rows, numbers, left, 1 << self._place[u], lost, everywhere, 0)
        if status == OPEN:
            status = search.wins(state_on(search.board, e, t, s), meter) ^ flip
        return bool(status)

    def _search(self, part: int, meter: Meter) -> BitSearch:
        if part not in self._searches:
            check_width(max(len(self.parts[part]), len(self.edges_of[part])), meter)
            ends = [(self._place[a], self._place[b]) for a, b in (self.ends[e] for e in self.edges_of[part])]
            n, directed = len(self.parts[part]), self.graph.directed
            board = edge_board(n, ends, directed, self.misere, self.switches)
            plan = plan_for(n, ends, directed) if self.switches & rules.CHAINS else None
            if plan is None:
                self._searches[part] = BitSearch(board, self.settings)
            else:
                made = edge_board(len(plan.vertices), plan.ends, directed, self.misere, self.switches)
                short = BitSearch(made, self.settings)
                self._searches[part] = EdgeChainSearch(board, self.settings, short, plan)
        return self._searches[part]

    def _is_fresh(self, u: int, live: int) -> bool:
        """Whether everything the token can reach, but for its own part, is as it was at the beginning.

        That is so in every play; only a token that was put elsewhere in the middle of one can find otherwise.
        """
        own = self.part_of[u]
        gone = ~live & ((1 << self.graph.m) - 1)
        while gone:
            a, b = self.ends[(gone & -gone).bit_length() - 1]
            if own not in (self.part_of[a], self.part_of[b]):
                break
            gone &= gone - 1
        if not gone:  # all edges that were used are in the token's part or lead into or out of it
            return True
        incidence = self.graph.incidence
        seen, stack = {u}, [(u, _NO_EDGE)]
        while stack:
            q, by = stack.pop()
            for edge, v in incidence[q]:
                if live >> edge & 1:
                    if v not in seen:
                        seen.add(v)
                        stack.append((v, edge))
                elif edge != by and self.part_of[q] != own:
                    return False
        return True

    def _other(self, live: int) -> EdgeGeographySearch:
        """A search of its own for a graph in another state."""
        if live not in self._others:
            self._others[live] = EdgeGeographySearch(
                self.graph.with_edges(live), self.misere, self.meter, self.settings, self.switches
            )
        return self._others[live]


def _parts(
    graph: Graph, ends: Sequence[tuple[int, int]]
) -> tuple[list[int], list[list[int]], list[list[int]], list[list[tuple[int, int]]]]:
    """The part of each vertex; the vertices and the edges of each part; of each vertex the edges that leave its part.

    The edges that leave a vertex's part come with their other ends.
    """
    cut = set() if graph.directed else bridges(graph.incidence)
    inner = [[v for edge, v in found if edge not in cut] for found in graph.incidence]
    parts = strong_components(inner)
    part_of = [0] * graph.n
    for number, members in enumerate(parts):
        members.sort()
        for v in members:
            part_of[v] = number
    edges_of: list[list[int]] = [[] for _ in parts]
    for edge, (a, b) in enumerate(ends):
        if part_of[a] == part_of[b]:
            edges_of[part_of[a]].append(edge)
    exits = [[(edge, w) for edge, w in graph.incidence[v] if part_of[w] != part_of[v]] for v in range(graph.n)]
    return part_of, parts, edges_of, exits
