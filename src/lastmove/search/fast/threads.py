"""The compiled search of one board: its table, which grows, and its threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from lastmove.core.errors import LimitReached
from lastmove.search.fast import kernel
from lastmove.search.fast.board import MOST, SURE
from lastmove.search.fast.compiler import expand_for
from lastmove.search.fast.driver import interrupts_later
from lastmove.search.fast.settings import SearchStatus, Settings
from lastmove.search.fast.table import LOST, arrange_lines, efforts, move_lines
from lastmove.search.thresholds import THRESHOLDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastmove.core.limits import Meter
    from lastmove.search.fast.board import BitBoard, State

_FIRST_SLICE, _SLICE_SECONDS = 1 << 8, 0.05  # positions, seconds between two looks at the limits
_FIRST_LINES = 1 << 14
_FULL = 0.65


class Engine:
    """The compiled search of one board."""

    def __init__(self, board: BitBoard, settings: Settings) -> None:
        self.board = board
        self.settings = settings
        self.words = board.words
        self.expand = expand_for(board.rules, self.words)
        self.rows = np.array([[self._words(found) for found in table] for table in board.rows], np.uint64)
        self.width = board.fields * self.words
        self.table = np.zeros((_FIRST_LINES, self.width + 1), np.uint64)
        self.lines = 0
        self._slice = _FIRST_SLICE
        self.busy = np.zeros(kernel.PLACES, np.uint64)
        self._workers = [_SearchThread(self) for _ in range(max(1, settings.workers))]
        self.active: list[_SearchThread] = []

    def _words(self, found: int) -> list[int]:
        return [found >> 64 * i & (1 << 64) - 1 for i in range(self.words)]

    def wins(self, state: State, meter: Meter) -> bool:
        """Whether the player to move wins; raises LimitReached."""
        try:
            return self._found(state, meter)
        except LimitReached:  # it comes after the lines of a slice are counted
            raise
        except BaseException:
            # Ctrl-C can come between a slice and the counting of its lines, and a table that is full has no end.
            self.lines = int(np.count_nonzero(self.table[:, 0]))
            raise

    def _found(self, state: State, meter: Meter) -> bool:
        root = [word for found in state for word in self._words(found)]
        self.active = self._workers[:1]
        self.active[0].begin(root)
        answer = self._rounds(meter, None, THRESHOLDS.alone if len(self._workers) > 1 else None)
        if answer is None:
            for worker in self._workers[1:]:
                worker.begin(root)
            self.active = self._workers
            self.busy[:] = 0  # threads that were stopped have left their marks
            for worker in self.active:
                worker.control[kernel.SHARED] = 1
            with ThreadPoolExecutor(len(self.active)) as pool:
                answer = self._rounds(meter, pool, None)
        return bool(answer)

    def _rounds(self, meter: Meter, pool: ThreadPoolExecutor | None, most: int | None) -> int | None:
        """Let the workers search slice by slice until one has the answer, or (None) most positions are visited."""
        workers = self.active
        before = sum(worker.visited for worker in workers)
        while True:
            whole = self._slice if most is None else min(self._slice, most - before)
            budget = max(1, min(whole, meter.positions_left // len(workers)))
            room = max(0, int(len(self.table) * _FULL) - self.lines) // len(workers)
            for worker in workers:
                worker.control[kernel.STOP] = 0
            turn = partial(_SearchThread.search, budget=budget, room=room)
            began = perf_counter()
            answers = list((pool.map if pool else map)(turn, workers))
            self._adapt(perf_counter() - began)
            visited = sum(worker.visited for worker in workers)
            new, before = visited - before, visited
            self.lines += sum(worker.new_lines for worker in workers)
            found = max(answers)
            if found >= 0:
                meter.positions += new
                return found
            meter.spend(new)
            if self.settings.watch is not None:
                self.settings.watch(
                    SearchStatus(meter.positions, self.lines / len(self.table), self.lines, self._depth)
                )
            if kernel.NEEDS_LINES in answers:
                with interrupts_later():
                    self._make_room(meter)
            if most is not None and visited >= most:
                return None

    def _adapt(self, seconds: float) -> None:
        """Make the next slice longer or shorter: between two slices limits are looked at."""
        if seconds > 2 * _SLICE_SECONDS:
            self._slice = max(1, self._slice // 4)
        elif seconds < _SLICE_SECONDS:
            self._slice = min(THRESHOLDS.slice, 2 * self._slice)

    def _make_room(self, meter: Meter) -> None:
        """Make the table twice as large; where memory does not allow it, forget the half that was found most easily.

        It grows where it is: memory that was never used before costs as much time as what is searched meanwhile.
        """
        old = len(self.table)
        size, least = 2 * old, 0
        if size * self.table.itemsize * (self.width + 1) > meter.memory / THRESHOLDS.share_of_memory:
            size = old
            counts = np.zeros(64, np.int64)
            efforts(self.table, counts)
            kept = np.cumsum(counts[::-1])[::-1]
            least = int(np.argmax(kept <= self.lines // 2))
        self.table.resize((size, self.width + 1), refcheck=False)
        self.lines = arrange_lines(self.table, old, least, np.zeros(self.width, np.uint64))

    @property
    def _depth(self) -> int:
        return max(worker.depth for worker in self.active)

    def known_lines(self) -> NDArray[np.uint64]:
        """The lines of the table that hold something."""
        return self.table[self.table[:, 0] & np.uint64(3) >= LOST]

    def learn(self, lines: NDArray[np.uint64]) -> None:
        """Put in lines that a search of the same board had known."""
        size = _FIRST_LINES
        while size * _FULL < 2 * len(lines):
            size *= 2
        self.table = np.zeros((size, self.width + 1), np.uint64)
        self.lines = move_lines(np.array(lines, np.uint64), self.table, 0)


class _SearchThread:
    """One thread's stack."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.numbers = np.array(engine.board.numbers, np.int64)
        self.control = np.zeros(8, np.int64)
        self.frames = np.zeros((256, kernel.COLUMNS), np.int64)
        self._make_states(1024 + 4 * int(self.numbers[MOST]))

    def _make_states(self, count: int) -> None:
        self.states = np.zeros((count, self.engine.width), np.uint64)
        self.marks = np.zeros(count, np.int64)
        self.order = np.zeros(count, np.int64)
        self.hashes = np.zeros(count, np.uint64)

    def begin(self, root: list[int]) -> None:
        self.states[0] = root
        self.frames[0] = (0, 1, 0, 0, kernel.NEW, 0, SURE // 2)
        self.control[:] = 0

    @property
    def visited(self) -> int:
        return int(self.control[kernel.POSITIONS])

    @property
    def depth(self) -> int:
        return int(self.control[kernel.DEEPEST])

    @property
    def new_lines(self) -> int:
        return int(self.control[kernel.LINES])

    def search(self, budget: int, room: int) -> int:
        """Search for a slice; a worker that has the answer, or needs a larger table, stops the others."""
        engine = self.engine
        self.control[kernel.LINES] = 0
        self.control[kernel.ROOM] = room
        last = self.visited + budget
        while True:
            answer = int(
                kernel.search(
                    engine.expand, engine.rows, self.numbers, engine.table, self.states, self.marks, self.order,
                    self.hashes, self.frames, self.control, engine.busy, last - self.visited,
                )
            )  # fmt: skip
            if answer == kernel.PAUSED:
                return answer
            if answer not in (kernel.NEEDS_FRAMES, kernel.NEEDS_STATES):
                for worker in engine.active:
                    worker.control[kernel.STOP] = 1
                return answer
            self.grow(answer)

    def grow(self, answer: int) -> None:
        """Make the room that a search asked for."""
        if answer == kernel.NEEDS_FRAMES:
            self.frames = np.concatenate([self.frames, np.zeros_like(self.frames)])
        elif answer == kernel.NEEDS_STATES:
            old = self.states, self.marks, self.order, self.hashes
            self._make_states(2 * len(self.states))
            for new, kept in zip((self.states, self.marks, self.order, self.hashes), old, strict=True):
                new[: len(kept)] = kept
