"""Vertexnim, directed and undirected."""

from __future__ import annotations

from typing import Any

from reference.rules.game import Json
from reference.rules.graph import Graph, Vertex, Weights, reached_from

__all__ = ["Vertexnim", "VertexnimMR", "require_vertexnim"]

Arcs = frozenset[tuple[Vertex, Vertex]]  # an undirected edge is in it in both directions
MovingState = tuple[Weights, Arcs, Vertex, frozenset[Vertex]]
VertexnimState = tuple[Weights, Arcs, Vertex | None]


class Vertexnim:
    """Lower the weight under the token, then move to a neighbour; an emptied vertex is deleted.

    State: weights of the vertices left, arcs between them, token (None: the graph is empty).
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: VertexnimState) -> list[tuple[Json, VertexnimState]]:
        weights, arcs, token = state
        if token is None:
            return []
        weight = dict(weights)
        neighbours = [v for v in self.graph.vertices if (token, v) in arcs]
        found: list[tuple[Json, VertexnimState]] = []

        # The weight stays positive: along an edge or a loop; on one vertex without a loop the token stays.
        alone = len(weight) == 1
        for k in range(1, weight[token]):
            lowered = frozenset({**weight, token: k}.items())
            for v in [token] if alone else neighbours:
                found.append(({"remaining": k, "to": v}, (lowered, arcs, v)))

        # The vertex is emptied and deleted: to a neighbour other than itself; the last vertex ends the game.
        if alone:
            found.append(({"remaining": 0, "to": None}, (frozenset(), frozenset(), None)))
        else:
            rest = frozenset((v, w) for v, w in weights if v != token)
            joined = self.without(arcs, token)
            for v in neighbours:
                if v != token:
                    found.append(({"remaining": 0, "to": v}, (rest, joined, v)))
        return found

    def without(self, arcs: Arcs, gone: Vertex) -> Arcs:
        """The arcs after a vertex was deleted."""
        kept = {(u, v) for u, v in arcs if gone not in (u, v)}
        if self.graph.directed:  # every pair (p, gone), (gone, s) becomes (p, s), also for p = s
            before = {u for u, v in arcs if v == gone and u != gone}
            after = {v for u, v in arcs if u == gone and v != gone}
            kept |= {(p, s) for p in before for s in after}
        else:  # the neighbours become a clique and each gets a loop
            around = {v for u, v in arcs if u == gone and v != gone}
            kept |= {(u, v) for u in around for v in around if u != v}
            kept |= {(v, v) for v in around}
        return frozenset(kept)

    def to_json(self, state: VertexnimState) -> Json:
        weights, arcs, token = state
        weight = dict(weights)
        vertices = [v for v in self.graph.vertices if v in weight]
        edges = [[u, v] for u in vertices for v in vertices if (u, v) in arcs]
        if not self.graph.directed:  # each edge once
            edges = [[u, v] for u, v in edges if vertices.index(u) <= vertices.index(v)]
        return {
            "game": "vertexnim",
            "directed": self.graph.directed,
            "vertices": vertices,
            "edges": edges,
            "weights": [weight[v] for v in vertices],
            "start": token,
        }


class VertexnimMR(Vertexnim):
    """Move to a neighbour, then lower its weight; an emptied vertex is deleted, the token goes on from where it was.

    State: weights of the vertices left, arcs between them, the token's vertex, and where the token can go from there.
    """

    def first(self, weights: Weights, token: Vertex) -> MovingState:
        """The state with these weights, some of them 0: those vertices are deleted one by one, the token's last."""
        weight = dict(weights)
        arcs: Arcs = frozenset(self.graph.arcs)
        for v in [v for v in weight if weight[v] == 0 and v != token]:
            arcs = self.without(arcs, v)
        return self.lowered(frozenset((v, w) for v, w in weights if w or v == token), arcs, token)

    def lowered(self, weights: Weights, arcs: Arcs, token: Vertex) -> MovingState:
        """The state after the token's vertex was lowered."""
        exits = frozenset(v for u, v in arcs if u == token)
        weight = dict(weights)
        if weight[token] == 0:
            del weight[token]
            return frozenset(weight.items()), self.without(arcs, token), token, exits - {token}
        return weights, arcs, token, exits if len(self.graph.vertices) > 1 else frozenset({token})

    def moves(self, state: Any) -> list[tuple[Json, Any]]:
        weights, arcs, _, exits = state
        weight = dict(weights)
        return [
            ({"to": v, "remaining": k}, self.lowered(frozenset({**weight, v: k}.items()), arcs, v))
            for v in self.graph.vertices
            if v in exits
            for k in range(weight[v])
        ]

    def to_json(self, state: Any) -> Json:
        """Deleted vertices are written with weight 0, on the graph of the beginning."""
        weight = dict(state[0])
        return {
            "game": "vertexnim-mr",
            "directed": self.graph.directed,
            "vertices": list(self.graph.vertices),
            "edges": [[u, v] for u, v in self.graph.edges],
            "weights": [weight.get(v, 0) for v in self.graph.vertices],
            "start": state[2],
        }


def require_vertexnim(graph: Graph, weights: Weights, least: int = 1) -> None:
    """Refuse a graph that is not (strongly) connected, and weights that are too small."""
    if any(reached_from(graph, v) != set(graph.vertices) for v in graph.vertices):
        raise ValueError("the graph is not (strongly) connected")
    if any(w < least for _, w in weights):
        raise ValueError(f"a weight is below {least}")
