"""LM12: directed Vertex Geography inside directed Edge Geography, both in normal play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.play import Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.moves import Slide, SlideOver
from lastmove.graphs.graph import Graph
from lastmove.reductions.arc_gadgets import DIRECTED_VERTEX_GEOGRAPHY
from lastmove.reductions.construction import Image, Names, Reduction, Side, Size, entered, simple_arcs, started
from lastmove.reductions.pendants import still_there

if TYPE_CHECKING:
    from collections.abc import Hashable

__all__ = ["Bridge"]


class Bridge(Reduction):
    """Every vertex becomes an arc that can be used once, every arc two, so that the right player is to move.

    The start has no such arc: it counts as visited. A player who goes to a visited vertex leaves the opponent to
    finish the way to it, and is stuck there.
    """

    key = "lastmove:LM12"
    title = "directed Vertex Geography to directed Edge Geography, both normal"
    bounds = "2n + m vertices and n - 1 + 2m arcs, for n vertices and m arcs"
    roles = {
        "in": "where arcs to a vertex end; from here one arc leads to its 'out', which a visit uses up",
        "out": "where the token stands when its vertex is left",
        "": "the middle of an arc: a player who goes there has chosen the arc, the opponent must go on",
    }

    def across(self, side: Side) -> Side | None:
        return Side("edge-geography", Play.NORMAL, directed=True) if side == DIRECTED_VERTEX_GEOGRAPHY else None

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        names = Names(())
        inner = {v: names.new(f"{v}.in") for v in graph.vertices}
        outer: dict[Hashable, Hashable] = {v: names.new(f"{v}.out") for v in graph.vertices}
        arcs: list[tuple[Hashable, Hashable]] = [(inner[v], outer[v]) for v in graph.vertices if v != source.start]
        gadgets: dict[Any, tuple[Hashable, ...]] = {}
        for tail, head in simple_arcs(graph):
            u, v = graph.vertices[tail], graph.vertices[head]
            middle = names.new(f"{u}>{v}")
            gadgets[u, v] = (middle,)
            arcs += [(outer[u], middle), (middle, inner[v])]
        middles = [middle for (middle,) in gadgets.values()]
        board = Graph([*inner.values(), *outer.values(), *middles], arcs, directed=True)
        return Image(source, EdgeGeography(board, start=outer[source.start]), outer, gadgets)

    def size(self, source: Any) -> Size:
        n, m = source.graph.n, len(simple_arcs(source.graph))
        return Size(2 * n + m, n - 1 + 2 * m)

    def lift(self, image: Image, move: Slide, position: Any = None) -> SlideOver:
        return SlideOver(image.gadgets[(position or image.source).start, move.to][0])

    def lower(self, image: Image, move: SlideOver) -> Slide | None:
        v = entered(image, move.to)
        return None if v is None else Slide(v)

    def home(self, image: Image, position: Any) -> Any:
        if position.start not in image.back:
            return None
        # A vertex is unvisited while the arc through it is there; the token's own vertex counts as still there.
        there = {head for _, head in position.graph.edges if head in image.back} | {position.start}
        return still_there(image, there, image.back[position.start])
