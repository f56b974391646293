"""Edge NimG: weights on edges."""

from __future__ import annotations

from reference.rules.game import Json
from reference.rules.graph import Graph, Vertex

__all__ = ["EdgeNimG", "read_edge_weights"]

State = tuple[tuple[int, ...], Vertex]  # the weights of the edges in order, the token


class EdgeNimG:
    """Slide along an edge of positive weight and lower that weight."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: State) -> list[tuple[Json, State]]:
        weights, token = state
        usable: list[tuple[int, Vertex]] = []
        for number, (u, v) in enumerate(self.graph.edges):
            if weights[number] == 0:
                continue
            if u == token:
                usable.append((number, v))
            elif v == token and not self.graph.directed:
                usable.append((number, u))
        found: list[tuple[Json, State]] = []
        for number, end in usable:
            alone = len([other for _, other in usable if other == end]) == 1
            named = {} if alone else {"edge": number}
            for k in range(weights[number]):
                lowered = tuple(k if edge == number else weight for edge, weight in enumerate(weights))
                found.append(({"to": end, "remaining": k, **named}, (lowered, end)))
        return found

    def to_json(self, state: State) -> Json:
        weights, token = state
        return {
            "game": "edge-nimg",
            "directed": self.graph.directed,
            "vertices": list(self.graph.vertices),
            "edges": [[u, v] for u, v in self.graph.edges],
            "weights": list(weights),
            "start": token,
        }


def read_edge_weights(position: Json) -> tuple[int, ...]:
    """The weights, one for each edge."""
    if len(position["weights"]) != len(position["edges"]):
        raise ValueError("an edge has no weight")
    return tuple(position["weights"])
