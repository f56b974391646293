"""Reachability, components, strong connection, circuits. Everything here is linear and iterative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.graphs.backend import choose_backend
from lastmove.graphs.csr import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.graphs.csr import CSR
    from lastmove.graphs.graph import Graph

__all__ = ["component_sizes", "find_circuit", "find_cut_off", "is_strongly_connected", "reachable", "strong_components"]


def reachable(neighbours: Sequence[Sequence[int]], start: int) -> list[bool]:
    """For each vertex whether a walk along ``neighbours`` leads to it from ``start``."""
    found = [False] * len(neighbours)
    found[start] = True
    stack = [start]
    while stack:
        look()
        for v in neighbours[stack.pop()]:
            if not found[v]:
                found[v] = True
                stack.append(v)
    return found


def is_strongly_connected(graph: Graph) -> bool:
    """Whether every vertex can be reached from every other; for undirected graphs, whether it is connected.

    The empty graph counts as connected.
    """
    return find_cut_off(graph) is None


def find_cut_off(graph: Graph) -> tuple[int, int] | None:
    """Two vertices of which the first cannot be reached from the second; ``None`` if there are none."""
    if not graph.n:
        return None
    if not graph.directed:
        numbers, sizes = component_sizes(rows_of(graph), b"\1" * graph.n)
        return None if len(sizes) == 1 else (next(v for v in range(graph.n) if numbers[v]), 0)
    forwards = reachable(graph.neighbours, 0)
    if not all(forwards):
        return forwards.index(False), 0
    backwards: list[list[int]] = [[] for _ in range(graph.n)]
    for u, v in graph.ends():
        backwards[v].append(u)
    into = reachable(backwards, 0)
    return None if all(into) else (0, into.index(False))


def component_sizes(rows: CSR, chosen: bytes) -> tuple[Sequence[int], Sequence[int]]:
    """For each chosen vertex the number of its component among the chosen ones, else -1; and the sizes of these."""
    make = choose_backend(rows.n + len(rows.indices) // 2)
    n, number, sizes = rows.n, make.ints(rows.n, -1), make.ints(rows.n)
    number_components = make.kernels("graphs.label_kernels").number_components
    count = number_components(make.rows(rows), make.flags(chosen), number, sizes, make.vertices(n))
    return number, sizes[:count]


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
            look()
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


def strong_components(neighbours: Sequence[Sequence[int]], within: Iterable[int] | None = None) -> list[list[int]]:
    """The strongly connected components, sinks first: an arc between two leads from the later to the earlier.

    Parameters
    ----------
    neighbours
        The (out-)neighbours of each vertex. Where they are symmetric these are the connected components.
    within
        The vertices of the subgraph that is meant; all of them by default.

    Examples
    --------
    >>> strong_components([[1], [2], [1], [0]])
    [[2, 1], [0], [3]]

    Notes
    -----
    Tarjan's algorithm with an explicit stack, linear in the vertices and arcs of the subgraph.
    """
    unseen = -1
    low = dict.fromkeys(range(len(neighbours)) if within is None else within, unseen)
    done = len(low)  # larger than every number given, so a finished vertex lowers nothing
    found: list[list[int]] = []
    waiting: list[int] = []
    count = 0
    for root in low:
        if low[root] != unseen:
            continue
        path = [(root, count, iter(neighbours[root]))]
        low[root], count = count, count + 1
        waiting.append(root)
        while path:
            look()
            u, number, rest = path[-1]
            for v in rest:
                if v in low:
                    if low[v] == unseen:
                        path.append((v, count, iter(neighbours[v])))
                        low[v], count = count, count + 1
                        waiting.append(v)
                        break
                    low[u] = min(low[u], low[v])
            else:
                path.pop()
                if low[u] == number:
                    found.append([waiting.pop()])
                    while found[-1][-1] != u:
                        found[-1].append(waiting.pop())
                    low.update(dict.fromkeys(found[-1], done))
                if path:
                    parent = path[-1][0]
                    low[parent] = min(low[parent], low[u])
    return found
