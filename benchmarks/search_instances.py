"""Families of positions that no theorem decides, by size and seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import lastmove as lm
from lastmove.core.play import Play
from lastmove.graphs import Graph, named

__all__ = ["FAMILIES", "SEEDS", "Family"]

SEEDS = (0, 1, 2, 3, 4)


@dataclass(frozen=True)
class Family:
    """Positions of one kind: ``make(n, seed)``; ``prototype`` is the size an earlier program solved in ten seconds."""

    name: str
    play: Play
    make: Callable[[int, int], Any]
    sizes: tuple[int, ...]
    prototype: int | None = None
    seeds: tuple[int, ...] = SEEDS


def digraph(n: int, degree: int, seed: int) -> Graph:
    """Every vertex leads to ``degree`` others, chosen at random."""
    rng = random.Random(seed * 1000003 + n * 101 + degree)
    others = ([x for x in range(n) if x != v] for v in range(n))
    arcs = [(v, w) for v, found in enumerate(others) for w in rng.sample(found, min(degree, n - 1))]
    return Graph(n, arcs, directed=True)


def regular(n: int, degree: int, seed: int) -> Graph:
    import networkx as nx

    return Graph(n, list(nx.random_regular_graph(degree, n, seed=seed).edges))


def sparse(n: int, degree: float, seed: int) -> Graph:
    import networkx as nx

    return Graph(n, list(nx.gnp_random_graph(n, degree / (n - 1), seed=seed).edges))


def circulant(n: int) -> Graph:
    return Graph(n, [(v, (v + step) % n) for v in range(n) for step in (1, 5)])


def weights(n: int, seed: int, most: int = 3) -> list[int]:
    rng = random.Random(seed * 7919 + n)
    return [rng.randint(1, most) for _ in range(n)]


def circuit_and_arcs(n: int, seed: int) -> Graph:
    """A circuit, so that it is strongly connected, and two more arcs out of every vertex."""
    arcs = [*digraph(n, 2, seed).ends(), *((v, (v + 1) % n) for v in range(n))]
    return Graph(n, sorted(set(arcs)), directed=True)


def blown_up(graph: Graph, times: int) -> Graph:
    """Each vertex becomes several that are not joined to each other but to all that its neighbours became."""
    edges = [(times * a + i, times * b + j) for a, b in graph.ends() for i in range(times) for j in range(times)]
    return Graph(times * graph.n, edges)


def multipartite(parts: int, size: int) -> Graph:
    return blown_up(Graph(parts, [(a, b) for a in range(parts) for b in range(a)]), size)


def with_chains(graph: Graph, lengths: tuple[int, ...], seed: int) -> Graph:
    """On each edge a number of new vertices that is drawn from the lengths."""
    rng = random.Random(seed)
    edges: list[tuple[int, int]] = []
    n = graph.n
    for a, b in graph.ends():
        length = rng.choice(lengths)
        edges += pairwise([a, *range(n, n + length), b])
        n += length
    return Graph(n, edges)


VG, EG = lm.VertexGeography, lm.EdgeGeography
NORMAL, MISERE = Play.NORMAL, Play.MISERE

FAMILIES = (
    Family("VG directed, out-degree 2, normal", NORMAL, lambda n, s: VG(digraph(n, 2, s), 0), (160, 176, 192, 212, 232, 256), 192),
    Family("VG directed, out-degree 2, misere", MISERE, lambda n, s: VG(digraph(n, 2, s), 0), (144, 160, 176, 192, 212, 232), 160),
    Family("VG directed, out-degree 3, normal", NORMAL, lambda n, s: VG(digraph(n, 3, s), 0), (60, 66, 72, 80, 88, 96), 72),
    Family("VG directed, out-degree 3, misere", MISERE, lambda n, s: VG(digraph(n, 3, s), 0), (60, 66, 73, 80, 88, 96), 66),
    Family("VG directed, out-degree 5, normal", NORMAL, lambda n, s: VG(digraph(n, 5, s), 0), (34, 36, 38, 40, 42, 44), 38),
    Family("VG directed, out-degree 5, misere", MISERE, lambda n, s: VG(digraph(n, 5, s), 0), (30, 32, 34, 36, 38, 40), 34),
    Family("VG 3-regular, misere", MISERE, lambda n, s: VG(regular(n, 3, s), 0), (64, 70, 78, 84, 90, 96), 70),
    Family("VG G(n, 4/n), misere", MISERE, lambda n, s: VG(sparse(n, 4, s), 0), (50, 56, 62, 68, 74), 56),
    Family("VG grid n x n, misere", MISERE, lambda n, s: VG(named(f"grid:{n}x{n}"), (0, n + 1, 2 * n + 2, 1, n * n // 2)[s]), (8, 9, 10, 11, 12), 9),
    Family("VG king's graph n x n, misere", MISERE, lambda n, s: VG(named(f"king:{n}x{n}"), (0, n + 1, 1, 2, n * n // 2)[s]), (4, 5, 6, 7)),
    Family("VG torus n x n, misere", MISERE, lambda n, _: VG(named(f"torus:{n}x{n}"), 0), (5, 6, 7, 8, 9), seeds=(0,)),
    Family("VG circulant 1, 5, misere", MISERE, lambda n, _: VG(circulant(n), 0), (30, 36, 42, 48, 54, 60), seeds=(0,)),
    Family("VG 4-partite, n in each part, misere", MISERE, lambda n, _: VG(multipartite(4, n), 0), (7, 8, 10, 12, 16, 20, 24), seeds=(0,)),
    Family("VG 3-regular blown up by 2, misere", MISERE, lambda n, s: VG(blown_up(regular(n, 3, s), 2), 0), (12, 14, 16, 18, 20, 24)),
    Family("VG 3-regular with odd chains, misere", MISERE, lambda n, s: VG(with_chains(regular(n, 3, s), (3, 5, 7, 9), s), 0), (40, 44, 48, 52, 56, 60)),
    Family("EG 3-regular, normal", NORMAL, lambda n, s: EG(regular(n, 3, s), 0), (132, 148, 164, 180), 148),
    Family("EG 3-regular, misere", MISERE, lambda n, s: EG(regular(n, 3, s), 0), (84, 92, 98, 102, 112), 92),
    Family("EG 3-regular with even chains, misere", MISERE, lambda n, s: EG(with_chains(regular(n, 3, s), (2, 4, 6, 8), s), 0), (70, 84, 92, 98, 104)),
    Family("EG grid n x n, misere", MISERE, lambda n, s: EG(named(f"grid:{n}x{n}"), (0, n + 1, 2 * n + 2, 1, n * n // 2)[s]), (7, 8, 9, 10), 8),
    Family("EG directed, out-degree 2, normal", NORMAL, lambda n, s: EG(digraph(n, 2, s), 0), (90, 100, 110, 120, 132), 100),
    Family("EG directed, out-degree 2, misere", MISERE, lambda n, s: EG(digraph(n, 2, s), 0), (70, 80, 90, 100, 110)),
    Family("NimG-MR 3-regular, weights to 3, normal", NORMAL, lambda n, s: lm.NimGMR(regular(n, 3, s), weights(n, s), 0), (24, 26, 28, 30, 32, 34, 36), 28),
    Family("NimG-MR 3-regular, weights to 3, misere", MISERE, lambda n, s: lm.NimGMR(regular(n, 3, s), weights(n, s), 0), (24, 26, 28, 30, 32, 34, 36), 28),
    Family("NimG-MR bipartite, n in each part, weights to 3, normal", NORMAL, lambda n, s: lm.NimGMR(multipartite(2, n), weights(2 * n, s), 0), (6, 7, 8, 9, 10, 12)),
    Family("NimG-RM 3-regular, weights to 3, misere", MISERE, lambda n, s: lm.NimGRM(regular(n, 3, s), weights(n, s), 0), (54, 60, 66, 72, 80), 60),
    Family("NimG-RM directed, out-degree 3, weights to 3, normal", NORMAL, lambda n, s: lm.NimGRM(digraph(n, 3, s), weights(n, s), 0), (20, 24, 28, 32, 40)),
    Family("Vertexnim directed, weights to 3", NORMAL, lambda n, s: lm.Vertexnim(circuit_and_arcs(n, s), weights(n, s), 0), (16, 18, 20, 22, 24, 28, 32), 18),
    Family("Adjacent Nim, weights to 3", NORMAL, lambda n, s: lm.AdjacentNim(weights(n, s), 0), (40, 80, 160, 240, 320, 480, 640), 40),
    Family("Adjacent Nim, weights to 5", NORMAL, lambda n, s: lm.AdjacentNim(weights(n, s, 5), 0), (40, 80, 160, 240, 320, 480, 600)),
    Family("Adjacent Nim, weights to 50", NORMAL, lambda n, s: lm.AdjacentNim(weights(n, s, 50), 0), (40, 80, 120, 160, 200, 240)),
)  # fmt: skip
