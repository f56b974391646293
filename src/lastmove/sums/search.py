"""Who wins a sum, by search over unordered bags of components.

A sum is the same in every order and with parts that are over left out, and moves in equal components are made in one of
them. So there are far fewer bags than positions. In misère play a bag of tame components needs no search at all: its
winner follows from their values. What is searched are bags with a wild component.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Budget
from lastmove.core.errors import InternalError, Refuted, TooLarge
from lastmove.core.play import Play
from lastmove.core.position import most_moves_of
from lastmove.search.trampoline import evaluate
from lastmove.sums.bags_check import MOST_BAGS, BagWalk, LostBags, most_components
from lastmove.sums.check import is_single_heap
from lastmove.sums.tame import TameSearch, added

if TYPE_CHECKING:
    from collections.abc import Generator

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position
    from lastmove.sums.genus import Bag

MOST_COMPONENTS = 5_000
"""With more components below, a strategy is shorter: it needs not all of them."""


class SumSearch:
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

    def __init__(self, play: Play, meter: Meter, alone: Callable[[Any, Meter], bool | None]) -> None:
        self.play = play
        self.meter = meter
        self._alone = alone
        self._tame = TameSearch.under(meter)
        self.bags = self._tame.bags
        self._known: dict[Bag, bool] = {}

    def wins(self, position: Position) -> bool:
        """Whether the player to move wins."""
        return self._wins(self.bags.bag(position))

    def _wins(self, bag: Bag) -> bool:
        self._tame.meter = self.meter  # each question comes with its own
        return evaluate(bag, self._recipe, self._known, self.meter, shown=self._shown)

    def certificate(self, position: Position) -> LostBags:
        """What was found of a position: the lost bags that the winner needs, and no others.

        Raises
        ------
        TooLarge
            If there are too many components below, or too many bags.
        """
        self._tame.meter = self.meter
        try:
            walk = BagWalk(position, Budget(), MOST_COMPONENTS)
        except Refuted as error:
            raise TooLarge(str(error)) from None
        ours = [self.bags.bag(each.position, each.place) for each in walk.found]
        lost: dict[tuple[int, ...], None] = {}
        answered: set[tuple[int, ...]] = set()

        def loses(bag: tuple[int, ...]) -> bool:
            numbers = tuple(sorted(number for place in bag for number in ours[place]))
            return not self._wins(numbers)

        def answer(bag: tuple[int, ...]) -> None:
            """Put a lost bag that a move leads to into the list, one that is there already if there is one."""
            options = list(walk.options(bag))
            if not any(option in lost for option in options):
                found = next((option for option in options if loses(option)), None)
                if found is None and options:
                    raise InternalError(f"no move wins what is said to be won below {position!r}")
                if found is not None:
                    lost[found] = None
                    pending.append(found)
            if len(lost) > MOST_BAGS:
                raise TooLarge(f"there would be more than {MOST_BAGS:,} lost bags, too many")

        pending: list[tuple[int, ...]] = []
        if loses(walk.root):
            lost[walk.root] = None
            pending.append(walk.root)
        else:
            answer(walk.root)
        while pending:
            for option in walk.options(pending.pop()):
                if option not in answered:
                    answered.add(option)
                    answer(option)
        if len(walk.found) > most_components(lost):
            raise TooLarge(f"there are {len(walk.found):,} components below, too many")
        return LostBags(tuple(lost))

    def _shown(self, bag: Bag) -> list[Any]:
        return [self.bags.component(number) for number in bag]

    def _recipe(self, bag: Bag) -> Generator[Bag, bool, bool]:
        at_once = self._at_once(bag)
        if at_once is not None:
            return at_once
        options = sorted(self.bags.options_of(bag), key=len)  # short bags are soon decided
        for option in options:
            if self._known.get(option) is False:
                return True
        for option in options:
            if not (yield option):
                return True
        return False

    def _at_once(self, bag: Bag) -> bool | None:
        """Who wins a bag that needs no search over bags."""
        if not bag:
            return self.play.wins_when_stuck
        if self.play is Play.MISERE:
            pairs = [self._tame.known_pair(number) for number in bag]
            if None not in pairs:
                return added(pair for pair in pairs if pair is not None).misere != 0
        if self._has_large_heap(bag):
            return True
        return self._alone(self.bags.component(bag[0]), self.meter) if len(bag) == 1 else None

    def _has_large_heap(self, bag: Bag) -> bool:
        """Whether a Nim heap is larger than the number of moves that all the rest can last, and than 1.

        Beside the rest exactly one size of heap is lost for the player to move: the value of the rest under this
        convention. It is the least that no option has, or 1 at the end: at most the number of moves left, or 1.
        """
        components = [self.bags.component(number) for number in bag]
        largest: int = max((each.heaps[0] for each in components if is_single_heap(each)), default=0)
        return largest > 1 and largest > sum(map(_longest, components)) - largest


def _longest(component: Position) -> float:
    """A number of moves that play in a component cannot exceed; infinity where none is known."""
    known = most_moves_of(component)
    return inf if known is None else known
