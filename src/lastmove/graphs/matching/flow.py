"""Largest b-matchings of bipartite graphs: how often each edge is taken, so that no vertex is on more than its weight.

First vertices with one neighbour left are served, which is never wrong; then flow is pushed from vertices of one side
that have weight left to such vertices of the other: over any edge away from that side, and back over edges that are
taken, as in the algorithm of Dinic. A phase labels the vertices by their distance and pushes along edges from one level
to the next until no way is left. When no vertex with weight left on the other side can be reached, no larger b-matching
exists.

What one search then reaches from a vertex with weight left, on that vertex's own side, are the vertices that some
largest b-matching does not fill; the vertices on the ways there, on the other side, are filled by all of them. That
holds for both sides at once: the two searches never meet, for where they did there would be a way to push more.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays. On lists the
weights may have any size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR

__all__ = ["begin", "mark_not_filled", "push_all", "serve_leaves", "take_away"]

NONE = -1
LEFT, RIGHT = 1, 2


class Flow(NamedTuple):
    """A bipartite graph and a b-matching of it under way; one entry per vertex where nothing else is said."""

    indptr: Sequence[int]  # n + 1: the neighbours of v are indices[indptr[v]:indptr[v + 1]]
    indices: Sequence[int]
    twin: MutableSequence[int]  # 2m: the place of each edge in the row of its other end
    taken: MutableSequence[int]  # 2m: how often an edge is taken; the same at both places
    spare: MutableSequence[int]  # the weight that is left
    side: MutableSequence[int]  # LEFT or RIGHT
    level: MutableSequence[int]  # the distance in the present phase, NONE where there is none
    place: MutableSequence[int]  # the place in its row from which a vertex has still to look
    queue: MutableSequence[int]
    path: MutableSequence[int]  # the places of the edges on the way to the present vertex

    @classmethod
    def new(cls, rows: CSR, weights: Sequence[int], make: Backend) -> Flow:
        """Nothing is taken yet."""
        n, ends = rows.n, len(rows.indices)
        spare = make.counters(n)
        spare[:] = make.given(weights)
        return cls(
            rows.indptr,
            rows.indices,
            twin=make.ints(ends) if ends < 1 << 31 else make.counters(ends),
            taken=make.counters(ends),
            spare=spare,
            side=make.bits(n),
            level=make.ints(n),
            place=make.counters(n),
            queue=make.vertices(n),
            path=make.counters(n),
        )

    def copy(self) -> Flow:
        """The same, to go on from here without a trace; the graph is shared."""
        taken: Any = self.taken
        spare: Any = self.spare
        return self._replace(taken=taken.copy(), spare=spare.copy())


def begin(flow: Flow) -> None:
    """Find the twins and the sides."""
    restart(flow)
    for u in range(len(flow.side)):
        look()
        for k in range(flow.indptr[u], flow.indptr[u + 1]):
            v = flow.indices[k]
            flow.twin[k] = flow.place[v]
            flow.place[v] += 1
    for root in range(len(flow.side)):
        look()
        if not flow.side[root]:
            flow.side[root] = LEFT
            flow.queue[0] = root
            size, done = 1, 0
            while done < size:
                look()
                u = flow.queue[done]
                done += 1
                for k in range(flow.indptr[u], flow.indptr[u + 1]):
                    v = flow.indices[k]
                    if not flow.side[v]:
                        flow.side[v] = RIGHT if flow.side[u] == LEFT else LEFT
                        flow.queue[size] = v
                        size += 1


def restart(flow: Flow) -> None:
    """Let every vertex look from the beginning of its row."""
    for v in range(len(flow.place)):
        flow.place[v] = flow.indptr[v]


def serve_leaves(flow: Flow) -> None:
    """Take edges at vertices with one neighbour left while there are such vertices, else any edge, as often as may be.

    ``level`` counts the neighbours that have weight left; the queue is a stack of vertices that came to have one.
    A vertex without weight never gets any back, so each looks along its row once.
    """
    restart(flow)
    size, following = 0, 0
    for v in range(len(flow.level)):
        look()
        if flow.spare[v] == 0:
            flow.level[v] = 0
        else:
            count = 0
            for k in range(flow.indptr[v], flow.indptr[v + 1]):
                if flow.spare[flow.indices[k]] != 0:
                    count += 1
            flow.level[v] = count
            if count == 1:
                flow.queue[size] = v
                size += 1
    while True:
        look()
        if size > 0:
            size -= 1
            v = flow.queue[size]
        elif following < len(flow.level):
            v = following
            following += 1
        else:
            break
        while flow.spare[v] != 0 and flow.level[v] > 0:
            k = flow.place[v]
            while flow.spare[flow.indices[k]] == 0:
                k += 1
            flow.place[v] = k
            other = flow.indices[k]
            take(flow, k, min(flow.spare[v], flow.spare[other]))
            flow.spare[v] -= flow.taken[k]
            flow.spare[other] -= flow.taken[k]
            if flow.spare[v] == 0:
                size = leave(flow, v, size)
            if flow.spare[other] == 0:
                size = leave(flow, other, size)


def leave(flow: Flow, v: int, size: int) -> int:
    """Tell the neighbours of v that it has no weight left; the new height of the stack."""
    for k in range(flow.indptr[v], flow.indptr[v + 1]):
        u = flow.indices[k]
        flow.level[u] -= 1
        if flow.level[u] == 1 and flow.spare[u] != 0:
            flow.queue[size] = u
            size += 1
    return size


def take(flow: Flow, k: int, amount: int) -> None:
    """Take the edge at place k so often more."""
    flow.taken[k] += amount
    flow.taken[flow.twin[k]] = flow.taken[k]


def push_all(flow: Flow, source: int) -> int:
    """Push from vertices of side ``source`` until the b-matching is as large as can be; how much was pushed."""
    total = 0
    while find_levels(flow, source):
        look()
        restart(flow)
        for root in range(len(flow.side)):
            if flow.side[root] == source and flow.spare[root] != 0 and flow.level[root] == 0:
                total += push_from(flow, root, source)
    return total


def find_levels(flow: Flow, source: int) -> bool:
    """The distances from vertices of the source's side with weight left; whether one of the other side is found."""
    size, found = 0, False
    for v in range(len(flow.level)):
        if flow.side[v] == source and flow.spare[v] != 0 and flow.indptr[v] != flow.indptr[v + 1]:
            flow.level[v] = 0
            flow.queue[size] = v
            size += 1
        else:
            flow.level[v] = NONE
    done = 0
    while done < size:
        look()
        u = flow.queue[done]
        done += 1
        away = flow.side[u] == source
        if not away and flow.spare[u] != 0:
            found = True
        for k in range(flow.indptr[u], flow.indptr[u + 1]):
            v = flow.indices[k]
            if flow.level[v] == NONE and (away or flow.taken[k] != 0):
                flow.level[v] = flow.level[u] + 1
                flow.queue[size] = v
                size += 1
    return found


