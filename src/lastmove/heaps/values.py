"""Grundy values of the heaps of heap games: one table a game, worked out as far as was asked, with its period.

A table is a list (:class:`ListedTable`: by the rules, heap by heap) or, where numpy is installed and heaps are large,
arrays (:mod:`lastmove.heaps.tables`), which are faster. Neither is loaded before it is needed.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import TimedLock, look, watched
from lastmove.core.optional import is_there
from lastmove.games.heap_rules import HeapRules, Heaps
from lastmove.games.octal import Code
from lastmove.heaps import SMALL_HEAP
from lastmove.heaps.arithmetic_check import ArithmeticPeriod, find_arithmetic
from lastmove.heaps.check import game_of, grown
from lastmove.heaps.periods import period_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.games.octal import Octal
    from lastmove.games.subtraction import Subtraction
    from lastmove.heaps.check import Period, Rules

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


class ValueTable(ABC):
    """The values of the heaps 0, 1, 2, ... of one game, worked out as far as was asked.

    ``period`` is set once it is proved; of a Python function nothing is known that could prove one. A limit leaves the
    table usable, as far as it got.

    Threads share it. One at a time works on it, in steps; the others wait for a step, within their limits. A reader
    needs no turn: the values that are there do not change, and longer lists and arrays have them too.
    """

    def __init__(self, rules: Rules | HeapRules) -> None:
        self.rules = rules
        self.period: Period | ArithmeticPeriod | None = None
        self._turns = TimedLock()
        self._size = 0  # how many heaps are worked out, and a period was looked for among them
        self._values: Any = ()

    @abstractmethod
    def _grow(self, size: int, meter: Meter) -> None:
        """Work out the values of so many heaps."""

    @abstractmethod
    def value(self, heap: int, meter: Meter) -> int:
        """The value of one heap, of any size once the period is proved."""

    @abstractmethod
    def values(self, to: int, meter: Meter) -> Any:
        """The values of the heaps 0 to ``to``, as an array of numpy or, where that is missing, of Python."""

    def _prove(self) -> Period | ArithmeticPeriod | None:
        """The period that the values so far prove."""
        if isinstance(self.rules, HeapRules):
            return None
        found = period_of(self.rules, self._values[: self._size])
        if found is None and isinstance(self.rules, Code):
            return find_arithmetic(self.rules, self._values[: self._size], look)
        return found

    def grow(self, to: int, meter: Meter) -> None:
        """Work out the heaps up to ``to``, or until the period is proved: in steps, up to twice the heaps."""
        while self._size <= to and self.period is None:
            with self._turns.taken(meter):
                if self._size <= to and self.period is None:  # another thread may have been quicker
                    self._grow(min(max(2 * self._size, FIRST_LOOK), to + 1), meter)
                    self.period = self._prove()


class ListedTable(ValueTable):
    """A table in plain Python. The tuple of values is never changed, only exchanged for another one."""

    _values: tuple[int, ...]

    def listed(self, to: int, meter: Meter) -> tuple[int, ...]:
        """The values of the heaps up to ``to``, at least; no period is looked for.

        Threads that ask at the same time each make a list of their own: for small heaps that takes less than a wait.
        """
        values = self._values
        if len(values) <= to:
            longer = list(values)
            more = _grown_by_function if isinstance(self.rules, HeapRules) else grown
            try:
                for _ in more(self.rules, longer, to):  # type: ignore[arg-type]
                    meter.tick()
            finally:  # a limit, or Ctrl-C between two heaps: what is there is right
                values = tuple(longer)
                if len(values) > len(self._values):
                    self._values = values
        return values

    def _grow(self, size: int, meter: Meter) -> None:
        self._size = len(self.listed(size - 1, meter))

    def value(self, heap: int, meter: Meter) -> int:
        self.grow(heap, meter)
        if self.period is None:
            return self.listed(heap, meter)[heap]
        return self.period.value(self.listed(self.period.heap(heap), meter), heap)

    def values(self, to: int, meter: Meter) -> Any:
        self.grow(to, meter)
        meter.need(4 * (to + 1))  # a proved period gives values for more heaps than there is room for
        known, period = self.listed(min(to, self._size - 1), meter), self.period
        heaps = known[: to + 1] if period is None else (period.value(known, n) for n in watched(range(to + 1)))
        found = array("i", heaps)
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


@lru_cache(maxsize=64)
def listed_table(rules: Rules | HeapRules) -> ListedTable:
    """The list of a game; one for all who ask."""
    return ListedTable(rules)


if hasattr(os, "register_at_fork"):  # a process that was forked has none of the threads that were at work on tables
    os.register_at_fork(after_in_child=listed_table.cache_clear)


def table_of(rules: Rules | HeapRules) -> ValueTable:
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
