"""The checks of labels where the token never comes back: one look at every edge.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them as they stand, and compiles the same text for large
boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.core.play import LOSES, WINS

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["check_tree", "mark_branches", "unordered_arc", "wrong_walk"]

NONE, NO_TREE = -1, -2
BY_OPTIONS = 3


def unordered_arc(tails: Sequence[int], heads: Sequence[int], place: Sequence[int], loops: bool) -> int:
    """The tail of an arc that leaves a listed vertex for one that is not listed before it; NONE if there is none."""
    for arc in range(len(tails)):
        look()
        u, v = tails[arc], heads[arc]
        if place[u] != NONE and (loops or u != v) and not NONE < place[v] < place[u]:
            return u
    return NONE


def wrong_walk(
    tails: Sequence[int],
    heads: Sequence[int],
    place: Sequence[int],
    rule: Sequence[int],
    counted: Sequence[int],
    stuck: int,
    loses: Sequence[int],
    best: MutableSequence[int],
) -> int:
    """A listed vertex whose label is not as the rule, or where the token can go from it, says; NONE if there is none.

    ``best`` holds NONE for each vertex; it becomes WINS where the token can go to a lost vertex, LOSES where it can go
    to won ones only.
    """
    for arc in range(len(tails)):
        look()
        u, v = tails[arc], heads[arc]
        if u != v and counted[v] and best[u] != WINS:
            best[u] = WINS if loses[v] else LOSES
    for u in range(len(place)):
        look()
        if place[u] != NONE:
            right = rule[u]
            if right == BY_OPTIONS:
                right = stuck if best[u] == NONE else best[u]
            if loses[u] == right:
                return u
    return NONE


def mark_branches(rows: CSR, tails: Sequence[int], heads: Sequence[int], lost: MutableSequence[int]) -> int:
    """Mark the places of some directed edges; the first that is none or stands there twice, NONE if there is none."""
    for k in range(len(tails)):
        look()
        place = find_place(rows, tails[k], heads[k])
        if place == NONE or lost[place]:
            return k
        lost[place] = 1
    return NONE


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


def check_tree(
    rows: CSR,
    ends: Sequence[int],
    lost: Sequence[int],
    stuck: int,
    root: int,
    queue: MutableSequence[int],
    label: MutableSequence[int],
) -> int:
    """Check the labels of a component and label its vertices, NO_TREE if it is none. NONE, or a wrong vertex.

    ``label`` is NONE where no component has been looked at.
    """
    queue[0] = root
    label[root] = NO_TREE
    size, done, total = 1, 0, 0
    while done < size:
        look()
        u = queue[done]
        done += 1
        total += ends[u]
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            v = rows.indices[k]
            if label[v] == NONE:
                label[v] = NO_TREE
                queue[size] = v
                size += 1
    if total != 2 * (size - 1):
        return NONE
    for place in range(size):
        look()
        u = queue[place]
        good, degree = 0, rows.indptr[u + 1] - rows.indptr[u]
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            good += lost[k]
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            wins = good > lost[k] or (degree == 1 and stuck == WINS)
            if wins == (lost[find_place(rows, rows.indices[k], u)] != 0):
                return u
        label[u] = stuck
        if degree > 0:
            label[u] = WINS if good else LOSES
    return NONE
