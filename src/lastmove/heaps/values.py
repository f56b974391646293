"""Tables of Grundy values of heap games in plain Python, where numpy is missing: by the rules, heap by heap.

They answer as those of :mod:`lastmove.heaps.tables` do, periods included, and take longer.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.games.heap_rules import HeapRules, Heaps
from lastmove.heaps.check import game_of, grown, window
from lastmove.heaps.periods import find_period

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.games.octal import Code, Octal
    from lastmove.games.subtraction import Subtraction
    from lastmove.heaps.check import Rules
    from lastmove.heaps.periods_too import Period

__all__ = ["ListedTable", "grown_by_rules", "table_of", "table_of_code", "table_of_rules", "table_of_set"]


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


_FIRST_LOOK = 64


class ListedTable:
    """The values of the heaps 0, 1, 2, ... of one game, worked out as far as was asked.

    ``period`` is set once it is proved. A limit leaves the table usable, as far as it got. It is never changed, only
    exchanged for a longer one: so threads may share it.
    """

    def __init__(self, rules: Rules | HeapRules) -> None:
        self.rules = rules
        self.period: Period | None = None
        self._values: tuple[int, ...] = ()

    def grow(self, to: int, meter: Meter) -> None:
        """Work out the heaps up to ``to``, or until the period is proved."""
        while self.period is None and len(self._values) <= to:
            longer = list(self._values)
            try:
                for _ in self._grown(longer, min(max(2 * len(longer), _FIRST_LOOK), to)):
                    meter.tick()
            finally:  # a limit, or Ctrl-C between two heaps: what is there is right
                if len(longer) > len(self._values):
                    self._values = tuple(longer)
            if self.period is None:
                self.period = self._prove(longer)

    def _grown(self, values: list[int], to: int) -> Iterator[int]:
        if isinstance(self.rules, HeapRules):
            return grown_by_rules(self.rules, values, to)
        return grown(self.rules, values, to)

    def _prove(self, values: list[int]) -> Period | None:
        if isinstance(self.rules, HeapRules):
            return None
        asked = window(self.rules, 1, 1)
        return find_period(values, asked.heaps, asked.longest, asked.cycle)

    def value(self, heap: int, meter: Meter) -> int:
        """The value of one heap, of any size once the period is proved."""
        self.grow(heap, meter)
        return self._values[heap if self.period is None else self.period.heap(heap)]

    def values(self, to: int, meter: Meter) -> array[int]:
        """The values of the heaps 0 to ``to``."""
        self.grow(to, meter)
        meter.need(4 * (to + 1))  # a proved period gives values for more heaps than there is room for
        return array("i", (self._values[self._place(heap)] for heap in watched(range(to + 1))))

    def _place(self, heap: int) -> int:
        return heap if self.period is None else self.period.heap(heap)


def grown_by_rules(rules: HeapRules, values: list[int], to: int) -> Iterator[int]:
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


@lru_cache(maxsize=64)
def table_of_code(code: Code) -> ListedTable:
    """The table of a code; one for all who ask."""
    return ListedTable(code)


@lru_cache(maxsize=64)
def table_of_set(amounts: tuple[int, ...]) -> ListedTable:
    """The table of a subtraction game; one for all who ask."""
    return ListedTable(amounts)


@lru_cache(maxsize=64)
def table_of_rules(rules: HeapRules) -> ListedTable:
    """The table of a game from a Python function."""
    return ListedTable(rules)


def table_of(position: Octal | Subtraction | Heaps) -> ListedTable:
    """The table of the game that a position of heaps belongs to."""
    rules = game_of(position)
    if rules is None:
        assert isinstance(position, Heaps)
        return table_of_rules(position.rules)
    return table_of_set(rules) if isinstance(rules, tuple) else table_of_code(rules)
