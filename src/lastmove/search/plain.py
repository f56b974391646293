"""The law: who wins, by the definition and nothing else.

A position is won by the player to move if some move leads to a position that is lost for the player to move
there; a player without a move loses in normal play and wins in misère play. Every position is worked out once
and remembered. Nothing here is clever and nothing will be: theorems, kernels, reductions and certificates are
all tested against this module.

Each quantity is a *recipe*: a generator that yields the positions it needs to know about and is sent their
values, so the recipe reads like the definition while the search itself keeps an explicit stack; a game may last a
million moves.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from lastmove.core.position import key_of, scope_of
from lastmove.search.trampoline import evaluate

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Position


class PlainSearch:
    """A memoised search of positions of any games; what is found out about one board is shared.

    Parameters
    ----------
    play
        The convention.
    meter
        Counts positions and stops the search when a limit is spent (LimitReached). What is known by then is
        kept, and the next question can be asked with a meter of its own.

    Raises
    ------
    CycleError
        From every method, if play can come back to an earlier position.
    """

    def __init__(self, play: Play, meter: Meter) -> None:
        self.play = play
        self.meter = meter
        self._wins: defaultdict[Hashable, dict[Hashable, bool]] = defaultdict(dict)
        self._remoteness: defaultdict[Hashable, dict[Hashable, int]] = defaultdict(dict)

    def wins(self, position: Position, meter: Meter | None = None) -> bool:
        """Whether the player to move wins."""
        known = self._wins[scope_of(position)]
        return evaluate(position, self._wins_recipe, known, meter or self.meter, key_of=key_of)

    def remoteness(self, position: Position, meter: Meter | None = None) -> int:
        """How many moves are left when the winner hurries and the loser delays."""
        known = self._remoteness[scope_of(position)]
        return evaluate(position, self._remoteness_recipe, known, meter or self.meter, key_of=key_of)

    def wins_at(self, remoteness: int) -> bool:
        """Whether the mover wins a position of this remoteness: its parity decides who makes the last move."""
        return (remoteness % 2 == 1) != self.play.wins_when_stuck

    def _wins_recipe(self, position: Position) -> Generator[Position, bool, bool]:
        stuck = True
        for move in position.moves():
            stuck = False
            opponent_wins = yield position.after(move)
            if not opponent_wins:
                return True
        return stuck and self.play.wins_when_stuck

    def _remoteness_recipe(self, position: Position) -> Generator[Position, int, int]:
        to_win: int | None = None
        to_lose: int | None = None
        for move in position.moves():
            left = yield position.after(move)
            if self.wins_at(left):
                to_lose = left if to_lose is None else max(to_lose, left)
            else:
                to_win = left if to_win is None else min(to_win, left)
        best = to_lose if to_win is None else to_win
        return 0 if best is None else best + 1
