"""The answer to one position, or to every start of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Play
from lastmove.core.position import check_position
from lastmove.core.problem import Problem
from lastmove.engine.board import BoardQuestion
from lastmove.engine.judge import Judge
from lastmove.engine.question import Question

if TYPE_CHECKING:
    from lastmove.core.position import Position
    from lastmove.core.solution import Solution
    from lastmove.engine.outcomes import Outcomes

__all__ = ["outcomes", "solve"]


def solve(
    position: Position | Problem,
    play: Play | str | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
    values: bool = False,
    certificate: bool = False,
) -> Solution:
    """Who wins a position, with a winning move and the reason.

    Parameters
    ----------
    position
        Any object with ``moves()`` and ``after(move)``, hashable; or a Problem.
    play
        ``"normal"`` (the last move wins) or ``"misere"`` (it loses). Taken from the Problem by default, else
        normal.
    limits
        What may be spent. When a limit is spent, or on Ctrl-C, the answer is unknown.
    all_moves
        Work out all winning moves at once, within the same limits; otherwise ``winning_moves()`` does so
        when it is called.
    values
        Likewise the value and remoteness of every legal move.
    certificate
        Give evidence for searched answers too; those of theorems always have it.

    Raises
    ------
    InputError
        If this is no position, or a board that still lacks its start.
    CycleError
        If play can come back to an earlier position.
    InternalError
        If the evidence of a theorem does not pass its check.

    Examples
    --------
    >>> import lastmove as lm
    >>> answer = lm.solve(lm.Nim([1, 2]), play="misere")
    >>> answer.outcome, answer.move
    (<Outcome.N: 'N'>, LowerHeap(heap=1, remaining=0))
    """
    problem = _as_problem(position, play)
    check_position(problem.position)
    limits = limits or Limits()
    question = Question(problem, limits, Judge(problem.play, Meter(limits)))
    return question.solution(all_moves=all_moves, values=values, certificate=certificate)


def outcomes(
    board: Position | Problem,
    play: Play | str | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
    certificate: bool = False,
) -> Outcomes:
    """The outcome of every start of a board: by theorems for all starts at once, the rest by one shared search.

    Parameters
    ----------
    board
        A graph game or Adjacent Nim; a start, if it has one, is not looked at.
    play, limits, all_moves, certificate
        As for :func:`solve`; the limits are for the whole board.

    Returns
    -------
    Outcomes
        A mapping from start to Outcome. ``wins`` is the same as a numpy boolean array.

    Examples
    --------
    >>> import lastmove as lm
    >>> dict(lm.outcomes(lm.VertexGeography([("a", "b"), ("b", "c")])))
    {'a': <Outcome.P: 'P'>, 'b': <Outcome.N: 'N'>, 'c': <Outcome.P: 'P'>}
    """
    problem = _as_problem(board, play)
    if not (hasattr(problem.position, "starts") and hasattr(problem.position, "at")):
        raise InputError("starts", f"{show(problem.position)} has no start to choose")
    limits = limits or Limits()
    return BoardQuestion(problem, limits, Judge(problem.play, Meter(limits))).outcomes(
        all_moves=all_moves, certificate=certificate
    )


def _as_problem(position: Position | Problem, play: Play | str | None) -> Problem:
    if isinstance(position, Problem):
        return position if play is None else Problem(position.position, Play.of(play), position.id)
    return Problem(position, Play.NORMAL if play is None else Play.of(play))
