"""What a search may spend, and the meter that watches it."""

from __future__ import annotations

import math
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lastmove.core.errors import InputError, LimitReached, show

__all__ = ["Limits", "Meter"]

_CHECK_EVERY = 64
_MEMORY_CHECK_SECONDS = 0.02
_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one question may cost.

    Parameters
    ----------
    time
        Seconds for one position; ``None``, the default, is no limit.
    memory
        Megabytes (10**6 bytes) by which the process may grow while the question is worked on; ``None``, the
        default, is half of the machine's memory.
    positions
        How many positions may be visited; ``None``, the default, is no limit.

    Examples
    --------
    >>> Limits(time=2.5).time
    2.5
    """

    time: float | None = None
    memory: float | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        for name in ("time", "memory", "positions"):
            value = getattr(self, name)
            if value is None:
                continue
            wrong_type = isinstance(value, bool) or not isinstance(value, int | float)
            if wrong_type or not value >= 0:
                raise InputError(f"{name} limit", f"{show(value)}; accepted: a number >= 0")


class Meter:
    """Counts the positions of one search and stops it when a limit is spent.

    ``tick()`` is called once for every position visited; it raises LimitReached. Clock and memory are looked
    at only now and then, so a tick costs little.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self.positions = 0
        self.notes: dict[type, Any] = {}
        """What work under this meter has found out and later work may use, by the class that knows it."""
        self._started = time.perf_counter()
        self._seconds = math.inf if limits.time is None else limits.time
        self._most = math.inf if limits.positions is None else limits.positions
        self._growth = half_of_memory() if limits.memory is None else limits.memory * _MEGABYTE
        self._most_bytes = math.inf
        self._next_memory_check = 0.0
        self._next_check = _CHECK_EVERY

    @property
    def seconds(self) -> float:
        """Seconds since the meter was made."""
        return time.perf_counter() - self._started

    @property
    def seconds_left(self) -> float:
        """How many seconds are left; infinity if there is no limit."""
        return self._seconds - self.seconds

    @property
    def positions_left(self) -> int:
        """How many more positions may be visited; a very large number if there is no limit."""
        return sys.maxsize if self._most == math.inf else max(0, int(self._most - self.positions))

    @property
    def memory(self) -> float:
        """How many bytes the process may grow by."""
        return self._growth

    def tick(self) -> None:
        """Count one more position; raise LimitReached if a limit is spent."""
        if self.positions >= self._next_check or self.positions >= self._most:
            self._check()
        self.positions += 1

    def spend(self, positions: int) -> None:
        """Count many positions that were worked out at once; raise LimitReached if a limit is spent."""
        self.positions += positions
        self._check()

    def check(self) -> None:
        """Look at the clock and the memory now: for work that is not counted in positions."""
        self._check()

    def part(self, positions: int) -> Meter:
        """A meter for a first try: it stops after this many positions, or where this one would.

        What it counts is not counted here; ``spend`` does that.
        """
        made = Meter()
        made.notes = self.notes
        made._most = min(positions, self._most - self.positions)
        made._seconds = self._seconds - self.seconds
        made._growth = self._growth
        return made

    def _check(self) -> None:
        if self.positions >= self._most:
            raise LimitReached("positions", self.positions)
        if self.seconds >= self._seconds:
            raise LimitReached("time", self.positions)
        if self._most_bytes == math.inf:  # growth is measured from the first check: small questions never pay
            self._most_bytes = resident_bytes() + self._growth
        elif self.seconds >= self._next_memory_check:
            if resident_bytes() > self._most_bytes:
                raise LimitReached("memory", self.positions)
            self._next_memory_check = self.seconds + _MEMORY_CHECK_SECONDS
        self._next_check = self.positions + _CHECK_EVERY


def resident_bytes() -> int:
    """The memory this process holds now; its peak where the system does not tell; 0 where neither is known."""
    try:
        with open("/proc/self/statm", "rb") as statm:
            pages = int(statm.read().split()[1])
    except (OSError, ValueError, IndexError):
        return _peak_bytes()
    return pages * os.sysconf("SC_PAGE_SIZE")


def _peak_bytes() -> int:
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if os.uname().sysname == "Darwin" else peak * 1024


@cache
def half_of_memory() -> float:
    """Half of the memory this process may use: the machine's, or its container's where that is less."""
    sizes: list[int] = []
    with suppress(ValueError, OSError, AttributeError):
        sizes.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError, ValueError):
        sizes.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(sizes) / 2 if sizes else math.inf
