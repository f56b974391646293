"""Small boards by the definition, on bare integers: what one would write in ten lines, and as quick.

The fast search (:mod:`lastmove.search.fast`) makes a board ready first: blocks, twins, chains, symmetry, tables. On a
board with few positions that costs more than the whole game. So a board whose positions are few, whatever is played,
is searched here: each position is a pair of integers (what is left, and the token's vertex), worked out once. For every
start of a board of Vertex Geography that pays up to twenty vertices, with a table of all sets of vertices for the rest.
"""

from __future__ import annotations

from functools import partial
from math import prod
from operator import le
from typing import TYPE_CHECKING, Any

from lastmove.search.bit_tables import subset_table
from lastmove.search.giving_up import EnoughTried

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph
    from lastmove.search.bit_tables import SubsetTable

    Key = Callable[[Any, int], int]
    Value = Callable[[int, int], bool]

SMALL_GAMES = frozenset({"vertex-geography", "edge-geography", "nimg-rm", "nimg-mr"})
"""The games whose small boards are searched here."""

FEW = 20_000
"""Boards that may have more positions than this are left to the fast search; play visits far fewer."""
_DEEP = 200
"""Nor are games here longer than this: calls nest as deep."""
_MOST_WEIGHTS = 32
"""Weights are packed into one integer for every question, so there are not to be many."""
_SMALL, _MIDDLING = 11, 20
"""Vertices of a board of Vertex Geography: up to the first it is searched, up to the second there may be a table."""
_DENSE = 0.2
"""Arcs, as a part of all there could be, from which a table costs less than a search of every start."""
_POSITIONS_A_TABLE = 8
"""A table of n vertices costs what n * 2**n positions do, divided by two to the power of this."""
_EDGES = 14
"""The same for Edge Geography, where the token's vertex mostly follows from the edges that are left."""


class SmallSearch:
    """Who wins from any vertex of one small board, also after moves; what is found out is kept.

    Parameters
    ----------
    value
        Who wins a position that is not known yet; it puts it into ``known``.
    key
        What is left, as an integer, from the state of a position and the token's vertex: ``value`` is asked with it.
    known
        Positions by number: what is left, times n, plus the vertex.
    n
        The number of vertices.
    most
        No more positions than this can be visited.
    tops
        The largest weights that there is room for.
    """

    def __init__(
        self, value: Value, key: Key, known: dict[int, bool], n: int, most: int, tops: Sequence[int] | None = None
    ) -> None:
        self._value = value
        self._key = key
        self._known = known
        self._n = n
        self.most = most
        self._tops = tops
        self.every_start = False

    def takes(self, position: Any, meter: Meter) -> bool:
        """Whether a position of the board may be asked for under this meter."""
        if self.most >= meter.positions_left:  # the position that is asked for is counted besides
            return False
        return self._tops is None or all(map(le, position.weights, self._tops))

    def wins(self, vertex: int, state: Any, meter: Meter) -> bool:
        """Whether the player to move wins; positions are counted when they are known, for they are few."""
        left = self._key(state, vertex)
        found = self._known.get(left * self._n + vertex)
        if found is None:
            before = len(self._known)
            found = self._value(left, vertex)
            meter.positions += len(self._known) - before
        return found


class SubsetSearch:
    """The same for every start of a board of Vertex Geography that is not so small: a little search, then a table.

    Where paths are few the search visits few positions. When it has cost as much as the table of all sets of vertices
    does, that is made; on a board with many edges, at once.
    """

    def __init__(self, graph: Graph, misere: bool) -> None:
        n = graph.n
        self._out = [sum(1 << v for v in found if v != u) for u, found in enumerate(graph.neighbours)]
        self._lost = 0 if misere else (1 << n) - 1
        self._misere = misere
        self._known: dict[int, bool] = {}
        dense = sum(map(int.bit_count, self._out)) >= _DENSE * n * n
        self._tries = 0 if dense else n << n >> _POSITIONS_A_TABLE
        self._table: SubsetTable | None = None
        self.most = n << n

    def takes(self, position: Any, meter: Meter) -> bool:  # noqa: ARG002 - as for other searches
        """Whether a position of the board may be asked for under this meter."""
        return self.most < meter.positions_left

    def wins(self, vertex: int, state: int, meter: Meter) -> bool:
        """Whether the player to move wins where the vertices of ``state`` are left."""
        if self._table is None:
            before = len(self._known)
            try:
                if before < self._tries:
                    return self._value(state & ~(1 << vertex), vertex)
            except EnoughTried:
                pass
            finally:
                meter.spend(len(self._known) - before)
            self._table = subset_table(self._out, lost=self._lost, won=0, meter=meter)
            self._known.clear()
        return bool(self._table[state] >> vertex & 1)

    def _value(self, left: int, u: int) -> bool:
        known, n = self._known, len(self._out)
        number = left * n + u
        found = known.get(number)
        if found is not None:
            return found
        if len(known) >= self._tries:
            raise EnoughTried
        options = self._out[u] & left
        found = self._misere and not options
        while options and not found:
            here = options & -options
            options ^= here
            found = not self._value(left ^ here, here.bit_length() - 1)
        known[number] = found
        return found


