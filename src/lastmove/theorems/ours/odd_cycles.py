"""LM15: in misère NimG-RM the weight of a vertex counts only if the vertex lies on an odd cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.core.position import OVER
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.matchings.matching import OddCycleBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.theorems.statement import Verdict


class LM15(Theorem):
    """LM15. NimG-RM on undirected graphs, misère play: heavy vertices off the odd cycles count as weight 1.

    So where no heavy vertex lies on an odd cycle, weights do not matter and matchings decide. LM2 is the case without
    odd cycles or without heavy vertices. One search in depth and one matching answer every start of a board.
    """

    cost = Cost.MATCHING
    statement = Statement(
        paper=LM,
        number="LM15",
        title="NimG-RM on undirected graphs, misère play: odd cycles",
        text=(
            "Drop vertices as in LM2. Then the weight of a vertex that lies on no odd cycle may be replaced by 1: no "
            "outcome changes. So if no vertex of weight at least 2 in the token's component lies on an odd cycle, the "
            "player to move wins if and only if every maximum matching of the component covers the token's vertex."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected graph; after dropping, no heavy vertex of the token's component is on an odd cycle",
        verified=(
            "all graphs with loops on up to 4 vertices with weights to 4 and on 5 vertices with weights to 1, every "
            "start, and random larger ones"
        ),
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed or position.start is OVER:
            return None
        return OddCycleBoard(position.graph, position.weights).verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        return OddCycleBoard.of(board, meter).board_verdict(left)


DECIDERS: tuple[Theorem, ...] = (LM15(),)
STATEMENTS: tuple[Statement, ...] = (LM15.statement,)
