"""The answer to one position, or to every start of a board."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Outcome, Play
from lastmove.core.position import check_position
from lastmove.core.problem import Problem
from lastmove.core.reason import LimitReason, SearchReason
from lastmove.core.solution import MOST_MOVES_LISTED, MoveValue, Outcomes, Solution, WinningMoves
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lastmove.core.position import Move, Position
    from lastmove.core.reason import Reason

__all__ = ["outcomes", "solve"]


def solve(
    position: Position | Problem,
    play: Play | str | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
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

    Raises
    ------
    InputError
        If this is no position, or a board that still lacks its start.
    CycleError
        If play can come back to an earlier position.

    Examples
    --------
    >>> import lastmove as lm
    >>> answer = lm.solve(lm.Nim([1, 2]), play="misere")
    >>> answer.outcome, answer.move
    (<Outcome.N: 'N'>, LowerHeap(heap=1, remaining=0))
    """
    problem = _as_problem(position, play)
    check_position(problem.position)
    question = _Question(problem, limits or Limits())
    solution = question.solution()
    if all_moves and solution.outcome is not Outcome.UNKNOWN:
        winning = question.winning_moves(question.meter)
        object.__setattr__(solution, "_winning_moves", lambda: winning)
    return solution


def outcomes(
    board: Position | Problem,
    play: Play | str | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
) -> Outcomes:
    """The outcome of every start of a board, from one shared search.

    Parameters
    ----------
    board
        A graph game or Adjacent Nim; a start, if it has one, is not looked at.
    play, limits, all_moves
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
    starts = getattr(problem.position, "starts", None)
    at = getattr(problem.position, "at", None)
    if starts is None or at is None:
        raise InputError("starts", f"{show(problem.position)} has no start to choose")
    limits = limits or Limits()
    meter = Meter(limits)
    search = PlainSearch(problem.play, meter)
    solutions: dict[Hashable, Solution] = {}
    stopped: Solution | None = None
    for start in starts():
        question = _Question(Problem(at(start), problem.play), limits, search)
        if stopped is None or not isinstance(stopped.reason, LimitReason):
            solution = question.solution()
            if all_moves and solution.outcome is not Outcome.UNKNOWN:
                winning = question.winning_moves(meter)
                object.__setattr__(solution, "_winning_moves", lambda winning=winning: winning)
            stopped = solution if solution.outcome is Outcome.UNKNOWN else None
        else:
            solution = question.answer(Outcome.UNKNOWN, None, stopped.reason)
        solutions[start] = solution
    return Outcomes(solutions, _count_reasons(solutions, meter), id=problem.id)


def _count_reasons(solutions: dict[Hashable, Solution], meter: Meter) -> list[tuple[Reason, int]]:
    """One search answered all the starts that are known; one limit, if any, left the others unknown."""
    unknown = [s for s in solutions.values() if s.outcome is Outcome.UNKNOWN]
    known = len(solutions) - len(unknown)
    reasons: list[tuple[Reason, int]] = []
    if known:
        reasons.append((SearchReason(meter.positions, meter.seconds), known))
    if unknown:
        reasons.append((unknown[0].reason, len(unknown)))
    return reasons


class _Question:
    """One position being worked on: the search, its meter and the limits to grant again later."""

    def __init__(self, problem: Problem, limits: Limits, search: PlainSearch | None = None) -> None:
        self.problem = problem
        self.limits = limits
        self.search = search or PlainSearch(problem.play, Meter(limits))

    @property
    def meter(self) -> Meter:
        return self.search.meter

    def solution(self) -> Solution:
        position = self.problem.position
        try:
            with stopping_at_limits(self.meter):
                wins = self.search.wins(position)
                move = next(self._winning(), None) if wins else None
        except LimitReached as stop:
            return self.answer(Outcome.UNKNOWN, None, LimitReason(stop.limit, stop.positions, self.meter.seconds))
        text = ""
        if next(iter(position.moves()), None) is None:
            text = f"no legal move: the player to move {'wins' if wins else 'loses'}"
        reason = SearchReason(self.meter.positions, self.meter.seconds, text)
        return self.answer(Outcome.for_mover(wins), move, reason)

    def answer(self, outcome: Outcome, move: Move | None, reason: Reason) -> Solution:
        return Solution(
            self.problem,
            outcome,
            move,
            reason,
            lambda: self.winning_moves(Meter(self.limits)),
            lambda: self.move_values(Meter(self.limits)),
        )

    def _winning(self) -> Iterator[Move]:
        position = self.problem.position
        return (move for move in position.moves() if not self.search.wins(position.after(move)))

    def winning_moves(self, meter: Meter) -> WinningMoves[Move]:
        """Every winning move; once a limit is spent, the moves not yet decided are listed as such."""
        self.search.meter = meter
        position = self.problem.position
        listed: list[Move] = []
        undecided: list[Move] = []
        total = 0
        stopped = False
        for move in position.moves():
            wins: bool | None = None
            if not stopped:
                try:
                    with stopping_at_limits(meter):
                        wins = not self.search.wins(position.after(move))
                except LimitReached:
                    stopped = True
            if wins:
                total += 1
            chosen = listed if wins else undecided
            if wins is not False and len(chosen) < MOST_MOVES_LISTED:
                chosen.append(move)
            if stopped and len(undecided) >= MOST_MOVES_LISTED:
                break
        return WinningMoves(listed, total, undecided)

    def move_values(self, meter: Meter) -> tuple[int | None, list[MoveValue]]:
        """The remoteness of the position, and each legal move with its value; unknown ones say so."""
        self.search.meter = meter
        position = self.problem.position
        remoteness: int | None = None
        try:
            with stopping_at_limits(meter):
                remoteness = self.search.remoteness(position)
        except LimitReached:
            pass
        return remoteness, [self._value(move, remoteness is not None) for move in position.moves()]

    def _value(self, move: Move, known: bool) -> MoveValue:
        if not known:
            return MoveValue(move, Outcome.UNKNOWN, None)
        left = self.search.remoteness(self.problem.position.after(move))
        return MoveValue(move, Outcome.for_mover(self.search.wins_at(left)), left)


@contextmanager
def stopping_at_limits(meter: Meter) -> Iterator[None]:
    """Turn Ctrl-C and exhausted memory into LimitReached, like every other limit."""
    try:
        yield
    except KeyboardInterrupt:
        raise LimitReached("interrupt", meter.positions) from None
    except MemoryError:
        raise LimitReached("memory", meter.positions) from None


def _as_problem(position: Position | Problem, play: Play | str | None) -> Problem:
    if isinstance(position, Problem):
        return position if play is None else Problem(position.position, Play.of(play), position.id)
    return Problem(position, Play.NORMAL if play is None else Play.of(play))
