"""What a census asks of every graph: the game, the conventions, the weights and the limits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from lastmove.censuses.table import Extent, Layout
from lastmove.core.errors import InputError, show
from lastmove.core.play import Play
from lastmove.games import game_class, game_names
from lastmove.games.graph_game import GraphGame
from lastmove.search.batch import block_of, kernel_for, pairs_of, weightings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.limits import Limits
    from lastmove.graphs.graph import Graph
    from lastmove.search.batch import BatchKernel

BOTH = (Play.NORMAL, Play.MISERE)
GRAPHS_A_SHARD = 1 << 20
BOARDS_A_SHARD = 1 << 10
"""Where there is a kernel, and where boards are answered one by one: either way a shard takes about a second."""


@dataclass(frozen=True, kw_only=True)
class CensusQuestion:
    """What is asked of every graph of a census.

    Attributes
    ----------
    game
        Its name; one on a graph.
    plays
        The conventions.
    weights
        The largest weight k: every vertex, in Edge NimG every edge, has every weight 1..k. ``None`` for games without
        weights, and where the source gives them.
    extent
        What is known of the graphs.
    limits
        For each board and convention that no kernel decides.
    values
        Which values of every start are asked too: ``grundy``, ``genus``.
    """

    game: str
    plays: tuple[Play, ...]
    weights: int | None
    extent: Extent
    limits: Limits | None = None
    values: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        game: str,
        play: Play | str | Sequence[Play | str],
        weights: int | None,
        extent: Extent,
        limits: Limits | None = None,
        values: tuple[str, ...] = (),
    ) -> CensusQuestion:
        """The question, if it makes sense; ``play`` may be ``"both"``."""
        board = _board_class(game)
        plays: tuple[Play, ...]
        if isinstance(play, str | Play):
            plays = BOTH if play == "both" else (Play(play),)
        else:
            wanted = [Play(each) for each in play]
            plays = tuple(each for each in BOTH if each in wanted)
            if not plays:
                raise InputError("play", "no convention is named; accepted: 'normal', 'misere', 'both'")
        takes_weights = bool(board.weighs)
        if not takes_weights and (weights is not None or extent.weighted):
            raise InputError("weights", f"{game} has none")
        if board.weighs == "edges" and extent.weighted:
            raise InputError("weights", f"those given are of vertices, and {game} has them on edges; accepted: 1-K")
        if board.always_directed and not extent.directed:
            raise InputError("game", f"{game} is played on digraphs; give --digraphs or digraph6")
        if board.never_directed and extent.directed:
            raise InputError("game", f"{game} is played on undirected graphs")
        if takes_weights and weights is None and not extent.weighted:
            weights = 1
        return cls(game=game, plays=plays, weights=weights, extent=extent, limits=limits, values=values)

    @property
    def on_edges(self) -> bool:
        """Whether edges have weights, and not vertices."""
        return _board_class(self.game).weighs == "edges"

    def kernel(self, n: int, directed: bool) -> BatchKernel | None:
        """The kernel for graphs with n vertices, if there is one."""
        if not self.extent.simple or self.extent.weighted or self._asks_values:
            return None
        return _kernel(self.game, n, directed, self.weights)

    @property
    def _asks_values(self) -> bool:
        """Whether values are asked that no kernel finds."""
        return bool(set(self.values) - ({"grundy"} if not _board_class(self.game).has_token else set()))

    def prepare(self, n: int) -> None:
        """Compile the kernel for n vertices, if there is one and it is not compiled yet."""
        if self.kernel(n, self.extent.directed) is not None:
            _prepare(self.game, n, self.extent.directed, self.weights)

    def _decides(self, n: int) -> bool:
        """Whether a kernel solves all graphs with n vertices, the one with all edges too."""
        kernel = self.kernel(n, self.extent.directed)
        if kernel is None:
            return False
        edges = len(pairs_of(n, self.extent.directed))
        return bool(kernel.takes(block_of([(1 << edges) - 1], n, self.extent.directed)).all())

    @cached_property
    def layout(self) -> Layout:
        """The columns of the table."""
        extent = self.extent
        sizes = range(max(1, extent.least), extent.most + 1)
        return Layout(
            directed=extent.directed,
            least=extent.least,
            most=extent.most,
            plays=self.plays,
            weighted=self.weights is not None or extent.weighted,
            decided=extent.simple and all(map(self._decides, sizes)),
            as_text=not extent.simple,
            valued=not _board_class(self.game).has_token,
            extra=self.values,
        )

    @property
    def graphs_a_shard(self) -> int:
        """How large shards should be."""
        boards = GRAPHS_A_SHARD if self.layout.decided else BOARDS_A_SHARD
        most, pairs = self.extent.most, len(pairs_of(min(self.extent.most, 64), self.extent.directed))
        weightings: int = (self.weights or 1) ** min(2 * pairs // 3 if self.on_edges else most, 64)
        return max(1, boards // weightings)

    def describe(self) -> dict[str, object]:
        """What is asked, for the manifest; two censuses that say the same have the same table."""
        return {
            "game": self.game,
            "play": "both" if self.plays == BOTH else self.plays[0].value,
            "weights": self.weights,
            "directed": self.extent.directed,
            "limits": None if self.limits is None else _spendable(self.limits),
            **({"starts": False} if self.layout.valued else {}),
            **({"values": list(self.values)} if self.values else {}),
        }


def board_of(game: str, graph: Graph, weights: Sequence[int] | None) -> GraphGame:
    """The board of a game on a graph."""
    kind: Any = _board_class(game)
    board: GraphGame = kind(graph) if weights is None else kind(graph, weights)
    return board


def weightings_of(question: CensusQuestion, graph: Graph) -> Iterator[tuple[int, ...]]:
    """Every choice of weights 1..k for the vertices of a graph, or for its edges."""
    return weightings(graph.m if question.on_edges else graph.n, question.weights or 1)


@cache
def _kernel(game: str, n: int, directed: bool, weights: int | None) -> BatchKernel | None:
    """One kernel for each process, since it remembers that it is compiled."""
    return kernel_for(game, n=n, directed=directed, weights=weights)


@cache
def _prepare(game: str, n: int, directed: bool, weights: int | None) -> None:
    kernel = _kernel(game, n, directed, weights)
    assert kernel is not None
    kernel.prepare()


def _spendable(limits: Limits) -> dict[str, object] | None:
    given = {"time": limits.time, "memory": limits.memory, "positions": limits.positions}
    return {name: value for name, value in given.items() if value is not None} or None


def _board_class(game: str) -> type[GraphGame]:
    found = game_class(game) if game in game_names() else None
    if found is None or not issubclass(found, GraphGame):
        names = [name for name in game_names() if issubclass(game_class(name), GraphGame)]
        raise InputError("game", f"{show(game)}; accepted: a game on a graph: {', '.join(names)}")
    return found
