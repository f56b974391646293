"""Planar graphs without crossings: a barycentric drawing of a triangulation, then a gentle improvement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lastmove.core.limits import look
from lastmove.pictures.geometry import clearance, count_crossings
from lastmove.pictures.stress import improved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["planar_layout"]

_ROUNDS = 12
"""How often the edges of a barycentric drawing are weighted by their lengths; the roomiest drawing is taken."""


def planar_layout(n: int, edges: Sequence[tuple[int, int]]) -> Floats | None:
    """A drawing of a connected graph with straight edges that do not cross; ``None`` if the graph is not planar.

    networkx finds the embedding. Its largest face becomes a regular polygon; every other face gets a hub joined to its
    corners, and every node goes to the weighted mean of its neighbours (Tutte). Where that fails, because the graph is
    not well connected, it is the straight-line drawing of networkx. The better of this and of what becomes of it when
    the nodes are moved one by one, without a crossing ever, is taken.
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    planar, embedding = nx.check_planarity(graph)
    if not planar:
        return None
    even = _barycentric(n, embedding)
    if count_crossings(even, edges) or clearance(even, edges) < 1e-3:
        placed = nx.combinatorial_embedding_to_pos(embedding)
        even = _scaled(np.array([placed[v] for v in range(n)], dtype=np.float64), edges)
    free = improved(even, edges, crossings=None, rounds=40 if n <= 80 else 3)
    return even if _roominess(even, edges) >= _roominess(free, edges) else free


def _roominess(points: Floats, edges: Sequence[tuple[int, int]]) -> float:
    """How far apart things are for the size of the drawing."""
    size = float(np.hypot(*(points.max(axis=0) - points.min(axis=0))))
    return clearance(points, edges) / size


def _faces(embedding: Any) -> list[list[int]]:
    seen: set[tuple[int, int]] = set()
    found = []
    for u, v in sorted(embedding.edges):
        if (u, v) not in seen:
            found.append(embedding.traverse_face(u, v, mark_half_edges=seen))
    return found


def _barycentric(n: int, embedding: Any) -> Floats:
    faces = _faces(embedding)
    outer = max(faces, key=lambda face: (len(set(face)) == len(face), len(face)))
    hubs = [face for face in faces if face is not outer and len(face) > 3]
    size = n + len(hubs)
    weight = np.zeros((size, size))
    for u, v in embedding.edges:
        weight[u, v] = weight[v, u] = 1
    for place, face in enumerate(hubs, start=n):
        for v in face:
            weight[place, v] = weight[v, place] = 0.5
    fixed = list(dict.fromkeys(outer))
    turns = np.pi / 2 + np.pi / len(fixed) + 2 * np.pi * np.arange(len(fixed)) / len(fixed)  # a flat bottom
    points = np.zeros((size, 2))
    points[fixed] = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    free = np.setdiff1d(np.arange(size), fixed)
    pairs = [(u, v) for u, v in embedding.edges if u < v]
    best, kept = -1.0, points[:n].copy()
    for _ in range(_ROUNDS if len(free) else 1):
        look()
        laplacian = np.diag(weight.sum(axis=1)) - weight
        pull = weight[free][:, fixed] @ points[fixed]
        points[free] = np.linalg.lstsq(laplacian[free][:, free], pull, rcond=None)[0]
        rank = -1.0 if count_crossings(points[:n], pairs) else _roominess(points[:n], pairs)
        if rank > best + 1e-9:
            best, kept = rank, points[:n].copy()
        apart = points[:, None] - points[None]
        length = np.hypot(apart[..., 0], apart[..., 1])
        weight *= np.sqrt(length / max(float(length[weight > 0].mean()), 1e-9))  # long edges pull harder
    return _scaled(kept, pairs)


def _scaled(points: Floats, edges: Sequence[tuple[int, int]]) -> Floats:
    """Stretched until the middle edge has length 1."""
    if not edges:
        return points
    ends = np.array(edges)
    length = np.hypot(*(points[ends[:, 0]] - points[ends[:, 1]]).T)
    found: Floats = points / max(float(np.median(length)), 1e-9)
    return found
