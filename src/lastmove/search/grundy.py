"""Grundy values by the definition: the least value that no option has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.search.plain import evaluate

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Iterable

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

__all__ = ["GrundySearch", "NotSpecial", "mex"]


def mex(values: Iterable[int]) -> int:
    """The least integer >= 0 that is not among the values.

    >>> mex([1, 2, 4, 0])
    3
    """
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


class NotSpecial(Exception):
    """A position of value 0 that has options, but none of value 1."""

    def __init__(self, position: Position) -> None:
        self.position = position
        super().__init__("a position of value 0 has options, and none of value 1")


class GrundySearch:
    """Grundy values of the positions below one start, and whether they are all *special*.

    A position of value 0 is special if it is terminal or has an option of value 1 (Holshouser and Reiter); other
    positions always are. ``violation`` is the first position found that is not; with ``stop`` the search ends there
    with NotSpecial.
    """

    def __init__(self, meter: Meter, *, stop: bool = False) -> None:
        self.meter = meter
        self.stop = stop
        self.violation: Position | None = None
        self._values: dict[Hashable, int] = {}

    def value(self, position: Position) -> int:
        """The Grundy value; it looks at every position below, so ``violation`` then speaks for all of them."""
        return evaluate(position, self._recipe, self._values, self.meter)

    def _recipe(self, position: Position) -> Generator[Position, int, int]:
        values = set()
        for move in position.moves():
            values.add((yield position.after(move)))
        value = mex(values)
        if value == 0 and values and 1 not in values and self.violation is None:
            self.violation = position
            if self.stop:
                raise NotSpecial(position)
        return value
