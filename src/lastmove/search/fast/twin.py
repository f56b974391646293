"""The same search as the kernel's, on plain integers: for small searches, wide boards, and where Numba is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.search.fast.marks import LOST, SPLIT, WON
from lastmove.search.fast.recipes import work_out

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from lastmove.search.fast.board import State

__all__ = ["PlainTwin"]


class PlainTwin:
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

    def wins(self, root: State, visit: Callable[[], None]) -> bool:
        """Whether the player to move wins; ``visit`` is called once for every position, and may raise."""
        self._visit = visit
        return work_out(self._asking(root), self._state, self.known)

    def _asking(self, root: State) -> Generator[State, bool, bool]:
        return (yield root)

    def _state(self, state: State) -> Generator[State, bool, bool]:
        """Work out one state, asking for those it needs to know about."""
        self._visit()
        width = self.numbers[0]
        states = [[0] * self.fields for _ in range(width)]
        marks = [0] * width
        count = self.expand(self.rows, self.numbers, state, states, marks, 0)
        if count in (LOST, WON):
            return count == WON
        if count == SPLIT:
            won = (yield tuple(states[0])) != bool(marks[0])
            branch = 1 if won else 2
            if marks[branch] >= 2:
                return marks[branch] == 3
            return (yield tuple(states[branch])) != bool(marks[branch])
        options = [(mark, tuple(found)) for mark, found in zip(marks[:count], states, strict=False)]
        for mark, option in options:
            if self.known.get(option) == bool(mark & 1):
                return True
        for mark, option in sorted(options):
            if (yield option) == bool(mark & 1):
                return True
        return False
