"""LM3: NimG-RM on directed circuits, where Remark 5 of Duchêne and Renault does not reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.position import OVER
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.circles import CircuitBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.games.nimg import NimGRM
    from lastmove.theorems.statement import Verdict


class LM3(Theorem):
    """LM3. NimG-RM on a directed circuit v1..vN from the token, both conventions, null weights allowed."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM3",
        title="NimG-RM on directed circuits",
        text=(
            "On a directed circuit counted from the token: with a vertex of weight 0, normal play is N if and only if "
            "the first one is at an even place, misère play if and only if at an odd place. With "
            "positive weights, normal "
            "play is N for odd length, and for even length if and only if the first minimum is at an "
            "even place; misère "
            "play is N for even length, and for odd length P if and only if there is a weight 1 and "
            "the first one is at "
            "an odd place."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        condition="directed; what the token can reach is a circuit",
        verified="all circuits of up to 4 vertices with weights to 4, and random longer ones",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if not position.graph.directed or position.start is OVER:
            return None
        return CircuitBoard(position, play).verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if not board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        return CircuitBoard(board, play).board_verdict(nulls=True)


DECIDERS: tuple[Theorem, ...] = (LM3(),)
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
