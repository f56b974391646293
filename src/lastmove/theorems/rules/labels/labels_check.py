"""Labels P and N on vertices or on directed edges, with conditions that each can be seen from its neighbours.

The labels are never worked out here: that they satisfy the conditions is enough, because the conditions refer from each
vertex to lighter, earlier or further ones only, so that no two labellings satisfy them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers, Answers, RuleCertificate
from lastmove.certificates.certificate import CheckResult, numbers, pairs
from lastmove.core.errors import Refuted, show
from lastmove.core.play import UNDECIDED, Play
from lastmove.games.nimg import NimGRM
from lastmove.theorems.rules.labels.closed_sets_check import closed_sets
from lastmove.theorems.rules.labels.edges_check import Edges
from lastmove.theorems.rules.labels.labels_check_kernels import BY_NEIGHBOURS, MUST_LOSE, MUST_WIN
from lastmove.theorems.rules.labels.path_labels_check import acyclic, trees
from lastmove.theorems.rules.vertexnim_check import undirected_cases

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from lastmove.certificates.certificate import Body

    Lists = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Labelling(RuleCertificate):
    """The vertices labelled P (the others are N), and what else the rule needs.

    Attributes
    ----------
    rule
        LM1, LM5, definition-7, acyclic or trees.
    lost
        The vertices labelled P; for trees the directed edges [u, v] such that the player to move on v, the token coming
        from u, loses.
        Empty for Definition 7, where the sets say it.
    lists
        ``order`` for acyclic digraphs, ``sets`` for Definition 7.
    """

    kind = "labelling"

    rule: str
    lost: tuple[int, ...] | Lists = ()
    lists: tuple[int, ...] | Lists = ()

    def answers(self, board: Any, play: Play) -> Answers:
        return RULES[self.rule](board, play, self.lost, self.lists)

    def body(self) -> dict[str, object]:
        found: dict[str, object] = {"rule": self.rule}
        if self.rule != "definition-7":
            found["lost"] = [list(edge) for edge in self.lost] if self.rule == "trees" else list(self.lost)  # type: ignore[arg-type]
        if self.rule == "acyclic":
            found["order"] = list(self.lists)
        if self.rule == "definition-7":
            found["sets"] = [list(each) for each in self.lists]  # type: ignore[arg-type]
        return found

    @classmethod
    def read(cls, body: Body) -> Self:
        rule = body.text("rule")
        if rule not in RULES:
            raise Refuted(f"rule: {show(rule)}; accepted: {', '.join(RULES)}")
        if rule == "definition-7":
            body.only("rule", "sets")
            return cls(rule, (), tuple(numbers(each, "sets") for each in body.items("sets")))
        if rule == "trees":
            body.only("rule", "lost")
            return cls(rule, pairs(body.get("lost"), "lost"))
        body.only("rule", "lost", *(["order"] if rule == "acyclic" else []))
        return cls(rule, body.numbers("lost"), body.numbers("order") if rule == "acyclic" else ())


def _lm1(board: Any, play: Play, lost: Sequence[int], _: object) -> Answers:
    """LM1: weight 0 is P; else N iff a loop, no neighbour, or a lighter P neighbour."""
    if not isinstance(board, NimGRM) or board.graph.directed or play is not Play.NORMAL:
        raise Refuted("LM1 decides NimG-RM on undirected graphs in normal play")
    edges = Edges(board)
    known = zip(board.weights, edges.looped, edges.joined, strict=True)
    rule = bytes(
        MUST_LOSE if not weight else MUST_WIN if loop or not joined else BY_NEIGHBOURS for weight, loop, joined in known
    )
    loses = edges.checked(lost, rule, "LM1")
    said = "the labels satisfy LM1 at every vertex, and the token's vertex is labelled "
    return AllAnswers(loses.translate(_OTHER), lambda u: CheckResult(not loses[u], said + ("P" if loses[u] else "N")))


def _lm5(board: Any, play: Play, lost: Sequence[int], _: object) -> Answers:
    """LM5: the cases that need no labels, and on quiet vertices N iff a lighter quiet P neighbour."""
    cases = undirected_cases(board, play)
    edges = Edges(board)
    known = zip(edges.light, edges.looped, edges.joined, edges.beside, strict=True)
    rule = bytes(
        MUST_WIN if light or loop or near or not joined else BY_NEIGHBOURS for light, loop, joined, near in known
    )
    loses = edges.checked(lost, rule, "LM5")

    def answer(u: int) -> CheckResult | None:
        found = cases(u)
        if found is None:
            label = "P" if loses[u] else "N"
            found = CheckResult(not loses[u], f"the labels of the quiet vertices satisfy LM5; the token's is {label}")
        return found

    quiet = zip(cases.codes, loses, strict=True)
    return AllAnswers(bytes(not lost if code == UNDECIDED else code for code, lost in quiet), answer)


_OTHER = bytes([1, 0]) + bytes(254)
"""From a label P to LOSES and from N to WINS, for ``bytes.translate``."""

RULES: dict[str, Callable[..., Answers]] = {
    "LM1": _lm1,
    "LM5": _lm5,
    "definition-7": closed_sets,
    "acyclic": acyclic,
    "trees": trees,
}
