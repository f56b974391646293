"""Runs the search: plain Python first, compiled when it grows; in slices, within limits, on several threads."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lastmove.search.fast.twin import PlainTwin

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.core.limits import Meter
    from lastmove.search.fast.board import BitBoard, State

__all__ = ["MOST_WORDS", "BitSearch", "cores"]

MOST_WORDS = 8
"""Wider sets are searched in plain Python."""

_TRY_FIRST = 3_000  # positions searched before Numba is started (that costs as much)
_TRY_AGAIN = 100  # the same once the rules have been compiled in this process


def cores() -> int:
    """How many cores this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class BitSearch:
    """Searches states of one board; what it finds out is kept for the next question.

    Parameters
    ----------
    board
        The board.
    threads
        How many threads search at once, on one table. The answers are the same; ties between moves are broken
        differently in each, so that they help instead of following each other.
    compiled
        True: compile at once. False: never. None: when it pays.
    """

    def __init__(self, board: BitBoard, *, threads: int = 1, compiled: bool | None = None) -> None:
        self.board = board
        self.threads = threads
        self.compiled = compiled
        self.twin = PlainTwin(board.expand, board.rows, list(board.numbers), board.fields)
        self.engine: Any = None
        self.on_progress: Callable[[int, float, int], None] | None = None

    def wins(self, state: State, meter: Meter) -> bool:
        """Whether the player to move wins.

        Raises
        ------
        LimitReached
            When a limit of ``meter`` is spent. What is known by then is kept.
        """
        found = self._plain(state, meter)
        if found is None:
            found = self._engine().wins(state, meter)
        return found

    def _plain(self, state: State, meter: Meter) -> bool | None:
        """Search in plain Python, for good or until it has cost as much as compiling would."""
        if self.compiled or (self.engine is not None and self.compiled is None):
            return None
        most = None
        if self.compiled is None and self.board.words <= MOST_WORDS and _numba_is_there():
            most = _TRY_AGAIN if _is_ready(self.board) else _TRY_FIRST
        last = None if most is None else meter.positions + most

        def visit() -> None:
            if meter.positions == last:
                raise _EnoughTried
            meter.tick()

        try:
            return self.twin.wins(state, visit)
        except _EnoughTried:
            return None

    def _engine(self) -> Any:
        if self.engine is None:
            from lastmove.search.fast.engine import Engine

            self.engine = Engine(self.board, self.threads)
            _READY.add((self.board.rules, self.board.words))
        return self.engine


class _EnoughTried(Exception):
    """The search is too large for plain Python."""


_READY: set[tuple[str, int]] = set()


def _is_ready(board: BitBoard) -> bool:
    return (board.rules, board.words) in _READY


def _numba_is_there() -> bool:
    from importlib.util import find_spec

    return find_spec("numba") is not None
