"""Plane geometry on numpy arrays: crossings of edges, and how near nodes come to edges and to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Drawing", "count_crossings"]

_TINY = 1e-9


def count_crossings(points: Floats, edges: Sequence[tuple[int, int]]) -> int:
    """How many pairs of edges without a common end cross or touch, drawn as straight segments.

    >>> square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    >>> count_crossings(square, [(0, 2), (1, 3)]), count_crossings(square, [(0, 1), (2, 3)])
    (1, 0)
    """
    if len(edges) < 2:
        return 0
    drawing = Drawing(points, edges)
    return sum(map(drawing.crossings_at, range(len(points)))) // 4


class Drawing:
    """Straight edges between points that may be moved one by one."""

    def __init__(self, points: Floats, edges: Sequence[tuple[int, int]]) -> None:
        self.points = points
        self.ends: Ints = np.array(edges, dtype=np.int64).reshape(-1, 2)
        a, b = self.ends[:, 0], self.ends[:, 1]
        everything = np.arange(len(points))
        self._others = [np.delete(everything, v) for v in everything]
        self._away = [np.flatnonzero((a != v) & (b != v)) for v in everything]
        self._near = [np.where(a[at] == v, b[at], a[at]) for v, at in zip(everything, self._at(), strict=True)]

    def _at(self) -> list[Ints]:
        return [np.flatnonzero((self.ends == v).any(axis=1)) for v in range(len(self.points))]

    def crossings_at(self, v: int) -> int:
        """How many edges the edges at one point cross or touch, common ends aside."""
        near, away = self._near[v], self._away[v]
        if not len(near) or not len(away):
            return 0
        a, b = self.ends[away, 0], self.ends[away, 1]
        p, q = self.points[v], self.points[near][:, None]
        r, s = self.points[a][None], self.points[b][None]
        crossing = (_side(p, q, r) * _side(p, q, s) <= _TINY) & (_side(r, s, p) * _side(r, s, q) <= _TINY)
        if not crossing.any():
            return 0
        crossing &= (near[:, None] != a[None]) & (near[:, None] != b[None])
        crossing &= ~_boxes_apart(p, q, r, s)
        return int(crossing.sum())

    def gaps_at(self, v: int) -> tuple[Floats, Floats]:
        """How near point v is to other points, and how near it and its edges are to other edges and points."""
        points, others, away, near = self.points, self._others[v], self._away[v], self._near[v]
        apart = np.hypot(*(points[others] - points[v]).T)
        a, b = points[self.ends[away, 0]], points[self.ends[away, 1]]
        to_edges = _to_segments(points[v], a, b)
        from_edges = _to_segments(points[others][None], points[v], points[near][:, None])
        from_edges[others[None] == near[:, None]] = np.inf
        return apart, np.concatenate([to_edges, from_edges.ravel()])

    def crowding_at(self, v: int, room: float) -> float:
        """How much too near v and its edges are to edges and points; 0 if they keep ``room``, and v twice that from
        other points."""
        apart, gaps = self.gaps_at(v)
        return float((np.maximum(0, 2 * room - apart) ** 2).sum() + (np.maximum(0, room - gaps) ** 2).sum())

    def clearance(self) -> float:
        """The least distance between a point and another point, or an edge that is not its own."""
        found = [gap.min() for v in range(len(self.points)) for gap in self.gaps_at(v) if gap.size]
        return float(min(found)) if found else 1.0


def _side(p: Floats, q: Floats, r: Floats) -> Floats:
    """The sign says on which side of the line p q the points r lie."""
    side: Floats = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])
    return side


def _boxes_apart(p: Floats, q: Floats, r: Floats, s: Floats) -> NDArray[np.bool_]:
    """Whether the boxes of the segments p q and r s are apart: tells segments on one line from overlap."""
    apart = (np.maximum(r, s) < np.minimum(p, q) - _TINY) | (np.minimum(r, s) > np.maximum(p, q) + _TINY)
    either: NDArray[np.bool_] = apart[..., 0] | apart[..., 1]
    return either


def _to_segments(points: Floats, starts: Floats, stops: Floats) -> Floats:
    """The distances of points from segments; shapes are broadcast."""
    along = stops - starts
    length = np.maximum((along**2).sum(axis=-1), _TINY)
    where = np.clip(((points - starts) * along).sum(axis=-1) / length, 0, 1)
    off = starts + where[..., None] * along - points
    gap: Floats = np.hypot(off[..., 0], off[..., 1])
    return gap
