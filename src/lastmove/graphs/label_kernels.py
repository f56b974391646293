"""Labels by increasing weight, components of chosen vertices, and circuits of digraphs.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["descend", "find_beside", "first_places", "number_components", "walk_circuits"]

NONE = -1


def descend(
    rows: CSR,
    weight: Sequence[int],
    order: Sequence[int],
    free: Sequence[int],
    loses: MutableSequence[int],
    towards: MutableSequence[int],
) -> None:
    """Label the free vertices P unless they have a lighter P neighbour, which then is where they lead.

    ``order`` holds the vertices by increasing weight, ``loses`` the labels of those that are not free.
    Invariant: all lighter vertices are labelled.
    """
    for place in range(len(order)):
        look()
        u = order[place]
        if free[u]:
            for k in range(rows.indptr[u], rows.indptr[u + 1]):
                v = rows.indices[k]
                if loses[v] and weight[v] < weight[u]:
                    towards[u] = v
                    break
            if towards[u] == NONE:
                loses[u] = 1


def find_beside(rows: CSR, chosen: Sequence[int], beside: MutableSequence[int]) -> None:
    """Mark the neighbours of chosen vertices."""
    for u in range(len(beside)):
        look()
        if chosen[u]:
            for k in range(rows.indptr[u], rows.indptr[u + 1]):
                beside[rows.indices[k]] = 1


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


def walk_circuits(following: Sequence[int], seen: MutableSequence[int], walk: MutableSequence[int]) -> int:
    """List, one after the other, the circuits that ``following`` (NONE for no vertex) leads around; their size."""
    size = 0
    for root in range(len(following)):
        look()
        u = root
        while u != NONE and seen[u] == NONE:
            seen[u] = root
            u = following[u]
        if u != NONE and seen[u] == root:  # the way from the root has come back to itself
            v = u
            walk[size] = v
            size += 1
            v = following[v]
            while v != u:
                walk[size] = v
                size += 1
                v = following[v]
    return size


def first_places(
    following: Sequence[int],
    walk: Sequence[int],
    size: int,
    weight: Sequence[int],
    misere: bool,
    length: MutableSequence[int],
    decisive: MutableSequence[int],
    place: MutableSequence[int],
) -> None:
    """For each vertex of a circuit its length, and the first vertex around it, from there on, that decides.

    That is one of weight 0; if there is none, one of least weight, or in misère play of weight 1. ``place`` counts from
    1; it is 0, and the vertex NONE, where there is no such vertex or no circuit.
    """
    begin = 0
    while begin < size:
        end, least, some_one = begin + 1, weight[walk[begin]], weight[walk[begin]] == 1
        while following[walk[end - 1]] != walk[begin]:
            least = min(least, weight[walk[end]])
            some_one = some_one or weight[walk[end]] == 1
            end += 1
        wanted = least
        if misere and least > 0:
            wanted = 1 if some_one else NONE
        steps, goal = 0, NONE
        for lap in range(2):
            for k in range(end - 1, begin - 1, -1):
                look()
                u = walk[k]
                steps += 1
                if weight[u] == wanted:
                    steps, goal = 1, u
                if lap == 1:
                    length[u] = end - begin
                    if goal != NONE:
                        decisive[u] = goal
                        place[u] = steps
        begin = end
