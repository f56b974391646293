"""Any game, as the acyclic digraph of its positions."""

from __future__ import annotations

from reference.rules.game import Json
from reference.rules.graph import Graph, Vertex, reached_from

__all__ = ["Dag", "require_acyclic"]


class Dag:
    """Move along an arc of an acyclic digraph. State: the node."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: Vertex) -> list[tuple[Json, Vertex]]:
        return [({"to": v}, v) for v in self.graph.neighbours[state]]

    def to_json(self, state: Vertex) -> Json:
        return {
            "game": "dag",
            "vertices": list(self.graph.vertices),
            "edges": [[u, v] for u, v in self.graph.edges],
            "start": state,
        }


def require_acyclic(graph: Graph) -> None:
    """Refuse a dag with a cycle."""
    if any(u in reached_from(graph, v) for u in graph.vertices for v in graph.neighbours[u]):
        raise ValueError("the digraph has a cycle")
