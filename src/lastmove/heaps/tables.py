"""Tables of Grundy values of heap games: all heaps up to a size, and their period where it can be proved.

Octal and subtraction games are worked out row by row with numpy and, once the table is long, by the compiled
sparse-space kernel. Codes that leave three heaps or never end, and games from a Python function, have slower ways of
their own. A proved period ends all work: further values are read off.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from functools import lru_cache
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from lastmove.core.limits import Turns, need
from lastmove.games.heap_rules import HeapRules, Heaps
from lastmove.games.octal import Code, Octal
from lastmove.games.subtraction import Subtraction
from lastmove.heaps import kernel as heap_kernel
from lastmove.heaps.periods import find_period
from lastmove.heaps.values import grown_by_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lastmove.core.limits import Meter
    from lastmove.heaps.check import Period

_FIRST_LOOK = 64
_LONG = 8192
"""From this heap on a compiled kernel is worth what compiling it costs."""
_BLOCK_SECONDS = 0.1
_BLOCK = 1 << 20
_LARGEST = 1 << 62
"""No table gets as far as this heap, so amounts beyond it are never taken from a heap in a table."""


class HeapTable(ABC):
    """The values of the heaps 0, 1, 2, ... of one game, worked out as far as was asked.

    ``period`` is set once it is proved. A limit leaves the table usable, as far as it got.

    Threads share it. One at a time works on it, in steps; the others wait for a step, within their limits. A reader
    needs no turn: the values of the heaps below ``_size`` do not change any more, and a longer array has them too.
    """

    def __init__(self) -> None:
        self._turns = Turns()
        self.period: Period | None = None
        self._values = np.zeros(_FIRST_LOOK, np.int32)
        self._size = 1

    @abstractmethod
    def _fill(self, to: int, meter: Meter) -> None:
        """Work out the values of the heaps up to ``to``, for which there is room, keeping ``_size`` up to date."""

    def _prove(self) -> Period | None:
        """The period that the values so far prove."""
        return None

    def grow(self, to: int, meter: Meter) -> None:
        """Work out the heaps up to ``to``, or until the period is proved."""
        while self._size <= to and self.period is None:
            with self._turns.taken(meter):
                if self._size <= to and self.period is None:  # another thread may have been quicker
                    self._grow(to, meter)

    def _grow(self, to: int, meter: Meter) -> None:
        """One step: up to twice the heaps."""
        step = min(max(2 * self._size, _FIRST_LOOK), to + 1)
        if step > len(self._values):
            need(8 * max(step, 2 * len(self._values)))
            self._values = np.resize(self._values, max(step, 2 * len(self._values)))
        self._fill(step - 1, meter)
        self.period = self._prove()

    def value(self, heap: int, meter: Meter) -> int:
        """The value of one heap, of any size once the period is proved."""
        self.grow(heap, meter)
        return int(self._values[heap if self.period is None else self.period.heap(heap)])

    def values(self, to: int, meter: Meter) -> NDArray[np.int32]:
        """The values of the heaps 0 to ``to``."""
        self.grow(to, meter)
        known = min(self._size, to + 1)
        meter.need(8 * (to + 1))  # a proved period gives values for more heaps than there is room for
        found = np.empty(to + 1, np.int32)
        found[:known] = self._values[:known]
        if known <= to:
            assert self.period is not None
            p = self.period.period
            laps = np.tile(self._values[known - p : known], max(1, _BLOCK // p))
            for begin in range(known, to + 1, len(laps)):
                meter.look()
                found[begin : begin + len(laps)] = laps[: to + 1 - begin]
        return found


class TakeTable(HeapTable):
    """Games in which a move takes one of a few numbers of tokens and leaves at most two heaps.

    Parameters
    ----------
    nothing, single, double
        How many tokens may be taken to leave nothing, one heap, two heaps (none of them empty).
    """

    def __init__(self, nothing: Sequence[int], single: Sequence[int], double: Sequence[int]) -> None:
        super().__init__()
        kept = ([amount for amount in sorted(taken) if amount <= _LARGEST] for taken in (nothing, single, double))
        self._rules = tuple(np.array(taken, np.int64) for taken in kept)
        self._longest = max(chain(nothing, single, double), default=0)
        self._room = 2
        self._rare = np.zeros(0, np.int64)

    def _prove(self) -> Period | None:
        return find_period(self._values[: self._size], 2 if len(self._rules[2]) else 1, self._longest)

    def _fill(self, to: int, meter: Meter) -> None:
        kernel = heap_kernel.compiled(heap_kernel.fill_sparse) if to >= _LONG else None
        if kernel is None:
            self._fill_rows(to, meter)
        else:
            self._fill_rows(min(to, _LONG), meter)
            self._fill_sparse(to, meter, kernel)

    def _fill_rows(self, to: int, meter: Meter) -> None:
        nothing, single, double = (taken.tolist() for taken in self._rules)
        values = self._values
        for n in range(self._size, to + 1):
            meter.tick()
            seen = np.zeros(2 * self._room, np.bool_)
            seen[0] = n in nothing
            for taken in single:
                if taken < n:
                    seen[values[n - taken]] = True
            for taken in double:
                left = n - taken
                half = left // 2
                if half > 0:
                    seen[values[1 : half + 1] ^ values[left - half : left][::-1]] = True
            values[n] = value = int(seen.argmin())
            while value >= self._room:
                self._room *= 2
            self._size = n + 1

    def _fill_sparse(self, to: int, meter: Meter, kernel: object) -> None:
        """Block by block, so that limits are honoured; the rare values are chosen anew whenever the table doubled."""
        assert callable(kernel)
        values = self._values
        common, rare, count = self._sparse_space(to)
        block = 256
        while self._size <= to:
            began = perf_counter()
            last = min(self._size + block, to + 1)
            done, count = kernel(values, self._size, last, self._rules, common, rare, count)
            took = perf_counter() - began
            meter.spend(int(done) - self._size)
            self._size = int(done)
            block = 2 * block if took < _BLOCK_SECONDS else max(block // 2, 1)
            while values[self._size - 1] >= self._room:
                self._room *= 2
                common, rare, count = self._sparse_space(to)

    def _sparse_space(self, to: int) -> tuple[NDArray[np.bool_], NDArray[np.int64], int]:
        known = self._values[: self._size]
        common = heap_kernel.common_values(heap_kernel.best_mask(known), 2 * self._room)
        heaps = np.flatnonzero(~common[known][1:]) + 1
        need(8 * (to + 1))
        rare = np.zeros(to + 1, np.int64)
        rare[: len(heaps)] = heaps
        return common, rare, len(heaps)


class LongTable(HeapTable):
    """Any code, also with digits that repeat for ever or leave three and more heaps: slower, and without a kernel.

    Notes
    -----
    ``_ways[j][s]`` marks the values of all ways to split s tokens into j >= 2 heaps. A heap costs as many of these
    rows as there are numbers of tokens that may be taken.
    """

    def __init__(self, code: Code) -> None:
        super().__init__()
        self.code = code
        self._room = 2
        self._ways = {j: np.zeros((_FIRST_LOOK, 4), np.bool_) for j in range(2, code.most_heaps + 1)}

    def _prove(self) -> Period | None:
        digits, cycle = len(self.code.digits), len(self.code.cycle)
        return find_period(self._values[: self._size], self.code.most_heaps, digits if cycle else digits - 1, cycle)

    def _fill(self, to: int, meter: Meter) -> None:
        for n in range(self._size, to + 1):
            meter.tick()
            self._split(n)
            seen = np.zeros(2 * self._room, np.bool_)
            taken = np.array(list(self.code.up_to(n)), np.int64).reshape(-1, 2)
            for j in range(self.code.most_heaps + 1):
                left = n - taken[taken[:, 1] >> j & 1 == 1, 0]
                if j == 0:
                    seen[0] = bool((left == 0).any())
                elif j == 1:
                    seen[self._values[left[left > 0]]] = True
                else:
                    seen |= self._ways[j][left].any(axis=0)
            self._values[n] = value = int(seen.argmin())
            while value >= self._room:
                self._room *= 2
                need(2 * sum(rows.nbytes for rows in self._ways.values()))
                self._ways = {j: np.pad(rows, ((0, 0), (0, self._room))) for j, rows in self._ways.items()}
            self._size = n + 1

    def _split(self, total: int) -> None:
        """Mark the values of all ways to split ``total`` into two and more heaps."""
        order = np.arange(2 * self._room)
        for j, rows in self._ways.items():
            if total >= len(rows):
                need(2 * rows.nbytes)
                rows = self._ways[j] = np.pad(rows, ((0, len(rows)), (0, 0)))
            parts = np.arange(1, total - j + 2)
            if not len(parts):
                continue
            values = self._values[parts]
            if j == 2:
                rows[total][values ^ self._values[total - parts]] = True
                continue
            for value in np.unique(values).tolist():
                rows[total] |= self._ways[j - 1][total - parts[values == value]].any(axis=0)[order ^ value]


class RuleTable(HeapTable):
    """Games from a Python function: by the definition, heap by heap. Nothing is known about their period."""

    def __init__(self, rules: HeapRules) -> None:
        super().__init__()
        self.rules = rules

    def _fill(self, to: int, meter: Meter) -> None:
        values: list[int] = self._values[: self._size].tolist()
        for n in grown_by_rules(self.rules, values, to):
            self._values[n] = values[-1]
            self._size = n + 1
            meter.tick()


@lru_cache(maxsize=64)
def table_of_code(code: Code) -> HeapTable:
    """The table of a code; one for all who ask."""
    if code.cycle or code.most_heaps > 2:
        return LongTable(code)
    digits = list(enumerate(code.digits))
    return TakeTable(*([taken for taken, digit in digits if digit >> j & 1] for j in range(3)))


@lru_cache(maxsize=64)
def table_of_set(amounts: tuple[int, ...]) -> HeapTable:
    """The table of a subtraction game; one for all who ask."""
    return TakeTable(amounts, amounts, ())


def table_of(position: Octal | Subtraction | Heaps) -> HeapTable:
    """The table of the game that a position of heaps belongs to."""
    if isinstance(position, Octal):
        return table_of_code(position.rule)
    if isinstance(position, Subtraction):
        return table_of_set(position.amounts)
    return table_of_rules(position.rules)


@lru_cache(maxsize=64)
def table_of_rules(rules: HeapRules) -> HeapTable:
    """The table of a game from a Python function."""
    return RuleTable(rules)


def _begin_anew() -> None:
    """Forget all tables: a process that was forked has none of the threads that were at work on them."""
    for tables in (table_of_code, table_of_set, table_of_rules):
        tables.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
