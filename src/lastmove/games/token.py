"""What games with one token on a graph share: reading and writing the board, choosing a start.

The rules are worded for one board, with arcs, loops and parallel edges where there are any. Weights, as a caller gives
them (a mapping or a list), are checked.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.core.position import OVER, START_MISSING
from lastmove.core.view import GraphView, MoveView
from lastmove.games.fields import GRAPH_FIELDS, vertex_from_json, vertex_to_json
from lastmove.games.graph_game import ON_GRAPHS, GraphGame
from lastmove.graphs.graph import Graph
from lastmove.graphs.sources import as_graph

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random
    from typing import Self

    from lastmove.core.position import Over
    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum
    from lastmove.graphs.sources import GraphSource

    Weights = Mapping[Any, SupportsIndex] | Iterable[SupportsIndex]


def checked_weights(graph: Graph, given: Any, least: int) -> tuple[int, ...]:
    """A weight for each vertex in order; an InputError names a vertex that has none, or less than ``least``."""
    if hasattr(given, "keys"):
        for vertex in given:
            if vertex not in graph.numbers:
                raise InputError("weights", f"{show(vertex)} is not a vertex; {graph.describe_vertices()}")
        missing = next((v for v in graph.vertices if v not in given), None)
        if missing is not None:
            raise InputError("weights", f"vertex {show(missing)} has none; every vertex needs one")
        listed = [given[vertex] for vertex in graph.vertices]
    else:
        try:
            listed = list(given)
        except TypeError:
            raise InputError("weights", f"{show(given)}; accepted: a list or a mapping of integers") from None
        if len(listed) != graph.n:
            raise InputError("weights", f"{len(listed)} weights for {graph.n} vertices; every vertex needs one")
    return tuple(_weight(value, graph.vertices[place], least) for place, value in enumerate(listed))


def _weight(value: object, vertex: Hashable, least: int) -> int:
    try:
        weight = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        weight = None
    if weight is None or weight < least:
        problem = f"vertex {show(vertex)} has weight {show(value)}; weights are integers >= {least}"
        raise InputError("weights", problem)
    return weight


_set = object.__setattr__

NOWHERE = -1
"""The token's place on a board: no start was chosen."""
OFF = -2
"""The token's place when it has left the board: the game is over."""


class TokenGame(GraphGame):
    """A game with one token on a graph.

    Inside, a position is the board it began on, the number of the token's vertex, and whatever the game adds
    (what is still there, weights). ``graph`` is the graph as it stands now.
    """

    __slots__ = ("_at",)

    fields: ClassVar[tuple[str, ...]] = (*GRAPH_FIELDS, "start")
    ends_off_board: ClassVar[bool] = False
    """Whether play can end with the token off the board (``start`` null)."""

    _at: int

    def __init__(
        self, graph: GraphSource, start: Hashable | Over | None = None, *, directed: bool | None = None
    ) -> None:
        board = graph if isinstance(graph, Graph) and directed is None else as_graph(graph, directed=directed).graph
        if not board.n and not (self.ends_off_board and start is OVER):
            raise InputError("vertices", "the graph is empty; at least one vertex is needed")
        _set(self, "_board", board)
        _set(self, "_at", self._place(start))

    def _place(self, start: Hashable | Over | None) -> int:
        if start is None:
            return NOWHERE
        if start is OVER:
            if not self.ends_off_board:
                raise InputError("start", f"null; the token of {self.name} always stands on a vertex")
            return OFF
        try:
            return self._board.index(start)
        except InputError as error:
            raise InputError("start", error.problem) from None

    def _moved(self, at: int, **changed: object) -> Self:
        """This position with the token on vertex number ``at`` and the given slots changed."""
        made = object.__new__(type(self))
        _set(made, "_board", self._board)
        _set(made, "_at", at)
        for name, value in changed.items():
            _set(made, name, value)
        return made

    def _token(self) -> int:
        """The number of the token's vertex, or OFF; an InputError for a board."""
        if self._at == NOWHERE:
            raise InputError("start", START_MISSING)
        return self._at

    @property
    def start(self) -> Hashable | Over | None:
        """The token's vertex; OVER when the game has ended off the board, None on a board."""
        return {NOWHERE: None, OFF: OVER}[self._at] if self._at < 0 else self._board.vertices[self._at]

    @property
    def is_board(self) -> bool:
        return self._at == NOWHERE

    def starts(self) -> Sequence[Hashable]:
        return self.graph.vertices

    def at(self, start: Hashable) -> Self:
        return self._moved(self._place(start))

    def key(self) -> Hashable:
        """Where the token is; a game that changes more than that says so."""
        return self._at

    @classmethod
    def from_json(cls, fields: Fields) -> Self:
        graph = fields.graph(always_directed=cls.always_directed)
        return cls(graph, start=fields.start(graph))

    def to_json(self) -> dict[str, object]:
        found = super().to_json()
        if not self.is_board:
            found["start"] = None if self.start is OVER else vertex_to_json(self.start)
        return found

    def move_to_json(self, move: Any) -> dict[str, object]:
        written = super().move_to_json(move)
        if written["to"] is not None:
            written["to"] = vertex_to_json(move.to)
        return written

    def move_from_json(self, raw: object) -> Any:
        move = super().move_from_json(raw)
        return move if move.to is None else move._replace(to=vertex_from_json(move.to, self.graph))

    @classmethod
    def usual_range(cls) -> Range:
        """Graphs of up to 4 vertices and digraphs of up to 3, loops and all."""
        from lastmove.games.samples import Range, up_to

        kinds = (True,) if cls.always_directed else (False, True)
        strata = tuple(stratum for directed in kinds for stratum in up_to(*[0] * (4 - directed), directed=directed))
        return Range(strata=strata, random=300, random_size=7, random_weight=0, **ON_GRAPHS)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        from lastmove.graphs.random import small_graphs

        return map(cls, small_graphs(stratum.size, directed=stratum.directed, loops=not stratum.uniform))

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:  # noqa: ARG003 - it has no weights
        from lastmove.games.samples import some
        from lastmove.graphs.random import sample_graph

        return cls(sample_graph(rng, some(rng, size), directed=True if cls.always_directed else None))

    def _node_of_token(self, graph: Graph) -> int | None:
        return None if self._at < 0 else graph.index(self.start)

    def view_move(self, move: Any) -> MoveView:
        return MoveView(self.say_move(move), to=move.to)

    def summary(self) -> str:
        text = super().summary()
        if self.start is OVER:
            return f"{text}, {t('the token is off the board')}"
        return text if self.is_board else f"{text}, {t('token on {place}', place=self.start)}"

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.graph,), {} if self.is_board else {"start": self.start}


