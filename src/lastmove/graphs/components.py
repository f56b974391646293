"""Reachability, components, strong connection, circuits, blocks and bridges, two-colourings, odd cycles.

Everything here is linear and iterative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.graphs.csr import CSR
    from lastmove.graphs.graph import Graph


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
    number_components = make.kernels("graphs.component_kernels").number_components
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


def blocks(neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """The blocks of an undirected graph, as lists of vertices: its largest parts that no single vertex takes apart.

    Every edge lies in one block, a vertex in several if it holds them together; a vertex without edges is in none.

    Parameters
    ----------
    neighbours
        For each vertex those it is joined to, without itself.

    Examples
    --------
    >>> sorted(map(sorted, blocks([[1, 2], [0, 2], [0, 1, 3], [2]])))
    [[0, 1, 2], [2, 3]]
    """
    place = [0] * len(neighbours)
    low = [0] * len(neighbours)
    found: list[list[int]] = []
    count = 0
    for root in range(len(neighbours)):
        if place[root]:
            continue
        count += 1
        place[root] = low[root] = count
        path, pending, open_ = [root], [iter(neighbours[root])], [root]
        while path:
            look()
            v = path[-1]
            w = next(pending[-1], None)
            if w is None:
                path.pop()
                pending.pop()
                if path:
                    above = path[-1]
                    low[above] = min(low[above], low[v])
                    if low[v] >= place[above]:
                        cut = open_.index(v) if open_[-1] != v else len(open_) - 1
                        found.append([above, *open_[cut:]])
                        del open_[cut:]
            elif not place[w]:
                count += 1
                place[w] = low[w] = count
                path.append(w)
                pending.append(iter(neighbours[w]))
                open_.append(w)
            else:
                low[v] = min(low[v], place[w])
    return found


def bridges(incidence: Sequence[Sequence[tuple[int, int]]]) -> set[int]:
    """The edges of an undirected graph that alone join what lies on their two sides.

    Parameters
    ----------
    incidence
        For each vertex its (edge, other end) pairs.

    Examples
    --------
    >>> bridges([[(0, 1), (1, 1)], [(0, 0), (1, 0), (2, 2)], [(2, 1)]])
    {2}
    """
    place = [0] * len(incidence)
    low = [0] * len(incidence)
    found: set[int] = set()
    count = 0
    for root in range(len(incidence)):
        if place[root]:
            continue
        count += 1
        place[root] = low[root] = count
        path, pending = [(root, -1)], [iter(incidence[root])]
        while path:
            look()
            v, came_by = path[-1]
            step = next(pending[-1], None)
            if step is None:
                path.pop()
                pending.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[v])
                    if low[v] > place[above]:
                        found.add(came_by)
                continue
            edge, w = step
            if edge == came_by:
                continue
            if place[w]:
                low[v] = min(low[v], place[w])
            else:
                count += 1
                place[w] = low[w] = count
                path.append((w, edge))
                pending.append(iter(incidence[w]))
    return found


def component_kinds(rows: CSR, marked: bytes) -> bytes:
    """For each vertex UNMARKED where no vertex of its component has a 1 in ``marked``, else BIPARTITE or NEITHER."""
    make, n = choose_backend(rows.n + len(rows.indices) // 2), rows.n
    kinds = make.bits(n)
    sort_components = make.kernels("graphs.component_kernels").sort_components
    sort_components(make.rows(rows), make.flags(marked), make.bits(n), make.vertices(n), kinds)
    return bytes(kinds)


def component(neighbours: Sequence[Sequence[int]], start: int) -> list[int]:
    """The vertices of the connected component of ``start``, breadth first; neighbours must be symmetric."""
    found = [start]
    seen = {start}
    for u in found:
        look()
        for v in neighbours[u]:
            if v not in seen:
                seen.add(v)
                found.append(v)
    return found


def two_colouring(neighbours: Sequence[Sequence[int]], vertices: Sequence[int]) -> dict[int, int] | None:
    """The side, 0 or 1, of each vertex of a connected component, or ``None`` if it has an odd cycle or a loop.

    Parameters
    ----------
    neighbours
        A symmetric graph.
    vertices
        A component of it as :func:`component` lists it; its first vertex is on side 0.

    Examples
    --------
    >>> two_colouring([[1], [0, 2], [1]], [0, 1, 2])
    {0: 0, 1: 1, 2: 0}
    """
    side = {vertices[0]: 0}
    for u in vertices:
        look()
        for v in neighbours[u]:
            if side.setdefault(v, 1 - side[u]) == side[u]:
                return None
    return side


def all_sides(neighbours: Sequence[Sequence[int]]) -> tuple[tuple[int, int] | None, ...]:
    """For each vertex of a symmetric graph the first one of its component, and its side; ``None`` for odd components.

    >>> all_sides([[1], [0], [2]])
    ((0, 0), (0, 1), None)
    """
    found: list[tuple[int, int] | None] = [None] * len(neighbours)
    seen = bytearray(len(neighbours))
    for root in range(len(neighbours)):
        look()
        if not seen[root]:
            part = component(neighbours, root)
            for u in part:
                seen[u] = 1
            for u, side in (two_colouring(neighbours, part) or {}).items():
                found[u] = root, side
    return tuple(found)


class OddCycles(NamedTuple):
    """Where the odd cycles of a graph are.

    Attributes
    ----------
    vertices
        A 1 for each vertex that lies on one.
    place, above
        When a search in depth found each vertex, and whether the edge by which it did lies on an odd cycle.
    """

    vertices: bytes
    place: list[int]
    above: list[int]

    def on_edge(self, u: int, v: int) -> bool:
        """Whether the edge uv lies on an odd cycle."""
        return bool(self.above[u if self.place[u] > self.place[v] else v])


def odd_cycles(rows: CSR) -> OddCycles:
    """The odd cycles of a graph without loops, in linear time.

    Examples
    --------
    >>> from lastmove.graphs.csr import rows_of_lists
    >>> odd_cycles(rows_of_lists([[1, 2], [0, 2], [0, 1, 3], [2]])).vertices
    b'\\x01\\x01\\x01\\x00'
    """
    make, n = choose_backend(rows.n + len(rows.indices) // 2), rows.n
    place, low, parent = make.ints(n, -1), make.ints(n), make.ints(n, -1)
    above, touched = make.bits(n), make.bits(n)
    find = make.kernels("graphs.component_kernels").odd_blocks
    find(make.rows(rows), place, low, parent, make.counters(n), make.ints(n), make.bits(n), above, touched)
    return OddCycles(bytes(touched), listed(place), listed(above))
