"""A phase: how long the shortest augmenting paths are, and a maximal set of disjoint ones, which are swapped.

The first half is Edmonds' search for a matching of maximum weight, with all weights alike, simulated event by event.
Trees grow from all exposed vertices; an outer vertex of *level* l (the length of its shortest even alternating path)
attaches free neighbours two steps of time later, an edge between outer vertices of levels k and l becomes a bridge at
time 1 + (k + l) / 2. A bridge inside a tree shrinks a cycle; the first bridge between trees ends the search. At that
time every shortest augmenting path runs on edges whose ends have duals of sum 0, and through the blossoms that are
older than the time.

In the second half these blossoms are single *nodes*, each known by its base; only edges whose ends have duals of sum 0
count. From each exposed vertex a depth-first search looks for another one. An outer node whose edge leads to a later
outer node of the search closes a cycle: the inner nodes on it become outer and are searched next, so that no path is
missed. Nodes of a failed search need not be visited again.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.

References
----------
H. N. Gabow, *The weighted matching approach to maximum cardinality matching*, Fundamenta Informaticae 154 (2017), after
H. N. Gabow and R. E. Tarjan, *Faster scaling algorithms for general graph matching problems*, J. ACM 38 (1991).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look
from lastmove.graphs.matching.greedy import NONE, find

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR

__all__ = ["BRIDGED", "OLDER", "Levels", "Paths", "augment_disjoint", "climb"]

SCANNED, BRIDGED = 1, 2
TIME, WAITING, BRIDGES, MERGED, OLDER, FRESH = 0, 1, 2, 3, 4, 5


class Levels(NamedTuple):
    """A graph, a matching of it, and the search; one entry per vertex where nothing else is said."""

    indptr: Sequence[int]  # n + 1: the neighbours of v are indices[indptr[v]:indptr[v + 1]]
    indices: Sequence[int]
    mate: MutableSequence[int]
    state: MutableSequence[int]  # the bits above
    level: MutableSequence[int]  # of outer vertices; NONE for others
    since: MutableSequence[int]  # when a vertex became inner; NONE if it never did
    root: MutableSequence[int]
    parent: MutableSequence[int]  # of a vertex that became inner: the outer vertex it hangs from
    left: MutableSequence[int]  # of a BRIDGED vertex, made outer by a cycle: the edge that closed the cycle,
    right: MutableSequence[int]  # its end on this vertex's side and its other end
    base: MutableSequence[int]  # union-find over blossoms
    scans: MutableSequence[int]  # n + 3: for each time the first outer vertex that attaches neighbours then,
    next_scan: MutableSequence[int]  # and the others, linked
    bridges: MutableSequence[int]  # n + 3: for each time the first bridge,
    next_bridge: MutableSequence[int]  # m: and the others, linked;
    one: MutableSequence[int]  # m: the ends of a bridge
    two: MutableSequence[int]  # m
    merged: MutableSequence[int]  # n: the vertices put into blossoms, in that order,
    into: MutableSequence[int]  # n: and the bases they were put under
    fresh: MutableSequence[int]  # n: a stack of vertices that a cycle made outer and that are not scanned
    at: MutableSequence[int]  # 6: the TIME, events WAITING, the number of BRIDGES, of MERGED vertices, of those OLDER
    # than the time, and of FRESH vertices

    @classmethod
    def new(cls, rows: CSR, mate: MutableSequence[int], make: Backend) -> Levels:
        """Room for a search."""
        n, m = len(mate), len(rows.indices) // 2
        return cls(
            rows.indptr,
            rows.indices,
            mate,
            state=make.bits(n),
            level=make.ints(n),
            since=make.ints(n),
            root=make.vertices(n),
            parent=make.vertices(n),
            left=make.vertices(n),
            right=make.vertices(n),
            base=make.vertices(n),
            scans=make.ints(n + 3),
            next_scan=make.ints(n),
            bridges=make.ints(n + 3),
            next_bridge=make.ints(m),
            one=make.vertices(m),
            two=make.vertices(m),
            merged=make.vertices(n),
            into=make.vertices(n),
            fresh=make.vertices(n),
            at=make.counters(6),
        )


def climb(levels: Levels) -> int:
    """Let the trees grow level by level until two of them meet; the time when they do, or NONE if they never do.

    Where two trees meet there is an augmenting path, and one that is as short as any. Invariant: all events of earlier
    times have been dealt with, and ``scans`` and ``bridges`` hold the events of this time and of later ones.
    """
    at = levels.at
    begin(levels)
    while at[WAITING] > 0:
        look()
        at[OLDER] = at[MERGED]
        if trees_meet(levels):
            return at[TIME]
        at[TIME] += 1
    return NONE


def begin(levels: Levels) -> None:
    n = len(levels.mate)
    for i in range(len(levels.at)):
        levels.at[i] = 0
    for time in range(n + 3):
        levels.scans[time] = NONE
        levels.bridges[time] = NONE
    for v in range(n):
        look()
        levels.state[v] = 0
        levels.level[v] = NONE
        levels.since[v] = NONE
        levels.base[v] = v
        if levels.mate[v] < 0:
            levels.root[v] = v
            levels.level[v] = 0
            wait(levels, v)


def wait(levels: Levels, v: int) -> None:
    """Let the outer vertex v attach neighbours at the time of its level."""
    time = levels.level[v]
    levels.next_scan[v] = levels.scans[time]
    levels.scans[time] = v
    levels.at[WAITING] += 1


def trees_meet(levels: Levels) -> bool:
    """Let everything happen that happens at this time, or until two trees meet."""
    at = levels.at
    while True:
        look()
        u = next_outer(levels)
        if u != NONE:
            scan(levels, u)
            continue
        bridge = levels.bridges[at[TIME]]
        if bridge == NONE:
            return False
        levels.bridges[at[TIME]] = levels.next_bridge[bridge]
        at[WAITING] -= 1
        u, v = levels.one[bridge], levels.two[bridge]
        if levels.root[u] != levels.root[v]:
            return True
        shrink(levels, u, v)


def next_outer(levels: Levels) -> int:
    """An outer vertex to scan now: one that a cycle has just made outer, or one of this level."""
    at = levels.at
    if at[FRESH] > 0:
        at[FRESH] -= 1
        return levels.fresh[at[FRESH]]
    v = levels.scans[at[TIME]]
    if v != NONE:
        levels.scans[at[TIME]] = levels.next_scan[v]
        at[WAITING] -= 1
    return v


def scan(levels: Levels, u: int) -> None:
    """Note the bridges to outer vertices scanned before u; attach free neighbours, or wait until it is time to."""
    level, state = levels.level, levels.state
    first = not state[u] & SCANNED
    now = level[u] == levels.at[TIME]
    later = False
    state[u] |= SCANNED
    for k in range(levels.indptr[u], levels.indptr[u + 1]):
        v = levels.indices[k]
        if level[v] >= 0:
            if first and state[v] & SCANNED and v != levels.mate[u]:
                add_bridge(levels, u, v)
        elif levels.since[v] == NONE:
            if now:
                attach(levels, u, v)
            else:
                later = True
    if later:
        wait(levels, u)


def add_bridge(levels: Levels, u: int, v: int) -> None:
    at = levels.at
    bridge, time = at[BRIDGES], 1 + (levels.level[u] + levels.level[v]) // 2
    levels.one[bridge], levels.two[bridge] = u, v
    levels.next_bridge[bridge] = levels.bridges[time]
    levels.bridges[time] = bridge
    at[BRIDGES] += 1
    at[WAITING] += 1


def attach(levels: Levels, u: int, v: int) -> None:
    """Hang v, and its mate from it, from the outer vertex u."""
    w = levels.mate[v]
    levels.since[v] = levels.level[u] + 2
    levels.parent[v] = u
    levels.level[w] = levels.level[u] + 2
    levels.root[v] = levels.root[u]
    levels.root[w] = levels.root[u]
    wait(levels, w)


def shrink(levels: Levels, u: int, v: int) -> None:
    """Shrink the cycle that the edge between two outer vertices of a tree closes, going up from both ends by turns."""
    base, level = levels.base, levels.level
    left, right = u, v
    a, b = find(base, u), find(base, v)
    while a != b:
        if level[a] < level[b]:
            a, b, left, right = b, a, right, left
        a = absorb(levels, a, left, right)


def absorb(levels: Levels, b: int, left: int, right: int) -> int:
    """Put the blossom of base b, and the inner vertex it hangs from, into the one above; the base of that."""
    at = levels.at
    w = levels.mate[b]
    top = find(levels.base, levels.parent[w])
    merge(levels, b, top)
    merge(levels, w, top)
    levels.state[w] |= BRIDGED
    levels.left[w], levels.right[w] = left, right
    levels.level[w] = 2 * at[TIME] - levels.since[w]
    levels.fresh[at[FRESH]] = w
    at[FRESH] += 1
    return top


def merge(levels: Levels, v: int, top: int) -> None:
    at = levels.at
    levels.base[v] = top
    levels.merged[at[MERGED]], levels.into[at[MERGED]] = v, top
    at[MERGED] += 1


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
