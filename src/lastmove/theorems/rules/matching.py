"""One rule for several theorems: the mover wins iff every maximum matching covers the token.

It decides undirected Vertex Geography in normal play and, after a reduction, NimG-RM in misère play. The theorems
test their own hypotheses and call :class:`MatchingRule` on the graph that is left.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from lastmove.graphs.backend import listed
from lastmove.graphs.csr import CSR, rows_of_lists, rows_within
from lastmove.graphs.matching.forest import OUTER
from lastmove.graphs.matching.solver import Solver
from lastmove.theorems.rules.matching_evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.graphs.matching.solver import Answer, Ask, InD

__all__ = ["MatchingRule"]


class MatchingRule:
    """A maximum matching of a graph, the vertices it decides, and the moves along it.

    Parameters
    ----------
    graph
        Its rows, or the neighbours of every vertex, ascending; loops are ignored.

    Notes
    -----
    One matching serves all vertices. ``mate`` and ``left_out`` are lists for a small graph and numpy arrays for a large
    one, and nothing is kept for each vertex besides, until evidence or neighbours are asked for.
    """

    def __init__(self, graph: CSR | Sequence[Sequence[int]]) -> None:
        self.rows = graph if isinstance(graph, CSR) else rows_of_lists(graph)
        self._solver = Solver(self.rows)
        self.mate: Any = self._solver.mate
        self.evidence = Evidence(self._solver)
        """What proves the matching maximum, and which vertices are left out; worked out when it is asked for."""

    @cached_property
    def left_out(self) -> Any:
        """For each vertex whether some maximum matching leaves it out; where none does, the mover wins."""
        kinds = self._solver.kinds
        return [kind == OUTER for kind in kinds] if isinstance(kinds, list) else kinds == OUTER

    @cached_property
    def codes(self) -> bytes:
        """For each vertex a byte: 1 where every maximum matching covers it, and the mover wins; else 0."""
        left_out = self.left_out
        return bytes(not out for out in left_out) if isinstance(left_out, list) else (~left_out).tobytes()

    def winning_neighbours(self, u: int) -> list[int]:
        """The neighbours of u that some maximum matching of the graph without u leaves out, if u is a win.

        They are the vertices that some maximum matching matches u with; one search finds them.
        """
        return self._solver.partners(u)

    def ask_without(self, u: int, ask: Ask[Answer], hopeless: Callable[[InD, int], bool] | None = None) -> Answer:
        """The answer of ``ask`` to the test for ``left_out`` in the graph without u, where u is a win; one search.

        ``hopeless`` may end it early: see :meth:`Solver.ask_without`.
        """
        return self._solver.ask_without(u, ask, hopeless)

    def without(self, u: int) -> MatchingRule:
        """The same rule for the graph without u (u stays as an isolated vertex)."""
        kept = bytearray(b"\1" * self.rows.n)
        kept[u] = 0
        return MatchingRule(rows_within(self.rows, bytes(kept)))

    @cached_property
    def mates(self) -> list[int]:
        """The same as ``mate``, as a list: quicker where every vertex is looked at from Python."""
        return listed(self.mate)

    @cached_property
    def size(self) -> int:
        """The number of edges in a maximum matching."""
        covered = [v >= 0 for v in self.mate] if isinstance(self.mate, list) else self.mate >= 0
        return int(sum(covered)) // 2
