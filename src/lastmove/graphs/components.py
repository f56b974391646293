"""Reachability, strong connection, circuits. Everything here is linear and iterative."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.graphs.graph import Graph

__all__ = ["find_circuit", "is_strongly_connected", "reachable"]


def reachable(neighbours: Sequence[Sequence[int]], start: int) -> list[bool]:
    """For each vertex whether a walk along ``neighbours`` leads to it from ``start``."""
    found = [False] * len(neighbours)
    found[start] = True
    stack = [start]
    while stack:
        for v in neighbours[stack.pop()]:
            if not found[v]:
                found[v] = True
                stack.append(v)
    return found


def is_strongly_connected(graph: Graph) -> bool:
    """Whether every vertex can be reached from every other; for undirected graphs, whether it is connected.

    The empty graph counts as connected.
    """
    if not graph.n:
        return True
    if not all(reachable(graph.neighbours, 0)):
        return False
    if not graph.directed:
        return True
    backwards: list[list[int]] = [[] for _ in range(graph.n)]
    for u, v in graph.ends():
        backwards[v].append(u)
    return all(reachable(backwards, 0))


def find_circuit(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """The vertices of a directed circuit in order, or an empty list where there is none."""
    unseen, on_path, done = 0, 1, 2
    state = [unseen] * len(neighbours)
    for root in range(len(neighbours)):
        if state[root] != unseen:
            continue
        state[root] = on_path
        path, pending = [root], [iter(neighbours[root])]
        while path:
            v = next(pending[-1], None)
            if v is None:
                state[path.pop()] = done
                pending.pop()
            elif state[v] == on_path:
                return path[path.index(v) :]
            elif state[v] == unseen:
                state[v] = on_path
                path.append(v)
                pending.append(iter(neighbours[v]))
    return []
