"""The answer to one position, or to every start of a board."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Outcome, Play
from lastmove.core.position import check_position
from lastmove.core.problem import Problem
from lastmove.core.reason import LimitReason, SearchReason, TheoremReason
from lastmove.core.solution import MOST_MOVES_LISTED, MoveValue, MoveValues, Solution, WinningMoves
from lastmove.engine.judge import Decision, Judge, stopping_at_limits
from lastmove.engine.outcomes import Outcomes
from lastmove.theory.statement import UNDECIDED, WINS

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lastmove.core.position import Move, Position
    from lastmove.core.reason import Reason
    from lastmove.theory.statement import BoardVerdict, Theorem

__all__ = ["outcomes", "solve"]


def solve(
    position: Position | Problem,
    play: Play | str | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
    values: bool = False,
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
    limits = limits or Limits()
    question = _Question(problem, limits, Judge(problem.play, Meter(limits)))
    return question.solution(all_moves=all_moves, values=values)


def outcomes(
    board: Position | Problem,
    play: Play | str | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
) -> Outcomes:
    """The outcome of every start of a board: by theorems for all starts at once, the rest by one shared search.

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
    if not (hasattr(problem.position, "starts") and hasattr(problem.position, "at")):
        raise InputError("starts", f"{show(problem.position)} has no start to choose")
    limits = limits or Limits()
    return _Board(problem, limits, Judge(problem.play, Meter(limits))).outcomes(all_moves=all_moves)


class _Question:
    """One position being worked on, and the limits to grant again when more is asked of its solution."""

    def __init__(self, problem: Problem, limits: Limits, judge: Judge) -> None:
        self.problem = problem
        self.limits = limits
        self.judge = judge

    def solution(self, *, all_moves: bool = False, values: bool = False) -> Solution:
        """Decide the position; what else is asked for is worked out within the same limits."""
        position, judge = self.problem.position, self.judge
        meter = judge.meter
        try:
            with stopping_at_limits(meter):
                decision = judge.decide(position)
                move = decision.move
                if decision.wins and move is None and decision.verdict is not None:
                    move = judge.winning_move(position)
        except LimitReached as stop:
            return self._unknown(LimitReason(stop.limit, stop.positions, meter.seconds))
        winning = self.winning_moves(decision, meter) if all_moves else None
        stopped_by = winning.stopped_by if winning else None
        listed = self.values(meter, stopped_by) if values else None
        return Solution(
            self.problem,
            Outcome.for_mover(decision.wins),
            move,
            decision.reason,
            lambda: self.winning_moves(decision, Meter(self.limits)) if winning is None else winning,
            lambda: self.values(Meter(self.limits)) if listed is None else listed,
        )

    def _unknown(self, reason: LimitReason) -> Solution:
        return Solution(
            self.problem,
            Outcome.UNKNOWN,
            None,
            reason,
            lambda: self._tried_moves(Meter(self.limits)),
            lambda: self.values(Meter(self.limits), reason.limit),
        )

    def winning_moves(self, decision: Decision, meter: Meter) -> WinningMoves[Move]:
        """Every winning move: as the theorem lists them, else by deciding what each move leads to."""
        if not decision.wins:
            return WinningMoves([], 0)
        known = decision.verdict.winning_moves() if decision.verdict is not None else None
        return self._tried_moves(meter) if known is None else known

    def _tried_moves(self, meter: Meter) -> WinningMoves[Move]:
        """The winning moves, one by one; once a limit is spent, those not yet decided are listed as such."""
        self.judge.meter = meter
        position = self.problem.position
        listed: list[Move] = []
        total = 0
        moves = iter(position.moves())
        pending: list[Move] = []
        try:
            with stopping_at_limits(meter):
                for move in moves:
                    pending = [move]
                    meter.tick()
                    if not self.judge.wins(position.after(move)):
                        total += 1
                        if len(listed) < MOST_MOVES_LISTED:
                            listed.append(move)
        except LimitReached as stop:
            undecided = [*pending, *islice(moves, MOST_MOVES_LISTED - 1)]
            return WinningMoves(listed, total, undecided, stop.limit)
        return WinningMoves(listed, total)

    def values(self, meter: Meter, stopped_by: str | None = None) -> MoveValues:
        """The remoteness of the position, and each legal move with its value; unknown if a limit is or was spent."""
        search, position = self.judge.search, self.problem.position
        search.meter = meter
        moves = iter(position.moves())
        first = list(islice(moves, MOST_MOVES_LISTED))
        complete = next(moves, None) is None
        if stopped_by is None:
            try:
                with stopping_at_limits(meter):
                    remoteness = search.remoteness(position)
                    left = [(move, search.remoteness(position.after(move))) for move in first]
            except LimitReached as stop:
                stopped_by = stop.limit
        if stopped_by is not None:
            unknown = tuple(MoveValue(move, Outcome.UNKNOWN, None) for move in first)
            return MoveValues(None, unknown, complete, stopped_by)
        known = tuple(MoveValue(move, Outcome.for_mover(search.wins_at(r)), r) for move, r in left)
        return MoveValues(remoteness, known, complete)


