"""The checks of a b-matching certificate: what the text in docs/reference/certificates.md asks for, vertex by vertex.

The functions know nothing of how b-matchings are found. They are kernels, as in
:mod:`lastmove.theorems.rules.matchings.matching_check_kernels`. Every number that comes from the certificate is held
against the graph before it is used as an index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.theorems.rules.matchings.matching_check_kernels import find

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["load", "mark_fair", "mark_rest", "reach"]

NONE = -1


def mark_fair(
    rows: CSR, live: Sequence[int], looped: Sequence[int], leader: MutableSequence[int], fair: MutableSequence[int]
) -> None:
    """Mark the live vertices whose component has no odd cycle and no loop.

    Each vertex v is there twice, as v and n + v, and ``leader`` is a union-find structure on both: an edge joins each
    end to the other copy of the other end. The two copies of a vertex come together if and only if a closed way of odd
    length leads through it.
    """
    n = len(live)
    for u in range(n):
        look()
        if live[u]:
            if looped[u]:
                leader[find(leader, u)] = find(leader, n + u)
            for k in range(rows.indptr[u], rows.indptr[u + 1]):
                v = rows.indices[k]
                if live[v]:
                    leader[find(leader, u)] = find(leader, n + v)
    for u in range(n):
        look()
        if live[u] and find(leader, u) != find(leader, n + u):
            fair[u] = 1


def place_of(rows: CSR, u: int, v: int) -> int:
    """The place of v in the row of u, NONE if there is none; rows ascend."""
    low, high = rows.indptr[u], rows.indptr[u + 1]
    while low < high:
        middle = (low + high) // 2
        if rows.indices[middle] < v:
            low = middle + 1
        else:
            high = middle
    return low if low < rows.indptr[u + 1] and rows.indices[low] == v else NONE


def load(
    rows: CSR,
    fair: Sequence[int],
    weights: Sequence[int],
    us: Sequence[int],
    vs: Sequence[int],
    taken: Sequence[int],
    spare: MutableSequence[int],
    used: MutableSequence[int],
) -> int:
    """Take the edges; the place of the first that is none, or for which there is no weight, NONE if there is none.

    ``spare`` is filled with the weight that is left at fair vertices; ``used`` marks edges in the rows of both ends.
    """
    n = len(fair)
    for u in range(n):
        spare[u] = weights[u] if fair[u] else 0
    for i in range(len(us)):
        look()
        u, v, amount = us[i], vs[i], taken[i]
        if u < 0 or v < 0 or u >= n or v >= n or not fair[u] or not fair[v] or amount < 1:
            return i
        here, there = place_of(rows, u, v), place_of(rows, v, u)
        if here == NONE or there == NONE or amount > spare[u] or amount > spare[v]:
            return i
        spare[u] -= amount
        spare[v] -= amount
        used[here] = 1
        used[there] = 1
    return NONE


def mark_rest(rows: CSR, fair: Sequence[int], inside: Sequence[int], rest: MutableSequence[int]) -> None:
    """Mark the fair vertices outside the barrier that have a neighbour of this kind."""
    for u in range(len(fair)):
        look()
        if fair[u] and not inside[u]:
            for k in range(rows.indptr[u], rows.indptr[u + 1]):
                v = rows.indices[k]
                if fair[v] and not inside[v]:
                    rest[u] = 1
                    break


def reach(
    rows: CSR,
    fair: Sequence[int],
    spare: Sequence[int],
    used: Sequence[int],
    reached: MutableSequence[int],
    beside: MutableSequence[int],
    queue: MutableSequence[int],
) -> None:
    """Mark as reached what has weight to spare, and what a way from there comes to in an even number of steps.

    The steps are over any edge, then over a used one, by turns; ``beside`` marks the vertices in between.
    """
    size = 0
    for v in range(len(fair)):
        if fair[v] and spare[v] > 0:
            reached[v] = 1
            queue[size] = v
            size += 1
    done = 0
    while done < size:
        look()
        x = queue[done]
        done += 1
        for k in range(rows.indptr[x], rows.indptr[x + 1]):
            y = rows.indices[k]
            if fair[y] and not beside[y]:
                beside[y] = 1
                for j in range(rows.indptr[y], rows.indptr[y + 1]):
                    z = rows.indices[j]
                    if used[j] and not reached[z]:
                        reached[z] = 1
                        queue[size] = z
                        size += 1
