"""Edge Geography by tables over all sets of edges, in plain Python: one bit a set.

A move deletes an edge, and what is left is a graph on the same vertices. So a table over all subsets of the edges of
the complete graph answers every graph with n vertices; beyond the size where that fits, a graph has a table of its own.
For each vertex v the integer won[v] has a bit for each set E of edges. With e from v to u

    won[v] = OR_e {E : e in E, E - e not in won[u]}

and E - e is the bit 2^e below E. After r rounds the sets of r edges or fewer are right.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.core.limits import look
from lastmove.core.play import Play
from lastmove.search.batch.blocks import pairs_of
from lastmove.search.batch.outcomes import BatchOutcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

    Ends = tuple[tuple[int, int], ...]
    Starts = tuple[NDArray[np.uint16], NDArray[np.uint16]]
    """The winning starts of some graphs, normal and misère."""

LARGEST = 16
"""Vertices."""
MOST_EDGES = 24
"""A table of more edges takes too much memory for one graph."""
_MOST_EDGES = 21
"""The same in plain Python, where it takes seconds."""
SHARED_EDGES = 21
"""So many pairs of vertices have one table together."""


class PlainEdgeGeography:
    """The winning starts of Edge Geography, graphs and digraphs alike."""

    name = "table of sets of edges"

    def takes(self, block: GraphBlock) -> NDArray[np.bool_]:
        """Which graphs it solves: those whose edges are not too many for a table."""
        return edge_counts(block) <= _MOST_EDGES

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:
        """Both conventions at once; moves where all graphs share a table."""
        import numpy as np

        if not self.takes(block).all():
            raise InputError("edges", f"a graph has more than {_MOST_EDGES}; accepted: those that takes() chooses")
        pairs = pairs_of(block.n, block.directed)
        if len(pairs) <= SHARED_EDGES:
            tables = _shared(pairs, block.n, block.directed)

            def look_up(edges: NDArray[np.uint64]) -> Starts:
                return _looked_up(tables[0], edges), _looked_up(tables[1], edges)

            found = edge_moves(block, look_up) if moves else ()
            return BatchOutcomes(*look_up(block.edges), block.n << len(pairs), *found)
        starts = np.zeros((2, block.count), np.uint16)
        positions = 0
        for graph, ends in enumerate(block.lists()):
            for play, won in enumerate(edge_tables(tuple(ends), block.n, block.directed)):
                starts[play, graph] = sum((table >> (1 << len(ends)) - 1) << v for v, table in enumerate(won))
            positions += block.n << len(ends)
        return BatchOutcomes(starts[0], starts[1], positions)


def _looked_up(won: Sequence[int], edges: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """For each set of edges the vertices in whose integer its bit is set."""
    import numpy as np

    found = np.zeros(len(edges), np.uint16)
    size = max(1, int(edges.max(initial=0)) // 8 + 1)
    for v, table in enumerate(won):
        data = np.frombuffer((table & (1 << 8 * size) - 1).to_bytes(size, "little"), np.uint8)
        bits = data[(edges >> np.uint64(3)).astype(np.int64)] >> (edges & np.uint64(7)).astype(np.uint8) & 1
        found |= bits.astype(np.uint16) << v
    return found


def edge_moves(
    block: GraphBlock, look_up: Callable[[NDArray[np.uint64]], Starts]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """For each graph the first winning move from each start, normal and misère; see :class:`BatchOutcomes`.

    ``look_up`` gives the winning starts of sets of edges.
    """
    import numpy as np

    places = {pair: e for e, pair in enumerate(pairs_of(block.n, block.directed))}
    found = [np.full(block.count, (1 << 4 * block.n) - 1, np.uint64) for _ in Play]
    for v in range(block.n):
        for u in reversed(range(block.n)):  # so that the first one is written last
            e = places.get((v, u), -1 if block.directed else places.get((u, v), -1))
            if e < 0:
                continue
            there = block.edges >> np.uint64(e) & np.uint64(1) != 0
            for moves, won in zip(found, look_up(block.edges & ~np.uint64(1 << e)), strict=True):
                wins = there & (won >> np.uint16(u) & np.uint16(1) == 0)
                moves[wins] = moves[wins] & ~np.uint64(15 << 4 * v) | np.uint64(u << 4 * v)
    return found[0], found[1]


def edge_counts(block: GraphBlock) -> NDArray[np.unsignedinteger]:
    """How many edges each graph has."""
    import numpy as np

    rows = np.ascontiguousarray(block.masks).view(np.uint8).reshape(block.count, -1)
    found: NDArray[np.unsignedinteger] = np.unpackbits(rows, axis=1).sum(axis=1)
    return found


@lru_cache(maxsize=2)
def _shared(ends: Ends, n: int, directed: bool) -> tuple[list[int], list[int]]:
    return edge_tables(ends, n, directed)


def edge_tables(ends: Ends, n: int, directed: bool) -> tuple[list[int], list[int]]:
    """For each vertex an integer with a bit for each set of these edges: whether it wins, normal and misère."""
    everything = (1 << (1 << len(ends))) - 1
    with_edge = [_sets_with(e, len(ends)) for e in range(len(ends))]
    moves: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for e, (v, u) in enumerate(ends):
        moves[v].append((e, u))
        if not directed:
            moves[u].append((e, v))
    stuck = []
    for found in moves:
        able = 0
        for e, _ in found:
            able |= with_edge[e]
        stuck.append(everything ^ able)
    return _rounds(moves, with_edge, [0] * n, everything), _rounds(moves, with_edge, stuck, everything)


def _sets_with(edge: int, count: int) -> int:
    """The sets of ``count`` edges that have this one: a bit for each."""
    found = (1 << (1 << edge)) - 1 << (1 << edge)
    for larger in range(edge + 1, count):
        found |= found << (1 << larger)
    return found


def _rounds(moves: list[list[tuple[int, int]]], with_edge: list[int], stuck: list[int], everything: int) -> list[int]:
    """``stuck`` says which sets a player without a move wins."""
    won = stuck
    for _ in with_edge:
        look()
        lost = [everything ^ found for found in won]
        won = []
        for found, stuck_here in zip(moves, stuck, strict=True):
            here = stuck_here
            for e, u in found:
                here |= lost[u] << (1 << e) & with_edge[e]
            won.append(here)
    return won
