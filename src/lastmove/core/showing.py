"""Time to show an answer: what is kept for it when solving has spent the limit, and what gives way when it is short.

Pictures are laid out with ``in_time``. Where that takes too long, something plainer is drawn, and ``is_hurried`` says
so to whoever writes the note.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from lastmove.core.errors import LimitReached
from lastmove.core.limits import Allowance, Limits, Meter, current_meter, watching

if TYPE_CHECKING:
    from collections.abc import Callable

    Made = TypeVar("Made")

_KEPT = 0.4
"""The part of a time limit, and of a second, that is left for showing when solving has taken all of it."""
_FINE = 0.5
"""The part of the time to show that may go into a fine drawing; the rest is for a plain one."""


class Showing(Allowance):
    """The limits of a question whose answer is drawn or told at length: time is kept for that.

    Memory counts from when this was made, so solving and showing do not have the limit twice.

    >>> Showing(Limits(time=10)).to_show(spent=True).seconds_left < 5
    True
    """

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self._whole = Meter(replace(limits, time=None, positions=None))

    def to_show(self, *, spent: bool = False) -> Meter:
        """A meter for showing: the time that is left, and at least a part of the limit, also if all is ``spent``."""
        most = self._limits.time
        if most is None:
            return self._whole.part(sys.maxsize)
        left = 0.0 if spent else self.left().time or 0.0
        return self._whole.part(sys.maxsize, max(left, _KEPT * most + _KEPT))


class _Hurry:
    """The mark in the notes of a meter: something took too long, so plain drawings have to do from now on."""


def in_time(fine: Callable[[], Made]) -> Made | None:
    """What ``fine`` makes, or ``None`` where it takes too much memory, or too large a part of the time to show.

    Once something took too long, whatever comes after it under the same limits is not begun.
    """
    meter = current_meter()
    if meter is None:
        return fine()
    if is_hurried():
        return None
    try:
        with watching(meter.part(sys.maxsize, _FINE * meter.seconds_left)):
            return fine()
    except LimitReached as stop:
        if stop.limit not in ("time", "memory"):
            raise
        meter.notes[_Hurry] = True
        meter.look()
        return None


def is_hurried() -> bool:
    """Whether something was drawn plainly because the time was short."""
    meter = current_meter()
    return meter is not None and _Hurry in meter.notes
