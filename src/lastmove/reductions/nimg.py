"""Theorem 3.8 of Renault and Schmidt: NimG-MR from normal to misère play.

LM12: directed Vertex Geography inside directed Edge Geography, both in normal play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.play import Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.moves import Slide, SlideOver
from lastmove.games.nimg import NimGMR
from lastmove.graphs.graph import Graph
from lastmove.reductions.arc_gadgets import DIRECTED_VERTEX_GEOGRAPHY
from lastmove.reductions.chain import Image, Names, Reduction, Side, Size, entered, simple_arcs, started
from lastmove.reductions.pendants import still_there

if TYPE_CHECKING:
    from collections.abc import Hashable


class ChainsOfThree(Reduction):
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

    def across(self, side: Side) -> Side | None:
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

    def lift(self, image: Image, move: Any, position: Any = None) -> Any:  # noqa: ARG002
        return move

    def lower(self, image: Image, move: Any) -> Any:
        return move if move.to in image.back else None

    def home(self, image: Image, position: Any) -> Any:
        old = image.source.graph.n
        if position.start not in image.back or not all(position.weights[old:]):
            return None
        return NimGMR(image.source.graph, position.weights[:old], start=position.start)


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
