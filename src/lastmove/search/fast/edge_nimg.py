"""Edge NimG, searched from any vertex of a graph, with weights that play can leave.

In a digraph the token goes from one strong component to the next and never comes back, so each is searched by itself,
as in Edge Geography. A graph is searched as a whole: an edge of weight 2 leads there and back.

In normal play heaps that undo each other are made one heap, or none. The loops of a vertex are one heap, their nim-sum,
and so are the parallel edges of a graph; an arc a -> b and one b -> a of the same weight are forgotten. Who would win
answers a move that takes him elsewhere by one in the same heaps, and the token is back; see
docs/background/search-proofs.md.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from operator import gt, ne, or_, xor
from typing import TYPE_CHECKING, NamedTuple

from lastmove.graphs.components import strong_components
from lastmove.search.fast.board import INTO, MISERE, MOST, OPEN, OUT, PLANES, check_width
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.planes import put_weights, weight_of
from lastmove.search.fast.rules import edge_nimg as rules
from lastmove.search.fast.rules.edge_board import edge_board, packed, tails
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.weighted import live_bits, width_for
from lastmove.search.trampoline import work_out

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph


class _Heap(NamedTuple):
    """An edge of a board, and the edges of the graph whose nim-sum is its weight."""

    ends: tuple[int, int]
    edges: list[int]


class _Part(NamedTuple):
    """A strong component, or a whole graph: its vertices, its heaps, and the search of its board."""

    place: dict[int, int]
    heaps: list[_Heap]
    search: BitSearch


class EdgeNimGSearch:
    """Who wins Edge NimG from any vertex of a graph, with its weights or smaller ones.

    Parameters
    ----------
    graph
        The graph, which never changes.
    weights
        The weights at the beginning, in the order of the edges.
    misere
        The convention.
    meter
        Counts positions and stops the search when a limit is spent; each question may have its own.
    settings
        How to search.
    switches
        Which parts of the rules are switched on; all by default.
    """

    def __init__(
        self,
        graph: Graph,
        weights: Sequence[int],
        misere: bool,
        meter: Meter,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        switches: int | None = None,
    ) -> None:
        self.graph = graph
        self.weights = tuple(weights)
        self.misere = misere
        self.meter = meter
        self.settings = settings
        self.every_start = False
        self.switches = rules.ALL if switches is None else switches
        self.ends = list(graph.ends())
        self.members = strong_components(graph.neighbours)
        self.component = [0] * graph.n
        for number, members in enumerate(self.members):
            for v in members:
                self.component[v] = number
        self._parts: dict[int, _Part] = {}
        self._known: dict[int, bool] = {}
        self._others: dict[tuple[int, ...], EdgeNimGSearch] = {}

    @property
    def searches(self) -> list[BitSearch]:
        """The searches of parts made so far."""
        return [part.search for part in self._parts.values()]

    def wins(self, vertex: int, weights: Sequence[int] | None = None, meter: Meter | None = None) -> bool:
        """Whether the player to move wins with the token on a vertex; ``weights``: what is left by now.

        Raises
        ------
        LimitReached
            When a limit of the meter is spent. What is known by then is kept.
        TooManyOptions, TooWide
            When there is no room for the options of a state, or for the tables of a board.
        """
        meter = meter or self.meter
        weights = self.weights if weights is None else tuple(weights)
        if weights != self.weights and not self._is_fresh(vertex, weights):
            return self._other(weights).wins(vertex, meter=meter)
        return work_out(self._token(vertex, weights, meter), partial(self._recipe, meter=meter), self._known)

    def _is_fresh(self, vertex: int, weights: tuple[int, ...]) -> bool:
        """Whether there is room for these weights, and those ahead are as they were: never otherwise in play."""
        if any(map(gt, weights, self.weights)):
            return False
        here, component = self.component[vertex], self.component
        changed = map(ne, weights, self.weights)
        return all(component[u] >= here for (u, _), other in zip(self.ends, changed, strict=True) if other)

    def _recipe(self, vertex: int, meter: Meter) -> Generator[int, bool, bool]:
        return self._token(vertex, self.weights, meter)

    def _token(self, u: int, weights: Sequence[int], meter: Meter) -> Generator[int, bool, bool]:
        """Whether the player to move wins; asks for vertices of other components.

        Nobody goes to a vertex from which a move to another component wins. Where such moves are there but lose, to be
        stuck is to lose.
        """
        home = self.component[u]
        leads_elsewhere = False
        for v in self._exits(u, weights):
            leads_elsewhere = True
            if not (yield v):
                return True
        if not any(weights[edge] and self.component[v] == home for edge, v in self.graph.incidence[u]):
            return self.misere and not leads_elsewhere
        part = self._part(home, meter)
        board, place = part.search.board, part.place
        rows, planes = board.rows, board.numbers[PLANES]
        state = [0] * planes
        for number, weight in enumerate(self._heaps_now(part.heaps, weights)):
            for i in range(planes):
                state[i] |= (weight >> i & 1) << number
        left, big = live_bits(state), live_bits(state[1:])
        lost = int(leads_elsewhere) << place[u]
        for y, number in place.items():
            if y == u:
                continue
            for v in self._exits(y, weights):
                lost |= 1 << number
                if not (yield v):
                    into = rows[INTO][number] & left
                    lost |= tails(board.numbers, into, number, 0)
                    left &= ~(into | rows[OUT][number])
                    break
        everywhere = (1 << len(place)) - 1
        numbers = part.search.kernel.numbers
        status, flip, left, at, lost, ones = rules.reduced(
            rows, numbers, state, -1, 0, left, big, place[u], lost, everywhere, 0
        )
        if status == OPEN:
            made = [[0] * planes]
            put_weights(state, made, 0, planes, left, ones, 0, weight_of(state, planes, 0, 0), 0)
            edges = packed(rows, made[0][0], at, 0)
            asked = (edges, *made[0][1:], lost) if numbers[MISERE] else (edges, *made[0][1:])
            status = part.search.wins(asked, meter) ^ flip
        return bool(status)

    def _exits(self, u: int, weights: Sequence[int]) -> list[int]:
        """Where arcs of positive weight lead from a vertex to other components."""
        home = self.component[u]
        return [v for edge, v in self.graph.incidence[u] if weights[edge] and self.component[v] != home]

    def _part(self, home: int, meter: Meter) -> _Part:
        if home not in self._parts:
            members = sorted(self.members[home])
            place = {v: number for number, v in enumerate(members)}
            edges = sorted({edge for u in members for edge, v in self.graph.incidence[u] if v in place})
            check_width(max(len(members), len(edges)), meter)
            heaps = self._heaps(edges)
            most = [reduce(or_, (self.weights[edge] for edge in heap.edges)) for heap in heaps]
            planes = max(1, max(most).bit_length())
            options = [0] * len(members)
            for heap, weight in zip(heaps, most, strict=True):
                room = (1 << weight.bit_length()) - 1 if len(heap.edges) > 1 else weight
                for v in {heap.ends[0]} if self.graph.directed else {*heap.ends}:
                    options[place[v]] += room
            ends = [(place[heap.ends[0]], place[heap.ends[1]]) for heap in heaps]
            plain = edge_board(len(members), ends, self.graph.directed, self.misere, self.switches)
            numbers = list(plain.numbers)
            numbers[MOST], numbers[PLANES] = width_for(max(options)), planes
            board = replace(plain, rules=rules.__name__, fields=planes + self.misere, numbers=numbers)
            self._parts[home] = _Part(place, heaps, BitSearch(board, self.settings))
        return self._parts[home]

    def _heaps(self, edges: list[int]) -> list[_Heap]:
        """Each edge by itself; in normal play those together that make one heap."""
        found: dict[object, _Heap] = {}
        for edge in edges:
            u, v = self.ends[edge]
            merges = not self.misere and self.switches & rules.MERGED and (u == v or not self.graph.directed)
            key = (min(u, v), max(u, v)) if merges else edge
            found.setdefault(key, _Heap((u, v), [])).edges.append(edge)
        return list(found.values())

    def _heaps_now(self, heaps: list[_Heap], weights: Sequence[int]) -> list[int]:
        """The weight of each heap; in normal play without arcs that undo each other."""
        found = [reduce(xor, (weights[edge] for edge in heap.edges)) for heap in heaps]
        if self.graph.directed and not self.misere and self.switches & rules.MERGED:
            waiting: dict[tuple[int, int, int], list[int]] = {}
            for number, (u, v) in enumerate(heap.ends for heap in heaps):
                undoing = waiting.get((v, u, found[number])) if u != v else None
                if undoing:
                    found[number] = found[undoing.pop()] = 0
                else:
                    waiting.setdefault((u, v, found[number]), []).append(number)
        return found

    def _other(self, weights: tuple[int, ...]) -> EdgeNimGSearch:
        """A search of its own for a graph in another state."""
        if weights not in self._others:
            self._others[weights] = EdgeNimGSearch(
                self.graph, weights, self.misere, self.meter, self.settings, self.switches
            )
        return self._others[weights]
