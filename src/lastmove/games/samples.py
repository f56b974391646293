"""Positions to try a game on: every small board, and random larger ones.

A game says three things about itself, and verification, tests and counterexample hunts use them:
:meth:`~lastmove.games.base.Game.usual_range` (how far to go by default),
:meth:`~lastmove.games.base.Game.small_boards` (all boards of one size) and
:meth:`~lastmove.games.base.Game.random_board`. Games with a token on a graph inherit all three. Weights of random
boards are lowered until the plain search can answer within a fraction of a second; the same generator state gives the
same boards.

Small parts that sums are tried with: heaps, explicit games, boards; special ones and others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar

from lastmove.games import game_class
from lastmove.games.dag import Dag
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.graphs.components import is_strongly_connected
from lastmove.graphs.graph import Graph
from lastmove.graphs.random import sample_graph, small_graphs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.games.token import WeightedTokenGame

    Weighted = TypeVar("Weighted", bound=WeightedTokenGame)
    OnEdges = TypeVar("OnEdges", bound=EdgeNimG)

STATES = 8_000
"""About how many positions a random one may have below it."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """All boards of one size.

    Attributes
    ----------
    size
        The number of vertices, heaps or parts.
    weight
        The largest weight, heap or part; in Edge Geography the number of edges; elsewhere of no meaning.
    directed
        Digraphs rather than graphs.
    uniform
        Of graphs only those that have a loop on every vertex, or none (in Edge Geography none); in Adjacent Nim no
        empty heaps.
    """

    size: int
    weight: int = 0
    directed: bool = False
    uniform: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Which positions of a game are looked at, and the words for them.

    Attributes
    ----------
    strata
        What is enumerated.
    random
        How many random boards are drawn.
    random_size, random_weight
        How large those may be.
    kind
        What the boards are called: graphs, circles, sums.
    sizes, weights
        What is counted and what is weighed: vertices and weights; heaps and heaps.
    uniform
        What a uniform stratum leaves out, as words behind ``kind``.
    """

    strata: tuple[Stratum, ...]
    random: int
    random_size: int
    random_weight: int
    kind: str = "positions"
    sizes: str = "heaps"
    weights: str = "heaps"
    uniform: str = ""

    def describe(self) -> str:
        """The range in words, such as ``graphs of up to 6 vertices; 300 random, up to 9 vertices``."""
        runs = groupby(self.strata, key=lambda stratum: (stratum.directed, stratum.uniform))
        parts = [self._run(directed, uniform, list(same)) for (directed, uniform), same in runs]
        if self.random:
            parts.append(f"{self.random:,} random, up to {self.random_size} {self.sizes}")
        return "; ".join(parts)

    def _run(self, directed: bool, uniform: bool, same: list[Stratum]) -> str:
        """One run of strata, such as ``graphs of up to 4 vertices, weights up to 6, 5, 4, 3``."""
        kind = f"{'di' if directed else ''}{self.kind}{self.uniform if uniform else ''}"
        sizes = [stratum.size for stratum in same]
        numbers = _several(sizes) if sizes[0] > 1 else f"up to {sizes[-1]}"
        weights = _several([stratum.weight for stratum in same if stratum.size])
        return f"{kind} of {numbers} {self.sizes}" + (
            f", {self.weights} up to {weights}" if self.weights and weights else ""
        )


def _several(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers if len(set(numbers)) > 1 else numbers[:1]))


def up_to(*weights: int, directed: bool = False, first: int = 1, uniform: bool = False) -> tuple[Stratum, ...]:
    """Strata of sizes ``first``, ``first`` + 1, ... with these largest weights."""
    return tuple(Stratum(size, weight, directed, uniform) for size, weight in enumerate(weights, first))


# Every small board


