"""Labels where the token never comes back: vertices of acyclic digraphs, directed edges of trees.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.core.play import LOSES, WINS

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["label_in_order", "label_trees", "order_sinks_first"]

NONE = -1
BY_OPTIONS = 3


def order_sinks_first(
    rows: CSR,
    blocked: Sequence[int],
    left: MutableSequence[int],
    begins: MutableSequence[int],
    into: MutableSequence[int],
    order: MutableSequence[int],
) -> int:
    """List the vertices that lead to no circuit and to no blocked vertex, each after all it leads to; their number.

    ``begins`` has two places more than there are vertices and is all 0; ``into`` has one for each arc.
    """
    n = len(left)
    for k in range(len(into)):
        begins[rows.indices[k] + 2] += 1
    for v in range(n):
        begins[v + 2] += begins[v + 1]
    for u in range(n):
        look()
        left[u] = rows.indptr[u + 1] - rows.indptr[u]
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            v = rows.indices[k]
            into[begins[v + 1]] = u
            begins[v + 1] += 1
    size, done = 0, 0
    for u in range(n):
        if left[u] == 0 and not blocked[u]:
            order[size] = u
            size += 1
    while done < size:
        look()
        v = order[done]
        done += 1
        for k in range(begins[v], begins[v + 1]):
            u = into[k]
            left[u] -= 1
            if left[u] == 0 and not blocked[u]:
                order[size] = u
                size += 1
    return size


def label_in_order(
    rows: CSR,
    order: Sequence[int],
    size: int,
    rule: Sequence[int],
    counted: Sequence[int],
    stuck: int,
    codes: MutableSequence[int],
) -> None:
    """Label vertices sinks first: as the rule says, or N with a counted P vertex to go to, P with others only.

    Where there is no counted vertex to go to, the label is ``stuck``.
    """
    for place in range(size):
        look()
        u = order[place]
        codes[u] = rule[u]
        if rule[u] == BY_OPTIONS:
            codes[u] = stuck
            for k in range(rows.indptr[u], rows.indptr[u + 1]):
                v = rows.indices[k]
                if counted[v]:
                    codes[u] = LOSES
                    if codes[v] == LOSES:
                        codes[u] = WINS
                        break


def label_trees(
    rows: CSR,
    ends: Sequence[int],
    stuck: int,
    first: int,
    last: int,
    queue: MutableSequence[int],
    seen: MutableSequence[int],
    down: MutableSequence[int],
    up: MutableSequence[int],
    losing: MutableSequence[int],
    lost: MutableSequence[int],
    codes: MutableSequence[int],
) -> None:
    """Label the trees that have a vertex from ``first`` up to ``last``: vertices, and the lost branches at each.

    Parameters
    ----------
    ends
        How many ends of edges there are at each vertex, those of parallel edges and loops included if they count.
    seen, losing, lost
        All 0. ``losing`` becomes the number of lost branches at a vertex, ``lost`` a 1 for each place in the rows that
        leads to one.
    down, up
        Room for the place, in the row of a vertex's parent and in its own, of the edge between them.
    codes
        UNDECIDED stays where the component is no tree.
    """
    end = 0
    for root in range(first, last):
        look()
        if not seen[root]:
            begin = end
            end = list_tree(rows, root, begin, queue, seen, down, up)
            total = 0
            for place in range(begin, end):
                total += ends[queue[place]]
            if total == 2 * (end - begin - 1):
                label_tree(rows, stuck, begin, end, queue, down, up, losing, lost, codes)


def list_tree(
    rows: CSR,
    root: int,
    begin: int,
    queue: MutableSequence[int],
    seen: MutableSequence[int],
    down: MutableSequence[int],
    up: MutableSequence[int],
) -> int:
    """List a component in the queue, breadth first, and say how each vertex was found; the end of the list."""
    queue[begin] = root
    seen[root] = 1
    done, end = begin, begin + 1
    while done < end:
        look()
        u = queue[done]
        done += 1
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            v = rows.indices[k]
            if not seen[v]:
                seen[v] = 1
                queue[end] = v
                end += 1
                down[v] = k
                up[v] = find_place(rows, v, u)
    return end


def find_place(rows: CSR, u: int, v: int) -> int:
    """The place of v in the row of u; NONE if it is not there. Rows ascend."""
    low, high = int(rows.indptr[u]), int(rows.indptr[u + 1])
    while low < high:
        middle = (low + high) // 2
        if rows.indices[middle] < v:
            low = middle + 1
        else:
            high = middle
    if low < rows.indptr[u + 1] and rows.indices[low] == v:
        return low
    return NONE


def label_tree(
    rows: CSR,
    stuck: int,
    begin: int,
    end: int,
    queue: Sequence[int],
    down: Sequence[int],
    up: Sequence[int],
    losing: MutableSequence[int],
    lost: MutableSequence[int],
    codes: MutableSequence[int],
) -> None:
    """Label one tree: leaves first what each vertex is for who comes from its parent, then root first the others."""
    for place in range(end - 1, begin, -1):
        look()
        v = queue[place]
        leaf = rows.indptr[v + 1] - rows.indptr[v] == 1
        if not (losing[v] or (leaf and stuck)):
            lost[down[v]] = 1
            losing[rows.indices[up[v]]] += 1
    for place in range(begin + 1, end):
        look()
        v = queue[place]
        u = rows.indices[up[v]]
        leaf = rows.indptr[u + 1] - rows.indptr[u] == 1
        if not (losing[u] > lost[down[v]] or (leaf and stuck)):
            lost[up[v]] = 1
            losing[v] += 1
    for place in range(begin, end):
        u = queue[place]
        codes[u] = WINS if losing[u] else LOSES
        if rows.indptr[u] == rows.indptr[u + 1]:
            codes[u] = stuck
