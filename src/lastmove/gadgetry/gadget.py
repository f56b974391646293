"""A gadget: a graph with ports that does what a source asks, as a value, as JSON and in words."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lastmove.core.play import Play
from lastmove.core.words import play_name
from lastmove.gadgetry.inside import plays
from lastmove.gadgetry.source import GadgetCondition, GadgetSource, gadget_source
from lastmove.games import game_class
from lastmove.games.token import WeightedTokenGame
from lastmove.graphs.graph import Graph
from lastmove.graphs.graph6 import encode
from lastmove.reductions.properties import properties

NORMAL_SOURCE = {
    "vertex-geography": "vertex-geography",
    "edge-geography": "edge-geography",
    "nimg-rm": "vertex-geography",
    "nimg-mr": "vertex-geography",
}
"""The game on digraphs, in normal play, that is the game on graphs once every arc is a gadget."""


@dataclass(frozen=True)
class Gadget:
    """A graph with ports that does what a source asks.

    Attributes
    ----------
    source
        What it does.
    game, play
        The game that is played on it.
    graph
        Its vertices are 0, 1, ... as in graph6.
    ports
        The vertex of each port.
    weights
        Those of the vertices, in order; empty in games without weights.
    """

    source: GadgetSource
    game: str
    play: Play
    graph: Graph
    ports: Mapping[str, int]
    weights: tuple[int, ...] = ()

    def __hash__(self) -> int:
        return hash((self.game, self.play, self.graph, tuple(self.ports.items()), self.weights))

    @property
    def graph6(self) -> str:
        """The graph as a line of graph6."""
        return encode(self.graph)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What its vertices are called: a port by its name, others by their numbers."""
        ports = {vertex: port for port, vertex in self.ports.items()}
        return tuple(ports.get(vertex, str(vertex)) for vertex in range(self.graph.n))

    @cached_property
    def board(self) -> Any:
        """The gadget as a board, without what is outside."""
        names = self.names
        graph = Graph(names, [(names[u], names[v]) for u, v in self.graph.ends()])
        return board_of(self.game, graph, dict(zip(names, self.weights, strict=True)) if self.weights else {})

    @cached_property
    def properties(self) -> dict[str, object]:
        """What boards made with it look like, as :func:`lastmove.reductions.properties.properties` says it.

        The edges at the ports count for degrees. ``bipartite``: two sides, with the ports on those that the source
        names, so that a board with two sides keeps them. ``planar``: it can be drawn with all ports outside, in their
        order.
        """
        n = self.graph.n
        edges = list(self.graph.ends())
        stubs = [(vertex, n + number) for number, vertex in enumerate(self.ports.values())]
        found = properties(board_of(self.game, Graph.numbered(n + len(stubs), [*edges, *stubs]), {}))
        around = [(n + number, n + (number + 1) % len(stubs)) for number in range(len(stubs))]
        spokes = [(n + number, n + len(stubs)) for number in range(len(stubs))]
        framed = Graph.numbered(n + len(stubs) + 1, [*edges, *stubs, *(e for e in around if e[0] != e[1]), *spokes])
        return {
            "bipartite": self._has_sides,
            "planar": properties(board_of(self.game, framed, {}))["planar"],
            "max_degree": found["max_degree"],
            "girth": found["girth"],
            "odd_girth": odd_girth(self.graph),
            "max_weight": max(self.weights, default=None),
        }

    @property
    def _has_sides(self) -> bool:
        sides = _sides(self.graph)
        if sides is None:
            return False
        asked = [(sides[self.ports[port]], side) for port, side in self.source.sides.items()]
        return len({side ^ own for own, side in asked}) <= 1

    def proof(self) -> list[dict[str, object]]:
        """Each condition with all plays in which the winner keeps to one strategy.

        Only those that do not hang on what is left behind.
        """
        return [
            {**condition.to_json(self.source.ports), "plays": plays(self, condition)}
            for condition in self.source.asked_in(self.game)
            if is_plain(condition)
        ]

    @property
    def is_arc(self) -> bool:
        """Whether it stands in place of an arc, so that it makes a reduction."""
        return self.source.conditions == gadget_source("arc").conditions

    def reduction(self) -> str | None:
        """The reduction that it gives, in words; ``None`` for another source than the arc."""
        if not self.is_arc:
            return None
        source = NORMAL_SOURCE[self.game]
        title, target = (game_class(name).title for name in (source, self.game))
        hung = " Give each vertex of the digraph a new neighbour." if self.needs_pendants else ""
        weights = "" if not self.weights else " Vertices of the digraph have weight 1."
        if self.game == "nimg-mr":
            weights = " Vertices of the digraph have weight 1, the start has weight 0."
        ends = "edges from u to a and from b to v"
        kept = [word for word in ("bipartite", "planar") if self.properties[word]]
        said = f" It keeps boards {' and '.join(kept)}." if kept else ""
        return (
            f"Replace each arc from u to v by a copy, with {ends}.{hung}{weights} Directed {title} in normal play then "
            f"has the outcome of {target} in {play_name(self.play)} on the graph.{said}"
        )

    @property
    def needs_pendants(self) -> bool:
        """Whether a player who is stuck on a vertex of the digraph would win, so that each gets a way to lose."""
        return self.play is Play.MISERE and self.game != "nimg-rm"

    def replaced(self, digraph: Graph, start: Hashable) -> Any:
        """The board on which every arc of a digraph is a copy of this gadget, with the token on the start."""
        edges: list[tuple[Hashable, Hashable]] = []
        weights: dict[Hashable, int] = {("old", vertex): 1 for vertex in digraph.vertices}
        if self.game == "nimg-mr":
            weights["old", start] = 0
        own = self.weights or (1,) * self.graph.n
        for number, (tail, head) in enumerate(digraph.ends()):
            if tail != head:
                weights |= {(number, vertex): own[vertex] for vertex in range(self.graph.n)}
                edges += [((number, u), (number, v)) for u, v in self.graph.ends()]
                edges.append((("old", digraph.vertices[tail]), (number, self.ports["a"])))
                edges.append(((number, self.ports["b"]), ("old", digraph.vertices[head])))
        if self.needs_pendants:
            weights |= {("new", vertex): 1 for vertex in digraph.vertices}
            edges += [(("old", vertex), ("new", vertex)) for vertex in digraph.vertices]
        return board_of(self.game, Graph(list(weights), edges), weights).at(("old", start))

    def to_json(self) -> dict[str, object]:
        """The gadget as the command writes it."""
        weights = {"weights": list(self.weights)} if self.weights else {}
        return {
            "graph6": self.graph6,
            "ports": dict(self.ports),
            **weights,
            "vertices": self.graph.n,
            "edges": self.graph.m,
            "properties": self.properties,
        }

    def __str__(self) -> str:
        edges = ", ".join(f"{self.names[u]}-{self.names[v]}" for u, v in self.graph.ends())
        weights = ", ".join(f"{name} {weight}" for name, weight in zip(self.names, self.weights, strict=False))
        return f"{self.graph6}: {edges}{'; weights ' if weights else ''}{weights}"


