"""One rule for several theorems: the mover wins iff every maximum matching covers the token.

It decides undirected Vertex Geography in normal play and, after a reduction, NimG-RM in misère play (Renault-Schmidt
3.4, 3.5, 3.7 and LM2). The theorems test their own hypotheses and call :class:`MatchingRule` on the graph that is left.
Its evidence is a barrier, odd cycles and parents, from a solved matching and one sweep more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import repeat
from typing import TYPE_CHECKING, Any

from lastmove.core.language import Phrase
from lastmove.core.play import UNDECIDED, WINS
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.backend import listed
from lastmove.graphs.component_kernels import BIPARTITE, NEITHER, UNMARKED
from lastmove.graphs.components import component_kinds, odd_cycles
from lastmove.graphs.csr import CSR, rows_of, rows_of_lists, rows_within
from lastmove.graphs.matching.forest import INNER, OUTER
from lastmove.graphs.matching.matching import MatchingSolver
from lastmove.graphs.matching.odd_cycle_cover import CYCLES, EDGES, Pieces
from lastmove.theorems.rules.matchings.matching_check import FlatCycles, FlatPairs, MatchingProof
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import BoardVerdict, MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from typing import Self

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.graphs.components import OddCycles
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.matching.matching import Answer, Ask, InD
    from lastmove.theorems.rules.matchings.matching_check import Pairs


@dataclass(frozen=True, eq=False)
class MatchingEvidence:
    """What proves a maximum matching of a graph maximum, and which vertices others leave out.

    Attributes
    ----------
    _solver
        A maximum matching of the graph, and its Gallai-Edmonds classes.

    Notes
    -----
    Linear but for a union-find structure. Tuples for small graphs, flat arrays for large ones.
    """

    _solver: MatchingSolver

    @property
    def barrier(self) -> tuple[int, ...]:
        """The class A of Gallai and Edmonds."""
        return tuple(u for u, kind in enumerate(listed(self._solver.kinds)) if kind == INNER)

    def of_board(self) -> MatchingProof:
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
            return MatchingProof(pairs_of(solver.mate), barrier, written, parents)
        import numpy as np

        chosen = np.array(barrier, np.int64)
        entered: Any = pieces.entered
        return MatchingProof(
            pairs_of(solver.mate), barrier, FlatCycles(FlatPairs(xs, ys), ends), FlatPairs(chosen, entered[chosen])
        )

    def of_start(self, u: int) -> MatchingProof:
        """The certificate that shows one vertex: with a matching that leaves it out, if there is one."""
        solver = self._solver
        mate = solver.leaving_out(u) if solver.kinds[u] == OUTER else solver.mate
        return MatchingProof(pairs_of(mate), self.barrier)


def pairs_of(mate: Any) -> Pairs:
    """The edges of a matching."""
    if isinstance(mate, list):
        return tuple((u, v) for u, v in enumerate(mate) if u < v)
    import numpy as np

    firsts = np.flatnonzero(mate > np.arange(len(mate)))
    return FlatPairs(firsts, mate[firsts])


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
        self._solver = MatchingSolver(self.rows)
        self.mate: Any = self._solver.mate
        self.evidence = MatchingEvidence(self._solver)
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

        ``hopeless`` may end it early: see :meth:`MatchingSolver.ask_without`.
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


def slide_range(to: Hashable, least: int, most: int) -> MoveRange:
    """The moves to one vertex that leave between ``least`` and ``most``."""
    return MoveRange(lambda k: LowerAndSlide(k, to), least, most)


class MisereBoard:
    """A NimG-RM board under misère play, reduced to the graph on which a matching decides.

    Vertices of weight 0 are dropped: moving there loses at once. A looped vertex of weight >= 2 is N and dropped too:
    nobody wants to move there. Loops on weight 1 are useless. What is left is *live*. Its components that are
    bipartite or carry only weights 1 are decided by the matching rule; the others are not.
    """

    reasons: Mapping[int, str] = {UNMARKED: "has only weights 1", BIPARTITE: "is bipartite"}
    """What is said of a component of each kind that is decided."""

    def __init__(self, graph: Graph, weights: tuple[int, ...]) -> None:
        self.graph = graph
        self.weights = weights
        self.heavy = bytes(weight >= 2 for weight in weights)
        self.live = bytes(
            weight > 0 and not (heavy and loop)
            for weight, heavy, loop in zip(weights, self.heavy, graph.looped, strict=True)
        )
        self.all_rows = rows_of(graph)
        self.rows = rows_within(self.all_rows, self.live)
        self._matched: MisereBoard | None = None

    @classmethod
    def of(cls, board: NimGRM, meter: Meter) -> Self:
        """The same; theorems that ask about one board under one meter share its matching and its two-colouring."""
        last = meter.notes.get(MisereBoard)
        if last is not None and (last.graph is not board.graph or last.weights is not board.weights):
            last = None
        if type(last) is cls:
            return last
        found = cls(board.graph, board.weights)
        found._matched = last
        if last is None:
            meter.notes[MisereBoard] = found
        return found

    @cached_property
    def rule(self) -> MatchingRule:
        """The matching rule on the live graph."""
        return MatchingRule(self.rows) if self._matched is None else self._matched.rule

    @cached_property
    def kinds(self) -> bytes:
        """For each vertex the kind of its component in the live graph, heavy vertices being marked."""
        return component_kinds(self.rows, self.heavy)

    def decided(self, u: int) -> bool:
        """Whether u is live and a matching decides its component."""
        return bool(self.live[u]) and self.kinds[u] != NEITHER

    def wins(self, u: int) -> bool | None:
        """Whether the mover wins with the token on u; ``None`` where no matching decides it."""
        if not self.live[u]:
            return True
        return not self.rule.left_out[u] if self.kinds[u] != NEITHER else None

    def board_verdict(self, left: bytes | None = None) -> BoardVerdict:
        """The verdicts on every start; those for which ``left`` has a 0 need none."""
        decided = zip(self.live, self.kinds, self.live if left is None else left, strict=True)
        if NEITHER in self.kinds and not any(live and want and kind != NEITHER for live, kind, want in decided):
            codes = bytes(UNDECIDED if live else WINS for live in self.live)  # no matching is needed
            return BoardVerdict(codes, self.verdict, self._move, certificate=lambda: Parity("LM2"))
        codes = self.rule.codes
        if not all(self.live) or NEITHER in self.kinds:
            known = zip(self.live, self.kinds, codes, strict=True)
            codes = bytes(WINS if not live else UNDECIDED if kind == NEITHER else code for live, kind, code in known)
        mates = self._mates if all(self.live) else None
        return BoardVerdict(codes, self.verdict, self._move, mates, certificate=self.rule.evidence.of_board)

    def _mates(self) -> Iterator[LowerAndSlide]:
        """From every vertex the move along the matching; any move where there is none."""
        return map(LowerAndSlide, repeat(0), map(self.graph.vertices.__getitem__, self.rule.mates))

    def _move(self, u: int) -> LowerAndSlide | None:
        """A winning move from a start that is a win here."""
        if self.live[u]:
            return LowerAndSlide(0, self.graph.vertices[self.rule.mates[u]])
        return self._loop_move(u) if self.weights[u] else None

    def certificate(self, u: int) -> Certificate:
        """The evidence for a start that is decided here."""
        return self.rule.evidence.of_start(u) if self.live[u] else Parity("LM2")

    def verdict(self, u: int) -> Verdict | None:
        """The verdict with the token on u."""
        found = self._verdict(u)
        return None if found is None else found.certified(partial(self.certificate, u))

    def _verdict(self, u: int) -> Verdict | None:
        name = self.graph.vertices[u]
        if not self.weights[u]:
            empty = Phrase("{place} has weight 0, and a player without a move wins", place=name)
            return Verdict(True, None, empty, lambda: ())
        if not self.live[u]:
            why = "{place} has a loop and weight at least 2: emptying it wins, or else lowering it to 1 and staying"
            return Verdict(True, self._loop_move(u), Phrase(why, place=name))
        if not self.decided(u):
            return None
        dropped = "without the vertices of weight 0 and the looped ones of weight 2 or more, "
        where = {
            "dropped": "" if all(self.live) else Phrase(dropped),
            "place": name,
            "kind": Phrase(self.reasons[self.kinds[u]]),
        }
        if not self.rule.left_out[u]:
            covers = "{dropped}the component of {place} {kind}, and every maximum matching covers {place}"
            return Verdict(True, self._move(u), Phrase(covers, **where), partial(self._winning, u))
        left_out = "{dropped}the component of {place} {kind}, and some maximum matching leaves out {place}"
        return Verdict(False, None, Phrase(left_out, **where))

    def _loop_move(self, u: int) -> LowerAndSlide | None:
        """A winning move from a looped vertex of weight >= 2; ``None`` where undecided neighbours hide it."""
        names = self.graph.vertices
        others = {v: self.wins(v) for v in self.all_rows.row(u)}
        lost = next((v for v, wins in others.items() if wins is False), None)
        if lost is not None:
            return LowerAndSlide(0, names[lost])
        return LowerAndSlide(1, names[u]) if None not in others.values() else None

    def _winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves from a decided live vertex: empty it towards D of the rest, or keep it towards D."""
        names = self.graph.vertices
        for v in self.rule.winning_neighbours(u):
            yield slide_range(names[v], 0, 0)
        for v in self.rows.row(u):
            if self.rule.left_out[v]:
                yield slide_range(names[v], 1, self.weights[u] - 1)


class OddCycleBoard(MisereBoard):
    """The same for LM15: a matching decides the components in which no heavy vertex lies on an odd cycle."""

    reasons: Mapping[int, str] = {UNMARKED: "has no vertex of weight 2 or more on an odd cycle"}

    @cached_property
    def cycles(self) -> OddCycles:
        """The odd cycles of the live graph."""
        return odd_cycles(self.rows)

    @cached_property
    def kinds(self) -> bytes:
        """UNMARKED where the component has no heavy vertex on an odd cycle, else NEITHER."""
        marked = int.from_bytes(self.heavy) & int.from_bytes(self.cycles.vertices)
        return component_kinds(self.rows, marked.to_bytes(len(self.heavy)))
