"""All small positions of every game, the smallest first.

What is enumerated is mostly boards, so that one search answers every start. A *stratum* is all boards of one size;
strata are listed one after the other and merged where their sizes agree, so that boards come by size (vertices,
heaps or parts) and then by total weight. The first counterexample met is then a smallest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import merge
from itertools import combinations, combinations_with_replacement, groupby, product
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.position import components_of
from lastmove.games.adjacent_nim import AdjacentNim
from lastmove.games.dag import Dag
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.heaps import HeapGame
from lastmove.games.nim import Nim
from lastmove.games.nimg_mr import NimGMR
from lastmove.games.nimg_rm import NimGRM
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum
from lastmove.games.token import TokenGame, WeightedTokenGame
from lastmove.games.vertex_geography import VertexGeography
from lastmove.games.vertexnim import Vertexnim
from lastmove.graphs.components import is_strongly_connected
from lastmove.graphs.graph import Graph
from lastmove.research.small_graphs import small_graphs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.games.base import Game

__all__ = ["ENUMERATED", "Stratum", "exhaustive", "layers", "measure", "strata"]

ON_BOTH_KINDS = ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "vertexnim")
"""The games on graphs that may be directed or not."""

LARGEST_LOOPED = {False: 5, True: 4}
"""The most vertices of the games where loops matter, by directed."""


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


def exhaustive(game: str, size: int, weight: int) -> Iterator[Any]:
    """Every small board or position of a game, smallest first.

    Parameters
    ----------
    game
        The name of the game.
    size
        The most vertices, heaps (in a circle), or parts of a sum; digraphs stop where there are too many.
    weight
        The largest weight, heap or part; in Edge Geography the most edges. Weights begin at the least that the
        game allows, heaps at 0.

    Examples
    --------
    >>> list(exhaustive("nim", 1, 2))
    [Nim([]), Nim([0]), Nim([1]), Nim([2])]
    """
    return layers(game, strata(game, size, weight))


def strata(game: str, size: int, weight: int) -> tuple[Stratum, ...]:
    """The strata of all sizes up to ``size``."""
    if game not in ENUMERATED:
        raise InputError("game", f"{show(game)} has no enumeration; accepted: {', '.join(ENUMERATED)}")
    least = 0 if game in ("nim", "octal", "subtraction", "sum") else 1
    found = [Stratum(n, weight) for n in range(least, size + 1)]
    if game in ON_BOTH_KINDS:
        found += [Stratum(n, weight, directed=True) for n in range(1, min(size, LARGEST_LOOPED[True]) + 1)]
    return tuple(found)


def layers(game: str, chosen: Iterable[Stratum]) -> Iterator[Any]:
    """The boards of some strata, by size and then total weight."""
    boards = ENUMERATED[game]
    for _, same in groupby(sorted(chosen, key=lambda stratum: stratum.size), key=lambda stratum: stratum.size):
        yield from merge(*map(boards, same), key=measure)


def measure(position: Game) -> tuple[int, int]:
    """How large a position is: vertices, heaps or parts, then total weight (edges, where nothing has weights)."""
    if isinstance(position, WeightedTokenGame):
        return position.graph.n, sum(position.weights)
    if isinstance(position, TokenGame):
        return position.graph.n, position.graph.m
    if isinstance(position, HeapGame | AdjacentNim):
        return len(position.heaps), sum(position.heaps)
    if isinstance(position, Sum):
        parts = position.components()
        return len(parts), sum(_part_weight(part) for part in parts)
    return len(components_of(position)), 0


def _part_weight(part: Any) -> int:
    return part.graph.n - 1 if isinstance(part, Dag) else measure(part)[1]


@cache
def _by_total(size: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(product(range(least, most + 1), repeat=size), key=sum))


# Graph games


@cache
def _graphs(size: int, directed: bool, uniform: bool) -> tuple[Graph, ...]:
    if not uniform:
        return small_graphs(size, directed=directed, loops=True)
    plain = small_graphs(size, directed=directed)
    return plain + tuple(with_all_loops(graph) for graph in plain)


def with_all_loops(graph: Graph) -> Graph:
    """The same graph with a loop on every vertex."""
    return Graph.numbered(graph.n, [*graph.ends(), *((v, v) for v in range(graph.n))], directed=graph.directed)


def _vertex_geography(stratum: Stratum) -> Iterator[VertexGeography]:
    for graph in small_graphs(stratum.size, directed=stratum.directed):
        yield VertexGeography(graph)


def _edge_geography(stratum: Stratum) -> Iterator[EdgeGeography]:
    graphs = small_graphs(
        stratum.size,
        directed=stratum.directed,
        loops=not stratum.uniform,
        multiplicity=2,
        most_edges=stratum.weight,
    )
    for graph in graphs:
        yield EdgeGeography(graph)


def _weighted(kind: type[WeightedTokenGame], connected: bool = False) -> Callable[[Stratum], Iterator[Game]]:
    def boards(stratum: Stratum) -> Iterator[Game]:
        graphs = _graphs(stratum.size, stratum.directed, stratum.uniform)
        if connected:
            graphs = tuple(graph for graph in graphs if is_strongly_connected(graph))
        for _, same in groupby(_by_total(stratum.size, kind.least_weight, stratum.weight), key=sum):
            together = list(same)
            for graph in graphs:
                for weights in together:
                    yield kind(graph, weights)

    return boards


def _dag(stratum: Stratum) -> Iterator[Dag]:
    for graph in small_graphs(stratum.size, directed=True, acyclic=True):
        yield Dag(graph)


# Heap games and sums


def _nim(stratum: Stratum) -> Iterator[Nim]:
    return map(Nim, _multisets(stratum))


def _multisets(stratum: Stratum) -> list[tuple[int, ...]]:
    return sorted(combinations_with_replacement(range(stratum.weight + 1), stratum.size), key=sum)


def _adjacent_nim(stratum: Stratum) -> Iterator[AdjacentNim]:
    """One rotation of each circle of heaps; a uniform stratum has no empty heaps."""
    for heaps in _by_total(stratum.size, int(stratum.uniform), stratum.weight):
        if any(heaps) and heaps == min(heaps[turn:] + heaps[:turn] for turn in range(stratum.size)):
            yield AdjacentNim(heaps)


@cache
def _octal_codes() -> tuple[str, ...]:
    return tuple(f"{first}.{a}{b}" for first in (0, 4) for a in range(8) for b in range(8))


@cache
def _amounts() -> tuple[tuple[int, ...], ...]:
    return tuple(chosen for count in range(1, 5) for chosen in combinations(range(1, 5), count))


def _octal(stratum: Stratum) -> Iterator[Octal]:
    for _, same in groupby(_multisets(stratum), key=sum):
        together = list(same)
        yield from (Octal(code, heaps) for code in _octal_codes() for heaps in together)


def _subtraction(stratum: Stratum) -> Iterator[Subtraction]:
    for _, same in groupby(_multisets(stratum), key=sum):
        together = list(same)
        yield from (Subtraction(amounts, heaps) for amounts in _amounts() for heaps in together)


@cache
def _parts(weight: int) -> tuple[Any, ...]:
    """Parts of sums, special and not: heaps, and every explicit game whose start leads everywhere."""
    found: list[Any] = [Nim([heap]) for heap in range(weight + 1)]
    found += [Octal(code, [heap]) for code in ("0.77", "0.137", "0.07", "4.7") for heap in range(1, weight + 1)]
    found += [Subtraction(s, [h]) for s in ((1, 2), (2,), (2, 3), (1, 3)) for h in range(2, weight + 1)]
    for n in range(2, min(weight, 3) + 2):
        for graph in small_graphs(n, directed=True, acyclic=True):
            sources = set(range(n)) - set(graph.heads)
            if len(sources) == 1:
                found.append(Dag(graph, start=sources.pop()))
    return tuple(sorted(found, key=_part_weight))


def _sum(stratum: Stratum) -> Iterator[Sum]:
    """Sums of so many parts; of two, also inside another sum."""
    found = [Sum(parts) for parts in combinations_with_replacement(_parts(stratum.weight), stratum.size)]
    if stratum.size == 2:
        found += [Sum([each]) for each in found]
    return iter(sorted(found, key=measure))


ENUMERATED: dict[str, Callable[[Stratum], Iterator[Any]]] = {
    "nim": _nim,
    "adjacent-nim": _adjacent_nim,
    "vertex-geography": _vertex_geography,
    "edge-geography": _edge_geography,
    "nimg-rm": _weighted(NimGRM),
    "nimg-mr": _weighted(NimGMR),
    "vertexnim": _weighted(Vertexnim, connected=True),
    "octal": _octal,
    "subtraction": _subtraction,
    "dag": _dag,
    "sum": _sum,
}
"""The boards of one stratum, by total weight, for every game."""
