"""Second half of a phase: a maximal set of disjoint shortest augmenting paths, found depth first and swapped.

The blossoms that :mod:`lastmove.graphs.matching.phases` leaves are single *nodes*, each known by its base; only edges
whose ends have duals of sum 0 count. From each exposed vertex a depth-first search looks for another one. An outer node
whose edge leads to a later outer node of the search closes a cycle: the inner nodes on it become outer and are searched
next, so that no path is missed. Nodes of a failed search need not be visited again.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.

References
----------
H. N. Gabow, *The weighted matching approach to maximum cardinality matching*, Fundamenta Informaticae 154 (2017), after
H. N. Gabow and R. E. Tarjan, *Faster scaling algorithms for general graph matching problems*, J. ACM 38 (1991).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look
from lastmove.graphs.matching.blossoms import NONE, find
from lastmove.graphs.matching.phases import BRIDGED, OLDER, Levels

if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from lastmove.graphs.backend import Backend

__all__ = ["Paths", "augment_disjoint"]

OUTER, INNER, CLOSED = 1, 2, 4
PLACES, DEPTH = 0, 1


class Paths(NamedTuple):
    """A finished search for levels, and the depth-first search; one entry per vertex where nothing else is said."""

    levels: Levels
    dual: MutableSequence[int]
    node: MutableSequence[int]  # the base of the node a vertex is in
    member: MutableSequence[int]  # the vertices of a node, linked from its base
    state: MutableSequence[int]  # of a base: OUTER, INNER or not visited, and CLOSED if a cycle made it outer
    place: MutableSequence[int]  # of a base that became outer: when
    base: MutableSequence[int]  # union-find over the cycles of this search
    tail: MutableSequence[int]  # of an inner node: the edge over which it was reached, from the tail
    head: MutableSequence[int]  # to the head, in the node
    left: MutableSequence[int]  # of a CLOSED node: the edge that closed the cycle, its end below the node
    right: MutableSequence[int]  # and its other end
    current: MutableSequence[int]  # of an outer node: the vertex whose edges are being looked along,
    edge: MutableSequence[int]  # and the next of them
    trail: MutableSequence[int]  # n: the outer nodes under way, a stack
    stack: MutableSequence[int]  # 2 n + 8: scratch
    at: MutableSequence[int]  # 2: the number of PLACES taken, the DEPTH of the trail

    @classmethod
    def new(cls, levels: Levels, make: Backend) -> Paths:
        """Room for a search."""
        n = len(levels.mate)
        return cls(
            levels,
            dual=make.ints(n),
            node=make.vertices(n),
            member=make.ints(n),
            state=make.bits(n),
            place=make.ints(n),
            base=make.vertices(n),
            tail=make.vertices(n),
            head=make.vertices(n),
            left=make.vertices(n),
            right=make.vertices(n),
            current=make.vertices(n),
            edge=make.counters(n),
            trail=make.vertices(n),
            stack=make.vertices(2 * n + 8),
            at=make.counters(2),
        )


def augment_disjoint(paths: Paths, time: int) -> int:
    """Swap a maximal set of disjoint augmenting paths of the length that belongs to the time; how many they are."""
    found = 0
    mate, state = paths.levels.mate, paths.state
    set_duals(paths, time)
    gather_nodes(paths)
    for root in range(len(mate)):
        look()
        if mate[root] < 0 and not state[root]:
            paths.at[DEPTH] = 0
            make_outer(paths, root)
            go_on_with(paths, root)
            if search(paths):
                found += 1
    return found


def set_duals(paths: Paths, time: int) -> None:
    level, since = paths.levels.level, paths.levels.since
    for v in range(len(paths.dual)):
        look()
        if level[v] >= 0:
            paths.dual[v] = 1 + level[v] - time
        elif since[v] >= 0:
            paths.dual[v] = 1 + time - since[v]
        else:
            paths.dual[v] = 1


def gather_nodes(paths: Paths) -> None:
    """Make a node of every blossom that is older than the time, and forget the others."""
    base, levels = paths.base, paths.levels
    for v in range(len(base)):
        look()
        base[v] = v
        paths.state[v] = 0
        paths.member[v] = NONE
    for i in range(levels.at[OLDER]):
        base[levels.merged[i]] = levels.into[i]
    for v in range(len(base)):
        paths.node[v] = find(base, v)
    for v in range(len(base)):
        base[v] = v
        node = paths.node[v]
        if node != v:
            paths.member[v] = paths.member[node]
            paths.member[node] = v
    paths.at[PLACES] = 0


def make_outer(paths: Paths, node: int) -> None:
    """Make a node outer, later than all that are."""
    paths.state[node] |= OUTER
    paths.place[node] = paths.at[PLACES]
    paths.at[PLACES] += 1


def go_on_with(paths: Paths, node: int) -> None:
    """Put a node on the trail: its edges are looked along next."""
    paths.current[node] = node
    paths.edge[node] = paths.levels.indptr[node]
    paths.trail[paths.at[DEPTH]] = node
    paths.at[DEPTH] += 1


def search(paths: Paths) -> bool:
    """Look for an augmenting path from the root on the trail, and swap it.

    Invariant: the edges before ``edge`` of ``current``, and of members before it, have been looked along.
    """
    indptr, indices, mate = paths.levels.indptr, paths.levels.indices, paths.levels.mate
    dual, node, edge, at = paths.dual, paths.node, paths.edge, paths.at
    while at[DEPTH] > 0:
        look()
        here = paths.trail[at[DEPTH] - 1]
        u = paths.current[here]
        if edge[here] == indptr[u + 1]:
            turn_over(paths, here)
            continue
        v = indices[edge[here]]
        edge[here] += 1
        if dual[u] + dual[v] != 0 or node[v] == here or v == mate[u]:
            continue
        there = node[v]
        if paths.state[there] & OUTER:
            close(paths, u, v)
        elif not paths.state[there]:
            if mate[there] < 0:
                make_outer(paths, there)
                swap(paths, u, v)
                return True
            paths.state[there] = INNER
            paths.tail[there], paths.head[there] = u, v
            below = node[mate[there]]
            make_outer(paths, below)
            go_on_with(paths, below)
    return False


def turn_over(paths: Paths, node: int) -> None:
    """Go on with the next vertex of a node, or leave the node."""
    following = paths.member[paths.current[node]]
    if following == NONE:
        paths.at[DEPTH] -= 1
    else:
        paths.current[node] = following
        paths.edge[node] = paths.levels.indptr[following]


def close(paths: Paths, u: int, v: int) -> None:
    """Make outer the inner nodes between v's node and u's, if the search went through u's to v's."""
    base, mate = paths.base, paths.levels.mate
    top, low = find(base, paths.node[u]), find(base, paths.node[v])
    if top == low or paths.place[low] < paths.place[top]:
        return
    while low != top:
        inner = mate[low]
        paths.state[inner] = OUTER | CLOSED
        paths.left[inner], paths.right[inner] = v, u
        go_on_with(paths, inner)
        base[low] = top
        base[inner] = top
        low = find(base, paths.node[paths.tail[inner]])


def swap(paths: Paths, u: int, v: int) -> None:
    """Swap the path from the root to u, over the edge to v, and inside v's node to its base.

    The stack holds pairs (x, y): y is to be the mate of x, and then the path from x to its root to be swapped.
    """
    mate, stack = paths.levels.mate, paths.stack
    stack[0], stack[1], stack[2], stack[3] = u, v, v, u
    size = 4
    while size > 0:
        size -= 2
        x, y = stack[size], stack[size + 1]
        while True:
            w = mate[x]
            mate[x] = y
            if w < 0 or mate[w] != x:
                break
            if paths.node[x] != x and not paths.levels.state[x] & BRIDGED:
                x, y = paths.levels.parent[w], w
                mate[y] = x
                continue
            x, y = way_back(paths, x, w)
            stack[size], stack[size + 1] = y, x
            size += 2


def way_back(paths: Paths, x: int, w: int) -> tuple[int, int]:
    """The edge by which the even path to x was reached last, its end nearer to x first; w is the mate of x."""
    if paths.node[x] != x:
        return paths.levels.left[x], paths.levels.right[x]
    if paths.state[x] & CLOSED:
        return paths.left[x], paths.right[x]
    return paths.head[w], paths.tail[w]
