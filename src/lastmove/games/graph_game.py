"""What every game on a graph shares: the board it began on, the graph as it stands, its JSON, rules and picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lastmove.core.errors import printable, show
from lastmove.core.language import by_sentences, t, tn
from lastmove.core.limits import watched
from lastmove.core.view import Edge, GraphView, Node
from lastmove.games.base import Game
from lastmove.games.fields import GRAPH_FIELDS, write_graph

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lastmove.graphs.graph import Graph


ON_GRAPHS = {"kind": "graphs", "sizes": "vertices", "weights": "", "uniform": " with no loops or all"}
"""The words of a range of boards that are graphs."""

_UNDIRECTED = {
    "connected graph or strongly connected digraph": "connected graph",
    "graph or digraph": "graph",
    "an (out-)neighbour": "a neighbour",
    " (in a digraph p -> v -> s becomes p -> s)": "",
}
_DIRECTED = {
    "connected graph or strongly connected digraph": "strongly connected digraph",
    "graph or digraph": "digraph",
    "(out-)neighbour": "out-neighbour",
    "its neighbours become a clique with loops (in a digraph p -> v -> s becomes p -> s)": "p -> v -> s becomes p -> s",
    "along an edge, and that edge": "along an arc, and that arc",
    "parallel edges are separate edges": "parallel arcs are separate arcs",
}
"""What the rules of a game say of all boards, and what is said of one."""


def rules_for(rules: str, loop_rule: str, board: Graph) -> str:
    """The rules without what this board has not; ``loop_rule`` is the sentence about loops and parallel edges."""
    if loop_rule and not any(board.looped) and not _has_parallels(board):
        rules = rules.replace(loop_rule, "")
    for general, here in (_DIRECTED if board.directed else _UNDIRECTED).items():
        rules = rules.replace(general, here)
    return rules


def _has_parallels(graph: Graph) -> bool:
    pairs = {(u, v) if graph.directed or u <= v else (v, u) for u, v in graph.ends()}
    return len(pairs) < graph.m


class GraphGame(Game):
    """A game on a graph.

    Inside, a position is the board it began on and whatever the game adds. ``graph`` is the graph as it stands now.
    """

    __slots__ = ("_board",)

    fields: ClassVar[tuple[str, ...]] = GRAPH_FIELDS
    always_directed: ClassVar[bool] = False
    """Whether the game knows directed graphs only."""
    never_directed: ClassVar[bool] = False
    """Whether the game knows undirected graphs only."""
    weighs: ClassVar[str] = ""
    """What has weights: ``vertices``, ``edges`` or nothing."""
    has_token: ClassVar[bool] = True
    """Whether a token stands on the graph; if not, moves choose vertices or edges."""
    loop_rule: ClassVar[str] = ""
    """The words of ``rules`` that say nothing on a board without loops and parallel edges."""

    _board: Graph

    @property
    def graph(self) -> Graph:
        """The graph as it stands now."""
        return self._board

    @property
    def board(self) -> Graph:
        """The graph that play began on; positions after moves share it."""
        return self._board

    def _number(self, vertex: Hashable, move: object) -> int:
        """The number of a vertex that a move names."""
        try:
            return self._board.numbers[vertex]
        except (KeyError, TypeError):
            raise self._illegal(move, f"{show(vertex)} is not a vertex") from None

    def to_json(self) -> dict[str, object]:
        return write_graph(self.graph, always_directed=self.always_directed)

    def measure(self) -> tuple[int, int]:
        return self.graph.n, self.graph.m

    def view(self) -> GraphView:
        return self._seen(self.graph, [None] * self.graph.n)

    def _seen(self, graph: Graph, weights: Sequence[int | None]) -> GraphView:
        """The view of a graph with these weights; the token, if there is one, stands where it does in this position."""
        named = watched(zip(graph.vertices, weights, strict=True))
        nodes = tuple(Node(vertex, printable(str(vertex)), weight) for vertex, weight in named)
        edges = tuple(Edge(u, v) for u, v in watched(graph.ends()))
        return GraphView(nodes, edges, graph.directed, self._node_of_token(graph), has_token=self.has_token)

    def _node_of_token(self, graph: Graph) -> int | None:  # noqa: ARG002 - of a game with a token
        return None

    def say_rules(self) -> str:
        """The rules for this board: arcs, loops and parallel edges are mentioned where there are any."""
        return by_sentences(rules_for(self.rules, self.loop_rule, self._board))

    def summary(self) -> str:
        graph = self.graph
        vertices = tn(graph.n, "{count} vertex", "{count} vertices")
        if graph.directed:
            edges = tn(graph.m, "{count} arc", "{count} arcs")
            return t("digraph of {vertices} and {edges}", vertices=vertices, edges=edges)
        edges = tn(graph.m, "{count} edge", "{count} edges")
        return t("graph of {vertices} and {edges}", vertices=vertices, edges=edges)
