"""How a search is run: on how many cores, who watches it, where it was saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lastmove.search.fast.checkpoint import Store


class SearchStatus(NamedTuple):
    """What a search looks like at one moment."""

    positions: int
    """How many were visited so far."""
    fill: float
    """The part of the table that is in use; 0 for a search in plain Python, whose table has no end."""
    lines: int
    """How many states the table holds."""
    depth: int
    """The greatest number of moves looked ahead."""
    compiling: bool = False
    """Whether the search waits for the compiler; then it does not count positions."""


@dataclass(frozen=True)
class Settings:
    """How a search is run.

    Parameters
    ----------
    threads
        How many threads search at once, on one table; by default one for each core. The answers are the same.
    compiled
        True: compile at once. False: never. None: when it pays.
    watch
        Called now and then while a long search runs.
    store
        What was saved of an earlier search, and what will be of this one.
    """

    threads: int | None = None
    compiled: bool | None = None
    watch: Callable[[SearchStatus], None] | None = field(default=None, compare=False)
    store: Store | None = field(default=None, compare=False)

    @property
    def workers(self) -> int:
        """The number of threads."""
        return cores() if self.threads is None else self.threads


def cores() -> int:
    """How many cores this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
