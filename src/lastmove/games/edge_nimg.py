"""Edge NimG: slide the token along an edge and lower the weight of that edge."""

from __future__ import annotations

from array import array
from operator import index
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, printable, show
from lastmove.core.language import t
from lastmove.core.limits import watched
from lastmove.core.view import Edge, GraphView, MoveView, Node
from lastmove.games.fields import GRAPH_FIELDS
from lastmove.games.graph_game import ON_GRAPHS
from lastmove.games.moves import SlideAlong, say_taking_from
from lastmove.games.token import TokenGame
from lastmove.graphs.sources import as_graph, edge_weights_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from random import Random
    from typing import Self, SupportsIndex

    from lastmove.core.position import Over
    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.sources import GraphSource

_set = object.__setattr__


class EdgeNimG(TokenGame):
    """Weights on the edges of a (di)graph and a token; a move goes along an edge and lowers its weight.

    An undirected edge is one heap that is used from both ends, a loop is a heap at its vertex, and parallel edges are
    heaps of their own. An edge of weight 0 stays in ``graph``, so that edges keep their numbers, and is never used
    again. The game is over when no edge of positive weight leaves the token, whatever is left elsewhere.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes; parallel edges by repeating the pair.
    weights
        Integers >= 0 in the order of the edges, or one for all; a networkx graph may carry them as the attribute
        "weight" of its edges, a scipy sparse matrix has them as its entries.
    start
        The token's vertex; ``None`` leaves it open (a board).
    directed
        Whether edges are arcs; taken from the graph by default.

    Examples
    --------
    >>> path = EdgeNimG([("a", "b"), ("b", "c")], [2, 1], start="a")
    >>> list(path.moves())
    [SlideAlong(to='b', remaining=0, edge=None), SlideAlong(to='b', remaining=1, edge=None)]
    >>> path.after(SlideAlong("b", 1)).weights
    (1, 1)

    A move names its edge where several of positive weight lead to the same vertex.

    >>> list(EdgeNimG([("a", "b"), ("a", "b")], 1, start="a").moves())
    [SlideAlong(to='b', remaining=0, edge=0), SlideAlong(to='b', remaining=0, edge=1)]
    """

    __slots__ = ("_weights",)

    name = "edge-nimg"
    title = "Edge NimG"
    rules = (
        "Weights on the edges of a graph or digraph, and a token on a vertex. A move slides the token along an edge of "
        "positive weight and lowers the weight of that edge by at least 1. Along a loop the token stays; parallel "
        "edges are heaps of their own. An edge of weight 0 can no longer be used."
    )
    loop_rule = " Along a loop the token stays; parallel edges are heaps of their own."
    fields = (*GRAPH_FIELDS, "weights", "start")
    weighs = "edges"
    example = {
        "game": "edge-nimg",
        "vertices": ["a", "b", "c", "d"],
        "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]],
        "weights": [2, 1, 3, 2],
        "start": "a",
    }
    move_class = SlideAlong

    _weights: tuple[int, ...]

    def __init__(
        self,
        graph: GraphSource,
        weights: Iterable[SupportsIndex] | int | None = None,
        start: Hashable | Over | None = None,
        *,
        directed: bool | None = None,
    ) -> None:
        board = as_graph(graph, directed=directed).graph
        super().__init__(board, start)
        given: Any = edge_weights_of(graph, directed=board.directed) if weights is None else weights
        if isinstance(given, int) and not isinstance(given, bool):
            given = [given] * board.m
        if given is None and board.m:
            raise InputError("weights", "missing; every edge needs one: a list, or one number for all")
        _set(self, "_weights", _checked(board, given or ()))

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights as they stand now, in the order of the edges of ``graph``."""
        return self._weights

    def live_graph(self) -> Graph:
        """The graph of the edges of positive weight, on the same vertices.

        >>> list(EdgeNimG([("a", "b"), ("b", "c")], [2, 0]).live_graph().edges)
        [('a', 'b')]
        """
        board = self._board
        if all(self._weights):
            return board
        ends = [pair for pair, weight in zip(board.ends(), self._weights, strict=True) if weight]
        tails, heads = (array("q", [pair[side] for pair in ends]) for side in (0, 1))
        return type(board).from_ends(board.vertices, tails, heads, directed=board.directed)

    def at(self, start: Hashable) -> Self:
        return self._moved(self._place(start), _weights=self._weights)

    def moves(self) -> Iterator[SlideAlong]:
        names, weights = self._board.vertices, self._weights
        leading = self._leading()
        several = _given_twice(v for _, v in leading)
        for edge, v in leading:
            for remaining in range(weights[edge]):
                yield SlideAlong(names[v], remaining, edge if v in several else None)

    def after(self, move: SlideAlong) -> Self:
        to, remaining, number = self._read(move)
        v = self._number(to, move)
        edges = [edge for edge, end in self._board.incidence[self._token()] if end == v]
        if number is not None:
            if type(number) is not int or not 0 <= number < self._board.m:
                raise self._illegal(move, f"there is no edge {show(number)}; the edges are 0..{self._board.m - 1}")
            edges = [edge for edge in edges if edge == number]
        if not edges:
            which = "no edge" if number is None else f"edge {number} does not lead"
            where = f"from {self.start!r}" if number is not None else f"leads there from {self.start!r}"
            raise self._illegal(move, f"{which} {'there ' if number is not None else ''}{where}")
        positive = [edge for edge in edges if self._weights[edge]]
        if len(positive) > 1:
            raise self._illegal(move, f"edges {' and '.join(map(str, positive))} lead there; name one of them as edge")
        edge = (positive or edges)[0]
        if type(remaining) is not int or not 0 <= remaining < self._weights[edge]:
            left = "its weight is 0" if not positive else f"the weight of edge {edge} is {show(self._weights[edge])}"
            raise self._illegal(move, f"{left}; leave less, at least 0")
        weights = (*self._weights[:edge], remaining, *self._weights[edge + 1 :])
        return self._moved(v, _weights=weights)

    def move_along(self, edge: int, remaining: int) -> SlideAlong:
        """The move along an edge of positive weight at the token, which names the edge where it has to.

        >>> EdgeNimG([("a", "b"), ("a", "b")], 2, start="a").move_along(1, 0)
        SlideAlong(to='b', remaining=0, edge=1)
        """
        ends = dict(self._leading())
        several = list(ends.values()).count(ends[edge]) > 1
        return SlideAlong(self._board.vertices[ends[edge]], remaining, edge if several else None)

    def edge_of(self, move: SlideAlong) -> int:
        """The number of the edge that a legal move uses."""
        if move.edge is not None:
            return move.edge
        v = self._board.numbers[move.to]
        return next(edge for edge, end in self._leading() if end == v)

    def _leading(self) -> list[tuple[int, int]]:
        """The edges of positive weight that lead out of the token's vertex, with their other ends."""
        weights = self._weights
        return [(edge, v) for edge, v in self._board.incidence[self._token()] if weights[edge]]

    def most_moves(self) -> int:
        """Each move lowers a weight."""
        return sum(self._weights)

    def key(self) -> tuple[tuple[int, ...], int]:
        return self._weights, self._at

    def key_scope(self) -> tuple[type[EdgeNimG], Graph]:
        return EdgeNimG, self._board

    def measure(self) -> tuple[int, int]:
        return self._board.n, sum(self._weights)

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        strata = up_to(9, 3, 2) + up_to(2, 2, first=4, uniform=True)
        strata += up_to(9, 3, directed=True) + up_to(2, first=3, directed=True, uniform=True)
        words = ON_GRAPHS | {"weights": "weights", "uniform": " without loops"}
        return Range(strata=strata, random=500, random_size=7, random_weight=6, **words)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        """Every graph with weights from 1 on; on up to 2 vertices an edge may be there twice."""
        from lastmove.games.samples import edge_weighted_boards

        return edge_weighted_boards(cls, stratum)

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        from lastmove.games.samples import random_edge_weighted

        return random_edge_weighted(cls, rng, size, weight)

    @classmethod
    def from_json(cls, fields: Fields) -> Self:
        graph = fields.graph(always_directed=cls.always_directed)
        weights: Any = fields.edge_weights(graph)
        return cls(graph, weights, start=fields.start(graph))

    def to_json(self) -> dict[str, object]:
        found = super().to_json()
        start = {"start": found.pop("start")} if "start" in found else {}
        return found | {"weights": list(self._weights)} | start

    def move_to_json(self, move: SlideAlong) -> dict[str, object]:
        written = super().move_to_json(move)
        if move.edge is None:
            del written["edge"]
        return written

    def view(self) -> GraphView:
        graph, weights = self._board, self._weights
        nodes = tuple(Node(vertex, printable(str(vertex))) for vertex in watched(graph.vertices))
        edges = tuple(Edge(u, v, w) for (u, v), w in zip(watched(graph.ends()), weights, strict=True))
        return GraphView(nodes, edges, graph.directed, None if self._at < 0 else self._at)

    def view_move(self, move: SlideAlong) -> MoveView:
        return MoveView(self.say_move(move), to=move.to, edge=self.edge_of(move), leaves=(move.remaining,))

    def say_move(self, move: SlideAlong) -> str:
        edge = self.edge_of(move)
        is_loop = move.to == self.start
        if move.edge is not None:
            which = t("edge {edge}", edge=edge)
        elif is_loop:
            which = t("the loop")
        else:
            which = t("the arc") if self._board.directed else t("the edge")
        takes = say_taking_from(which, self._weights[edge], move.remaining)
        if is_loop:
            return f"{takes}, {t('stay on {place}', place=move.to)}"
        return f"{t('move to {to}', to=move.to)}, {takes}"

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        positional, named = super()._arguments()
        return (*positional, self._weights), named


def _given_twice(values: Iterable[int]) -> set[int]:
    """The values that come more than once."""
    seen: set[int] = set()
    return {value for value in values if value in seen or seen.add(value)}  # type: ignore[func-returns-value]


def _checked(graph: Graph, given: Any) -> tuple[int, ...]:
    """A weight for each edge in order; an InputError names an edge that has none, or a wrong one."""
    try:
        listed = None if hasattr(given, "keys") or isinstance(given, str | bytes) else list(given)
    except TypeError:
        listed = None
    if listed is None:
        raise InputError("weights", f"{show(given)}; accepted: a list of integers, in the order of the edges")
    if len(listed) != graph.m:
        raise InputError("weights", f"{len(listed)} weights for {graph.m} edges; every edge needs one")
    return tuple(_weight(value, graph, edge) for edge, value in enumerate(listed))


def _weight(value: object, graph: Graph, edge: int) -> int:
    try:
        weight = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        weight = None
    if weight is None or weight < 0:
        u, v = (graph.vertices[end] for end in (graph.tails[edge], graph.heads[edge]))
        problem = f"edge {edge} ({show(u)}, {show(v)}) has weight {show(value)}; weights are integers >= 0"
        raise InputError("weights", problem)
    return weight
