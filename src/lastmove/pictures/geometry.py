"""Plane geometry on numpy arrays: crossings of edges, and how near nodes come to edges and to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["Drawing", "clearance", "count_crossings"]

_TINY = 1e-9
_CELLS = 100_000
"""Pairs that are looked at in one step: many at once are quick, and all at once need too much memory."""


def count_crossings(points: Floats, edges: Sequence[tuple[int, int]]) -> int:
    """How many pairs of edges without a common end cross or touch, drawn as straight segments.

    >>> square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    >>> count_crossings(square, [(0, 2), (1, 3)]), count_crossings(square, [(0, 1), (2, 3)])
    (1, 0)
    """
    ends = _ends(edges)
    a, b = ends[:, 0], ends[:, 1]
    starts, stops = points[a], points[b]
    total = 0
    for some in _blocks(len(ends), len(ends)):
        u, v = a[some, None], b[some, None]
        meet = (u == a) | (u == b) | (v == a) | (v == b)
        total += int((_crossing(starts[some, None], stops[some, None], starts, stops) & ~meet).sum())
    return total // 2


def clearance(points: Floats, edges: Sequence[tuple[int, int]]) -> float:
    """The least distance between a point and another point, or an edge that is not its own.

    >>> clearance(np.array([[0.0, 0], [4, 0], [2, 1]]), [(0, 1)])
    1.0
    """
    ends, n = _ends(edges), len(points)
    starts, stops, everything = points[ends[:, 0]], points[ends[:, 1]], np.arange(n)
    least = np.inf
    for some in _blocks(n, n + len(ends)):
        apart = points[some, None] - points
        gaps = np.hypot(apart[..., 0], apart[..., 1])
        gaps[everything[some, None] == everything] = np.inf
        to_edges = _to_segments(points[some, None], starts, stops)
        to_edges[(everything[some, None, None] == ends).any(axis=2)] = np.inf
        least = min(least, float(gaps.min(initial=np.inf)), float(to_edges.min(initial=np.inf)))
    return least if least < np.inf else 1.0


class Drawing:
    """Straight edges between points that may be moved one by one."""

    def __init__(self, points: Floats, edges: Sequence[tuple[int, int]]) -> None:
        self.points, self.ends = points, _ends(edges)
        a, b = self.ends[:, 0], self.ends[:, 1]
        everything = np.arange(len(points))
        self._others = [np.delete(everything, v) for v in everything]
        self._away = [np.flatnonzero((a != v) & (b != v)) for v in everything]
        self._near = [np.concatenate([b[a == v], a[b == v]]) for v in everything]

    def crossings_at(self, v: int, places: Floats) -> Ints:
        """How many edges the edges at one point would cross or touch, common ends aside, if it were at these places."""
        near, away = self._near[v], self._away[v]
        a, b = self.ends[away, 0], self.ends[away, 1]
        r, s = self.points[a], self.points[b]
        crossing = _crossing(places[:, None, None], self.points[near][:, None], r, s)
        crossing &= (near[:, None] != a) & (near[:, None] != b)
        found: Ints = crossing.sum(axis=(1, 2))
        return found

    def crowding_at(self, v: int, places: Floats, room: float) -> Floats:
        """How much too near v and its edges would be to edges and points; 0 if they keep ``room``, and v twice that
        from other points."""
        points, others, away, near = self.points, self._others[v], self._away[v], self._near[v]
        off = points[others] - places[:, None]
        apart = np.hypot(off[..., 0], off[..., 1])
        to_edges = _to_segments(places[:, None], points[self.ends[away, 0]], points[self.ends[away, 1]])
        from_edges = _to_segments(points[others], places[:, None, None], points[near][:, None])
        from_edges[:, others == near[:, None]] = np.inf
        total: Floats = (np.maximum(0, 2 * room - apart) ** 2).sum(axis=1)
        total += (np.maximum(0, room - to_edges) ** 2).sum(axis=1)
        total += (np.maximum(0, room - from_edges) ** 2).sum(axis=(1, 2))
        return total


def _ends(edges: Sequence[tuple[int, int]]) -> Ints:
    return np.array(edges, dtype=np.int64).reshape(-1, 2)


def _blocks(rows: int, wide: int) -> Iterator[slice]:
    """The rows of a table, a few at a time."""
    step = max(1, _CELLS // max(1, wide))
    for begin in range(0, rows, step):
        look()
        yield slice(begin, begin + step)


def _crossing(p: Floats, q: Floats, r: Floats, s: Floats) -> NDArray[np.bool_]:
    """Whether the segments p q and r s cross or touch; shapes are broadcast."""
    found: NDArray[np.bool_] = _side(p, q, r) * _side(p, q, s) <= _TINY
    found &= _side(r, s, p) * _side(r, s, q) <= _TINY
    if found.any():  # boxes that are apart: segments on one line that do not overlap
        for axis in (0, 1):
            a, b, c, d = (point[..., axis] for point in (p, q, r, s))
            found &= np.maximum(c, d) >= np.minimum(a, b) - _TINY
            found &= np.minimum(c, d) <= np.maximum(a, b) + _TINY
    return found


def _side(p: Floats, q: Floats, r: Floats) -> Floats:
    """The sign says on which side of the line p q the points r lie."""
    side: Floats = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])
    return side


def _to_segments(points: Floats, starts: Floats, stops: Floats) -> Floats:
    """The distances of points from segments; shapes are broadcast."""
    x, y = points[..., 0] - starts[..., 0], points[..., 1] - starts[..., 1]
    dx, dy = stops[..., 0] - starts[..., 0], stops[..., 1] - starts[..., 1]
    where = np.minimum(np.maximum((x * dx + y * dy) / np.maximum(dx * dx + dy * dy, _TINY), 0), 1)
    gap: Floats = np.hypot(where * dx - x, where * dy - y)
    return gap
