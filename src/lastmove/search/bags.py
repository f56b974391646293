"""Who wins a sum, by search over unordered bags of components.

A sum is the same in every order and with parts that are over left out, and moves in equal components are made in one of
them. So there are far fewer bags than positions. In misère play a bag of tame components needs no search at all: its
winner follows from their values. What is searched are bags with a wild component.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.play import Play
from lastmove.search.genus import run
from lastmove.search.tame import TameSearch, added

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position
    from lastmove.search.genus import Bag

__all__ = ["BagSearch"]


class BagSearch:
    """Who wins sums and positions that fall into components; what is found out is kept.

    Parameters
    ----------
    play
        The convention.
    meter
        Counts bags and stops the search when a limit is spent (LimitReached). It may be replaced.
    alone
        Who wins a single component, where another search knows better; ``None`` where none does.

    Notes
    -----
    The values of tame components that a theorem has found under the same meter are used, not found again.
    """

    def __init__(self, play: Play, meter: Meter, alone: Callable[[Any], bool | None]) -> None:
        self.play = play
        self.meter = meter
        self._alone = alone
        self._tame = TameSearch.under(meter)
        self.bags = self._tame.bags
        self._known: dict[Bag, bool] = {}

    def wins(self, position: Position) -> bool:
        """Whether the player to move wins."""
        self._tame.meter = self.meter
        found: bool = run(self.bags.bag(position), self._recipe, self._known, self.meter, self._shown)
        return found

    def _shown(self, bag: Bag) -> list[Any]:
        return [self.bags.component(number) for number in bag]

    def _recipe(self, bag: Bag) -> Generator[Bag, bool, bool]:
        at_once = self._at_once(bag)
        if at_once is not None:
            return at_once
        for option in self.bags.options_of(bag):
            if not (yield option):
                return True
        return False

    def _at_once(self, bag: Bag) -> bool | None:
        """Who wins a bag that needs no search over bags."""
        if not bag:
            return self.play.wins_when_stuck
        if self.play is Play.MISERE:
            pairs = [self._tame.told(number) for number in bag]
            if None not in pairs:
                return added(pair for pair in pairs if pair is not None).misere != 0
        return self._alone(self.bags.component(bag[0])) if len(bag) == 1 else None
