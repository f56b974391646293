"""Which method decides a position: a theorem whose hypotheses hold, cheapest first, else search or parts.

A :class:`Task` is one position that is worked on: its outcome, and what can still be asked about it, by one thread at a
time and also after pickling.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING

from lastmove.certificates.certificate import shown_after
from lastmove.core.errors import InternalError, LimitReached, show
from lastmove.core.limits import Limits, Meter, TimedLock, current_meter, stopping_at_limits
from lastmove.core.play import Outcome
from lastmove.core.solution import (
    MOST_MOVES_LISTED,
    LimitReason,
    MoveValue,
    MoveValues,
    PartsReason,
    SearchReason,
    Solution,
    TheoremReason,
    WinningMoves,
    membership,
)
from lastmove.games import game_class
from lastmove.games.base import Game, HeapGame
from lastmove.search.fast.settings import Settings
from lastmove.theorems.registry import theorems_for
from lastmove.theorems.statement import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Play, Problem
    from lastmove.core.position import Move, Position
    from lastmove.search.exact import ExactSearch
    from lastmove.solver.portfolio import NarrowBoards
    from lastmove.theorems.statement import Theorem


@dataclass(eq=False, repr=False)
class Solver:
    """Decides positions under one convention, remembering what it has searched; for one thread at a time.

    Attributes
    ----------
    play
        The convention.
    meter
        Stops the work with LimitReached when a limit is spent; each question may have its own.
    settings
        How searches are run.
    turns
        Whoever may share this solver with other threads takes a turn for each question.
    """

    play: Play
    meter: Meter
    settings: Settings = field(default_factory=Settings)
    turns: TimedLock = field(default_factory=TimedLock, init=False)

    @cached_property
    def search(self) -> ExactSearch:
        """The search, made when a position comes to it."""
        from lastmove.search.exact import ExactSearch  # here, as others below: most positions fall to a theorem

        return ExactSearch(self.play, self.meter, self.settings)

    @cached_property
    def boards(self) -> NarrowBoards:
        """The boards that were taken apart, likewise."""
        from lastmove.solver.portfolio import NarrowBoards

        return NarrowBoards(self.play)

    def decide(self, position: Position, meter: Meter | None = None, *, move: bool = True) -> Verdict:
        """Who wins, and why: by the rules if the game is over, by a theorem that applies, or by the methods.

        What a theorem says is checked. Without ``move`` no winning move is looked for.
        """
        meter = meter or self.meter
        meter.look()
        if next(iter(position.moves()), None) is None:
            wins = self.play.wins_when_stuck
            text = f"no legal move: the player to move {'wins' if wins else 'loses'}"
            evidence = partial(self._strategy, position, wins)
            return Verdict(wins, None, reason=SearchReason(1, 0.0, text), certificate=evidence)
        for theorem in self.theorems(position):
            said = theorem.decide(position, self.play, meter)
            meter.look()
            if said is not None:
                return said.checked(theorem, position, self.play)
        return self.by_search(position, meter, move=move)

    def wins(self, position: Position, meter: Meter | None = None) -> bool:
        """Whether the player to move wins."""
        return self.decide(position, meter, move=False).wins

    def winning_move(self, position: Position, meter: Meter | None = None) -> Move | None:
        """A winning move of a position that is won, where its theorem named none."""
        return next((move for move in position.moves() if not self.wins(position.after(move), meter)), None)

    def theorems(self, position: Position) -> Iterator[Theorem]:
        """The theorems to try, in order; for a game that is not registered but has components, those on sums.

        Other packages are asked only where no theorem of ours decides.
        """
        if not isinstance(position, Game):
            if hasattr(position, "components"):
                yield from theorems_for("sum", self.play)
            return
        for elsewhere in (False, True):
            found = theorems_for(position.name, self.play, elsewhere=elsewhere)
            if found and type(position) is not game_class(position.name):  # a class derived from it has its own rules
                break
            yield from found
        if hasattr(position, "fixed_moves") and _adds_up(position):
            yield from theorems_for("sum", self.play)

    def by_search(self, position: Position, meter: Meter, *, move: bool = True) -> Verdict:
        """What the first method of the portfolio says that ends within its budget; no ``move`` where none is asked."""
        from lastmove.solver.portfolio import Narrow, first_answer

        search = partial(self.searched, position, move=move)
        narrow = Narrow.of(position, self)
        if narrow is None:
            return search(meter)
        return first_answer(narrow, meter, search, partial(self.by_parts, position, meter))

    def searched(self, position: Position, meter: Meter, *, move: bool = True) -> Verdict:
        """What the exact search says."""
        wins, winning = self.search.solve(position, meter) if move else (self.search.wins(position, meter), None)
        reason = SearchReason(meter.positions, meter.seconds)
        return Verdict(wins, winning, reason=reason, certificate=partial(self._strategy, position, wins))

    def _strategy(self, position: Position, wins: bool) -> Certificate:
        """The evidence of the search, made under the meter of whoever asks for it."""
        from lastmove.solver.evidence import strategy

        return strategy(self.search, position, current_meter() or self.meter, wins=wins)

    def by_parts(self, position: Position, meter: Meter, few: bool = False) -> Verdict | None:
        """What the parts of a narrow board say; None where they cost too much, with ``few`` more than little."""
        search = self.boards.of(position, meter, few=few)
        if search is None:
            return None
        listed = self.boards.winning_moves(search, position, meter)
        reason, move = self.boards.reason(search, meter), listed[0] if listed else None
        evidence = partial(self.boards.evidence, search)
        return Verdict(bool(listed), move, reason=reason, listed=listed, certificate=evidence)

    def proved(self, verdict: Verdict, position: Position, meter: Meter) -> Verdict:
        """The same with evidence, checked; where a limit is spent before that is found, with a note."""
        if verdict.proof is not None:
            return verdict
        try:
            with stopping_at_limits(meter):
                meter.check()
                return self._proved(verdict, position, meter)
        except LimitReached as stop:
            from lastmove.solver.evidence import stopped_note

            return replace(verdict, note=stopped_note(stop), stopped_by=stop.limit)

    def _proved(self, verdict: Verdict, position: Position, meter: Meter) -> Verdict:
        """A strategy, or the parts; where the evidence of a theorem is too long, what a search within bounds finds."""
        if not isinstance(verdict.reason, TheoremReason):
            source = "the parts" if isinstance(verdict.reason, PartsReason) else "the search"
            return verdict.checked(source, position, self.play)
        from lastmove.search.plain import PlainSearch
        from lastmove.solver.evidence import strategy

        evidence = partial(strategy, PlainSearch(self.play, meter), position, meter, wins=verdict.wins)
        found = replace(verdict, certificate=evidence).checked("the search", position, self.play)
        return verdict if found.proof is None else found

    def proof_of_move(self, verdict: Verdict, move: Move, position: Position, meter: Meter) -> Certificate | None:
        """Evidence that a move wins, where that of the outcome does not show it: that the position after it is P.

        Raises
        ------
        InternalError
            If that position is N.
        """
        if verdict.proof is None:
            return None
        proof = None
        try:
            with stopping_at_limits(meter):
                shown = shown_after(verdict.proof, position, self.play, move)
                loses = shown is not None and shown.wins
                if shown is None:
                    after = position.after(move)
                    found = self.decide(after, meter)
                    loses = found.wins
                    proof = (found if found.proof is not None else self._proved(found, after, meter)).proof
        except LimitReached:
            return None
        if loses:
            raise InternalError(f"the move {show(move)} on {position!r}, {self.play.value} play, does not win")
        return proof


def _adds_up(position: Any) -> bool:
    """Whether a deletion game is asked as a sum: the search has no table of it, or takes longer."""
    from lastmove.search.thresholds import THRESHOLDS

    most = THRESHOLDS.deletion_sums
    moves = sum(1 for _ in islice(position.moves(), most))
    if moves * position.measure()[0] <= most or not position.fixed_moves(position.board):
        return True
    return all(isinstance(part, HeapGame) for part in position.components())


@dataclass(eq=False, repr=False)
class Task:
    """One position that is worked on, and what can still be asked about it, within the limits of the question.

    Attributes
    ----------
    problem, limits, solver
        The position, the limits to grant again when more is asked of its solution, and who decides.
    verdict
        What the solver said; ``None`` if it came to no answer, and after pickling.
    stopped_by
        The limit that left the outcome unknown, if one did.
    """

    problem: Problem
    limits: Limits
    solver: Solver
    verdict: Verdict | None = None
    stopped_by: str | None = None
    _winning: WinningMoves[Any] | None = None
    _values: MoveValues | None = None

    def solution(
        self, meter: Meter, *, all_moves: bool = False, values: bool = False, certificate: bool = False
    ) -> Solution:
        """Decide the position; what else is asked for is worked out within the same limits."""
        position, solver = self.problem.position, self.solver
        try:
            with stopping_at_limits(meter):
                found = solver.decide(position, meter)
                move = found.move
                if move is None and found.wins and isinstance(found.reason, TheoremReason):
                    move = solver.winning_move(position, meter)
        except LimitReached as stop:
            return self.unknown(LimitReason(stop.limit, stop.positions, meter.seconds), values=values)
        self.verdict = found
        if all_moves or values:
            self._winning = self.list_winning(found, meter)
            self._values = self.list_values(self._winning, meter) if values else None
        proof_of_move = None
        if certificate:  # last: what is known stands, whatever evidence costs
            found = solver.proved(found, position, meter)
            proof_of_move = None if move is None else solver.proof_of_move(found, move, position, meter)
        assert found.reason is not None
        outcome = Outcome.N if found.wins else Outcome.P
        return Solution(
            self.problem, outcome, move, found.reason, self, found.proof, found.note, proof_of_move, found.stopped_by
        )

    def unknown(self, reason: LimitReason, *, values: bool = False) -> Solution:
        """The answer where a limit was spent first; of the moves nothing is said where ``values`` were asked for."""
        self.stopped_by = reason.limit
        if values:
            self._values = self.list_values(self.unlisted_moves(reason.limit), Meter(self.limits))
        return Solution(self.problem, Outcome.UNKNOWN, None, reason, self)

    def proved(self, move: Move | None, limits: Limits) -> tuple[Verdict, Certificate | None]:
        """The evidence for the outcome, and for a move where that does not show it, within limits of its own."""
        position, meter = self.problem.position, Meter(limits)
        assert self.verdict is not None  # an unknown outcome has no evidence
        found = self.solver.proved(self.verdict, position, meter)
        return found, None if move is None else self.solver.proof_of_move(found, move, position, meter)

    def winning_moves(self) -> WinningMoves[Any]:
        """Every winning move."""
        if self._winning is not None:
            return self._winning
        meter = Meter(self.limits)
        try:
            with stopping_at_limits(meter), self.solver.turns.taken(meter):
                found = self._known_winning(meter)
        except LimitReached as stop:
            found = self.unlisted_moves(stop.limit)
        if found.stopped_by is None or (found.stopped_by not in ("interrupt", "cancel") and current_meter() is None):
            self._winning = found  # under the same limits it would cost as much again; nobody else's limits were spent
        return found

    def values(self) -> MoveValues:
        """Every legal move with its value."""
        if self._values is not None:
            return self._values
        meter = Meter(self.limits)
        try:
            with stopping_at_limits(meter), self.solver.turns.taken(meter):
                return self.list_values(self._known_winning(meter), meter)
        except LimitReached as stop:
            return self.list_values(self.unlisted_moves(stop.limit), meter)

    def _known_winning(self, meter: Meter) -> WinningMoves[Any]:
        if self._winning is not None:
            return self._winning
        if self.verdict is None and self.stopped_by is None:  # it was pickled
            self.verdict = self.solver.decide(self.problem.position, meter)
        found = self.list_winning(self.verdict, meter)
        if found.stopped_by is None:
            self._winning = found
        return found

    def list_winning(self, verdict: Verdict | None, meter: Meter) -> WinningMoves[Any]:
        """Every winning move: as the verdict lists them, else by deciding what each move leads to."""
        if verdict is None:
            return self._tried_moves(meter)
        if not verdict.wins:
            return WinningMoves([], 0)
        if verdict.listed is not None:
            return verdict.listed
        try:
            with stopping_at_limits(meter):
                known = verdict.winning_moves()
        except LimitReached:
            known = None
        return _with_move(self._tried_moves(meter) if known is None else known, verdict.move)

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
                    if not self.solver.wins(position.after(move), meter):
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

    def list_values(self, winning: WinningMoves[Move], meter: Meter) -> MoveValues:
        """The remoteness of the position, and each legal move with its value.

        Where a limit is or was spent there is no remoteness, and of the outcomes those that ``winning`` shows.

        Raises
        ------
        InternalError
            If the definition contradicts the winning moves.
        """
        search, position = self.solver.search, self.problem.position
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
                where = f"{position!r}, {self.solver.play.value} play"
                raise InternalError(f"{show(move)} on {where} leads to {outcome.value}, not to {other.value}")
        return MoveValues(remoteness, tuple(map(MoveValue, first, found, left)), complete)

    def __reduce__(self) -> tuple[Any, ...]:
        """What is known goes along; in another process nothing has been searched yet."""
        settings = replace(self.solver.settings, watch=None, store=None)
        given = (self.problem, self.limits, settings, self.stopped_by, self._winning, self._values)
        return _unpickled, given


def _unpickled(problem: Problem, limits: Limits, settings: Settings, *known: Any) -> Task:
    return Task(problem, limits, Solver(problem.play, Meter(limits), settings), None, *known)


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
