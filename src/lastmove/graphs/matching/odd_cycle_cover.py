"""Odd cycles that show which vertices maximum matchings leave out: one sweep over a graph, for certificates.

Alternating trees grow from the exposed vertices, as in :mod:`lastmove.graphs.matching.forest`. At first every vertex is
a piece; an edge between two outer pieces closes an odd cycle of pieces, and the cycle makes one piece of them. Here the
cycles are written down. At the end the pieces with outer vertices are the odd components of the graph without the
barrier, and the barrier is made of the inner vertices in no such piece.

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

__all__ = ["CYCLES", "EDGES", "Pieces", "write_cycles"]

QUEUED, CYCLES, EDGES = 0, 1, 2


class Pieces(NamedTuple):
    """A graph, a maximum matching of it, and the sweep; one entry per vertex where nothing else is said."""

    indptr: Sequence[int]  # n + 1: the neighbours of v are indices[indptr[v]:indptr[v + 1]]
    indices: Sequence[int]
    mate: Sequence[int]
    outer: MutableSequence[int]  # 1 for outer vertices
    entered: MutableSequence[int]  # of a vertex that was inner at first: the outer vertex it hangs from; else NONE
    top: MutableSequence[int]  # union-find over pieces; a piece is found under its vertex nearest to the root
    mark: MutableSequence[int]  # of such a vertex: the last cycle whose ends were followed up to it
    queue: MutableSequence[int]  # the outer vertices in order
    xs: MutableSequence[int]  # 3n/2: the edges of the cycles, one after the other,
    ys: MutableSequence[int]  # each from a vertex in a piece to one in the next
    ends: MutableSequence[int]  # n/2: where each cycle ends among the edges
    at: MutableSequence[int]  # 3: how many are QUEUED, how many CYCLES there are, how many EDGES

    @classmethod
    def new(cls, rows: CSR, mate: Sequence[int], make: Backend) -> Pieces:
        """Room for the sweep. A cycle of k pieces leaves k - 1 fewer, so the cycles have at most 3n/2 edges."""
        n = len(mate)
        return cls(
            rows.indptr,
            rows.indices,
            mate,
            outer=make.bits(n),
            entered=make.ints(n, NONE),
            top=make.numbers(n),
            mark=make.ints(n, NONE),
            queue=make.vertices(n),
            xs=make.vertices(3 * n // 2),
            ys=make.vertices(3 * n // 2),
            ends=make.ints(n // 2),
            at=make.counters(3),
        )


def write_cycles(pieces: Pieces) -> None:
    """Grow the trees until nothing is new.

    Invariant: the queue holds every outer vertex, and those before the current one have no unseen neighbour.
    """
    outer, at = pieces.outer, pieces.at
    for v in range(len(outer)):
        look()
        if pieces.mate[v] < 0:
            put(pieces, v)
    done = 0
    while done < at[QUEUED]:
        look()
        u = pieces.queue[done]
        done += 1
        for k in range(pieces.indptr[u], pieces.indptr[u + 1]):
            v = pieces.indices[k]
            if outer[v]:
                if find(pieces.top, u) != find(pieces.top, v):
                    close(pieces, u, v)
            elif pieces.entered[v] < 0:
                pieces.entered[v] = u
                put(pieces, pieces.mate[v])


def put(pieces: Pieces, v: int) -> None:
    """Make v outer."""
    pieces.outer[v] = 1
    pieces.queue[pieces.at[QUEUED]] = v
    pieces.at[QUEUED] += 1


def close(pieces: Pieces, u: int, v: int) -> None:
    """Write down the cycle that the edge uv closes, and make one piece of it."""
    meeting = meet(pieces, u, v)
    begin = pieces.at[EDGES]
    climb(pieces, u, meeting)
    turn(pieces.xs, pieces.ys, begin, pieces.at[EDGES])
    write(pieces, u, v)
    climb(pieces, v, meeting)
    pieces.ends[pieces.at[CYCLES]] = pieces.at[EDGES]
    pieces.at[CYCLES] += 1


def meet(pieces: Pieces, u: int, v: int) -> int:
    """The top of the piece where the ways from u and v to the root meet; both are walked in turn."""
    mark, cycle = pieces.mark, pieces.at[CYCLES]
    here, other = find(pieces.top, u), find(pieces.top, v)
    while True:
        if here != NONE:
            if mark[here] == cycle:
                return here
            mark[here] = cycle
            partner = pieces.mate[here]
            here = NONE if partner < 0 else find(pieces.top, pieces.entered[partner])
        here, other = other, here


def climb(pieces: Pieces, u: int, meeting: int) -> None:
    """Write the edges from the piece of u up to that of ``meeting``, and put all on the way into the latter."""
    top = pieces.top
    here = find(top, u)
    while here != meeting:
        partner = pieces.mate[here]
        above = pieces.entered[partner]
        write(pieces, here, partner)
        write(pieces, partner, above)
        top[here] = meeting
        top[partner] = meeting
        put(pieces, partner)
        here = find(top, above)


def write(pieces: Pieces, x: int, y: int) -> None:
    place = pieces.at[EDGES]
    pieces.xs[place] = x
    pieces.ys[place] = y
    pieces.at[EDGES] = place + 1


def turn(xs: MutableSequence[int], ys: MutableSequence[int], begin: int, end: int) -> None:
    """Let a way that was written upwards lead downwards: each edge is turned, and the last comes first."""
    for k in range(begin, end):
        xs[k], ys[k] = ys[k], xs[k]
    end -= 1
    while begin < end:
        xs[begin], xs[end] = xs[end], xs[begin]
        ys[begin], ys[end] = ys[end], ys[begin]
        begin += 1
        end -= 1
