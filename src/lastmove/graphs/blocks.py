"""Blocks (two-connected parts) and bridges. Linear and iterative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["blocks", "bridges"]


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
