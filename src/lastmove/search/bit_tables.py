"""Every start of one small board at once: a bit for each position, in plain integers.

For each vertex v there is one integer that has a bit for each state: bit S says whether the token on v loses where S is
what is left. A state is a number (a set of vertices or edges as bits, weights as digits), so "one element less" is a
shift, and one shift and one OR work for all states together. A *layer* is the states with the same sum of digits. Each
move leads to a lower layer, so the layers are worked out in turn and only the last one is kept:

    Vertex Geography   won[v] = OR over the neighbours w of v of lost[w], moved up by w
    Edge Geography     won[v] = OR over the edges e from v, to w, of lost[w], moved up by e
    NimG-MR            won[v] = OR over the neighbours w of v of less[w];  less[w] = less[w] or lost[w], moved up by w
    NimG-RM            won[v] = less[v];  less[v] = less[v], or lost[w] of a neighbour w of v, moved up by v

Who is stuck wins in misère play, so the states without a move are left out of ``lost`` there. The cost does not depend
on who wins: a few operations for each edge and layer, on integers of as many bits as there are states.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import Meter, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.graphs.graph import Graph

_STATES = 12
"""A board with more states than two to the power of this is left to searches, which visit few of them."""
_LAYERS = 32
"""Nor are weights here whose sum is larger."""


class _States(NamedTuple):
    """The numbers of all states with digits up to given ones, as sets of bits.

    Attributes
    ----------
    layers
        The states by the sum of their digits.
    zero, below
        For each place the states whose digit there is zero, and those in which it could be larger.
    steps
        What one more at each place adds to the number of a state.
    """

    layers: list[int]
    zero: list[int]
    below: list[int]
    steps: list[int]


def _made_states(tops: tuple[int, ...]) -> _States:
    layers, zero, below, steps, size = [1], list[int](), list[int](), list[int](), 1
    for top in tops:
        grown = [0] * (len(layers) + top)
        for digit in range(top + 1):
            for number, layer in enumerate(layers, digit):
                grown[number] |= layer << digit * size
        layers = grown
        zero = [_repeated(found, top, size) for found in zero] + [(1 << size) - 1]
        below = [_repeated(found, top, size) for found in below] + [(1 << size * top) - 1]
        steps.append(size)
        size *= top + 1
    return _States(layers, zero, below, steps)


_states = lru_cache(maxsize=256)(_made_states)


def _repeated(found: int, times: int, size: int) -> int:
    """A set of states, and so many times more above it."""
    once = found
    for _ in range(times):
        found = found << size | once
    return found


def every_start(game: str, graph: Graph, weights: Sequence[int], misere: bool) -> bytes | None:
    """For each start whether the player to move wins, as 0 and 1; ``None`` if the board is not small.

    ``game`` is one of :data:`~lastmove.search.small_boards.SMALL_GAMES`; ``weights`` are for those that have any.
    """
    if game == "vertex-geography":
        return vertex_table(graph, misere) if graph.n <= _STATES else None
    if game == "edge-geography":
        return edge_table(graph, misere) if max(graph.n, graph.m) <= _STATES else None
    if graph.n <= _STATES and sum(weights) <= _LAYERS and prod(map((1).__add__, weights)) <= 1 << _STATES:
        return nimg_table(graph, weights, misere, move_first=game == "nimg-mr")
    return None


def vertex_table(graph: Graph, misere: bool) -> bytes:
    """For each start of Vertex Geography whether the player to move wins, as 0 and 1.

    >>> from lastmove.graphs import Graph
    >>> list(vertex_table(Graph(3, [(0, 1), (1, 2)]), misere=False))
    [0, 1, 0]
    """
    ways, n = _ways(graph, loops=False), graph.n
    layers, zero, _, steps = _states((1,) * n)
    able = [gone & _somewhere(zero, found) for gone, found in zip(zero, ways, strict=True)] if misere else zero
    lost = [0 if misere else 1] * n
    for layer in layers[1:n]:
        look()
        lost = _lost_above(lost, steps, ways, able, layer)
    return bytes(not found for found in lost)  # one state is left for each: everything but the start


def _lost_above(
    lost: list[int], steps: list[int], ways: Sequence[Sequence[int]], able: list[int], layer: int
) -> list[int]:
    """The lost states of a layer of Vertex Geography, from those of the layer below it."""
    to = list(map(int.__lshift__, lost, steps))
    above = []
    for found, some in zip(ways, able, strict=True):
        won = 0
        for v in found:
            won |= to[v]
        above.append(layer & some & ~won)
    return above


class SubsetTable:
    """Who wins Vertex Geography from any vertex of any set of vertices, by the number of the set.

    >>> table = subset_table([0b10, 0b01], lost=0b11, won=0, meter=Meter())
    >>> [table[live] for live in range(4)]  # an edge: with both ends alive the mover wins
    [0, 0, 0, 3]
    """

    def __init__(self, lost: Sequence[int]) -> None:
        self._sets = 1 << len(lost)
        self._lost = [found.to_bytes(self._sets + 7 >> 3, "little") for found in lost]

    def __len__(self) -> int:
        return self._sets

    def __getitem__(self, live: int) -> int:
        """The vertices of a set from which the mover wins."""
        won = 0
        for v, lost in enumerate(self._lost):
            rest = live & ~(1 << v)
            if rest != live and not lost[rest >> 3] >> (rest & 7) & 1:
                won |= 1 << v
        return won


def subset_table(out: Sequence[int], lost: int, won: int, meter: Meter) -> SubsetTable:
    """The same for every set of vertices, of which all are kept; ``out``: where each vertex leads, as bits.

    ``lost``: the vertices where to be stuck is to lose; ``won``: those from which the mover wins in any case.
    """
    n = len(out)
    layers, zero, _, steps = _states_of_sets(n)
    ways = [[v for v in range(n) if found >> v & 1 and v != u] for u, found in enumerate(out)]
    able = [
        0 if won >> u & 1 else zero[u] if lost >> u & 1 else zero[u] & _somewhere(zero, found)
        for u, found in enumerate(ways)
    ]
    known = here = [some & 1 for some in able]
    for layer in layers[1:n]:
        meter.check()
        here = _lost_above(here, steps, ways, able, layer)
        known = [old | new for old, new in zip(known, here, strict=True)]
    meter.spend(1 << n)
    return SubsetTable(known)


@lru_cache(maxsize=2)
def _states_of_sets(n: int) -> _States:
    """Those of large boards, which are not to be kept for long."""
    return _made_states((1,) * n)


def edge_table(graph: Graph, misere: bool) -> bytes:
    """The same for Edge Geography."""
    layers, zero, _, steps = _states((1,) * graph.m)
    ways = [[(v, zero[edge], steps[edge]) for edge, v in found] for found in graph.incidence]
    able = [_somewhere(zero, [edge for edge, _ in found]) for found in graph.incidence] if misere else [-1] * graph.n
    lost = [0 if misere else 1] * graph.n
    for layer in layers[1:]:
        look()
        before, lost = lost, []
        for found, some in zip(ways, able, strict=True):
            won = 0
            for v, unused, step in found:
                won |= (before[v] & unused) << step
            lost.append(layer & some & ~won)
    return bytes(not found for found in lost)


def nimg_table(graph: Graph, weights: Sequence[int], misere: bool, *, move_first: bool) -> bytes:
    """The same for NimG-RM, and with ``move_first`` for NimG-MR."""
    states = _states(tuple(weights))
    return (_slide_then_lower if move_first else _lower_then_slide)(_ways(graph, loops=True), states, misere)


def _slide_then_lower(ways: Sequence[Sequence[int]], states: _States, misere: bool) -> bytes:
    layers, zero, below, steps = states
    able = [_somewhere(zero, found) for found in ways] if misere else [-1] * len(ways)
    places = list(zip(ways, able, strict=True))
    less, lost = [0] * len(ways), list[int]()
    for layer in layers:
        look()
        lost = []
        for found, some in places:
            won = 0
            for v in found:
                won |= less[v]
            lost.append(layer & some & ~won)
        less = [((old | new) & room) << step for old, new, room, step in zip(less, lost, below, steps, strict=True)]
    return bytes(not found for found in lost)


def _lower_then_slide(ways: Sequence[Sequence[int]], states: _States, misere: bool) -> bytes:
    layers, zero, below, steps = states
    able = [~gone for gone in zero] if misere else [-1] * len(ways)
    places = list(zip(ways, below, steps, strict=True))
    less, lost = [0] * len(ways), list[int]()
    for layer in layers:
        look()
        lost = [layer & some & ~won for some, won in zip(able, less, strict=True)]
        before, less = less, []
        for (found, room, step), reached in zip(places, before, strict=True):
            for v in found:
                reached |= lost[v]
            if not (found or misere):  # lowering ends the game, and the other player has no move
                reached = layer
            less.append((reached & room) << step)
    return bytes(not found for found in lost)


def _ways(graph: Graph, *, loops: bool) -> list[list[int]]:
    """The neighbours of each vertex in any order, some perhaps twice: it makes no difference here, and takes less."""
    ways: list[list[int]] = [[] for _ in range(graph.n)]
    undirected = not graph.directed
    for u, v in graph.ends():
        if u != v or loops:
            ways[u].append(v)
            if undirected:
                ways[v].append(u)
    return ways


def _somewhere(zero: Sequence[int], places: Sequence[int]) -> int:
    """The states in which the digit at one of these places is not zero."""
    nowhere = -1
    for place in places:
        nowhere &= zero[place]
    return ~nowhere
