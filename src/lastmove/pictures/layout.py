"""Where the nodes of a graph go: known shapes, trees and levels, planar drawings, then stress."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look
from lastmove.core.optional import is_there
from lastmove.pictures.known_shapes import CROSSING, PLAIN, on_circle, recognised

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from lastmove.core.view import GraphView

    Around = Sequence[frozenset[int]]
    Points = list[tuple[float, float]]

_WIDEST = 14
"""Trees with more leaves are too wide for this."""


def tree_layout(around: Around, root: int | None) -> Points | None:
    """A tree with its root on top; None if the graph is no tree or has many leaves."""
    n = len(around)
    if sum(map(len, around)) != 2 * (n - 1):
        return None
    top = _centre(around) if root is None else root
    order, parent = [top], {top: -1}
    for u in order:
        for v in sorted(around[u]):
            if v not in parent:
                parent[v] = u
                order.append(v)
    children: list[list[int]] = [[] for _ in range(n)]
    for v in order[1:]:
        children[parent[v]].append(v)
    if sum(not below for below in children) > _WIDEST:
        return None
    depth = {top: 0}
    for v in order[1:]:
        depth[v] = depth[parent[v]] + 1
    across = _spread(children, order)
    return [(across[v], 1.05 * depth[v]) for v in range(n)]


def _spread(children: Sequence[Sequence[int]], order: Sequence[int]) -> list[float]:
    """Leaves side by side in the order of a walk, every other node over the middle of its children."""
    across = [0.0] * len(children)
    place = 0.0
    stack = [order[0]]
    while stack:
        v = stack.pop()
        if children[v]:
            stack.extend(reversed(children[v]))
        else:
            across[v] = place
            place += 1
    for v in reversed(order):
        if children[v]:
            across[v] = (across[children[v][0]] + across[children[v][-1]]) / 2
    return across


def _centre(around: Around) -> int:
    """The middle of a longest path."""

    def farthest(root: int) -> tuple[int, dict[int, int]]:
        came = {root: root}
        queue = [root]
        for u in queue:
            for v in sorted(around[u]):
                if v not in came:
                    came[v] = u
                    queue.append(v)
        return queue[-1], came

    end, _ = farthest(0)
    other, came = farthest(end)
    walk = [other]
    while walk[-1] != end:
        walk.append(came[walk[-1]])
    return walk[len(walk) // 2]


def levels_of(n: int, arcs: Sequence[tuple[int, int]]) -> list[int] | None:
    """For each node the length of the longest way to it; None if there is a circuit."""
    into = [0] * n
    out: list[list[int]] = [[] for _ in range(n)]
    for u, v in arcs:
        out[u].append(v)
        into[v] += 1
    level = [0] * n
    ready = [v for v in range(n) if not into[v]]
    for u in ready:
        for v in out[u]:
            level[v] = max(level[v], level[u] + 1)
            into[v] -= 1
            if not into[v]:
                ready.append(v)
    return level if len(ready) == n else None


_DENSE = 5
"""Graphs with more edges for each node go on a circle if they are not planar."""


def graph_layout(
    view: GraphView, given: Mapping[Any, tuple[float, float]] | None = None, *, plainly: bool = False
) -> Points:
    """A point for every node, neighbours about 1 apart, y downwards; the same for the same view.

    Parameters
    ----------
    given
        Points by key, where one wants to choose them; used if every node has one.
    plainly
        Known shapes and trees as ever, everything else on a circle: at once, whatever the graph is.
    """
    n = len(view.nodes)
    if given is not None and all(node.key in given for node in view.nodes):
        return [given[node.key] for node in view.nodes]
    pairs = sorted({(min(e.tail, e.head), max(e.tail, e.head)) for e in view.edges if e.tail != e.head})
    points: Points = [(0.0, 0.0)] * n
    boxes = []
    for part in _components(n, pairs):
        place = {v: i for i, v in enumerate(part)}
        inner = [(place[u], place[v]) for u, v in pairs if u in place]
        arcs = [(place[e.tail], place[e.head]) for e in view.edges if e.tail in place] if view.directed else []
        keys = [view.nodes[v].key for v in part]
        boxes.append((part, _component(len(part), inner, arcs, keys, plainly)))
    for part, spots in _packed(boxes):
        for v, spot in zip(part, spots, strict=True):
            points[v] = spot
    return points


def _components(n: int, pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    around: list[list[int]] = [[] for _ in range(n)]
    for u, v in pairs:
        around[u].append(v)
        around[v].append(u)
    seen = [False] * n
    found = []
    for root in range(n):
        if not seen[root]:
            seen[root] = True
            part = [root]
            for u in part:
                for v in around[u]:
                    if not seen[v]:
                        seen[v] = True
                        part.append(v)
            found.append(sorted(part))
    return found


def _component(
    n: int,
    pairs: Sequence[tuple[int, int]],
    arcs: Sequence[tuple[int, int]],
    keys: Sequence[Hashable],
    plainly: bool,
) -> Points:
    look()
    around = [frozenset[int]()] * n
    for u, v in pairs:
        around[u] |= {v}
        around[v] |= {u}
    found = recognised(PLAIN, around, keys)
    if found is None:
        levels = levels_of(n, arcs) if arcs else None
        sources = [v for v in range(n) if levels is not None and not any(head == v for _, head in arcs)]
        found = tree_layout(around, sources[0] if len(sources) == 1 else None)
        if found is None and plainly:
            found = recognised(CROSSING, around, keys) or _on_wide_circle(n)
        if found is None:
            tree = len(pairs) == n - 1
            computed = _computed if is_there("numpy") else _computed_plainly
            found = computed(n, pairs, None if tree else levels, lambda: recognised(CROSSING, around, keys))
    return found


def _computed(
    n: int, pairs: Sequence[tuple[int, int]], levels: Sequence[int] | None, known: Callable[[], Points | None]
) -> Points:
    """By numpy and networkx, loaded only here; a shape that is ``known`` to cross only if the graph is not planar."""
    import numpy as np

    from lastmove.pictures.stress import count_crossings, improved, planar_layout, stress_layout

    rounds = 30 if n <= 80 else 0
    if levels is not None and n <= 80:
        start = stress_layout(n, pairs)
        wide = np.array([[x, 1.15 * level] for (x, _), level in zip(start.tolist(), levels, strict=True)])
        found = improved(_apart(wide), pairs, crossings=1.0, rounds=rounds, flat=True)
        return _listed(found)
    is_sparse = len(pairs) <= max(1, 3 * n - 6)
    if is_sparse:  # more edges always cross
        found = stress_layout(n, pairs)
        if not count_crossings(found, pairs):
            return _turned(improved(found, pairs, crossings=None, rounds=rounds), pairs)
        planar = planar_layout(n, pairs)
        if planar is not None:
            return _turned(planar, pairs)
    shape = known()
    if shape is not None:
        return shape
    if len(pairs) > _DENSE * n:
        return _on_wide_circle(n)
    found = found if is_sparse else stress_layout(n, pairs)
    return _turned(improved(found, pairs, crossings=0.6, rounds=rounds), pairs)


def _computed_plainly(
    n: int, pairs: Sequence[tuple[int, int]], levels: Sequence[int] | None, known: Callable[[], Points | None]
) -> Points:
    """The same where numpy is missing, in fewer and rougher steps."""
    from lastmove.pictures.stress_plain import plain_planar, plain_stress, unclear_places

    found = plain_stress(n, pairs)
    if levels is not None:
        wide = [[x, 1.15 * level] for (x, _), level in zip(found, levels, strict=True)]
        return _listed(_apart(wide))
    if unclear_places(found, pairs):
        found = plain_planar(n, pairs) or known() or found
    return _turned(found, pairs)


def _on_wide_circle(n: int) -> Points:
    return [(1.25 * x, 1.25 * y) for x, y in on_circle(n)]


def _turned(points: Any, pairs: Sequence[tuple[int, int]]) -> Points:
    """The drawing turned until many edges are level or upright, and it is wider than high."""
    start = _listed(points)
    best, angle = _levelness(start, pairs), 0.0
    for coarse in range(1, 60):
        rank = _levelness(_rotated(start, coarse * pi / 60), pairs)
        if rank > best + 0.02:
            best, angle = rank, coarse * pi / 60
    fine = [angle, *(angle + step * pi / 900 for step in range(-15, 16))]
    return _rotated(start, max(fine, key=lambda turn: _levelness(_rotated(start, turn), pairs)))


def _rotated(points: Points, angle: float) -> Points:
    c, s = cos(angle), sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def _levelness(points: Points, pairs: Sequence[tuple[int, int]]) -> float:
    """How level or upright the edges are, and a little for a drawing that is wide."""
    look()
    level = 0.0
    for u, v in pairs:
        dx, dy = abs(points[u][0] - points[v][0]), abs(points[u][1] - points[v][1])
        level += max(0.0, 1 - 8 * min(dx, dy) / max(dx, dy, 1e-9))
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    return level / len(pairs) + 0.25 * min(1.6, wide / max(high, 1e-9))


def _apart(points: Any) -> Any:
    """Nodes of one level that stand in one place, pulled apart."""
    rows: dict[float, list[int]] = {}
    for v, (_, y) in enumerate(points):
        rows.setdefault(float(y), []).append(v)
    for row in rows.values():
        row.sort(key=lambda v: (points[v][0], v))
        for before, v in pairwise(row):
            points[v][0] = max(points[v][0], points[before][0] + 0.9)
    return points


def _listed(points: Any) -> Points:
    return [(float(x), float(y)) for x, y in points]


def _packed(boxes: Sequence[tuple[list[int], Points]]) -> list[tuple[list[int], Points]]:
    """Components in rows, the largest first, about as wide as high."""
    sized = []
    for part, spots in boxes:
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        moved = [(x - left, y - top) for x, y in spots]
        sized.append((part, moved, max(x for x, _ in moved) + 1, max(y for _, y in moved) + 1))
    sized.sort(key=lambda item: (-len(item[0]), item[0]))
    limit = max([item[2] for item in sized] + [1.5 * sum(item[2] * item[3] for item in sized) ** 0.5])
    found = []
    x = y = high = 0.0
    for part, spots, width, height in sized:
        if x and x + width > limit + 0.01:
            x, y, high = 0.0, y + high, 0.0
        found.append((part, [(a + x, b + y) for a, b in spots]))
        x, high = x + width, max(high, height)
    return found
