"""Our results on NimG-RM: the normal-play labelling, the unified misère rule, circuits, loops everywhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.language import Phrase
from lastmove.core.play import Play
from lastmove.core.position import OVER
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.csr import rows_of
from lastmove.theorems.board import labels
from lastmove.theorems.complexity import Setting, polynomial
from lastmove.theorems.ideas import PAIR_AND_EMPTY
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.circles import CircuitBoard
from lastmove.theorems.rules.labels import NONE, descent_labels
from lastmove.theorems.rules.matchings.matching import MisereBoard, slide_range
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.graphs.graph import Graph


_OTHER = bytes([1, 0]) + bytes(254)
"""From P to LOSES and from N to WINS, for ``bytes.translate``."""


class NormalBoard:
    """A NimG-RM board on an undirected graph in normal play, labelled once for all starts.

    By increasing weight: weight 0 is P; a loop makes N, and so does having no neighbour; else a vertex is N iff it has
    a neighbour of strictly smaller weight that is P.
    """

    def __init__(self, graph: Graph, weights: tuple[int, ...]) -> None:
        self.names = graph.vertices
        self.weights = weights
        self.looped = graph.looped
        self.rows = rows_of(graph)
        alone = self.rows.isolated()
        known = zip(weights, self.looped, alone, strict=True)
        free = bytes(weight > 0 and not loop and not lone for weight, loop, lone in known)
        labels = descent_labels(self.rows, weights, free, bytes(weight == 0 for weight in weights))
        self.loses, self.towards = labels

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        return BoardVerdict(self.loses.translate(_OTHER), self.verdict, self.move, certificate=self.certificate)

    def certificate(self) -> Certificate:
        """The evidence for any start."""
        return labels("LM1", self.loses)

    def move(self, u: int) -> LowerAndSlide:
        """A winning move from an N vertex."""
        v = self.towards[u]
        if v != NONE:
            return LowerAndSlide(self.weights[u] - 1, self.names[v])
        return LowerAndSlide(0, self.names[u] if self.looped[u] else None)

    def verdict(self, u: int) -> Verdict:
        """Who wins with the token on u, and how."""
        weight, name, v = self.weights[u], self.names[u], self.towards[u]
        if self.loses[u]:
            none = "{place} has weight {weight} and no P neighbour of smaller weight"
            why = Phrase(none, place=name, weight=weight) if weight else Phrase("{place} has weight 0", place=name)
            return Verdict(False, None, why, certificate=self.certificate)
        if v != NONE:
            lighter = "{place} has the neighbour {lost} of smaller weight, which is P"
            why = Phrase(lighter, place=name, lost=self.names[v])
        elif self.looped[u]:
            why = Phrase("{place} has a loop: empty it and stay", place=name)
        else:
            why = Phrase("{place} has no neighbour: taking tokens ends the game", place=name)
        return Verdict(True, self.move(u), why, partial(self.winning, u), certificate=self.certificate)

    def winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves from an N vertex u.

        Lowered to k, u is still N if k exceeds the least weight of its P neighbours (or u is looped and k >= 1); then
        all labels are as before, so every P neighbour is a good place to go. Otherwise u becomes P, which spoils every
        heavier neighbour; a P neighbour v with w(v) <= k is not touched.
        """
        names, weights = self.names, self.weights
        others, looped, most = self.rows.row(u), self.looped[u], weights[u] - 1
        if looped:
            yield slide_range(names[u], 0, 0)
        elif not others:
            yield MoveRange(lambda k: LowerAndSlide(k, None), 0, most)
        lost = [v for v in others if self.loses[v]]
        still_wins = min((weights[v] + 1 for v in lost), default=weights[u])
        for v in lost:
            yield slide_range(names[v], min(weights[v], still_wins, 1 if looped else weights[v]), most)


