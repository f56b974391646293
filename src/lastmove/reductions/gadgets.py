"""Graphs with something new on every vertex, or in place of each arc.

From normal to misère play by new vertices on every vertex: Renault and Schmidt 2.1, 2.5, 2.6 and 3.8. Going to a new
neighbour ends the game there, which loses in misère play; going into a chain of three loses as well. So nobody does
before nothing else is left, and that is when normal play would have ended with the same loser.

Directed Vertex Geography with something in place of each arc: Renault and Schmidt 2.3, 3.1, LM25, LM24 and LM12. On
undirected boards an arc is replaced by a gadget that can be taken in the direction of its arc only, and not to a vertex
that was visited: who tries loses inside. Who enters it is also the one who leaves it, so the other player is to move at
the end of the arc, as in the source. In directed Edge Geography arcs are joined by arcs that are used up. From there
the same is done once more: LM29, and a gadget for what Fraenkel, Scheinerman and Ullman proved.

LM27 adds nothing: misère Vertex Geography is NimG-MR with weights of 1. Nor does LM26 in misère play, where directed
Vertex Geography is NimG-RM with weights of 1.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.core.play import Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.games.moves import LowerAndSlide, Slide, SlideAlong, SlideAndLower, SlideOver
from lastmove.games.nimg import NimGMR, NimGRM
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.reductions.chain import GameSide, Image, Names, Reduction, Size, entered, simple_arcs, started

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence


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


class HeapsOfOne(Reduction):
    """Edge Geography as Edge NimG: on every edge a heap of 1, which the first move along it takes away.

    The edges of the target are those that are left in the source. Of parallel edges a move of the source takes the
    first, unless it names another.
    """

    key = "folklore:ones"
    title = "Edge Geography to Edge NimG, normal and misère, on graphs and digraphs"
    bounds = "n vertices and m edges, for n vertices and m edges"
    roles: Mapping[str, str] = {}

    def across(self, side: GameSide) -> GameSide | None:
        return side._replace(game=EdgeNimG.name) if side.game == EdgeGeography.name else None

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        target = EdgeNimG(graph, 1, start=source.start)
        return Image(source, target, {vertex: vertex for vertex in graph.vertices}, {})

    def size(self, source: Any) -> Size:
        return Size(source.graph.n, source.graph.m)

    def lift(self, image: Image, move: SlideOver, position: Any = None) -> SlideAlong:
        numbers = _numbers_left(image.source)
        here = image.source if position is None else position
        left = [numbers[edge] for edge in _numbers_left(here)]
        alike = self._leading(image, here.start, move.to, left)
        chosen = alike[0] if move.edge is None else left[move.edge]
        return SlideAlong(move.to, 0, chosen if len(alike) > 1 else None)

    def lower(self, image: Image, move: SlideAlong) -> SlideOver:
        alike = self._leading(image, image.source.start, move.to, range(image.target.graph.m))
        return SlideOver(move.to, None if move.edge in (None, alike[0]) else move.edge)

    def home(self, image: Image, position: Any) -> Any:
        left = [edge for edge, place in _numbers_left(image.source).items() if position.weights[place]]
        return image.source.with_edges(left).at(position.start)

    def _leading(self, image: Image, start: Hashable, to: Hashable, edges: Iterable[int]) -> list[int]:
        """Those of some edges of the target that lead from one vertex to another."""
        graph = image.target.graph
        u, v = graph.index(start), graph.index(to)
        there = {edge for edge, end in graph.incidence[u] if end == v}
        return [edge for edge in edges if edge in there]


def _numbers_left(position: Any) -> dict[int, int]:
    """The edges that are left in Edge Geography, and their numbers among these."""
    live, _ = position.key()
    left = [edge for edge in range(position.board.m) if live >> edge & 1]
    return {edge: number for number, edge in enumerate(left)}


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
    kept = sum(1 << number for number, vertex in enumerate(graph.vertices) if image.map.get(vertex) in there)
    return VertexGeography(graph.induced(kept), start=start)


DIRECTED_VERTEX_GEOGRAPHY = GameSide("vertex-geography", Play.NORMAL, directed=True)


class _ArcGadgets(Reduction):
    """Each arc becomes a gadget; ``joins`` lists its edges, ``u`` and ``v`` being the ends of the arc."""

    source: ClassVar[GameSide] = DIRECTED_VERTEX_GEOGRAPHY
    target: ClassVar[GameSide]
    joins: tuple[tuple[str, str], ...]

    def across(self, side: GameSide) -> GameSide | None:
        return self.target if side == self.source else None

    def arcs(self, graph: Graph) -> list[tuple[int, int]]:
        """The arcs that get a gadget."""
        return simple_arcs(graph)

    @abstractmethod
    def board(self, graph: Graph, start: Hashable, old: int) -> Any:
        """The target on the finished graph, whose first ``old`` vertices are those of the source."""

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        names = Names(graph.vertices)
        gadgets: dict[Any, tuple[Hashable, ...]] = {}
        edges: list[tuple[Hashable, Hashable]] = []
        for number, (tail, head) in enumerate(self.arcs(graph)):
            u, v = graph.vertices[tail], graph.vertices[head]
            made = {role: names.new(f"{u}>{v}.{role}") for role in self.arc_roles}
            place: dict[str, Hashable] = {"u": u, "v": v, **made}
            edges += [(place[one], place[other]) for one, other in self.joins]
            gadgets[self.gadget_key(number, u, v)] = tuple(made.values())
        hung = self.hung(source, names)
        edges += hung.items()
        vertices = [*graph.vertices, *(name for gadget in gadgets.values() for name in gadget), *hung.values()]
        target = self.board(Graph(vertices, edges), source.start, graph.n)
        return Image(source, target, {vertex: vertex for vertex in graph.vertices}, gadgets)

    def gadget_key(self, number: int, u: Hashable, v: Hashable) -> Any:  # noqa: ARG002
        """What the gadget of an arc is found by."""
        return u, v

    @property
    def arc_roles(self) -> list[str]:
        """The roles of the vertices that an arc gets."""
        return [role for role in self.roles if role != "'"]

    def hung(self, source: Any, names: Names) -> dict[Hashable, str]:  # noqa: ARG002
        """The new neighbours that vertices get besides."""
        return {}

    def size(self, source: Any) -> Size:
        n, m = source.graph.n, len(self.arcs(source.graph))
        extra = n if "'" in self.roles else 0
        return Size(n + extra + len(self.arc_roles) * m, extra + len(self.joins) * m)


class UndirectedVertexGadgets(_ArcGadgets):
    """Undirected Vertex Geography in misère play."""

    target = GameSide("vertex-geography", Play.MISERE, directed=False)

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
        at = image.back.get(position.start)
        return None if at is None else still_there(image, position.graph.numbers, at)


class UndirectedVertices(UndirectedVertexGadgets):
    """Theorem 2.3: undirected Vertex Geography in misère play, eight vertices for an arc; LM25 is smaller."""

    key = "renault-schmidt:2.3"
    title = "directed Vertex Geography, normal, to undirected Vertex Geography, misère"
    last_resort = True
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
    joins: tuple[tuple[str, str], ...] = (
        *(("u", "1"), ("1", "2"), ("1", "3"), ("1", "6"), ("2", "4"), ("3", "5"), ("3", "6")),
        *(("4", "5"), ("4", "6"), ("5", "6"), ("6", "7"), ("7", "8"), ("7", "v")),
    )

    def hung(self, source: Any, names: Names) -> dict[Hashable, str]:
        return {vertex: names.new(f"{vertex}'") for vertex in source.graph.vertices}


class Hexagons(UndirectedVertexGadgets):
    """LM25: a hexagon with two pendant vertices for each arc. Two sides, planarity and degree 3 are kept.

    Who enters at ``a`` leaves for the arc's end in the end, or loses; who enters at ``b`` loses. A vertex gets a new
    neighbour only where its player could be stuck: on no arc, or on one by which he came. The two ways round from p,
    over q to b and over s to r, may be longer if their parities stay.

    Parameters
    ----------
    girth
        The least length that every cycle of the target is to have.
    """

    key = "lastmove:LM25"
    title = "directed Vertex Geography, normal, to undirected Vertex Geography, misère"
    variants: ClassVar[Mapping[str, str]] = {
        "girth=G": "no cycle shorter than G, by longer ways round the hexagon (Corollary A1)",
        "grid": "an induced subgraph of the square grid (Corollary A2), of digraphs that are planar and bipartite",
    }

    def __init__(self, girth: int = 6) -> None:
        around = max(6, girth + girth % 2)
        upper = ["p", *_stretched("q", around // 4 * 2 - 1), "b"]  # of even length
        lower = ["p", *_stretched("s", around - around // 4 * 2 - 3), "t", "r"]  # of odd length
        self.joins = (("u", "a"), ("a", "p"), *pairwise(upper), ("b", "r"), *pairwise(lower), ("r", "z"), ("b", "v"))
        self.roles = {
            "a": "the way in",
            "p": "the fork: over q or over s",
            **dict.fromkeys(upper[1:-1], "the short way: the opponent must go on to b"),
            "b": "the way out: who does not leave for v loses, and so does who comes from v",
            "r": "at the other side of b",
            "t": "next to r",
            **dict.fromkeys(lower[1:-2], "the long way, over t and r: the opponent goes to b in the end"),
            "z": "where the player who came from v is sent: the opponent is stuck, and wins",
            "'": "a new neighbour, of a vertex on no arc, or on one and not the start: going there loses",
        }
        new, more = len(self.roles) - 1, len(self.joins)
        self.bounds = (
            f"n + {new}m vertices and {more}m edges, for n vertices and m arcs, and one of each more for a vertex on "
            "no arc, or on one and not the start"
        )
        if girth > 6:
            self.key = f"{Hexagons.key}:girth={girth}"

    def variant(self, name: str) -> Reduction:
        if name == "grid":
            from lastmove.reductions.grid_board import GridHexagons  # here: it builds on this module

            return GridHexagons()
        given = re.fullmatch(r"girth=([1-9][0-9]{0,4})", name)
        if given is None or int(given[1]) < 7:
            raise KeyError(name)
        return Hexagons(int(given[1]))

    def hung(self, source: Any, names: Names) -> dict[Hashable, str]:
        graph = source.graph
        return {(v := graph.vertices[at]): names.new(f"{v}'") for at in stranded(graph, source.start)}

    def size(self, source: Any) -> Size:
        n, m, hung = source.graph.n, len(simple_arcs(source.graph)), len(stranded(source.graph, source.start))
        return Size(n + (len(self.roles) - 1) * m + hung, len(self.joins) * m + hung)


def stranded(graph: Graph, start: Hashable) -> list[int]:
    """The vertices where a player could be stuck: on no arc, or on one by which he came."""
    arcs = Counter(end for arc in simple_arcs(graph) for end in arc)
    return [at for at, vertex in enumerate(graph.vertices) if arcs[at] <= (0 if vertex == start else 1)]


def _stretched(role: str, count: int) -> list[str]:
    """Names for the vertices on one way round: s, s2, s3, ..."""
    return [role, *(f"{role}{number}" for number in range(2, count + 1))]


class _WeightedArcs(_ArcGadgets):
    """A way in, a fork, a way round and a way out, each with a weight; what is left of a move's vertex is nothing."""

    weights: ClassVar[list[int]]
    bounds = "n + 4m vertices and 6m edges, for n vertices and m arcs; weights 1 and 2"
    joins = (("u", "a"), ("a", "b"), ("b", "c"), ("b", "d"), ("c", "d"), ("d", "v"))

    def lower(self, image: Image, move: Any) -> Slide | None:
        v = entered(image, move.to)
        return None if v is None or move.remaining else Slide(v)

    def home(self, image: Image, position: Any) -> Any:
        numbers, weights, token = position.graph.numbers, position.weights, position.start
        if token not in image.back:
            return None
        for (_, v), gadget in image.gadgets.items():
            left = [weights[numbers[name]] for name in gadget]
            if v == token and left[3] and left != self.weights:
                return None  # something was left at the way out: going back there is a move that the source lacks
        return still_there(image, {v for v in image.back if weights[numbers[v]]} | {token}, token)


