"""One position being worked on: its outcome, winning moves, values and evidence."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lastmove.certificates.shown_moves import shown_after
from lastmove.certificates.strategy import MOST_NODES
from lastmove.core.errors import InternalError, LimitReached, show
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Outcome
from lastmove.core.reason import LimitReason
from lastmove.core.solution import MOST_MOVES_LISTED, MoveValue, MoveValues, Solution, WinningMoves
from lastmove.engine.judge import Decision, Judge, stopping_at_limits
from lastmove.engine.proving import Proof, strategy
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from lastmove.certificates.certificate import Certificate
    from lastmove.core.position import Move, Position
    from lastmove.core.problem import Problem

__all__ = ["Question"]


class Question:
    """One position being worked on, and the limits to grant again when more is asked of its solution."""

    def __init__(self, problem: Problem, limits: Limits, judge: Judge) -> None:
        self.problem = problem
        self.limits = limits
        self.judge = judge

    def solution(self, *, all_moves: bool = False, values: bool = False, certificate: bool = False) -> Solution:
        """Decide the position; what else is asked for is worked out within the same limits."""
        position, judge = self.problem.position, self.judge
        meter = judge.meter
        try:
            with stopping_at_limits(meter):
                decision = judge.decide(position)
                move = decision.move
                if decision.wins and move is None and decision.verdict is not None:
                    move = judge.winning_move(position)
                proof = decision.proof
                if certificate and proof.certificate is None:
                    proof = self._searched_proof(decision, position)
        except LimitReached as stop:
            return self._unknown(LimitReason(stop.limit, stop.positions, meter.seconds))
        proof_of_move = self._proof_of_move(proof, move) if certificate and move is not None else None
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
            proof.certificate,
            proof.note,
            proof_of_move,
        )

    def _proof_of_move(self, proof: Proof, move: Move) -> Certificate | None:
        """Evidence that a move wins, where that of the outcome does not show it: that the position after it is P.

        Raises
        ------
        InternalError
            If that position is N.
        """
        position, judge = self.problem.position, self.judge
        if proof.certificate is None:
            return None
        certificate = None
        found = shown_after(proof.certificate, position, judge.play, move)
        loses = found is not None and found.wins
        if found is None:
            after = position.after(move)
            try:
                with stopping_at_limits(judge.meter):
                    decision = judge.decide(after)
                    certificate = decision.proof.certificate
                    if certificate is None:
                        certificate = self._searched_proof(decision, after).certificate
            except LimitReached:
                return None
            loses = decision.wins
        if loses:
            raise InternalError(f"the move {show(move)} on {position!r}, {judge.play.value} play, does not win")
        return certificate

    def _searched_proof(self, decision: Decision, position: Position) -> Proof:
        """A strategy; where the evidence of a theorem is too long, one that a search within bounds finds."""
        if decision.verdict is None:
            return strategy(self.judge.search, [position])
        search = PlainSearch(self.judge.play, Meter(Limits(positions=3 * MOST_NODES)))
        try:
            search.wins(position)
            found = strategy(search, [position])
        except LimitReached:
            return decision.proof
        return found if found.certificate is not None else decision.proof

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
        try:
            with stopping_at_limits(meter):
                known = decision.verdict.winning_moves() if decision.verdict is not None else None
        except LimitReached:
            known = None
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
