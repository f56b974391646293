"""LM51 to LM53: small rules of Vertexnim-MR. The proofs are in docs/background/proofs.md."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from lastmove.core.errors import show
from lastmove.core.play import Play
from lastmove.games.moves import SlideAndLower
from lastmove.theorems.board import BoardTheorem, Study, counted, lost_if_it_lasts, verdict_from
from lastmove.theorems.papers import LM
from lastmove.theorems.statement import Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.games.vertexnim_mr import VertexnimMR

Weights = tuple[int, ...]


class SmallRule(BoardTheorem):
    """A theorem that knows who wins whatever the weights, on boards that it takes."""

    rule: ClassVar[str]

    @abstractmethod
    def fits(self, board: VertexnimMR) -> bool:
        """Whether the theorem speaks of a board; it then speaks of all that follow."""

    @abstractmethod
    def wins(self, board: VertexnimMR, weights: Weights, u: int) -> bool:
        """Whether the mover wins in normal play with these weights and the token on u; some weight is above 1."""

    @abstractmethod
    def ends(self, weights: Weights) -> Iterable[int]:
        """Where the outcome can change as one weight falls and the others stay."""

    @abstractmethod
    def why(self, board: VertexnimMR, u: int, *, wins: bool) -> str:
        """Why it applies, in words."""

    def study(self, board: VertexnimMR, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if not self.fits(board):
            return None
        index, weights = board.graph.index, board.weights

        def verdict(start: Hashable) -> Verdict:
            u = index(start)
            wins = self.wins_in(board, weights, u, play)
            why = self.why(board, u, wins=wins)
            return verdict_from(wins, why, partial(self.winning, board, u, play))

        evidence = partial(counted, self.rule, board, play)
        return Study(verdict, lambda start: self.wins_in(board, weights, index(start), play), evidence)

    def wins_in(self, board: VertexnimMR, weights: Weights, u: int, play: Play) -> bool:
        """The same in either convention, by LM51."""
        if max(weights) < 2:
            return not lost_if_it_lasts(sum(weights), play)
        return self.wins(board, weights, u)

    def winning(self, board: VertexnimMR, u: int, play: Play) -> Iterator[MoveRange]:
        """All winning moves, in ranges of weights that are left."""
        names, weights = board.graph.vertices, board.weights
        for v in reached(board, u):
            ends = sorted({0, 1, 2, weights[v], *self.ends((*weights[:v], *weights[v + 1 :]))})
            for first, after in pairwise(end for end in ends if 0 <= end <= weights[v]):
                if not self.wins_in(board, (*weights[:v], first, *weights[v + 1 :]), v, play):
                    yield MoveRange(partial(SlideAndLower, names[v]), first, after - 1)


def reached(board: VertexnimMR, u: int) -> list[int]:
    """The vertices of positive weight to which the token can go from u, ascending."""
    neighbours, weights = board.graph.neighbours, board.weights
    if len(neighbours) == 1:
        return [u] if weights[u] else []
    seen, waiting = set(neighbours[u]), list(neighbours[u])
    for v in waiting:
        for w in () if weights[v] else neighbours[v]:
            if w not in seen:
                seen.add(w)
                waiting.append(w)
    return sorted(v for v in seen if weights[v])


class LM51(BoardTheorem):
    """LM51. Vertexnim-MR: with weights up to 1 parity decides; one vertex above 1 that can be reached wins.

    So misère and normal outcomes are the same unless no weight is above 1: a position of which one move leads to
    weights up to 1 has another such move, and of the two just one wins in each convention.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM51",
        title="Vertexnim-MR with at most one weight above 1",
        text=(
            "If no weight is above 1, a game of Vertexnim-MR lasts as many moves as there are vertices of weight 1. If "
            "just one weight is above 1, and the token can go there, the player to move wins, by leaving 0 or 1. So "
            "misère and normal play have the same winner unless no weight is above 1."
        ),
        idea=(
            "With weights of 1 count them: that many moves are left. Go to the one heavy vertex and leave 0 or 1 "
            "there, whichever makes the number come out right."
        ),
        kind=Kind.THEOREM,
        games=("vertexnim-mr",),
        condition="no weight is above 1, or just one is and the token can go there in one move",
        verified="all graphs and digraphs on up to 3 vertices with weights to 3, every start, and random larger ones",
    )

    def study(self, board: VertexnimMR, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        weights, names = board.weights, board.graph.vertices
        heavy = [v for v, weight in enumerate(weights) if weight > 1]
        if len(heavy) > 1:
            return None
        ones = weights.count(1)

        def verdict(start: Hashable) -> Verdict | None:
            u = board.graph.index(start)
            ways = reached(board, u)
            if not heavy:
                why = f"{ones} weights are 1 and no other is positive: the game lasts {ones} moves"
                wins = not lost_if_it_lasts(ones, play)
                return verdict_from(wins, why, lambda: [MoveRange.single(SlideAndLower(names[v], 0)) for v in ways])
            if heavy[0] not in ways:
                return None
            left = int(not lost_if_it_lasts(ones, play))
            made = SlideAndLower(names[heavy[0]], left)
            why = f"only {names[heavy[0]]} has a weight above 1, and the token can go there"
            return Verdict(True, made, why)  # other moves may win too

        return Study(verdict, certificate=partial(counted, "LM51", board, play))


class LM52(SmallRule):
    """LM52. Vertexnim-MR where every vertex can be reached from every other one, now and always: Nim."""

    cost = Cost.LINEAR
    rule = "LM52"
    statement = Statement(
        paper=LM,
        number="LM52",
        title="Vertexnim-MR on complete graphs with loops is Nim",
        text=(
            "If each vertex is joined to all others (in a digraph both ways), and each vertex of positive weight has a "
            "loop or some weight is 0, Vertexnim-MR is Nim with the weights as heaps, in both conventions. A single "
            "vertex is a heap, with a loop or without."
        ),
        idea=("Every vertex can be reached from everywhere, so this is Nim: play it as Nim with the weights as heaps."),
        kind=Kind.THEOREM,
        games=("vertexnim-mr",),
        condition="complete graph; a loop at each vertex of positive weight, or a weight of 0, or a single vertex",
        verified="all graphs and digraphs on up to 3 vertices with weights to 3, every start, and random larger ones",
    )

    def fits(self, board: VertexnimMR) -> bool:
        graph, n = board.graph, board.graph.n
        if any(len(around) - looped != n - 1 for around, looped in zip(graph.neighbours, graph.looped, strict=True)):
            return False
        looped = all(loop or not weight for loop, weight in zip(graph.looped, board.weights, strict=True))
        return n == 1 or looped or 0 in board.weights

    def wins(self, board: VertexnimMR, weights: Weights, u: int) -> bool:  # noqa: ARG002
        return _nim_sum(weights) != 0

    def ends(self, weights: Weights) -> Iterable[int]:
        total = _nim_sum(weights)
        return total, total + 1

    def why(self, board: VertexnimMR, u: int, *, wins: bool) -> str:  # noqa: ARG002
        return f"the token can always go to every vertex, as in Nim, and the nim-sum is {show(_nim_sum(board.weights))}"


class LM53(SmallRule):
    """LM53. Vertexnim-MR on an edge and on a path of three vertices."""

    cost = Cost.CONSTANT
    rule = "LM53"
    statement = Statement(
        paper=LM,
        number="LM53",
        title="Vertexnim-MR on paths of two and three vertices",
        text=(
            "Let some weight be above 1. On an edge, the token on weight a and the other weight b, both positive, the "
            "player to move loses iff b <= a. On a path with weights x, m, y: if m = 0 he wins iff x and y differ; "
            "from the end with x he wins iff x = y or m > x + y; from the middle he loses iff x and y are positive "
            "and m >= x + y, or one of them is 0 and the other is m. In both conventions."
        ),
        idea=(
            "On an edge leave your opponent on the end that is at least as heavy as the other one. On a path with an "
            "empty middle make the two ends equal."
        ),
        kind=Kind.THEOREM,
        games=("vertexnim-mr",),
        condition="undirected path of two vertices of positive weight or of three vertices, without loops",
        verified="all weights to 7 on the edge and to 4 on the path, every start",
    )

    def fits(self, board: VertexnimMR) -> bool:
        graph = board.graph
        if graph.directed or graph.n not in (2, 3) or any(graph.looped):
            return False
        pairs = sum(map(len, graph.neighbours)) // 2
        return pairs == graph.n - 1 and (graph.n == 3 or all(board.weights))

    def wins(self, board: VertexnimMR, weights: Weights, u: int) -> bool:
        if len(weights) == 2:
            return weights[1 - u] > weights[u] if all(weights) else True
        middle = next(v for v, around in enumerate(board.graph.neighbours) if len(around) == 2)
        m = weights[middle]
        x, y = (weights[v] for v in range(3) if v != middle)
        if not m:
            return x != y
        if u != middle:
            return x == y or m > x + y
        return m < x + y if x and y else m != x + y

    def ends(self, weights: Weights) -> Iterable[int]:
        found = set(weights)
        if len(weights) == 2:
            found |= {sum(weights), max(weights) - min(weights)}
        return found | {each + 1 for each in found}

    def why(self, board: VertexnimMR, u: int, *, wins: bool) -> str:  # noqa: ARG002
        graph = board.graph
        kind = "an edge" if graph.n == 2 else "a path of three vertices"
        known = zip(graph.vertices, board.weights, strict=True)
        return f"the graph is {kind}, with " + ", ".join(f"{show(weight)} on {name}" for name, weight in known)


def _nim_sum(weights: Weights) -> int:
    total = 0
    for weight in weights:
        total ^= weight
    return total


DECIDERS: tuple[Theorem, ...] = (LM51(), LM52(), LM53())
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
