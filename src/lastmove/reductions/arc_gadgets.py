"""Directed Vertex Geography on undirected boards, an arc replaced by a gadget: Renault and Schmidt 2.3, 3.1, and LM24.

A gadget can be taken in the direction of its arc only, and not to a vertex that was visited: who tries loses inside.
Who enters it is also the one who leaves it, so the other player is to move at the end of the arc, as in the source.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.core.play import Play
from lastmove.games.moves import LowerAndSlide, Slide, SlideAndLower
from lastmove.games.nimg import NimGMR, NimGRM
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.reductions.chain import Image, Names, Reduction, Side, Size, entered, simple_arcs, started
from lastmove.reductions.pendants import still_there

if TYPE_CHECKING:
    from collections.abc import Hashable

DIRECTED_VERTEX_GEOGRAPHY = Side("vertex-geography", Play.NORMAL, directed=True)


class _ArcGadgets(Reduction):
    """Each arc becomes a gadget; ``joins`` lists its edges, ``u`` and ``v`` being the ends of the arc."""

    target: ClassVar[Side]
    joins: ClassVar[tuple[tuple[str, str], ...]]

    def across(self, side: Side) -> Side | None:
        return self.target if side == DIRECTED_VERTEX_GEOGRAPHY else None

    @abstractmethod
    def board(self, graph: Graph, start: Hashable, old: int) -> Any:
        """The target on the finished graph, whose first ``old`` vertices are those of the source."""

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        names = Names(graph.vertices)
        gadgets: dict[Any, tuple[Hashable, ...]] = {}
        edges: list[tuple[Hashable, Hashable]] = []
        for tail, head in simple_arcs(graph):
            u, v = graph.vertices[tail], graph.vertices[head]
            made = {role: names.new(f"{u}>{v}.{role}") for role in self.arc_roles}
            place: dict[str, Hashable] = {"u": u, "v": v, **made}
            edges += [(place[one], place[other]) for one, other in self.joins]
            gadgets[u, v] = tuple(made.values())
        hung = self.hung(graph, names)
        edges += hung.items()
        vertices = [*graph.vertices, *(name for gadget in gadgets.values() for name in gadget), *hung.values()]
        target = self.board(Graph(vertices, edges), source.start, graph.n)
        return Image(source, target, {vertex: vertex for vertex in graph.vertices}, gadgets)

    @property
    def arc_roles(self) -> list[str]:
        """The roles of the vertices that an arc gets."""
        return [role for role in self.roles if role != "'"]

    def hung(self, graph: Graph, names: Names) -> dict[Hashable, str]:  # noqa: ARG002
        """What every vertex gets besides."""
        return {}

    def size(self, source: Any) -> Size:
        n, m = source.graph.n, len(simple_arcs(source.graph))
        extra = n if "'" in self.roles else 0
        return Size(n + extra + len(self.arc_roles) * m, extra + len(self.joins) * m)


class UndirectedVertices(_ArcGadgets):
    """Theorem 2.3: undirected Vertex Geography in misère play, eight vertices for an arc."""

    key = "renault-schmidt:2.3"
    title = "directed Vertex Geography, normal, to undirected Vertex Geography, misère"
    target = Side("vertex-geography", Play.MISERE, directed=False)
    bounds = "2n + 8m vertices and n + 13m edges, for n vertices and m arcs"
    roles = {
        "1": "the way in",
        "2": "in the knot of 1 to 6, where the wrong way and a visited end are punished",
        "3": "in the knot: the answer to a visit in vain",
        "4": "in the knot",
        "5": "in the knot",
        "6": "in the knot: the way on",
        "7": "the way out",
        "8": "the loser's only other move at the way out",
        "'": "the new neighbour of a vertex: going there ends the game, and loses",
    }
    joins: ClassVar[tuple[tuple[str, str], ...]] = (
        *(("u", "1"), ("1", "2"), ("1", "3"), ("1", "6"), ("2", "4"), ("3", "5"), ("3", "6")),
        *(("4", "5"), ("4", "6"), ("5", "6"), ("6", "7"), ("7", "8"), ("7", "v")),
    )

    def hung(self, graph: Graph, names: Names) -> dict[Hashable, str]:
        return {vertex: names.new(f"{vertex}'") for vertex in graph.vertices}

    def board(self, graph: Graph, start: Hashable, old: int) -> VertexGeography:  # noqa: ARG002
        return VertexGeography(graph, start=start)

    def lift(self, image: Image, move: Slide, position: Any = None) -> Slide:
        token = (position or image.source).start
        return Slide(image.gadgets[token, move.to][0])

    def lower(self, image: Image, move: Slide) -> Slide | None:
        v = entered(image, move.to)
        return None if v is None else Slide(v)

    def home(self, image: Image, position: Any) -> Any:
        # A gadget that was gone through has lost its end at the vertex that was reached: it cannot be entered again.
        return still_there(image, position.graph.numbers, position.start) if position.start in image.back else None


class WeightedGadgets(_ArcGadgets):
    """Theorem 3.1: NimG-RM without loops in misère play, four vertices for an arc, one of them of weight 2."""

    key = "renault-schmidt:3.1"
    title = "directed Vertex Geography, normal, to undirected NimG-RM, misère"
    target = Side("nimg-rm", Play.MISERE, directed=False)
    bounds = "n + 4m vertices and 6m edges, for n vertices and m arcs; weights 1 and 2"
    roles = {
        "a": "the way in, weight 1",
        "b": "the fork, weight 1",
        "c": "the way round that changes who is to move, weight 1",
        "d": "the way out, weight 2: the second token punishes the wrong way",
    }
    joins = (("u", "a"), ("a", "b"), ("b", "c"), ("b", "d"), ("c", "d"), ("d", "v"))

    def board(self, graph: Graph, start: Hashable, old: int) -> NimGRM:
        weights = [1] * old + [1, 1, 1, 2] * ((graph.n - old) // 4)
        return NimGRM(graph, weights, start=start)

    def lift(self, image: Image, move: Slide, position: Any = None) -> LowerAndSlide:
        token = (position or image.source).start
        return LowerAndSlide(0, image.gadgets[token, move.to][0])

    def lower(self, image: Image, move: LowerAndSlide) -> Slide | None:
        v = entered(image, move.to)
        return None if v is None or move.remaining else Slide(v)

    def home(self, image: Image, position: Any) -> Any:
        numbers, weights, token = position.graph.numbers, position.weights, position.start
        if token not in image.back or not weights[numbers[token]]:
            return None
        for (_, v), gadget in image.gadgets.items():
            left = [weights[numbers[name]] for name in gadget]
            if v == token and left[3] and left != [1, 1, 1, 2]:
                return None  # one token was left at the way out: going back there is a move that the source lacks
        return still_there(image, {v for v in image.back if weights[numbers[v]]}, token)


class DoublyWeightedGadgets(_ArcGadgets):
    """LM24: NimG-MR without loops in normal play; the gadget of Theorem 3.1 with weight 2 at c as well.

    A vertex is visited once its weight is 0, so the start has weight 0 from the beginning.
    """

    key = "lastmove:LM24"
    title = "directed Vertex Geography to undirected NimG-MR, both normal"
    target = Side("nimg-mr", Play.NORMAL, directed=False)
    bounds = "n + 4m vertices and 6m edges, for n vertices and m arcs; weights 0, 1 and 2"
    roles = {
        "a": "the way in, weight 1",
        "b": "the fork, weight 1",
        "c": "the way round that changes who is to move, weight 2: one token is left for the way back",
        "d": "the way out, weight 2",
    }
    joins = WeightedGadgets.joins

    def board(self, graph: Graph, start: Hashable, old: int) -> NimGMR:
        weights = [1] * old + [1, 1, 2, 2] * ((graph.n - old) // 4)
        weights[graph.index(start)] = 0
        return NimGMR(graph, weights, start=start)

    def lift(self, image: Image, move: Slide, position: Any = None) -> SlideAndLower:
        token = (position or image.source).start
        return SlideAndLower(image.gadgets[token, move.to][0], 0)

    def lower(self, image: Image, move: SlideAndLower) -> Slide | None:
        v = entered(image, move.to)
        return None if v is None else Slide(v)

    def home(self, image: Image, position: Any) -> Any:
        numbers, weights, token = position.graph.numbers, position.weights, position.start
        if token not in image.back:
            return None
        for (_, v), gadget in image.gadgets.items():
            left = [weights[numbers[name]] for name in gadget]
            if v == token and left[3] and left != [1, 1, 2, 2]:
                return None  # something was left at the way out, which the source lacks
        return still_there(image, {v for v in image.back if weights[numbers[v]]} | {token}, token)
