"""Free places for small things: names, badges and loops go where the fewest other things are."""

from __future__ import annotations

from array import array
from collections import defaultdict
from math import floor
from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.pictures.curves import Cubic, Spot

__all__ = ["Clutter", "NoClutter"]

_CELL = 32.0
_STEP = 7.0
_MOST_STEPS = 2000
"""On a longer curve, which only places that people chose can make, the steps are longer."""
_EMPTY = array("d")


class Clutter:
    """What is drawn already, as points with a weight."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], array[float]] = defaultdict(_EMPTY.__copy__)  # x, y, weight, x, ...

    def add(self, x: float, y: float, weight: float = 1.0) -> None:
        """Something small at a point."""
        self._cells[floor(x / _CELL), floor(y / _CELL)].extend((x, y, weight))

    def add_curve(self, curve: Cubic) -> None:
        """A curve."""
        from math import hypot

        from lastmove.pictures.curves import point_on

        length = hypot(curve[3][0] - curve[0][0], curve[3][1] - curve[0][1])
        steps = min(_MOST_STEPS, max(6, int(length / _STEP)))
        look()
        for step in range(steps + 1):
            self.add(*point_on(curve, step / steps))

    def add_box(self, x: float, y: float, width: float, height: float, weight: float = 3.0) -> None:
        """A filled rectangle round (x, y)."""
        across, down = max(1, int(width / _STEP)), max(1, int(height / _STEP))
        for i in range(across + 1):
            for j in range(down + 1):
                self.add(x + width * (i / across - 0.5), y + height * (j / down - 0.5), weight)

    def add_capsule(self, spot: Spot) -> None:
        """A node."""
        across, down = max(1, int(2 * spot.wide / _STEP)), max(1, int(2 * spot.radius / _STEP))
        for i in range(across + 1):
            for j in range(down + 1):
                x, y = spot.x + spot.wide * (2 * i / across - 1), spot.y + spot.radius * (2 * j / down - 1)
                if spot.covers(x, y):
                    self.add(x, y, 3.0)

    def within(self, x: float, y: float, width: float, height: float) -> float:
        """How much lies in a rectangle round (x, y)."""
        left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
        total = 0.0
        for i in range(floor(left / _CELL), floor(right / _CELL) + 1):
            for j in range(floor(top / _CELL), floor(bottom / _CELL) + 1):
                cell = self._cells.get((i, j), _EMPTY)
                for a, b, weight in zip(cell[::3], cell[1::3], cell[2::3], strict=True):
                    if left <= a <= right and top <= b <= bottom:
                        total += weight
        return total

    def freest(
        self, places: Sequence[tuple[float, float]], width: float, height: float, *, reluctance: float = 0.2
    ) -> int:
        """Which of the places, the preferred ones first, has the least in a rectangle round it."""
        costs = [self.within(x, y, width, height) + reluctance * rank for rank, (x, y) in enumerate(places)]
        return costs.index(min(costs))


class NoClutter(Clutter):
    """For a plain picture: nothing is looked at, and everything goes where it would rather be."""

    def add(self, x: float, y: float, weight: float = 1.0) -> None:
        """Something small at a point."""

    def add_curve(self, curve: Cubic) -> None:
        """A curve."""

    def add_capsule(self, spot: Spot) -> None:
        """A node."""
