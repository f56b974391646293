"""Edge Geography on rectangular grids, normal play: the check that components of a board are grids."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers, RuleCertificate
from lastmove.certificates.certificate import CheckResult, array, numbers
from lastmove.core.errors import Refuted
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.games.edge_geography import EdgeGeography

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from lastmove.certificates.boards import Answers
    from lastmove.certificates.certificate import Body
    from lastmove.graphs.graph import Graph


@dataclass(frozen=True, slots=True)
class Grids(RuleCertificate):
    """Components of a board that are rectangular grids, each as its vertices row by row.

    A square is lost if and only if gcd(rows + 1, columns + 1) divides neither its row nor its column, counted from 1.
    """

    kind = "grids"

    grids: tuple[tuple[tuple[int, ...], ...], ...]

    def answers(self, board: Any, play: Play) -> Answers:
        if not isinstance(board, EdgeGeography) or board.graph.directed or play is not Play.NORMAL:
            raise Refuted("this decides undirected Edge Geography in normal play")
        graph = board.graph
        codes = bytearray([UNDECIDED]) * graph.n
        for rows in self.grids:
            if not self.are_rows(graph, rows):
                raise Refuted("a component is not the grid that it is said to be")
            divisor = gcd(len(rows) + 1, len(rows[0]) + 1)
            for i, row in enumerate(rows, 1):
                for j, u in enumerate(row, 1):
                    codes[u] = LOSES if i % divisor and j % divisor else WINS

        def finding(place: int) -> CheckResult | None:
            code = codes[place]
            said = "the component is a grid, and the gcd divides "
            said += "its row or its column" if code == WINS else "neither its row nor its column"
            return None if code == UNDECIDED else CheckResult(code == WINS, said)

        return AllAnswers(bytes(codes), finding)

    @staticmethod
    def are_rows(graph: Graph, rows: Sequence[Sequence[int]]) -> bool:
        """Whether these are the rows of a grid that is a whole component of the graph, without loops or parallels.

        All edges of the grid are there, and by the degrees the component has no other edges.
        """
        if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            return False
        vertices = [u for row in rows for u in row]
        if len(set(vertices)) != len(vertices) or not all(0 <= u < graph.n for u in vertices):
            return False
        height, width = len(rows), len(rows[0])
        for i, row in enumerate(watched(rows, width)):
            for j, u in enumerate(row):
                sides = (i > 0) + (i < height - 1) + (j > 0) + (j < width - 1)
                near = graph.neighbours[u]
                if graph.degrees[u] != sides or (i and rows[i - 1][j] not in near) or (j and row[j - 1] not in near):
                    return False
        return True

    def body(self) -> dict[str, object]:
        return {"grids": [[list(row) for row in rows] for rows in self.grids]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("grids")
        grids = (array(rows, "grids") for rows in body.items("grids"))
        return cls(tuple(tuple(numbers(row, "grids") for row in rows) for rows in grids))