class LM1(Theorem):
    """LM1. NimG-RM on undirected graphs, normal play, by labels in order of weight.

    It replaces Corollary 12 of Duchêne and Renault, which is false as printed: on the edge 0-1 with a loop on 1 and
    weights (2, 1) the start 0 is P, not N.
    """

    cost = Cost.SORT
    statement = Statement(
        paper=LM,
        number="LM1",
        title="NimG-RM on undirected graphs, normal play",
        text=(
            "A vertex of weight 0 is P. A vertex of positive weight is N if and only if it has a "
            "loop, or no neighbour, "
            "or a neighbour of strictly smaller weight that is P."
        ),
        idea=(
            "Take one token and walk to a lighter neighbour that loses. With a loop take all and stay: your opponent "
            "then stands on nothing."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="undirected graph",
        verified="all graphs with loops on up to 3 vertices with weights to 3, every start, and random larger ones",
        claims=polynomial(Setting("nimg-rm", Play.NORMAL, directed=False)),
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed or position.start is OVER:
            return None
        board = NormalBoard(position.graph, position.weights)
        return board.verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        return BoardVerdict.silent(graph.n) if graph.directed else NormalBoard(graph, board.weights).board_verdict()


class LM2(Theorem):
    """LM2. NimG-RM on undirected graphs, misère play: one rule that contains Renault-Schmidt 3.4, 3.5, 3.6 and 3.7."""

    cost = Cost.MATCHING
    statement = Statement(
        paper=LM,
        number="LM2",
        title="NimG-RM on undirected graphs, misère play",
        text=(
            "Weight 0 is N, and so is a looped vertex of weight at least 2; drop both kinds of vertices, and loops on "
            "weight 1. If the token's component is then bipartite or has only weights 1, the player "
            "to move wins if and "
            "only if every maximum matching of it covers the token's vertex."
        ),
        idea=PAIR_AND_EMPTY,
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected graph; the token's component, after dropping, is bipartite or has only weights 1",
        verified="all graphs with loops on up to 3 vertices with weights to 3, every start, and random larger ones",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed or position.start is OVER:
            return None
        board = MisereBoard(position.graph, position.weights)
        return board.verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        if graph.directed:
            return BoardVerdict.silent(graph.n)
        return MisereBoard.of(board, meter).board_verdict(left)


class LM13(Theorem):
    """LM13. NimG-RM with a loop on every vertex, directed or not, normal play: N iff the token's weight is positive."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM13",
        title="NimG-RM with loops everywhere, normal play",
        text=(
            "With a loop on every vertex, the player to move wins if and only if the token's vertex has a positive "
            "weight."
        ),
        idea="Take everything and stay where you are: your opponent then stands on an empty vertex and cannot move.",
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="directed graph with a loop on every vertex",
        verified="all digraphs with all loops on up to 3 vertices, weights to 3, every start",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.start is OVER or not _looped_everywhere(position.graph):
            return None
        return self._verdict(position, position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if not _looped_everywhere(board.graph):
            return BoardVerdict.silent(board.graph.n)
        codes = bytes(weight > 0 for weight in board.weights)
        return BoardVerdict(codes, partial(self._verdict, board), certificate=lambda: Parity("LM13"))

    def _verdict(self, position: NimGRM, u: int) -> Verdict:
        graph, weights = position.graph, position.weights
        name, evidence = graph.vertices[u], partial(Parity, "LM13")

        def winning() -> Iterator[MoveRange]:
            yield slide_range(name, 0, 0)
            for v in graph.neighbours[u]:
                if v != u and not weights[v]:
                    yield slide_range(graph.vertices[v], 0, weights[u] - 1)

        if not weights[u]:
            return Verdict(False, None, f"{name} has weight 0", certificate=evidence)
        why = Phrase("{place} has a positive weight: empty it and stay", place=name)
        return Verdict(True, LowerAndSlide(0, name), why, winning, certificate=evidence)


def _looped_everywhere(graph: Graph) -> bool:
    return graph.directed and all(graph.looped)


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
        idea=(
            "Going round a circuit you cannot choose the way, only how much you leave. Count the places to the first "
            "weakest vertex: who comes to it first runs dry."
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


DECIDERS: tuple[Theorem, ...] = (LM1(), LM2(), LM13(), LM3())
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
