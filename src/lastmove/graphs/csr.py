"""Neighbours in two flat sequences (compressed sparse rows), for algorithms on large graphs.

Kernels that only compare weights get weights of any size as small integers.
"""

from __future__ import annotations

from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.optional import is_there
from lastmove.graphs.backend import Compiled, choose_backend

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.graphs.graph import Graph

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

    def isolated(self) -> bytes:
        """For each vertex a byte: 1 if it has no neighbour, else 0."""
        if isinstance(self.indptr, list):
            return bytes(begin == end for begin, end in pairwise(self.indptr))
        found: bytes = (self.indptr[1:] == self.indptr[:-1]).tobytes()
        return found

    def row(self, v: int) -> list[int]:
        """The neighbours of v."""
        around = self.indices[self.indptr[v] : self.indptr[v + 1]]
        return list(map(int, around))


def csr_of(graph: Graph) -> CSR:
    """The distinct (out-)neighbours of every vertex of a graph, as numpy arrays (lists without numpy), without loops.

    Notes
    -----
    O(n + m) time for a large undirected graph, through Numba; else O(n + m log m), by sorting. Up to 48 bytes an edge
    while it is made; then 4 a vertex and 8 an edge (the rows of more than 2^30 edges begin at 8-byte numbers).
    """
    if not is_there("numpy"):
        return rows_of_lists(graph.neighbours)
    fast = None if graph.directed else choose_backend(graph.n + graph.m)
    return _in_linear_time(graph, fast) if isinstance(fast, Compiled) else _by_sorting(graph)


def _in_linear_time(graph: Graph, backend: Compiled) -> CSR:
    import numpy as np

    kernels = backend.kernels("graphs.row_kernels")
    tails, heads = np.asarray(graph.tails), np.asarray(graph.heads)
    starts = np.zeros(graph.n + 2, np.int32 if 2 * graph.m < 1 << 31 else np.int64)
    size = kernels.count_ends(tails, heads, starts)
    buckets, indices = np.empty(size, np.int32), np.empty(size, np.int32)
    kernels.fill_buckets(tails, heads, starts, buckets)
    ends = np.empty_like(starts[:-2])
    kernels.fill_rows(starts, buckets, ends, indices)
    return CSR(starts[:-1], indices[: kernels.close_gaps(starts, ends, indices)])


def _by_sorting(graph: Graph) -> CSR:
    """An edge becomes one 64-bit number for each direction, and these are sorted."""
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
    indptr = np.zeros(graph.n + 1, np.int32 if len(keys) < 1 << 31 else np.int64)
    np.cumsum(np.bincount(keys >> 32, minlength=graph.n), out=indptr[1:])
    return CSR(indptr, (keys & 0xFFFFFFFF).astype(np.int32))


def rows_of_lists(neighbours: Iterable[Sequence[int]]) -> CSR:
    """The same neighbours in two flat lists, without loops; each list is symmetric, ascending and without repeats."""
    rows = [[v for v in around if v != u] for u, around in enumerate(neighbours)]
    return CSR([0, *accumulate(map(len, rows))], list(chain.from_iterable(rows)))


def rows_of(graph: Graph) -> CSR:
    """The rows of a graph in the form that suits its size: lists for a small one, ``graph.csr`` for others."""
    return rows_of_lists(graph.neighbours) if graph.n + graph.m < SMALL else graph.csr


def rows_within(rows: CSR, kept: bytes) -> CSR:
    """The rows of the subgraph on the vertices that have a 1 in ``kept``; the others stay, without neighbours."""
    if all(kept):
        return rows
    if isinstance(rows.indices, list):
        return rows_of_lists([v for v in rows.row(u) if kept[v]] if kept[u] else [] for u in range(rows.n))
    import numpy as np

    inside = np.frombuffer(kept, np.bool_)
    stays = inside[rows.indices] & np.repeat(inside, np.diff(rows.indptr))
    before = np.zeros(len(stays) + 1, rows.indptr.dtype)
    np.cumsum(stays, out=before[1:])
    return CSR(before[rows.indptr], rows.indices[stays])


LARGEST = 1 << 62


def small_weights(weights: Sequence[int]) -> Sequence[int]:
    """Weights below 2^62 in the same order, and with the same zeros and ones.

    Examples
    --------
    >>> small_weights([10**30, 1, 0, 10**31, 5])
    [3, 1, 0, 4, 2]
    """
    if max(weights, default=0) < LARGEST:
        return weights
    place = {weight: number for number, weight in enumerate(sorted({w for w in weights if w > 1}), start=2)}
    return [weight if weight <= 1 else place[weight] for weight in weights]
