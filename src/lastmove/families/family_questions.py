"""The questions that are asked of an answer about a family: each has the limits anew, and threads take turns."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from lastmove.core.deep_calls import deep_calls
from lastmove.core.limits import Limits, Meter, current_meter, stopping_at_limits, watching
from lastmove.core.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Questions", "work_of"]

_POSITIONS_A_LOOK = 400
"""What is done between two looks takes as long as so many positions: functions may grow while positions do not."""


class Questions:
    """Meters for questions, one at a time; what is asked on the way to an answer is part of the question.

    >>> questions = Questions(Limits(positions=5))
    >>> with questions.within() as outer, questions.within() as inner:
    ...     outer is inner, questions.left().positions
    (True, 5)
    """

    _meter: Meter | None

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._turns, self._meter = Turns(), None

    def __getstate__(self) -> dict[str, Any]:
        return {"limits": self.limits}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Questions.__init__(self, state["limits"])

    @contextmanager
    def within(self) -> Iterator[Meter]:
        """The meter of the question that this thread asks; LimitReached if its time is over before its turn comes."""
        asked = self._meter
        if asked is not None and current_meter() is asked:
            yield asked
            return
        meter = Meter(self.limits)
        with stopping_at_limits(meter), deep_calls(), self._turns.taken(meter):
            self._meter = meter
            try:
                yield meter
            finally:
                self._meter = None

    @contextmanager
    def first_try(self, positions: float = inf, share: float = 1.0) -> Iterator[Meter]:
        """Let the block spend so many positions of a question at most, and this share of what it has left.

        LimitReached, though the question may go on.
        """
        with self.within() as whole:
            most = int(min(positions, share * whole.positions_left))
            self._meter = part = whole.until(most, share * whole.seconds_left)
            try:
                with watching(part):
                    yield part
            finally:
                self._meter = whole
                whole.positions = part.positions

    def share(self, seconds: float) -> None:
        """Let the questions from now on have what so many seconds leave of the time, and a quarter of it at least.

        >>> questions = Questions(Limits(time=8))
        >>> questions.share(7)
        >>> questions.limits.time
        2.0
        """
        whole = self.limits.time
        if whole is not None:
            self.limits = replace(self.limits, time=max(whole - seconds, whole / 4))

    def left(self) -> Limits:
        """What a search that is part of a question may spend."""
        with self.within() as meter:
            time = None if meter.seconds_left == inf else max(0.0, meter.seconds_left)
            positions = None if self.limits.positions is None else meter.positions_left
            return replace(self.limits, time=time, positions=positions)

    def tick(self) -> None:
        """Count a position of the question that is asked."""
        if self._meter is not None:
            self._meter.tick()

    def look(self) -> None:
        """Look at its limits, and count the work since the last look."""
        if self._meter is not None:
            self._meter.spend(_POSITIONS_A_LOOK)


def work_of(meter: Meter | None) -> tuple[int, float]:
    """The positions and seconds that were spent; none where the question never had its turn."""
    return (0, 0.0) if meter is None else (meter.positions, meter.seconds)
