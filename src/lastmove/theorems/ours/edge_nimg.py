"""LM40 to LM48: Edge NimG. The proofs are in docs/proofs-edge-nim.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.theorems.papers import LM
from lastmove.theorems.rules.edges.trees import TreeBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.games.edge_nimg import EdgeNimG


class LM40(Theorem):
    """LM40. Edge NimG on trees, both conventions.

    In normal play the weights do not matter: a vertex is N iff some branch is P for the player who enters it. In misère
    play only 0, 1 and more matter. A way back that is left open is of use only to the player who did not leave it.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM40",
        title="Edge NimG on trees",
        text=(
            "Give each vertex of a tree, rooted at the token, a type from the leaves on. A vertex with a child of type "
            "L is of type S. Any other vertex is of type L in normal play; in misère play it is of type F if all its "
            "edges to children have weight at least 2 and lead to type F (or it has no child), and otherwise of type "
            "L. The player to move wins if and only if the token's vertex is not of type L. So in normal play weights "
            "do not matter, and in misère play the player to move wins where all weights are at least 2."
        ),
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        condition="undirected graph; the edges of positive weight around the token make a tree",
        verified="all graphs on up to 4 vertices with weights to 3, every start, and random larger trees",
    )

    def decide(self, position: EdgeNimG, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed:
            return None
        u = position.graph.index(position.start)
        return TreeBoard(position, play, u).verdict(u)

    def decide_board(self, board: EdgeNimG, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        directed = board.graph.directed
        return BoardVerdict.silent(board.graph.n) if directed else TreeBoard(board, play).board_verdict()


DECIDERS: tuple[Theorem, ...] = (LM40(),)
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
