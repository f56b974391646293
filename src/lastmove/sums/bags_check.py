"""Sums as unordered bags of components: a set of lost bags, from which no player to move gets to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Budget, Certificate, CheckResult, array, numbers
from lastmove.core.errors import Refuted
from lastmove.sums.check import ComponentWalk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play
    from lastmove.core.position import Position
    from lastmove.games.sum import Component

    Numbers = tuple[int, ...]

MOST_BAGS = 100_000
"""Longer lists are neither written nor read."""
FEW_COMPONENTS = 1_000
"""So many components may be below, or as many as the list has numbers: a check takes no more room than its text."""
OPTION = 5
"""What looking at an option of a bag costs, in steps."""


def is_over(position: Any) -> bool:
    """Whether a component has no moves: such a one is left out of every bag."""
    return next(iter(position.moves()), None) is None


class BagWalk:
    """The components below a position, numbered as they are met, and the bags that moves lead to.

    Parameters
    ----------
    position
        Where the walk begins.
    most
        Refuted when there are more components than this.
    """

    def __init__(self, position: Position, budget: Budget, most: int) -> None:
        self._walk = ComponentWalk(is_over, cancel=False, most=most, budget=budget)
        self.root: Numbers = tuple(sorted(self._walk.see(position).numbers))
        self._budget = budget
        self._options: dict[int, list[Numbers]] = {}
        for component in self._walk.found:  # it grows
            for _ in self._walk.options(component):
                pass

    @property
    def found(self) -> list[Component]:
        """The components, in order."""
        return self._walk.found

    def look_up(self, position: Position) -> Numbers | None:
        """The bag of a position below; ``None`` for any other."""
        found = self._walk.look_up(position)
        return None if found is None else tuple(sorted(found.numbers))

    def options(self, bag: Numbers) -> Iterator[Numbers]:
        """What moves in a bag lead to; in equal components they are made in the first."""
        for place, number in enumerate(bag):
            if place and bag[place - 1] == number:
                continue
            rest = (*bag[:place], *bag[place + 1 :])
            for option in self._after(number):
                self._budget.spend(OPTION + len(bag))
                yield tuple(sorted((*rest, *option))) if option else rest

    def _after(self, number: int) -> list[Numbers]:
        """What moves in one component leave of it, each bag once."""
        found = self._options.get(number)
        if found is None:
            after = (tuple(sorted(bag.numbers)) for _, bag in self._walk.options(self.found[number]))
            found = self._options[number] = list(dict.fromkeys(after))
        return found


def most_components(lost: Iterable[Numbers]) -> int:
    """How many components may be below a position for which these bags are listed."""
    return max(FEW_COMPONENTS, sum(map(len, lost)))


@dataclass(frozen=True, slots=True)
class LostBags(Certificate):
    """Bags that the player to move loses, each as the numbers of its components, ascending.

    Every move from one of them leads to a bag from which some move leads back to one of them; or, in misère play, to
    the end. Play ends, so by induction all of them are lost.
    """

    kind = "bags"

    lost: tuple[tuple[int, ...], ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:
        walk, lost = self._checked(position, play)
        count = "1 bag of components is" if len(lost) == 1 else f"{len(lost):,} bags of components are"
        if walk.root in lost:
            return CheckResult(False, f"{count} lost, and this is one of them")
        if not self._is_won(walk, walk.root, lost, play):
            raise Refuted("the position is not in the list, and no move leads to the list")
        return CheckResult(
            True, f"{count} lost, and a move leads to one of them" if walk.root else "there is no legal move"
        )

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        walk, lost = self._checked(position, play)
        bag = walk.look_up(position.after(move))
        return CheckResult(False, "it leads to one of the lost bags") if bag in lost else None

    def _checked(self, position: Any, play: Play) -> tuple[BagWalk, frozenset[Numbers]]:
        """The walk, and the bags of the list, every one of which follows from the others."""
        most = most_components(self.lost)
        if any(bag and bag[-1] >= most for bag in self.lost):
            raise Refuted(f"a bag holds numbers of components, and there may be {most:,} of them here")
        walk = BagWalk(position, Budget(), most)
        count = len(walk.found)
        lost = frozenset(self.lost)
        won: set[Numbers] = set()
        for bag in self.lost:
            if any(number >= count for number in bag) or list(bag) != sorted(bag):
                raise Refuted(f"a bag holds numbers of components, ascending; there are {count:,}")
            if not bag and play.wins_when_stuck:
                raise Refuted("a player without a move wins here")
            for option in walk.options(bag):
                if option not in won:
                    if not self._is_won(walk, option, lost, play):
                        raise Refuted("a move from a lost bag leads to one from which no move leads back to the list")
                    won.add(option)
        return walk, lost

    @staticmethod
    def _is_won(walk: BagWalk, bag: Numbers, lost: frozenset[Numbers], play: Play) -> bool:
        return any(option in lost for option in walk.options(bag)) if bag else play.wins_when_stuck

    def body(self) -> dict[str, object]:
        return {"lost": [list(bag) for bag in self.lost]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("lost")
        listed = array(body.get("lost"), "lost")
        if len(listed) > MOST_BAGS:
            raise Refuted(f"there are {len(listed):,} bags; accepted: at most {MOST_BAGS:,}")
        return cls(tuple(numbers(bag, "lost") for bag in listed))
