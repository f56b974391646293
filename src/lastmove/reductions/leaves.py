"""LM33: directed Vertex Geography inside Vertexnim with the move first, by a leaf on every vertex.

A vertex of weight l + m beside a leaf of weight l is like one of weight m in NimG-MR. Who leaves less than l there, but
not 0, loses at once: the opponent goes to the leaf and back, and always has less to answer. Nobody gains by going to
the leaf first, for the opponent comes back and leaves m more than what is there; and who empties the vertex leaves a
heap so large that the opponent can make of it what he likes. The last is why the weights are as large as they are.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.core.errors import InputError, has_too_many_digits, most_digits, show
from lastmove.core.play import Play
from lastmove.games.moves import Slide, SlideAndLower
from lastmove.games.vertexnim_mr import VertexnimMR
from lastmove.graphs.graph import Graph
from lastmove.reductions.chain import GameSide, Image, Names, Reduction, Size, entered, simple_arcs, started
from lastmove.reductions.gadgets import DIRECTED_VERTEX_GEOGRAPHY, still_there

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

SLACKS = {"a": 1, "b": 1, "c": 2, "d": 2, "e": 1, "f": 1}
"""By how much the weight of each vertex of a gadget exceeds that of its leaf."""

_JOINS = (*pairwise("uabcdefv"), ("b", "d"))


class Leaves(Reduction):
    """LM33: the gadget of LM24 with two more vertices for every arc, and a leaf on every vertex.

    Arcs into the start and what cannot be reached are left out. At most three arcs may then be left at a vertex, and
    two at the start: an emptied vertex is passed, and must lead nowhere but back.
    """

    key = "lastmove:LM33"
    title = "directed Vertex Geography to undirected Vertexnim-MR, both normal"
    play: ClassVar[Play] = Play.NORMAL
    of_formulas = "lichtenstein-sipser:VG:planar"
    searchable = False
    bounds = (
        "2k vertices and k + 8m edges, k = n + 6m, for n vertices and m arcs that can be used; weights of k²/2 bits"
    )
    roles: Mapping[str, str] = {
        "a": "the way in, slack 1 (its weight is 1 more than that of its leaf)",
        "b": "the fork, slack 1",
        "c": "the way round that changes who is to move, slack 2",
        "d": "the way on, slack 2",
        "e": "keeps d apart from v: whoever passes v once it is empty comes to the other player's vertices, slack 1",
        "f": "the way out, slack 1",
        "'": "a leaf, of every vertex",
    }

    def across(self, side: GameSide) -> GameSide | None:
        same = side == DIRECTED_VERTEX_GEOGRAPHY
        return GameSide("vertexnim-mr", self.play, directed=False) if same else None

    def apply(self, source: Any) -> Image:
        graph, start = started(source).graph, source.start
        kept, arcs = _usable(graph, start)
        _check_degrees(graph, start, arcs)
        weight = _weight_to_write(len(kept) + 6 * len(arcs))
        names = Names(graph.vertices)
        slacks: dict[Hashable, int] = {graph.vertices[v]: 1 for v in kept}
        slacks[start] = 0
        gadgets: dict[Any, tuple[Hashable, ...]] = {}
        edges: list[tuple[Hashable, Hashable]] = []
        for tail, head in arcs:
            u, v = graph.vertices[tail], graph.vertices[head]
            made = {role: names.new(f"{u}>{v}.{role}") for role in SLACKS}
            place: dict[str, Hashable] = {"u": u, "v": v, **made}
            edges += [(place[one], place[other]) for one, other in _JOINS]
            slacks |= {made[role]: slack for role, slack in SLACKS.items()}
            gadgets[u, v] = tuple(made.values())
        leaves = [names.new(f"{vertex}'") for vertex in slacks]
        edges += zip(slacks, leaves, strict=True)
        weights = [*(weight + slack for slack in slacks.values()), *[weight] * len(leaves)]
        target = VertexnimMR(Graph([*slacks, *leaves], edges), weights, start=start)
        return Image(source, target, {v: v for v in (graph.vertices[number] for number in kept)}, gadgets)

    def size(self, source: Any) -> Size:
        kept, arcs = _usable(source.graph, source.start)
        n = len(kept) + 6 * len(arcs)
        return Size(2 * n, n + 8 * len(arcs))

    def lift(self, image: Image, move: Slide, position: Any = None) -> SlideAndLower:
        token = (position or image.source).start
        return SlideAndLower(image.gadgets[token, move.to][0], image.target.weights[-1])

    def lower(self, image: Image, move: SlideAndLower) -> Slide | None:
        # A move to the token's leaf stands for none either: the opponent comes back, and all is as before.
        v = entered(image, move.to)
        return None if v is None or move.remaining < image.target.weights[-1] else Slide(v)

    def home(self, image: Image, position: Any) -> Any:
        if position.start not in image.back:
            return None
        weight = image.target.weights[-1]
        numbers, weights = position.graph.numbers, position.weights
        before = dict(zip(image.target.graph.vertices, image.target.weights, strict=True))
        leaves = position.graph.n // 2
        there = {v for v in image.back if weights[numbers[v]] > weight} | {position.start}
        closed = (
            gadget
            for (u, v), gadget in image.gadgets.items()
            if any(weights[numbers[name]] != before[name] for name in gadget)
        )
        sound = set(weights[leaves:]) == {weight} and all(weights[numbers[v]] >= weight for v in image.back)
        if not sound or any(weights[numbers[end]] != weight for gadget in closed for end in (gadget[0], gadget[-1])):
            return None
        return still_there(image, there, position.start)


class MisereLeaves(Leaves):
    """The same board in misère play, where the winner is the same as long as some weight is above 1 (LM51)."""

    key = "lastmove:LM33 misère"
    title = "directed Vertex Geography, normal, to undirected Vertexnim-MR, misère"
    play = Play.MISERE


def leaf_weight(n: int) -> int:
    """A weight for leaves beside n vertices: above all that the heap of an emptied vertex may have to be.

    Let i of the other leaves be small, the j-th of them at most b(j); the large ones are then above b(i + 1), as
    Lemma 5 wants it. The heap need not be more than what the small ones have together.

    Examples
    --------
    >>> [leaf_weight(n) for n in (1, 2, 3)], leaf_weight(8).bit_length()
    ([2, 13, 188], 40)
    """
    together = 0
    for small in range(n - 1):
        large = n - 1 - small
        together += 2 * (2**large * (together + 2 * large)) + 3
    return together + 2


def _weight_to_write(n: int) -> int:
    """The weight of the leaves beside n vertices, if Python writes such numbers; an InputError otherwise."""
    most = most_digits()
    least = int(n * (n - 1) / 2 * log10(2))  # of a number that may take long to work out
    weight = leaf_weight(n) if least <= most else 0
    if least > most or has_too_many_digits(weight + max(SLACKS.values())):
        raise InputError("to", f"the weights would have over {max(least, most):,} digits; accepted: at most {most:,}")
    return weight


def _usable(graph: Graph, start: Hashable) -> tuple[list[int], list[tuple[int, int]]]:
    """The vertices that can be reached from the start, ascending, and the arcs there that do not lead back to it."""
    first = graph.index(start)
    near: list[list[int]] = [[] for _ in range(graph.n)]
    for u, v in simple_arcs(graph):
        if v != first:
            near[u].append(v)
    reached = {first}
    waiting = [first]
    for u in waiting:  # it grows
        fresh = [v for v in near[u] if v not in reached]
        reached.update(fresh)
        waiting += fresh
    kept = sorted(reached)
    return kept, [(u, v) for u in kept for v in near[u]]


def _check_degrees(graph: Graph, start: Hashable, arcs: list[tuple[int, int]]) -> None:
    """An InputError for a vertex with too many arcs."""
    for number, count in Counter(end for arc in arcs for end in arc).items():
        vertex = graph.vertices[number]
        most = 2 if vertex == start else 3
        if count > most:
            said = "the start may have 2 that can be used, other vertices 3"
            raise InputError("edges", f"{show(vertex)} has {count} arcs; {said}")
