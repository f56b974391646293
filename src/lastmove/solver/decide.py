"""Which method decides a position: a theorem whose hypotheses hold, cheapest first, else search or parts.

One position being worked on: its outcome, winning moves, values and evidence.

What can still be asked about an answer that was given: by one thread at a time, and also after pickling.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lastmove.certificates.shown_moves import shown_after
from lastmove.core.errors import InternalError, LimitReached, show
from lastmove.core.limits import Limits, Meter, Turns, current_meter, stopping_at_limits
from lastmove.core.play import Outcome
from lastmove.core.solution import (
    MOST_MOVES_LISTED,
    LimitReason,
    MoveValue,
    MoveValues,
    SearchReason,
    Solution,
    WinningMoves,
    membership,
)
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from lastmove.solver.evidence import Proof, checked, of_parts, searched, within_limits
from lastmove.solver.portfolio import NarrowBoards, tried_first
from lastmove.theorems.registry import theorems_elsewhere, theorems_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Play, Problem
    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason
    from lastmove.solver.portfolio import Try
    from lastmove.theorems.statement import Opinion, Theorem


class Decision(NamedTuple):
    """Who wins one position, a winning move, and why; ``verdict`` and its checked evidence if a theorem decided it.

    Where the parts of a board decided it, ``winning`` lists the winning moves and ``evidence`` proves the outcome.
    """

    wins: bool
    move: Move | None
    reason: Reason
    verdict: Opinion | None = None
    proof: Proof = Proof(None)
    winning: WinningMoves[Move] | None = None
    evidence: Certificate | None = None


class Judge:
    """Decides positions under one convention, remembering what it has searched; for one thread at a time.

    Parameters
    ----------
    play
        The convention.
    meter
        Stops the work with LimitReached when a limit is spent; each question may have its own.
    settings
        How searches are run.
    """

    def __init__(self, play: Play, meter: Meter, settings: Settings = Settings()) -> None:  # noqa: B008 - frozen
        self.play = play
        self.meter = meter
        self.settings = settings
        self.turns = Turns()
        """Whoever may share this judge with other threads takes a turn for each question."""

    @cached_property
    def search(self) -> ExactSearch:
        """The search, made when a position comes to it."""
        return ExactSearch(self.play, self.meter, self.settings)

    @cached_property
    def narrow(self) -> NarrowBoards:
        """The boards that were taken apart, likewise."""
        return NarrowBoards(self.play)

    def decide(self, position: Position, meter: Meter | None = None) -> Decision:
        """Who wins, and why."""
        return self.at_once(position, meter) or self.by_search(position, meter)

    def at_once(self, position: Position, meter: Meter | None = None) -> Decision | None:
        """Who wins, where that can be said without search."""
        meter = meter or self.meter
        meter.look()
        if next(iter(position.moves()), None) is None:
            wins = self.play.wins_when_stuck
            text = f"no legal move: the player to move {'wins' if wins else 'loses'}"
            return Decision(wins, None, SearchReason(1, 0.0, text))
        for theorem in self.theorems(position):
            verdict = theorem.decide(position, self.play, meter)
            meter.look()
            if verdict is not None:
                return self.by_theorem(theorem, verdict, position)
        return None

    def theorems(self, position: Position) -> Iterator[Theorem]:
        """The theorems to try, in order; for a game that is not registered but has components, those on sums.

        Other packages are asked only where no theorem of ours decides.
        """
        if not isinstance(position, Game):
            if hasattr(position, "components"):
                yield from theorems_for("sum", self.play)
            return
        for theorems in (theorems_for, theorems_elsewhere):
            found = theorems(position.name, self.play)
            if found and type(position) is not game_class(position.name):  # a class derived from it has its own rules
                return
            yield from found

    def by_theorem(self, theorem: Theorem, verdict: Opinion, position: Position) -> Decision:
        """A theorem's verdict as a decision, once its evidence has been checked."""
        reason = theorem.statement.reason(verdict.why)
        return Decision(verdict.wins, verdict.move, reason, verdict, checked(theorem, verdict, position, self.play))

    def by_search(self, position: Position, meter: Meter | None = None) -> Decision:
        """The decision of the exact search, or of the parts of a narrow board where the search takes long."""
        meter = meter or self.meter
        for search, few in self.tries(position, meter):
            if search is not None:
                with tried_first(search, meter):
                    return self.searched(position, search)
            found = self.by_parts(position, meter, few=few)
            if found is not None:
                return found
        return self.searched(position, meter)

    def tries(self, position: Position, meter: Meter) -> Iterable[Try]:
        """What the search and the parts of a board may spend in turn; nothing where the parts are not tried."""
        if self.settings.store is not None:
            return ()
        return self.narrow.tries(position, meter, compiled=self.settings.compiled is not False)

    def searched(self, position: Position, meter: Meter) -> Decision:
        """The decision of the exact search alone."""
        wins, move = self.search.solve(position, meter)
        return Decision(wins, move, SearchReason(meter.positions, meter.seconds))

    def by_parts(self, position: Position, meter: Meter, *, few: bool = False) -> Decision | None:
        """The decision of the parts of a narrow board; None where they cost too much, with ``few`` more than little."""
        search = self.narrow.of(position, meter, few=few)
        if search is None:
            return None
        winning = self.narrow.winning_moves(search, position, meter)
        reason = self.narrow.reason(search, meter)
        move = winning[0] if winning else None
        return Decision(bool(winning), move, reason, winning=winning, evidence=self.narrow.evidence(search))

    def wins(self, position: Position, meter: Meter | None = None) -> bool:
        """Whether the player to move wins."""
        found = self.at_once(position, meter)
        if found is not None:
            return found.wins
        meter = meter or self.meter
        for search, few in self.tries(position, meter):
            if search is not None:
                with tried_first(search, meter):
                    return self.search.wins(position, search)
            by_parts = self.by_parts(position, meter, few=few)
            if by_parts is not None:
                return by_parts.wins
        return self.search.wins(position, meter)

    def winning_move(self, position: Position, meter: Meter | None = None) -> Move | None:
        """A winning move of a position that is won, where its theorem named none."""
        return next((move for move in position.moves() if not self.wins(position.after(move), meter)), None)


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
    judge = Judge(problem.play, Meter(limits), settings)
    return Later(Question(problem, limits, judge), None, winning, values, stopped_by)


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
