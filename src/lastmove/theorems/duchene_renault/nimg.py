"""Duchêne and Renault on Vertex NimG (NimG-RM): Remark 5, Definition 11, Corollary 12, Remark 15, Problem 16."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.core.position import OVER
from lastmove.theorems.duchene_renault.definition_11 import printed_labels
from lastmove.theorems.papers import DR
from lastmove.theorems.rules.circles import CircuitBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Standing, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM


class Remark5(Theorem):
    """Remark 5. NimG-RM on a directed circuit with positive weights, normal play: the rule of Theorem 3."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=DR,
        number="5",
        title="NimG-RM on directed circuits, normal play",
        text=(
            "On a directed circuit with positive weights, counted from the token: an odd length is "
            "N; an even length is N "
            "if and only if the first vertex of minimum weight is at an even place."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="directed; what the token can reach is a circuit; positive weights",
        verified="all circuits of up to 4 vertices with weights to 4, and random longer ones",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if not position.graph.directed or position.start is OVER:
            return None
        circuits, u = CircuitBoard(position, play), position.graph.index(position.start)
        return None if circuits.has_null(u) else circuits.verdict(u)

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if not board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        return CircuitBoard(board, play).board_verdict(nulls=False)


class Remark5AsPrinted(Theorem):
    """The rule of Remark 5 with null weights, of which the remark does not speak: a caution for those who use it."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=DR,
        number="5 with null weights",
        title="A caution on Remark 5: weights of 0",
        text=(
            "A caution, not an error: Remark 5 carries Theorem 3 over to circuits of at least three vertices with "
            "weights of at least 1, and that is true. Weights of 0 can come up in play, and there the rule (odd length "
            "is N; even length is N if and only if the first minimum is at an even place) does not hold. True instead: "
            "LM3."
        ),
        kind=Kind.ERRATUM,
        standing=Standing.REFUTED,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="directed; what the token can reach is a circuit of at least three vertices",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if not position.graph.directed or position.start is OVER:
            return None
        circuits, u = CircuitBoard(position, play), position.graph.index(position.start)
        if circuits.length[u] < 3:
            return None
        wins = circuits.length[u] % 2 == 1 or circuits.place[u] % 2 == 0
        return Verdict(wins, None, "the rule is applied as if all weights were positive")


class Corollary12AsPrinted(Theorem):
    """Corollary 12 as printed, false: see LM1 for what is true.

    Smallest failures: the edge 0-1 with a loop on 1 and weights (2, 1) is P from 0; the path with weights (2, 1, 0) is
    P from its end of weight 2; the path a-b-c-d with weights (2, 3, 4, 4) is P from c. The printed rule says N.

    Vertices without a neighbour are left out here: what may be done on them is a convention, and ours (tokens may be
    taken, which ends the game) need not be the authors'.
    """

    cost = Cost.QUADRATIC
    statement = Statement(
        paper=DR,
        number="12 as printed",
        title="NimG-RM on undirected graphs, normal play, as printed",
        text=(
            "A null vertex is P and its neighbours are N; a loop makes N; weight 1 without a loop is P; a neighbour of "
            "weight 1 makes a vertex of weight at least 2 N; the rest follow the labelling of Definition 11. True "
            "instead: LM1."
        ),
        kind=Kind.ERRATUM,
        standing=Standing.REFUTED,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="undirected graph",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        graph = position.graph
        if graph.directed or position.start is OVER:
            return None
        u = graph.index(position.start)
        if not graph.neighbours[u]:
            return None
        return Verdict(self._wins(position, u), None, f"the printed cases are applied to {graph.vertices[u]}")

    def _wins(self, position: NimGRM, u: int) -> bool:
        graph, weights = position.graph, position.weights
        around = graph.neighbours[u]
        if weights[u] == 0:
            return False
        if any(weights[v] == 0 for v in around) or u in around:
            return True
        if weights[u] == 1:
            return False
        if any(weights[v] == 1 for v in around):
            return True
        kept = [
            v
            for v in range(graph.n)
            if weights[v] >= 2 and v not in graph.neighbours[v] and all(weights[x] >= 2 for x in graph.neighbours[v])
        ]
        return printed_labels(graph.neighbours, weights, kept)[u]


REMARK_5_CONJECTURE = Statement(
    paper=DR,
    number="5 conjecture",
    title="Directed NimG-RM, normal play",
    text="On general digraphs NimG-RM in normal play is conjectured to be at least as hard as Geography.",
    kind=Kind.OPEN_PROBLEM,
    standing=Standing.OPEN,
    games=("nimg-rm",),
    plays=(Play.NORMAL,),
)
DEFINITION_11 = Statement(
    paper=DR,
    number="11",
    title="The labelling lu",
    text=(
        "Vertices no heavier than any neighbour are P, their other neighbours N; both are removed and the rest is "
        "labelled likewise. It goes wrong where a neighbour of equal weight is called N: LM1 and LM5 ask for a P "
        "neighbour of strictly smaller weight."
    ),
    kind=Kind.DEFINITION,
    games=("nimg-rm", "vertexnim"),
    plays=(Play.NORMAL,),
)
REMARK_15 = Statement(
    paper=DR,
    number="15",
    title="Misère NimG-RM",
    text="The algorithm for NimG-RM does not carry over to misère play; Renault and Schmidt show why (3.1 to 3.7).",
    kind=Kind.THEOREM,
    games=("nimg-rm",),
    plays=(Play.MISERE,),
)
PROBLEM_16 = Statement(
    paper=DR,
    number="16",
    title="Move then remove",
    text=(
        "Are NimG and Vertexnim polynomial too when one moves before removing? NimG-MR is "
        "PSPACE-hard (Burke and George; "
        "Renault-Schmidt 3.8); Vertexnim with the move first is open."
    ),
    kind=Kind.OPEN_PROBLEM,
    standing=Standing.OPEN,
    games=("nimg-mr",),
)

DECIDERS: tuple[Theorem, ...] = (Remark5(), Remark5AsPrinted(), Corollary12AsPrinted())
STATEMENTS: tuple[Statement, ...] = (
    Remark5.statement,
    Remark5AsPrinted.statement,
    REMARK_5_CONJECTURE,
    DEFINITION_11,
    Corollary12AsPrinted.statement,
    REMARK_15,
    PROBLEM_16,
)
