"""Small random graphs of families that the hypotheses of theorems ask for: trees, circuits, loops everywhere, ...

They are what random positions are played on. The same generator state gives the same graphs.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from random import Random

    Pairs = list[tuple[int, int]]

__all__ = ["DIRECTED", "UNDIRECTED", "chords", "sample_graph"]

_NAMES = "kgcaeimbdfhjl"
"""Vertex names for every other graph, in no order that matches their numbers."""


def _tree(rng: Random, n: int) -> Pairs:
    return [(rng.randrange(v), v) for v in range(1, n)]


def chords(rng: Random, n: int) -> Pairs:
    """Edges between any two vertices, few or many."""
    share = rng.choice((0.1, 0.3, 0.5, 0.8))
    return [(u, v) for u in range(n) for v in range(u + 1, n) if rng.random() < share]


def _bipartite(rng: Random, n: int) -> Pairs:
    """A tree and edges between its two sides: connected and bipartite."""
    tree = _tree(rng, n)
    side = [0] * n
    for parent, child in tree:
        side[child] = 1 - side[parent]
    return sorted({*tree, *((u, v) for u, v in chords(rng, n) if side[u] != side[v])})


def _cycle(n: int) -> Pairs:
    return [(v, (v + 1) % n) for v in range(n)] if n > 2 else [(v, v + 1) for v in range(n - 1)]


def _loops(n: int, rng: Random | None = None) -> Pairs:
    return [(v, v) for v in range(n) if rng is None or rng.random() < 0.3]


UNDIRECTED: dict[str, Callable[[Random, int], Pairs]] = {
    "any": chords,
    "tree": _tree,
    "bipartite": _bipartite,
    "bipartite with isolated vertices": lambda rng, n: _bipartite(rng, max(1, n - 2)),
    "cycle": lambda _, n: _cycle(n),
    "connected": lambda rng, n: sorted({*_tree(rng, n), *chords(rng, n)}),
    "some loops": lambda rng, n: sorted({*_tree(rng, n), *chords(rng, n)}) + _loops(n, rng),
    "loops everywhere": lambda rng, n: sorted({*_tree(rng, n), *chords(rng, n)}) + _loops(n),
}


def _both_ways(rng: Random, n: int) -> Pairs:
    return chords(rng, n) + [(v, u) for u, v in chords(rng, n)]


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
    "acyclic": chords,
    "circuit": lambda _, n: _circuit(n),
    "strong": _strong,
    "some loops": lambda rng, n: sorted({*_strong(rng, n), *_loops(n, rng)}),
    "loops everywhere": lambda rng, n: sorted({*_strong(rng, n), *_loops(n)}),
}

_CONNECTED = ("tree", "bipartite", "cycle", "connected", "circuit", "strong", "some loops", "loops everywhere")


def sample_graph(
    rng: Random,
    n: int,
    *,
    connected: bool = False,
    directed: bool | None = None,
    parallel: int | None = None,
) -> Graph:
    """A graph of a random family with shuffled vertices.

    Parameters
    ----------
    rng, n
        Decides everything; the number of vertices.
    connected
        Connected graphs and strongly connected digraphs only.
    directed
        Whether it is a digraph; drawn as well by default.
    parallel
        The most edges, some of which are then repeated; by default none is.
    """
    drawn = rng.random() < 0.5
    directed = drawn if directed is None else directed
    families = DIRECTED if directed else UNDIRECTED
    pairs = families[rng.choice([name for name in families if not connected or name in _CONNECTED])](rng, n)
    if parallel is not None:
        pairs += [pair for pair in pairs if rng.random() < 0.2]
        pairs = rng.sample(pairs, min(len(pairs), parallel))
    order = rng.sample(range(n), n)
    graph = Graph.numbered(n, [(order[u], order[v]) for u, v in pairs], directed=directed)
    return graph.renamed(_NAMES[:n]) if n <= len(_NAMES) and rng.random() < 0.5 else graph
