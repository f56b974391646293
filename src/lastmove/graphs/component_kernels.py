"""Components of chosen vertices; which components are bipartite, and which blocks are not: where odd cycles are.

All vertices of a block (a largest part that no single vertex takes apart) lie on an odd cycle, or none does; every
cycle lies in one block.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR


__all__ = ["BIPARTITE", "NEITHER", "UNMARKED", "number_components", "odd_blocks", "sort_components"]

NONE = -1
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


def odd_blocks(
    rows: CSR,
    place: MutableSequence[int],
    low: MutableSequence[int],
    parent: MutableSequence[int],
    at: MutableSequence[int],
    stack: MutableSequence[int],
    side: MutableSequence[int],
    above: MutableSequence[int],
    touched: MutableSequence[int],
) -> None:
    """Mark what is odd: ``above[v]`` if the edge from v to its parent is on an odd cycle, ``touched[v]`` if v is.

    Depth first. ``place`` is when a vertex was found, ``parent`` from where (both NONE at first), ``low`` the earliest
    place to which it or a vertex below it is joined. An edge that is not to a parent leads up; its block is that of the
    edge above its lower end. ``side``, ``above`` and ``touched`` are all 0 at first.
    """
    count = 0
    for root in range(len(side)):
        if place[root] != NONE:
            continue
        place[root] = count
        low[root] = count
        at[root] = rows.indptr[root]
        count += 1
        waiting = 0
        v = root
        while True:
            look()
            if at[v] < rows.indptr[v + 1]:
                w = rows.indices[at[v]]
                at[v] += 1
                if place[w] == NONE:
                    place[w] = count
                    low[w] = count
                    at[w] = rows.indptr[w]
                    count += 1
                    parent[w] = v
                    side[w] = 1 - side[v]
                    stack[waiting] = w
                    waiting += 1
                    v = w
                elif w != parent[v] and place[w] < place[v]:
                    low[v] = min(low[v], place[w])
                    if side[w] == side[v]:
                        above[v] = 1
                continue
            up = parent[v]
            if up == NONE:
                break
            if low[v] >= place[up]:
                odd = above[v]
                while True:
                    waiting -= 1
                    x = stack[waiting]
                    above[x] = odd
                    touched[x] |= odd
                    if x == v:
                        break
                touched[up] |= odd
            else:
                low[up] = min(low[up], low[v])
                above[up] |= above[v]
            v = up


def number_components(
    rows: CSR,
    chosen: Sequence[int],
    number: MutableSequence[int],
    sizes: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """Number the components of the chosen vertices (``number`` is all NONE) and count their vertices."""
    count = 0
    for root in range(len(number)):
        look()
        if chosen[root] and number[root] == NONE:
            number[root] = count
            queue[0] = root
            size, done = 1, 0
            while done < size:
                look()
                u = queue[done]
                done += 1
                for k in range(rows.indptr[u], rows.indptr[u + 1]):
                    v = rows.indices[k]
                    if chosen[v] and number[v] == NONE:
                        number[v] = count
                        queue[size] = v
                        size += 1
            sizes[count] = size
            count += 1
    return count
