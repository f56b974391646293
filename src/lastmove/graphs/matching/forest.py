"""The alternating forest: makes a matching maximum and, when it stops, is the Gallai-Edmonds decomposition.

Trees grow from all exposed vertices at once, breadth first. A vertex of a tree is *outer* when an alternating path of
even length leads to it from the root, *inner* when only paths of odd length do; vertices in no tree are *free*, and
so are their mates. An edge between two outer vertices of one tree closes an odd cycle, which is shrunk to a blossom:
its inner vertices become outer, and all of it is found under one base. An edge between the outer vertices of two trees
completes an augmenting path: the path is swapped, both trees are dissolved, and other trees may take their vertices.

When the queue is empty, an outer vertex has no free neighbour and no outer one outside its blossom. Without the inner
vertices each blossom is a component of its own, of odd order, and there are as many more blossoms than inner vertices
as there are roots. So no matching covers more vertices (Tutte and Berge), and outer, inner and free are the classes D,
A and C of Gallai and Edmonds.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look
from lastmove.graphs.matching.greedy import NONE, find

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR

__all__ = ["INNER", "OUTER", "WORK", "Forest", "grow_forest", "leave_out", "plant", "plant_without", "uproot"]

OUTER, INNER, QUEUED, SHRUNK, BRIDGED = 1, 2, 4, 8, 16
HEAD, TAIL, DONE, WORK = 0, 1, 2, 3


class Forest(NamedTuple):
    """A graph, a matching of it, and the trees; one entry per vertex where nothing else is said."""

    indptr: Sequence[int]  # n + 1: the neighbours of v are indices[indptr[v]:indptr[v + 1]]
    indices: Sequence[int]
    mate: MutableSequence[int]
    state: MutableSequence[int]  # OUTER, INNER or neither, and the other bits
    parent: MutableSequence[int]  # of an inner vertex: the outer vertex it hangs from
    left: MutableSequence[int]  # of a BRIDGED vertex, made outer by a cycle: the edge that closed the cycle,
    right: MutableSequence[int]  # its end on this vertex's side and its other end
    base: MutableSequence[int]  # union-find over blossoms; only a SHRUNK vertex has a base other than itself
    root: MutableSequence[int]  # of an outer vertex
    depth: MutableSequence[int]  # of an outer vertex: more than that of the base above its blossom
    following: MutableSequence[int]  # the outer vertices of a tree, linked from its root
    queue: MutableSequence[int]  # n + 1: a ring that holds each QUEUED vertex once
    stack: MutableSequence[int]  # n + 4: scratch
    at: MutableSequence[int]  # 4: HEAD and TAIL of the ring, outer vertices DONE (scanned), WORK in edges

    @classmethod
    def new(cls, rows: CSR, mate: MutableSequence[int], make: Backend) -> Forest:
        """Room for a forest in which nothing has been planted."""
        n = len(mate)
        return cls(
            rows.indptr,
            rows.indices,
            mate,
            state=make.bits(n),
            parent=make.vertices(n),
            left=make.vertices(n),
            right=make.vertices(n),
            base=make.numbers(n),
            root=make.vertices(n),
            depth=make.ints(n),
            following=make.ints(n),
            queue=make.vertices(n + 1),
            stack=make.vertices(n + 4),
            at=make.counters(4),
        )


def plant(forest: Forest) -> None:
    """Make every exposed vertex the root of a tree."""
    for v in range(len(forest.mate)):
        look()
        if forest.mate[v] < 0:
            set_root(forest, v)


def plant_without(forest: Forest, u: int) -> None:
    """Take u away and make its mate a root, where nothing is queued and all vertices of other trees are INNER."""
    root = forest.mate[u]
    forest.state[u] |= INNER
    forest.mate[root] = NONE
    set_root(forest, root)


def uproot(forest: Forest, u: int) -> None:
    """Undo :func:`plant_without` and what has grown since."""
    root = forest.mate[u]
    forest.mate[root] = u
    dissolve(forest, root)
    while forest.at[HEAD] != forest.at[TAIL]:
        pop(forest)


def set_root(forest: Forest, v: int) -> None:
    forest.state[v] |= OUTER
    forest.root[v] = v
    forest.depth[v] = 0
    forest.following[v] = NONE
    push(forest, v)


def grow_forest(forest: Forest, budget: int) -> bool:
    """Grow and augment until nothing is queued (True), or until the work exceeds the budget (False).

    Invariant: two scanned outer vertices are adjacent only inside one blossom, and a free vertex that is adjacent to
    a scanned outer one is queued.
    """
    at, state, root = forest.at, forest.state, forest.root
    while at[HEAD] != at[TAIL]:
        look()
        if at[WORK] > budget:
            return False
        u = pop(forest)
        if state[u] & OUTER:
            v = scan(forest, u)
            at[DONE] += 1
            if v != NONE:
                one, two = root[u], root[v]
                augment(forest, u, v)
                dissolve(forest, one)
                dissolve(forest, two)
                push(forest, u)  # not scanned to the end
        elif not state[u] & INNER and at[DONE] > 0:
            graft(forest, u)
    return True


def push(forest: Forest, v: int) -> None:
    state, at = forest.state, forest.at
    if not state[v] & QUEUED:
        state[v] |= QUEUED
        forest.queue[at[TAIL]] = v
        at[TAIL] = at[TAIL] + 1 if at[TAIL] + 1 < len(forest.queue) else 0


def pop(forest: Forest) -> int:
    at = forest.at
    v = forest.queue[at[HEAD]]
    forest.state[v] &= ~QUEUED
    at[HEAD] = at[HEAD] + 1 if at[HEAD] + 1 < len(forest.queue) else 0
    return v


def scan(forest: Forest, u: int) -> int:
    """Look along the edges of the outer vertex u; the outer vertex of another tree that stopped it, or NONE."""
    indices, state, root, base = forest.indices, forest.state, forest.root, forest.base
    tree, here = root[u], find(base, u)
    begin, end = forest.indptr[u], forest.indptr[u + 1]
    forest.at[WORK] += end - begin
    for k in range(begin, end):
        v = indices[k]
        kind = state[v]
        if kind & INNER:
            continue
        if not kind & OUTER:
            attach(forest, u, v)
        elif base[v] != here:
            if root[v] != tree:
                return v
            shrink(forest, u, v)
            here = find(base, u)
    return NONE


def graft(forest: Forest, v: int) -> None:
    """Hang the free vertex v from an outer neighbour, if it has one."""
    begin, end = forest.indptr[v], forest.indptr[v + 1]
    forest.at[WORK] += end - begin
    for k in range(begin, end):
        u = forest.indices[k]
        if forest.state[u] & OUTER:
            attach(forest, u, v)
            return


def attach(forest: Forest, u: int, v: int) -> None:
    """Hang the free vertex v, and its mate from it, from the outer vertex u."""
    forest.state[v] |= INNER
    forest.parent[v] = u
    join(forest, u, forest.mate[v])


def join(forest: Forest, u: int, w: int) -> None:
    """Make w an outer vertex of the tree of the outer vertex u, deeper than it."""
    state, following = forest.state, forest.following
    root = forest.root[u]
    state[w] = state[w] & ~INNER | OUTER
    forest.root[w] = root
    forest.depth[w] = forest.depth[u] + 1
    following[w] = following[root]
    following[root] = w
    push(forest, w)


def shrink(forest: Forest, u: int, v: int) -> None:
    """Shrink the cycle that the edge between two outer vertices of a tree closes.

    From its two ends go up by turns, from the deeper base, until both are in one blossom. Invariant: the edge's ends
    ``left`` and ``right`` are, or were before this began, below the bases a and b.
    """
    base, depth = forest.base, forest.depth
    left, right = u, v
    a, b = find(base, u), find(base, v)
    while a != b:
        if depth[a] < depth[b]:
            a, b, left, right = b, a, right, left
        a = absorb(forest, a, left, right)


def absorb(forest: Forest, b: int, left: int, right: int) -> int:
    """Put the blossom of base b, and the inner vertex it hangs from, into the one above; the base of that."""
    base, state = forest.base, forest.state
    w = forest.mate[b]
    top = find(base, forest.parent[w])
    base[b] = top
    base[w] = top
    state[b] |= SHRUNK
    state[w] |= SHRUNK | BRIDGED
    forest.left[w], forest.right[w] = left, right
    join(forest, b, w)
    return top


def leave_out(forest: Forest, u: int) -> None:
    """Swap the path from a root to the outer vertex u, which is then exposed in its place."""
    mate = forest.mate
    w = mate[u]
    mate[u] = NONE
    if w >= 0:
        if forest.state[u] & BRIDGED:
            x, y = forest.left[u], forest.right[u]
            forest.stack[0], forest.stack[1], forest.stack[2], forest.stack[3] = x, y, y, x
            swap_paths(forest, 4)
        else:
            mate[w] = forest.parent[w]
            forest.stack[0], forest.stack[1] = forest.parent[w], w
            swap_paths(forest, 2)


def augment(forest: Forest, u: int, v: int) -> None:
    """Swap the path from a root to u, over the edge to v, and on to v's root."""
    stack = forest.stack
    stack[0], stack[1], stack[2], stack[3] = u, v, v, u
    swap_paths(forest, 4)


