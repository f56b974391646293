"""Edge Geography on bipartite graphs: a set of vertices, seen as a vector over the field with two elements.

A certificate has the set of one start, or those of every start of a board.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers, RuleCertificate
from lastmove.certificates.certificate import Certificate, CheckResult, array, numbers
from lastmove.core.errors import Refuted
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.games.edge_geography import EdgeGeography

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.boards import Answers
    from lastmove.certificates.certificate import Body
    from lastmove.graphs.graph import Graph

MOST_BITS = 200_000_000
"""The bits of all the sets of starts that are won are at most this many."""

WON = "a set on the other side sends an odd number of edges to the token's vertex and even numbers to the others"
LOST = "a set with the token's vertex receives an even number of edges from every vertex of the other side"


@dataclass(frozen=True, slots=True)
class EvenSets(RuleCertificate):
    """What :class:`EvenSet` says of one start, for all starts of a board.

    Parameters
    ----------
    even
        Sets on one side of a component into which every vertex of the other side has an even number of edges. The
        vertices of such a set are lost.
    won
        The vertices that are won. Those of one side of a component are numbered from 0 in this order.
    members
        For each vertex of the board the won vertices, on the other side of its component, whose sets it belongs to: as
        bits, by those numbers.
    """

    kind = "gf2-board"

    even: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    members: tuple[int, ...]

    def answers(self, board: Any, play: Play) -> Answers:
        if not isinstance(board, EdgeGeography) or board.graph.directed or play is not Play.NORMAL:
            raise Refuted("this decides undirected Edge Geography in normal play")
        graph = board.graph
        codes = bytearray([UNDECIDED]) * graph.n
        for u in self._check_won(graph):
            codes[u] = WINS
        for chosen in watched(self.even, 1):
            _check_even(graph, chosen)
            for u in chosen:
                if codes[u] == WINS:
                    raise Refuted("a vertex is shown to be won and to be lost")
                codes[u] = LOSES

        def finding(place: int) -> CheckResult | None:
            code = codes[place]
            return None if code == UNDECIDED else CheckResult(code == WINS, WON if code == WINS else LOST)

        return AllAnswers(bytes(codes), finding)

    def _check_won(self, graph: Graph) -> tuple[int, ...]:
        """Add up, for each vertex, the sets that its edges lead into: only its own may come out odd."""
        if len(self.members) != graph.n:
            raise Refuted(f"{len(self.members)} members for {graph.n} vertices")
        if len(set(self.won)) != len(self.won) or any(u >= graph.n for u in self.won):
            raise Refuted("a vertex that is won stands there twice, or is not there")
        sides = graph.sides
        counts: Counter[tuple[int, int] | None] = Counter()
        due = [0] * graph.n
        for u in self.won:
            if sides[u] is None:
                raise Refuted("the component of a vertex that is won is not bipartite")
            due[u] = 1 << counts[sides[u]]
            counts[sides[u]] += 1
        for v, bits in enumerate(self.members):
            where = sides[v]
            if bits.bit_length() > (0 if where is None else counts[where[0], 1 - where[1]]):
                raise Refuted("a vertex belongs to the set of a vertex that is not won, or not on the other side")
        for u in watched(range(graph.n)):
            if sides[u] is not None:
                total = 0
                for _, v in graph.incidence[u]:
                    total ^= self.members[v]
                if total != due[u]:
                    raise Refuted("a set does not have an odd number of edges to its own vertex and no other")
        return self.won

    def body(self) -> dict[str, object]:
        return {
            "even": [list(chosen) for chosen in self.even],
            "won": list(self.won),
            "members": [f"{bits:x}" if bits else "" for bits in self.members],
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("even", "won", "members")
        even = tuple(numbers(chosen, "even") for chosen in array(body.get("even"), "even"))
        return cls(even, body.numbers("won"), tuple(map(_bits, body.items("members"))))


def _check_even(graph: Graph, chosen: tuple[int, ...]) -> None:
    if not chosen or len(set(chosen)) != len(chosen) or any(u >= graph.n for u in chosen):
        raise Refuted("an even set is empty, has a vertex twice, or one that is not there")
    where = {graph.sides[u] for u in chosen}
    if len(where) != 1 or None in where:
        raise Refuted("an even set has vertices on several sides, or in a component that is not bipartite")
    if any(count % 2 for count in Counter(v for u in chosen for _, v in graph.incidence[u]).values()):
        raise Refuted("a vertex has an odd number of edges into an even set")


def _bits(raw: object) -> int:
    """The number that hexadecimal digits stand for; none for 0."""
    if not isinstance(raw, str) or not set(raw) <= set("0123456789abcdef"):
        raise Refuted("members are texts of hexadecimal digits 0-9, a-f")
    return int(raw or "0", 16)


@dataclass(frozen=True, slots=True)
class EvenSet(Certificate):
    """A set S on one side of the token's component.

    On the token's own side: it contains the token, and every vertex of the other side has an even number of edges into
    it; the position is P. On the other side: it has an odd number of edges to the token and an even number to all
    other vertices of the token's side; the position is N. The two exclude each other.
    """

    kind = "gf2"

    set: tuple[int, ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:
        if not isinstance(position, EdgeGeography) or position.graph.directed or play is not Play.NORMAL:
            raise Refuted("this decides undirected Edge Geography in normal play")
        if position.is_board:
            raise Refuted("there is no token")
        graph = position.graph
        token = graph.index(position.start)
        sides, own = graph.sides, graph.sides[token]
        if own is None:
            raise Refuted("the token's component is not bipartite")
        if not self.set or len(set(self.set)) != len(self.set) or any(u >= graph.n for u in self.set):
            raise Refuted("the set is empty, has a vertex twice, or one that is not there")
        where = {sides[u] for u in self.set}
        if len(where) != 1 or not where <= {own, (own[0], 1 - own[1])}:
            raise Refuted("the set has vertices on both sides, or leaves the token's component")
        odd = {v for v, count in Counter(v for u in self.set for _, v in graph.incidence[u]).items() if count % 2}
        if own in where:
            if token not in self.set or odd:
                raise Refuted("the set lacks the token, or a vertex has an odd number of edges into it")
            said = "a set with the token's vertex receives an even number of edges from every vertex of the other side"
            return CheckResult(False, said)
        if odd != {token}:
            raise Refuted("the set does not have an odd number of edges to the token's vertex and no other")
        said = (
            "a set on the other side sends an odd number of edges to the token's vertex and even numbers to the others"
        )
        return CheckResult(True, said)

    def body(self) -> dict[str, object]:
        return {"set": list(self.set)}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("set")
        return cls(body.numbers("set"))
