"""Every start of a board, worked on together.

Small boards: played out at once, and explained when somebody asks.

To say what a theorem says of a board of a few vertices, with evidence that is checked, takes longer than to play it
out. So the outcomes come from the definition (:mod:`lastmove.search.small_boards`), and everything else (reasons,
evidence, moves, whole solutions) from a question like that of any board, when it is asked for. Both must agree.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import Board
from lastmove.core.errors import InternalError, LimitReached
from lastmove.core.limits import Limits, Meter, stopping_at_limits, watched, watching
from lastmove.core.play import UNDECIDED, WINS, Problem
from lastmove.core.solution import MOST_MOVES_LISTED, LimitReason, SearchReason, Solution, WinningMoves
from lastmove.games import game_class
from lastmove.search.fast.settings import Settings
from lastmove.search.small_boards import SMALL_GAMES, every_start
from lastmove.solver.decide import Decision, Judge, Question
from lastmove.solver.evidence import Proof, checked_board, of_parts_of_board, searched_board, within_limits
from lastmove.solver.outcomes import Grounds, Outcomes
from lastmove.solver.portfolio import tried_first

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason
    from lastmove.theorems.statement import BoardVerdict, Theorem

_AT_ONCE = 1000
"""So many moves are looked up in one turn."""
_LEAST_UNDECIDED = 100
"""So many moves of a start are named at least that a limit left undecided."""
_SAID = bytes(code != UNDECIDED for code in range(256))
_LEFT = bytes(code == UNDECIDED for code in range(256))
"""From a code to whether it says something, and to whether it does not, for ``bytes.translate``."""


class BoardQuestion:
    """Every start of a board, worked on together; it answers for :class:`Outcomes` by the number of the start.

    What is asked afterwards is worked out by one thread at a time, and also after pickling: the codes, the moves of
    searched starts and what else is finished are kept, and what the theorems say is asked anew.
    """

    def __init__(self, problem: Problem, limits: Limits, judge: Judge, meter: Meter) -> None:
        self.problem = problem
        self.limits = limits
        self.judge = judge
        self.meter = meter
        self.board: Any = problem.position
        self.starts: Sequence[Hashable] = problem.position.starts()  # type: ignore[attr-defined]
        self.codes = bytearray([UNDECIDED]) * len(self.starts)
        self.stopped_by: str | None = None
        self.reasons: list[tuple[Reason, int]] = []
        self.checking = 0.0
        self.grounds = Grounds(())
        self._theorems: list[tuple[Theorem, BoardVerdict]] | None = []  # None: to be asked anew
        self._proofs: list[Proof] = []
        self._searched: set[int] = set()
        self._moves: dict[int, Move | None] = {}
        self._parted: set[int] = set()
        """The starts that the parts of the board decided."""
        self._winning: dict[int, WinningMoves[Move]] = {}

    @classmethod
    def decided(cls, problem: Problem, limits: Limits, codes: bytes, stopped_by: str | None = None) -> BoardQuestion:
        """A board whose outcomes are known already, from elsewhere; moves and solutions can be asked for."""
        meter = Meter(limits)
        made = cls(problem, limits, Judge(problem.play, meter, Settings()), meter)
        made.codes[:] = codes
        made.stopped_by = stopped_by
        made._theorems = None
        return made

    def outcomes(self, *, all_moves: bool, certificate: bool) -> Outcomes:
        meter = self.meter
        try:
            with stopping_at_limits(meter):
                self._by_theorems()
                self._by_search()
            for number in range(len(self.starts) if all_moves else 0):
                self._winning[number] = found = self._winning_moves(number, meter)
                if found.stopped_by is not None:
                    raise LimitReached(found.stopped_by, meter.positions)
        except LimitReached as stop:
            self.stopped_by = stop.limit
            left = self.codes.count(UNDECIDED)
            if left:
                self.reasons.append((LimitReason(stop.limit, stop.positions, meter.seconds), left))
        if certificate:  # last: what is known stands, whatever evidence costs
            self._prove_search()
        parts = tuple(proof.certificate for proof in self._proofs if proof.certificate is not None)
        if certificate and len(parts) < len(self._proofs):  # a certificate shows all that is said, or it is none
            parts = ()
        note = "; ".join(dict.fromkeys(proof.note for proof in self._proofs if proof.note))
        spent = next((proof.stopped_by for proof in self._proofs if proof.stopped_by is not None), None)
        self.grounds = Grounds(tuple(self.reasons), Board(parts) if parts else None, note, spent)
        return Outcomes(self, id=self.problem.id)

    def _by_theorems(self) -> None:
        for theorem in self.judge.theorems(self.board):
            left = self.codes.count(UNDECIDED)
            if not left:
                return
            said = theorem.decide_board(self.board, self.judge.play, self.meter, bytes(self.codes.translate(_LEFT)))
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
                assert self._theorems is not None
                self._theorems.append((theorem, said))
                self.reasons.append((statement.reason(), decided))

    def _by_search(self) -> None:
        meter, judge = self.meter, self.judge
        if UNDECIDED not in self.codes:
            return
        meter.look()
        small = judge.search.small(self.board, meter)
        if small is not None:
            self._search(meter, small)
            return
        judge.search.expect_every_start(self.board)
        for search, few in judge.tries(self.board, meter):
            if search is not None:
                with tried_first(search, meter):
                    self._search(search)
                    return
            if self._by_parts(few=few):
                break
        self._search(meter)

    def _search(self, meter: Meter, small: Callable[[Hashable], bool] | None = None) -> None:
        """Search the starts that are left, one after the other; ``small`` knows every start of a small board."""
        before = len(self._searched)
        try:
            for number, code in enumerate(self.codes):
                if code != UNDECIDED:
                    continue
                if small is not None:  # its move is found as soon as it is asked for
                    self.codes[number] = small(self.starts[number])
                else:
                    decision = self.judge.searched(self.position(number), meter)
                    self.codes[number] = decision.wins
                    self._moves[number] = decision.move
                self._searched.add(number)
        finally:
            searched = len(self._searched) - before
            if searched:
                self.reasons.append((SearchReason(meter.positions, meter.seconds), searched))

    def _by_parts(self, *, few: bool) -> bool:
        """Decide the starts that are left by the parts of the board, where it is narrow; say whether that was done."""
        meter, narrow = self.meter, self.judge.narrow
        search = narrow.of(self.board, meter, every_start=True, few=few)
        if search is None:
            return False
        try:
            for number, code in enumerate(watched(self.codes)):
                if code == UNDECIDED and number in search.cuts.home:
                    self.codes[number] = search.wins(number)
                    self._parted.add(number)
                    winning = narrow.winning_moves(search, self.position(number), meter)
                    self._moves[number] = winning[0] if winning else None
        finally:  # a limit may come between
            if self._parted:
                self.reasons.append((narrow.reason(search, meter), len(self._parted)))
        return True

    def _prove_search(self) -> None:
        """One strategy for all starts that were searched; the parts, where they have decided some, show those too."""
        done = self._searched | self._parted
        if not done:
            return
        needed = bytes(number in done for number in range(len(self.starts)))
        for prove in self._searched_proofs(needed):
            self._proofs.append(within_limits(prove, self.meter))

    def _searched_proofs(self, needed: bytes) -> Iterator[Callable[[], Proof]]:
        """What makes the evidence: the parts for the starts that they show, and a strategy for the others."""
        judge, codes, meter = self.judge, bytes(self.codes), self.meter
        search = None
        if self._parted:
            with suppress(LimitReached), stopping_at_limits(meter):
                search = judge.narrow.of(self.board, meter, every_start=True)
        if search is not None:
            home = search.cuts.home
            shown = bytes(wanted and number in home for number, wanted in enumerate(needed))
            evidence = judge.narrow.evidence(search)
            yield partial(of_parts_of_board, evidence, self.board, judge.play, codes, shown)
            needed = bytes(wanted and not known for wanted, known in zip(needed, shown, strict=True))
        if 1 in needed:
            yield partial(searched_board, judge.search, self.board, codes, needed, meter)

    def position(self, number: int) -> Position:
        found: Position = self.board.at(self.starts[number])
        return found

    def move(self, number: int) -> Move | None:
        if number in self._moves or self.codes[number] != WINS:
            return self._moves.get(number)
        with suppress(LimitReached), self.judge.turns.taken(Meter(self.limits)):
            return self._move(number)
        return None

    def _move(self, number: int) -> Move | None:
        if number in self._moves or self.codes[number] != WINS:
            return self._moves.get(number)
        if number in self._searched:
            with suppress(LimitReached), watching(self.meter):
                self._moves[number] = self.judge.by_search(self.position(number), self.meter).move
            return self._moves.get(number)
        said = self._said(number, self.meter)
        move = said and said[1].move(number)
        if move is None:
            # the outcome stands even where no time is left to find the move
            with suppress(LimitReached), watching(self.meter):
                move = self.judge.winning_move(self.position(number), self.meter)
        return move

    def moves(self) -> Iterator[Move | None]:
        """A winning move from every start, in order; some at a time, so that other threads have their turns.

        It is found within what the board may still spend; waiting for other threads has the time for itself.
        """
        moves, left = self._all_moves(), len(self.starts)
        while left:
            try:
                with self.judge.turns.taken(Meter(self.limits)):
                    found = list(islice(moves, _AT_ONCE))
            except LimitReached:  # the outcomes stand even where no time is left to find the moves
                found, moves = [], iter(())
            found = found or [None] * min(left, _AT_ONCE)
            left -= len(found)
            yield from found

    def _all_moves(self) -> Iterator[Move | None]:
        verdicts = self._verdicts(self.meter)
        if len(verdicts) == 1 and UNDECIDED not in verdicts[0][1].codes:
            for number, move in enumerate(verdicts[0][1].moves()):
                yield self._move(number) if move is None else move
        else:
            yield from map(self._move, range(len(self.starts)))

    def _verdicts(self, meter: Meter) -> list[tuple[Theorem, BoardVerdict]]:
        """The theorems that decided starts, and what they said of the board."""
        if self._theorems is None:
            found = []
            left = bytes(len(self.starts) * [len(self._searched) < len(self.starts)])
            for theorem in self.judge.theorems(self.board):
                if 1 not in left:
                    break
                said = theorem.decide_board(self.board, self.judge.play, meter, left)
                if said.codes.count(UNDECIDED) < len(said.codes):
                    found.append((theorem, said))
                    left = bytes(map(min, left, said.codes.translate(_LEFT)))
            self._theorems = found
        return self._theorems

    def _said(self, number: int, meter: Meter) -> tuple[Theorem, BoardVerdict] | None:
        """The theorem that decided a start, and what it said of the board."""
        return next(
            ((theorem, said) for theorem, said in self._verdicts(meter) if said.codes[number] != UNDECIDED), None
        )

    def _question(self, number: int) -> Question:
        return Question(Problem(self.position(number), self.problem.play), self.limits, self.judge)

    def solution(self, number: int) -> Solution:
        question, meter = self._question(number), Meter(self.limits)
        try:
            with stopping_at_limits(meter), self.judge.turns.taken(meter):
                return question.solution(meter)
        except LimitReached as stop:
            return question.unknown(LimitReason(stop.limit, stop.positions, meter.seconds))

    def winning_moves(self, number: int) -> WinningMoves[Move]:
        if number in self._winning:
            return self._winning[number]
        return self._winning_moves(number, Meter(self.limits))

    def _winning_moves(self, number: int, meter: Meter) -> WinningMoves[Move]:
        question = self._question(number)
        most = max(_LEAST_UNDECIDED, MOST_MOVES_LISTED // len(self.starts))  # they are named when no time is left
        if self.stopped_by is not None or self.codes[number] == UNDECIDED:
            return question.unlisted_moves(self.stopped_by, most)
        try:
            with stopping_at_limits(meter), self.judge.turns.taken(meter):
                parted = self.judge.by_parts(self.position(number), meter) if number in self._parted else None
                if parted is not None:
                    return question.winning_moves(parted, meter)
                found = self._said(number, meter)
                verdict = found and found[1][number]
                wins = self.codes[number] == WINS
                decision = Decision(wins, None, SearchReason(0, 0.0), verdict or None)
                return question.winning_moves(decision, meter)
        except LimitReached as stop:
            return question.unlisted_moves(stop.limit, most)

    def __getstate__(self) -> dict[str, Any]:
        settings = replace(self.judge.settings, watch=None, store=None)
        return {**self.__dict__, "judge": settings, "meter": None, "_theorems": None, "_proofs": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.meter = Meter(self.limits)
        self.judge = Judge(self.problem.play, self.meter, state["judge"])


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
