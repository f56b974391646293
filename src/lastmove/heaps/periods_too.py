"""Periods of the Grundy values of heap games: a window of equal values that proves the rest."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Period"]


@dataclass(frozen=True, slots=True)
class Period:
    """That the value of a heap of n + ``period`` is that of a heap of n for every n >= ``preperiod``.

    ``preperiod`` is the least such n that is at least 1. The proof is a finite check, the *window*: the equation,
    with ``span`` for the period, holds for ``preperiod`` <= n < ``end``.

    Attributes
    ----------
    heaps
        How many heaps a move leaves of one, at most.
    longest
        The most tokens that a move takes; for a code whose digits repeat for ever, how many digits (d0 too) stand
        before those.
    cycle
        How many digits repeat for ever; 0 for none.

    Notes
    -----
    Write p, n0, h, d for span, preperiod, heaps and longest. Let n >= end, and the equation hold below n.

    Without repeating digits end = h n0 + (h - 1) p + d. The heaps that an option of n + p leaves have a sum of at least
    h (n0 + p), so the largest is at least n0 + p: p tokens fewer there change no value and give an option of n. In the
    same way options of n, whose largest heap is at least n0, give options of n + p. So both have the same values among
    their options (Guy and Smith).

    With c repeating digits p is a multiple of c, and end = h (n0 + p) + d. Options whose largest heap is at least
    n0 + p (for n: n0) correspond as before. Any other option of n + p leaves less than h (n0 + p) tokens, so both
    from n + p and from n it takes at least d; as c divides p the digits are equal, and the same heaps are an option
    of n. In the same way the other options of n are options of n + p.

    References
    ----------
    R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956), 514-526.
    """

    period: int
    preperiod: int
    heaps: int
    longest: int
    cycle: int = 0

    @property
    def span(self) -> int:
        """The multiple of the period that the window is about: one that the repeating digits have too."""
        return lcm(self.period, self.cycle) if self.cycle else self.period

    @property
    def end(self) -> int:
        """Where the window ends: the first n whose equation need not be looked at."""
        h, n0, p = max(self.heaps, 1), self.preperiod, self.span
        return h * n0 + (h if self.cycle else h - 1) * p + self.longest

    @property
    def needed(self) -> int:
        """How many values, from that of the heap 0 on, the proof looks at."""
        return self.end + self.span

    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values, of the heaps 0, 1, 2, ..., are enough and equal on the whole window."""
        p, n0 = self.period, self.preperiod
        if p < 1 or n0 < 1 or len(values) < self.needed:
            return False
        if any(values[n] != values[n + self.span] for n in range(n0, self.end)):
            return False
        return self.span == p or all(values[n] == values[n + p] for n in range(n0, n0 + self.span))

    def is_least(self, values: Sequence[int]) -> bool:
        """Whether no smaller period and no smaller preperiod is right, where this one holds.

        A smaller period would divide this one, as the greatest common divisor of two periods is a period too.
        """
        p, n0 = self.period, self.preperiod
        once = range(n0, n0 + p)
        shorter = (q for q in range(1, p // 2 + 1) if p % q == 0)
        if any(all(values[n] == values[self.heap(n + q)] for n in once) for q in shorter):
            return False
        return n0 == 1 or values[n0 - 1] != values[n0 - 1 + p]

    def heap(self, n: int) -> int:
        """The smallest heap with the same value as a heap of n, by the period alone."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period
