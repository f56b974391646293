"""Planar graphs as bars and lines: every vertex a horizontal bar, every edge a vertical line between two of them.

A canonical ordering of a triangulation around the graph gives such a drawing at once: vertex after vertex is laid over
those of its neighbours that can be seen from above. What is drawn is then moved down, and to the left, as far as it
goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.limits import watched

if TYPE_CHECKING:
    from collections.abc import Sequence


class Bars(NamedTuple):
    """For each vertex its row, from below, and for each edge its column; nothing meets but a line and its two bars.

    The bar of a vertex reaches from the first to the last of its lines. Those without lines are in row 0.
    """

    rows: list[int]
    columns: list[int]


class _Order:
    """Columns from left to right, put beside each other one by one."""

    def __init__(self) -> None:
        self._right: list[int] = [0]  # of a column; 0 is before the first

    def after(self, column: int) -> int:
        """A new column on the right of this one."""
        self._right.append(self._right[column])
        self._right[column] = len(self._right) - 1
        return len(self._right) - 1

    def places(self) -> list[int]:
        """The place of every column."""
        found, here = [0] * len(self._right), 0
        for place in range(len(self._right)):
            found[here] = place
            here = self._right[here]
        return found


def bars(n: int, edges: Sequence[tuple[int, int]]) -> Bars | None:
    """A drawing of the graph on 0..n-1 with these edges, no two of them alike; ``None`` if it is not planar.

    >>> bars(3, [(0, 1), (1, 2), (2, 0)]).columns
    [0, 1, 2]
    """
    import networkx as nx
    from networkx.algorithms.planar_drawing import get_canonical_ordering, triangulate_embedding

    graph: Any = nx.Graph()
    graph.add_nodes_from(range(n + 3))  # three more, so that there are triangles
    graph.add_edges_from(edges)
    planar, embedding = nx.check_planarity(graph)
    if not planar:
        return None
    ordering = get_canonical_ordering(*triangulate_embedding(embedding, fully_triangulate=True))
    numbers = {frozenset(edge): number for number, edge in enumerate(edges)}
    order, columns, seen_at = _Order(), [0] * len(edges), dict[int, int]()
    # ``seen_at`` is a column where a vertex can be seen from above; lines are put beside it, or there for the last.
    (first, _), (second, _), *others = ordering
    seen_at[first] = order.after(0)
    seen_at[second] = order.after(seen_at[first])
    if (number := numbers.get(frozenset((first, second)))) is not None:
        columns[number] = order.after(seen_at[first])
    for vertex, below in watched(others):
        lines = [order.after(seen_at[below[0]]), *(seen_at[hidden] for hidden in below[1:])]
        seen_at[below[-1]] = order.after(lines[-1])  # further lines from there are on the right of this one
        seen_at[vertex] = order.after(lines[0])
        for other, line in zip(below, lines, strict=True):
            number = numbers.get(frozenset((vertex, other)))
            if number is not None:
                columns[number] = line
    places = order.places()
    ranked = sorted(range(len(edges)), key=lambda number: places[columns[number]])
    return _packed(n, edges, ranked, [vertex for vertex, _ in ordering if vertex < n])


def _packed(n: int, edges: Sequence[tuple[int, int]], ranked: Sequence[int], upwards: Sequence[int]) -> Bars:
    """The same moved down, bar by bar, and then to the left, line by line, as far as what came before lets it."""
    reach: list[list[int]] = [[] for _ in range(n)]
    for place, number in enumerate(ranked):
        for end in edges[number]:
            reach[end].append(place)
    rows, top = [0] * n, [-1] * len(edges)
    for vertex in watched(upwards):
        if reach[vertex]:
            low, high = reach[vertex][0], reach[vertex][-1] + 1
            rows[vertex] = 1 + max(top[low:high])
            top[low:high] = [rows[vertex]] * (high - low)
    columns, right = [0] * len(edges), [-1] * (max(rows, default=0) + 1)
    for number in watched(ranked):
        low, high = sorted(rows[end] for end in edges[number])
        columns[number] = 1 + max(right[low : high + 1])
        right[low : high + 1] = [columns[number]] * (high + 1 - low)
    return Bars(rows, columns)
