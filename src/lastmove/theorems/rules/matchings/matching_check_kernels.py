"""The checks of a matching certificate: what the text in docs/reference/certificates.md asks for, vertex by vertex.

The functions know nothing of how matchings are found. They are kernels: :mod:`lastmove.graphs.backend` runs them as
they stand, on lists, and compiles the same text for large boards. Every number that comes from the certificate is held
against the graph before it is used as an index.

Which components a matching decides is found out again: breadth first, with pieces that are joined, another way than the
search in depth by which theorems find odd cycles. Take a tree in each component. An edge outside it closes one cycle
with the tree; the blocks of the graph are the pieces that come of joining all edges of each such cycle (a cycle is a
sum of some of these, which hang together by common edges, for no part of a cycle is a cycle). A block has an odd cycle
if and only if one of its edges outside the tree has both ends at depths of one parity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.core.play import LOSES, UNDECIDED, WINS

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["codes_of", "contract", "critical", "decidable", "mark_barrier", "odd_edges", "pair_up", "parts_of", "reach"]

NONE = -1
FINE, NO_EDGE, IN_BARRIER, NOT_ODD, BROKEN = 0, 1, 2, 3, 4


def adjacent(rows: CSR, u: int, v: int) -> bool:
    """Whether there is an edge uv; u and v may be any numbers. Rows ascend."""
    if u < 0 or u >= len(rows.indptr) - 1:
        return False
    low, high = rows.indptr[u], rows.indptr[u + 1]
    while low < high:
        middle = (low + high) // 2
        if rows.indices[middle] < v:
            low = middle + 1
        else:
            high = middle
    if low == rows.indptr[u + 1]:
        return False
    found: bool = rows.indices[low] == v
    return found


def pair_up(rows: CSR, us: Sequence[int], vs: Sequence[int], mate: MutableSequence[int]) -> int:
    """Set the mates; the place of the first pair that is no edge or meets an earlier one, NONE if there is none."""
    for k in range(len(us)):
        look()
        u, v = us[k], vs[k]
        if not adjacent(rows, u, v) or mate[u] >= 0 or mate[v] >= 0:
            return k
        mate[u] = v
        mate[v] = u
    return NONE


def mark_barrier(live: Sequence[int], barrier: Sequence[int], inside: MutableSequence[int]) -> int:
    """Mark the barrier; the place of the first number that is no live vertex or comes again, NONE if there is none."""
    for k in range(len(barrier)):
        a = barrier[k]
        if a < 0 or a >= len(live) or not live[a] or inside[a]:
            return k
        inside[a] = 1
    return NONE


def parts_of(
    rows: CSR,
    live: Sequence[int],
    inside: Sequence[int],
    part: MutableSequence[int],
    odd: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """Number the components of the live graph without the barrier, and mark the odd ones; how many there are."""
    count = 0
    for root in range(len(part)):
        look()
        if live[root] and not inside[root] and part[root] == NONE:
            part[root] = count
            queue[0] = root
            size, done = 1, 0
            while done < size:
                look()
                u = queue[done]
                done += 1
                for k in range(rows.indptr[u], rows.indptr[u + 1]):
                    v = rows.indices[k]
                    if part[v] == NONE and not inside[v]:
                        part[v] = count
                        queue[size] = v
                        size += 1
            odd[count] = size % 2
            count += 1
    return count


def find(leader: MutableSequence[int], u: int) -> int:
    """The leader of the piece of u; the way to it is halved."""
    while leader[u] != u:
        leader[u] = leader[leader[u]]
        u = leader[u]
    return u


def contract(
    rows: CSR,
    inside: Sequence[int],
    xs: Sequence[int],
    ys: Sequence[int],
    ends: Sequence[int],
    leader: MutableSequence[int],
    mark: MutableSequence[int],
) -> int:
    """Make one piece of each odd cycle of pieces in turn; FINE, or what is wrong.

    ``mark`` has room for a number each vertex, all NONE: of a leader, the last cycle that went through its piece.
    """
    begin = 0
    for cycle in range(len(ends)):
        look()
        end = ends[cycle]
        if end - begin < 3 or (end - begin) % 2 == 0:
            return NOT_ODD
        for k in range(begin, end):
            if not adjacent(rows, xs[k], ys[k]):
                return NO_EDGE
            if inside[xs[k]] or inside[ys[k]]:
                return IN_BARRIER
            here = find(leader, xs[k])
            if mark[here] == cycle:
                return NOT_ODD
            mark[here] = cycle
        for k in range(begin, end):
            following = k + 1 if k + 1 < end else begin
            if find(leader, ys[k]) != find(leader, xs[following]):
                return BROKEN
        whole = find(leader, xs[begin])
        for k in range(begin, end):
            leader[find(leader, xs[k])] = whole
        begin = end
    return FINE


def critical(
    part: Sequence[int], leader: MutableSequence[int], first: MutableSequence[int], whole: MutableSequence[int]
) -> None:
    """Take the mark off each component in ``whole`` that is not one piece; ``first`` is all NONE."""
    for u in range(len(part)):
        look()
        here = part[u]
        if here != NONE:
            piece = find(leader, u)
            if first[here] == NONE:
                first[here] = piece
            elif first[here] != piece:
                whole[here] = 0


def reach(
    rows: CSR,
    inside: Sequence[int],
    part: Sequence[int],
    mate: Sequence[int],
    barrier_ends: Sequence[int],
    outside_ends: Sequence[int],
    whole: Sequence[int],
    below: MutableSequence[int],
    following: MutableSequence[int],
    reached: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """Mark the components that parents lead back from to one that is left out; FINE, or what is wrong.

    A parent edge joins a barrier vertex to a component *below* which it and the component of its mate then are. Both
    lists are all NONE: ``below`` has the first such vertex of a component, ``following`` the next one.
    """
    for k in range(len(barrier_ends)):
        look()
        a, y = barrier_ends[k], outside_ends[k]
        if not adjacent(rows, a, y):
            return NO_EDGE
        if not inside[a] or inside[y] or following[a] != NONE:
            return IN_BARRIER
        here = part[y]
        following[a] = below[here] if below[here] != NONE else a  # the last one is followed by itself
        below[here] = a
    size = 0
    for u in range(len(part)):
        look()
        here = part[u]
        if here != NONE and mate[u] == NONE and whole[here] and not reached[here]:
            reached[here] = 1
            queue[size] = here
            size += 1
    done = 0
    while done < size:
        look()
        a = below[queue[done]]
        done += 1
        while a != NONE:
            child = part[mate[a]] if mate[a] != NONE else NONE
            if child != NONE and whole[child] and not reached[child]:
                reached[child] = 1
                queue[size] = child
                size += 1
            a = following[a] if following[a] != a else NONE
    return FINE


def codes_of(
    live: Sequence[int],
    inside: Sequence[int],
    part: Sequence[int],
    odd: Sequence[int],
    reached: Sequence[int],
    codes: MutableSequence[int],
) -> None:
    """What is shown of each vertex, where matchings decide; those that are not live are wins."""
    for u in range(len(part)):
        look()
        if not live[u] or inside[u] or not odd[part[u]]:
            codes[u] = WINS
        elif reached[part[u]]:
            codes[u] = LOSES
        else:
            codes[u] = UNDECIDED


def odd_edges(
    rows: CSR,
    queue: MutableSequence[int],
    depth: MutableSequence[int],
    parent: MutableSequence[int],
    leader: MutableSequence[int],
    top: MutableSequence[int],
    odd: MutableSequence[int],
) -> None:
    """Join the edges of each block; ``odd`` of a leader says whether its block has an odd cycle.

    A vertex stands for the edge to its parent. ``depth`` and ``parent`` are NONE at first, ``leader`` is each vertex
    itself, ``top`` is filled: of a leader, the highest vertex of its block. The queue lists the vertices.
    """
    size = 0
    for root in range(len(depth)):
        if depth[root] != NONE:
            continue
        depth[root] = 0
        queue[size] = root
        done = size
        size += 1
        while done < size:
            look()
            u = queue[done]
            done += 1
            for k in range(rows.indptr[u], rows.indptr[u + 1]):
                v = rows.indices[k]
                if depth[v] == NONE:
                    depth[v] = depth[u] + 1
                    parent[v] = u
                    top[v] = u
                    queue[size] = v
                    size += 1
    for u in range(len(depth)):
        look()
        for k in range(rows.indptr[u], rows.indptr[u + 1]):
            v = rows.indices[k]
            if u < v and parent[v] != u and parent[u] != v:
                join(u, v, depth, leader, top, odd)


def join(
    u: int,
    v: int,
    depth: Sequence[int],
    leader: MutableSequence[int],
    top: MutableSequence[int],
    odd: MutableSequence[int],
) -> None:
    """Make one piece of the edges of the tree between two vertices, which an edge outside it joins."""
    whole, is_odd = NONE, depth[u] % 2 == depth[v] % 2
    x, y = u, v
    while x != y:
        if depth[x] < depth[y]:
            x, y = y, x
        piece = find(leader, x)
        x = top[piece]
        if whole == NONE:
            whole = piece
        elif piece != whole:
            higher = depth[top[piece]] < depth[top[whole]]
            leader[piece] = whole
            odd[whole] |= odd[piece]
            if higher:
                top[whole] = top[piece]
    if is_odd:
        odd[whole] = 1


def decidable(
    rows: CSR,
    heavy: Sequence[int],
    queue: MutableSequence[int],
    depth: MutableSequence[int],
    parent: MutableSequence[int],
    leader: MutableSequence[int],
    top: MutableSequence[int],
    odd: MutableSequence[int],
    touched: MutableSequence[int],
    yes: MutableSequence[int],
) -> None:
    """Mark the vertices of components in which no heavy vertex lies on an odd cycle; ``touched`` is room for those."""
    odd_edges(rows, queue, depth, parent, leader, top, odd)
    for v in range(len(depth)):
        if parent[v] != NONE and odd[find(leader, v)]:
            touched[v] = 1
            touched[parent[v]] = 1
    begin, count = 0, len(depth)
    while begin < count:
        look()
        end = begin + 1
        while end < count and depth[queue[end]] != 0:
            end += 1
        fine = True
        for k in range(begin, end):
            if heavy[queue[k]] and touched[queue[k]]:
                fine = False
        if fine:
            for k in range(begin, end):
                yes[queue[k]] = 1
        begin = end
