"""The same search as the kernel's, on plain integers: for small searches, wide boards, and where Numba is missing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lastmove.search.fast.board_layout import MOST
from lastmove.search.fast.rules_protocol import LOST, SPLIT, WON
from lastmove.search.trampoline import work_out

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
        # Room for the options of one position at a time.
        self._states = [[0] * fields for _ in range(numbers[MOST])]
        self._marks = [0] * numbers[MOST]
        self.depth = self.deepest = 0

    def wins(self, root: State, visit: Callable[[], None], *, watched: bool = False) -> bool:
        """Whether the player to move wins; ``visit`` is called once for every position, and may raise.

        If it is ``watched``, ``deepest`` says meanwhile how many positions in a row it has looked ahead.
        """
        self.depth = self.deepest = 0
        return work_out(self._asking(root), partial(self._counted if watched else self._state, visit), self.known)

    def _asking(self, root: State) -> Generator[State, bool, bool]:
        return (yield root)

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
