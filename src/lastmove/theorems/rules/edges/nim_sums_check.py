"""Edge NimG in normal play: sets without edges inside, and the nim-sums of the edges from each vertex into them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers, RuleCertificate
from lastmove.certificates.certificate import Budget, CheckResult, numbers
from lastmove.core.errors import Refuted, show
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.games.edge_nimg import EdgeNimG

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.boards import Answers
    from lastmove.certificates.certificate import Body

_SAID = {
    LOSES: "every vertex has edges of nim-sum 0 into a set that holds the token, and there are none inside",
    WINS: "the token's vertex alone has edges of another nim-sum than 0 into a set without edges inside",
}


@dataclass(frozen=True, slots=True)
class NimSums(RuleCertificate):
    """Sets of vertices. If all nim-sums into a set are 0, its vertices are P; if just one is not, that vertex is N.

    The other player, or the first one by his first move, makes the nim-sum of the edges from the token's vertex into
    the set 0 again and again, as in Nim, and so goes back into the set.
    """

    kind = "nim-sums"

    sets: tuple[tuple[int, ...], ...]

    def answers(self, board: Any, play: Play) -> Answers:
        if not isinstance(board, EdgeNimG) or board.graph.directed or play is not Play.NORMAL:
            raise Refuted("nim-sums of edges decide Edge NimG on undirected graphs in normal play")
        ways: list[list[tuple[int, int]]] = [[] for _ in range(board.graph.n)]
        for (u, v), weight in zip(watched(board.graph.ends()), board.weights, strict=True):
            if weight:
                ways[u].append((v, weight))
                ways[v].append((u, weight))
        codes, budget = bytearray([UNDECIDED]) * board.graph.n, Budget()
        for members in watched(self.sets, 1):
            inside, sums = set(members), dict[int, int]()
            if len(inside) != len(members) or any(u >= board.graph.n for u in members):
                raise Refuted("a set has a vertex twice, or one that is not there")
            for u in members:
                budget.spend(1 + len(ways[u]))
                for v, weight in ways[u]:
                    if v in inside:
                        raise Refuted(f"an edge joins {show(u)} and {show(v)}, both of a set")
                    sums[v] = sums.get(v, 0) ^ weight
            others = [v for v, total in sums.items() if total]
            if len(others) > 1:
                raise Refuted(f"{show(others[0])} and {show(others[1])} both have other nim-sums than 0 into a set")
            for u in others or members:
                codes[u] = WINS if others else LOSES
        found = bytes(codes)
        return AllAnswers(
            found, lambda u: None if found[u] == UNDECIDED else CheckResult(found[u] == WINS, _SAID[found[u]])
        )

    def body(self) -> dict[str, object]:
        return {"sets": list(map(list, self.sets))}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("sets")
        return cls(tuple(numbers(each, "sets") for each in body.items("sets")))
