"""Edge Geography on bipartite graphs: a set of vertices, seen as a vector over the field with two elements."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, Finding
from lastmove.core.errors import Refuted
from lastmove.core.play import Play
from lastmove.games.edge_geography import EdgeGeography

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.untrusted import Body

__all__ = ["EvenSet"]


@dataclass(frozen=True, slots=True)
class EvenSet(Certificate):
    """A set S on one side of the token's component.

    On the token's own side: it contains the token, and every vertex of the other side has an even number of edges into
    it; the position is P. On the other side: it has an odd number of edges to the token and an even number to all
    other vertices of the token's side; the position is N. The two exclude each other.
    """

    kind = "gf2"

    set: tuple[int, ...]

    def outcome(self, position: Any, play: Play) -> Finding:
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
            return Finding(False, said)
        if odd != {token}:
            raise Refuted("the set does not have an odd number of edges to the token's vertex and no other")
        said = (
            "a set on the other side sends an odd number of edges to the token's vertex and even numbers to the others"
        )
        return Finding(True, said)

    def body(self) -> dict[str, object]:
        return {"set": list(self.set)}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("set")
        return cls(body.numbers("set"))