@cache
def by_total(size: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """All lists of ``size`` numbers from ``least`` to ``most``, by their total."""
    return tuple(sorted(product(range(least, most + 1), repeat=size), key=sum))


def multisets(stratum: Stratum) -> list[tuple[int, ...]]:
    """All heaps of a stratum whose order does not matter, by their total."""
    return sorted(combinations_with_replacement(range(stratum.weight + 1), stratum.size), key=sum)


@cache
def _graphs(size: int, directed: bool, uniform: bool) -> tuple[Graph, ...]:
    """All graphs of one size with any loops; uniform ones with none or all."""
    if not uniform:
        return small_graphs(size, directed=directed, loops=True)
    plain = small_graphs(size, directed=directed)
    return plain + tuple(_with_all_loops(graph) for graph in plain)


def _with_all_loops(graph: Graph) -> Graph:
    return Graph.numbered(graph.n, [*graph.ends(), *((v, v) for v in range(graph.n))], directed=graph.directed)


def small_boards(size: int, uniform: bool) -> tuple[Graph, ...]:
    """All graphs of one size, of none too, with any loops; uniform ones without loops."""
    return (Graph(0),) if size == 0 else small_graphs(size) if uniform else _graphs(size, directed=False, uniform=False)


def weighted_boards(kind: type[Weighted], stratum: Stratum, *, connected: bool = False) -> Iterator[Weighted]:
    """All boards of a weighted game in a stratum, by total weight; on (strongly) connected graphs only, if so asked."""
    graphs = _graphs(stratum.size, stratum.directed, stratum.uniform)
    if connected:
        graphs = tuple(graph for graph in graphs if is_strongly_connected(graph))
    for _, same in groupby(by_total(stratum.size, kind.least_weight, stratum.weight), key=sum):
        together = list(same)
        for graph in graphs:
            for weights in together:
                yield kind(graph, weights)


def edge_weighted_boards(kind: type[OnEdges], stratum: Stratum) -> Iterator[OnEdges]:
    """All boards of a game with weights on edges, by total weight; on up to 2 vertices an edge may be there twice."""
    doubled = 2 if stratum.size <= 2 else 1
    graphs = small_graphs(stratum.size, directed=stratum.directed, loops=not stratum.uniform, multiplicity=doubled)
    boards = ((graph, weights) for graph in graphs for weights in by_total(graph.m, 1, stratum.weight))
    yield from (kind(graph, weights) for graph, weights in sorted(boards, key=lambda board: sum(board[1])))


# Random boards


def some(rng: Random, most: int, least: int = 1) -> int:
    """A number up to ``most``, rather a high one."""
    return max(rng.randint(least, max(least, most)) for _ in range(2))


def random_weights(rng: Random, count: int, least: int, most: int) -> list[int]:
    """All alike, all 1, mostly 1, none below 2, or any; their product is kept small."""
    kind = rng.randrange(6)
    low, high = max(least, (least, 1, 2, 1, least, 1)[kind]), (most, most, most, 1, 2, 2)[kind]
    weights = [rng.randint(low, max(low, high)) for _ in range(count)]
    if kind == 1 and count > 1:
        weights = [weight if rng.random() < 0.3 else 1 for weight in weights]
    while prod(weight + 1 for weight in weights) * count > STATES and max(weights) > max(least, 1):
        weights[weights.index(max(weights))] -= 1
    return weights


def random_weighted(kind: type[Weighted], rng: Random, size: int, weight: int, *, connected: bool = False) -> Weighted:
    """A board of a weighted game; on a (strongly) connected graph, if so asked."""
    n = some(rng, size)
    graph = sample_graph(rng, n, connected=connected, directed=True if kind.always_directed else None)
    return kind(graph, random_weights(rng, n, kind.least_weight, weight))


MOST_EDGES = 9
"""So many edges have random boards of a game with weights on edges."""


def random_edge_weighted(kind: type[OnEdges], rng: Random, size: int, weight: int) -> OnEdges:
    """A board of a game with weights on edges, some edges parallel, some of weight 0."""
    graph = sample_graph(rng, some(rng, size), parallel=MOST_EDGES)
    return kind(graph, random_weights(rng, graph.m, 0, weight) if graph.m else [])


_GAMES = ("nim", "nim", "octal", "subtraction", "dag", "vertex-geography", "nimg-rm")
"""What random parts are of; Nim comes twice as often."""


def part_weight(part: Any) -> int:
    """The weight of a part of a sum: of an explicit game how many moves it has at most, of a game unknown here 0."""
    if isinstance(part, Dag):
        return part.graph.n - 1
    weight: int = part.measure()[1] if hasattr(part, "measure") else 0
    return weight


@cache
def small_parts(weight: int) -> tuple[Any, ...]:
    """Parts of up to this weight: heaps, and every explicit game whose start leads everywhere."""
    found: list[Any] = [Nim([heap]) for heap in range(weight + 1)]
    found += [Octal(code, [heap]) for code in ("0.77", "0.137", "0.07", "4.7") for heap in range(1, weight + 1)]
    found += [Subtraction(s, [h]) for s in ((1, 2), (2,), (2, 3), (1, 3)) for h in range(2, weight + 1)]
    for n in range(2, min(weight, 3) + 2):
        for graph in small_graphs(n, directed=True, acyclic=True):
            sources = set(range(n)) - set(graph.heads)
            if len(sources) == 1:
                found.append(Dag(graph, start=sources.pop()))
    return tuple(sorted(found, key=part_weight))


def random_part(rng: Random, weight: int) -> Any:
    """A part of any of several games; boards are small, with the token on some vertex."""
    game = rng.choice(_GAMES)
    draw = game_class(game).random_board
    if game in ("nim", "subtraction"):
        return draw(rng, 1, weight)
    part = draw(rng, 1 if game == "octal" else 4, 2 if game == "nimg-rm" else min(weight, 6))
    return part.at(rng.choice(part.starts())) if part.is_board else part
