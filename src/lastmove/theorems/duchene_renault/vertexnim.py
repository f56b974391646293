"""Duchêne and Renault on Vertexnim: Definitions 1 and 2, Theorem 6 to Theorem 10, Theorems 13 and 14."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.theorems.board import BoardTheorem, Study
from lastmove.theorems.complexity import Loops, Setting, polynomial
from lastmove.theorems.duchene_renault.definition_11 import printed_labels
from lastmove.theorems.papers import DR
from lastmove.theorems.rules.vertexnim import LoopedBoard, UndirectedBoard
from lastmove.theorems.statement import Cost, Kind, Standing, Statement, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lastmove.core.limits import Meter
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.graphs.csr import CSR
    from lastmove.theorems.statement import Theorem

_DIRECTED_RULE = (
    "If all weights are 1, the player to move wins if and only if the number of vertices is {parity}. Otherwise a "
    "token on weight >= 2 is N, and a token on weight 1 is N if and only if Definition 7, applied to the vertices of "
    "weight 1, labels it N."
)
_UNDIRECTED_RULE = (
    "If all weights are 1, the player to move wins if and only if the number of vertices is {parity}. Otherwise a "
    "token on weight 1 is N if and only if its component among the vertices of weight 1 has an even number of "
    "vertices; a token on weight >= 2 is N if it is on a loop or beside a vertex of weight 1; a vertex of any other "
    "kind, by increasing weight, is N if and only if it has a P neighbour of its kind of strictly smaller weight "
    "(LM5)."
)


def _study(board: Vertexnim, known: LoopedBoard | UndirectedBoard, play: Play) -> Study:
    index = board.graph.index
    return Study(
        lambda start: known.verdict(index(start), play),
        lambda start: known.wins(index(start), play),
        lambda start: known.certificate(None if start is None else index(start), play),
        partial(known.codes, play),
    )


class _Looped(BoardTheorem):
    """What Theorems 6 and 14 share."""

    cost = Cost.QUADRATIC

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        looped = LoopedBoard(board)
        return _study(board, looped, play) if board.graph.directed and looped.is_looped else None


class Theorem6(_Looped):
    """Theorem 6. Directed Vertexnim with a loop on every vertex, normal play, by the labels of Definition 7."""

    statement = Statement(
        paper=DR,
        number="6",
        title="Directed Vertexnim with all loops, normal play",
        text=_DIRECTED_RULE.format(parity="odd"),
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="strongly connected digraph with a loop on every vertex",
        verified=(
            "all digraphs of up to 3 vertices with weights to 4 and of 4 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.NORMAL, True, Loops.ALL)),
    )


class Theorem14(_Looped):
    """Theorem 14. Directed Vertexnim with a loop on every vertex, misère: as Theorem 6 unless all weights are 1."""

    statement = Statement(
        paper=DR,
        number="14",
        title="Directed Vertexnim with all loops, misère play",
        text=_DIRECTED_RULE.format(parity="even"),
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.MISERE,),
        condition="strongly connected digraph with a loop on every vertex",
        verified=(
            "all digraphs of up to 3 vertices with weights to 4 and of 4 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.MISERE, True, Loops.ALL)),
    )


class Proposition9(BoardTheorem):
    """Proposition 9. Undirected Vertexnim with a loop on every vertex, normal play, by the size of one component.

    The paper counts O(|V|) steps; finding the components takes O(|V| + |E|).
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=DR,
        number="9",
        title="Undirected Vertexnim with all loops, normal play",
        text=(
            "If all weights are 1, the player to move wins if and only if the number of vertices is odd. Otherwise a "
            "token on weight >= 2 is N, and a token on weight 1 is N if and only if its component among the vertices "
            "of weight 1 has an even number of vertices."
        ),
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="connected graph with a loop on every vertex",
        verified="with Theorem 10",
        claims=polynomial(Setting("vertexnim", Play.NORMAL, False, Loops.ALL)),
    )

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if board.graph.directed:
            return None
        undirected = UndirectedBoard(board)
        return _study(board, undirected, play) if all(undirected.looped) else None


class _Undirected(BoardTheorem):
    """What Theorems 10 and 13 share."""

    cost = Cost.SORT

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        return None if board.graph.directed else _study(board, UndirectedBoard(board), play)


