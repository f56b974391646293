"""Vertex Geography on thousands of graphs at once, in plain Python: one bit a graph.

For a set S of live vertices and v in S let T = S - v. With a = "v has an arc to w" the token on v loses

    normal:  L[S, v] = not OR_w (a and L[T, w])
    misère:  L[S, v] = OR_w a  and  not OR_w (a and L[T, w])            (nowhere to go: the player wins)

where w runs over T. Every a and L is an integer with a bit for each graph. The sets are taken by size, so that only two
sizes are kept at a time.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.search.batch.blocks import arcs_of, sets_of
from lastmove.search.batch.outcomes import BatchOutcomes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

LARGEST = 14
"""Vertices; beyond, the table of all sets is larger than a search of one board after the other."""
_AT_ONCE = 1 << 14


class PlainVertexGeography:
    """The winning starts of Vertex Geography, graphs and digraphs alike."""

    name = "sliced"

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:
        """Both conventions at once."""
        at_once = max(256, _AT_ONCE >> max(0, block.n - 10))
        return BatchOutcomes.joined([_solved(part, moves) for part in block.parts(at_once)] or [_solved(block, moves)])


def _solved(block: GraphBlock, moves: bool) -> BatchOutcomes:
    n, count, everything = block.n, block.count, (1 << block.count) - 1
    arcs = arcs_of(block)
    lost = losses(arcs, n, everything)
    won = [sets_of([everything ^ found for found in whole], count) for whole, _ in lost]
    found = [_moves(arcs, before, everything, count) for _, before in lost] if moves else [None, None]
    return BatchOutcomes(won[0], won[1], count * n << n - 1, *found)


def losses(
    arcs: Sequence[Sequence[int]], n: int, everything: int
) -> tuple[tuple[list[int], list[list[int]]], tuple[list[int], list[list[int]]]]:
    """For normal and for misère play: for each v in which graphs the token on v loses, with all vertices alive.

    And then for each v and w in which graphs the token on w loses where all vertices but v are alive.
    """
    normal: dict[int, list[int]] = {0: [0] * n}
    misere: dict[int, list[int]] = {0: [0] * n}
    before = normal, misere
    for members in _by_size(n):
        look()
        before, normal, misere = (normal, misere), {}, {}
        for live in members:
            alive = sum(1 << w for w in live)
            lost_normal, lost_misere = [0] * n, [0] * n
            for v in live:
                row, known_normal, known_misere = arcs[v], before[0][alive ^ 1 << v], before[1][alive ^ 1 << v]
                able = to_normal = to_misere = 0
                for w in live:
                    if w != v:
                        arc = row[w]
                        able |= arc
                        to_normal |= arc & known_normal[w]
                        to_misere |= arc & known_misere[w]
                lost_normal[v] = everything ^ to_normal
                lost_misere[v] = able ^ to_misere  # who can move to a lost vertex can move
            normal[alive], misere[alive] = lost_normal, lost_misere
    whole = (1 << n) - 1
    without = [whole ^ 1 << v for v in range(n)]
    return (
        (normal[whole], [before[0][rest] for rest in without]),
        (misere[whole], [before[1][rest] for rest in without]),
    )


def _moves(arcs: list[list[int]], lost: list[list[int]], everything: int, count: int) -> NDArray[np.uint64]:
    """For each graph the first winning move from each start; see :class:`BatchOutcomes`."""
    import numpy as np

    planes = [0] * (4 * len(arcs))
    for v, row in enumerate(arcs):
        open_ = everything
        for w, arc in enumerate(row):
            found = arc & lost[v][w] & open_
            open_ ^= found
            for bit in range(4):
                if w >> bit & 1:
                    planes[4 * v + bit] |= found
        for bit in range(4):
            planes[4 * v + bit] |= open_  # all four: no move
    return sets_of(planes, count).astype(np.uint64)


@cache
def _by_size(n: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The non-empty sets of vertices by size."""
    return tuple(tuple(combinations(range(n), size)) for size in range(1, n + 1))
