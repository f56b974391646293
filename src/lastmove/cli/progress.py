"""A progress line on standard error, for long inputs watched by a person."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

from lastmove.cli.output import behind
from lastmove.core.errors import printable

if TYPE_CHECKING:
    from lastmove.search.fast.settings import Glimpse

__all__ = ["Clock", "Progress", "SearchProgress", "write_over"]

_FIRST_AFTER = 1.0
_EVERY = 0.2


class Clock:
    """Where the time went, lap by lap; to be started before the first."""

    def restart(self) -> None:
        """Forget the laps; the first begins."""
        self._began = time.monotonic()
        self._laps: list[str] = []

    def lap(self, name: str) -> None:
        """End a lap and begin the next."""
        now = time.monotonic()
        self._laps.append(f"{name} in {now - self._began:.2f} s")
        self._began = now

    def tell(self, subject: str, note: str) -> None:
        """One line on standard error."""
        sys.stderr.write(f"{subject}: {', '.join(self._laps)}; {note}\n")


def write_over(text: str) -> None:
    """Put a text on standard error in the place of what stands on the line."""
    out = behind(sys.stderr)
    out.write(f"\r\x1b[K{printable(text)}")
    out.flush()


class _Line:
    """A line on standard error, on a terminal and after the first second, that is written over and over."""

    def __init__(self, *, shown: bool = True) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._started = time.monotonic()
        self._next = self._started + _FIRST_AFTER
        self._drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._end()

    def _end(self) -> None:
        """Leave the terminal as it was found."""
        write_over("")

    def _write(self, text: str) -> None:
        self._next = time.monotonic() + _EVERY
        write_over(text)
        self._drawn = True


class SearchProgress(_Line):
    """How far a long search is."""

    def watch(self, seen: Glimpse) -> None:
        """Draw the line again, now and then."""
        now = time.monotonic()
        if self._shown and seen.compiling:
            self._write("compiling the search: some seconds, once on this machine")
        elif self._shown and now >= self._next:
            rate = seen.positions / (now - self._started)
            text = f"{seen.positions:,} positions, {rate:,.0f} a second, depth {seen.depth}"
            table = f" (table {seen.fill:.0%} full)" if seen.fill else ""
            self._write(f"{text}, {seen.lines:,} kept{table}")


class Progress(_Line):
    """How many records are done; the last count stays."""

    _done = _failed = 0

    def step(self, *, failed: bool = False) -> None:
        """One more record is done."""
        self._done += 1
        self._failed += failed
        if self._shown and time.monotonic() >= self._next:
            self._draw()

    def _draw(self) -> None:
        seconds = time.monotonic() - self._started
        text = f"{self._done:,} answered, {self._done / seconds:,.0f} a second"
        self._write(text + (f", {self._failed:,} bad" if self._failed else ""))

    def _end(self) -> None:
        self._draw()
        sys.stderr.write("\n")
        sys.stderr.flush()
