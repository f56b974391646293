"""Edge NimG by tables over all weights of edges, in plain Python: one bit for each choice of weights.

An edge of weight 0 is none. So a table over all weights up to k of the edges of the complete graph answers every graph
with n vertices and every weighting of it; where that is too large, a graph has a table of its own. The tables are those
of :mod:`lastmove.search.small_boards`, whose operations work on all choices at once.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.core.limits import look, need
from lastmove.core.play import Play
from lastmove.graphs.graph import Graph
from lastmove.search.batch.blocks import pairs_of
from lastmove.search.batch.edge_geography import edge_counts
from lastmove.search.batch.outcomes import BatchOutcomes
from lastmove.search.small_boards import lost_states

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

    Ends = tuple[tuple[int, int], ...]
    Tables = tuple[NDArray[np.uint8], NDArray[np.uint8]]
    """For each convention a row of bits for each vertex: whether it is lost, for each choice of weights."""

LARGEST = 16
"""Vertices."""
SHARED_STATES = 1 << 24
"""So many choices of weights for all pairs of vertices have one table together: a second or two."""
MOST_STATES = 1 << 22
"""The same for the edges of one graph, times so many tables."""


def shares_a_table(n: int, directed: bool, top: int) -> bool:
    """Whether one table answers all graphs with n vertices and weights up to ``top``."""
    pairs = len(pairs_of(n, directed))
    return pairs * (top + 1).bit_length() <= 64 and (top + 1) ** pairs <= SHARED_STATES


class PlainEdgeNimG:
    """The winning starts of Edge NimG, graphs and digraphs alike.

    Parameters
    ----------
    top
        The largest weight; asked for are all weights of the edges from 1 on.
    """

    name = "table of weights of edges"

    def __init__(self, top: int) -> None:
        self.top = top

    def takes(self, block: GraphBlock) -> NDArray[np.bool_]:
        """Which graphs it solves: those that do not have too many weightings."""
        import numpy as np

        if shares_a_table(block.n, block.directed, self.top):
            return np.ones(block.count, np.bool_)
        most = next(m for m in range(64) if (self.top + 1) ** (m + 1) > MOST_STATES)
        return edge_counts(block) <= most

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:  # noqa: ARG002 - they are not known
        """Both conventions at once: for each graph all weightings of its edges, those of the first edge fastest."""
        import numpy as np

        if not self.takes(block).all():
            raise InputError("edges", "a graph has too many weightings; accepted: those that takes() chooses")
        weights = np.arange(1, self.top + 1, dtype=np.int64)
        found: tuple[list[NDArray[np.uint16]], ...] = [np.zeros(0, np.uint16)], [np.zeros(0, np.uint16)]
        positions = 0
        for tables, steps in self._tables(block):
            states = np.zeros(1, np.int64)
            for step in steps:
                states = (weights[:, None] * step + states).ravel()
            for sets, table in zip(found, tables, strict=True):
                sets.append(_looked_up(table, states))
            positions += block.n * (self.top + 1) ** len(steps)
        return BatchOutcomes(np.concatenate(found[0]), np.concatenate(found[1]), positions)

    def solve_given(self, block: GraphBlock, weights: Iterable[Sequence[int]]) -> BatchOutcomes:
        """Both conventions at once: each graph with weights of its own, in the order of its edges in the block."""
        import numpy as np

        asked: list[tuple[Tables, list[int]]] = []
        positions = 0
        for (tables, steps), given in zip(self._tables(block), weights, strict=True):
            if not asked or asked[-1][0] is not tables:
                asked.append((tables, []))
            asked[-1][1].append(sum(map(mul, steps, given)))
            positions += block.n * (self.top + 1) ** len(steps)
        found: tuple[list[NDArray[np.uint16]], ...] = [np.zeros(0, np.uint16)], [np.zeros(0, np.uint16)]
        for tables, states in asked:
            for sets, table in zip(found, tables, strict=True):
                sets.append(_looked_up(table, np.array(states, np.int64)))
        return BatchOutcomes(np.concatenate(found[0]), np.concatenate(found[1]), positions)

    def _tables(self, block: GraphBlock) -> Iterator[tuple[Tables, list[int]]]:
        """For each graph where to look, and what one more on each of its edges adds to the number of a choice."""
        base = self.top + 1
        shared = shares_a_table(block.n, block.directed, self.top)
        pairs = pairs_of(block.n, block.directed)
        place = {pair: number for number, pair in enumerate(pairs)}
        for ends in block.lists():
            look()
            if shared:
                yield _table(pairs, block.n, block.directed, self.top), [base ** place[pair] for pair in ends]
            else:
                steps = [base**number for number in range(len(ends))]
                yield _table(tuple(ends), block.n, block.directed, self.top), steps


@lru_cache(maxsize=4)
def _table(ends: Ends, n: int, directed: bool, top: int) -> Tables:
    import numpy as np

    need((top + 1) ** len(ends) // 8 * ((top + 2) * len(ends) + 8 * n))
    graph = Graph.numbered(n, list(ends), directed=directed)
    rows = (lost_states("edge-nimg", graph, (top,) * len(ends), play.wins_when_stuck) for play in Play)
    normal, misere = (np.stack([np.frombuffer(lost, np.uint8) for lost in found]) for found in rows)
    return normal, misere


def _looked_up(table: NDArray[np.uint8], states: NDArray[np.int64]) -> NDArray[np.uint16]:
    """For each choice of weights the vertices from which the player to move wins."""
    import numpy as np

    found = np.zeros(len(states), np.uint16)
    for v, lost in enumerate(table):
        won = ~(lost[states >> 3] >> (states & 7).astype(np.uint8)) & 1
        found |= won.astype(np.uint16) << np.uint16(v)
    return found
