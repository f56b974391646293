"""Which edges of a perfect matching are in every perfect matching: what sets and bridges show of it.

Call v -> w' an arc if some edge vw is not in the matching and w' is the mate of w. An arc v -> w' has a mirror, from w
to the mate of v. An edge of the matching is in some other perfect matching only together with an alternating cycle,
and going round that is a circuit of arcs that never meets both a vertex and its mate.

* *Sets.* Let a strong component of the arcs hold no vertex with its mate, and let no arc leave it. Its neighbours are
  then the mates of its vertices, so every perfect matching matches it with these, and both can be put away: the edges
  between the mates and the rest are in no perfect matching. A component of one vertex has a forced edge; in a larger
  one every vertex lies on a circuit, which is an alternating cycle, so no edge is forced.
* *Bridges.* A bridge of the matching is forced: its two sides are odd. A bridge that is not in it has even sides and is
  in no perfect matching.

Both are put away as long as there are some. The functions are kernels: :mod:`lastmove.graphs.backend` runs them on
lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence
    from typing import Self

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR

__all__ = ["ENDS", "FORCED", "FREE", "ITEMS", "Peeling", "compare", "narrow", "peel"]

NONE = -1
FORCED, FREE = 1, 2
ITEMS, ENDS, FOUND, PARTS = 0, 1, 2, 3


class Peeling(NamedTuple):
    """A graph with a perfect matching of its live vertices, and what has been put away; an entry for each vertex."""

    indptr: Sequence[int]
    indices: Sequence[int]
    mate: Sequence[int]
    live: MutableSequence[int]
    cut: MutableSequence[int]  # for each place in ``indices`` whether that edge was put away as a bridge
    state: MutableSequence[int]  # FORCED, FREE or neither
    items: MutableSequence[int]  # 3 n: the vertices of the steps, one after the other
    ends: MutableSequence[int]  # 2 n: where each step ends there
    is_set: MutableSequence[int]  # 2 n: whether it is a set; else the two ends of a bridge
    place: MutableSequence[int]
    low: MutableSequence[int]
    up: MutableSequence[int]
    at: MutableSequence[int]
    part: MutableSequence[int]
    stack: MutableSequence[int]
    order: MutableSequence[int]  # the vertices, part by part; for bridges, pairs of ends: 2 n
    tops: MutableSequence[int]  # where each part ends there
    size: MutableSequence[int]  # ITEMS, ENDS: how many there are; FOUND, PARTS: scratch

    @classmethod
    def new(cls, rows: CSR, mate: Sequence[int], live: MutableSequence[int], make: Backend) -> Self:
        """Room for the steps of a graph."""
        n = rows.n
        bits, ints, vertices = make.bits, make.ints, make.vertices
        return cls(
            *(rows.indptr, rows.indices, mate, live, bits(len(rows.indices)), bits(n)),
            *(vertices(3 * n), make.counters(2 * n), bits(2 * n)),
            *(ints(n), ints(n), ints(n), make.counters(n), ints(n)),
            *(vertices(n), vertices(2 * n), make.counters(n), make.counters(4)),
        )


def peel(work: Peeling) -> bool:
    """Put away the sets, then the bridges; whether there were any."""
    before = work.size[ENDS]
    strong_parts(work)
    put_sets_away(work)
    find_bridges(work)
    put_bridges_away(work)
    changed: bool = work.size[ENDS] > before
    return changed


def strong_parts(work: Peeling) -> None:
    """List the strong components of the arcs between live vertices, sinks first (Tarjan)."""
    indptr, indices, mate, live, cut = work.indptr, work.indices, work.mate, work.live, work.cut
    place, low, up, at, part, order = work.place, work.low, work.up, work.at, work.part, work.order
    n = len(mate)
    for v in range(n):
        place[v] = NONE
        part[v] = NONE
    count, waiting, listed, parts = 0, 0, 0, 0
    for root in range(n):
        if not live[root] or place[root] != NONE:
            continue
        v = root
        up[v] = NONE
        place[v], low[v], at[v] = count, count, indptr[v]
        count += 1
        work.stack[waiting] = v
        waiting += 1
        while True:
            look()
            if at[v] < indptr[v + 1]:
                k = at[v]
                at[v] += 1
                w = indices[k]
                if cut[k] or not live[w] or w == mate[v]:
                    continue
                x = mate[w]
                if place[x] == NONE:
                    up[x] = v
                    place[x], low[x], at[x] = count, count, indptr[x]
                    count += 1
                    work.stack[waiting] = x
                    waiting += 1
                    v = x
                elif part[x] == NONE:
                    low[v] = min(low[v], place[x])
                continue
            if low[v] == place[v]:
                while True:
                    waiting -= 1
                    x = work.stack[waiting]
                    part[x] = parts
                    order[listed] = x
                    listed += 1
                    if x == v:
                        break
                work.tops[parts] = listed
                parts += 1
            above = up[v]
            if above == NONE:
                break
            low[above] = min(low[above], low[v])
            v = above
    work.size[PARTS] = parts


def put_sets_away(work: Peeling) -> None:
    """Put away the components that no arc leaves, with their mates, in the order of the list."""
    mate, live, order, state = work.mate, work.live, work.order, work.state
    begin = 0
    for part in range(work.size[PARTS]):
        look()
        end = work.tops[part]
        if live[order[begin]] and part != work.part[mate[order[begin]]] and is_closed(work, begin, end):
            for k in range(begin, end):
                v = order[k]
                live[v], live[mate[v]] = 0, 0
                state[v] = FREE if end - begin > 1 else FORCED
                state[mate[v]] = state[v]
                write(work, v)
            end_step(work, 1)
        begin = end


def is_closed(work: Peeling, begin: int, end: int) -> bool:
    """Whether no arc to a live vertex leaves a part."""
    for k in range(begin, end):
        v = work.order[k]
        for at in range(work.indptr[v], work.indptr[v + 1]):
            w = work.indices[at]
            if work.live[w] and not work.cut[at] and work.part[work.mate[w]] != work.part[v]:
                return False
    return True


def write(work: Peeling, v: int) -> None:
    work.items[work.size[ITEMS]] = v
    work.size[ITEMS] += 1


def end_step(work: Peeling, is_set: int) -> None:
    work.ends[work.size[ENDS]] = work.size[ITEMS]
    work.is_set[work.size[ENDS]] = is_set
    work.size[ENDS] += 1


def find_bridges(work: Peeling) -> None:
    """List the bridges of the live graph, in depth first."""
    indptr, indices, live, cut = work.indptr, work.indices, work.live, work.cut
    place, low, up, at = work.place, work.low, work.up, work.at
    n = len(live)
    for v in range(n):
        place[v] = NONE
    count, found = 0, 0
    for root in range(n):
        if not live[root] or place[root] != NONE:
            continue
        v = root
        up[v] = NONE
        place[v], low[v], at[v] = count, count, indptr[v]
        count += 1
        while True:
            look()
            if at[v] < indptr[v + 1]:
                k = at[v]
                at[v] += 1
                w = indices[k]
                if cut[k] or not live[w] or w == up[v]:
                    continue
                if place[w] == NONE:
                    up[w] = v
                    place[w], low[w], at[w] = count, count, indptr[w]
                    count += 1
                    v = w
                else:
                    low[v] = min(low[v], place[w])
                continue
            above = up[v]
            if above == NONE:
                break
            if low[v] > place[above]:
                work.order[2 * found], work.order[2 * found + 1] = above, v
                found += 1
            low[above] = min(low[above], low[v])
            v = above
    work.size[FOUND] = found


def put_bridges_away(work: Peeling) -> None:
    """Put away the bridges that were found: those of the matching with their ends, of others the edge alone."""
    for k in range(work.size[FOUND]):
        look()
        u, v = work.order[2 * k], work.order[2 * k + 1]
        if not work.live[u] or not work.live[v]:
            continue
        if work.mate[u] == v:
            work.live[u], work.live[v] = 0, 0
            work.state[u], work.state[v] = FORCED, FORCED
        else:
            cut_edge(work, u, v)
            cut_edge(work, v, u)
        write(work, u)
        write(work, v)
        end_step(work, 0)


def cut_edge(work: Peeling, u: int, v: int) -> None:
    for k in range(work.indptr[u], work.indptr[u + 1]):
        if work.indices[k] == v:
            work.cut[k] = 1


def narrow(work: Peeling, unsure: Sequence[int], indptr: MutableSequence[int], indices: MutableSequence[int]) -> int:
    """Write the rows of the live graph without the edges of the matching whose ends are unsure; their length."""
    size = 0
    for u in range(len(work.mate)):
        look()
        for k in range(work.indptr[u], work.indptr[u + 1]):
            v = work.indices[k]
            if work.live[u] and work.live[v] and not work.cut[k] and not (unsure[u] and work.mate[u] == v):
                indices[size] = v
                size += 1
        indptr[u + 1] = size
    return size


def compare(work: Peeling, other: Sequence[int], unsure: MutableSequence[int]) -> int:
    """Set FREE what another perfect matching of the live graph matches otherwise; how much of that was unsure."""
    found = 0
    for v in range(len(other)):
        look()
        if work.live[v] and other[v] != work.mate[v]:
            work.state[v] = FREE
            found += unsure[v]
            unsure[v] = 0
    return found
