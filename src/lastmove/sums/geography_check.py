"""Sums with undirected Vertex Geography, normal play: the check of values some of which are 0 by a matching."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Body, Budget, array, numbers, pairs
from lastmove.core.errors import Refuted
from lastmove.games.vertex_geography import VertexGeography
from lastmove.sums.check import Grundy

if TYPE_CHECKING:
    from typing import Self

    from lastmove.graphs.graph import Graph

MOST_MATCHED = 1_000_000
"""The boards for which a certificate has matchings have together at most so many vertices."""


@dataclass(frozen=True, slots=True)
class LostBoard:
    """A component of value 0: a maximum matching that leaves out the token's vertex.

    Attributes
    ----------
    component
        Its number in the order of the walk.
    matching, barrier
        Edges, and the set of vertices that shows that no matching has more, by the numbers of what is left.
    """

    component: int
    matching: tuple[tuple[int, int], ...]
    barrier: tuple[int, ...]

    def check(self, position: Any, budget: Budget) -> None:
        """Refuted if this does not show that the value of a position is 0."""
        if type(position) is not VertexGeography or position.board.directed:
            raise Refuted("matchings are about undirected Vertex Geography")
        graph = position.graph
        budget.spend(graph.n + graph.m)
        covered = [u for edge in self.matching for u in edge]
        if len({*covered}) != len(covered) or graph.index(position.start) in covered:
            raise Refuted("the edges of a matching meet, or one covers the token")
        if any(u >= graph.n or u == v or v not in graph.neighbours[u] for u, v in self.matching):
            raise Refuted("an edge of a matching is not in the graph")
        if len({*self.barrier}) != len(self.barrier) or any(u >= graph.n for u in self.barrier):
            raise Refuted("a vertex of a barrier stands there twice, or is not in the graph")
        if len(covered) != graph.n + len(self.barrier) - _odd_components(graph, {*self.barrier}):
            raise Refuted("a barrier does not show that the matching is maximum")

    def to_json(self) -> dict[str, object]:
        return {
            "component": self.component,
            "matching": [list(edge) for edge in self.matching],
            "barrier": list(self.barrier),
        }


def _odd_components(graph: Graph, without: set[int]) -> int:
    """How many components of a graph without some vertices have an odd number of vertices."""
    seen, odd = without.copy(), 0
    for root in range(graph.n):
        if root not in seen:
            component = [root]
            seen.add(root)
            for u in component:
                for v in graph.neighbours[u]:
                    if v not in seen:
                        seen.add(v)
                        component.append(v)
            odd += len(component) % 2
    return odd


@dataclass(frozen=True)
class GrundyMatchings(Grundy):
    """The same as :class:`~lastmove.sums.check.Grundy`; the value 0 of some components is shown by a matching.

    Nothing is said of the options of these.
    """

    kind = "grundy-matchings"

    lost: tuple[LostBoard, ...] = ()

    @cached_property
    def _lost(self) -> dict[int, LostBoard]:
        return {each.component: each for each in self.lost}

    def is_lost(self, place: int, position: Any, budget: Budget) -> bool:
        if place not in self._lost:
            return False
        self._lost[place].check(position, budget)
        return True

    def body(self) -> dict[str, object]:
        return {**super().body(), "lost": [each.to_json() for each in self.lost]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("values", "heaps", "rule", "lost")
        found = cls(*cls.parts(body), tuple(map(_read_lost, body.items("lost"))))
        if len(found._lost) != len(found.lost) or any(place >= len(found.values) for place in found._lost):
            raise Refuted("lost: two matchings for one component, or one for a component that is not there")
        return found


def _read_lost(raw: object) -> LostBoard:
    if not isinstance(raw, dict) or raw.keys() != {"component", "matching", "barrier"}:
        raise Refuted("lost: accepted: objects with the fields component, matching and barrier")
    (component,) = numbers([raw["component"]], "component")
    matching = pairs(array(raw["matching"], "matching"), "matching")
    return LostBoard(component, matching, numbers(raw["barrier"], "barrier"))
