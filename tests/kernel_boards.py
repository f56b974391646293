"""Boards that kernels decide, and both ways of running these: what tests of large boards share."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.graphs import backend, csr

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

NEVER = 1 << 60


def run_kernels(monkeypatch: pytest.MonkeyPatch, *, compiled: bool) -> None:
    """From now on all kernels run compiled, on arrays, or as they stand, on lists: whatever the size of the graph."""
    threshold = 0 if compiled else NEVER
    monkeypatch.setattr(backend, "WORTH_IT", threshold)
    monkeypatch.setattr(backend, "PAYS_FOR_START", 0)
    monkeypatch.setattr(csr, "SMALL", threshold)


def random_graph(rng: random.Random, *, loops: bool, directed: bool = False) -> lm.graphs.Graph:
    n = rng.randint(1, 8)
    pairs = [(u, v) for u in range(n) for v in range(n if directed else u + 1) if loops or u != v]
    chosen = [pair for pair in pairs if rng.random() < 2 / n]
    return lm.graphs.Graph(n, [*chosen, *chosen[:1]], directed=directed)


def decided_by_kernels(rng: random.Random) -> Iterator[tuple[Any, lm.Play]]:
    """Boards that matchings, labels or circuits decide."""
    graph = random_graph(rng, loops=True)
    weights = [rng.choice((0, 1, 1, 2, 3, 2**70)) if rng.random() < 0.9 else 1 for _ in range(graph.n)]
    small = [min(weight, 3) for weight in weights]
    yield lm.VertexGeography(graph), lm.Play.NORMAL
    yield lm.NimGRM(graph, small), lm.Play.NORMAL
    yield lm.NimGRM(graph, small), lm.Play.MISERE
    yield lm.NimGRM(graph, [min(weight, 1) for weight in weights]), lm.Play.MISERE
    tree = [(v, rng.randrange(v)) for v in range(1, 5)]
    extra = [(rng.randrange(5), rng.randrange(5)) for _ in range(rng.randrange(4))]
    for play in lm.Play:
        yield lm.Vertexnim((5, tree + extra), [rng.choice((1, 1, 2, 3)) for _ in range(5)]), play
        order = rng.sample(range(6), 6)
        cut = rng.randint(1, 6)
        arcs = [(order[i], order[(i + 1) % cut if i < cut else i - 1]) for i in range(6)]
        yield lm.NimGRM((6, arcs), [rng.choice((0, 1, 2, 3, 3)) for _ in range(6)], directed=True), play
