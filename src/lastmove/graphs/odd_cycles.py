"""Odd cycles of an undirected graph: the vertices on them, and the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.graphs.backend import choose_backend, listed

if TYPE_CHECKING:
    from lastmove.graphs.csr import CSR


class OddCycles(NamedTuple):
    """Where the odd cycles of a graph are.

    Attributes
    ----------
    vertices
        A 1 for each vertex that lies on one.
    place, above
        When a search in depth found each vertex, and whether the edge by which it did lies on an odd cycle.
    """

    vertices: bytes
    place: list[int]
    above: list[int]

    def on_edge(self, u: int, v: int) -> bool:
        """Whether the edge uv lies on an odd cycle."""
        return bool(self.above[u if self.place[u] > self.place[v] else v])


def odd_cycles(rows: CSR) -> OddCycles:
    """The odd cycles of a graph without loops, in linear time.

    Examples
    --------
    >>> from lastmove.graphs.csr import rows_of_lists
    >>> odd_cycles(rows_of_lists([[1, 2], [0, 2], [0, 1, 3], [2]])).vertices
    b'\\x01\\x01\\x01\\x00'
    """
    make, n = choose_backend(rows.n + len(rows.indices) // 2), rows.n
    place, low, parent = make.ints(n, -1), make.ints(n), make.ints(n, -1)
    above, touched = make.bits(n), make.bits(n)
    find = make.kernels("graphs.odd_cycle_kernels").odd_blocks
    find(make.rows(rows), place, low, parent, make.counters(n), make.ints(n), make.bits(n), above, touched)
    return OddCycles(bytes(touched), listed(place), listed(above))
