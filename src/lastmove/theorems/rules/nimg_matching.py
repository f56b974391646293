"""NimG-RM in misère play, decided by matchings: the one algorithm behind Renault-Schmidt 3.4, 3.5, 3.7 and LM2."""

from __future__ import annotations

from functools import cached_property, partial
from itertools import repeat
from typing import TYPE_CHECKING

from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.bipartite import component_kinds
from lastmove.graphs.csr import rows_of, rows_within
from lastmove.graphs.odd_cycles import odd_cycles
from lastmove.graphs.parity_kernels import BIPARTITE, NEITHER, UNMARKED
from lastmove.theorems.rules.matching import MatchingRule
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import UNDECIDED, WINS, BoardVerdict, MoveRange, Opinion, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping
    from typing import Self

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.odd_cycles import OddCycles

__all__ = ["MisereBoard", "OddCycleBoard", "slide_range"]


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
            return BoardVerdict.lazy(codes, self.verdict, self._move).certified(lambda: Parity("LM2"))
        codes = self.rule.codes
        if not all(self.live) or NEITHER in self.kinds:
            known = zip(self.live, self.kinds, codes, strict=True)
            codes = bytes(WINS if not live else UNDECIDED if kind == NEITHER else code for live, kind, code in known)
        found = BoardVerdict.lazy(codes, self.verdict, self._move, self._mates if all(self.live) else None)
        return found.certified(lambda: self.rule.evidence.of_board())

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

    def _verdict(self, u: int) -> Opinion | None:
        name = self.graph.vertices[u]
        if not self.weights[u]:
            return Opinion(True, None, f"{name} has weight 0, and a player without a move wins", lambda: ())
        if not self.live[u]:
            why = f"{name} has a loop and weight at least 2: emptying it wins, or else lowering it to 1 and staying"
            return Opinion(True, self._loop_move(u), why)
        if not self.decided(u):
            return None
        dropped = "" if all(self.live) else "without the vertices of weight 0 and the looped ones of weight 2 or more, "
        where = f"{dropped}the component of {name} {self.reasons[self.kinds[u]]}"
        if not self.rule.left_out[u]:
            return Opinion(
                True, self._move(u), f"{where}, and every maximum matching covers {name}", partial(self._winning, u)
            )
        return Opinion(False, None, f"{where}, and some maximum matching leaves out {name}")

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
