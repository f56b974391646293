"""The checks of labels: a look or two at every edge.

Some labels can each be seen from the neighbours; others are labels where the token never comes back, or the sets of
Definition 7 of Duchêne and Renault.

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


__all__ = [
    "check_sets",
    "check_tree",
    "count_ones",
    "look_around",
    "mark_branches",
    "turn_round",
    "unordered_arc",
    "wrong_label",
    "wrong_walk",
]

NONE, NO_TREE = -1, -2
MUST_WIN, MUST_LOSE, BY_NEIGHBOURS, BY_OPTIONS = 0, 1, 2, 3
THERE = 2
RIGHT, NOT_THERE, AN_ARC_LEAVES, NOT_STRONG = 0, 1, 2, 3


def look_around(
    tails: Sequence[int],
    heads: Sequence[int],
    light: Sequence[int],
    joined: MutableSequence[int],
    beside: MutableSequence[int],
) -> None:
    """Mark the vertices that an edge or a loop ends at, and those with a light neighbour."""
    for edge in range(len(tails)):
        look()
        u, v = tails[edge], heads[edge]
        joined[u] = 1
        joined[v] = 1
        if light[u]:
            beside[v] = 1
        if light[v]:
            beside[u] = 1


def wrong_label(
    tails: Sequence[int],
    heads: Sequence[int],
    weight: Sequence[int],
    rule: Sequence[int],
    loses: Sequence[int],
    good: MutableSequence[int],
) -> int:
    """A vertex whose label is wrong, NONE if there is none. ``good`` is all 0.

    Each vertex must win, or must lose, or loses unless it has a lighter neighbour that loses.
    """
    for edge in range(len(tails)):
        look()
        u, v = tails[edge], heads[edge]
        if loses[v] and weight[v] < weight[u]:
            good[u] = 1
        if loses[u] and weight[u] < weight[v]:
            good[v] = 1
    for u in range(len(loses)):
        look()
        right = rule[u]
        if right == BY_NEIGHBOURS:
            right = MUST_WIN if good[u] else MUST_LOSE
        if loses[u] != right:
            return u
    return NONE


def count_ones(
    tails: Sequence[int],
    heads: Sequence[int],
    light: Sequence[int],
    leader: MutableSequence[int],
    size: MutableSequence[int],
) -> None:
    """For each light vertex the size of its component among these; ``size`` is all 0 and stays so for the others."""
    for edge in range(len(tails)):
        look()
        if light[tails[edge]] and light[heads[edge]]:
            one, two = find(leader, tails[edge]), find(leader, heads[edge])
            leader[one] = two
    for u in range(len(size)):
        look()
        if light[u]:
            size[find(leader, u)] += 1
    for u in range(len(size)):
        if light[u]:
            size[u] = size[find(leader, u)]


def find(leader: MutableSequence[int], u: int) -> int:
    """The leader of the component of u; the way to it is halved."""
    while leader[u] != u:
        leader[u] = leader[leader[u]]
        u = leader[u]
    return u


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


def turn_round(rows: CSR, begins: MutableSequence[int], into: MutableSequence[int]) -> None:
    """The rows of the digraph with all arcs turned round; ``begins`` is all 0 and has one place more than its rows."""
    for k in range(len(into)):
        look()
        begins[rows.indices[k] + 2] += 1
    for v in range(2, len(begins)):
        begins[v] += begins[v - 1]
    for u in range(len(begins) - 2):
        look()
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            v = rows.indices[k]
            into[begins[v + 1]] = u
            begins[v + 1] += 1


def check_sets(
    rows: CSR,
    back: CSR,
    listed: Sequence[int],
    ends: Sequence[int],
    label: MutableSequence[int],
    inside: MutableSequence[int],
    seen: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """Go through the sets, which stand one after the other, and label what each decides; what is wrong, or RIGHT.

    ``label`` is THERE for each vertex of weight 1; ``inside`` and ``seen`` are all 0.
    """
    begin = 0
    for number in range(len(ends)):
        look()
        end = ends[number]
        for k in range(begin, end):
            u = listed[k]
            if label[u] != THERE or inside[u]:
                return NOT_THERE
            inside[u] = number + 1
        for k in range(begin, end):
            for j in range(rows.indptr[listed[k]], rows.indptr[listed[k] + 1]):
                v = rows.indices[j]
                if label[v] == THERE and inside[v] != number + 1:
                    return AN_ARC_LEAVES
        if reach(rows, listed[begin], number, 2 * number + 1, inside, seen, queue) < end - begin:
            return NOT_STRONG
        if reach(back, listed[begin], number, 2 * number + 2, inside, seen, queue) < end - begin:
            return NOT_STRONG
        odd = (end - begin) % 2 == 1
        for k in range(begin, end):
            label[listed[k]] = LOSES if odd else WINS
        if odd:
            for k in range(begin, end):
                for j in range(back.indptr[listed[k]], back.indptr[listed[k] + 1]):
                    if label[back.indices[j]] == THERE:
                        label[back.indices[j]] = WINS
        begin = end
    return RIGHT


def reach(
    rows: CSR,
    root: int,
    number: int,
    mark: int,
    inside: Sequence[int],
    seen: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """How many vertices of a set can be reached from one inside it."""
    queue[0] = root
    seen[root] = mark
    size, done = 1, 0
    while done < size:
        look()
        u = queue[done]
        done += 1
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            v = rows.indices[k]
            if inside[v] == number + 1 and seen[v] != mark:
                seen[v] = mark
                queue[size] = v
                size += 1
    return size
