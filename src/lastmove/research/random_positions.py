"""Random positions beyond the reach of enumeration, in families that meet the hypotheses of the theorems often.

Each draw first takes a family of graphs (trees, bipartite graphs, circuits, acyclic digraphs, graphs with loops
everywhere, ...) and a kind of weights (all 1, none 0, a few small, ...), then a member of it. Weights are lowered
until the law can answer within a fraction of a second. The same generator state gives the same positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.games.adjacent_nim import AdjacentNim
from lastmove.games.dag import Dag
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.nim import Nim
from lastmove.games.nimg_mr import NimGMR
from lastmove.games.nimg_rm import NimGRM
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum
from lastmove.games.vertex_geography import VertexGeography
from lastmove.games.vertexnim import Vertexnim
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from random import Random

    from lastmove.games.token import WeightedTokenGame

    Pairs = list[tuple[int, int]]

__all__ = ["random_positions"]

STATES = 8_000
"""About how many positions a random one may have below it."""

_NAMES = "kgcaeimbdfhjl"
"""Vertex names for every other graph, in no order that matches their numbers."""


def random_positions(game: str, rng: Random, size: int, weight: int) -> Iterator[Any]:
    """Random boards or positions of a game, without end.

    Parameters
    ----------
    game
        The name of the game.
    rng
        Decides everything.
    size
        The most vertices, heaps or parts.
    weight
        The largest weight or heap; in Edge Geography the most edges.
    """
    if game not in DRAWN:
        raise InputError("game", f"{show(game)} has no random positions; accepted: {', '.join(DRAWN)}")
    draw = DRAWN[game]
    while True:
        yield draw(rng, size, weight)


# Graphs


def _some(rng: Random, most: int, least: int = 1) -> int:
    """A number up to ``most``, rather a high one."""
    return max(rng.randint(least, max(least, most)) for _ in range(2))


def _tree(rng: Random, n: int) -> Pairs:
    return [(rng.randrange(v), v) for v in range(1, n)]


def _chords(rng: Random, n: int) -> Pairs:
    """Edges between any two vertices, few or many."""
    share = rng.choice((0.1, 0.3, 0.5, 0.8))
    return [(u, v) for u in range(n) for v in range(u + 1, n) if rng.random() < share]


def _bipartite(rng: Random, n: int) -> Pairs:
    """A tree and edges between its two sides: connected and bipartite."""
    tree = _tree(rng, n)
    side = [0] * n
    for parent, child in tree:
        side[child] = 1 - side[parent]
    return sorted({*tree, *((u, v) for u, v in _chords(rng, n) if side[u] != side[v])})


def _cycle(n: int) -> Pairs:
    return [(v, (v + 1) % n) for v in range(n)] if n > 2 else [(v, v + 1) for v in range(n - 1)]


def _loops(n: int, rng: Random | None = None) -> Pairs:
    return [(v, v) for v in range(n) if rng is None or rng.random() < 0.3]


UNDIRECTED: dict[str, Callable[[Random, int], Pairs]] = {
    "any": _chords,
    "tree": _tree,
    "bipartite": _bipartite,
    "bipartite with isolated vertices": lambda rng, n: _bipartite(rng, max(1, n - 2)),
    "cycle": lambda _, n: _cycle(n),
    "connected": lambda rng, n: sorted({*_tree(rng, n), *_chords(rng, n)}),
    "some loops": lambda rng, n: sorted({*_tree(rng, n), *_chords(rng, n)}) + _loops(n, rng),
    "loops everywhere": lambda rng, n: sorted({*_tree(rng, n), *_chords(rng, n)}) + _loops(n),
}


def _both_ways(rng: Random, n: int) -> Pairs:
    return _chords(rng, n) + [(v, u) for u, v in _chords(rng, n)]


def _strong(rng: Random, n: int) -> Pairs:
    """Strongly connected: walks out of what is there and back into it, and some arcs more."""
    arcs: set[tuple[int, int]] = set()
    done = 1
    while done < n:
        new = list(range(done, rng.randint(done + 1, n)))
        arcs.update(pairwise([rng.randrange(done), *new, rng.randrange(done)]))
        done += len(new)
    return sorted(arcs | set(_both_ways(rng, n) if rng.random() < 0.5 else []))


def _circuit(n: int) -> Pairs:
    return [(v, (v + 1) % n) for v in range(n)]


DIRECTED: dict[str, Callable[[Random, int], Pairs]] = {
    "any": _both_ways,
    "acyclic": _chords,
    "circuit": lambda _, n: _circuit(n),
    "strong": _strong,
    "some loops": lambda rng, n: sorted({*_strong(rng, n), *_loops(n, rng)}),
    "loops everywhere": lambda rng, n: sorted({*_strong(rng, n), *_loops(n)}),
}

_CONNECTED = ("tree", "bipartite", "cycle", "connected", "circuit", "strong", "some loops", "loops everywhere")


def _graph(rng: Random, n: int, *, connected: bool = False, parallel: int | None = None) -> Graph:
    """A graph of a random family with shuffled vertices; with at most ``parallel`` edges, some of them repeated."""
    directed = rng.random() < 0.5
    families = DIRECTED if directed else UNDIRECTED
    pairs = families[rng.choice([name for name in families if not connected or name in _CONNECTED])](rng, n)
    if parallel is not None:
        pairs += [pair for pair in pairs if rng.random() < 0.2]
        pairs = rng.sample(pairs, min(len(pairs), parallel))
    order = rng.sample(range(n), n)
    graph = Graph.numbered(n, [(order[u], order[v]) for u, v in pairs], directed=directed)
    return graph.renamed(_NAMES[:n]) if n <= len(_NAMES) and rng.random() < 0.5 else graph


# Weights and heaps


def _weights(rng: Random, count: int, least: int, most: int) -> list[int]:
    """All alike, all 1, mostly 1, none below 2, or any; their product is kept small."""
    kind = rng.randrange(6)
    low, high = max(least, (least, 1, 2, 1, least, 1)[kind]), (most, most, most, 1, 2, 2)[kind]
    weights = [rng.randint(low, max(low, high)) for _ in range(count)]
    if kind == 1 and count > 1:
        weights = [weight if rng.random() < 0.3 else 1 for weight in weights]
    while prod(weight + 1 for weight in weights) * count > STATES and max(weights) > max(least, 1):
        weights[weights.index(max(weights))] -= 1
    return weights


def _on_graph(kind: type[VertexGeography | EdgeGeography]) -> Callable[[Random, int, int], Any]:
    def draw(rng: Random, size: int, weight: int) -> Any:
        return kind(_graph(rng, _some(rng, size), parallel=weight if kind is EdgeGeography else None))

    return draw


def _on_weights(kind: type[WeightedTokenGame]) -> Callable[[Random, int, int], Any]:
    def draw(rng: Random, size: int, weight: int) -> Any:
        n = _some(rng, size)
        graph = _graph(rng, n, connected=kind is Vertexnim)
        return kind(graph, _weights(rng, n, kind.least_weight, weight))

    return draw


def _nim(rng: Random, size: int, weight: int) -> Nim:
    return Nim(_weights(rng, _some(rng, size, 0), 0, weight))


def _adjacent_nim(rng: Random, size: int, weight: int) -> AdjacentNim:
    """A circle of heaps; one in three has empty heaps, and one in three exactly one heap of 1."""
    heaps = _weights(rng, _some(rng, size), 1, weight)
    kind = rng.randrange(3)
    if kind == 0:
        heaps = [heap if rng.random() < 0.8 else 0 for heap in heaps]
    elif kind == 1:
        heaps = [max(heap, 2) for heap in heaps[:7]]
        heaps[rng.randrange(len(heaps))] = 1
    return AdjacentNim(heaps if any(heaps) else [1, *heaps[1:]])


def _octal(rng: Random, size: int, weight: int) -> Octal:
    code = f"{rng.choice('004')}.{''.join(rng.choice('01234567') for _ in range(rng.randint(1, 4)))}"
    heaps = [rng.randint(0, weight) for _ in range(_some(rng, size))]
    while sum(heaps) > 12:  # a heap can fall into single tokens, so the total counts
        heaps[heaps.index(max(heaps))] -= 1
    return Octal(code, heaps)


def _subtraction(rng: Random, size: int, weight: int) -> Subtraction:
    amounts = rng.sample(range(1, 8), rng.randint(1, 4))
    return Subtraction(amounts, _weights(rng, _some(rng, size), 0, weight))


def _dag(rng: Random, size: int, weight: int) -> Dag:  # noqa: ARG001
    n = _some(rng, size)
    order = rng.sample(range(n), n)
    return Dag(Graph.numbered(n, [(order[u], order[v]) for u, v in _chords(rng, n)], directed=True))


def _sum(rng: Random, size: int, weight: int) -> Sum:
    """Parts of several games, the first two now and then a sum of their own."""
    parts = [_small_part(rng, weight) for _ in range(_some(rng, size, 0))]
    return Sum([Sum(parts[:2]), *parts[2:]] if rng.random() < 0.2 else parts)


def _small_part(rng: Random, weight: int) -> Any:
    game = rng.choice(("nim", "nim", "octal", "subtraction", "dag", "vertex-geography", "nimg-rm"))
    if game in ("nim", "subtraction"):
        return DRAWN[game](rng, 1, weight)
    part = DRAWN[game](rng, 1 if game == "octal" else 4, 2 if game == "nimg-rm" else min(weight, 6))
    return part.at(rng.choice(part.starts())) if part.is_board else part


DRAWN: dict[str, Callable[[Random, int, int], Any]] = {
    "nim": _nim,
    "adjacent-nim": _adjacent_nim,
    "vertex-geography": _on_graph(VertexGeography),
    "edge-geography": _on_graph(EdgeGeography),
    "nimg-rm": _on_weights(NimGRM),
    "nimg-mr": _on_weights(NimGMR),
    "vertexnim": _on_weights(Vertexnim),
    "octal": _octal,
    "subtraction": _subtraction,
    "dag": _dag,
    "sum": _sum,
}
"""How a random board or position of each game is drawn."""
