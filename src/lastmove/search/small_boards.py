"""Small boards by the definition, on bare integers: a start by a little search, every start by a bit for each position.

The fast search (:mod:`lastmove.search.fast`) makes a board ready first: blocks, twins, chains, symmetry, tables. On a
board with few positions that costs more than the whole game. There a position is two numbers, what is left and the
token's vertex. What is left is a *state*: a set of vertices or edges as bits, weights as digits.

For every start, each vertex v has one integer with a bit for each state: bit S says whether the token on v loses where
S is what is left. "One element less" is a shift of it, and one shift and one OR work for all states together. A *layer*
is the states with the same sum of digits. Each move leads to a lower layer, so the layers are worked out in turn:

    Vertex Geography   won[v] = OR over the neighbours w of v of lost[w], moved up by w
    Edge Geography     won[v] = OR over the edges e from v, to w, of lost[w], moved up by e
    NimG-MR            won[v] = OR over the neighbours w of v of less[w];  less[w] = less[w] or lost[w], moved up by w
    NimG-RM            won[v] = less[v];  less[v] = less[v], or lost[w] of a neighbour w of v, moved up by v
    Edge NimG          as NimG-MR, with a less[e, w] for each edge e and its end w
    Vertexnim-MR       as NimG-MR, where w is any vertex that v leads to over vertices whose digit is zero

Who is stuck wins in misère play, so the states without a move are left out of ``lost`` there. The cost does not depend
on who wins: a few operations for each edge and layer, on integers of as many bits as there are states.

One start is searched first, for play visits few states where moves are few. A search that has cost as much as the
table of all states makes that, and looks everything else up.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import prod
from operator import le, mul
from sys import maxsize
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.limits import Meter, look
from lastmove.search.thresholds import THRESHOLDS, BudgetSpent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.graphs.graph import Graph

    Layers = Iterator[list[int]]
    Value = Callable[[int, int], bool]

WEIGHTED_GAMES = frozenset({"nimg-rm", "nimg-mr", "edge-nimg", "vertexnim-mr"})
"""The games with weights whose small boards are decided here."""

_SLIDES = frozenset({"edge-nimg", "vertexnim-mr"})

SMALL_GAMES = WEIGHTED_GAMES | {"vertex-geography", "edge-geography"}
"""All games whose small boards are decided here."""


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
_many_states = lru_cache(maxsize=2)(_made_states)
"""Those of large boards, which are not to be kept for long."""


def _states_of(tops: tuple[int, ...]) -> _States:
    few = len(tops) <= THRESHOLDS.table_bits and sum(tops) <= THRESHOLDS.table_layers
    return (_states if few else _many_states)(tops)


def _count(tops: Sequence[int]) -> int:
    """How many states there are with digits up to these."""
    return prod(map((1).__add__, tops))


def _repeated(found: int, times: int, size: int) -> int:
    """A set of states, and so many times more above it."""
    once = found
    for _ in range(times):
        found = found << size | once
    return found


def every_start(game: str, graph: Graph, weights: Sequence[int], misere: bool) -> bytes | None:
    """For each start whether the player to move wins, as 0 and 1; ``None`` if the board is not small.

    ``game`` is one of :data:`SMALL_GAMES`; ``weights`` are for those that have any.

    >>> from lastmove.graphs import Graph
    >>> list(every_start("vertex-geography", Graph(3, [(0, 1), (1, 2)]), (), misere=False) or b"")
    [0, 1, 0]
    """
    most = THRESHOLDS.table_bits
    if graph.n > most or (game == "edge-geography" and graph.m > most):
        return None
    room = THRESHOLDS.slid_states if game in _SLIDES else 1 << most
    if weights and (sum(weights) > THRESHOLDS.table_layers or _count(weights) > room):
        return None
    digits: Sequence[int] | None = None
    if game == "edge-nimg":  # the least weight first: then boards share the numbers of their states
        order = sorted(range(graph.m), key=weights.__getitem__)
        digits, weights = sorted(range(graph.m), key=order.__getitem__), sorted(weights)
    lost: list[int] = []
    for lost in _layers(game, graph, weights, misere, digits):  # noqa: B007 - the last layer is the answer
        look()
    return bytes(not found for found in lost)  # one state is left for each: the board with the token there


def lost_states(game: str, graph: Graph, weights: Sequence[int], misere: bool) -> list[bytes]:
    """For each vertex a bit for each state: whether the token there loses.

    ``weights`` are the largest; a state has the number with them as digits, the first place lowest.
    """
    known = list[int]()
    for lost in _layers(game, graph, weights, misere):
        look()
        known = [old | new for old, new in zip(known, lost, strict=True)] if known else lost
    size = _count(weights) + 7 >> 3
    return [found.to_bytes(size, "little") for found in known]


def _layers(
    game: str, graph: Graph, weights: Sequence[int], misere: bool, digits: Sequence[int] | None = None
) -> Layers:
    """The lost states of each vertex, layer after layer; ``digits``: the places of the edges of Edge NimG, if given."""
    if game == "vertex-geography":
        ways, states = _ways(graph, loops=False), _states_of((1,) * graph.n)
        zero = states.zero
        able = [gone & _somewhere(zero, found) for gone, found in zip(zero, ways, strict=True)] if misere else zero
        return _vertex_layers(states, ways, able)
    if game == "edge-geography":
        return _edge_layers(graph, misere)
    states = _states_of(tuple(weights))
    if game == "nimg-rm":
        return _lower_then_slide(_ways(graph, loops=True), states, misere)
    if game == "vertexnim-mr":
        return _slide_over_emptied(graph, states, misere)
    ways, places = _slots(game, graph)
    if digits is not None:
        places = [(digits[edge], v) for edge, v in places]
    return _slide_then_lower(ways, places, states, misere)


def _vertex_layers(states: _States, ways: Sequence[Sequence[int]], able: list[int]) -> Layers:
    """Vertex Geography: what is left is never the token's vertex; ``able``: where a player may lose at all."""
    layers, _, _, steps = states
    lost = [some & 1 for some in able]
    yield lost
    for layer in layers[1 : len(ways)]:
        to = list(map(int.__lshift__, lost, steps))
        lost = []
        for found, some in zip(ways, able, strict=True):
            won = 0
            for v in found:
                won |= to[v]
            lost.append(layer & some & ~won)
        yield lost


