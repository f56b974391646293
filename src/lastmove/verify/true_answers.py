"""What is true of one position, worked out for it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached
from lastmove.core.limits import Limits, Meter
from lastmove.core.position import key_of
from lastmove.heaps.values import mex
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from lastmove.search.trampoline import evaluate

if TYPE_CHECKING:
    from collections.abc import Generator

    from lastmove.core.position import Move, Position
    from lastmove.core.problem import Problem

__all__ = ["MOST_BY_LAW", "Truth"]

MOST_BY_LAW = 6_000
"""Positions that the law may visit; a question that needs more is answered by the fast search, in plain Python."""
MOST_BY_SEARCH = 20_000


class Truth:
    """Who wins a position and by which moves; the law says so, in a search that nothing else was asked of.

    Where the law would visit too many positions the fast search says it, and ``by_law`` is false.

    Raises
    ------
    LimitReached
        If both are too expensive.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        position: Any = problem.position
        self.moves: list[Move] = list(position.moves())
        self._law = PlainSearch(problem.play, Meter(Limits(positions=MOST_BY_LAW)))
        self._search: PlainSearch | ExactSearch = self._law
        self.by_law = True
        try:
            self._look()
        except LimitReached:
            self.by_law = False
            settings = Settings(threads=1, compiled=False)
            self._search = ExactSearch(problem.play, Meter(Limits(positions=MOST_BY_SEARCH)), settings)
            self._look()

    def _look(self) -> None:
        position: Any = self.problem.position
        self.wins = self._search.wins(position)
        self.winning: list[Move] = [move for move in self.moves if not self._search.wins(position.after(move))]

    def wins_after(self, move: Move) -> bool:
        """Whether the opponent, next to move, wins after a legal move."""
        return move not in self.winning

    def remoteness(self, position: Position | None = None) -> int:
        """How many moves are left, here or in a position further on, when the winner hurries and the loser delays."""
        self._law.meter = Meter(Limits(positions=2 * MOST_BY_LAW))
        return self._law.remoteness(self.problem.position if position is None else position)

    def grundy(self, *, stuck: int) -> int:
        """The Grundy value by its definition, where positions without a move have the value ``stuck``."""

        def recipe(position: Position) -> Generator[Position, int, int]:
            reached = set()
            for move in position.moves():
                reached.add((yield position.after(move)))
            return mex(reached) if reached else stuck

        return evaluate(self.problem.position, recipe, {}, Meter(Limits(positions=2 * MOST_BY_LAW)), key_of=key_of)
