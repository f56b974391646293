"""Node Kayles and Arc Kayles on thousands of graphs at once: Grundy values and misère play of every set of vertices.

The sets are taken by their number as integers, so that what a move leaves is known before. All graphs are worked on
together, an array a set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.search.batch.blocks import pairs_of
from lastmove.search.batch.outcomes import BatchOutcomes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

LARGEST = 10
"""Vertices; beyond, a search of one board after the other is faster."""
_AT_ONCE = 1 << 12


class PlainDeletion:
    """Boards have no starts: bit 0 of a set of winning starts says that the player to move wins."""

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def name(self) -> str:
        """See :class:`~lastmove.search.batch.BatchKernel`."""
        return "all sets of vertices"

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:  # noqa: ARG002 - it lists none
        """Both conventions at once, and the Grundy values."""
        solved = _node_kayles if self.game == "node-kayles" else _arc_kayles
        parts = list(block.parts(_AT_ONCE)) or [block]
        return BatchOutcomes.joined([_outcomes(part, *solved(part)) for part in parts])


def _outcomes(block: GraphBlock, values: NDArray[np.uint8], wins: NDArray[np.bool_]) -> BatchOutcomes:
    import numpy as np

    normal, misere = (values > 0).astype(np.uint16), wins.astype(np.uint16)
    return BatchOutcomes(normal, misere, block.count << block.n, grundy=values)


def _node_kayles(block: GraphBlock) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Values and misère outcomes of all vertices together; what a move leaves differs from graph to graph."""
    import numpy as np

    n, count = block.n, block.count
    closed = [np.full(count, 1 << v, np.int64) for v in range(n)]
    for pair, (u, v) in enumerate(pairs_of(n)):
        there = (block.edges >> np.uint64(pair) & np.uint64(1)).astype(np.int64)
        closed[u] |= there << v
        closed[v] |= there << u
    values, wins = np.zeros((1 << n, count), np.uint8), np.ones((1 << n, count), np.bool_)
    graphs, least = np.arange(count), _least_missing(n)
    for members in range(1, 1 << n):
        look()
        seen, won = np.zeros(count, np.int64), np.zeros(count, np.bool_)
        for v in range(n):
            if members >> v & 1:
                left = members & ~closed[v]
                seen |= 1 << values[left, graphs].astype(np.int64)
                won |= ~wins[left, graphs]
        values[members], wins[members] = least[seen], won
    return values[-1], wins[-1]


def _arc_kayles(block: GraphBlock) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The same; a pair of vertices is a move in the graphs that have this edge."""
    import numpy as np

    n, count = block.n, block.count
    pairs = pairs_of(n)
    there = [(block.edges >> np.uint64(pair) & np.uint64(1)).astype(np.bool_) for pair in range(len(pairs))]
    values, wins = np.zeros((1 << n, count), np.uint8), np.ones((1 << n, count), np.bool_)
    least = _least_missing(n)
    for members in range(1, 1 << n):
        look()
        seen, won, stuck = np.zeros(count, np.int64), np.zeros(count, np.bool_), np.ones(count, np.bool_)
        for edge, (u, v) in zip(there, pairs, strict=True):
            ends = 1 << u | 1 << v
            if members & ends == ends:
                seen |= np.where(edge, 1 << values[members & ~ends].astype(np.int64), 0)
                won |= edge & ~wins[members & ~ends]
                stuck &= ~edge
        values[members], wins[members] = least[seen], won | stuck
    return values[-1], wins[-1]


def _least_missing(n: int) -> NDArray[np.uint8]:
    """For every set of values below n + 1 the least one that is not in it."""
    import numpy as np

    return np.array([(~seen & seen + 1).bit_length() - 1 for seen in range(2 << n)], np.uint8)
