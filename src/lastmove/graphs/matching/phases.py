"""First half of a phase: how long the shortest augmenting paths are, and on which edges they run.

Edmonds' search for a matching of maximum weight, with all weights alike, simulated event by event. Trees grow from all
exposed vertices; an outer vertex of *level* l (the length of its shortest even alternating path) attaches free
neighbours two steps of time later, an edge between outer vertices of levels k and l becomes a bridge at time
1 + (k + l) / 2. A bridge inside a tree shrinks a cycle; the first bridge between trees ends the search. At that time
every shortest augmenting path runs on edges whose ends have duals of sum 0, and through the blossoms that are older
than the time; :mod:`lastmove.graphs.matching.paths` then finds as many disjoint ones as possible.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.

References
----------
H. N. Gabow, *The weighted matching approach to maximum cardinality matching*, Fundamenta Informaticae 154 (2017).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look
from lastmove.graphs.matching.blossoms import NONE, find

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR

__all__ = ["BRIDGED", "OLDER", "Levels", "climb"]

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
