"""Small boards: played out at once, and explained when somebody asks.

To say what a theorem says of a board of a few vertices, with evidence that is checked, takes longer than to play it
out. So the outcomes come from the definition (:mod:`lastmove.search.bit_tables`), and everything else (reasons,
evidence, moves, whole solutions) from a question like that of any board, when it is asked for. Both must agree.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InternalError
from lastmove.core.limits import Meter
from lastmove.games import game_class
from lastmove.search.bit_tables import every_start
from lastmove.search.small_boards import SMALL_GAMES
from lastmove.solver.decide import Judge
from lastmove.solver.every_start import BoardQuestion
from lastmove.theorems.statement import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from lastmove.core.limits import Limits
    from lastmove.core.position import Move, Position
    from lastmove.core.problem import Problem
    from lastmove.core.solution import Solution, WinningMoves
    from lastmove.solver.outcomes import Grounds

__all__ = ["SmallBoard"]


class SmallBoard:
    """A board that was played out; it answers for :class:`~lastmove.solver.outcomes.Outcomes`."""

    __slots__ = ("_asked", "_limits", "codes", "problem")

    stopped_by = None

    def __init__(self, problem: Problem, codes: bytes, limits: Limits) -> None:
        self.problem = problem
        self.codes = codes
        self._limits = limits
        self._asked: BoardQuestion | None = None

    @classmethod
    def of(cls, problem: Problem, limits: Limits) -> SmallBoard | None:
        """The answers to a small board of a game that has tables; ``None`` for others, and where limits are set."""
        position: Any = problem.position
        game = _games().get(type(position))
        if game is None or not _are_usual(limits):
            return None
        weights = position.weights if game in ("nimg-rm", "nimg-mr") else ()
        codes = every_start(game, position.graph, weights, problem.play.wins_when_stuck)
        return None if codes is None else cls(problem, codes, limits)

    def _question(self) -> BoardQuestion:
        """The same board as a question of its own, with what the theorems say of it."""
        if self._asked is None:
            meter = Meter(self._limits)
            judge = Judge(self.problem.play, meter)
            asked = BoardQuestion(self.problem, self._limits, judge, meter)
            asked.outcomes(all_moves=False, certificate=False)
            if any(said not in (UNDECIDED, known) for said, known in zip(asked.codes, self.codes, strict=True)):
                reasons = ", ".join(reason.name for reason, _ in asked.reasons)
                raise InternalError(f"a small board, played out, has other outcomes than it should have by {reasons}")
            self._asked = asked
        return self._asked

    @property
    def starts(self) -> Sequence[Hashable]:
        found: Sequence[Hashable] = self.problem.position.starts()  # type: ignore[attr-defined]
        return found

    @property
    def grounds(self) -> Grounds:
        return self._question().grounds

    @property
    def checking(self) -> float:
        return self._question().checking

    def position(self, number: int) -> Position:
        found: Position = self.problem.position.at(self.starts[number])  # type: ignore[attr-defined]
        return found

    def move(self, number: int) -> Move | None:
        return self._question().move(number)

    def moves(self) -> Iterator[Move | None]:
        return self._question().moves()

    def solution(self, number: int) -> Solution:
        return self._question().solution(number)

    def winning_moves(self, number: int) -> WinningMoves[Move]:
        return self._question().winning_moves(number)


@cache
def _games() -> dict[type, str]:
    """The games that have tables; a class derived from one may have other rules."""
    return {game_class(name): name for name in SMALL_GAMES}


def _are_usual(limits: Limits) -> bool:
    """Whether nothing was set, so that a question of a moment need not be watched."""
    numbers = limits.time is limits.memory is limits.positions is None
    return numbers and limits.cancel is None and limits.interrupts == "raise"
