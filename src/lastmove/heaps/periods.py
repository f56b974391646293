"""Periods of Grundy sequences of heap games, found in linear time together with what proves them."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

from lastmove.core.optional import is_there
from lastmove.heaps import LONG_SEQUENCE
from lastmove.heaps.check import Period, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.heaps.check import Rules


def period_of(rules: Rules, values: Sequence[int] | NDArray[np.int32], *, heaps: int = 1) -> Period | None:
    """The period that these values of the heaps of a game prove, as if a move could leave ``heaps`` heaps at least."""
    asked = window(rules, 1, 1)
    return find_period(values, max(heaps, asked.heaps), asked.longest, asked.cycle)


def find_period(values: Sequence[int] | NDArray[np.int32], heaps: int, longest: int, cycle: int = 0) -> Period | None:
    """The period that these values of the heaps 0, 1, 2, ... prove, or ``None``.

    Parameters
    ----------
    values
        The values of all heaps up to some size.
    heaps, longest, cycle
        What the proof needs to know of the rules; see :class:`~lastmove.heaps.check.Period`.

    Notes
    -----
    Linear time: the Z-function of the reversed sequence gives for each p how far back the equation holds.

    Examples
    --------
    >>> find_period([0, 1, 2, 0, 1, 2, 0, 1, 2], heaps=1, longest=2)
    Period(period=3, preperiod=1, heaps=1, longest=2, cycle=0)
    """
    if longest > len(values):  # nothing can be proved yet; it may also be more than arrays hold
        return None
    heaps, size = max(heaps, 1), len(values)
    if size >= LONG_SEQUENCE and is_there("numpy"):
        return _by_arrays(values, heaps, longest, cycle)
    same = [0] * size
    common_prefixes(list(map(int, values[::-1])), same)
    for period in range(1, size):
        preperiod = max(1, size - period - same[period])
        span = lcm(period, cycle) if cycle else period
        if heaps * preperiod + (heaps + bool(cycle)) * span + longest <= size:
            return Period(period, preperiod, heaps, longest, cycle)
    return None


def _by_arrays(values: Sequence[int] | NDArray[np.int32], heaps: int, longest: int, cycle: int) -> Period | None:
    """The same for long sequences, compiled where that can be."""
    import numpy as np

    from lastmove.heaps.kernel import compiled

    backwards = np.array(values[::-1], np.int32)
    size = len(backwards)
    kernel = compiled(common_prefixes)
    same: Any = [0] * size if kernel is None else np.zeros(size, np.int64)
    if kernel is None:
        common_prefixes(backwards.tolist(), same)
    else:
        kernel(backwards, same)
    periods = np.arange(1, size)
    preperiods = np.maximum(1, size - periods - np.array(same[1:], np.int64))
    spans = np.lcm(periods, cycle) if cycle else periods
    proved = heaps * preperiods + (heaps + bool(cycle)) * spans + longest <= size
    if not proved.any():
        return None
    first = int(proved.argmax())
    return Period(first + 1, int(preperiods[first]), heaps, longest, cycle)


def common_prefixes(items: Any, found: Any) -> None:
    """Put into ``found`` for each place i how many items from i on are those from the beginning on (the Z-function).

    Lists, or arrays when compiled; ``found`` begins with zeros.
    """
    size = len(items)
    left = right = 0
    for i in range(1, size):
        length = min(right - i, found[i - left]) if i < right else 0
        while i + length < size and items[length] == items[i + length]:
            length += 1
        if i + length > right:
            left, right = i, i + length
        found[i] = length