class WeightedTokenGame(TokenGame):
    """A game with one token on a graph whose vertices carry integer weights."""

    __slots__ = ("_weights",)

    fields = (*GRAPH_FIELDS, "weights", "start")
    weighs = "vertices"
    least_weight: ClassVar[int] = 0

    _weights: tuple[int, ...]

    def __init__(
        self,
        graph: GraphSource,
        weights: Weights | int | None = None,
        start: Hashable | Over | None = None,
        *,
        directed: bool | None = None,
    ) -> None:
        source = as_graph(graph, directed=directed)
        super().__init__(source.graph, start)
        given = source.weights if weights is None else weights
        if isinstance(given, int) and not isinstance(given, bool):
            given = [given] * source.graph.n
        if given is None:
            raise InputError("weights", "missing; every vertex needs one: a list, or one number for all")
        _set(self, "_weights", checked_weights(source.graph, given, self.least_weight))

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights as they stand now, in the order of ``graph.vertices``."""
        return self._weights

    @classmethod
    def usual_range(cls) -> Range:
        """Graphs of up to 4 vertices and digraphs of up to 3 with small weights, larger ones with weights of 1."""
        from lastmove.games.samples import Range, up_to

        strata = up_to(9, 7, 4, 1, directed=True) + up_to(2, directed=True, first=4, uniform=True)
        if not cls.always_directed:
            strata = up_to(9, 7, 5, 4, 1) + strata
        return Range(strata=strata, random=500, random_size=8, random_weight=8, **ON_GRAPHS | {"weights": "weights"})

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        from lastmove.games.samples import weighted_boards

        return weighted_boards(cls, stratum)

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        from lastmove.games.samples import random_weighted

        return random_weighted(cls, rng, size, weight)

    def measure(self) -> tuple[int, int]:
        return len(self.weights), sum(self.weights)

    def view(self) -> GraphView:
        return self._seen(self.graph, self.weights)

    def _moved(self, at: int, **changed: object) -> Self:
        """This position with the token on vertex number ``at``; the weights stay unless they are among the changes."""
        return super()._moved(at, **{"_weights": self._weights, **changed})

    def _lowered(self, u: int, remaining: int, at: int) -> Self:
        """The position with vertex ``u`` at weight ``remaining`` and the token on ``at``."""
        weights = self._weights
        return self._moved(at, _weights=(*weights[:u], remaining, *weights[u + 1 :]))

    def key(self) -> Hashable:
        return self._weights, self._at

    @classmethod
    def from_json(cls, fields: Fields) -> Self:
        graph = fields.graph(always_directed=cls.always_directed)
        weights: Any = fields.weights(graph)
        return cls(graph, weights, start=fields.start(graph))

    def to_json(self) -> dict[str, object]:
        found = super().to_json()
        start = {"start": found.pop("start")} if "start" in found else {}
        return found | {"weights": list(self.weights)} | start

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        positional, named = super()._arguments()
        return (*positional, self.weights), named
