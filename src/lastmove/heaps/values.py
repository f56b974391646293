"""Grundy values of the heaps of heap games: one table a game, worked out as far as was asked, with its period.

A table is a list (:class:`ListedTable`: by the rules, heap by heap) or, where numpy is installed and heaps are large,
arrays (:mod:`lastmove.heaps.tables`), which are faster. Neither is loaded before it is needed.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import watched
from lastmove.core.optional import is_there
from lastmove.games.heap_rules import HeapRules, Heaps
from lastmove.heaps import SMALL_HEAP
from lastmove.heaps.check import game_of, grown
from lastmove.heaps.periods import period_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.games.octal import Octal
    from lastmove.games.subtraction import Subtraction
    from lastmove.heaps.check import Period, Rules
    from lastmove.heaps.tables import ArrayTable

FIRST_LOOK = 64
"""A table begins with so many heaps; they are doubled, and after each step a period is looked for."""


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


class ListedTable:
    """The values of the heaps 0, 1, 2, ... of one game in plain Python.

    ``period`` is set once it is proved; of a Python function nothing is known that could prove one. A limit leaves the
    table usable, as far as it got. The tuple of values is never changed, only exchanged for a longer one: so threads
    may share it. Those that ask at the same time each make a list of their own, which takes less than a wait.
    """

    def __init__(self, rules: Rules | HeapRules) -> None:
        self.rules = rules
        self.period: Period | None = None
        self._values: tuple[int, ...] = ()
        self._looked = 0

    def listed(self, to: int, meter: Meter) -> tuple[int, ...]:
        """The values of the heaps up to ``to``, at least; no period is looked for."""
        values = self._values
        if len(values) <= to:
            longer = list(values)
            try:
                for _ in self._grown(longer, to):
                    meter.tick()
            finally:  # a limit, or Ctrl-C between two heaps: what is there is right
                values = tuple(longer)
                if len(values) > len(self._values):
                    self._values = values
        return values

    def grow(self, to: int, meter: Meter) -> None:
        """Work out the heaps up to ``to``, or until the period is proved."""
        while self.period is None and self._looked <= to:
            values = self.listed(min(max(2 * self._looked, FIRST_LOOK), to), meter)
            if not isinstance(self.rules, HeapRules):
                self.period = period_of(self.rules, values)
            self._looked = len(values)

    def _grown(self, values: list[int], to: int) -> Iterator[int]:
        if isinstance(self.rules, HeapRules):
            return _grown_by_function(self.rules, values, to)
        return grown(self.rules, values, to)

    def value(self, heap: int, meter: Meter) -> int:
        """The value of one heap, of any size once the period is proved."""
        self.grow(heap, meter)
        place = heap if self.period is None else self.period.heap(heap)
        return self.listed(place, meter)[place]

    def values(self, to: int, meter: Meter) -> Any:
        """The values of the heaps 0 to ``to``, as an array of numpy or, where that is missing, of Python."""
        self.grow(to, meter)
        meter.need(4 * (to + 1))  # a proved period gives values for more heaps than there is room for
        heaps = range(to + 1) if self.period is None else map(self.period.heap, range(to + 1))
        known = self._values
        found = array("i", (known[heap] for heap in watched(heaps)))
        if not is_there("numpy"):
            return found
        import numpy as np

        return np.array(found, np.int32)


def _grown_by_function(rules: HeapRules, values: list[int], to: int) -> Iterator[int]:
    """The heaps up to ``to`` of a Python function whose values are not listed yet, each once its value is added."""
    for heap in range(len(values), to + 1):
        reached = set()
        for leaves in rules.options(heap):
            total = 0
            for leaf in leaves:
                total ^= values[leaf]
            reached.add(total)
        values.append(mex(reached))
        yield heap


listed_table = lru_cache(maxsize=64)(ListedTable)
"""The list of a game; one for all who ask."""


def table_of(rules: Rules | HeapRules) -> ListedTable | ArrayTable:
    """The table of a game, for heaps of any size; one for all who ask."""
    if isinstance(rules, HeapRules) or not is_there("numpy"):
        return listed_table(rules)
    from lastmove.heaps.tables import array_table

    return array_table(rules)


def heap_value(position: Octal | Subtraction | Heaps, heap: int, meter: Meter) -> int:
    """The value of one heap of the game that a position belongs to."""
    if isinstance(position, Heaps):
        return listed_table(position.rules).value(heap, meter)
    rules = game_of(position)
    assert rules is not None
    return listed_table(rules).listed(heap, meter)[heap] if heap <= SMALL_HEAP else table_of(rules).value(heap, meter)
