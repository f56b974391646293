"""The labelling of Definition 7 of Duchêne and Renault.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.limits import look

if TYPE_CHECKING:
    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR

__all__ = ["label_sets"]

NONE = -1


class Work(NamedTuple):
    """What the labelling writes.

    Attributes
    ----------
    loses, towards, size
        The labels, as :class:`lastmove.theorems.rules.labels.labels.StrongLabels` has them.
    sets, ends
        The closed sets one after the other, and a 1 where one ends.
    pending, begins
        The sets that wait, the next at the end; and a 1 where one begins.
    part
        For each vertex the number of the division that it takes part in; NONE before and after.
    low, at, path, waiting, roots
        For Tarjan's algorithm: the least number reached, the next place to look at, the path, the vertices whose
        set is not complete, and the vertices to begin with.
    """

    loses: Any
    towards: Any
    size: Any
    sets: Any
    ends: Any
    pending: Any
    begins: Any
    part: Any
    low: Any
    at: Any
    path: Any
    waiting: Any
    roots: Any

    @classmethod
    def new(cls, n: int, make: Backend) -> Work:
        """Room for n vertices."""
        ints, bits = make.ints, make.bits
        labels = bits(n), ints(n, NONE), ints(n)
        return cls(*labels, ints(n), bits(n), ints(n), bits(n), ints(n, NONE), *(ints(n) for _ in range(5)))


def label_sets(rows: CSR, work: Work, count: int, contracted: int) -> int:
    """Label the first ``count`` vertices of ``roots``; how many vertices are in closed sets."""
    number = 1
    top = divide(rows, work, 0, count, 0)
    closed = 0
    while top > 0:
        look()
        begin = top - 1
        while not work.begins[begin]:
            begin -= 1
        kept = keep(rows, work, begin, top, contracted)
        if kept == top - begin:
            close(rows, work, begin, top, closed, contracted)
            closed += top - begin
            top = begin
        else:
            top = divide(rows, work, begin, kept, number)
            number += 1
    return closed


def keep(rows: CSR, work: Work, begin: int, end: int, contracted: int) -> int:
    """List, as roots, the vertices of a set that lead to no P vertex; label the others; how many are kept.

    A contracted vertex comes first: if it leads to a P vertex, leading to it counts as that.
    """
    for k in range(begin, end):
        if work.pending[k] == contracted:
            work.pending[k] = work.pending[begin]
            work.pending[begin] = contracted
    kept = 0
    for k in range(begin, end):
        look()
        u = work.pending[k]
        to = NONE
        for j in range(rows.indptr[u], rows.indptr[u + 1]):
            if work.loses[rows.indices[j]]:
                to = rows.indices[j]
                break
        if to == NONE:
            work.roots[kept] = u
            kept += 1
        elif u == contracted:
            work.loses[u] = 1
        else:
            work.towards[u] = to
    return kept


def close(rows: CSR, work: Work, begin: int, end: int, closed: int, contracted: int) -> None:
    """Label a strongly connected set that no arc leaves."""
    size = end - begin
    for k in range(begin, end):
        if work.pending[k] == contracted:
            size -= 1
        work.part[work.pending[k]] = begin
    for k in range(begin, end):
        u = work.pending[k]
        work.sets[closed + k - begin] = u
        work.loses[u] = size % 2
        work.size[u] = size
        if size % 2 == 0:
            for j in range(rows.indptr[u], rows.indptr[u + 1]):
                if work.part[rows.indices[j]] == begin:
                    work.towards[u] = rows.indices[j]
                    break
    for k in range(begin, end):
        work.part[work.pending[k]] = NONE
    work.ends[closed + end - begin - 1] = 1


def divide(rows: CSR, work: Work, begin: int, count: int, number: int) -> int:
    """Put the strong components of the roots on top of what is pending, sinks at the end; where that is.

    Tarjan's algorithm. A vertex that is finished has its number taken away, so it lowers nothing.
    """
    for k in range(count):
        u = work.roots[k]
        work.part[u] = number
        work.low[u] = NONE
        work.at[u] = rows.indptr[u]
    place, found, waiting = begin + count, 0, 0
    for k in range(count):
        root = work.roots[k]
        if work.low[root] != NONE or work.part[root] != number:
            continue
        work.path[0] = root
        depth = 1
        work.low[root] = found
        work.size[root] = found
        found += 1
        work.waiting[waiting] = root
        waiting += 1
        while depth > 0:
            look()
            u = work.path[depth - 1]
            if work.at[u] < rows.indptr[u + 1]:
                v = rows.indices[work.at[u]]
                work.at[u] += 1
                if work.part[v] == number:
                    if work.low[v] == NONE:
                        work.path[depth] = v
                        depth += 1
                        work.low[v] = found
                        work.size[v] = found
                        found += 1
                        work.waiting[waiting] = v
                        waiting += 1
                    elif work.low[v] < work.low[u]:
                        work.low[u] = work.low[v]
            else:
                depth -= 1
                if depth > 0 and work.low[u] < work.low[work.path[depth - 1]]:
                    work.low[work.path[depth - 1]] = work.low[u]
                if work.low[u] == work.size[u]:
                    last = NONE
                    while last != u:
                        waiting -= 1
                        last = work.waiting[waiting]
                        place -= 1
                        work.pending[place] = last
                        work.begins[place] = 0
                        work.part[last] = NONE
                        work.size[last] = 0
                    work.begins[place] = 1
    return begin + count
