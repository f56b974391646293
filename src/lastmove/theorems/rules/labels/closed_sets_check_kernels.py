"""The check of the sets of Definition 7 of Duchêne and Renault: a few looks at every arc.

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

__all__ = ["check_sets", "turn_round"]

THERE = 2
RIGHT, NOT_THERE, AN_ARC_LEAVES, NOT_STRONG = 0, 1, 2, 3


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