def push_from(flow: Flow, root: int, source: int) -> int:
    """Push from the root along edges to the next level until it is empty or has no way left; how much was pushed.

    Invariant: ``path`` holds the edges from the root to u, each of them from one level to the next, and those that lead
    back to the source's side are taken.
    """
    total, depth, u = 0, 0, root
    while True:
        look()
        away = flow.side[u] == source
        if not away and flow.spare[u] != 0:
            amount = min(flow.spare[root], flow.spare[u])
            for i in range(1, depth, 2):
                amount = min(amount, flow.taken[flow.path[i]])
            first = depth
            for i in range(depth - 1, -1, -1):
                k = flow.path[i]
                take(flow, k, -amount if i % 2 else amount)
                if i % 2 and flow.taken[k] == 0:
                    first = i
            flow.spare[root] -= amount
            flow.spare[u] -= amount
            total += amount
            if flow.spare[root] == 0:
                break
            if first < depth:
                depth = first
                u = flow.indices[flow.twin[flow.path[depth]]]
            continue
        k, end = flow.place[u], flow.indptr[u + 1]
        while k < end and not (flow.level[flow.indices[k]] == flow.level[u] + 1 and (away or flow.taken[k] != 0)):
            k += 1
        flow.place[u] = k
        if k < end:
            flow.path[depth] = k
            depth += 1
            u = flow.indices[k]
        elif depth == 0:
            break
        else:
            flow.level[u] = NONE
            depth -= 1
            u = flow.indices[flow.twin[flow.path[depth]]]
            flow.place[u] += 1
    return total


def take_away(flow: Flow, v: int) -> None:
    """Give back all that is taken at v, and leave no weight there."""
    for k in range(flow.indptr[v], flow.indptr[v + 1]):
        flow.spare[flow.indices[k]] += flow.taken[k]
        take(flow, k, -flow.taken[k])
    flow.spare[v] = 0


def mark_not_filled(flow: Flow, not_filled: MutableSequence[int], towards: MutableSequence[int]) -> None:
    """Mark what some largest b-matching does not fill; ``towards`` of its neighbours, all NONE before, leads there.

    Invariant: all vertices in the queue are marked, and those before the present one have no unseen neighbour.
    """
    size = 0
    for v in range(len(not_filled)):
        if flow.spare[v] != 0:
            not_filled[v] = 1
            flow.queue[size] = v
            size += 1
    done = 0
    while done < size:
        look()
        x = flow.queue[done]
        done += 1
        for k in range(flow.indptr[x], flow.indptr[x + 1]):
            y = flow.indices[k]
            if towards[y] == NONE:
                towards[y] = x
                for j in range(flow.indptr[y], flow.indptr[y + 1]):
                    z = flow.indices[j]
                    if flow.taken[j] != 0 and not not_filled[z]:
                        not_filled[z] = 1
                        flow.queue[size] = z
                        size += 1