class _Board:
    """Every start of a board, worked on together; it answers for :class:`Outcomes` by the number of the start."""

    def __init__(self, problem: Problem, limits: Limits, judge: Judge) -> None:
        self.problem = problem
        self.limits = limits
        self.judge = judge
        self.board: Any = problem.position
        self.starts: Sequence[Hashable] = problem.position.starts()  # type: ignore[attr-defined]
        self.codes = bytearray([UNDECIDED]) * len(self.starts)
        self.stopped_by: str | None = None
        self.reasons: list[tuple[Reason, int]] = []
        self._theorems: list[tuple[Theorem, BoardVerdict]] = []
        self._moves: dict[int, Move | None] = {}
        self._winning: dict[int, WinningMoves[Move]] = {}

    def outcomes(self, *, all_moves: bool) -> Outcomes:
        meter = self.judge.meter
        try:
            with stopping_at_limits(meter):
                self._by_theorems()
                self._by_search()
            for number in range(len(self.starts) if all_moves else 0):
                self._winning[number] = found = self.winning_moves(number)
                if found.stopped_by is not None:
                    raise LimitReached(found.stopped_by, meter.positions)
        except LimitReached as stop:
            self.stopped_by = stop.limit
            left = self.codes.count(UNDECIDED)
            if left:
                self.reasons.append((LimitReason(stop.limit, stop.positions, meter.seconds), left))
        return Outcomes(self, self.reasons, id=self.problem.id)

    def _by_theorems(self) -> None:
        for theorem in self.judge.theorems(self.board):
            left = self.codes.count(UNDECIDED)
            if not left:
                return
            said = theorem.decide_board(self.board, self.judge.play, self.judge.meter)
            if left == len(self.codes):
                self.codes[:] = said.codes
            else:
                self.codes[:] = bytes(
                    new if old == UNDECIDED else old for old, new in zip(self.codes, said.codes, strict=True)
                )
            decided = left - self.codes.count(UNDECIDED)
            if decided:
                statement = theorem.statement
                self._theorems.append((theorem, said))
                self.reasons.append((TheoremReason(statement.paper.name, statement.number, statement.text), decided))

    def _by_search(self) -> None:
        meter, judge = self.judge.meter, self.judge
        searched = 0
        try:
            for number, code in enumerate(self.codes):
                if code == UNDECIDED:
                    decision = judge.by_search(self.position(number))
                    self.codes[number] = decision.wins
                    self._moves[number] = decision.move
                    searched += 1
        finally:
            if searched:
                self.reasons.append((SearchReason(meter.positions, meter.seconds), searched))

    def position(self, number: int) -> Position:
        found: Position = self.board.at(self.starts[number])
        return found

    def move(self, number: int) -> Move | None:
        if number in self._moves or self.codes[number] != WINS:
            return self._moves.get(number)
        said = self._said(number)
        move = said and said[1].move(number)
        if move is None:
            with suppress(LimitReached):  # the outcome stands even where no time is left to find the move
                move = self.judge.winning_move(self.position(number))
        return move

    def _said(self, number: int) -> tuple[Theorem, BoardVerdict] | None:
        """The theorem that decided a start, and what it said of the board."""
        return next(((theorem, said) for theorem, said in self._theorems if said.codes[number] != UNDECIDED), None)

    def _question(self, number: int) -> _Question:
        return _Question(Problem(self.position(number), self.problem.play), self.limits, self.judge)

    def solution(self, number: int) -> Solution:
        self.judge.meter = Meter(self.limits)
        return self._question(number).solution()

    def winning_moves(self, number: int) -> WinningMoves[Move]:
        if number in self._winning:
            return self._winning[number]
        if self.stopped_by is not None or self.codes[number] == UNDECIDED:
            moves = self.position(number).moves()
            return WinningMoves([], 0, list(islice(moves, MOST_MOVES_LISTED)), self.stopped_by)
        found = self._said(number)
        verdict = found and found[1][number]
        wins = self.codes[number] == WINS
        decision = Decision(wins, None, SearchReason(0, 0.0), verdict or None)
        return self._question(number).winning_moves(decision, self.judge.meter)


def _as_problem(position: Position | Problem, play: Play | str | None) -> Problem:
    if isinstance(position, Problem):
        return position if play is None else Problem(position.position, Play.of(play), position.id)
    return Problem(position, Play.NORMAL if play is None else Play.of(play))
