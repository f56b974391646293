"""One thread at a time, and nobody waits beyond a time limit."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lastmove.core.errors import LastmoveError, LimitReached

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter

__all__ = ["Turns"]


@dataclass(eq=False)
class Turns:
    """Lets the threads that share something work on it one after the other.

    A thread whose time limit is spent while it waits stops with LimitReached, as it would have done at work.

    Examples
    --------
    >>> from lastmove.core.limits import Meter
    >>> turns = Turns()
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