def _edge_layers(graph: Graph, misere: bool) -> Layers:
    layers, zero, _, steps = _states_of((1,) * graph.m)
    ways = [[(v, zero[edge], steps[edge]) for edge, v in found] for found in graph.incidence]
    able = [_somewhere(zero, [edge for edge, _ in found]) for found in graph.incidence] if misere else [-1] * graph.n
    lost = [some & 1 for some in able]
    yield lost
    for layer in layers[1:]:
        before, lost = lost, []
        for found, some in zip(ways, able, strict=True):
            won = 0
            for v, unused, step in found:
                won |= (before[v] & unused) << step
            lost.append(layer & some & ~won)
        yield lost


def _slots(game: str, graph: Graph) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """The moves that slide and then lower: for each vertex some *slots*; for each slot which weight, and which vertex.

    In NimG-MR a slot is a vertex; in Edge NimG it is an edge that leads to one of its ends.
    """
    if game == "nimg-mr":
        return _ways(graph, loops=True), [(v, v) for v in range(graph.n)]
    ways: list[list[int]] = [[] for _ in range(graph.n)]
    places: list[tuple[int, int]] = []
    for u, found in enumerate(graph.incidence):
        for edge, v in found:
            ways[u].append(len(places))
            places.append((edge, v))
    return ways, places


def _slide_then_lower(
    ways: Sequence[Sequence[int]], slots: Sequence[tuple[int, int]], states: _States, misere: bool
) -> Layers:
    layers, zero, below, steps = states
    stuck = [_somewhere(zero, [slots[slot][0] for slot in found]) for found in ways] if misere else [-1] * len(ways)
    places = list(zip(ways, stuck, strict=True))
    lowered = [(v, below[place], steps[place]) for place, v in slots]
    less = [0] * len(slots)
    for layer in layers:
        lost = []
        for found, some in places:
            won = 0
            for slot in found:
                won |= less[slot]
            lost.append(layer & some & ~won)
        yield lost
        less = [((old | lost[v]) & room) << step for old, (v, room, step) in zip(less, lowered, strict=True)]


def _slide_over_emptied(graph: Graph, states: _States, misere: bool) -> Layers:
    """Vertexnim-MR: where a vertex leads depends on which digits are zero, so each way has the states that have it."""
    layers, zero, below, steps = states
    ways = [[-1 if v in found else 0 for v in range(graph.n)] for found in graph.neighbours]
    for z in range(graph.n):
        through = [there & zero[z] for there in ways[z]]
        ways = [[old | (here[z] & over) for old, over in zip(here, through, strict=True)] for here in ways]
    if graph.n == 1:
        ways = [[-1]]
    able = _somewhere(zero, range(graph.n)) if misere else -1
    less = [0] * graph.n
    for layer in layers:
        lost = []
        for here in ways:
            won = 0
            for there, lower in zip(here, less, strict=True):
                won |= there & lower
            lost.append(layer & able & ~won)
        yield lost
        less = [((old | new) & room) << step for old, new, room, step in zip(less, lost, below, steps, strict=True)]


