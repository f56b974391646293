"""The tables of :mod:`~lastmove.search.deletion_kernel`, for one board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lastmove.search.deletion_kernel import COLUMNS, MOST_VERTICES, PLACES, compiled, find_values, find_winners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lastmove.core.limits import Meter

_FIRST, _SLICE = 1 << 12, 1 << 17


class CompiledDeletion:
    """Grundy values and misère outcomes of sets of vertices; arguments as of ``DeletionTable``."""

    def __init__(self, board: tuple[Any, ...], step: int, functions: tuple[Any, Any]) -> None:
        self._board = board
        self._step = step
        self._find_values, self._find_winners = functions
        self._values = _Table(3)
        self._wins = _Table(2)

    @classmethod
    def made(cls, rows: tuple[int, ...], moves: tuple[tuple[int, int], ...], step: int) -> CompiledDeletion | None:
        """The tables, or ``None`` where there is no compiled code."""
        functions = compiled(find_values), compiled(find_winners)
        if None in functions or len(rows) > MOST_VERTICES:
            return None
        needs, deletes = (np.array([move[side] for move in moves], np.int64) for side in (0, 1))
        return cls((np.array(rows, np.int64), needs, deletes, PLACES), step, functions)

    def value(self, piece: int, meter: Meter) -> int:
        """The Grundy value of a connected set."""
        stack = np.zeros((MOST_VERTICES + 2, COLUMNS), np.int64)
        stack[0, 0], stack[0, 2] = piece, -1
        depth, answer = 1, -1
        while depth:
            table = self._values
            room = table.room()
            depth, answer, entered = self._find_values(
                stack, depth, answer, self._board, self._step, table.columns, min(room, _SLICE)
            )
            table.count += entered
            meter.spend(entered)
            if depth and table.grow(meter):
                for row in stack[:depth]:
                    row[1] = table.place(int(row[0]))
        return answer

    def wins(self, members: int, meter: Meter) -> bool:
        """Whether the player to move wins a set in misère play."""
        stack = np.zeros((MOST_VERTICES + 3, 4), np.int64)
        stack[0, 0] = members
        depth, answer = 1, -1
        while depth:
            table = self._wins
            depth, answer, entered = self._find_winners(
                stack, depth, answer, self._board, table.columns, min(table.room(), _SLICE)
            )
            table.count += entered
            meter.spend(entered)
            if depth and table.grow(meter):
                for row in stack[:depth]:
                    row[1] = table.place(int(row[0]))
        return bool(answer)


class _Table:
    """Columns of a table with open addressing: keys, and what is known of each."""

    def __init__(self, columns: int) -> None:
        self.columns: tuple[NDArray[Any], ...] = self._empty(_FIRST, columns)
        self.count = 0

    @staticmethod
    def _empty(size: int, columns: int) -> tuple[NDArray[Any], ...]:
        return (np.zeros(size, np.int64), np.zeros(size, np.int8), np.zeros(size, np.int64))[:columns]

    def room(self) -> int:
        """How many more may be entered."""
        return len(self.columns[0]) // 2 - self.count

    def place(self, key: int) -> int:
        """Where a key is."""
        keys = self.columns[0]
        size = len(keys)
        from lastmove.search.deletion_kernel import MULTIPLIER

        at = _signed(key * MULTIPLIER) >> 22 & size - 1
        while keys[at] and keys[at] != key:
            at = (at + 1) & size - 1
        return at

    def grow(self, meter: Meter) -> bool:
        """Make room if there is none."""
        if self.room() > 0:
            return False
        old = self.columns
        size = 4 * len(old[0])
        meter.need(size * 24)
        self.columns = self._empty(size, len(old))
        order = np.nonzero(old[0])[0]
        keys = old[0][order]
        places = ((keys * np.int64(0x1E3779B97F4A7C15)) >> 22) & (size - 1)
        pending = np.arange(len(order))
        while len(pending):  # where several want one place, the first gets it and the others go on
            at = places[pending]
            free = self.columns[0][at] == 0
            winners = np.zeros(len(pending), bool)
            first = np.unique(at[free], return_index=True)[1]
            winners[np.nonzero(free)[0][first]] = True
            chosen = pending[winners]
            for new, column in zip(self.columns, old, strict=True):
                new[places[chosen]] = column[order[chosen]]
            pending = pending[~winners]
            places[pending] = (places[pending] + 1) & (size - 1)
        return True


def _signed(number: int) -> int:
    """The lowest 64 bits, as a signed integer."""
    number &= 2**64 - 1
    return number - 2**64 if number >> 63 else number
