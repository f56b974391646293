"""The law, remembered from board to board and from theorem to theorem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import Meter
from lastmove.games.adjacent_nim import AdjacentNim
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.token import TokenGame
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.core.limits import Limits
    from lastmove.core.play import Play
    from lastmove.games.base import Game

__all__ = ["Law"]

MOST_REMEMBERED = 5_000_000
"""Once so many positions are known, all are forgotten and the search begins again; they take some 140 bytes each."""


class Law:
    """Plain searches that are kept, so that statements about the same boards share them; for one thread at a time.

    A question is asked with ``meter``, the one that was granted last.
    """

    def __init__(self) -> None:
        self.meter = Meter()
        self._searches: dict[tuple[Hashable, Play], PlainSearch] = {}
        self._earlier = 0

    def grant(self, limits: Limits | None) -> Meter:
        """Begin another task: these limits hold from now on."""
        self._earlier += self.meter.positions
        self.meter = Meter(limits)
        return self.meter

    def on(self, board: Game, play: Play) -> PlainSearch:
        """The search that knows this board and all boards that lead to the same positions."""
        if self._earlier + self.meter.positions > MOST_REMEMBERED:
            self._searches.clear()
            self._earlier = -self.meter.positions
        key = _world(board), play
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = PlainSearch(play, self.meter)
        return search


def _world(board: Game) -> Hashable:
    """What two boards must agree in for equal keys to mean equal positions."""
    if isinstance(board, TokenGame):
        return board.name, board.graph
    if isinstance(board, Octal):
        return board.name, board.code
    if isinstance(board, Subtraction):
        return board.name, board.amounts
    return board.name if isinstance(board, Nim | AdjacentNim) else board
