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

from lastmove.search.batch.batch_outcomes import BatchOutcomes
from lastmove.search.batch.big_slices import arcs_of, sets_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.graph_blocks import GraphBlock

__all__ = ["LARGEST", "PlainVertexGeography"]

LARGEST = 14
"""Vertices; beyond, the table of all sets is larger than a search of one board after the other."""
_AT_ONCE = 1 << 14


class PlainVertexGeography:
    """The winning starts of Vertex Geography, graphs and digraphs alike."""

    name = "sliced"

    def solve(self, block: GraphBlock) -> BatchOutcomes:
        """Both conventions at once."""
        import numpy as np

        at_once = max(256, _AT_ONCE >> max(0, block.n - 10))
        found = [_starts(part) for part in block.parts(at_once)] or [_starts(block)]
        positions = block.count * block.n << max(0, block.n - 1)
        return BatchOutcomes(
            np.concatenate([normal for normal, _ in found]), np.concatenate([misere for _, misere in found]), positions
        )


def _starts(block: GraphBlock) -> tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]]:
    n, everything = block.n, (1 << block.count) - 1
    normal, misere = losses(arcs_of(block), n, everything)
    return (
        sets_of([everything ^ lost for lost in normal], block.count),
        sets_of([everything ^ lost for lost in misere], block.count),
    )


def losses(arcs: Sequence[Sequence[int]], n: int, everything: int) -> tuple[list[int], list[int]]:
    """For each v in which graphs the token on v loses, with all vertices alive: normal and misère."""
    normal: dict[int, list[int]] = {0: [0] * n}
    misere: dict[int, list[int]] = {0: [0] * n}
    for members in _by_size(n):
        new_normal: dict[int, list[int]] = {}
        new_misere: dict[int, list[int]] = {}
        for live in members:
            lost_normal, lost_misere = [0] * n, [0] * n
            for v in live:
                rest = sum(1 << w for w in live) ^ 1 << v
                row, known_normal, known_misere = arcs[v], normal[rest], misere[rest]
                able = to_normal = to_misere = 0
                for w in live:
                    if w != v:
                        arc = row[w]
                        able |= arc
                        to_normal |= arc & known_normal[w]
                        to_misere |= arc & known_misere[w]
                lost_normal[v] = everything ^ to_normal
                lost_misere[v] = able ^ to_misere  # who can move to a lost vertex can move
            alive = sum(1 << w for w in live)
            new_normal[alive], new_misere[alive] = lost_normal, lost_misere
        normal, misere = new_normal, new_misere
    whole = (1 << n) - 1
    return normal[whole], misere[whole]


@cache
def _by_size(n: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The non-empty sets of vertices by size."""
    return tuple(tuple(combinations(range(n), size)) for size in range(1, n + 1))
