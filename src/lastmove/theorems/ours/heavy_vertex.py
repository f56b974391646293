"""LM31: a vertex to come back to that weighs more than all others together, where the move comes first."""

from __future__ import annotations

from functools import cached_property, partial
from math import prod
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.core.play import UNDECIDED, WINS, Play
from lastmove.games.moves import SlideAndLower
from lastmove.search.plain import PlainSearch
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGMR
    from lastmove.games.vertexnim_mr import VertexnimMR

MOST_STATES = 3_000
"""Weights and places of the token of the rest of a board, up to which the weight to leave is worked out."""


class HeavyVertex:
    """The vertex of a board that weighs more than all others together, if the token can come back to it at once.

    At most one vertex can be so heavy. It is the same for every start, and so is the weight to leave on it.
    """

    def __init__(self, board: NimGMR | VertexnimMR, meter: Meter) -> None:
        self.board = board
        self.meter = meter
        self.names = board.graph.vertices
        weights, graph = board.weights, board.graph
        self.passed = board.name == "vertexnim-mr"
        """Whether emptied vertices are passed through."""
        heaviest = max(range(graph.n), key=weights.__getitem__)
        self.others = sum(weights) - weights[heaviest]
        returns = graph.looped[heaviest] or (self.passed and graph.n == 1)
        returns = returns or (self.passed and any(not weights[v] for v in graph.neighbours[heaviest]))
        self.vertex = heaviest if returns and weights[heaviest] > self.others else None

    @cached_property
    def codes(self) -> bytes:
        """WINS for each start from which the heavy vertex can be reached in one move."""
        graph, codes = self.board.graph, bytearray([UNDECIDED]) * self.board.graph.n
        if self.vertex is None:
            return bytes(codes)
        waiting = [self.vertex]
        codes[self.vertex] = WINS
        for u in waiting:  # grows while it is walked through
            self.meter.look()
            for v in graph.neighbours[u]:
                if codes[v] == UNDECIDED:
                    codes[v] = WINS
                    if self.passed and not self.board.weights[v]:
                        waiting.append(v)
        return bytes(codes)

    @cached_property
    def weight_left(self) -> int | None:
        """The one weight to leave that makes the heavy vertex lost; ``None`` where that is too long to find out."""
        assert self.vertex is not None
        if not self.others:
            return 0
        weights = list(self.board.weights)
        weights[self.vertex] = self.others
        if len(weights) * prod(weight + 1 for weight in weights) > MOST_STATES:
            return None
        search = PlainSearch(Play.NORMAL, self.meter)
        for left in range(self.others + 1):
            weights[self.vertex] = left
            if not search.wins(type(self.board)(self.board.graph, weights, start=self.names[self.vertex])):
                return left
        raise AssertionError("LM31 is wrong")

    def verdict(self, u: int) -> Verdict | None:
        """That the start is won, where it is shown."""
        if self.codes[u] == UNDECIDED or self.vertex is None:
            return None
        name, left = self.names[self.vertex], self.weight_left
        weight = show(self.board.weights[self.vertex])
        move = None if left is None else SlideAndLower(name, left)
        others = show(self.others)
        why = f"the token can go to {name} and come back; it weighs {weight}, the others {others} together"
        return Verdict(True, move, why, certificate=partial(Parity, "LM31"))


class LM31(Theorem):
    """LM31. Vertexnim-MR and NimG-MR: a vertex with a loop that is heavier than all others together wins.

    Nobody has to know how: of the weights that can be left on that vertex exactly one is lost, and it is no larger than
    the sum of the others. For if none smaller is, the sum is: whoever goes away from there makes the sum smaller, and
    the other comes back and leaves the weight that is lost then. A neighbour of weight 0 does as well as a loop where
    emptied vertices are passed through.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM31",
        title="A heavy vertex to come back to, move first",
        text=(
            "Let the token be on a vertex with a loop (in Vertexnim-MR, with a loop or a neighbour of weight 0), and "
            "fix all weights but that of this vertex. Then exactly one weight there is P, and it is at most the sum of "
            "the others. So the player to move wins if he can go to such a vertex that weighs more than all others "
            "together."
        ),
        idea=(
            "Go to the heavy vertex with a loop and leave there just the one number that loses: there is always one, "
            "and it is no more than all other weights together."
        ),
        kind=Kind.THEOREM,
        games=("vertexnim-mr", "nimg-mr"),
        plays=(Play.NORMAL,),
        condition="undirected graph; such a vertex, heavier than all others together, can be reached in one move",
        verified="all graphs with loops on up to 3 vertices with weights to 3, every start, and random larger ones",
    )

    def decide(self, position: NimGMR | VertexnimMR, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed:
            return None
        return HeavyVertex(position, meter).verdict(position.graph.index(position.start))

    def decide_board(
        self,
        board: NimGMR | VertexnimMR,
        play: Play,  # noqa: ARG002
        meter: Meter,
        left: bytes | None = None,  # noqa: ARG002
    ) -> BoardVerdict:
        graph = board.graph
        if graph.directed or not graph.n:
            return BoardVerdict.silent(graph.n)
        heavy = HeavyVertex(board, meter)
        return BoardVerdict(heavy.codes, heavy.verdict, certificate=partial(Parity, "LM31"))


DECIDERS: tuple[Theorem, ...] = (LM31(),)
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
