"""Every start of a board, worked on together."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from lastmove.certificates.whole_boards import Board
from lastmove.core.errors import LimitReached
from lastmove.core.limits import Limits, Meter
from lastmove.core.problem import Problem
from lastmove.core.reason import LimitReason, SearchReason, TheoremReason
from lastmove.core.solution import MOST_MOVES_LISTED, Solution, WinningMoves
from lastmove.engine.judge import Decision, Judge, stopping_at_limits
from lastmove.engine.outcomes import Outcomes
from lastmove.engine.proving import Proof, checked_board, strategy
from lastmove.engine.question import Question
from lastmove.theory.statement import UNDECIDED, WINS

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from lastmove.core.position import Move, Position
    from lastmove.core.reason import Reason
    from lastmove.theory.statement import BoardVerdict, Theorem

__all__ = ["BoardQuestion"]

_SAID = bytes(code != UNDECIDED for code in range(256))
"""From a code to whether it says something, for ``bytes.translate``."""


class BoardQuestion:
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
        self.checking = 0.0
        self._theorems: list[tuple[Theorem, BoardVerdict]] = []
        self._proofs: list[Proof] = []
        self._moves: dict[int, Move | None] = {}
        self._winning: dict[int, WinningMoves[Move]] = {}

    def outcomes(self, *, all_moves: bool, certificate: bool) -> Outcomes:
        meter = self.judge.meter
        try:
            with stopping_at_limits(meter):
                self._by_theorems()
                self._by_search()
                if certificate:
                    self._prove_search()
            for number in range(len(self.starts) if all_moves else 0):
                self._winning[number] = found = self.winning_moves(number)
                if found.stopped_by is not None:
                    raise LimitReached(found.stopped_by, meter.positions)
        except LimitReached as stop:
            self.stopped_by = stop.limit
            left = self.codes.count(UNDECIDED)
            if left:
                self.reasons.append((LimitReason(stop.limit, stop.positions, meter.seconds), left))
        parts = tuple(proof.certificate for proof in self._proofs if proof.certificate is not None)
        note = "; ".join(proof.note for proof in self._proofs if proof.note)
        return Outcomes(self, self.reasons, id=self.problem.id, certificate=Board(parts) if parts else None, note=note)

    def _by_theorems(self) -> None:
        for theorem in self.judge.theorems(self.board):
            left = self.codes.count(UNDECIDED)
            if not left:
                return
            said = theorem.decide_board(self.board, self.judge.play, self.judge.meter)
            if left == len(self.codes):
                needed = said.codes.translate(_SAID)
                self.codes[:] = said.codes
            else:
                needed = bytes(old == UNDECIDED != new for old, new in zip(self.codes, said.codes, strict=True))
                self.codes[:] = bytes(
                    new if old == UNDECIDED else old for old, new in zip(self.codes, said.codes, strict=True)
                )
            decided = left - self.codes.count(UNDECIDED)
            if decided:
                statement = theorem.statement
                began = monotonic()
                self._proofs.append(checked_board(theorem, said, needed, self.board, self.judge.play))
                self.checking += monotonic() - began
                self._theorems.append((theorem, said))
                self.reasons.append((TheoremReason(statement.paper.name, statement.number, statement.text), decided))

    def _by_search(self) -> None:
        meter, judge = self.judge.meter, self.judge
        searched = 0
        if UNDECIDED in self.codes:
            judge.search.expect_every_start(self.board)
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

    def _prove_search(self) -> None:
        """One strategy for all starts that were searched."""
        roots = [self.position(number) if number in self._moves else None for number in range(len(self.starts))]
        if self._moves:
            self._proofs.append(strategy(self.judge.search, roots))

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

    def moves(self) -> Iterator[Move | None]:
        """A winning move from every start, in order."""
        if len(self._theorems) == 1 and UNDECIDED not in self._theorems[0][1].codes:
            for number, move in enumerate(self._theorems[0][1].moves()):
                yield self.move(number) if move is None else move
        else:
            yield from map(self.move, range(len(self.starts)))

    def _said(self, number: int) -> tuple[Theorem, BoardVerdict] | None:
        """The theorem that decided a start, and what it said of the board."""
        return next(((theorem, said) for theorem, said in self._theorems if said.codes[number] != UNDECIDED), None)

    def _question(self, number: int) -> Question:
        return Question(Problem(self.position(number), self.problem.play), self.limits, self.judge)

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
