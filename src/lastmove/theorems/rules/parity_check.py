"""Rules that need no more than counting: the check counts again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import Answers, RuleCertificate
from lastmove.certificates.certificate import CheckResult, number
from lastmove.core.errors import Refuted, show
from lastmove.core.play import Play
from lastmove.games.nimg import NimGRM
from lastmove.theorems.rules.circles_check import circles, circuits
from lastmove.theorems.rules.edges.rounds_check import circuits_of_arcs, cycles_of_edges
from lastmove.theorems.rules.edges.splits_check import loops_decide, thresholds
from lastmove.theorems.rules.heavy_vertex_check import heavy_vertex
from lastmove.theorems.rules.matchings.matching_check import playing_field
from lastmove.theorems.rules.vertexnim_check import few_weights, heavy_or_ones, undirected_cases
from lastmove.theorems.rules.vertexnim_mr_check import complete_boards, light_boards, short_paths

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from lastmove.certificates.certificate import Body


@dataclass(frozen=True, slots=True)
class Parity(RuleCertificate):
    """The name of a rule, and for one start the number whose parity decides, where there is one."""

    kind = "parity"

    rule: str
    number: int | None = None

    @classmethod
    def of(cls, rule: str, position: Any, play: Play) -> Self:
        """The certificate of one position; it is found by checking."""
        return cls(rule, RuleCertificate.outcome(cls(rule), position, play).number)

    def answers(self, board: Any, play: Play) -> Answers:
        return RULES[self.rule](board, play)

    def outcome(self, position: Any, play: Play) -> CheckResult:
        found = RuleCertificate.outcome(self, position, play)
        if found.number != self.number:
            raise Refuted(f"the number that decides is {show(found.number)}, not {show(self.number)}")
        return found

    def outcomes(self, board: Any, play: Play) -> bytes:
        if self.number is not None:
            raise Refuted("a number is for one start, not for a whole board")
        return RuleCertificate.outcomes(self, board, play)

    def body(self) -> dict[str, object]:
        return {"rule": self.rule} | ({} if self.number is None else {"number": self.number})

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("rule", "number")
        rule, given = body.text("rule"), body.optional("number")
        if rule not in RULES:
            raise Refuted(f"rule: {show(rule)}; accepted: {', '.join(RULES)}")
        return cls(rule, None if given is None else number(given, "number"))


def _loops(board: Any, play: Play) -> Answers:
    """LM13: with a loop on every vertex of a digraph, N iff the token's weight is positive."""
    if not isinstance(board, NimGRM) or not board.graph.directed or play is not Play.NORMAL:
        raise Refuted("LM13 decides NimG-RM on digraphs in normal play")
    if not all(u in around for u, around in enumerate(board.graph.neighbours)):
        raise Refuted("a vertex has no loop")
    weights = board.weights
    return lambda u: CheckResult(
        weights[u] > 0, f"every vertex has a loop, and the token's weight is {show(weights[u])}"
    )


def _dropped(board: Any, play: Play) -> Answers:
    """LM2, cases (a) and (b): weight 0, or a loop and weight at least 2."""
    if not isinstance(board, NimGRM):
        raise Refuted("LM2 decides NimG-RM")
    return playing_field(board, play).settled


RULES: dict[str, Callable[[Any, Play], Answers]] = {
    "LM2": _dropped,
    "LM3": circuits,
    "LM4": few_weights,
    "LM5": undirected_cases,
    "LM9": circles("LM9"),
    "LM10": circles("LM10"),
    "LM13": _loops,
    "LM31": heavy_vertex,
    "LM42": circuits_of_arcs,
    "LM43": cycles_of_edges,
    "LM46": thresholds,
    "LM48": loops_decide,
    "LM51": light_boards,
    "LM52": complete_boards,
    "LM53": short_paths,
    "theorem-3": circles("theorem-3"),
    "theorem-6": heavy_or_ones,
    "ones": circles("ones"),
}
