"""Boards that come apart along small cuts, decided by the types of their parts where a short search does not do.

The search goes first and may spend a little: what it does fast stays as it is. Then the parts are tried. They may make
so many nodes, more on larger boards, and spend half of the time that is left; if that is not enough, the search goes
on where it was.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached
from lastmove.core.reason import PartsReason
from lastmove.core.solution import MOST_MOVES_LISTED, WinningMoves
from lastmove.games import game_class
from lastmove.games.part_cores import CORES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.certificates.cut_parts import Parts
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Move
    from lastmove.search.bag_types import BagSearch

__all__ = ["NarrowBoards", "first_try", "tried_first"]

_LEAST, _MOST = 24, 20_000
"""How much is left to play, in vertices, edges or weights: less is searched at once, more is not tried."""

_FIRST_POSITIONS, _FIRST_WORK, _FIRST_SECONDS = 2_500, 400_000, 2.0
"""What the search may spend first: positions, positions times vertices, seconds."""

_NODES = {5: (250_000, 3_000), 6: (100_000, 1_000)}
_USUAL_NODES, _MOST_NODES = (1_000_000, 6_000), 5_000_000
"""How many nodes may be made, and how many more for each bag, by the most ports at a cut: wide cuts rarely pay."""


def first_try(position: Any, meter: Meter) -> Meter | None:
    """What the search may spend before the parts are tried; None where they are not."""
    name = getattr(position, "name", None)
    kind: type = type(position)
    if name not in CORES or kind is not game_class(name):  # a class derived from it may have other rules
        return None
    most = position.board.m if name == "edge-geography" else position.board.n
    if (most < _LEAST and name in ("vertex-geography", "edge-geography")) or most > 10 * _MOST:
        return None  # before the graph as it stands is made
    graph = position.graph
    size = {"vertex-geography": graph.n, "edge-geography": graph.m}.get(name)
    if size is None:
        size = sum(min(weight, _LEAST) for weight in position.weights)
    if not _LEAST <= size <= _MOST or graph.m > 4 * graph.n:
        return None
    return meter.part(min(_FIRST_POSITIONS, 10 + _FIRST_WORK // graph.n), _FIRST_SECONDS)


class NarrowBoards:
    """The boards of one question that were taken apart; each once, for every start."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._known: dict[Any, BagSearch | None] = {}

    def knows(self, position: Any) -> bool:
        """Whether this board was taken apart before."""
        return bool(self._known) and self._known.get(_board(position)) is not None

    def of(self, position: Any, meter: Meter, *, every_start: bool = False) -> BagSearch | None:
        """The parts around the token, or around every start, composed; None where they cost too much."""
        key = _board(position)
        if key not in self._known:
            self._known[key] = self._taken_apart(position, meter)
        found = self._known[key]
        if found is None or every_start:
            return found and self._composed(key, found, meter, None)
        v = position.graph.index(position.start)
        return self._composed(key, found, meter, v) if v in found.cuts.home else None

    def _taken_apart(self, position: Any, meter: Meter) -> BagSearch | None:
        from lastmove.games.bag_boards import graph_game
        from lastmove.search.bag_types import BagSearch, partition_of

        board = graph_game(position)
        partition = partition_of(board)
        if not partition.bags:
            return None
        made = BagSearch(board, partition, misere=self.play.wins_when_stuck, meter=meter)
        nodes, more = _NODES.get(made.ports, _USUAL_NODES)
        made.most_nodes = min(_MOST_NODES, nodes + more * len(partition.bags))
        return made

    def _composed(self, key: Any, search: BagSearch, meter: Meter, v: int | None) -> BagSearch | None:
        from lastmove.search.bag_types import GaveUp

        search.meter = meter
        search.stop_at = meter.seconds + meter.seconds_left / 2
        try:
            search.work(v)
        except GaveUp:
            self._known[key] = None
            return None
        return search

    def winning_moves(self, search: BagSearch, position: Any, meter: Meter) -> WinningMoves[Move]:
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
    def reason(search: BagSearch, meter: Meter) -> PartsReason:
        """Why its answers hold."""
        bags = len(search.cuts.partition.bags)
        return PartsReason(bags, search.ports, len(search.types.parts), meter.positions, meter.seconds)

    @staticmethod
    def evidence(search: BagSearch) -> Parts:
        """The certificate of its answers."""
        from lastmove.certificates.cut_parts import Parts

        return Parts.of(search.cuts.partition)


def _board(position: Any) -> Any:
    """What tells boards apart: the game, the graph as it stands, and the weights."""
    return type(position), position.graph, getattr(position, "weights", None)


@contextmanager
def tried_first(first: Meter, meter: Meter) -> Iterator[None]:
    """What is spent inside is counted; where only the first try was spent, go on behind the block."""
    try:
        yield
    except LimitReached as stop:
        if stop.limit not in ("positions", "time"):
            raise
    finally:
        meter.positions += first.positions
    meter.check()
