"""The components below a position, numbered as they are met: what the tables of values of sums go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.untrusted import Budget, move_cost
from lastmove.core.errors import Refuted
from lastmove.games.component_bags import filed_components, uncancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from lastmove.core.position import Position
    from lastmove.games.component_bags import Component

__all__ = ["Bag", "Walk"]

MOVE = 30
"""What taking a position apart adds to the steps of a move."""


class Bag:
    """The components of a position: those whose values are known without a table, and the numbers of the others."""

    __slots__ = ("known", "numbers")

    def __init__(self) -> None:
        self.known: list[Any] = []
        self.numbers: list[int] = []


class Walk:
    """Components in the order in which they are first met, starting with those of one position.

    Parameters
    ----------
    settled
        Whether the value of a component is known without being written: those are not numbered.
    cancel
        Whether equal components cancel in pairs, as they do in normal play.
    most
        Refuted when there are more components than this.
    budget
        What may be spent on moves.
    """

    def __init__(self, settled: Callable[[Any], bool], *, cancel: bool, most: float, budget: Budget) -> None:
        self._settled = settled
        self._cancel = cancel
        self._most = most
        self._budget = budget
        self._cost = 0
        self._numbers: dict[Hashable, int] = {}
        self.found: list[Component] = []

    def see(self, position: Position, around: Hashable = ()) -> Bag:
        """The components of a position; those not met before are numbered."""
        bag = Bag()
        for component in self._components(position, around):
            if self._settled(component.position):
                bag.known.append(component.position)
                continue
            number = self._numbers.get(component.key)
            if number is None:
                number = self._numbers[component.key] = len(self.found)
                self.found.append(component)
                if number >= self._most:
                    raise Refuted(f"there are more than {self._most:,} components below the position")
            bag.numbers.append(number)
        return bag

    def look_up(self, position: Position) -> Bag | None:
        """The same for a position all of whose components were met before; ``None`` for any other."""
        bag = Bag()
        for component in self._components(position, ()):
            if self._settled(component.position):
                bag.known.append(component.position)
            elif component.key in self._numbers:
                bag.numbers.append(self._numbers[component.key])
            else:
                return None
        return bag

    def options(self, component: Component, chosen: set[int] | None = None) -> Iterator[tuple[int, Bag]]:
        """What the moves in a component lead to, each with the number of the move; of all moves, or of the chosen."""
        position, most = component.position, -1 if chosen is None else max(chosen, default=-1)
        if not self._cost:  # no component is larger than the largest of those that the walk began with
            self._cost = MOVE + max(move_cost(each.position) for each in self.found)
        cost = self._cost
        for number, move in enumerate(position.moves()):
            if chosen is not None and number > most:
                break
            self._budget.spend(cost)
            if chosen is None or number in chosen:
                yield number, self.see(position.after(move), component.place)

    def _components(self, position: Position, around: Hashable) -> Iterable[Component]:
        found = filed_components(position, around)
        return uncancelled(found) if self._cancel else found