class Theorem10(_Undirected):
    """Theorem 10. Undirected Vertexnim, normal play, in polynomial time; with LM5 in place of Definition 11.

    As printed, the last case of the proof is false: on the path a-b-c-d with weights (2, 3, 4, 4) the start c is P, and
    Definition 11 labels it N. LM5 also lowers the cost from O(|V||E|) to O(|E| + |V| log |V|).
    """

    statement = Statement(
        paper=DR,
        number="10",
        title="Undirected Vertexnim, normal play",
        text=_UNDIRECTED_RULE.format(parity="odd"),
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="connected graph",
        verified=(
            "all graphs of up to 4 vertices with weights to 4 and of 5 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.NORMAL, False)),
    )


class Theorem13(_Undirected):
    """Theorem 13. Undirected Vertexnim, misère play: as Theorem 10 unless all weights are 1."""

    statement = Statement(
        paper=DR,
        number="13",
        title="Undirected Vertexnim, misère play",
        text=_UNDIRECTED_RULE.format(parity="even"),
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.MISERE,),
        condition="connected graph",
        verified=(
            "all graphs of up to 4 vertices with weights to 4 and of 5 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.MISERE, False)),
    )


class Theorem10AsPrinted(BoardTheorem):
    """Theorem 10 with the labelling of Definition 11, false: the path a-b-c-d with weights (2, 3, 4, 4), start c, is P.

    In the path a-b-c-d with weights 2, 3, 4, 4 the ends a and d are no heavier than their neighbours, so Definition 11
    labels them P, and b and c N. The proof of case (4) then takes, for the token on c, a neighbour of smaller weight
    labelled P, with the words "such a vertex exists by definition of lu". It need not exist: the P neighbour d of c is
    as heavy as c, and the only lighter one, b, is N. Theorem 13 uses the same labels and inherits this. The
    theorems stand once the labelling asks for a P neighbour of strictly smaller weight.
    """

    cost = Cost.QUADRATIC
    statement = Statement(
        paper=DR,
        number="10 as printed",
        title="Undirected Vertexnim, normal play, as printed",
        text=(
            "The cases of Theorem 10, with the labelling of Definition 11 for a token of weight >= 2 without a loop "
            "or a neighbour of weight 1. True instead: Theorem 10 with LM5."
        ),
        kind=Kind.ERRATUM,
        standing=Standing.REFUTED,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="connected graph",
    )

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        graph = board.graph
        if graph.directed:
            return None
        printed = UndirectedBoard(board, _printed_losses)

        def verdict(start: Hashable) -> Verdict:
            u = graph.index(start)
            return Verdict(printed.wins(u, play), None, printed.why(u))

        return Study(verdict)


def _printed_losses(rows: CSR, weights: Sequence[int], quiet: bytes) -> bytes:
    within = [u for u in range(rows.n) if quiet[u]]
    wins = printed_labels([rows.row(u) for u in range(rows.n)], weights, within)
    return bytes(not wins.get(u, True) for u in range(rows.n))


DEFINITION_1 = Statement(
    paper=DR,
    number="1",
    title="Undirected Vertexnim",
    text=(
        "On a connected graph with positive weights and a token, a move lowers the weight under the token and takes "
        "the token to a neighbour. A vertex that becomes 0 is deleted; its neighbours become a clique and each gets "
        "a loop. The game ends when the graph is empty. Read here: who empties a vertex goes to another one, and on "
        "a single vertex without a loop the token stays."
    ),
    kind=Kind.DEFINITION,
    games=("vertexnim",),
)
DEFINITION_2 = Statement(
    paper=DR,
    number="2",
    title="Directed Vertexnim",
    text=(
        "On a strongly connected digraph with positive weights and a token, a move lowers the weight under the token "
        "and takes the token along an arc. A vertex v that becomes 0 is deleted, and every pair of arcs p -> v -> s "
        "becomes an arc p -> s, also for p = s. The game ends when the digraph is empty. Read here: on a single "
        "vertex the token stays."
    ),
    kind=Kind.DEFINITION,
    games=("vertexnim",),
)
DEFINITION_7 = Statement(
    paper=DR,
    number="7",
    title="The labelling lo",
    text=(
        "Take a strongly connected set S that no arc leaves. If its size is even, label it N and remove it. If it is "
        "odd, label it P, label N every other vertex with an arc into S, and remove both. Repeat; the labels do not "
        "depend on the choices of S."
    ),
    kind=Kind.DEFINITION,
    games=("vertexnim",),
)
PROBLEM_8 = Statement(
    paper=DR,
    number="8",
    title="Directed Vertexnim, loops optional",
    text=(
        "Who wins directed Vertexnim when loops are optional? Known: loops everywhere (Theorems 6 and 14), circuits "
        "without loops (Theorem 3, LM8), at most one weight >= 2 and that under the token (LM4)."
    ),
    kind=Kind.OPEN_PROBLEM,
    standing=Standing.OPEN,
    games=("vertexnim",),
)

DECIDERS: tuple[Theorem, ...] = (
    Theorem6(),
    Proposition9(),
    Theorem10(),
    Theorem10AsPrinted(),
    Theorem13(),
    Theorem14(),
)
COST_OF_9 = Statement(
    paper=DR,
    number="9 cost",
    title="The cost of Proposition 9",
    text=(
        "The proposition states O(|V|) steps; finding the component of the token among the vertices of weight 1 takes "
        "O(|V| + |E|). True instead: linear in the size of the graph."
    ),
    kind=Kind.ERRATUM,
    games=("vertexnim",),
    plays=(Play.NORMAL,),
)

STATEMENTS: tuple[Statement, ...] = (
    DEFINITION_1,
    DEFINITION_2,
    Theorem6.statement,
    DEFINITION_7,
    PROBLEM_8,
    Proposition9.statement,
    COST_OF_9,
    Theorem10.statement,
    Theorem10AsPrinted.statement,
    Theorem13.statement,
    Theorem14.statement,
)
