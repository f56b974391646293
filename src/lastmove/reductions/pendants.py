"""From normal to misère play by new vertices on every vertex: Renault and Schmidt 2.1, 2.5, 2.6 and 3.8.

Going to a new neighbour ends the game there, which loses in misère play; going into a chain of three loses as well. So
nobody does before nothing else is left, and that is when normal play would have ended with the same loser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.core.play import Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.nimg import NimGMR
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.reductions.chain import GameSide, Image, Names, Reduction, Size, simple_arcs, started

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


class _OnVertices(Reduction):
    """New vertices on every vertex; everything else stays, under the same names and numbers."""

    def lift(self, image: Image, move: Any, position: Any = None) -> Any:  # noqa: ARG002
        return move

    def lower(self, image: Image, move: Any) -> Any:
        return move if move.to in image.back else None


class _Pendants(_OnVertices):
    """A new (out-)neighbour for every vertex."""

    game: ClassVar[type[VertexGeography] | type[EdgeGeography]]
    directed: ClassVar[bool]
    bounds = "2n vertices and n + m edges, for n vertices and m edges"
    roles = {"'": "the new neighbour: going there ends the game, and loses"}

    def across(self, side: GameSide) -> GameSide | None:
        if side != GameSide(self.game.name, Play.NORMAL, self.directed):
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


class ChainsOfThree(_OnVertices):
    """A chain of three vertices of weight 1 on every vertex.

    Who goes into a chain loses: the opponent goes on, the first player must take the end, and the opponent is stuck,
    which wins in misère play. So nobody does before nothing else is left. With a loop on every vertex of the source the
    chains have loops too, so that the target is of the same kind; loops on weight 1 cannot be used there. On digraphs
    the arcs of a chain lead away from its vertex, and the same argument holds.
    """

    key = "renault-schmidt:3.8"
    title = "NimG-MR, normal to misère, with and without loops"
    bounds = "4n vertices and m + 3n edges (m + 6n with loops), for n vertices and m edges"
    roles = {
        "1": "the way into the chain, weight 1: a player who goes there loses",
        "2": "the opponent's answer, weight 1",
        "3": "the end, weight 1: from here there is no move",
    }

    def across(self, side: GameSide) -> GameSide | None:
        if side.game != NimGMR.name or side.play is not Play.NORMAL:
            return None
        return side._replace(play=Play.MISERE)

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        names = Names(graph.vertices)
        gadgets: dict[Any, tuple[Hashable, ...]] = {
            vertex: tuple(names.new(f"{vertex}.{role}") for role in self.roles) for vertex in graph.vertices
        }
        edges = list(graph.edges)
        for vertex, (one, two, three) in gadgets.items():
            edges += [(vertex, one), (one, two), (two, three)]
        new = [name for chain in gadgets.values() for name in chain]
        if all(graph.looped):
            edges += [(name, name) for name in new]
        board = Graph([*graph.vertices, *new], edges, directed=graph.directed)
        target = NimGMR(board, [*source.weights, *[1] * len(new)], start=source.start)
        return Image(source, target, {vertex: vertex for vertex in graph.vertices}, gadgets)

    def size(self, source: Any) -> Size:
        graph = source.graph
        return Size(4 * graph.n, graph.m + (6 if all(graph.looped) else 3) * graph.n)

    def home(self, image: Image, position: Any) -> Any:
        old = image.source.graph.n
        if position.start not in image.back or not all(position.weights[old:]):
            return None
        return NimGMR(image.source.graph, position.weights[:old], start=position.start)


def still_there(image: Image, there: Any, start: Any) -> VertexGeography:
    """The source on the vertices whose images are ``there``, with the token on ``start``."""
    graph = image.source.graph
    kept = sum(1 << number for number, vertex in enumerate(graph.vertices) if image.map[vertex] in there)
    return VertexGeography(graph.induced(kept), start=start)
