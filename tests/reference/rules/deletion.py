"""Node Kayles and Arc Kayles."""

from __future__ import annotations

from reference.rules.game import Json
from reference.rules.graph import Graph, Vertex

__all__ = ["ArcKayles", "NodeKayles"]

Left = frozenset[Vertex]  # the vertices not yet deleted


class NodeKayles:
    """Choose a vertex that is still there; it goes, and so do its neighbours."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: Left) -> list[tuple[Json, Left]]:
        near = self.graph.neighbours
        return [({"delete": v}, state - {v, *near[v]}) for v in self.graph.vertices if v in state]

    def to_json(self, state: Left) -> Json:
        return {"game": "node-kayles", **without(self.graph, state)}


class ArcKayles:
    """Choose an edge whose ends are both there; they go. Parallel edges are one move, and a loop has one end."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: Left) -> list[tuple[Json, Left]]:
        order = {v: number for number, v in enumerate(self.graph.vertices)}
        pairs = {tuple(sorted(edge, key=order.__getitem__)) for edge in self.graph.edges if state.issuperset(edge)}
        chosen = sorted(pairs, key=lambda pair: [order[v] for v in pair])
        return [({"delete": list(pair)}, state.difference(pair)) for pair in chosen]

    def to_json(self, state: Left) -> Json:
        return {"game": "arc-kayles", **without(self.graph, state)}


def without(graph: Graph, state: Left) -> Json:
    """The fields of the graph on the vertices that are left."""
    return {
        "vertices": [v for v in graph.vertices if v in state],
        "edges": [[u, v] for u, v in graph.edges if u in state and v in state],
    }
