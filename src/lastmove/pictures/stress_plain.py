"""Drawings of graphs of no known shape without numpy: stress in plain Python, planar ones by barycentres.

The pictures are simpler than those of :mod:`~lastmove.pictures.stress`, and as true: no crossing that could be
spared by a planar drawing, and as few nodes on foreign edges as a handful of beginnings give.
"""

from __future__ import annotations

from itertools import combinations
from math import hypot, pi
from random import Random
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look, watched
from lastmove.core.optional import is_there
from lastmove.pictures.known_shapes import levels, on_circle

if TYPE_CHECKING:
    from collections.abc import Sequence

    Points = list[tuple[float, float]]
    Pairs = Sequence[tuple[int, int]]

_STEPS = 400_000
"""Steps that one beginning may take, so that large graphs are drawn roughly and soon."""
_NEAR = 0.2
"""A node nearer than this to an edge that is not its own looks as if it were on it."""


def plain_stress(n: int, pairs: Pairs) -> Points:
    """A drawing whose distances are near those of the graph; of a few beginnings the clearest, always the same."""
    wanted = _distances(n, pairs)
    random = Random(7)
    best: Points = on_circle(n, radius=n / 6)
    fewest: int | None = None
    for attempt in range(4 if n <= 40 else 1):
        start = on_circle(n, radius=n / 6) if attempt == 0 else _scattered(n, random)
        found = _majorized(start, wanted, max(5, min(100, _STEPS // (n * n))))
        unclear = unclear_places(found, pairs) if n <= 40 else 0
        if fewest is None or unclear < fewest:
            fewest, best = unclear, found
    return best


def plain_planar(n: int, pairs: Pairs) -> Points | None:
    """A drawing without crossings; ``None`` where there is none, and where networkx, which embeds it, is missing."""
    if not is_there("networkx"):
        return None
    import networkx as nx

    graph = nx.Graph(list(pairs))
    graph.add_nodes_from(range(n))
    planar, embedding = nx.check_planarity(graph)
    if not planar:
        return None
    found = _barycentric(n, embedding)
    if _crossings(found, pairs):
        placed = nx.combinatorial_embedding_to_pos(embedding)
        found = [(float(placed[v][0]), float(placed[v][1])) for v in range(n)]
    lengths = sorted(hypot(found[u][0] - found[v][0], found[u][1] - found[v][1]) for u, v in pairs)
    scale = max(lengths[len(lengths) // 2], 1e-9)
    return _eased([(x / scale, y / scale) for x, y in found], pairs)


def crosses_itself(points: Points, pairs: Pairs) -> bool:
    """Whether any two edges cross; soon known where many do."""
    return any(_cross(points, one, other) for one, other in watched(combinations(pairs, 2)))


def unclear_places(points: Points, pairs: Pairs) -> int:
    """How many pairs of edges cross, and how many nodes stand on edges of others."""
    close = (
        _gap(points[w], points[u], points[v]) < _NEAR
        for u, v in watched(pairs, 1)
        for w in range(len(points))
        if w not in (u, v)
    )
    return _crossings(points, pairs) + sum(close)


def _crossings(points: Points, pairs: Pairs) -> int:
    return sum(_cross(points, one, other) for one, other in watched(combinations(pairs, 2)))


def _cross(points: Points, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two edges without a common end cross or touch."""
    if one[0] in other or one[1] in other:
        return False
    p, q, r, s = (points[v] for v in (*one, *other))
    return _side(p, q, r) * _side(p, q, s) <= 0 and _side(r, s, p) * _side(r, s, q) <= 0


def _eased(points: Points, pairs: Pairs) -> Points:
    """A planar drawing after its nodes went, one by one, nearer to where stress would have them, without a crossing."""
    wanted = _distances(len(points), pairs)
    at: list[list[tuple[int, int]]] = [[pair for pair in pairs if v in pair] for v in range(len(points))]
    away = [[pair for pair in pairs if v not in pair] for v in range(len(points))]

    def crowded(v: int) -> tuple[bool, float]:
        crosses = any(_cross(points, own, other) for own in watched(at[v], 1) for other in away[v])
        gaps = [_gap(points[v], points[u], points[w]) for u, w in away[v]]
        gaps += [
            _gap(points[x], points[u], points[w])
            for u, w in watched(at[v], 1)
            for x in range(len(points))
            if x not in (u, w)
        ]
        return crosses, sum(max(0.0, 2 * _NEAR - gap) for gap in gaps)

    for _ in range(max(2, min(40, _STEPS // (4 * len(pairs) * len(points))))):
        for v in range(len(points)):
            look()
            here, before = points[v], crowded(v)
            target = _target(points, v, wanted[v])
            for share in (1.0, 0.5, 0.2, 0.05):
                points[v] = here[0] + share * (target[0] - here[0]), here[1] + share * (target[1] - here[1])
                if crowded(v) <= before:
                    break
            else:
                points[v] = here
    return points


def _distances(n: int, pairs: Pairs) -> list[list[int]]:
    around: list[list[int]] = [[] for _ in range(n)]
    for u, v in pairs:
        around[u].append(v)
        around[v].append(u)
    found = []
    for root in range(n):
        look()
        found.append(levels(around, root))
    return found


def _scattered(n: int, random: Random) -> Points:
    return [(random.random() * n**0.5, random.random() * n**0.5) for _ in range(n)]


def _majorized(start: Points, wanted: list[list[int]], rounds: int) -> Points:
    """Each node in turn goes to where the others would have it."""
    points = list(start)
    for _ in range(rounds):
        look()
        for v, row in enumerate(wanted):
            points[v] = _target(points, v, row)
    return points


def _target(points: Points, v: int, wanted: Sequence[int]) -> tuple[float, float]:
    """Where the other nodes would have node v, weighted by how near they should be."""
    here_x, here_y = points[v]
    x = y = total = 0.0
    for u, far in enumerate(wanted):
        if u != v:
            weight = 1 / (far * far)
            there_x, there_y = points[u]
            dx, dy = here_x - there_x, here_y - there_y
            pull = far / max(hypot(dx, dy), 1e-6)
            x += weight * (there_x + pull * dx)
            y += weight * (there_y + pull * dy)
            total += weight
    return x / total, y / total


def _barycentric(n: int, embedding: Any) -> Points:
    """The longest face as a polygon, every other node again and again at the mean of its neighbours (Tutte)."""
    seen: set[tuple[int, int]] = set()
    faces: list[list[int]] = [
        embedding.traverse_face(u, v, mark_half_edges=seen) for u, v in sorted(embedding.edges) if (u, v) not in seen
    ]
    longest = max(faces, key=lambda face: (len(set(face)) == len(face), len(face)))
    outer = list(dict.fromkeys(longest))
    points: Points = [(0.0, 0.0)] * n
    for v, place in zip(outer, on_circle(len(outer), turn=pi / 2 + pi / len(outer)), strict=True):
        points[v] = place
    free = [v for v in range(n) if v not in set(outer)]
    for _ in range(max(10, min(300, _STEPS // (4 * n)))):
        look()
        for v in free:
            around = [points[u] for u in embedding[v]]
            points[v] = sum(x for x, _ in around) / len(around), sum(y for _, y in around) / len(around)
    return points


def _side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _gap(point: tuple[float, float], start: tuple[float, float], stop: tuple[float, float]) -> float:
    """How far a point is from a segment."""
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    length = max(dx * dx + dy * dy, 1e-9)
    along = min(1.0, max(0.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return hypot(start[0] + along * dx - point[0], start[1] + along * dy - point[1])
