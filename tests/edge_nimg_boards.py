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


KINDS = [light, cyclic, tree, half]
