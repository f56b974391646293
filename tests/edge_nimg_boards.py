"""Random boards of Edge NimG on which its theorems speak: the usual random ones are seldom of these kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import lastmove as lm

if TYPE_CHECKING:
    from random import Random


def special_board(rng: Random, size: int = 5, weight: int = 3) -> Any:
    """A board of one of the kinds below."""
    return rng.choice(KINDS)(rng, max(size, 4), weight)


def with_weights(rng: Random, n: int, edges: list[tuple[int, int]], most: int, *, directed: bool = False) -> Any:
    """The board of these edges with random weights from 1 on; few if there are many edges."""
    high = most if len(edges) < 6 else min(most, 2)
    weights = [rng.randint(1, high) for _ in edges]
    return lm.EdgeNimG(lm.Graph(n, edges, directed=directed), weights)


def light(rng: Random, size: int, weight: int) -> Any:  # noqa: ARG001
    """Weights up to 1, mostly without an odd cycle."""
    n = rng.randint(4, size + 1)
    edges = [(u, v) for v in range(n) for u in range(v) if (u + v) % 2 and rng.random() < 0.8]
    edges += [(0, 2)] if rng.random() < 0.1 else []
    return with_weights(rng, n, edges, 1)


def cyclic(rng: Random, size: int, weight: int) -> Any:
    """A cycle or a circuit."""
    n = rng.randint(1, size)
    return with_weights(rng, n, [(u, (u + 1) % n) for u in range(n)], weight, directed=rng.random() < 0.5)


def tree(rng: Random, size: int, weight: int) -> Any:
    """A tree."""
    n = rng.randint(2, size + 1)
    return with_weights(rng, n, [(rng.randrange(v), v) for v in range(1, n)], weight)


def half(rng: Random, size: int, weight: int) -> Any:
    """A few vertices, and two or three that have two edges to them, perhaps to the same."""
    own = rng.randint(2, size - 2)
    edges = [(own + u, v) for u in range(rng.randint(2, 3)) for v in rng.choices(range(own), k=2)]
    return with_weights(rng, own + 3, edges, weight)


def thick(rng: Random, size: int, weight: int) -> Any:
    """Bipartite, with three edges at a vertex on both sides; sometimes the rows of weights repeat."""
    row = [rng.randint(1, weight) for _ in range(3)]
    edges = [(u, 3 + v) for u in range(3) for v in range(3)]
    weights = row * 3 if rng.random() < 0.5 else [rng.randint(0, 2) for _ in edges]
    most = 7 if size < 5 else 8
    kept = sorted(rng.sample(range(9), most))
    return lm.EdgeNimG(lm.Graph(6, [edges[k] for k in kept]), [min(weights[k], 2) for k in kept])


def nested(rng: Random, size: int, weight: int) -> Any:
    """A threshold graph, or a split graph with a top."""
    n = rng.randint(4, size)
    edges = []
    if rng.random() < 0.4:
        for v in range(1, n):
            edges += [(u, v) for u in range(v)] if rng.random() < 0.5 or v == n - 1 else []
        return with_weights(rng, n, edges, weight)
    clique = rng.randint(1, 3)
    edges = [(u, v) for v in range(clique) for u in range(v)] + [(u, clique) for u in range(clique)]
    edges += [(u, v) for v in range(clique + 1, n + 1) for u in range(clique) if rng.random() < 0.5]
    return with_weights(rng, n + 1, edges, min(weight, 2) if len(edges) < 8 else 1)


def looped(rng: Random, size: int, weight: int) -> Any:
    """A cycle or a path with loops."""
    n = rng.randint(2, size - 1)
    edges = [(u, u + 1) for u in range(n - 1)] + ([(0, n - 1)] if rng.random() < 0.5 else [])
    edges += [(u, u) for u in range(n) if rng.random() < (0.9 if u % 2 else 0.4)]
    return with_weights(rng, n, edges + edges[-1:], weight)


KINDS = [light, cyclic, tree, half, thick, nested, looped]