def _lower_then_slide(ways: Sequence[Sequence[int]], states: _States, misere: bool) -> Layers:
    layers, zero, below, steps = states
    able = [~gone for gone in zero] if misere else [-1] * len(ways)
    places = list(zip(ways, below, steps, strict=True))
    less = [0] * len(ways)
    for layer in layers:
        lost = [layer & some & ~won for some, won in zip(able, less, strict=True)]
        yield lost
        before, less = less, []
        for (found, room, step), reached in zip(places, before, strict=True):
            for v in found:
                reached |= lost[v]
            if not (found or misere):  # lowering ends the game, and the other player has no move
                reached = layer
            less.append((reached & room) << step)


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


class LostStates:
    """The lost states of each vertex: all layers together.

    Parameters
    ----------
    layers
        The layers, in turn.
    count
        How many states there are.
    meter
        Stops the work between two layers; the states are counted at the end.
    """

    def __init__(self, layers: Layers, count: int, meter: Meter) -> None:
        known = list[int]()
        for lost in layers:
            meter.check()
            known = [old | new for old, new in zip(known, lost, strict=True)] if known else lost
        meter.spend(count)
        self._count = count
        self._lost = [found.to_bytes(count + 7 >> 3, "little") for found in known]

    def wins(self, left: int, v: int) -> bool:
        """Whether the player to move wins with the token on v, in this state."""
        return not self._lost[v][left >> 3] >> (left & 7) & 1


class SubsetTable(LostStates):
    """Who wins Vertex Geography from any vertex of any set of vertices, by the number of the set.

    Parameters
    ----------
    out
        Where each vertex leads, as bits.
    lost
        The vertices where to be stuck is to lose.
    won
        Those from which the mover wins in any case.
    meter
        Stops the work; every set is counted.

    Examples
    --------
    >>> table = SubsetTable([0b10, 0b01], lost=0b11, won=0, meter=Meter())
    >>> [table[live] for live in range(4)]  # an edge: with both ends alive the mover wins
    [0, 0, 0, 3]
    """

    def __init__(self, out: Sequence[int], lost: int, won: int, meter: Meter) -> None:
        n = len(out)
        states = _many_states((1,) * n)
        zero = states.zero
        ways = [[v for v in range(n) if found >> v & 1 and v != u] for u, found in enumerate(out)]
        able = [
            0 if won >> u & 1 else zero[u] if lost >> u & 1 else zero[u] & _somewhere(zero, found)
            for u, found in enumerate(ways)
        ]
        super().__init__(_vertex_layers(states, ways, able), 1 << n, meter)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, live: int) -> int:
        """The vertices of a set from which the mover wins."""
        won = 0
        for v in range(len(self._lost)):
            rest = live & ~(1 << v)
            if rest != live and self.wins(rest, v):
                won |= 1 << v
        return won


class StateTable:
    """Who wins from any vertex of one small board, also after moves: a little search, then all states.

    Parameters
    ----------
    game, graph, weights, misere
        As for :func:`every_start`; the weights are the largest that there is room for.
    searched_first
        How many positions are searched before all states are worked out.
    """

    def __init__(
        self, game: str, graph: Graph, weights: Sequence[int], misere: bool, searched_first: int = maxsize
    ) -> None:
        self._board = game, graph, weights, misere
        self._steps = [1]
        if game == "vertex-geography":
            self._states = 1 << graph.n
        elif game == "edge-geography":
            self._states = 1 << graph.m
        else:
            self._steps += accumulate((weight + 1 for weight in weights), mul)
            self._states = self._steps[-1]
        self.most = graph.n * self._states
        """No more positions than this can be visited."""
        self._known: dict[int, bool] = {}
        # Both together stay below ``most``, which a limit may be just above of.
        first = searched_first if self.most - self._states >= searched_first else maxsize
        self._value = _value_of(game, graph, self._steps, misere, self._known, first)
        self._lost: LostStates | None = None

    def takes(self, position: Any, meter: Meter) -> bool:
        """Whether a position of the board may be asked for under this meter."""
        if self.most >= meter.positions_left:  # the position that is asked for is counted besides
            return False
        tops = self._board[2]
        return not tops or all(map(le, position.weights, tops))

    def wins(self, vertex: int, state: Any, meter: Meter) -> bool:
        """Whether the player to move wins; positions are counted when they are known, for they are few."""
        game, graph, _, _ = self._board
        if game == "vertex-geography":
            left: int = state & ~(1 << vertex)
        else:
            left = state if game == "edge-geography" else sum(map(mul, state, self._steps))
        if self._lost is None:
            found = self._known.get(left * graph.n + vertex)
            if found is not None:
                return found
            before = len(self._known)
            try:
                return self._value(left, vertex)
            except BudgetSpent:
                pass
            finally:
                meter.positions += len(self._known) - before
            self._lost = LostStates(_layers(*self._board), self._states, meter)
            self._known.clear()
        return self._lost.wins(left, vertex)


