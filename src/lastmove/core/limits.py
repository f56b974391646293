"""What a question may spend, and the meter that watches it.

Searches count positions with ``Meter.tick``. Everything else that can take long calls ``look()`` in its loops, which
looks at the meter of the question that the thread is working on. So nothing needs to be handed a meter, and a loop
without a question around it pays next to nothing.

Besides: how much memory the process holds, how another thread stops a question (:class:`Cancel`), a lock that nobody
waits for beyond a time limit (:class:`TimedLock`), and calls that nest deeply, one for each column or bag of a board.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lastmove.core.errors import InputError, LastmoveError, LimitReached, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Item = TypeVar("Item")


class Cancel:
    """A flag that stops questions from another thread: every question whose limits hold it is answered as unknown.

    Pickled, it comes out not set: another process has its own.

    >>> cancel = Cancel()
    >>> cancel.set()
    >>> cancel.is_set()
    True
    """

    __slots__ = ("_is_set",)

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """Stop what is being worked on, and what is asked later with the same flag."""
        self._is_set = True

    def is_set(self) -> bool:
        """Whether it was set."""
        return self._is_set

    def __reduce__(self) -> tuple[type[Cancel], tuple[()]]:
        return Cancel, ()


def resident_bytes(process: int | None = None) -> int:
    """The memory this process holds now; its peak where the system does not say; 0 where neither is known.

    Of another process it is 0 where the system does not say.
    """
    try:
        with open(f"/proc/{process or 'self'}/statm", "rb") as statm:
            pages = int(statm.read().split()[1])
    except (OSError, ValueError, IndexError):
        return _peak_bytes() if process is None else 0
    return pages * os.sysconf("SC_PAGE_SIZE")


@cache
def memory_is_known() -> bool:
    """Whether the system says how much memory a process holds; in a browser it does not."""
    return resident_bytes() > 0


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


_CHECK_EVERY = 64
_SLOW = 0.01
"""Seconds between two looks at the clock that are too many: positions that take long are looked at more often."""
_LOOK_SECONDS, _MEMORY_CHECK_SECONDS = 0.005, 0.02
_MEGABYTE = 1_000_000
_LOOK_EVERY = 256
_FEW = 1_000  # positions


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one question may cost.

    Parameters
    ----------
    time
        Seconds for one position; ``None``, the default, is no limit.
    memory
        Megabytes (10**6 bytes) by which the process may grow while the question is worked on; ``None``, the
        default, is half of the machine's memory. Refused where it could not be held (in a browser).
    positions
        How many positions may be visited; ``None``, the default, is no limit.
    cancel
        A :class:`Cancel` that another thread sets to stop the question; the answer is then unknown (``cancel``).
    interrupts
        What Ctrl-C does: ``"raise"``, the default, raises KeyboardInterrupt; with ``"answer"`` it is a limit like the
        others, and what is being worked on is answered as unknown (``interrupt``).

    Examples
    --------
    >>> Limits(time=2.5).time
    2.5
    """

    time: float | None = None
    memory: float | None = None
    positions: int | None = None
    cancel: Cancel | None = field(default=None, repr=False, compare=False)
    interrupts: str = field(default="raise", repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.interrupts not in ("raise", "answer"):
            raise InputError("interrupts", f"{show(self.interrupts)}; accepted: 'raise', 'answer'")
        if self.cancel is not None and not isinstance(self.cancel, Cancel):
            raise InputError("cancel", f"{show(self.cancel)}; accepted: a Cancel")
        for name in ("time", "memory", "positions"):
            value = getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if value is not None and not (number and value >= 0):
                raise InputError(f"{name} limit", f"{show(value)}; accepted: a number >= 0")
        if self.memory is not None and not memory_is_known():
            problem = "it cannot be held here, for the system does not say how much memory a process holds"
            raise InputError("memory limit", f"{show(self.memory)}; {problem}")


def _no_limits(value: object) -> InputError:
    return InputError("limits", f"{show(value)}; accepted: Limits(time=SECONDS, memory=MB, positions=N)")


class Allowance:
    """The limits of a question with several parts: its time is for all of them, the rest for each.

    >>> Allowance(Limits(positions=5)).left(0.5)
    Limits(time=None, memory=None, positions=5)
    """

    def __init__(self, limits: Limits) -> None:
        if not isinstance(limits, Limits):
            raise _no_limits(limits)
        self._limits = limits
        self._started = time.perf_counter()

    def left(self, share: float = 1.0) -> Limits:
        """What the next part may spend: this share of the time that is left."""
        whole = self._limits
        if whole.time is None:
            return whole
        seconds = max(0.0, whole.time - (time.perf_counter() - self._started))
        return replace(whole, time=share * seconds)


class Meter:
    """Counts the positions of one search and stops it when a limit is spent.

    ``tick()`` is called once for every position visited; it raises LimitReached. Clock and memory are looked
    at only now and then, so a tick costs little. ``is_short`` says that the question may visit few positions only, in
    all its tries: its answer is then not to depend on what was compiled before. ``most_plain`` is for a try: where it
    stops unless compiled code is at hand.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        if limits is None:
            limits = Limits()
        elif not isinstance(limits, Limits):
            raise _no_limits(limits)
        around = _thread.meter  # a question that is asked for another one ends with it
        self.positions = 0
        self.notes: dict[Any, Any] = {}
        """What work under this meter has found out and later work may use, by the class that knows it."""
        self._started = time.perf_counter()
        self._seconds = math.inf if limits.time is None else limits.time
        self._cancel = limits.cancel
        if around is not None:
            self._seconds = min(self._seconds, around.seconds_left)
            self._cancel = limits.cancel or around._cancel
        self.answers_interrupts = limits.interrupts == "answer"
        self._most = math.inf if limits.positions is None else limits.positions
        self.is_short = self._most <= _FEW
        self.most_plain = math.inf
        self._memory = None if limits.memory is None else limits.memory * _MEGABYTE
        # Without a memory limit growth is measured from the first check, so that small questions never pay.
        self._most_bytes = math.inf if self._memory is None else resident_bytes() + self._memory
        self._next_memory_check = self._next_look = self._checked = self._started
        if limits.time is None and limits.memory is None and limits.positions is None and limits.cancel is None:
            self._next_look += _LOOK_SECONDS  # so small questions never pay for a look either
        self._every = _CHECK_EVERY
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
        return half_of_memory() if self._memory is None else self._memory

    def tick(self) -> None:
        """Count one more position; raise LimitReached if a limit is spent."""
        if self.positions >= self._next_check or self.positions >= self._most:
            self.check()
        self.positions += 1

    def spend(self, positions: int) -> None:
        """Count many positions that were worked out at once; raise LimitReached if a limit is spent."""
        self.positions += positions
        if self._memory is None and self.positions < self._next_check and self.positions < self._most:
            self.look()  # a small question: the system is not asked how much memory it holds
        else:
            self.check()

    def look(self) -> None:
        """The same, but at most a few hundred times a second: for loops of any kind."""
        if time.perf_counter() >= self._next_look:
            self.check()

    def need(self, size: float) -> None:
        """Raise LimitReached if so many bytes, which are about to be asked for, are more than may be taken."""
        if size > self.memory or resident_bytes() + size > self._most_bytes:
            raise LimitReached("memory", self.positions)

    def part(self, positions: int, seconds: float = math.inf) -> Meter:
        """A meter for a first try: it stops after this many positions or seconds, or where this one would.

        What it counts is not counted here; ``spend`` does that.
        """
        made = Meter()
        made.notes = self.notes
        made.is_short = self.is_short
        made._most = min(positions, self._most - self.positions)
        made._seconds = min(seconds, self._seconds - self.seconds)
        made._cancel = self._cancel
        made.answers_interrupts = self.answers_interrupts
        made._memory = self._memory
        made._most_bytes = self._most_bytes
        made._next_look = made._started  # it may have no time at all
        return made

    def until(self, positions: int, seconds: float = math.inf, *, plain: float = math.inf) -> Meter:
        """The same, but it goes on counting where this one stands: an answer says what was spent in all.

        It stops after ``plain`` positions, and has nothing compiled, unless compiled code is at hand. When the try is
        over, this meter is to be set to what the other has counted.
        """
        made = self.part(positions, seconds)
        made.positions = self.positions
        made._most += self.positions
        made.most_plain = self.positions + plain
        made._seconds += self.seconds
        made._started = self._started
        return made

    def check(self) -> None:
        """Look at the clock and the memory now: for work that is not counted in positions."""
        if self.positions >= self._most:
            raise LimitReached("positions", self.positions)
        if self._cancel is not None and self._cancel.is_set():
            raise LimitReached("cancel", self.positions)
        if self.seconds >= self._seconds:
            raise LimitReached("time", self.positions)
        now = time.perf_counter()
        if self._most_bytes == math.inf:
            self._most_bytes = resident_bytes() + self.memory
        elif now >= self._next_memory_check:
            if resident_bytes() > self._most_bytes:
                raise LimitReached("memory", self.positions)
            self._next_memory_check = now + _MEMORY_CHECK_SECONDS
        if now - self._checked > _SLOW:
            self._every = max(1, self._every // 2)
        elif self._every < _CHECK_EVERY:
            self._every *= 2
        self._checked = now
        self._next_check = self.positions + self._every
        self._next_look = now + _LOOK_SECONDS


class _Thread(threading.local):
    """What a thread is working on."""

    meter: Meter | None = None


_thread = _Thread()


def current_meter() -> Meter | None:
    """The meter of the question that this thread is working on."""
    return _thread.meter


class watching:  # noqa: N801 - it is used as a function; a generator in its place would take twice as long
    """Let everything that this thread does inside the block look at this meter.

    A question inside a question ends with it, whatever limits it has of its own.
    """

    __slots__ = ("_before", "_meter", "_own")
    stops = False
    """Whether what else ends the work inside becomes a limit that was reached."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter

    def __enter__(self) -> None:
        meter, before = self._meter, _thread.meter
        self._before = before
        if before is not None:
            self._own = meter._seconds, meter._most_bytes, meter._cancel
            meter._seconds = min(meter._seconds, meter.seconds + before.seconds_left)
            meter._most_bytes = min(meter._most_bytes, before._most_bytes)
            meter._cancel = meter._cancel or before._cancel
        _thread.meter = meter

    def __exit__(self, *raised: object) -> None:
        _thread.meter = self._before
        if self._before is not None:
            meter = self._meter
            meter._seconds, meter._most_bytes, meter._cancel = self._own
        error = raised[1] if self.stops else None
        if isinstance(error, KeyboardInterrupt) and self._meter.answers_interrupts:
            raise LimitReached("interrupt", self._meter.positions) from None
        if isinstance(error, MemoryError):
            raise LimitReached("memory", self._meter.positions) from None


class stopping_at_limits(watching):  # noqa: N801
    """The same; exhausted memory becomes LimitReached, like every other limit, and so may Ctrl-C."""

    __slots__ = ()
    stops = True


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Within it, Ctrl-C that was taken for a spent limit is KeyboardInterrupt again."""
    try:
        yield
    except LimitReached as stop:
        if stop.limit == "interrupt":
            raise KeyboardInterrupt from None
        raise


def look() -> None:
    """Look at the limits of the question that this thread is working on; raise LimitReached if one is spent."""
    meter = _thread.meter
    if meter is not None:
        meter.look()


def visit() -> None:
    """Count a position of the question that this thread is working on; raise LimitReached if a limit is spent."""
    meter = _thread.meter
    if meter is not None:
        meter.tick()


def need(size: float) -> None:
    """Say that so many bytes are about to be taken; LimitReached if the question may not have them."""
    meter = _thread.meter
    if meter is not None:
        meter.need(size)


def watched(items: Iterable[Item], every: int = _LOOK_EVERY, size: int | None = None) -> Iterator[Item]:
    """The same items, with a look at the limits before every so many of them.

    ``size`` says how many there are, where they do not know that themselves.

    >>> sum(watched(range(1000)))
    499500
    """
    meter = _thread.meter
    if meter is not None:
        if size is None and hasattr(items, "__len__"):
            size = len(items)  # type: ignore[arg-type]
        if size is None or size > every:
            return _watched(items, meter, every)
        meter.look()  # once is enough
    return iter(items)


def _watched(items: Iterable[Item], meter: Meter, every: int) -> Iterator[Item]:
    left = 0
    for item in items:
        if not left:
            meter.look()
            left = every
        left -= 1
        yield item


@dataclass(eq=False)
class TimedLock:
    """Lets the threads that share something work on it one after the other.

    A thread whose time limit is spent while it waits stops with LimitReached, as it would have done at work.

    Examples
    --------
    >>> from lastmove.core.limits import Meter
    >>> turns = TimedLock()
    >>> with turns.taken(Meter()):
    ...     pass
    """

    _lock: threading.RLock = field(default_factory=threading.RLock)  # one that knows its owner
    _busy: bool = False

    @contextmanager
    def taken(self, meter: Meter) -> Iterator[None]:
        """Wait for the turn, work, and give it back.

        Raises
        ------
        LimitReached
            If the time of the meter is over before the turn comes.
        LastmoveError
            If the thread has the turn already: it was called back in the middle of its own work.
        """
        seconds = meter.seconds_left
        wait = max(0.0, seconds) if seconds < threading.TIMEOUT_MAX else -1
        if not self._lock.acquire(timeout=wait):
            raise LimitReached("time", meter.positions)
        try:
            if self._busy:
                raise LastmoveError("an answer was asked for more in the middle of its own search, as by watch()")
            self._busy = True
            try:
                yield
            finally:
                self._busy = False
        finally:
            self._lock.release()


_DEPTH = 400_000


@contextmanager
def deep_calls() -> Iterator[None]:
    """Let calls nest deeply inside the block; plain Python calls take no machine stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
