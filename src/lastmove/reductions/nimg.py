"""Theorem 3.8 of Renault and Schmidt: NimG-MR from normal to misère play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.play import Play
from lastmove.games.nimg_mr import NimGMR
from lastmove.graphs.graph import Graph
from lastmove.reductions.construction import Image, Names, Reduction, Side, Size, started

if TYPE_CHECKING:
    from collections.abc import Hashable

__all__ = ["ChainsOfThree"]


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
