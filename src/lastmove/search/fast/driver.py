"""Searches the states of one board: in plain Python first, compiled when that is worth while."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from lastmove.search.fast.board import WIDTHS
from lastmove.search.fast.interrupts import interrupts_later
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.twin import PlainTwin

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.search.fast.board import BitBoard, State

__all__ = ["BitSearch"]

_TRY_FIRST = 3_000  # positions searched before Numba is started, which costs about as much
_TRY_AGAIN = 100  # the same once the rules have been compiled in this process
_LEAST_MEMORY = 300e6  # bytes; with less, Numba is not started


class BitSearch:
    """Searches states of one board; what it finds out is kept for the next question."""

    def __init__(self, board: BitBoard, settings: Settings = Settings()) -> None:  # noqa: B008 - frozen
        self.board = board
        self.settings = settings
        self.twin = PlainTwin(board.expand, board.rows, list(board.numbers), board.fields)
        self._engine: Any = None
        if settings.store is not None:
            settings.store.attach(self)

    def wins(self, state: State, meter: Meter) -> bool:
        """Whether the player to move wins.

        Raises
        ------
        LimitReached
            When a limit of ``meter`` is spent. What is known by then is kept.
        """
        found = self.plainly(state, meter)
        return self.compiled(state, meter) if found is None else found

    def compiled(self, state: State, meter: Meter) -> bool:
        """Search by compiled code."""
        return bool(self.engine().wins(state, meter))

    def plainly(self, state: State, meter: Meter) -> bool | None:
        """Search in plain Python: for good, or until it has cost as much as compiling would (then None)."""
        compiled = self.settings.compiled
        if compiled or (self._engine is not None and compiled is None):
            return None
        last = None
        if compiled is None and self.can_be_compiled and meter.memory >= _LEAST_MEMORY:
            is_ready = (self.board.rules, self.board.words) in _READY
            last = meter.positions + (_TRY_AGAIN if is_ready else _TRY_FIRST)

        is_wide = self.board.words > WIDTHS[-1]

        def visit() -> None:
            if is_wide:
                meter.check()  # one position may take as long as thousands of others
            if meter.positions == last:
                raise _EnoughTried
            meter.tick()

        try:
            return self.twin.wins(state, visit)
        except _EnoughTried:
            return None

    @property
    def can_be_compiled(self) -> bool:
        """Whether Numba is there and the sets are not too wide for it."""
        return self.board.words <= WIDTHS[-1] and _numba_is_there()

    def engine(self) -> Any:
        """The compiled search."""
        if self._engine is None:
            with interrupts_later():
                from lastmove.search.fast.engine import Engine

                self._engine = Engine(self.board, self.settings)
            _READY.add((self.board.rules, self.board.words))
        return self._engine

    def lines(self) -> Any:
        """What the compiled search has found out, to be saved; None if nothing."""
        return None if self._engine is None else self._engine.known_lines()

    def learn(self, lines: Any) -> None:
        """Put in what a search of the same board had found out; compiled searches only."""
        if self.can_be_compiled and self.settings.compiled is not False:
            self.engine().learn(lines)


@cache
def _numba_is_there() -> bool:
    return find_spec("numba") is not None


class _EnoughTried(Exception):
    """The search is too large for plain Python."""


_READY: set[tuple[str, int]] = set()
