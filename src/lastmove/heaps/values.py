"""Tables of Grundy values of heap games in plain Python, where numpy is missing: by the rules, heap by heap.

They answer as those of :mod:`lastmove.heaps.tables` do, periods included, and take longer.

The value of a heap of a heap game: small ones in plain Python, so that a small question does not load numpy.

Where tables of heap games come from: arrays where numpy is installed, else lists. Neither is loaded before.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import watched
from lastmove.core.optional import is_there
from lastmove.games.heap_rules import HeapRules, Heaps
from lastmove.heaps.check import Rules, game_of, grown, window
from lastmove.heaps.periods import find_period

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.games.octal import Code, Octal
    from lastmove.games.subtraction import Subtraction
    from lastmove.heaps.check import Period


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


def tables() -> Any:
    """The module with ``table_of``, ``table_of_code``, ``table_of_set`` and ``table_of_rules``."""
    return import_module(f"lastmove.heaps.{'tables' if is_there('numpy') else 'values'}")


SMALL = 150
"""Up to this heap plain Python is as fast as loading numpy."""


class _Known:
    """The values of the heaps 0, 1, ... of one game; they are never changed, only exchanged for longer ones."""

    def __init__(self) -> None:
        self.values: tuple[int, ...] = ()


@lru_cache(maxsize=64)
def _known(rules: Rules) -> _Known:  # noqa: ARG001
    """What is known of an octal or subtraction game."""
    return _Known()


def small_values(rules: Rules, to: int, meter: Meter) -> Sequence[int]:
    """The values of the heaps up to ``to``, at least.

    Threads that ask at the same time each make a list of their own: it takes less than a wait. What stands in the
    shared tuple is whole and right, and stays so.
    """
    known = _known(rules)
    values = known.values
    if len(values) <= to:
        longer = list(values)
        try:
            for _ in grown(rules, longer, to):
                meter.tick()
        finally:  # a limit, or Ctrl-C between two heaps: what is there is right
            values = tuple(longer)
            if len(values) > len(known.values):
                known.values = values
    return values


def heap_value(position: Octal | Subtraction | Heaps, heap: int, meter: Meter) -> int:
    """The value of one heap of the game that a position belongs to."""
    rules = game_of(position)
    if rules is not None and heap <= SMALL:
        return small_values(rules, heap, meter)[heap]
    found: int = tables().table_of(position).value(heap, meter)
    return found
