"""NimG-RM and NimG-MR."""

from __future__ import annotations

from reference.rules.game import Json
from reference.rules.graph import Graph, Vertex, Weights

__all__ = ["NimGMR", "NimGRM"]

Weighted = tuple[Weights, Vertex]  # the weights, the token
WeightedOrOver = tuple[Weights, Vertex | None]  # the same; no token: the game is over


class NimGRM:
    """Lower the weight under the token, then move to a neighbour."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: WeightedOrOver) -> list[tuple[Json, WeightedOrOver]]:
        weights, token = state
        if token is None:
            return []
        weight = dict(weights)
        targets: list[Vertex | None] = list(self.graph.neighbours[token])
        if not targets:
            targets = [None]  # no neighbour: the player takes tokens and the game ends there
        return [
            ({"remaining": k, "to": v}, (frozenset({**weight, token: k}.items()), v))
            for k in range(weight[token])
            for v in targets
        ]

    def to_json(self, state: WeightedOrOver) -> Json:
        return weighted_json("nimg-rm", self.graph, *state)


class NimGMR:
    """Move to a neighbour of positive weight, then lower its weight."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: Weighted) -> list[tuple[Json, Weighted]]:
        weights, token = state
        weight = dict(weights)
        return [
            ({"to": v, "remaining": k}, (frozenset({**weight, v: k}.items()), v))
            for v in self.graph.neighbours[token]
            for k in range(weight[v])
        ]

    def to_json(self, state: Weighted) -> Json:
        return weighted_json("nimg-mr", self.graph, *state)


def weighted_json(name: str, graph: Graph, weights: Weights, token: Vertex | None) -> Json:
    """A NimG position: the graph never changes."""
    weight = dict(weights)
    return {
        "game": name,
        "directed": graph.directed,
        "vertices": list(graph.vertices),
        "edges": [[u, v] for u, v in graph.edges],
        "weights": [weight[v] for v in graph.vertices],
        "start": token,
    }
