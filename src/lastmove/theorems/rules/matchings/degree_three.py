"""Misère Edge Geography on undirected graphs of degree at most 3: one matching, and which of its edges are forced."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED
from lastmove.games.moves import SlideOver
from lastmove.graphs.backend import KERNELS as KNOWN_KERNELS
from lastmove.graphs.backend import listed
from lastmove.graphs.component_kernels import UNMARKED
from lastmove.graphs.components import component_kinds
from lastmove.graphs.csr import rows_of, rows_within
from lastmove.graphs.matching.forced import ForcedEdges
from lastmove.graphs.matching.forced_kernels import FORCED
from lastmove.graphs.matching.forest import OUTER
from lastmove.graphs.matching.matching import MatchingSolver
from lastmove.theorems.rules.matchings.degree_three_check import DegreeThree
from lastmove.theorems.rules.matchings.matching import MatchingEvidence, pairs_of
from lastmove.theorems.statement import BoardVerdict, MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.graphs.graph import Graph

KERNELS = "theorems.rules.matchings.degree_three_kernels"
KNOWN_KERNELS.add(KERNELS)
NONE = -1


class DegreeThreeBoard:
    """An undirected graph on which misère Edge Geography is decided where degrees are at most 3.

    The *core* is the graph without its vertices of degree 1. D is what some maximum matching of the core leaves out;
    an edge is *forced* if it is in all of them. A start of degree 1 is won if its neighbour is in D, one of degree 2 if
    it is not in D itself. From one of degree 3 a move wins if it goes to a vertex of D, or along a forced edge.

    Parameters
    ----------
    graph
        The graph. A component with a vertex of degree 4 or more is left undecided.
    only
        The one start that is asked for, if it is one: then fewer edges are tried.
    """

    def __init__(self, graph: Graph, only: int | None = None) -> None:
        self.names = graph.vertices
        self.degrees = graph.degrees
        self.looped = graph.looped
        self.rows = rows_of(graph)
        self._graph = graph
        self._only = only
        large = bytes(degree > 3 for degree in self.degrees)
        self.fair = bytes(kind == UNMARKED for kind in component_kinds(self.rows, large)) if any(large) else b""
        self.fair = self.fair or b"\1" * graph.n

    @cached_property
    def solver(self) -> MatchingSolver:
        """A maximum matching of the core."""
        live = bytes(fair and degree > 1 for fair, degree in zip(self.fair, self.degrees, strict=True))
        return MatchingSolver(rows_within(self.rows, live))

    @cached_property
    def forced(self) -> ForcedEdges:
        """The edges at vertices of degree 3 that are in every maximum matching of the core."""
        wanted = bytes(degree == 3 for degree in self.degrees)
        if self._only is not None:
            wanted = bytes(self._only) + wanted[self._only : self._only + 1] + bytes(len(wanted) - self._only - 1)
        return ForcedEdges(self.solver, wanted, steps=self._only is None)

    @cached_property
    def _found(self) -> tuple[bytes, Any]:
        n, solver = self.rows.n, self.solver
        make = solver.backend
        codes, towards = make.bits(n), make.ints(n, NONE)
        kinds = solver.kinds
        make.kernels(KERNELS).choose_moves(
            make.rows(self.rows),
            make.flags(self.fair),
            make.given(self.degrees),
            make.flags(self.looped),
            make.flags(self._doubled),
            kinds,
            solver.mate,
            self.forced.state,
            codes,
            towards,
        )
        return bytes(codes), towards

    @cached_property
    def _doubled(self) -> bytes:
        """A 1 for each vertex that two edges join to its mate."""
        found = bytearray(self.rows.n)
        if len(self.rows.indices) // 2 + sum(self.looped) < self._graph.m:
            mate = listed(self.solver.mate)
            joined = Counter(pair for u, v in watched(self._graph.ends()) for pair in ((u, v), (v, u)) if u != v)
            for u, v in enumerate(mate):
                found[u] = v >= 0 and joined[u, v] > 1
        return bytes(found)

    @property
    def codes(self) -> bytes:
        """LOSES, WINS or UNDECIDED for every start."""
        return self._found[0]

    def move(self, u: int) -> SlideOver | None:
        """A winning move from a start that is won; ``None`` where it has no move at all."""
        v = int(self._found[1][u])
        return None if v == NONE else SlideOver(self.names[v])

    def certificate(self) -> DegreeThree:
        """The evidence for every start, or for the one that is asked for."""
        shown, forced = MatchingEvidence(self.solver).of_board(), self.forced
        items, ends = listed(forced.items), listed(forced.ends)
        begins = [0, *ends]
        return DegreeThree(
            matching=shown.matching,
            barrier=shown.barrier,
            cycles=shown.cycles,
            parents=shown.parents,
            steps=tuple(tuple(items[begin:end]) for begin, end in zip(begins, ends, strict=False)),
            bridges=tuple(k for k, is_set in enumerate(listed(forced.is_set)) if not is_set),
            others=tuple(pairs_of(mate) for mate in forced.others),
            forced=tuple((u, v, *barrier) for u, v, barrier in forced.barriers),
        )

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        return BoardVerdict(self.codes, self.verdict, self.move, certificate=self.certificate)

    def verdict(self, u: int) -> Verdict | None:
        """Who wins with the token on u, and how."""
        code, name, degree = self.codes[u], self.names[u], self.degrees[u]
        if code == UNDECIDED:
            return None
        core = "the graph without its vertices of degree 1"
        if code == LOSES:
            why = {
                1: f"its only neighbour has degree 1 or is in every maximum matching of {core}",
                2: f"some maximum matching of {core} leaves out {name}",
                3: f"every maximum matching of {core} covers the neighbours of {name}, and no edge there is in all",
            }[degree]
            return Verdict(False, None, why, certificate=self.certificate)
        move = self.move(u)
        winning = partial(self._winning, u)
        if move is None:
            why = f"{name} has no edge, and a player without a move wins"
        elif degree == 2:
            why = f"every maximum matching of {core} covers {name}"
        elif self.solver.kinds[self._graph.index(move.to)] == OUTER:
            why = f"some maximum matching of {core} leaves out {move.to}"
        else:
            why = f"the edge from {name} to {move.to} is in every maximum matching of {core}"
        return Verdict(True, move, why, winning, certificate=self.certificate)

    def _winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves."""
        if self.degrees[u] == 2:
            ways = self.solver.partners(u)
        else:
            kinds = self.solver.kinds
            ways = [v for v in self.rows.row(u) if self.degrees[v] > 1 and kinds[v] == OUTER]
            if self.degrees[u] == 3 and self.looped[u] and kinds[u] == OUTER:
                ways.append(u)
            if self.forced.state[u] == FORCED and self.degrees[u] == 3 and not self._doubled[u]:
                ways.append(int(self.solver.mate[u]))
        for v in sorted(ways):
            yield MoveRange.single(SlideOver(self.names[v]))
