"""Tree partitions: the vertices of a graph in bags that hang together like a tree.

Every vertex is in one bag, and every edge lies inside a bag or joins two bags that are next to each other in the tree.
So each bag takes the graph apart. A long strip has a partition into short columns, a tree of blobs one into pieces of
its blobs; a graph with small treewidth and small degrees always has one with small bags.

:func:`layered` makes one: the layers of a breadth-first search, each split into what hangs together further out.
:func:`narrowest` tries several first layers and takes the cheapest.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.core.limits import look, watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_TRIES, _WORK = 24, 100_000
"""How many first layers are tried; fewer on graphs with many vertices."""

_NEAR = 5
"""First layers are shortest paths to vertices at most so far away."""


@dataclass(frozen=True, slots=True)
class TreePartition:
    """Bags of vertices; ``parents[i]`` is the number of the bag above bag i, larger than i, or -1 at a root."""

    bags: tuple[tuple[int, ...], ...]
    parents: tuple[int, ...]


def layered(near: Sequence[Sequence[int]], roots: Iterable[int]) -> TreePartition:
    """The partition of what hangs together with some vertices, which must hang together, into layers around them.

    Examples
    --------
    >>> layered([[1], [0, 2, 3], [1], [1]], [0])
    TreePartition(bags=((2,), (3,), (1,), (0,)), parents=(2, 2, 3, -1))
    """
    layers = _layers(near, roots)
    depth = {v: d for d, layer in enumerate(layers) for v in layer}
    leader = {v: v for v in depth}

    def find(v: int) -> int:
        while leader[v] != v:
            leader[v] = leader[leader[v]]
            v = leader[v]
        return v

    bags: list[tuple[int, ...]] = []
    home: dict[int, int] = {}
    for d in range(len(layers) - 1, -1, -1):
        look()
        for v in layers[d]:
            for w in near[v]:
                if depth[w] >= d:
                    leader[find(w)] = find(v)
        together: dict[int, list[int]] = defaultdict(list)
        for v in layers[d]:
            together[find(v)].append(v)
        for members in together.values():
            home.update((v, len(bags)) for v in members)
            bags.append(tuple(sorted(members)))
    parents = [-1] * len(bags)
    for v, d in depth.items():
        for w in near[v]:
            if depth[w] < d:
                parents[home[v]] = home[w]
    return TreePartition(tuple(bags), tuple(parents))


def _layers(near: Sequence[Sequence[int]], roots: Iterable[int]) -> list[list[int]]:
    """The vertices at distance 0, 1, 2, ... from some vertices."""
    layer = sorted(set(roots))
    seen = set(layer)
    found = []
    while layer:
        look()
        found.append(layer)
        following = []
        for u in layer:
            for v in near[u]:
                if v not in seen:
                    seen.add(v)
                    following.append(v)
        layer = following
    return found


def narrowest(
    near: Sequence[Sequence[int]], root: int, cost: Callable[[TreePartition], float]
) -> tuple[TreePartition, float]:
    """The cheapest of some partitions of what hangs together with a vertex, and its cost.

    The first layer is a vertex far out, or a shortest path from it to one that is near: the end of a strip.
    """
    far = _layers(near, [root])[-1][0]
    tried = [(far,), *_short_paths(near, far)]
    best: tuple[float, TreePartition] | None = None
    for roots in watched(tried[: 2 + min(_TRIES, _WORK // len(near))], 1):
        made = layered(near, roots)
        price = cost(made)
        if best is None or price < best[0]:
            best = price, made
    assert best is not None
    return best[1], best[0]


def _short_paths(near: Sequence[Sequence[int]], start: int) -> list[tuple[int, ...]]:
    """One shortest path to each vertex near a vertex, the shorter ones first."""
    found: list[tuple[int, ...]] = [(start,)]
    seen = {start}
    for path in found:
        if len(path) <= _NEAR and len(found) < _TRIES:
            for v in near[path[-1]]:
                if v not in seen:
                    seen.add(v)
                    found.append((*path, v))
    return found[1:]
