"""Which vertices have the same mate in every maximum matching, for all vertices at once."""

from __future__ import annotations

from itertools import compress
from typing import Any, NamedTuple

from lastmove.core.limits import look
from lastmove.graphs.backend import listed
from lastmove.graphs.csr import CSR
from lastmove.graphs.matching.forced_kernels import ENDS, FORCED, ITEMS, Peeling
from lastmove.graphs.matching.forest import INNER
from lastmove.graphs.matching.matching import MatchingSolver

KERNELS = "graphs.matching.forced_kernels"


class ForcedEdge(NamedTuple):
    """An edge that is in every perfect matching, and a barrier that proves it.

    Without the edge and the barrier there are two more odd components than vertices in the barrier.
    """

    u: int
    v: int
    barrier: tuple[int, ...]


class ForcedEdges:
    """The edges that are in every maximum matching: they join vertices of the class C of Gallai and Edmonds.

    Parameters
    ----------
    solver
        A maximum matching.
    wanted
        A 1 for each vertex of which it matters; all by default.
    steps
        Whether to put away what can be; for a few vertices it is not worth it.

    Attributes
    ----------
    state
        For each vertex FORCED, FREE where another maximum matching has another mate for it, or 0 where it is not in C
        or not wanted.
    items, ends, is_set
        The steps that put away sets and bridges: see :mod:`lastmove.graphs.matching.forced_kernels`.
    others
        Further perfect matchings of what no step puts away: lists of mates. They show what is FREE there.
    barriers
        What is FORCED there.

    Notes
    -----
    A step of sets and bridges is linear. What is left is asked for another perfect matching that avoids as many edges
    in question as can be; in most graphs few times are enough. An edge that all of them have is taken away, to see
    whether a perfect matching is left; this costs a search for each. So the worst case is O(n m).
    """

    def __init__(self, solver: MatchingSolver, wanted: bytes | None = None, *, steps: bool = True) -> None:
        make = self._make = solver.backend
        self._solver = solver
        self._kernels = make.kernels(KERNELS)
        live = make.bits(solver.rows.n)
        for v, (kind, mate) in enumerate(zip(listed(solver.kinds), listed(solver.mate), strict=True)):
            live[v] = not kind and mate >= 0
        work = self._work = Peeling.new(solver.rows, solver.mate, live, make)
        while steps and self._kernels.peel(work):
            look()
        self.state: Any = work.state
        items, count = int(work.size[ITEMS]), int(work.size[ENDS])
        self.items, self.ends, self.is_set = work.items[:items], work.ends[:count], work.is_set[:count]
        self.others: list[Any] = []
        self.barriers: list[ForcedEdge] = []
        unsure = make.bits(solver.rows.n)
        for v in compress(range(len(live)), listed(live)):
            unsure[v] = wanted is None or wanted[v] or wanted[solver.mate[v]]
        self._match_again(unsure)

    def _match_again(self, unsure: Any) -> None:
        """Decide what no step has put away."""
        make, mate = self._make, self._solver.mate
        nothing = make.bits(len(mate))
        while any(unsure):
            first = MatchingSolver(self._rows_without(unsure), backend=make)
            again = MatchingSolver(self._rows_without(nothing), backend=make, mate=first.mate)
            if not self._differs(again.mate, unsure):
                break
        for v in compress(range(len(mate)), listed(unsure.copy())):
            if unsure[v]:
                look()
                one, rest, m = nothing.copy(), mate.copy(), int(mate[v])
                one[v] = one[m] = 1
                rest[v] = rest[m] = -1
                found = MatchingSolver(self._rows_without(one), backend=make, mate=rest)
                if found.mate[v] < 0:
                    inner = compress(range(len(mate)), (kind == INNER for kind in listed(found.kinds)))
                    self.barriers.append(ForcedEdge(v, m, tuple(inner)))
                    self.state[v] = self.state[m] = FORCED
                    unsure[v] = unsure[m] = 0
                else:
                    self._differs(found.mate, unsure)

    def _rows_without(self, unsure: Any) -> CSR:
        """What no step has put away, without the edges of the matching between vertices that are unsure."""
        rows = self._solver.rows
        indptr, indices = rows.indptr.copy(), rows.indices.copy()
        size = self._kernels.narrow(self._work, unsure, indptr, indices)
        return CSR(indptr, indices[:size])

    def _differs(self, other: Any, unsure: Any) -> bool:
        """Take from ``unsure`` what another matching has not; whether there is any."""
        new = bool(self._kernels.compare(self._work, other, unsure))
        if new:
            self.others.append(other)
        return new
