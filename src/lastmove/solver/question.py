"""One position being worked on: its outcome, winning moves, values and evidence."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from lastmove.certificates.shown_moves import shown_after
from lastmove.core.errors import InternalError, LimitReached, show
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.play import Outcome
from lastmove.core.reason import LimitReason
from lastmove.core.solution import MOST_MOVES_LISTED, MoveValue, MoveValues, Solution, WinningMoves, membership
from lastmove.search.plain import PlainSearch
from lastmove.solver.decide import Decision, Judge
from lastmove.solver.evidence import Proof, of_parts, searched, within_limits
from lastmove.solver.later import Later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.position import Move, Position
    from lastmove.core.problem import Problem

__all__ = ["Question"]


@dataclass(eq=False, repr=False)
class Question:
    """One position being worked on, and the limits to grant again when more is asked of its solution."""

    problem: Problem
    limits: Limits
    judge: Judge
    _winning: WinningMoves[Move] | None = None  # once nothing is left undecided

    def solution(
        self, meter: Meter, *, all_moves: bool = False, values: bool = False, certificate: bool = False
    ) -> Solution:
        """Decide the position; what else is asked for is worked out within the same limits."""
        position, judge = self.problem.position, self.judge
        try:
            with stopping_at_limits(meter):
                decision = judge.decide(position, meter)
                move = decision.move
                if decision.wins and move is None and decision.verdict is not None:
                    move = judge.winning_move(position, meter)
        except LimitReached as stop:
            return self.unknown(LimitReason(stop.limit, stop.positions, meter.seconds), values=values)
        winning = self.winning_moves(decision, meter) if all_moves or values else None
        listed = self.values(winning, meter) if values and winning is not None else None
        proof, proof_of_move = decision.proof, None
        if certificate:  # last: what is known stands, whatever evidence costs
            proof, proof_of_move = self.evidence(decision, move, meter)
        return Solution(
            self.problem,
            Outcome.for_mover(decision.wins),
            move,
            decision.reason,
            Later(self, decision, winning, listed),
            proof.certificate,
            proof.note,
            proof_of_move,
            proof.stopped_by,
        )

    def evidence(self, decision: Decision, move: Move | None, meter: Meter) -> tuple[Proof, Certificate | None]:
        """The evidence for a decision, and for its move where that does not show it; or why there is none."""
        proof = decision.proof
        if proof.certificate is None:
            proof = within_limits(lambda: self._searched_proof(decision, self.problem.position, meter), meter)
        return proof, None if move is None else self._proof_of_move(proof, move, meter)

    def _proof_of_move(self, proof: Proof, move: Move, meter: Meter) -> Certificate | None:
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
        try:
            with stopping_at_limits(meter):
                found = shown_after(proof.certificate, position, judge.play, move)
                loses = found is not None and found.wins
                if found is None:
                    after = position.after(move)
                    decision = judge.decide(after, meter)
                    certificate = decision.proof.certificate
                    if certificate is None:
                        certificate = self._searched_proof(decision, after, meter).certificate
                    loses = decision.wins
        except LimitReached:
            return None
        if loses:
            raise InternalError(f"the move {show(move)} on {position!r}, {judge.play.value} play, does not win")
        return certificate

    def _searched_proof(self, decision: Decision, position: Position, meter: Meter) -> Proof:
        """A strategy, or the parts; where the evidence of a theorem is too long, what a search within bounds finds."""
        if decision.evidence is not None:
            return of_parts(decision.evidence, position, self.judge.play, wins=decision.wins)
        if decision.verdict is None:
            return searched(self.judge.search, position, wins=decision.wins, meter=meter)
        found = searched(PlainSearch(self.judge.play, meter), position, wins=decision.wins)
        return found if found.certificate is not None else decision.proof

    def unknown(self, reason: LimitReason, *, values: bool = False) -> Solution:
        """The answer where a limit was spent first; of the moves nothing is said where ``values`` were asked for."""
        listed = self.values(self.unlisted_moves(reason.limit), Meter(self.limits)) if values else None
        return Solution(
            self.problem,
            Outcome.UNKNOWN,
            None,
            reason,
            Later(self, None, None, listed, reason.limit),
        )

    def winning_moves(self, decision: Decision | None, meter: Meter) -> WinningMoves[Move]:
        """Every winning move: as the theorem lists them, else by deciding what each move leads to."""
        if decision is None:
            return self._tried_moves(meter)
        if not decision.wins:
            return WinningMoves([], 0)
        if self._winning is not None:
            return self._winning
        if decision.winning is not None:
            return decision.winning
        try:
            with stopping_at_limits(meter):
                known = decision.verdict.winning_moves() if decision.verdict is not None else None
        except LimitReached:
            known = None
        found = self._tried_moves(meter) if known is None else known
        if found.stopped_by is None:
            self._winning = found
        return _with_move(found, decision.move)

    def _tried_moves(self, meter: Meter) -> WinningMoves[Move]:
        """The winning moves, one by one; once a limit is spent, those not yet decided are listed as such."""
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
                    if not self.judge.wins(position.after(move), meter):
                        total += 1
                        if len(listed) < MOST_MOVES_LISTED:
                            listed.append(move)
        except LimitReached as stop:
            undecided = [*pending, *islice(moves, MOST_MOVES_LISTED - 1)]
            return WinningMoves(listed, total, undecided, stop.limit)
        return WinningMoves(listed, total)

    def unlisted_moves(self, stopped_by: str | None, most: int = MOST_MOVES_LISTED) -> WinningMoves[Move]:
        """The moves, none of them looked at because of a limit; of very many only the first are named."""
        return WinningMoves([], 0, list(islice(self.problem.position.moves(), most)), stopped_by)

    def values(self, winning: WinningMoves[Move], meter: Meter) -> MoveValues:
        """The remoteness of the position, and each legal move with its value.

        Where a limit is or was spent there is no remoteness, and of the outcomes those that ``winning`` shows.

        Raises
        ------
        InternalError
            If the definition contradicts the winning moves.
        """
        search, position = self.judge.search, self.problem.position
        moves = iter(position.moves())
        first = list(islice(moves, MOST_MOVES_LISTED))
        complete = next(moves, None) is None
        shown = _outcomes_after(first, winning)
        stopped_by = winning.stopped_by
        if stopped_by is None:
            try:
                with stopping_at_limits(meter):
                    remoteness = search.remoteness(position, meter)
                    left = [search.remoteness(position.after(move), meter) for move in first]
            except LimitReached as stop:
                stopped_by = stop.limit
        if stopped_by is not None:
            known = (MoveValue(move, outcome, None) for move, outcome in zip(first, shown, strict=True))
            return MoveValues(None, tuple(known), complete, stopped_by)
        found = [Outcome.for_mover(search.wins_at(length)) for length in left]
        for move, outcome, other in zip(first, found, shown, strict=True):
            if other not in (outcome, Outcome.UNKNOWN):
                where = f"{position!r}, {self.judge.play.value} play"
                raise InternalError(f"{show(move)} on {where} leads to {outcome.value}, not to {other.value}")
        return MoveValues(remoteness, tuple(map(MoveValue, first, found, left)), complete)


def _with_move(found: WinningMoves[Move], move: Move | None) -> WinningMoves[Move]:
    """The same list; where a limit cut it short before the winning move of the answer, with that move too."""
    if found.stopped_by is None or move is None or move in found:
        return found
    undecided = [each for each in found.undecided if each != move]
    return WinningMoves([move, *found], found.total + 1, undecided, found.stopped_by)


def _outcomes_after(moves: Sequence[Move], winning: WinningMoves[Move]) -> list[Outcome]:
    """What each move leads to, as far as the list of winning moves shows it."""
    whole = winning.total == len(winning) and len(winning.undecided) < MOST_MOVES_LISTED
    wins, undecided = membership(winning), membership(winning.undecided)
    other = Outcome.N if whole else Outcome.UNKNOWN
    return [Outcome.P if wins(move) else Outcome.UNKNOWN if undecided(move) else other for move in moves]
