"""The matching to begin with, and what all searches share: finding the base of a blossom.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays. Numba looks
at the date of the file a kernel is in before it takes the compiled one from disk, not at the files it imports from:
after a change here, delete the ``__pycache__`` of this folder.

References
----------
R. M. Karp and M. Sipser, *Maximum matchings in sparse random graphs*, FOCS 1981.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR

__all__ = ["NONE", "Start", "find", "has_leaf", "match_in_order", "match_leaves_first"]

NONE = -1
GONE = -(1 << 30)
LEAVES, NEXT = 0, 1


class Start(NamedTuple):
    """A graph and a matching of it under way. A vertex is live while it and some neighbour are unmatched."""

    indptr: Sequence[int]  # n + 1: the neighbours of v are indices[indptr[v]:indptr[v + 1]]
    indices: Sequence[int]
    mate: MutableSequence[int]
    degree: MutableSequence[int]  # of a live vertex: its number of unmatched neighbours; of others: at most 0
    leaves: MutableSequence[int]  # a stack with every vertex of degree 1, and with some that had it
    at: MutableSequence[int]  # 2: the size of the stack, and the vertex below which none is live

    @classmethod
    def new(cls, rows: CSR, mate: MutableSequence[int], make: Backend) -> Start:
        n = len(mate)
        return cls(rows.indptr, rows.indices, mate, make.ints(n), make.vertices(n), make.counters(2))


def match_in_order(indptr: Sequence[int], indices: Sequence[int], mate: MutableSequence[int], most: int) -> int:
    """Match each vertex with its first unmatched neighbour, until more than ``most`` with neighbours are left out.

    Returns the number left out. An unmatched neighbour always comes later: an earlier one would have taken the vertex.
    """
    left_out = 0
    for u in range(len(mate)):
        look()
        if mate[u] < 0 and indptr[u] < indptr[u + 1]:
            left_out += 1
            for k in range(place_after(indices, indptr[u], indptr[u + 1], u), indptr[u + 1]):
                v = indices[k]
                if v > u and mate[v] < 0:
                    mate[u] = v
                    mate[v] = u
                    left_out -= 1
                    break
            if left_out > most:
                break
    return left_out


def place_after(indices: Sequence[int], begin: int, end: int, u: int) -> int:
    """A place in an ascending row, not after the first vertex beyond u and not long before it."""
    while end - begin > 16:
        middle = (begin + end) // 2
        if indices[middle] > u:
            end = middle
        else:
            begin = middle
    return begin


def has_leaf(indptr: Sequence[int]) -> bool:
    """Whether some vertex has one neighbour."""
    v, n = 0, len(indptr) - 1
    while v < n and indptr[v + 1] - indptr[v] != 1:
        v += 1
    return v < n


def match_leaves_first(start: Start) -> int:
    """Match a vertex of degree 1 while there is one, else the first vertex, with its neighbour of least degree.

    Matching a vertex of degree 1 is never wrong: until there is none, some maximum matching contains all that is done.
    Returns how many vertices with neighbours stay unmatched.
    """
    degree = start.degree
    left_out = count_degrees(start)
    u = choose(start)
    while u != NONE:
        look()
        v = partner(start, u)
        start.mate[u], start.mate[v] = v, u
        degree[u], degree[v] = GONE, GONE
        remove(start, u)
        remove(start, v)
        left_out -= 2
        u = choose(start)
    return left_out


def count_degrees(start: Start) -> int:
    """Begin with no vertex matched; how many have neighbours."""
    count = 0
    for v in range(len(start.mate)):
        look()
        degree = start.indptr[v + 1] - start.indptr[v]
        start.mate[v] = NONE
        set_degree(start, v, degree)
        count += 1 if degree > 0 else 0
    return count


def set_degree(start: Start, v: int, degree: int) -> None:
    start.degree[v] = degree
    if degree == 1:
        start.leaves[start.at[LEAVES]] = v
        start.at[LEAVES] += 1


def choose(start: Start) -> int:
    """A live vertex, of degree 1 if there is one; NONE if none is live."""
    degree, at = start.degree, start.at
    while at[LEAVES] > 0:
        at[LEAVES] -= 1
        v = start.leaves[at[LEAVES]]
        if degree[v] == 1:
            return v
    while at[NEXT] < len(degree):
        if degree[at[NEXT]] > 0:
            return at[NEXT]
        at[NEXT] += 1
    return NONE


def partner(start: Start, u: int) -> int:
    """The live neighbour of least degree; the first one of degree 2 or less will do."""
    best, least = NONE, len(start.degree)
    for k in range(start.indptr[u], start.indptr[u + 1]):
        v = start.indices[k]
        degree = start.degree[v]
        if 0 < degree < least:
            best, least = v, degree
            if degree <= 2:
                break
    return best


def remove(start: Start, u: int) -> None:
    """Lower the degrees of u's neighbours; those that are gone stay far below 0, which saves a test."""
    for k in range(start.indptr[u], start.indptr[u + 1]):
        v = start.indices[k]
        set_degree(start, v, start.degree[v] - 1)


def find(base: MutableSequence[int], v: int) -> int:
    """The base of v's blossom; the path to it is halved."""
    while base[v] != v:
        base[v] = base[base[v]]
        v = base[v]
    return v
