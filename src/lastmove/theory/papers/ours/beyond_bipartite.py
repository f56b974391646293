"""LM14: misère NimG-RM beyond bipartite graphs and weights 1, wherever heavy vertices stay out of the way."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.core.position import OVER
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.bipartite import component
from lastmove.theory.citations import LM
from lastmove.theory.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict
from lastmove.theory.tools.nimg_matching import MisereBoard

if TYPE_CHECKING:
    from lastmove.certificates.matching import Matching
    from lastmove.core.limits import Meter
    from lastmove.games.nimg_rm import NimGRM
    from lastmove.theory.tools.matching_rule import MatchingRule

__all__ = ["DECIDERS", "STATEMENTS"]


class LM14(Theorem):
    """LM14. NimG-RM on undirected graphs, misère play, without a hypothesis on cycles.

    After the dropping of LM2, let D be the vertices that some maximum matching of the token's component leaves out, and
    call a vertex of D bad if it has weight at least 2 and a neighbour in D. If the token is in D and nothing is bad, it
    is P; if only the token is bad, N; and if emptying the token's vertex leads to a vertex that the first case calls P,
    N. Bipartite components and weights 1 never have a bad vertex, so LM2 is a special case. The rule is silent where
    other vertices are bad: the smallest such position is a triangle, where misère NimG-RM begins to be hard.
    """

    cost = Cost.MATCHING
    statement = Statement(
        paper=LM,
        number="LM14",
        title="NimG-RM on undirected graphs, misère play, beyond LM2",
        text=(
            "Drop vertices as in LM2. In the token's component call a vertex bad if some maximum matching leaves it "
            "out, it has weight at least 2, and it has a neighbour that some maximum matching leaves out. If some "
            "maximum matching leaves out the token's vertex: with no bad vertex the position is P, and if only the "
            "token's vertex is bad it is N. If emptying the token's vertex leads to a P position of the first kind, "
            "it is N."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected graph; no other vertex of the component is bad",
        verified="all graphs with loops on up to 3 vertices with weights to 3, every start, and random larger ones",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed or position.start is OVER:
            return None
        board = MisereBoard(position.graph, position.weights)
        return self._verdict(board, position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter) -> BoardVerdict:  # noqa: ARG002
        if board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        reduced = MisereBoard(board.graph, board.weights)
        verdicts = []
        for u in range(board.graph.n):
            meter.check()  # most starts need a matching of their own
            verdicts.append(self._verdict(reduced, u))
        return BoardVerdict(verdicts)

    def _verdict(self, board: MisereBoard, u: int) -> Verdict | None:
        if not board.live[u] or board.decided(u):
            return board.verdict(u)
        names = board.graph.vertices
        if board.rule.left_out[u]:
            bad = _bad(board, board.rule, u)
            if not bad:
                why = f"some maximum matching leaves out {names[u]}, and no vertex of its component is bad"
                return Verdict(False, None, why).certified(lambda: board.rule.evidence.of_start(u))
            if bad == {u}:
                v = next(v for v in board.rows.row(u) if board.rule.left_out[v])
                why = f"only {names[u]} is bad; lowering it to 1 mends that"
                return Verdict(True, LowerAndSlide(1, names[v]), why).certified(partial(_instead, board.rule, u, v))
        rest = board.rule.without(u)
        for v in watched(board.rows.row(u), 1):
            if rest.left_out[v] and not _bad(board, rest, v):
                why = f"emptying {names[u]} and moving to {names[v]} leaves a component without a bad vertex"
                return Verdict(True, LowerAndSlide(0, names[v]), why).certified(partial(_emptied, rest, v))
        return None


def _instead(rule: MatchingRule, u: int, v: int) -> Matching:
    """The evidence that the token u and its neighbour v are each left out by a maximum matching."""
    return replace(rule.evidence.of_start(u), instead=rule.evidence.of_start(v).matching)


def _emptied(rest: MatchingRule, v: int) -> Matching:
    """The evidence for emptying the token's vertex and going to v."""
    return replace(rest.evidence.of_start(v), to=v)


def _bad(board: MisereBoard, rule: MatchingRule, start: int) -> set[int]:
    """The bad vertices in the component of ``start``, in the graph of ``rule``."""
    return {
        x
        for x in watched(component(rule.neighbours, start), 16)
        if board.weights[x] >= 2 and rule.left_out[x] and any(rule.left_out[y] for y in rule.neighbours[x])
    }


DECIDERS: tuple[Theorem, ...] = (LM14(),)
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