def is_plain(condition: GadgetCondition) -> bool:
    """Whether nothing in a condition hangs on the state that the token leaves, or begins in one."""
    return condition.state == "start" and all(isinstance(value, str) for value in condition.outside)


def board_of(game: str, graph: Graph, weights: Mapping[Any, int]) -> Any:
    """A board of a game; weights are 1 where they are not given."""
    kind: Any = game_class(game)
    if issubclass(kind, WeightedTokenGame):
        return kind(graph, {vertex: weights.get(vertex, 1) for vertex in graph.vertices})
    return kind(graph)


def _sides(graph: Graph) -> list[int] | None:
    """A side for each vertex of a connected graph, 0 for the first; ``None`` where there are no two sides."""
    sides = [-1] * graph.n
    waiting = [0]
    sides[0] = 0
    for u in waiting:
        for v in graph.neighbours[u]:
            if sides[v] < 0:
                sides[v] = 1 - sides[u]
                waiting.append(v)
            elif sides[v] == sides[u]:
                return None
    return sides


def odd_girth(graph: Graph) -> int | None:
    """The length of a shortest odd cycle; ``None`` without one.

    >>> odd_girth(Graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]))
    5
    """
    least = None
    for root in range(graph.n):
        steps = {(root, 0): 0}
        waiting = [(root, 0)]
        for u, parity in waiting:
            for v in graph.neighbours[u]:
                if (v, 1 - parity) not in steps:
                    steps[v, 1 - parity] = steps[u, parity] + 1
                    waiting.append((v, 1 - parity))
        if (root, 1) in steps:
            least = steps[root, 1] if least is None else min(least, steps[root, 1])
    return least
