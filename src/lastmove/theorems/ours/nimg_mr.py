"""LM28: NimG-MR on bipartite graphs in normal play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.theorems.complexity import Loops, Setting, Shape, polynomial
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.matchings.b_matching import MoveFirstBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGMR


class LM28(Theorem):
    """LM28. NimG-MR on bipartite graphs, normal play: N iff one more at the token's vertex makes a larger b-matching.

    A b-matching takes edges, each any number of times, so that no vertex is on more of them than its weight says. One
    largest b-matching answers every start: the token's vertex is N iff some largest one does not fill a neighbour of
    positive weight. A move to such a neighbour wins if and only if it leaves there at least as much as some largest
    b-matching takes.
    """

    cost = Cost.FLOW
    statement = Statement(
        paper=LM,
        number="LM28",
        title="NimG-MR on bipartite graphs, normal play",
        text=(
            "Drop the vertices of weight 0 other than the token's. On a bipartite graph the player to move wins if and "
            "only if the largest b-matching (edges, each taken any number of times, at most w(v) at each vertex v) "
            "becomes larger when the weight of the token's vertex grows by 1."
        ),
        idea=(
            "Give every vertex as many partners among its neighbours as it has tokens, as many pairs as you can. "
            "Always slide to a partner of your vertex and take one token there."
        ),
        kind=Kind.THEOREM,
        games=("nimg-mr",),
        plays=(Play.NORMAL,),
        condition=(
            "undirected graph; the components of positive weight at the token's vertex are bipartite and have no loop"
        ),
        verified="all graphs with loops on up to 3 vertices with weights to 3, every start, and random larger ones",
        claims=polynomial(
            Setting("nimg-mr", Play.NORMAL, directed=False, loops=Loops.NONE, shape=Shape(bipartite=True))
        ),
    )

    def decide(self, position: NimGMR, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed:
            return None
        return MoveFirstBoard(position).verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGMR, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        return BoardVerdict.silent(board.graph.n) if board.graph.directed else MoveFirstBoard(board).board_verdict()


DECIDERS: tuple[Theorem, ...] = (LM28(),)
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
