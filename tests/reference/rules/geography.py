"""Vertex Geography and Edge Geography."""

from __future__ import annotations

from reference.rules.game import Json
from reference.rules.graph import Graph, Vertex

__all__ = ["EdgeGeography", "VertexGeography"]

PlacesLeft = tuple[frozenset[Vertex], Vertex]  # the vertices not yet deleted, the token
EdgesLeft = tuple[frozenset[int], Vertex]  # the numbers of the edges not yet deleted, the token


class VertexGeography:
    """Slide to an out-neighbour that is still there; the vertex left behind is deleted."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: PlacesLeft) -> list[tuple[Json, PlacesLeft]]:
        left, token = state
        remain = left - {token}  # a loop is never playable: the token's own vertex is deleted
        return [({"to": v}, (remain, v)) for v in self.graph.neighbours[token] if v in remain]

    def to_json(self, state: PlacesLeft) -> Json:
        left, token = state
        return {
            "game": "vertex-geography",
            "directed": self.graph.directed,
            "vertices": [v for v in self.graph.vertices if v in left],
            "edges": [[u, v] for u, v in self.graph.edges if u in left and v in left],
            "start": token,
        }


class EdgeGeography:
    """Slide along an edge that is still there; that edge is deleted."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: EdgesLeft) -> list[tuple[Json, EdgesLeft]]:
        left, token = state
        edge_to: dict[Vertex, int] = {}  # the lowest edge to every vertex that can be reached
        for number in sorted(left):
            u, v = self.graph.edges[number]
            if u == token:
                edge_to.setdefault(v, number)
            elif v == token and not self.graph.directed:
                edge_to.setdefault(u, number)
        return [({"to": v}, (left - {number}, v)) for v, number in edge_to.items()]

    def to_json(self, state: EdgesLeft) -> Json:
        left, token = state
        return {
            "game": "edge-geography",
            "directed": self.graph.directed,
            "vertices": list(self.graph.vertices),
            "edges": [[u, v] for number, (u, v) in enumerate(self.graph.edges) if number in left],
            "start": token,
        }
