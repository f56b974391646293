"""Evidence for matchings: a barrier, odd cycles and parents, from a solved matching and one sweep more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.flat import FlatCycles, FlatPairs
from lastmove.graphs.backend import listed
from lastmove.graphs.matching.forest import INNER, OUTER
from lastmove.graphs.matching.odd_cycle_cover import CYCLES, EDGES, Pieces
from lastmove.theorems.rules.matching_check import Matching

if TYPE_CHECKING:
    from lastmove.graphs.matching.solver import Solver
    from lastmove.theorems.rules.matching_check import Pairs

__all__ = ["Evidence"]


@dataclass(frozen=True, eq=False)
class Evidence:
    """What proves a maximum matching of a graph maximum, and which vertices others leave out.

    Attributes
    ----------
    _solver
        A maximum matching of the graph, and its Gallai-Edmonds classes.

    Notes
    -----
    Linear but for a union-find structure. Tuples for small graphs, flat arrays for large ones.
    """

    _solver: Solver

    @property
    def barrier(self) -> tuple[int, ...]:
        """The class A of Gallai and Edmonds."""
        return tuple(u for u, kind in enumerate(listed(self._solver.kinds)) if kind == INNER)

    def of_board(self) -> Matching:
        """The certificate that shows every vertex."""
        solver = self._solver
        pieces = Pieces.new(solver.rows, solver.mate, solver.backend)
        solver.backend.kernels("graphs.matching.odd_cycle_cover").write_cycles(pieces)
        edges, cycles = int(pieces.at[EDGES]), int(pieces.at[CYCLES])
        barrier = self.barrier
        xs, ys, ends = pieces.xs[:edges], pieces.ys[:edges], pieces.ends[:cycles]
        if isinstance(solver.mate, list):
            flat, begins = list(zip(xs, ys, strict=True)), [0, *ends]
            written = tuple(tuple(flat[begin:end]) for begin, end in zip(begins, ends, strict=False))
            parents: Pairs = tuple((a, pieces.entered[a]) for a in barrier)
            return Matching(_pairs(solver.mate), barrier, written, parents)
        import numpy as np

        chosen = np.array(barrier, np.int64)
        entered: Any = pieces.entered
        return Matching(
            _pairs(solver.mate), barrier, FlatCycles(FlatPairs(xs, ys), ends), FlatPairs(chosen, entered[chosen])
        )

    def of_start(self, u: int) -> Matching:
        """The certificate that shows one vertex: with a matching that leaves it out, if there is one."""
        solver = self._solver
        mate = solver.leaving_out(u) if solver.kinds[u] == OUTER else solver.mate
        return Matching(_pairs(mate), self.barrier)


def _pairs(mate: Any) -> Pairs:
    """The edges of a matching."""
    if isinstance(mate, list):
        return tuple((u, v) for u, v in enumerate(mate) if u < v)
    import numpy as np

    firsts = np.flatnonzero(mate > np.arange(len(mate)))
    return FlatPairs(firsts, mate[firsts])
