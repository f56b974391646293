"""Searches the states of one board: in plain Python first, compiled when that is worth while.

The plain search is the same as the kernel's, on integers: for small searches, wide boards, and where Numba is missing.
What it has found out becomes lines of the kernel's table, so that it can be saved, and compiled code can go on with it.
"""

from __future__ import annotations

import math
import signal
import threading
from collections import Counter
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached
from lastmove.core.optional import is_there
from lastmove.search.fast import background
from lastmove.search.fast.board import LOST, MOST, SPLIT, WIDTHS, WON
from lastmove.search.fast.settings import SearchStatus, Settings
from lastmove.search.thresholds import THRESHOLDS, BudgetSpent
from lastmove.search.trampoline import work_out

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from lastmove.core.limits import Meter
    from lastmove.search.fast.board import BitBoard, State


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done.

    The compiler calls Python functions from machine code. An exception that is raised in such a function gets lost: it
    is printed, and the search goes on although it was to be stopped. An import that is broken off is no better, for the
    module then stays half loaded.
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    came: list[tuple[int, Any]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        usual(*came[0])


class PythonKernel:
    """A search over states that are tuples of integers, with a dictionary for a table.

    Parameters
    ----------
    expand
        The rules of a game, as the kernel takes them.
    rows, numbers
        The board, as the rules take it.
    fields
        How many sets a state has.
    """

    def __init__(self, expand: Callable[..., int], rows: Any, numbers: list[int], fields: int) -> None:
        self.expand = expand
        self.rows = rows
        self.numbers = numbers
        self.fields = fields
        self.known: dict[State, bool] = {}
        # Room for the options of one position at a time.
        self._states = [[0] * fields for _ in range(numbers[MOST])]
        self._marks = [0] * numbers[MOST]
        self.depth = self.deepest = 0

    def wins(self, root: State, visit: Callable[[], None], *, watched: bool = False) -> bool:
        """Whether the player to move wins; ``visit`` is called once for every position, and may raise.

        If it is ``watched``, ``deepest`` says meanwhile how many positions in a row it has looked ahead.
        """
        self.depth = self.deepest = 0
        found = self.known.get(root)
        if found is None:
            recipe = partial(self._counted if watched else self._state, visit)
            found = self.known[root] = work_out(recipe(root), recipe, self.known)
        return found

    def _counted(self, visit: Callable[[], None], state: State) -> Generator[State, bool, bool]:
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        found = yield from self._state(visit, state)
        self.depth -= 1
        return found

    def _state(self, visit: Callable[[], None], state: State) -> Generator[State, bool, bool]:
        """Work out one state, asking for those it needs to know about."""
        visit()
        states, marks = self._states, self._marks
        count = self.expand(self.rows, self.numbers, state, states, marks, 0)
        if count in (LOST, WON):
            return count == WON
        if count == SPLIT:
            asked, *branches = [(marks[i], tuple(states[i])) for i in range(3)]
            won = (yield asked[1]) != bool(asked[0])
            mark, branch = branches[0 if won else 1]
            if mark >= 2:
                return mark == 3
            return (yield branch) != bool(mark)
        options = [(mark, tuple(found)) for mark, found in zip(marks[:count], states, strict=False)]
        for mark, option in options:
            if self.known.get(option) == bool(mark & 1):
                return True
        for mark, option in sorted(options):
            if (yield option) == bool(mark & 1):
                return True
        return False


_WATCH_SECONDS = 0.2  # between two reports of a plain search


class BitSearch:
    """Searches states of one board; what it finds out is kept for the next question."""

    def __init__(self, board: BitBoard, settings: Settings = Settings()) -> None:  # noqa: B008 - frozen
        self.board = board
        self.settings = settings
        self.kernel = PythonKernel(board.expand, board.rows, list(board.numbers), board.fields)
        self._code = board.rules, board.words
        self.searched = 0
        """Positions of this board that were searched in plain Python."""
        self._engine: Any = None
        self._saved: Any = None
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

    def plainly(
        self, state: State, meter: Meter, *, until: background.Code | None = None, most: int | None = None
    ) -> bool | None:
        """Search in plain Python: for good, or until it has cost as much as compiling would (then None).

        Under a time limit it goes on until there is compiled code, of the rules by default, which may be never. With
        ``most``, so many positions of this board in all are searched, whatever can be compiled.
        """
        compiled, last = self.settings.compiled, math.inf
        if most is not None:
            last = meter.positions + most - self.searched
        elif compiled or (self._engine is not None and compiled is None):
            return None
        elif compiled is None and self._may_be_compiled(meter):
            last = meter.positions + self._worth_trying
        elif self._saved is not None:
            self.kernel.known.update(from_lines(self._saved, self.board.fields, self.board.words))
            self._saved = None
        most_plain = meter.most_plain if most is None else math.inf
        is_wide = self.board.words > WIDTHS[-1]
        watch = self._watcher(meter) if most is None else None  # a short one is over soon

        def visit() -> None:
            if watch is not None:
                watch()
            if is_wide:
                meter.check()  # one position may take as long as thousands of others
            if meter.positions >= last and (most is not None or self._may_stop(meter, until or self._code)):
                raise BudgetSpent
            if meter.positions >= most_plain:
                raise LimitReached("positions", meter.positions)
            meter.tick()

        before = meter.positions
        try:
            return self.kernel.wins(state, visit, watched=watch is not None)
        except BudgetSpent:
            return None
        finally:
            self.searched += meter.positions - before
            _SEARCHED[self._code] += meter.positions - before

    def _watcher(self, meter: Meter) -> Callable[[], None] | None:
        """The function that reports how far a plain search is; None if nobody watches."""
        report = self.settings.watch
        if report is None:
            return None
        next_time = perf_counter() + _WATCH_SECONDS

        def watch() -> None:
            nonlocal next_time
            if perf_counter() >= next_time:
                report(SearchStatus(meter.positions, 0.0, len(self.kernel.known), self.kernel.deepest))
                next_time = perf_counter() + _WATCH_SECONDS

        return watch

    @property
    def _worth_trying(self) -> int:
        """How many more positions to search before compiled code is asked for."""
        if self._saved is not None:
            return 0
        least = max(0, THRESHOLDS.try_again - self.searched)
        if self._code in _READY:
            return least
        left, together = THRESHOLDS.try_first - self.searched, _SEARCHED[self._code]
        if together >= THRESHOLDS.try_together:
            price = THRESHOLDS.loading if background.was_made(self._code) else THRESHOLDS.compiling
            left = min(left, price - together)
        return max(least, left)

    def _may_stop(self, meter: Meter, until: background.Code) -> bool:
        """Whether there is compiled code, or time to wait for it; a try does not wait."""
        return until in _READY or (meter.most_plain == math.inf and background.is_ready(until, meter.seconds_left))

    def _may_be_compiled(self, meter: Meter) -> bool:
        """Whether what may be spent is enough for compiled code, or a search goes on that had begun with it."""
        return (
            (not meter.is_short or self._saved is not None)
            and self.can_be_compiled
            and meter.memory >= THRESHOLDS.least_memory
        )

    @property
    def can_be_compiled(self) -> bool:
        """Whether Numba is there and the sets are not too wide for it."""
        return self.board.words <= WIDTHS[-1] and is_there("numba")

    def engine(self) -> Any:
        """The compiled search."""
        if self._engine is None:
            if self._code not in _READY:
                if self.settings.watch is not None:
                    self.settings.watch(
                        SearchStatus(0, 0.0, len(self.kernel.known), self.kernel.deepest, compiling=True)
                    )
                background.wait_for(self._code)
            with interrupts_later():
                from lastmove.search.fast.threads import Engine

                made = Engine(self.board, self.settings)
                if self._saved is not None:
                    made.learn(self._saved)
                self._engine, self._saved = made, None
            _READY.add(self._code)
        return self._engine

    def lines(self) -> Any:
        """What has been found out, to be saved; None if nothing."""
        if self._engine is not None:
            return self._engine.known_lines()
        if not self.kernel.known:
            return self._saved
        found = to_lines(self.kernel.known, self.board.fields, self.board.words)
        if self._saved is None:
            return found
        import numpy as np

        return np.concatenate([self._saved, found])

    def learn(self, lines: Any) -> None:
        """Put in what a search of the same board had found out."""
        self._saved = lines


_READY: set[background.Code] = set()
_SEARCHED: Counter[background.Code] = Counter()
"""Positions searched in plain Python, by the code that would have searched them: a hundred questions of 2,900 positions
are worth that code as much as one of 290,000 is."""


_LINE_LOST, _LINE_KNOWN = 2, 3  # who wins, in the first word of a line
_WORD = 8  # bytes


def to_lines(known: Mapping[State, bool], fields: int, words: int) -> Any:
    """States and who wins them, as an array of words."""
    import numpy as np

    size = _WORD * words
    data = b"".join(
        (_LINE_LOST + wins).to_bytes(_WORD, "little") + b"".join(found.to_bytes(size, "little") for found in state)
        for state, wins in known.items()
    )
    return np.frombuffer(data, "<u8").reshape(-1, 1 + fields * words)


def from_lines(lines: Any, fields: int, words: int) -> dict[State, bool]:
    """The other way round."""
    import numpy as np

    size = _WORD * words
    ends = [_WORD + size * i for i in range(fields + 1)]
    found = {}
    for line in map(bytes, np.ascontiguousarray(lines, "<u8")):
        state = tuple(int.from_bytes(line[ends[i] : ends[i + 1]], "little") for i in range(fields))
        found[state] = (line[0] & _LINE_KNOWN) > _LINE_LOST
    return found
