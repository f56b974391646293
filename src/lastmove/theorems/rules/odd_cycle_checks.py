"""Which components a matching decides, found out again for the check of a certificate.

Breadth first, with pieces that are joined: another way than the search in depth by which theorems find odd cycles.
Take a tree in each component. An edge outside it closes one cycle with the tree; the blocks of the graph are the pieces
that come of joining all edges of each such cycle (a cycle is a sum of some of these, which hang together by common
edges, for no part of a cycle is a cycle). A block has an odd cycle if and only if one of its edges outside the tree has
both ends at depths of one parity.

The functions are kernels, as in :mod:`lastmove.theorems.rules.matching_check_kernels`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.theorems.rules.matching_check_kernels import NONE, find

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["decidable", "odd_edges"]


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
