"""Grundy values by the definition: the least value that no option has."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from lastmove.core.position import key_of, scope_of
from lastmove.heaps.values import mex
from lastmove.search.trampoline import evaluate

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

__all__ = ["GrundySearch", "NotSpecial"]


class NotSpecial(Exception):
    """A position of value 0 that has options, but none of value 1."""

    def __init__(self, position: Position) -> None:
        self.position = position
        super().__init__("a position of value 0 has options, and none of value 1")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.position,), self.__dict__


class GrundySearch:
    """Grundy values of positions of any games, and whether they are all *special*.

    A position of value 0 is special if it is terminal or has an option of value 1 (Holshouser and Reiter); other
    positions always are. ``violation`` is the first position found that is not; with ``stop`` the search ends there
    with NotSpecial. ``zeros`` counts the positions of value 0 that have options, and ``witness`` is the first of them
    that is special, with its option of value 1.
    """

    def __init__(self, meter: Meter, *, stop: bool = False) -> None:
        self.meter = meter
        self.stop = stop
        self.zeros = 0
        self.witness: tuple[Position, Position] | None = None
        self.violation: Position | None = None
        self._values: defaultdict[Hashable, dict[Hashable, int]] = defaultdict(dict)

    @property
    def positions(self) -> int:
        """How many positions have been worked out."""
        return sum(map(len, self._values.values()))

    def value(self, position: Position, meter: Meter | None = None) -> int:
        """The Grundy value; it looks at every position below, so ``violation`` then speaks for all of them."""
        return evaluate(position, self._recipe, self._values[scope_of(position)], meter or self.meter, key_of=key_of)

    def known(self, position: Position) -> int | None:
        """The value, if it has been worked out."""
        return self._values[scope_of(position)].get(key_of(position))

    def _recipe(self, position: Position) -> Generator[Position, int, int]:
        values = set()
        one: Position | None = None
        for move in position.moves():
            option = position.after(move)
            values.add((yield option))
            if one is None and 1 in values:
                one = option
        value = mex(values)
        if value == 0 and values:
            self._look_at(position, one)
        return value

    def _look_at(self, position: Position, one: Position | None) -> None:
        """A position of value 0 with options, and its first option of value 1."""
        self.zeros += 1
        if one is None:
            self.violation = self.violation or position
            if self.stop:
                raise NotSpecial(position)
        elif self.witness is None:
            self.witness = position, one
