"""Edge Geography by tables, through Numba: what :mod:`~lastmove.search.batch.edge_geography` does.

The sets that differ only in the six lowest edges share a word ``words[high, v, convention]``: its bit ``low`` says
whether v wins. A move along another edge leads to the same bit of another word; one along a low edge e leads 2^e bits
down in the same word, and six rounds of those settle it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lastmove.core.errors import InputError
from lastmove.core.limits import look, need
from lastmove.search.batch.blocks import pairs_of
from lastmove.search.batch.edge_geography import MOST_EDGES, edge_counts, edge_moves
from lastmove.search.batch.outcomes import BatchOutcomes
from lastmove.search.batch.vectors import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

    Ends = tuple[tuple[int, int], ...]

_LOW = 6
_SHARED_EDGES = 28
"""So many pairs of vertices have one table together: 512 MB for 8 vertices."""
_CHEAP_EDGES = 21
_AT_ONCE = 1 << 16
_PAYS = 200
"""From so many graphs on a large table is worth its time."""
_WITH_EDGE = np.array([sum(1 << low for low in range(64) if low >> e & 1) for e in range(_LOW)], np.uint64)


class CompiledEdgeGeography:
    """The winning starts of Edge Geography, graphs and digraphs alike."""

    name = "table of sets of edges, compiled"

    def takes(self, block: GraphBlock) -> NDArray[np.bool_]:
        """Which graphs it solves: those whose edges are not too many for a table."""
        pairs = len(pairs_of(block.n, block.directed))
        return edge_counts(block) <= max(MOST_EDGES, pairs if pairs <= _SHARED_EDGES else 0)

    def solve(self, block: GraphBlock, *, moves: bool = False) -> BatchOutcomes:
        """Both conventions at once; moves where all graphs share a table."""
        if not self.takes(block).all():
            raise InputError("edges", f"a graph has more than {MOST_EDGES}; accepted: those that takes() chooses")
        pairs = pairs_of(block.n, block.directed)
        if len(pairs) <= (_SHARED_EDGES if block.count >= _PAYS else _CHEAP_EDGES):
            table = _shared(pairs, block.n, block.directed)

            def look_up(edges: NDArray[np.uint64]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
                normal, misere = np.ascontiguousarray(_looked_up(table, edges).T)
                return normal, misere

            chosen = edge_moves(block, look_up) if moves else ()
            return BatchOutcomes(*look_up(block.edges), block.n << len(pairs), *chosen)
        found = np.zeros((block.count, 2), np.uint16)
        positions = 0
        for graph, ends in enumerate(block.lists()):
            look()
            table = _table(tuple(ends), block.n, block.directed)
            found[graph] = _looked_up(table, np.array([(1 << len(ends)) - 1], np.uint64))[0]
            positions += block.n << len(ends)
        return BatchOutcomes(found[:, 0].copy(), found[:, 1].copy(), positions)


@lru_cache(maxsize=1)
def _shared(ends: Ends, n: int, directed: bool) -> NDArray[np.uint64]:
    return _table(ends, n, directed)


def _table(ends: Ends, n: int, directed: bool) -> NDArray[np.uint64]:
    """``words[high, v, convention]`` for all sets of these edges; at least six, for which there may be no ends."""
    high = 1 << max(0, len(ends) - _LOW)
    need(high * n * 16)
    words = np.zeros((high, n, 2), np.uint64)
    given = np.array(ends, np.int64).reshape(-1, 2)
    for first in range(0, high, _AT_ONCE):
        look()
        compiled(_fill)(given, directed, _WITH_EDGE, words, first, min(first + _AT_ONCE, high))
    return words


def _looked_up(words: NDArray[np.uint64], edges: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The sets of winning starts of some sets of edges, normal and misère."""
    found = words[(edges >> np.uint64(_LOW)).astype(np.int64)]
    bits = found >> (edges & np.uint64(63))[:, None, None] & np.uint64(1)
    places = np.arange(words.shape[1], dtype=np.uint64)[:, None]
    sets: NDArray[np.uint16] = (bits << places).sum(axis=1).astype(np.uint16)
    return sets


def _fill(ends: Any, directed: bool, with_edge: Any, words: Any, first: int, last: int) -> None:
    """The words from ``first`` to before ``last``, by increasing number: a move leads to a smaller one."""
    everything = ~np.uint64(0)
    count, n = ends.shape[0], words.shape[1]
    low_edges = min(6, count)
    base, found = np.zeros((n, 2), np.uint64), np.zeros((n, 2), np.uint64)
    able = np.zeros(n, np.uint64)
    for high in range(first, last):
        base[:] = 0
        able[:] = 0
        for e in range(low_edges):
            able[ends[e, 0]] |= with_edge[e]
            if not directed:
                able[ends[e, 1]] |= with_edge[e]
        for e in range(6, count):
            if high >> (e - 6) & 1:
                v, u = ends[e]
                after = high ^ 1 << (e - 6)
                able[v] = everything
                for c in range(2):
                    base[v, c] |= ~words[after, u, c]
                if not directed:
                    able[u] = everything
                    for c in range(2):
                        base[u, c] |= ~words[after, v, c]
        for v in range(n):
            base[v, 1] |= ~able[v]
        found[:] = base
        for _ in range(low_edges):  # after round r the sets with r low edges are right
            words[high] = found
            found[:] = base
            for e in range(low_edges):
                v, u = ends[e]
                shift = np.uint64(1 << e)
                for c in range(2):
                    found[v, c] |= ~words[high, u, c] << shift & with_edge[e]
                    if not directed:
                        found[u, c] |= ~words[high, v, c] << shift & with_edge[e]
        words[high] = found