def subset_search(game: str, graph: Graph, misere: bool) -> SubsetSearch | None:
    """The search for every start of a board of Vertex Geography of middling size; ``None`` for others."""
    fits = game == "vertex-geography" and _SMALL < graph.n <= _MIDDLING
    return SubsetSearch(graph, misere) if fits else None


def small_search(game: str, graph: Graph, weights: Sequence[int], misere: bool) -> SmallSearch | None:
    """The search of a board with few positions; ``None`` for other games and boards.

    ``weights`` is for the games that have any; positions with larger ones are refused.
    """
    n = graph.n
    if game == "vertex-geography" and n <= _SMALL:
        return _vertex_geography(graph, misere)
    if game == "edge-geography" and graph.m <= _EDGES and n <= FEW:
        return _edge_geography(graph, misere)
    if game in ("nimg-rm", "nimg-mr") and n <= _MOST_WEIGHTS and sum(weights) <= _DEEP:
        most = n * prod(weight + 1 for weight in weights)
        if most <= FEW:
            made = _nimg_rm if game == "nimg-rm" else _nimg_mr
            bits = max(weights, default=0).bit_length()
            known: dict[int, bool] = {}
            return SmallSearch(made(graph, misere, bits, known), partial(_packed, bits), known, n, most, weights)
    return None


def _vertex_geography(graph: Graph, misere: bool) -> SmallSearch:
    """What is left: the vertices but for the token's."""
    ways = [[(v, 1 << v) for v in found if v != u] for u, found in enumerate(graph.neighbours)]
    return _geography(ways, misere, lambda live, u: live & ~(1 << u), graph.n << graph.n)


def _edge_geography(graph: Graph, misere: bool) -> SmallSearch:
    """What is left: the edges."""
    ways = [[(v, 1 << edge) for edge, v in found] for found in graph.incidence]
    return _geography(ways, misere, lambda live, _: live, graph.n << graph.m)


def _geography(ways: Sequence[Sequence[tuple[int, int]]], misere: bool, key: Key, most: int) -> SmallSearch:
    """Moves that each use up one element: ``ways`` has for each vertex where they lead, and the bit they clear."""
    known: dict[int, bool] = {}
    n = len(ways)

    def value(left: int, u: int) -> bool:
        found = misere
        for v, bit in ways[u]:
            if left & bit:
                rest = left ^ bit
                won = known.get(rest * n + v)
                if won is None:
                    won = value(rest, v)
                if not won:
                    known[left * n + u] = True
                    return True
                found = False
        known[left * n + u] = found
        return found

    return SmallSearch(value, key, known, n, most)


def _nimg_rm(graph: Graph, misere: bool, bits: int, known: dict[int, bool]) -> Value:
    n, neighbours, mask = graph.n, graph.neighbours, (1 << bits) - 1

    def value(left: int, u: int) -> bool:
        weight, found = left >> bits * u & mask, misere
        if weight and not neighbours[u]:  # taking tokens ends the game, and nobody has a move
            found = not misere
        for taken in range(weight if neighbours[u] else 0, 0, -1):
            rest = left - (taken << bits * u)
            found = False
            for v in neighbours[u]:
                won = known.get(rest * n + v)
                if won is None:
                    won = value(rest, v)
                if not won:
                    known[left * n + u] = True
                    return True
        known[left * n + u] = found
        return found

    return value


def _nimg_mr(graph: Graph, misere: bool, bits: int, known: dict[int, bool]) -> Value:
    n, neighbours, mask = graph.n, graph.neighbours, (1 << bits) - 1

    def value(left: int, u: int) -> bool:
        found = misere
        for v in neighbours[u]:
            for taken in range(left >> bits * v & mask, 0, -1):
                rest = left - (taken << bits * v)
                won = known.get(rest * n + v)
                if won is None:
                    won = value(rest, v)
                if not won:
                    known[left * n + u] = True
                    return True
                found = False
        known[left * n + u] = found
        return found

    return value


def _packed(bits: int, weights: Sequence[int], _: int) -> int:
    """All weights in one integer, so many bits for each."""
    found = 0
    for weight in reversed(weights):
        found = found << bits | weight
    return found
