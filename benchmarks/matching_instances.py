"""Graphs to compare matching programs on: boards, random graphs, and families that are hard for ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Ends = NDArray[np.int64]

__all__ = ["FAMILIES", "HARD_FOR_US", "Instance", "board", "make", "read", "save"]


class Instance(NamedTuple):
    """A simple undirected graph on 0..n-1, and the side of each vertex if it is known to be bipartite."""

    n: int
    tails: Ends
    heads: Ends
    side: NDArray[np.bool_] | None = None


def simple(n: int, tails: Ends, heads: Ends, side: NDArray[np.bool_] | None = None) -> Instance:
    """Without loops and parallel edges, so that all programs get the same; the order of the edges is kept."""
    low, high = np.minimum(tails, heads), np.maximum(tails, heads)
    _, first = np.unique(low * n + high, return_index=True)
    kept = np.sort(first)
    kept = kept[low[kept] != high[kept]]
    return Instance(n, tails[kept], heads[kept], side)


def shuffled(found: Instance, seed: int) -> Instance:
    """The same graph with its vertices in random order."""
    order = np.random.default_rng(seed).permutation(found.n)
    return Instance(found.n, order[found.tails], order[found.heads])


def random_graph(n: int, degree: int) -> Instance:
    """n * degree / 2 edges at random."""
    tails, heads = np.random.default_rng(2).integers(0, n, (2, n * degree // 2))
    return simple(n, tails, heads)


def random_bipartite(n: int, degree: int) -> Instance:
    """The same between two halves."""
    rng = np.random.default_rng(1)
    half, m = n // 2, n * degree // 2
    return simple(n, rng.integers(0, half, m), rng.integers(half, n, m), np.arange(n) >= half)


def cubic(n: int) -> Instance:
    """Three edges at each vertex, but for the loops and parallel edges that are left out."""
    ends = np.repeat(np.arange(n), 3)
    np.random.default_rng(3).shuffle(ends)
    return simple(n, ends[0 : 3 * n // 2 * 2 : 2], ends[1::2])


def preferential(n: int) -> Instance:
    """Barabási-Albert: each new vertex has two edges to ends of earlier edges."""
    rng = np.random.default_rng(4)
    ends = np.zeros(4 * n, np.int64)
    ends[0::4] = ends[2::4] = np.arange(n)
    choice = (rng.random((n, 2)) * 4 * np.arange(n)[:, None]).astype(np.int64)
    for v, (one, two) in enumerate(choice.tolist()):
        ends[4 * v + 1], ends[4 * v + 3] = ends[one], ends[two]
    return simple(n, ends[0::2], ends[1::2])


def board(n: int, holes: float, dimension: int = 2) -> Instance:
    """A square or cubic board, some cells of which are missing at random; these stay as vertices without edges."""
    side = round(n ** (1 / dimension))
    cells = np.arange(side**dimension).reshape([side] * dimension)
    pairs = [(np.delete(cells, -1, axis).ravel(), np.delete(cells, 0, axis).ravel()) for axis in range(dimension)]
    tails, heads = (np.concatenate(ends) for ends in zip(*pairs, strict=True))
    kept = np.random.default_rng(10).random(cells.size) >= holes
    both = kept[tails] & kept[heads]
    colour = np.indices(cells.shape).sum(axis=0).ravel() % 2 == 1
    return Instance(cells.size, tails[both], heads[both], colour)


def triangles(n: int) -> Instance:
    """Triangles in a chain, in random order: every one is a blossom."""
    first = 3 * np.arange(n // 3)
    tails = np.concatenate([first, first, first + 1, first[:-1] + 2])
    heads = np.concatenate([first + 1, first + 2, first + 2, first[1:]])
    return shuffled(Instance(3 * len(first), tails, heads), 5)


def rope(n: int) -> Instance:
    """Blocks of 7 in a line, in random order, linked by one matching and by three in turn; odd cycles at the ends."""
    rng = np.random.default_rng(7)
    blocks = np.arange(n // 7 * 7).reshape(-1, 7)
    links = [b for b in range(len(blocks) - 1) for _ in range(1 if b % 2 == 0 else 3)]
    tails = [*(blocks[b] for b in links), blocks[0], blocks[-1]]
    heads = [*(rng.permutation(blocks[b + 1]) for b in links), np.roll(blocks[0], 1), np.roll(blocks[-1], 1)]
    return shuffled(simple(blocks.size, np.concatenate(tails), np.concatenate(heads)), 7)


def geometric(n: int) -> Instance:
    """Points in a square, strip by strip, joined when near: six neighbours on average, full of triangles."""
    from scipy.spatial import KDTree

    points = np.random.default_rng(11).random((n, 2))
    points = points[np.lexsort((points[:, 1], np.floor(points[:, 0] * np.sqrt(n) / 2)))]
    pairs = KDTree(points).query_pairs(np.sqrt(6 / (np.pi * n)), output_type="ndarray").astype(np.int64)
    return simple(n, pairs[:, 0], pairs[:, 1])


def triangulation(n: int) -> Instance:
    """The Delaunay triangulation of random points, in random order: blossoms everywhere, and no leaves."""
    from scipy.spatial import Delaunay

    corners = Delaunay(np.random.default_rng(12).random((n, 2))).simplices.astype(np.int64)
    return simple(n, corners.ravel(), np.roll(corners, 1, axis=1).ravel())


FAMILIES: dict[str, Callable[[int], Instance]] = {
    "random, degree 3": lambda n: random_graph(n, 3),
    "random, degree 5": lambda n: random_graph(n, 5),
    "bipartite, degree 3": lambda n: random_bipartite(n, 3),
    "bipartite, degree 5": lambda n: random_bipartite(n, 5),
    "3-regular": cubic,
    "Barabási-Albert": preferential,
    "board": lambda n: board(n, 0),
    "board, 10% holes": lambda n: board(n, 0.1),
    "triangle chain": triangles,
    "rope": rope,
    "geometric": geometric,
    "cube, 10% holes": lambda n: board(n, 0.1, dimension=3),
    "triangulation": triangulation,
}

HARD_FOR_US = ("geometric", "cube, 10% holes", "triangulation")


def make(family: str, n: int) -> Instance:
    """The graph of a family with about n vertices; always the same one."""
    return FAMILIES[family](n)


def save(found: Instance, path: str) -> None:
    """Write a graph for :func:`read` and for matching_lemon.cpp."""
    side = np.zeros(0, np.bool_) if found.side is None else found.side
    with open(path, "wb") as file:
        np.array([found.n, len(found.tails), len(side)], np.int32).tofile(file)
        for ends in (found.tails, found.heads):
            ends.astype(np.int32).tofile(file)
        side.astype(np.int8).tofile(file)


def read(path: str) -> Instance:
    with open(path, "rb") as file:
        n, m, sides = np.fromfile(file, np.int32, 3).tolist()
        tails, heads = (np.fromfile(file, np.int32, m).astype(np.int64) for _ in range(2))
        side = np.fromfile(file, np.int8, sides).astype(np.bool_)
    return Instance(n, tails, heads, side if sides else None)
