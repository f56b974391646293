"""Our results on Vertexnim: the two conventions agree (LM4), and the last case of Theorem 10 repaired (LM5)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.games.vertexnim import Vertexnim
from lastmove.theorems.board import BoardTheorem, Study, counted, lost_if_it_lasts, verdict_from
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.circles import circle_of
from lastmove.theorems.rules.vertexnim import LoopedBoard, UndirectedBoard, slides
from lastmove.theorems.statement import Cost, Kind, Statement, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.games.adjacent_nim import AdjacentNim
    from lastmove.theorems.statement import MoveRange, Theorem


class LM4(BoardTheorem):
    """LM4. In every Vertexnim the two conventions have the same outcomes unless all weights are 1.

    Directed or not, loops optional, Adjacent Nim included. By induction on the total weight: if no option has all
    weights 1 (the empty graph among them), the options agree. If one has, all weights but the token's are 1, and of
    emptying the token's vertex and lowering it to 1 exactly one wins, in each convention, since m vertices of weight
    1 last exactly m moves; so the position is N in both.

    As a rule it decides the positions where only the token's weight may exceed 1. It is asked on digraphs that are
    neither looped everywhere nor circuits; the theorems for the others say more.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM4",
        title="Vertexnim, misère play against normal play",
        text=(
            "Unless all weights are 1, Vertexnim has the same outcome in normal and in misère play. If all weights "
            "are 1, the player to move wins if and only if the number of vertices is odd (normal) or even (misère); "
            "if only the weight under the token is not 1, the player to move wins."
        ),
        idea=(
            "Where all weights are 1 nothing is left to choose: count the moves. Where only yours is larger, you "
            "choose: take all of it, or leave 1."
        ),
        kind=Kind.THEOREM,
        games=("vertexnim", "adjacent-nim"),
        condition=(
            "all weights but the token's are 1; used on digraphs that are not circuits and lack a loop somewhere"
        ),
        verified=(
            "all graphs of up to 4 vertices and all digraphs of up to 3 vertices with weights to 4, every start, and "
            "random larger ones"
        ),
    )

    def study(self, board: Vertexnim | AdjacentNim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if not isinstance(board, Vertexnim) or not board.graph.directed:
            return None
        if circle_of(board) is not None or LoopedBoard(board).is_looped:
            return None
        graph, weights = board.graph, board.weights
        heavy = sum(weight > 1 for weight in weights)

        def verdict(start: Hashable) -> Verdict | None:
            u = graph.index(start)
            return _last_weight(board, u, play) if heavy == (weights[u] > 1) else None

        return Study(verdict, certificate=partial(counted, "LM4", board, play))


def _last_weight(board: Vertexnim, u: int, play: Play) -> Verdict:
    """The verdict where no other vertex than u has weight >= 2."""
    graph, weight = board.graph, board.weights[u]
    winning = partial(_ones_left, board, u, play)
    if weight == 1:
        why = f"all weights are 1, so the game lasts exactly {graph.n} moves"
        return verdict_from(not lost_if_it_lasts(graph.n, play), why, winning)
    why = f"{graph.vertices[u]} has weight {show(weight)} and all others have weight 1"
    verdict = verdict_from(True, why, winning)
    return verdict if weight == 2 else Verdict(True, verdict.move, why)


def _ones_left(board: Vertexnim, u: int, play: Play) -> Iterator[MoveRange]:
    """The winning moves that leave only weights 1."""
    graph = board.graph
    left = [left for left in range(min(2, board.weights[u])) if lost_if_it_lasts(graph.n - 1 + left, play)]
    for k in left:
        yield from (slides(graph.vertices[v], k, k) for v in graph.neighbours[u] if k or v != u)


class LM5(BoardTheorem):
    """LM5. Case (4) of Theorem 10 repaired: a quiet vertex is N iff a lighter quiet neighbour is P.

    A vertex is quiet if it has weight >= 2, no loop, and no neighbour of weight 1. Definition 11 also calls a vertex N
    for a P neighbour of the same weight, and fails on the path with weights (2, 3, 4, 4); with T restricted to strictly
    heavier neighbours of S it gives these labels.

    Proof. Every other vertex of weight >= 2 is N. If v is a lighter P neighbour of u, lower u to any k with
    w(v) <= k < w(u) and go to v: the labels of vertices no heavier than v do not see u, so v stays P. If u is P,
    consider a move to v that leaves k in u: with k = 0 there is a loop on v, with k = 1 a weight 1 beside it; with
    k >= w(v) >= 2, v was N and stays so; with 2 <= k < w(v), u is still P, so v has a lighter P neighbour.
    """

    cost = Cost.SORT
    statement = Statement(
        paper=LM,
        number="LM5",
        title="Undirected Vertexnim, the quiet vertices",
        text=(
            "Call a vertex quiet if it has weight >= 2, no loop and no neighbour of weight 1. By increasing weight, "
            "a quiet vertex is N if and only if it has a quiet neighbour of strictly smaller weight that is P. In "
            "both conventions these labels are the outcomes of the quiet starts."
        ),
        idea="Walk to a lighter neighbour that loses, and keep away from weight 1.",
        kind=Kind.THEOREM,
        games=("vertexnim",),
        condition="connected graph of at least two vertices, token on a quiet vertex",
        verified=(
            "all graphs of up to 4 vertices with weights to 4 and of 5 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
    )

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if board.graph.directed:
            return None
        known, index = UndirectedBoard(board), board.graph.index

        def verdict(start: Hashable) -> Verdict | None:
            u = index(start)
            return known.verdict(u, play) if known.quiet[u] else None

        def wins(start: Hashable) -> bool | None:
            u = index(start)
            return known.wins(u, play) if known.quiet[u] else None

        return Study(verdict, wins, lambda start: known.certificate(None if start is None else index(start), play))


DECIDERS: tuple[Theorem, ...] = (LM4(), LM5())
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
