"""Boards that come apart along small cuts, decided by the types of their parts where a short search does not do.

The search goes first and may spend a little: what it does fast stays as it is. Then the parts are tried. On boards that
are not large they may make few nodes at first, and the search has a second, longer try before they may make many: most
boards are easy for the one or for the other. The parts may spend half of the time that is left; if that is not enough,
the search goes on where it was.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from lastmove.core.errors import LimitReached
from lastmove.core.optional import is_there
from lastmove.core.solution import MOST_MOVES_LISTED, PartsReason, WinningMoves
from lastmove.games import game_class
from lastmove.parts.cores import CORES
from lastmove.search.thresholds import Changeable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Move
    from lastmove.parts.check import Parts
    from lastmove.parts.partitions import TreePartitionSearch
    from lastmove.solver.decide import Solver

Answer = TypeVar("Answer")


@dataclass(slots=True)
class Budgets(Changeable):
    """What the methods may spend on a narrow board: the search, and the parts beside it."""

    least: int = 24
    """Of boards with less left to play, in vertices, edges or weights, the parts are not tried: they are searched."""
    most: int = 20_000
    """The most that may be left to play for the parts to be tried."""
    first_positions: int = 2_500
    """Positions that the search may spend first."""
    first_work: int = 400_000
    """The same in positions times vertices."""
    first_seconds: float = 2.0
    """The same in seconds."""
    compiled_times: int = 20
    """So many times the positions if compiled code is at hand; they take about as long as few nodes of the parts do."""
    second_positions: int = 400_000
    """What compiled code may spend on a second try, about a second."""
    most_bits: int = 400
    """The most that is left to play for the second try, in bits."""
    plain_again: int = 10
    """Without compiled code the second try has so many times the positions of the first, and as many seconds."""
    first_nodes: tuple[int, int] = (16_000, 500)
    """How many nodes the parts may make, and how many more for each bag, where the search will have a second try."""
    usual_nodes: tuple[int, int] = (1_000_000, 6_000)
    """The same where it will not."""
    wide_nodes: Mapping[int, tuple[int, int]] = field(
        default_factory=lambda: {5: (250_000, 3_000), 6: (100_000, 1_000)}
    )
    """The same by the most ports at a cut: wide cuts rarely pay."""
    most_nodes: int = 5_000_000
    """How many nodes they may make at most."""


BUDGETS = Budgets()


class NarrowBoards:
    """The boards of one question that were taken apart; each once, for every start."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._known: dict[Any, TreePartitionSearch | None] = {}
        self._composed: set[Any] = set()

    def are_composed(self, position: Any) -> bool:
        """Whether the parts of the board of a position have been composed, around some start at least."""
        return _board(position) in self._composed

    def comes_apart(self, position: Any) -> bool:
        """Whether the board of a position has been taken apart, and its parts have not become too many."""
        return self._known.get(_board(position)) is not None

    def of(
        self, position: Any, meter: Meter, *, every_start: bool = False, few: bool = False
    ) -> TreePartitionSearch | None:
        """The parts around the token, or around every start, composed; None where they cost too much.

        With ``few`` they may make few nodes only; what was composed is kept for the next time.
        """
        key = _board(position)
        if key not in self._known:
            self._known[key] = self._taken_apart(position, meter)
        found = self._known[key]
        if found is None:
            return None
        v = None if every_start else position.graph.index(position.start)
        if v is not None and v not in found.cuts.home:
            return None
        nodes, more = BUDGETS.first_nodes if few else BUDGETS.wide_nodes.get(found.ports, BUDGETS.usual_nodes)
        found.most_nodes = min(BUDGETS.most_nodes, nodes + more * len(found.cuts.partition.bags))
        return self._compose(key, found, meter, v, few=few)

    def _taken_apart(self, position: Any, meter: Meter) -> TreePartitionSearch | None:
        from lastmove.parts.boards import graph_game
        from lastmove.parts.partitions import TreePartitionSearch, partition_of

        board = graph_game(position)
        partition = partition_of(board)
        if not partition.bags:
            return None
        return TreePartitionSearch(board, partition, misere=self.play.wins_when_stuck, meter=meter)

    def _compose(
        self, key: Any, search: TreePartitionSearch, meter: Meter, v: int | None, *, few: bool
    ) -> TreePartitionSearch | None:
        from lastmove.parts.partitions import GaveUp

        search.meter = meter
        search.stop_at = meter.seconds + meter.seconds_left / 2
        try:
            search.work(v)
        except GaveUp:
            if not few:
                self._known[key] = None
                self._composed.discard(key)
            return None
        self._composed.add(key)
        return search

    def winning_moves(self, search: TreePartitionSearch, position: Any, meter: Meter) -> WinningMoves[Move]:
        """Every winning move of a position whose parts are composed."""
        search.meter = meter
        graph = position.graph
        wins = search.winning(graph.index(position.start))
        listed = [
            move
            for move in position.moves()
            if (None if move.to is None else graph.index(move.to), getattr(move, "remaining", None)) in wins
        ]
        return WinningMoves(listed[:MOST_MOVES_LISTED], len(listed))

    @staticmethod
    def reason(search: TreePartitionSearch, meter: Meter) -> PartsReason:
        """Why its answers hold."""
        bags = len(search.cuts.partition.bags)
        return PartsReason(bags, search.ports, len(search.types.parts), meter.positions, meter.seconds)

    @staticmethod
    def evidence(search: TreePartitionSearch) -> Parts:
        """The certificate of its answers."""
        from lastmove.parts.check import Parts

        return Parts.of(search.cuts.partition)


