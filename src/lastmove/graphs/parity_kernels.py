"""Which components of a graph are bipartite.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["BIPARTITE", "NEITHER", "UNMARKED", "sort_components"]

NEITHER, UNMARKED, BIPARTITE = 0, 1, 2


def sort_components(
    rows: CSR,
    marked: Sequence[int],
    side: MutableSequence[int],
    queue: MutableSequence[int],
    kind: MutableSequence[int],
) -> None:
    """For each vertex the kind of its component: UNMARKED without any marked vertex, else BIPARTITE or NEITHER.

    ``side`` is all 0; it becomes 1 or 2, different at the ends of every edge where that is possible.
    """
    for root in range(len(side)):
        look()
        if not side[root]:
            found = sweep(rows, marked, side, queue, root)
            for k in range(found[0]):
                kind[queue[k]] = found[1]


def sweep(
    rows: CSR, marked: Sequence[int], side: MutableSequence[int], queue: MutableSequence[int], root: int
) -> tuple[int, int]:
    """List a component in the queue; its size and kind."""
    side[root] = 1
    queue[0] = root
    size, done = 1, 0
    some, bipartite = False, True
    while done < size:
        look()
        u = queue[done]
        done += 1
        some |= marked[u] != 0
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            v = rows.indices[k]
            if not side[v]:
                side[v] = 3 - side[u]
                queue[size] = v
                size += 1
            elif side[v] == side[u]:
                bipartite = False
    return size, UNMARKED if not some else BIPARTITE if bipartite else NEITHER
