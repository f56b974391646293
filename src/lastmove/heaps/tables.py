"""Tables of Grundy values of octal and subtraction games in arrays, and their period where it can be proved.

Heaps are worked out row by row with numpy and, once the table is long, by the compiled sparse-space kernel. Codes that
leave three heaps or never end have a slower way of their own. A proved period ends all work: further values are read
off.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from lastmove.core.limits import need
from lastmove.games.octal import Code
from lastmove.heaps import LONG_TABLE
from lastmove.heaps import kernel as heap_kernel
from lastmove.heaps.values import FIRST_LOOK, ValueTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastmove.core.limits import Meter
    from lastmove.heaps.check import Rules

_BLOCK_SECONDS = 0.1
_BLOCK = 1 << 20
_LARGEST = 1 << 62
"""No table gets as far as this heap, so amounts beyond it are never taken from a heap in a table."""


class ArrayTable(ValueTable):
    """A table in an array that has room for more; ``_size`` goes with every heap that is worked out."""

    _values: NDArray[np.int32]

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._values = np.zeros(FIRST_LOOK, np.int32)
        self._size = 1

    @abstractmethod
    def _fill(self, to: int, meter: Meter) -> None:
        """Work out the values of the heaps up to ``to``, for which there is room, keeping ``_size`` up to date."""

    def _grow(self, size: int, meter: Meter) -> None:
        if size > len(self._values):
            room = max(size, 2 * len(self._values))
            need(8 * room)
            self._values = np.resize(self._values, room)
        self._fill(size - 1, meter)

    def value(self, heap: int, meter: Meter) -> int:
        self.grow(heap, meter)
        return int(self._values[heap]) if self.period is None else self.period.value(self._values, heap)

    def values(self, to: int, meter: Meter) -> NDArray[np.int32]:
        self.grow(to, meter)
        known = min(self._size, to + 1)
        meter.need(8 * (to + 1))  # a proved period gives values for more heaps than there is room for
        found = np.empty(to + 1, np.int32)
        found[:known] = self._values[:known]
        if known <= to:
            assert self.period is not None
            p, saltus = self.period.period, self.period.saltus
            count = max(1, _BLOCK // p)
            laps = np.tile(self._values[known - p : known], count) + saltus * np.repeat(np.arange(1, count + 1), p)
            for lap, begin in enumerate(range(known, to + 1, len(laps))):
                meter.look()
                found[begin : begin + len(laps)] = laps[: to + 1 - begin] + saltus * count * lap
        return found


class TakeTable(ArrayTable):
    """Games in which a move takes one of a few numbers of tokens and leaves at most two heaps.

    ``_taken`` says how many tokens may be taken to leave nothing, one heap, two heaps (none of them empty).
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        digits = enumerate(rules.digits) if isinstance(rules, Code) else ((amount, 3) for amount in rules)
        small = [(amount, digit) for amount, digit in digits if amount <= _LARGEST]
        self._taken = tuple(np.array([amount for amount, digit in small if digit >> j & 1], np.int64) for j in range(3))
        self._room = 2

    def _fill(self, to: int, meter: Meter) -> None:
        kernel = heap_kernel.compiled(heap_kernel.fill_sparse) if to >= LONG_TABLE else None
        if kernel is None:
            self._fill_rows(to, meter)
        else:
            self._fill_rows(min(to, LONG_TABLE), meter)
            self._fill_sparse(to, meter, kernel)

    def _fill_rows(self, to: int, meter: Meter) -> None:
        nothing, single, double = (taken.tolist() for taken in self._taken)
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
            done, count = kernel(values, self._size, last, self._taken, common, rare, count)
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


class LongTable(ArrayTable):
    """Any code, also with digits that repeat for ever or leave three and more heaps: slower, and without a kernel.

    Notes
    -----
    ``_ways[j][s]`` marks the values of all ways to split s tokens into j >= 2 heaps. A heap costs as many of these
    rows as there are numbers of tokens that may be taken.
    """

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code
        self._room = 2
        self._ways = {j: np.zeros((FIRST_LOOK, 4), np.bool_) for j in range(2, code.most_heaps + 1)}

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


@lru_cache(maxsize=64)
def array_table(rules: Rules) -> ArrayTable:
    """The table of a game; one for all who ask."""
    return LongTable(rules) if isinstance(rules, Code) and (rules.cycle or rules.most_heaps > 2) else TakeTable(rules)


if hasattr(os, "register_at_fork"):  # a process that was forked has none of the threads that were at work on tables
    os.register_at_fork(after_in_child=array_table.cache_clear)
