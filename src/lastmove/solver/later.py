"""What can still be asked about an answer that was given: by one thread at a time, and also after pickling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lastmove.core.errors import LimitReached
from lastmove.core.limits import Limits, Meter, current_meter, stopping_at_limits
from lastmove.solver.decide import Decision, Judge

if TYPE_CHECKING:
    from typing import Any

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.position import Move
    from lastmove.core.problem import Problem
    from lastmove.core.solution import MoveValues, WinningMoves
    from lastmove.search.fast.settings import Settings
    from lastmove.solver.evidence import Proof
    from lastmove.solver.question import Question

__all__ = ["Later"]


@dataclass(eq=False, repr=False)
class Later:
    """The winning moves and the values of a position, worked out when asked for, within the limits of the question.

    Attributes
    ----------
    _question
        The position, with the judge that has decided it.
    _decision
        What the judge said; ``None`` if it came to no answer.
    _winning, _values
        What has been worked out already.
    _stopped_by
        The limit that left the outcome unknown, if one did.
    """

    _question: Question
    _decision: Decision | None
    _winning: WinningMoves[Any] | None = None
    _values: MoveValues | None = None
    _stopped_by: str | None = None

    def winning_moves(self) -> WinningMoves[Any]:
        """Every winning move."""
        if self._winning is not None:
            return self._winning
        meter = Meter(self._question.limits)
        try:
            with stopping_at_limits(meter), self._question.judge.turns.taken(meter):
                found = self._winning_moves(meter)
        except LimitReached as stop:
            found = self._question.unlisted_moves(stop.limit)
        if found.stopped_by is None or (found.stopped_by not in ("interrupt", "cancel") and current_meter() is None):
            self._winning = found  # under the same limits it would cost as much again; nobody else's limits were spent
        return found

    def values(self) -> MoveValues:
        """Every legal move with its value."""
        if self._values is not None:
            return self._values
        question = self._question
        meter = Meter(question.limits)
        try:
            with stopping_at_limits(meter), question.judge.turns.taken(meter):
                return question.values(self._winning_moves(meter), meter)
        except LimitReached as stop:
            return question.values(question.unlisted_moves(stop.limit), meter)

    def evidence(self, move: Move | None, limits: Limits) -> tuple[Proof, Certificate | None]:
        """The evidence for the outcome, and for a move where that does not show it, within limits of its own."""
        question, meter = self._question, Meter(limits)
        assert self._decision is not None  # an unknown outcome has no evidence
        return question.evidence(self._decision, move, meter)

    def _winning_moves(self, meter: Meter) -> WinningMoves[Any]:
        if self._winning is not None:
            return self._winning
        question = self._question
        if self._decision is None and self._stopped_by is None:  # it was pickled
            self._decision = question.judge.decide(question.problem.position, meter)
        return question.winning_moves(self._decision, meter)

    def __reduce__(self) -> tuple[Any, ...]:
        question = self._question
        settings = replace(question.judge.settings, watch=None, store=None)
        given = (question.problem, question.limits, settings, self._winning, self._values, self._stopped_by)
        return _anew, given


def _anew(
    problem: Problem,
    limits: Limits,
    settings: Settings,
    winning: WinningMoves[Any] | None,
    values: MoveValues | None,
    stopped_by: str | None,
) -> Later:
    """The same in another process, where nothing has been searched yet."""
    from lastmove.solver.question import Question  # it makes these, so it is loaded by now

    judge = Judge(problem.play, Meter(limits), settings)
    return Later(Question(problem, limits, judge), None, winning, values, stopped_by)
