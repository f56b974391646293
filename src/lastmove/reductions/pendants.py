"""From normal to misère play by one new neighbour for every vertex: Renault and Schmidt 2.1, 2.5 and 2.6.

Going to a new vertex ends the game there, which loses in misère play: nobody does so before nothing else is left, and
that is when normal play would have ended with the same loser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.core.play import Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.reductions.chain import Image, Names, Reduction, Side, Size, simple_arcs, started

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Pendants(Reduction):
    """A new (out-)neighbour for every vertex; everything else stays, under the same names and numbers."""

    game: ClassVar[type[VertexGeography] | type[EdgeGeography]]
    directed: ClassVar[bool]
    bounds = "2n vertices and n + m edges, for n vertices and m edges"
    roles = {"'": "the new neighbour: going there ends the game, and loses"}

    def across(self, side: Side) -> Side | None:
        if side != Side(self.game.name, Play.NORMAL, self.directed):
            return None
        return side._replace(play=Play.MISERE)

    def edges(self, graph: Graph) -> Sequence[tuple[int, int]]:
        """The edges that are kept."""
        return list(graph.ends())

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        names = Names(graph.vertices)
        new = [names.new(f"{vertex}'") for vertex in graph.vertices]
        kept = [(graph.vertices[u], graph.vertices[v]) for u, v in self.edges(graph)]
        hung = zip(graph.vertices, new, strict=True)
        target = self.game(Graph([*graph.vertices, *new], [*kept, *hung], directed=self.directed), start=source.start)
        gadgets = {vertex: (name,) for vertex, name in zip(graph.vertices, new, strict=True)}
        return Image(source, target, {vertex: vertex for vertex in graph.vertices}, gadgets)

    def size(self, source: Any) -> Size:
        graph = source.graph
        return Size(2 * graph.n, graph.n + len(self.edges(graph)))

    def lift(self, image: Image, move: Any, position: Any = None) -> Any:  # noqa: ARG002
        return move

    def lower(self, image: Image, move: Any) -> Any:
        return move if move.to in image.back else None


class DirectedVertices(_Pendants):
    """Theorem 2.1: directed Vertex Geography."""

    key = "renault-schmidt:2.1"
    title = "directed Vertex Geography, normal to misère"
    game = VertexGeography
    directed = True

    def edges(self, graph: Graph) -> Sequence[tuple[int, int]]:
        return simple_arcs(graph)

    def home(self, image: Image, position: Any) -> Any:
        if position.start not in image.back:
            return None
        return still_there(image, position.graph.numbers, position.start)


class _Edges(_Pendants):
    """Edge Geography; loops and parallel edges are kept, and so are the numbers of the edges."""

    game = EdgeGeography

    def home(self, image: Image, position: Any) -> Any:
        if position.start not in image.back:
            return None
        kept = [(u, v) for u, v in position.graph.edges if u in image.back and v in image.back]
        return EdgeGeography(Graph(image.source.graph.vertices, kept, directed=self.directed), start=position.start)


class UndirectedEdges(_Edges):
    """Theorem 2.5: undirected Edge Geography."""

    key = "renault-schmidt:2.5"
    title = "undirected Edge Geography, normal to misère"
    directed = False


class DirectedEdges(_Edges):
    """Theorem 2.6: directed Edge Geography."""

    key = "renault-schmidt:2.6"
    title = "directed Edge Geography, normal to misère"
    directed = True


def still_there(image: Image, there: Any, start: Any) -> VertexGeography:
    """The source on the vertices whose images are ``there``, with the token on ``start``."""
    graph = image.source.graph
    kept = sum(1 << number for number, vertex in enumerate(graph.vertices) if image.map[vertex] in there)
    return VertexGeography(graph.induced(kept), start=start)
