"""LM30: misère Edge Geography on undirected graphs of degree at most 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.theorems.complexity import Setting, Shape, polynomial
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.matchings.degree_three import DegreeThreeBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.edge_geography import EdgeGeography


class LM30(Theorem):
    """LM30. Misère Edge Geography on undirected graphs of degree at most 3.

    Who comes back to a vertex finds no edge there, and wins. So it is normal Vertex Geography without the vertices of
    degree 1, which nobody wants to enter. Only a start of degree 3 can be left, entered and left again; after its first
    move it has lost that edge, and the rule for the other degrees speaks. One matching answers every start.
    """

    cost = Cost.MATCHING
    statement = Statement(
        paper=LM,
        number="LM30",
        title="Misère Edge Geography on undirected graphs of degree at most 3",
        text=(
            "Drop the vertices of degree 1; an edge is forced if it is in every maximum matching of the rest. The "
            "player to move wins: from degree 0; from degree 1 if and only if some maximum matching leaves out the "
            "neighbour; from degree 2 if and only if none leaves out the token's vertex; from degree 3 if and only if "
            "some maximum matching leaves out a neighbour, or an edge at the token's vertex is forced. A neighbour "
            "that was dropped is not left out, and a looped vertex is its own neighbour."
        ),
        idea=(
            "Cut off the dead ends, and pair up what is left. Keep the token on vertices that some largest pairing "
            "leaves out."
        ),
        kind=Kind.THEOREM,
        games=("edge-geography",),
        plays=(Play.MISERE,),
        condition=(
            "undirected graph; all degrees in the token's component are at most 3, where parallel edges count each "
            "and a loop counts twice"
        ),
        verified=(
            "all graphs on up to 7 vertices, all multigraphs with loops on up to 4 vertices with up to 6 edges, every "
            "start, and random larger ones"
        ),
        claims=polynomial(Setting("edge-geography", Play.MISERE, directed=False, shape=Shape(degree=3))),
    )

    def decide(self, position: EdgeGeography, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        graph = position.graph
        if graph.directed:
            return None
        u = graph.index(position.start)
        return DegreeThreeBoard(graph, u).verdict(u)

    def decide_board(self, board: EdgeGeography, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        return BoardVerdict.silent(graph.n) if graph.directed else DegreeThreeBoard(graph).board_verdict()


DECIDERS: tuple[Theorem, ...] = (LM30(),)
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
