"""Drawings whose distances follow the graph's: stress majorization, and a gentle improvement of any drawing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from lastmove.core.limits import look
from lastmove.pictures.geometry import Drawing, count_crossings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["distances", "improved", "stress_layout"]

ROOM = 0.38
"""How near a node may come to an edge that is not its own, where edges between neighbours have length 1."""
_SHRINK = (1.0, 0.5, 0.2)


def distances(n: int, edges: Sequence[tuple[int, int]]) -> Floats:
    """The number of edges between every two nodes of a connected graph."""
    around: list[list[int]] = [[] for _ in range(n)]
    for u, v in edges:
        around[u].append(v)
        around[v].append(u)
    found = np.zeros((n, n))
    for root in range(n):
        look()
        level = {root: 0}
        queue = [root]
        for u in queue:
            for v in around[u]:
                if v not in level:
                    level[v] = level[u] + 1
                    queue.append(v)
        for v, far in level.items():
            found[root, v] = far
    return found


def stress_layout(n: int, edges: Sequence[tuple[int, int]]) -> Floats:
    """A drawing with few crossings whose distances are near those of the graph; the same for the same graph.

    Smacof from a circle and from a few random beginnings (a fixed seed); the one with the fewest crossings is kept.
    """
    wanted = distances(n, edges)
    random = Random(7)
    turns = 2 * np.pi * np.arange(n) / n
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1) * n / 6
    best: tuple[int, float] | None = None
    kept = circle
    for attempt in range(6 if n <= 80 else 2):
        start = circle if attempt == 0 else _scattered(n, random)
        found = _majorized(start, wanted, 120 if n <= 80 else 40)
        rank = (count_crossings(found, edges) if n <= 80 else 0, round(_stress(found, wanted), 6))
        if best is None or rank < best:
            best, kept = rank, found
    return kept


def _scattered(n: int, random: Random) -> Floats:
    return np.array([[random.random() * n**0.5, random.random() * n**0.5] for _ in range(n)], dtype=np.float64)


def _majorized(points: Floats, wanted: Floats, rounds: int) -> Floats:
    n = len(points)
    weights = 1 / np.maximum(wanted, 1) ** 2
    np.fill_diagonal(weights, 0)
    total = weights.sum(axis=1, keepdims=True)
    pulls = weights * wanted
    for _ in range(rounds if n > 1 else 0):
        look()
        x, y = points[:, 0, None] - points[:, 0], points[:, 1, None] - points[:, 1]
        length = np.maximum(np.sqrt(x * x + y * y), 1e-6)
        pull = pulls / length
        points = (weights @ points + np.stack([(pull * x).sum(axis=1), (pull * y).sum(axis=1)], axis=1)) / total
    found: Floats = points - points.mean(axis=0)
    return found


def _stress(points: Floats, wanted: Floats) -> float:
    apart = points[:, None] - points[None]
    length = np.hypot(apart[..., 0], apart[..., 1])
    return float(((length - wanted) ** 2 / np.maximum(wanted, 1) ** 2).sum())


def improved(
    points: Floats, edges: Sequence[tuple[int, int]], *, crossings: float | None, rounds: int = 30, flat: bool = False
) -> Floats:
    """The drawing after each node was moved to where it fits better, many times round.

    Parameters
    ----------
    crossings
        What a crossing costs; ``None`` forbids new ones, so that a planar drawing stays planar.
    flat
        Move nodes sideways only.
    """
    n = len(points)
    wanted = distances(n, edges)
    weights = 1 / np.maximum(wanted, 1) ** 2
    drawing = Drawing(points.astype(np.float64), edges)
    for turn in range(rounds):
        look()
        far = 0.4 * (1 - turn / rounds) + 0.05
        steps = [(far, 0.0), (-far, 0.0)] if flat else [(far, 0.0), (-far, 0.0), (0.0, far), (0.0, -far)]
        moved = max(_moved(drawing, v, wanted[v], weights[v], crossings, steps) for v in range(n))
        if moved < 0.02:
            break
    return drawing.points


def _moved(
    drawing: Drawing,
    v: int,
    wanted: Floats,
    weights: Floats,
    crossings: float | None,
    steps: Sequence[tuple[float, float]],
) -> float:
    """Move one node towards where stress would have it, else by one of the steps; return how far it went."""
    look()
    points = drawing.points
    here = points[v].copy()
    target = _target(points, v, wanted, weights)
    if not any(dy for _, dy in steps):
        target[1] = here[1]
    places = np.array([here, *(here + share * (target - here) for share in _SHRINK), *(here + step for step in steps)])
    off = points - places[:, None]
    apart = np.hypot(off[..., 0], off[..., 1])
    apart[:, v] = 0
    cost = (weights * (apart - wanted) ** 2).sum(axis=1) + 25 * drawing.crowding_at(v, places, ROOM)
    if crossings is None:
        better = np.flatnonzero(cost < cost[0] - 1e-6)
        better = better[drawing.crossings_at(v, places[better]) == 0] if len(better) else better
    else:
        cost += crossings * drawing.crossings_at(v, places)
        better = np.flatnonzero(cost < cost[0] - 1e-6)
    if not len(better):
        return 0.0
    points[v] = places[better[0]]
    return float(np.hypot(*(points[v] - here)))


def _target(points: Floats, v: int, wanted: Floats, weights: Floats) -> Floats:
    """Where stress would have the node."""
    apart = points[v] - points
    length = np.maximum(np.hypot(*apart.T), 1e-6)
    pulled = (points + (wanted / length)[:, None] * apart) * weights[:, None]
    pulled[v] = 0
    target: Floats = pulled.sum(axis=0) / max(weights.sum() - weights[v], 1e-9)
    return target
