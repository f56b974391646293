"""Graphs as the games on them see them."""

from __future__ import annotations

from reference.rules.game import Json

__all__ = ["Graph", "Vertex", "Weights", "reached_from"]

Vertex = str | int
Weights = frozenset[tuple[Vertex, int]]  # the items of a dict from vertex to weight


class Graph:
    """Vertices, edges, and the distinct (out-)neighbours; a loop makes a vertex its own neighbour."""

    def __init__(self, position: Json, directed: bool) -> None:
        self.directed = directed
        self.edges: list[tuple[Vertex, Vertex]] = [(u, v) for u, v in position["edges"]]
        given: list[Vertex] | int | None = position.get("vertices")
        if given is None:
            self.vertices: list[Vertex] = list(dict.fromkeys(end for edge in self.edges for end in edge))
        elif isinstance(given, int):
            self.vertices = list(range(given))
        else:
            self.vertices = list(given)
        self.arcs = set(self.edges) if directed else {*self.edges, *((v, u) for u, v in self.edges)}
        self.neighbours: dict[Vertex, list[Vertex]] = {
            u: [v for v in self.vertices if (u, v) in self.arcs] for u in self.vertices
        }

    def read_weights(self, position: Json) -> Weights:
        """The weights of a position, given as a list in vertex order or as an object."""
        given: list[int] | dict[str, int] = position["weights"]
        if isinstance(given, dict):
            return frozenset((v, given[str(v)]) for v in self.vertices)
        return frozenset(zip(self.vertices, given, strict=True))

    def read_start(self, position: Json) -> Vertex:
        """The vertex of the token; these games always have one."""
        if position["start"] not in self.vertices:
            raise ValueError(f"start {position['start']!r} is not a vertex")
        start: Vertex = position["start"]
        return start


def reached_from(graph: Graph, start: Vertex) -> set[Vertex]:
    """The vertices that can be reached from one, itself included."""
    found = {start}
    waiting = [start]
    while waiting:
        for v in graph.neighbours[waiting.pop()]:
            if v not in found:
                found.add(v)
                waiting.append(v)
    return found
