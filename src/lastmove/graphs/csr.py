"""Neighbours in two flat sequences (compressed sparse rows), for algorithms on large graphs."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.graphs.graph import Graph

__all__ = ["CSR", "csr_of", "rows_of", "rows_of_lists"]

SMALL = 4_000  # vertices and edges below which lists do as well as arrays, and numpy need not be loaded


class CSR(NamedTuple):
    """The neighbours of vertex v are ``indices[indptr[v]:indptr[v + 1]]``.

    Either two numpy arrays or two lists. Each neighbour is there once, ascending, and no vertex is its own.
    """

    indptr: Any
    indices: Any

    @property
    def n(self) -> int:
        """The number of vertices."""
        return len(self.indptr) - 1

    def row(self, v: int) -> list[int]:
        """The neighbours of v."""
        around = self.indices[self.indptr[v] : self.indptr[v + 1]]
        return list(map(int, around))


def csr_of(graph: Graph) -> CSR:
    """The distinct (out-)neighbours of every vertex of a graph, as numpy arrays, without loops.

    Notes
    -----
    An edge becomes one 64-bit number for each direction, and these are sorted: O(m log m) time, and at most 48 bytes an
    edge at a time. The result takes 4 bytes a vertex and 8 an edge (twice that from 2^30 edges on).
    """
    import numpy as np

    tails, heads = np.asarray(graph.tails), np.asarray(graph.heads)
    plain = tails != heads
    if not plain.all():
        tails, heads = tails[plain], heads[plain]
    keys = (tails << 32) | heads
    if not graph.directed:
        keys = np.concatenate([keys, (heads << 32) | tails])
    keys.sort()
    if len(keys):
        keys = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
    index = np.int32 if len(keys) < 1 << 31 else np.int64
    indptr = np.zeros(graph.n + 1, index)
    np.cumsum(np.bincount(keys >> 32, minlength=graph.n), out=indptr[1:])
    return CSR(indptr, (keys & 0xFFFFFFFF).astype(np.int32))


def rows_of_lists(neighbours: Iterable[Sequence[int]]) -> CSR:
    """The same neighbours in two flat lists, without loops; each list is symmetric, ascending and without repeats."""
    rows = [[v for v in around if v != u] for u, around in enumerate(neighbours)]
    return CSR([0, *accumulate(map(len, rows))], list(chain.from_iterable(rows)))


def rows_of(graph: Graph) -> CSR:
    """The rows of a graph in the form that suits its size: lists for a small one, ``graph.csr`` for others."""
    return rows_of_lists(graph.neighbours) if graph.n + graph.m < SMALL else graph.csr
