"""Labels of Definition 7 of Duchêne and Renault, by increasing weight, and where the token never comes back.

The last stand on vertices of acyclic digraphs, and on directed edges of trees; on circuits one vertex decides.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.limits import look
from lastmove.core.play import LOSES, WINS

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR


__all__ = [
    "descend",
    "find_beside",
    "first_places",
    "label_in_order",
    "label_sets",
    "label_trees",
    "order_sinks_first",
    "walk_circuits",
]

NONE = -1
BY_OPTIONS = 3
"""The rule for a vertex whose label depends on where the token can go from it."""


class LabelWork(NamedTuple):
    """What the labelling writes.

    Attributes
    ----------
    loses, towards, size
        The labels, as :class:`lastmove.theorems.rules.labels.StrongLabels` has them.
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
    def new(cls, n: int, make: Backend) -> LabelWork:
        """Room for n vertices."""
        ints, bits = make.ints, make.bits
        labels = bits(n), ints(n, NONE), ints(n)
        return cls(*labels, ints(n), bits(n), ints(n), bits(n), ints(n, NONE), *(ints(n) for _ in range(5)))


def label_sets(rows: CSR, work: LabelWork, count: int, contracted: int) -> int:
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


def keep(rows: CSR, work: LabelWork, begin: int, end: int, contracted: int) -> int:
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


def close(rows: CSR, work: LabelWork, begin: int, end: int, closed: int, contracted: int) -> None:
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


def divide(rows: CSR, work: LabelWork, begin: int, count: int, number: int) -> int:
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
