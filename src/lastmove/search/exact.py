"""Exact search of any position: small boards by tables, large ones by the fast search, other games by the law.

A game of another package joins the fast search if that package declares its search under the entry-point group
``lastmove.searches``, with the name of the game; see :class:`~lastmove.search.fast.board.GameSearch` for what is asked
of it.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached
from lastmove.core.position import is_told_apart
from lastmove.games import GAMES, game_class
from lastmove.games.base import Game
from lastmove.games.heap_rules import Heaps
from lastmove.games.sum import Sum
from lastmove.games.token import TokenGame
from lastmove.search.fast.board import TooManyOptions, TooWide
from lastmove.search.fast.settings import Settings
from lastmove.search.own_games import OtherKind, OwnGames
from lastmove.search.plain import PlainSearch
from lastmove.search.small_boards import SMALL_GAMES, state_table

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Move, Position
    from lastmove.search.deletion import DeletionSearch
    from lastmove.search.fast.board import GameSearch
    from lastmove.search.small_boards import StateTable
    from lastmove.sums.search import SumSearch

FAST = {
    "vertex-geography": "lastmove.search.fast.vertex_geography:VertexGeographySearch",
    "edge-geography": "lastmove.search.fast.edge_geography:EdgeGeographySearch",
    "nimg-rm": "lastmove.search.fast.weighted:NimGRMSearch",
    "nimg-mr": "lastmove.search.fast.weighted:NimGMRSearch",
    "edge-nimg": "lastmove.search.fast.edge_nimg:EdgeNimGSearch",
    "vertexnim": "lastmove.search.fast.weighted:VertexnimSearch",
    "vertexnim-mr": "lastmove.search.fast.weighted:VertexnimMRSearch",
}
"""The searches of this package, by the names of their games."""

_ENTRY_POINTS = "lastmove.searches"
_LARGE = 500  # vertices


class ExactSearch:
    """Who wins positions under one convention, by search; what is found out is kept.

    Parameters
    ----------
    play
        The convention.
    meter
        Counts positions and stops the search when a limit is spent (LimitReached); each question may have its own.
    settings
        How the fast search is run.
    """

    def __init__(self, play: Play, meter: Meter, settings: Settings = Settings()) -> None:  # noqa: B008 - frozen
        self.play = play
        self.meter = meter
        self.settings = settings
        self.switches: int | None = None
        """Which parts of the rules are switched on, for measurements; those that pay by default."""
        self._own = OwnGames(play)
        self._mixed = False
        """Whether positions of several classes have been met: the definition keeps them apart."""
        self._bags: SumSearch | None = None
        self._tables: dict[Hashable, StateTable | None] = {}
        self._boards: dict[Hashable, GameSearch] = {}

    @cached_property
    def plain(self) -> PlainSearch:
        """The definition, for what the fast search does not know."""
        return PlainSearch(self.play, self.meter)

    def solve(self, position: Position, meter: Meter | None = None) -> tuple[bool, Move | None]:
        """Whether the player to move wins, and a winning move; ``None`` where that is lost, or won by having no move.

        It is the first winning move in the order of ``moves()``, so it does not depend on the number of threads, on
        limits, or on what was searched before. What the search has found out on the way says at once of most moves
        before it that they lose.

        Examples
        --------
        >>> import lastmove as lm
        >>> from lastmove.core.limits import Meter
        >>> ExactSearch(lm.Play.NORMAL, Meter()).solve(lm.VertexGeography([("a", "b"), ("b", "c")], start="b"))
        (True, Slide(to='a'))
        """
        if not self.wins(position, meter):
            return False, None
        return True, next((move for move in position.moves() if not self.wins(position.after(move), meter)), None)

    def wins(self, position: Position, meter: Meter | None = None) -> bool:
        """Whether the player to move wins."""
        meter = meter or self.meter
        if isinstance(position, Sum):
            position = _only_part(position)
        found = self._on_board(position, meter)
        if found is not None:
            return found
        bags = self.bags_of(position, meter)
        if bags is not None:
            soon = (
                None if isinstance(position, Game | Heaps) else OwnGames.under(meter, self.play).soon(position, meter)
            )
            return bags.wins(position) if soon is None else soon
        if not self._mixed:
            try:
                return self._own.wins(position, meter)
            except OtherKind:
                self._mixed = True
        return self.plain.wins(position, meter)

    def bags_of(self, position: Position, meter: Meter | None = None) -> SumSearch | None:
        """The search over bags under this meter, if that decides positions like this one."""
        if not hasattr(position, "components"):
            return None
        meter = meter or self.meter
        if self._bags is None:
            from lastmove.sums.search import SumSearch  # here: most questions are of no sum

            self._bags = SumSearch(self.play, meter, self._on_board)
        self._bags.meter = meter
        return self._bags

    def _on_board(self, position: Any, meter: Meter) -> bool | None:
        """Who wins a position of a game that the fast search knows; None for others, and where it gives up."""
        search = self._table(position, meter) or self._fast(position)
        if search is None:
            return self._deletions.wins(position, self.play, meter)
        state, at = position.key()
        if at < 0:
            return self.play.wins_when_stuck
        if position.board.n > _LARGE:
            meter.check()  # one position may take as long as thousands of others
        meter.tick()
        try:
            return bool(search.wins(at, state, meter))
        except (TooManyOptions, TooWide):
            return None

    @cached_property
    def _deletions(self) -> DeletionSearch:
        from lastmove.search.deletion import DeletionSearch  # here: most questions are of other games

        return DeletionSearch()

    def expect_every_start(self, board: Position) -> None:
        """Say that every start of a board will be asked for: some methods then pay earlier."""
        search = self._fast(board)
        if search is not None:
            search.every_start = True

    def small(self, board: Any, meter: Meter) -> Callable[[Hashable], bool] | None:
        """Who wins a board of few positions from each start; ``None`` if the board is no such."""
        search = self._table(board, meter, every_start=True)
        if search is None:
            return None
        state, numbers = board.key()[0], board.board.numbers
        return lambda start: search.wins(numbers[start], state, meter)

    def remoteness(self, position: Position, meter: Meter | None = None) -> int:
        """How many moves are left when the winner hurries and the loser delays."""
        return self.plain.remoteness(position, meter or self.meter)

    def wins_at(self, remoteness: int) -> bool:
        """Whether the mover wins a position of this remoteness."""
        return self.plain.wins_at(remoteness)

    def is_small(self, position: Position, meter: Meter) -> bool:
        """Whether the board of a position is so small that it is searched by the definition."""
        return self._table(_only_part(position), meter) is not None

    def _table(self, position: Any, meter: Meter, *, every_start: bool = False) -> StateTable | None:
        """The table of the board of a position, if it has few positions and nobody asks for another search.

        Where every start is asked for, a board may have more of them.
        """
        usual = self.settings.compiled is None and self.settings.store is None and self.switches is None
        if not usual or not isinstance(position, TokenGame) or position.name not in SMALL_GAMES:
            return None
        board = type(position), position.board
        found = self._tables.get(board)
        if found is None and (every_start or board not in self._tables):
            if type(position) is game_class(position.name):  # a class derived from it may have other rules
                weights: tuple[int, ...] = getattr(position, "weights", ())
                misere = self.play.wins_when_stuck
                found = state_table(position.name, position.board, weights, misere, every_start=every_start)
            self._tables[board] = found
        return found if found is not None and found.takes(position, meter) else None

    def _fast(self, position: Any) -> GameSearch | None:
        """The fast search for the board that a position is played on; None if there is none."""
        name: Any = getattr(position, "name", None)
        kind: type = type(position)
        made = search_of(name) if isinstance(name, str) else None
        if made is None or kind is not game_class(name):  # a class derived from it may have other rules
            return None
        board = kind, position.board
        found = self._boards.get(board)
        if found is None:
            weights = position.key()[0]
            given = (position.board, weights) if getattr(position, "weighs", "") else (position.board,)
            found = made(*given, self.play.wins_when_stuck, self.meter, self.settings, self.switches)
            self._boards[board] = found
        return found


def briefly(search: ExactSearch | PlainSearch, position: Position, meter: Meter, most: int) -> bool | None:
    """Who wins, if a search finds that out by visiting so many positions at most; else ``None``.

    What is known already costs one position. Small boards are searched without that bound: they have few positions.
    """
    if isinstance(search, ExactSearch) and search.is_small(position, meter):
        return search.wins(position, meter)
    part = meter.part(most)
    found = None
    try:
        found = search.wins(position, part)
    except LimitReached as stop:
        if stop.limit != "positions":
            raise
    meter.spend(part.positions)
    return found


def _only_part(position: Position) -> Position:
    """A sum in which all parts but one are over is won by whoever wins that part; any other position as it is."""
    while isinstance(position, Sum):
        going_on = [part for part in position.parts if next(iter(part.moves()), None) is not None]
        if len(going_on) != 1 or not _stands_alone(going_on[0]):
            break
        position = going_on[0]
    return position


def _stands_alone(position: Position) -> bool:
    """Whether a part can be filed without its place in the sum."""
    return all(map(_stands_alone, position.parts)) if isinstance(position, Sum) else is_told_apart(position)


@cache
def search_of(game: str) -> Callable[..., GameSearch] | None:
    """What makes the search of a game; None where there is none and the definition is searched."""
    place = FAST.get(game)
    if place is None and game not in GAMES:
        place = _elsewhere().get(game)
    if place is None:
        return None
    module, _, name = place.partition(":")
    made: Callable[..., GameSearch] = getattr(import_module(module), name)
    return made


@cache
def _elsewhere() -> dict[str, str]:
    from importlib.metadata import entry_points  # here: most questions never come to it

    return {entry.name: entry.value for entry in entry_points(group=_ENTRY_POINTS)}