def _board(position: Any) -> Any:
    """What tells boards apart: the game, the graph as it stands, and the weights."""
    return type(position), position.graph, getattr(position, "weights", None)


class Narrow(NamedTuple):
    """A board that may come apart, as the methods are asked about it.

    ``positions`` is what a plain search may visit before the parts are tried, and ``composed`` says whether the parts
    were composed for an earlier start.
    """

    position: Any
    boards: NarrowBoards
    positions: int
    composed: bool
    compiled: bool = True

    @classmethod
    def of(cls, position: Any, solver: Solver) -> Narrow | None:
        """The board of a position, if its parts may be of use; a search that is saved is the only method."""
        name = getattr(position, "name", None)
        kind: type = type(position)
        if name not in CORES or kind is not game_class(name):  # a class derived from it may have other rules
            return None
        most = position.board.m if name == "edge-geography" else position.board.n
        least = BUDGETS.least
        if (most < least and name in ("vertex-geography", "edge-geography")) or most > 10 * BUDGETS.most:
            return None  # before the graph as it stands is made
        graph = position.graph
        size = {"vertex-geography": graph.n, "edge-geography": graph.m}.get(name)
        if size is None:
            size = sum(min(weight, least) for weight in position.weights)
        if not least <= size <= BUDGETS.most or graph.m > 4 * graph.n or solver.settings.store is not None:
            return None
        positions = min(BUDGETS.first_positions, 10 + BUDGETS.first_work // graph.n)
        composed = solver.boards.are_composed(position)
        return cls(position, solver.boards, positions, composed, solver.settings.compiled is not False)

    @property
    def has_second_try(self) -> bool:
        """Whether the board is small enough for a longer search after few nodes of the parts."""
        return not self.composed and self.positions == BUDGETS.first_positions


class Method(NamedTuple):
    """One method of the portfolio: the search, or the parts, of which ``few`` says that they may make few nodes only.

    ``budget`` gives the meter that it runs under, or ``None`` where it is left out.
    """

    budget: Callable[[Narrow, Meter], Meter | None]
    parts: bool = False
    few: bool = False


def _first_try(narrow: Narrow, meter: Meter) -> Meter | None:
    """What the search may spend before the parts are tried."""
    if narrow.composed:
        return None
    seconds = min(BUDGETS.first_seconds, meter.seconds_left / 8)
    return meter.until(BUDGETS.compiled_times * BUDGETS.first_positions, seconds, plain=narrow.positions)


def _few_nodes(narrow: Narrow, meter: Meter) -> Meter | None:
    return meter if narrow.has_second_try else None


def _second_try(narrow: Narrow, meter: Meter) -> Meter | None:
    """What the search may spend when few nodes did not do; by the clock only half of what is left of a time limit.

    A bound of a few seconds would keep it from waiting for compiled code, which is many times as fast.
    """
    position = narrow.position
    if not narrow.has_second_try or not narrow.boards.comes_apart(position):
        return None
    graph, name = position.graph, position.name
    bits = {"vertex-geography": graph.n, "edge-geography": graph.m}.get(name)
    if bits is None:
        bits = sum(weight.bit_length() for weight in position.weights)
    if narrow.compiled and bits <= BUDGETS.most_bits and is_there("numba"):
        return meter.until(BUDGETS.second_positions, meter.seconds_left / 2)
    return meter.until(BUDGETS.plain_again * BUDGETS.first_positions, BUDGETS.first_seconds)


def _all_that_is_left(_: Narrow, meter: Meter) -> Meter:
    return meter


PORTFOLIO = (
    Method(_first_try),
    Method(_few_nodes, parts=True, few=True),
    Method(_second_try),
    Method(_all_that_is_left, parts=True),
    Method(_all_that_is_left),
)
"""What is tried in turn where no theorem decides. Boards that are not narrow are only searched."""


def first_answer(
    narrow: Narrow, meter: Meter, search: Callable[[Meter], Answer], parts: Callable[[bool], Answer | None]
) -> Answer:
    """What the first method says that ends within its budget.

    Parameters
    ----------
    narrow
        The board.
    meter
        What may be spent in all.
    search
        Searches under a meter.
    parts
        Answers by the parts, of which it is told whether they may make few nodes only; ``None`` where they cost more.
    """
    for method in PORTFOLIO:
        budget = method.budget(narrow, meter)
        if budget is None:
            continue
        if method.parts:
            found = parts(method.few)
            if found is not None:
                return found
        elif budget is not meter:
            with tried_first(budget, meter):
                return search(budget)
    return search(meter)


@contextmanager
def tried_first(first: Meter, meter: Meter) -> Iterator[None]:
    """What is spent inside is counted; where only the first try was spent, go on behind the block."""
    stopped_by = None
    try:
        yield
    except LimitReached as stop:
        stopped_by = stop.limit
        if stopped_by not in ("positions", "time"):
            raise
    finally:
        meter.positions = first.positions
    if stopped_by is not None:  # an answer that took just what there was is an answer
        meter.check()
