"""Trees and acyclic digraphs: levels from the root down."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Around = Sequence[frozenset[int]]
    Points = list[tuple[float, float]]

__all__ = ["levels_of", "tree_layout"]

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