def swap_paths(forest: Forest, size: int) -> None:
    """Do what the stack says; ``size`` is its height.

    It holds pairs (x, y): y is to be the mate of x, and then the path from x to its root to be swapped. A path that
    enters a blossom at a bridged vertex leaves it by both ends of the bridge; a vertex whose mate has moved on has been
    dealt with from the other end.
    """
    mate, stack = forest.mate, forest.stack
    while size > 0:
        size -= 2
        x, y = stack[size], stack[size + 1]
        while True:
            w = mate[x]
            mate[x] = y
            if w < 0 or mate[w] != x:
                break
            if forest.state[x] & BRIDGED:
                x, y = forest.left[x], forest.right[x]
                stack[size], stack[size + 1] = y, x
                size += 2
            else:
                x, y = forest.parent[w], w
                mate[y] = x


def dissolve(forest: Forest, v: int) -> None:
    """Free the tree of root v, after an augmentation: its outer vertices are linked, its inner ones are mates of outer.

    Only inner ones are queued: whatever outer vertex is adjacent to a scanned outer one was not scanned itself, and so
    it is queued already.
    """
    mate, state, base, at = forest.mate, forest.state, forest.base, forest.at
    while v != NONE:
        if state[v] & SHRUNK:
            base[v] = v
        if not state[v] & QUEUED:
            at[DONE] -= 1
        state[v] &= QUEUED
        w = mate[v]
        if state[w] & INNER:
            state[w] &= QUEUED
            push(forest, w)
        v = forest.following[v]