def state_table(
    game: str, graph: Graph, weights: Sequence[int], misere: bool, *, every_start: bool = False
) -> StateTable | None:
    """The table of a board with few positions; ``None`` for others. With ``every_start`` it may have more."""
    limits, n = THRESHOLDS, graph.n
    first, slides = limits.searched_first, game in _SLIDES
    if game == "vertex-geography":
        fits, first = n <= limits.small_vertices, maxsize  # a table of so few vertices is no use to one start
        if every_start and not fits:
            fits = n <= limits.middling_vertices
            arcs = sum(v != u for u, found in enumerate(graph.neighbours) for v in found)
            first = 0 if arcs >= limits.middling_density * n * n else n << n >> limits.middling_shift
    elif game == "edge-geography":
        fits = graph.m <= limits.small_edges and n <= limits.small_positions
        if n > 2 * graph.m:  # most vertices have no edge, and a table would have a row for each
            first = maxsize
    else:
        fits = (
            n <= limits.small_weights
            and sum(weights) <= limits.small_moves
            and n * _count(weights) <= (limits.slid_states * n if slides else limits.small_positions)
        )
        if fits and slides:  # so many states cost as much as one position
            first = max(first, _count(weights) >> limits.slid_shift) if not every_start else 0
    return StateTable(game, graph, weights, misere, first) if fits else None


def _value_of(game: str, graph: Graph, steps: list[int], misere: bool, known: dict[int, bool], most: int) -> Value:
    """The definition: who wins a state that is not known yet, which is put into ``known``, up to so many of them.

    A position is filed under its state, times n, plus the token's vertex.
    """
    if game == "vertex-geography":
        ways = [[(v, 1 << v) for v in found if v != u] for u, found in enumerate(graph.neighbours)]
        return _geography(ways, misere, known, most)
    if game == "edge-geography":
        return _geography([[(v, 1 << e) for e, v in found] for found in graph.incidence], misere, known, most)
    if game == "nimg-rm":
        return _nimg_rm(graph, steps, misere, known, most)
    if game == "vertexnim-mr":
        return _not_searched
    slots, places = _slots(game, graph)
    lowered = [(v, steps[place], steps[place + 1]) for place, v in places]
    return _slides([[lowered[slot] for slot in found] for found in slots], misere, known, most)


def _geography(ways: Sequence[Sequence[tuple[int, int]]], misere: bool, known: dict[int, bool], most: int) -> Value:
    """Moves that each use up one element: ``ways`` has for each vertex where they lead, and the bit they clear."""
    n = len(ways)

    def value(left: int, u: int) -> bool:
        if len(known) >= most:
            raise BudgetSpent
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

    return value


def _nimg_rm(graph: Graph, steps: Sequence[int], misere: bool, known: dict[int, bool], most: int) -> Value:
    n, neighbours = graph.n, graph.neighbours

    def value(left: int, u: int) -> bool:
        if len(known) >= most:
            raise BudgetSpent
        step = steps[u]
        weight, found = left % steps[u + 1] // step, misere
        if weight and not neighbours[u]:  # taking tokens ends the game, and nobody has a move
            found = not misere
        for taken in range(weight if neighbours[u] else 0, 0, -1):
            rest = left - taken * step
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


def _slides(ways: Sequence[Sequence[tuple[int, int, int]]], misere: bool, known: dict[int, bool], most: int) -> Value:
    """Moves that slide and then lower: ``ways`` has for each vertex where they lead, and the digit that they lower."""
    n = len(ways)

    def value(left: int, u: int) -> bool:
        if len(known) >= most:
            raise BudgetSpent
        found = misere
        for v, step, over in ways[u]:
            for taken in range(left % over // step, 0, -1):
                rest = left - taken * step
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


def _not_searched(left: int, u: int) -> bool:  # noqa: ARG001
    """Where each position would have to look for the way over emptied vertices, all states together cost less."""
    raise BudgetSpent
