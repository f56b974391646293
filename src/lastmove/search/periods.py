"""Periods of Grundy sequences of heap games, with what proves them: the window of Guy and Smith."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lastmove.search.heap_kernel import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Period", "common_prefixes", "find_period"]

_LONG = 20_000
"""Longer sequences are compared by compiled code."""


@dataclass(frozen=True, slots=True)
class Period:
    """That the value of a heap of n + ``period`` is that of a heap of n for every n >= ``preperiod``.

    ``preperiod`` is the least such n that is at least 1. The proof is a finite check, the *window*: the equation
    holds for ``preperiod`` <= n < ``end``, where a move takes at most ``longest`` tokens and leaves at most ``heaps``
    heaps.

    Notes
    -----
    Write p, n0, h, d for period, preperiod, heaps and longest; then end = h n0 + (h - 1) p + d. For n >= end, the heaps
    that an option of n + p leaves have a sum of at least h (n0 + p), so the largest is at least n0 + p: p tokens fewer
    there change no value, by induction, and give an option of n. In the same way options of n, whose largest heap is at
    least n0, give options of n + p. So both have the same values among their options.

    References
    ----------
    R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956), 514-526.
    """

    period: int
    preperiod: int
    heaps: int
    longest: int

    @property
    def end(self) -> int:
        """Where the window ends: the first n whose equation need not be looked at."""
        return self.heaps * self.preperiod + (self.heaps - 1) * self.period + self.longest

    def holds(self, values: Sequence[int] | NDArray[np.int32]) -> bool:
        """Whether these values, of the heaps 0, 1, 2, ..., are enough and equal on the whole window."""
        p, n0, end = self.period, self.preperiod, self.end
        if p < 1 or n0 < 1 or len(values) < end + p:
            return False
        return all(bool(values[n] == values[n + p]) for n in range(n0, end))

    def heap(self, n: int) -> int:
        """The smallest heap with the same value as a heap of n, by the period alone."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period


def find_period(values: Sequence[int] | NDArray[np.int32], heaps: int, longest: int) -> Period | None:
    """The period that these values of the heaps 0, 1, 2, ... prove, or ``None``.

    Parameters
    ----------
    values
        The values of all heaps up to some size.
    heaps, longest
        How many heaps a move leaves of one, and how many tokens it takes, at most.

    Notes
    -----
    Linear time: the Z-function of the reversed sequence tells for each p how far back the equation holds.

    Examples
    --------
    >>> find_period([0, 1, 2, 0, 1, 2, 0, 1, 2], heaps=1, longest=2)
    Period(period=3, preperiod=1, heaps=1, longest=2)
    """
    backwards = np.array(values[::-1], np.int32)
    size = len(backwards)
    kernel = compiled(common_prefixes) if size >= _LONG else None
    same = common_prefixes(backwards.tolist()) if kernel is None else kernel(backwards)
    heaps = max(heaps, 1)
    periods = np.arange(1, size)
    preperiods = np.maximum(1, size - periods - same[1:])
    proved = heaps * preperiods + heaps * periods + longest <= size
    if not proved.any():
        return None
    first = int(proved.argmax())
    return Period(first + 1, int(preperiods[first]), heaps, longest)


def common_prefixes(items: Sequence[int]) -> NDArray[np.int64]:
    """For each place i, how many items from i on are those from the beginning on (the Z-function)."""
    size = len(items)
    found = np.zeros(size, np.int64)
    left = right = 0
    for i in range(1, size):
        length = min(right - i, found[i - left]) if i < right else 0
        while i + length < size and items[length] == items[i + length]:
            length += 1
        if i + length > right:
            left, right = i, i + length
        found[i] = length
    return found
