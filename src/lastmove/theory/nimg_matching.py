"""NimG-RM in misère play, decided by matchings: the one algorithm behind Renault-Schmidt 3.4, 3.5, 3.7 and LM2."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from lastmove.certificates.parity import Parity
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.bipartite import component, two_colouring
from lastmove.theory.matching_rule import MatchingRule
from lastmove.theory.statement import UNDECIDED, BoardVerdict, MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lastmove.certificates.certificate import Certificate
    from lastmove.graphs.graph import Graph

__all__ = ["MisereBoard", "slide_range"]


def slide_range(to: Hashable, least: int, most: int) -> MoveRange:
    """The moves to one vertex that leave between ``least`` and ``most``."""
    return MoveRange(lambda k: LowerAndSlide(k, to), least, most)


class MisereBoard:
    """A NimG-RM board under misère play, reduced to the graph on which a matching decides.

    Vertices of weight 0 are dropped: moving there loses at once. A looped vertex of weight >= 2 is N and dropped too:
    nobody wants to move there. Loops on weight 1 are useless. What is left is *live*. Its components that are
    bipartite or carry only weights 1 are decided by the matching rule; the others are not.
    """

    def __init__(self, graph: Graph, weights: tuple[int, ...]) -> None:
        self.graph = graph
        self.weights = weights
        looped = [u in around for u, around in enumerate(graph.neighbours)]
        self.heavy_loop = [weights[u] >= 2 and looped[u] for u in range(graph.n)]
        self.live = [weights[u] > 0 and not self.heavy_loop[u] for u in range(graph.n)]
        self.neighbours = [
            [v for v in around if v != u and self.live[v]] if self.live[u] else []
            for u, around in enumerate(graph.neighbours)
        ]

    @cached_property
    def rule(self) -> MatchingRule:
        """The matching rule on the live graph."""
        return MatchingRule(self.neighbours)

    @cached_property
    def decided(self) -> list[str]:
        """For each live vertex why its component is decided; empty where it is not, or the vertex is not live."""
        found = [""] * self.graph.n
        seen = [False] * self.graph.n
        for u in range(self.graph.n):
            if self.live[u] and not seen[u]:
                vertices = component(self.neighbours, u)
                if all(self.weights[v] == 1 for v in vertices):
                    reason = "has only weights 1"
                else:
                    reason = "is bipartite" if two_colouring(self.neighbours, vertices) else ""
                for v in vertices:
                    seen[v] = True
                    found[v] = reason
        return found

    def wins(self, u: int) -> bool | None:
        """Whether the mover wins with the token on u; ``None`` where no matching decides it."""
        if not self.live[u]:
            return True
        return self.rule.wins(u) if self.decided[u] else None

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        known = map(self.wins, range(self.graph.n))
        found = BoardVerdict.lazy(bytes(UNDECIDED if wins is None else wins for wins in known), self.verdict)
        return found.certified(lambda: self.rule.evidence.of_board())

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
            return Verdict(True, None, f"{name} has weight 0, and a player without a move wins", lambda: ())
        if self.heavy_loop[u]:
            why = f"{name} has a loop and weight at least 2: emptying it wins, or else lowering it to 1 and staying"
            return Verdict(True, self._loop_move(u), why)
        if not self.decided[u]:
            return None
        dropped = "" if all(self.live) else "without the vertices of weight 0 and the looped ones of weight 2 or more, "
        where = f"{dropped}the component of {name} {self.decided[u]}"
        if self.rule.wins(u):
            move = LowerAndSlide(0, self.graph.vertices[self.rule.mate[u]])
            return Verdict(True, move, f"{where}, and every maximum matching covers {name}", partial(self._winning, u))
        return Verdict(False, None, f"{where}, and some maximum matching leaves out {name}")

    def _loop_move(self, u: int) -> LowerAndSlide | None:
        """A winning move from a looped vertex of weight >= 2; ``None`` where undecided neighbours hide it."""
        names = self.graph.vertices
        others = {v: self.wins(v) for v in self.graph.neighbours[u] if v != u}
        lost = next((v for v, wins in others.items() if wins is False), None)
        if lost is not None:
            return LowerAndSlide(0, names[lost])
        return LowerAndSlide(1, names[u]) if None not in others.values() else None

    def _winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves from a decided live vertex: empty it towards D of the rest, or keep it towards D."""
        names = self.graph.vertices
        for v in self.rule.winning_neighbours(u):
            yield slide_range(names[v], 0, 0)
        for v in self.neighbours[u]:
            if self.rule.left_out[v]:
                yield slide_range(names[v], 1, self.weights[u] - 1)
