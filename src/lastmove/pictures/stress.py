"""Drawings whose distances follow the graph's, by stress majorization, and planar ones by barycentres; with numpy.

A gentle improvement of any drawing looks at crossings of edges, and at how near nodes come to edges and to each other.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

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