class WeightedGadgets(_WeightedArcs):
    """Theorem 3.1: NimG-RM without loops in misère play, four vertices for an arc, one of them of weight 2."""

    key = "renault-schmidt:3.1"
    title = "directed Vertex Geography, normal, to undirected NimG-RM, misère"
    target = GameSide("nimg-rm", Play.MISERE, directed=False)
    roles = {
        "a": "the way in, weight 1",
        "b": "the fork, weight 1",
        "c": "the way round that changes who is to move, weight 1",
        "d": "the way out, weight 2: the second token punishes the wrong way",
    }
    weights: ClassVar[list[int]] = [1, 1, 1, 2]

    def board(self, graph: Graph, start: Hashable, old: int) -> NimGRM:
        return NimGRM(graph, [1] * old + self.weights * ((graph.n - old) // 4), start=start)

    def lift(self, image: Image, move: Slide, position: Any = None) -> LowerAndSlide:
        token = (position or image.source).start
        return LowerAndSlide(0, image.gadgets[token, move.to][0])

    def home(self, image: Image, position: Any) -> Any:
        emptied = position.start in image.back and not position.weights[position.graph.numbers[position.start]]
        return None if emptied else super().home(image, position)


class DoublyWeightedGadgets(_WeightedArcs):
    """LM24: NimG-MR without loops in normal play; the gadget of Theorem 3.1 with weight 2 at c as well.

    A vertex is visited once its weight is 0, so the start has weight 0 from the beginning.
    """

    key = "lastmove:LM24"
    variants: ClassVar[Mapping[str, str]] = {"loops": "with a loop on every vertex, which change nothing"}
    title = "directed Vertex Geography to undirected NimG-MR, both normal"
    target = GameSide("nimg-mr", Play.NORMAL, directed=False)
    bounds = "n + 4m vertices and 6m edges, for n vertices and m arcs; weights 0, 1 and 2"
    roles = {
        "a": "the way in, weight 1",
        "b": "the fork, weight 1",
        "c": "the way round that changes who is to move, weight 2: one token is left for the way back",
        "d": "the way out, weight 2",
    }
    weights: ClassVar[list[int]] = [1, 1, 2, 2]

    def variant(self, name: str) -> Reduction:
        return {"loops": LoopedGadgets}[name]()

    def board(self, graph: Graph, start: Hashable, old: int) -> NimGMR:
        weights = [1] * old + self.weights * ((graph.n - old) // 4)
        weights[graph.index(start)] = 0
        return NimGMR(graph, weights, start=start)

    def lift(self, image: Image, move: Slide, position: Any = None) -> SlideAndLower:
        token = (position or image.source).start
        return SlideAndLower(image.gadgets[token, move.to][0], 0)


class LoopedGadgets(DoublyWeightedGadgets):
    """LM24 with a loop on every vertex: NimG-MR+L, the game that Burke and George proved hard.

    A loop can be used only where something was left, at c or d, and the answers to that are in the proof of LM24.
    """

    key = "lastmove:LM24:loops"
    title = "directed Vertex Geography to undirected NimG-MR with a loop on every vertex, both normal"
    bounds = "n + 4m vertices and n + 10m edges, for n vertices and m arcs; weights 0, 1 and 2"

    def board(self, graph: Graph, start: Hashable, old: int) -> NimGMR:
        loops = [(vertex, vertex) for vertex in graph.vertices]
        return super().board(Graph(graph.vertices, [*graph.edges, *loops]), start, old)

    def size(self, source: Any) -> Size:
        vertices, edges = super().size(source)
        return Size(vertices, edges + vertices)


class _EdgeArcGadgets(_ArcGadgets):
    """Undirected Edge Geography: every arc becomes a gadget, loops and parallel arcs too, each a gadget of its own.

    A gadget is entered over its edge to ``u`` or to ``v`` and can be left over the other only; then both are used, and
    nobody comes back to it.
    """

    source = GameSide("edge-geography", Play.NORMAL, directed=True)

    def arcs(self, graph: Graph) -> list[tuple[int, int]]:
        return list(graph.ends())

    def gadget_key(self, number: int, u: Hashable, v: Hashable) -> Any:  # noqa: ARG002
        return number

    def board(self, graph: Graph, start: Hashable, old: int) -> EdgeGeography:  # noqa: ARG002
        return EdgeGeography(graph, start=start)

    def lift(self, image: Image, move: SlideOver, position: Any = None) -> SlideOver:
        arcs = list(image.source.graph.edges)
        here = image.source if position is None else position
        left = list(range(len(arcs)))
        if here is not image.source:
            left = [arc for arc in left if here.key()[0] >> arc & 1]
        if move.edge is not None:
            return SlideOver(image.gadgets[left[move.edge]][0])
        return SlideOver(next(image.gadgets[arc][0] for arc in left if arcs[arc] == (here.start, move.to)))

    def lower(self, image: Image, move: SlideOver) -> SlideOver | None:
        arcs = list(image.source.graph.edges)
        arc = next((number for number, gadget in image.gadgets.items() if gadget[0] == move.to), None)
        if arc is None or arcs[arc][0] != image.source.start:
            return None
        # A move that names no edge goes over the first of parallel ones.
        return SlideOver(arcs[arc][1], None if arcs.index(arcs[arc]) == arc else arc)

    def home(self, image: Image, position: Any) -> Any:
        if position.start not in image.back:
            return None
        graph = image.source.graph
        there = {frozenset(edge) for edge in position.graph.edges}
        kept = [number for number, (u, _) in enumerate(graph.edges) if {u, image.gadgets[number][0]} in there]
        return EdgeGeography(graph, start=position.start).with_edges(kept)


class Houses(_EdgeArcGadgets):
    """A house for every arc: a triangle on a square. Planarity and degree 3 are kept; it has an odd cycle.

    Fraenkel, Scheinerman and Ullman were the first to prove undirected Edge Geography hard in normal play; this gadget
    was found by a search over all small graphs, and is the smallest there is.
    """

    key = "fraenkel-scheinerman-ullman:EG"
    title = "directed to undirected Edge Geography, both normal"
    target = GameSide("edge-geography", Play.NORMAL, directed=False)
    bounds = "n + 5m vertices and 8m edges, for n vertices and m arcs"
    roles = {
        "a": "the way in, at a corner of the floor",
        "c": "the other corner of the floor, where the opponent goes if the arc leads nowhere good",
        "x": "the wall over c",
        "y": "the wall over a",
        "b": "the roof, the way out: who comes from v loses",
    }
    joins = (
        *(("u", "a"), ("a", "c"), ("c", "x"), ("x", "y"), ("y", "a")),
        *(("x", "b"), ("y", "b"), ("b", "v")),
    )


class Squares(_EdgeArcGadgets):
    """LM29: a square with a way in and a pendant vertex for every arc, and a new neighbour for every vertex.

    Two sides and planarity are kept; the way in of the square has degree 4, and vertices get one edge more. A chain to
    it goes by LM12, which takes Vertex Geography to a digraph where no vertex has more than three arcs.
    """

    key = "lastmove:LM29"
    title = "directed Edge Geography, normal, to undirected Edge Geography, misère"
    target = GameSide("edge-geography", Play.MISERE, directed=False)
    bounds = "2n + 6m vertices and n + 8m edges, for n vertices and m arcs"
    roles = {
        "a": "the way in",
        "r": "the corner where the square is entered",
        "x": "a corner between r and b",
        "y": "the other corner between r and b",
        "z": "at r: going there ends the game, and loses",
        "b": "the corner where the square is left: who comes from v loses",
        "'": "the new neighbour of a vertex: going there ends the game, and loses",
    }
    joins = (
        *(("u", "a"), ("a", "r"), ("r", "x"), ("r", "y"), ("x", "b"), ("y", "b")),
        *(("r", "z"), ("b", "v")),
    )

    def hung(self, source: Any, names: Names) -> dict[Hashable, str]:
        return {vertex: names.new(f"{vertex}'") for vertex in source.graph.vertices}


class _SameVertices(Reduction):
    """Vertex Geography with weights: a vertex is visited once its weight is 0, and nothing is added."""

    roles: Mapping[str, str] = {}

    @abstractmethod
    def edges(self, graph: Graph) -> list[tuple[int, int]]:
        """The edges that are kept; loops cannot be used in Vertex Geography."""

    @abstractmethod
    def board(self, graph: Graph, start: Hashable) -> Any:
        """The target on the graph of these edges."""

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        kept = [(graph.vertices[u], graph.vertices[v]) for u, v in self.edges(graph)]
        target = self.board(Graph(graph.vertices, kept, directed=graph.directed), source.start)
        return Image(source, target, {vertex: vertex for vertex in graph.vertices}, {})

    def size(self, source: Any) -> Size:
        return Size(source.graph.n, len(self.edges(source.graph)))

    def lower(self, image: Image, move: Any) -> Slide | None:  # noqa: ARG002
        return Slide(move.to)


class VisitedOnce(_SameVertices):
    """LM27: Vertex Geography is NimG-MR where every weight is 1 and the token's vertex, like all visited ones, has 0.

    Behind LM25 it leads to weights 1 on planar bipartite graphs of degree at most 3.
    """

    key = "lastmove:LM27"
    title = "undirected Vertex Geography to undirected NimG-MR, both misère"
    bounds = "n vertices and m edges, for n vertices and m edges; weights 1, and 0 under the token"

    def across(self, side: GameSide) -> GameSide | None:
        same = side == GameSide("vertex-geography", Play.MISERE, directed=False)
        return GameSide("nimg-mr", Play.MISERE, directed=False) if same else None

    def edges(self, graph: Graph) -> list[tuple[int, int]]:
        return list(dict.fromkeys((min(arc), max(arc)) for arc in simple_arcs(graph)))

    def board(self, graph: Graph, start: Hashable) -> NimGMR:
        return NimGMR(graph, [0 if vertex == start else 1 for vertex in graph.vertices], start=start)

    def lift(self, image: Image, move: Slide, position: Any = None) -> SlideAndLower:  # noqa: ARG002
        return SlideAndLower(move.to, 0)

    def home(self, image: Image, position: Any) -> VertexGeography:
        weights, numbers = position.weights, position.graph.numbers
        there = {v for v in image.back if weights[numbers[v]]} | {position.start}
        return still_there(image, there, position.start)


class LeftOnce(_SameVertices):
    """LM26 misère: Vertex Geography on a digraph is misère NimG-RM with weights 1.

    Each move empties the vertex that is left. Who goes to an emptied vertex has lost, for the opponent cannot move
    there, which wins. A vertex that no arc leaves is emptied where the token stands: that is the last move.
    """

    key = "lastmove:LM26 misère"
    title = "directed Vertex Geography, normal, to directed NimG-RM, misère, all weights 1"
    bounds = "n vertices and m arcs, for n vertices and m arcs; weights 1"

    def across(self, side: GameSide) -> GameSide | None:
        return GameSide("nimg-rm", Play.MISERE, directed=True) if side == DIRECTED_VERTEX_GEOGRAPHY else None

    def edges(self, graph: Graph) -> list[tuple[int, int]]:
        return simple_arcs(graph)

    def board(self, graph: Graph, start: Hashable) -> NimGRM:
        return NimGRM(graph, [1] * graph.n, start=start)

    def lift(self, image: Image, move: Slide, position: Any = None) -> LowerAndSlide:  # noqa: ARG002
        return LowerAndSlide(0, move.to)

    def lower(self, image: Image, move: LowerAndSlide) -> Slide | None:
        return None if move.to is None else super().lower(image, move)

    def home(self, image: Image, position: Any) -> VertexGeography | None:
        weights, numbers = position.weights, position.graph.numbers
        if position.start is None or not weights[numbers[position.start]]:
            return None  # the game is over
        return still_there(image, {v for v in image.back if weights[numbers[v]]}, position.start)


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

    def across(self, side: GameSide) -> GameSide | None:
        return GameSide("edge-geography", Play.NORMAL, directed=True) if side == DIRECTED_VERTEX_GEOGRAPHY else None

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
