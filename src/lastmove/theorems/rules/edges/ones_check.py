"""Edge NimG where all weights are at most 1: Edge Geography on the edges that are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, CheckResult
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import Refuted
from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED
from lastmove.core.position import OVER
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play


class LightBoard:
    """The components of an Edge NimG board in which no weight is above 1, as a board of Edge Geography.

    Attributes
    ----------
    geography
        On the same vertices the edges of weight 1 of these components.
    edges
        For each of its edges the number that it has in Edge NimG.
    light
        A 1 for each vertex of these components.
    """

    def __init__(self, board: EdgeNimG) -> None:
        graph, weights = board.graph, board.weights
        head = list(range(graph.n))  # of each vertex another one of its component, in the end the first one

        def first(u: int) -> int:
            while head[u] != u:
                head[u] = head[head[u]]
                u = head[u]
            return u

        for (u, v), weight in zip(watched(graph.ends()), weights, strict=True):
            if weight:
                head[first(u)] = first(v)
        heavy = {first(u) for (u, _), weight in zip(graph.ends(), weights, strict=True) if weight > 1}
        self.light = bytes(first(u) not in heavy for u in watched(range(graph.n), 16))
        self.edges = [edge for edge, (u, _) in enumerate(watched(graph.ends())) if weights[edge] == 1 and self.light[u]]
        ends = [(graph.tails[edge], graph.heads[edge]) for edge in self.edges]
        numbered = Graph.numbered(graph.n, ends, directed=graph.directed)
        self.geography = EdgeGeography(numbered.renamed(graph.vertices))


@dataclass(frozen=True, slots=True)
class AsEdgeGeography(Certificate):
    """A certificate of the board of Edge Geography that an Edge NimG board with weights up to 1 is."""

    kind = "as-edge-geography"

    inner: Certificate

    def outcome(self, position: Any, play: Play) -> CheckResult:
        board = _light(position)
        start = position.start
        if start is None or start is OVER or not board.light[position.graph.index(start)]:
            raise Refuted("some weight in the token's component is above 1, or there is no token")
        found = self.inner.outcome(board.geography.at(start), play)
        return CheckResult(found.wins, f"no weight is above 1, and in Edge Geography {found.text}", found.number)

    def outcomes(self, board: Any, play: Play) -> bytes:
        light = _light(board)
        codes = zip(self.inner.outcomes(light.geography, play), light.light, strict=True)
        return bytes(code if fits else UNDECIDED for code, fits in codes)

    def body(self) -> dict[str, object]:
        return {"certificate": self.inner.to_json()}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("certificate")
        return cls(certificate_from_json(body.get("certificate"), without=(cls.kind, "reduction")))


def _light(board: Any) -> LightBoard:
    if not isinstance(board, EdgeNimG):
        raise Refuted("this certificate is for Edge NimG")
    return LightBoard(board)
