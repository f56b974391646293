"""Every start of a board, worked on together.

Each method says something of some starts: theorems, one after the other; the parts of the board; search. Who says
something first of a start has answered it.

Small boards are played out at once (:mod:`lastmove.search.small_boards`): to say what a theorem says of a board of a
few vertices, with evidence that is checked, takes longer. Everything else about them (reasons, evidence, moves, whole
solutions) is worked out as for any board, when it is asked for. Both must agree.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InternalError, LimitReached
from lastmove.core.limits import Limits, Meter, stopping_at_limits, watched, watching
from lastmove.core.play import UNDECIDED, WINS, Problem
from lastmove.core.solution import MOST_MOVES_LISTED, LimitReason, SearchReason, Solution, WinningMoves
from lastmove.games import game_class
from lastmove.search.fast.settings import Settings
from lastmove.search.small_boards import SMALL_GAMES, WEIGHTED_GAMES, every_start
from lastmove.solver.decide import Solver, Task
from lastmove.solver.evidence import board_strategy, checked_board, stopped_note
from lastmove.solver.portfolio import Narrow, first_answer
from lastmove.theorems.statement import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason
    from lastmove.theorems.statement import BoardVerdict

_AT_ONCE = 1000
"""So many moves are looked up in one turn."""
_LEAST_UNDECIDED = 100
"""So many moves of a start are named at least that a limit left undecided."""
_SAID = bytes(code != UNDECIDED for code in range(256))
_LEFT = bytes(code == UNDECIDED for code in range(256))
"""From a code to whether it says something, and to whether it does not, for ``bytes.translate``."""


class BoardReasons(NamedTuple):
    """Why the outcomes of a board are what they are: each reason with its number of starts, and the evidence.

    Where evidence is missing, ``note`` says why, and ``stopped_by`` which limit was spent, if one was.
    """

    counts: tuple[tuple[Reason, int], ...] = ()
    certificate: Certificate | None = None
    note: str = ""
    stopped_by: str | None = None


class EveryStart:
    """Every start of a board, worked on together; it answers for :class:`Outcomes` by the number of the start.

    What is asked afterwards is worked out by one thread at a time, and also after pickling: the codes, the moves of
    searched starts and what else is finished are kept, and what the theorems say is asked anew.

    Parameters
    ----------
    problem, limits
        The board and the convention; what may be spent, now and when more is asked.
    settings
        How searches are run.
    codes
        The outcomes, where they are known from elsewhere: moves and solutions can be asked for.
    stopped_by
        The limit that left some of them undecided, if one did.
    """

    def __init__(
        self,
        problem: Problem,
        limits: Limits,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        *,
        codes: bytes | None = None,
        stopped_by: str | None = None,
    ) -> None:
        self.problem = problem
        self.limits = limits
        self.meter = Meter(limits)
        self.solver = Solver(problem.play, self.meter, settings)
        board: Any = problem.position
        self.board = board
        self.starts: Sequence[Hashable] = board.starts()
        self.codes = bytearray([UNDECIDED]) * len(self.starts) if codes is None else bytearray(codes)
        self.stopped_by = stopped_by
        self.checking = 0.0
        self.reasons = BoardReasons()
        self._counts: list[tuple[Reason, int]] = []
        self._said: list[BoardVerdict] | None = [] if codes is None else None  # to be asked anew
        self._proofs: list[tuple[Certificate | None, str, str | None]] = []
        self._searched: set[int] = set()
        self._parted: set[int] = set()
        """The starts that the parts of the board decided."""
        self._moves: dict[int, Move | None] = {}
        self._winning: dict[int, WinningMoves[Move]] = {}

    def work_out(self, *, all_moves: bool = False, certificate: bool = False) -> None:
        """Work out every start; what else is asked for is worked out within the same limits."""
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
                self._counts.append((LimitReason(stop.limit, stop.positions, meter.seconds), left))
        if certificate:  # last: what is known stands, whatever evidence costs
            self._prove_search()
        parts = tuple(proof for proof, _, _ in self._proofs if proof is not None)
        if certificate and len(parts) < len(self._proofs):  # a certificate shows all that is said, or it is none
            parts = ()
        note = "; ".join(dict.fromkeys(note for _, note, _ in self._proofs if note))
        spent = next((limit for _, _, limit in self._proofs if limit is not None), None)
        self.reasons = BoardReasons(tuple(self._counts), _together(parts), note, spent)

    def _by_theorems(self) -> None:
        play = self.problem.play
        for theorem in self.solver.theorems(self.board):
            left = self.codes.translate(_LEFT)
            if 1 not in left:
                return
            said = theorem.decide_board(self.board, play, self.meter, bytes(left))
            needed = said.codes.translate(_SAID)
            if 0 in left:
                needed = bytes(map(min, left, needed))
                self.codes[:] = bytes(
                    new if open_ else old for old, new, open_ in zip(self.codes, said.codes, left, strict=True)
                )
            else:
                self.codes[:] = said.codes
            if 1 in needed:
                began = monotonic()
                evidence = partial(said.certificate, needed, self.board)
                self._proofs.append((*checked_board(evidence, theorem, self.board, play, said.codes, needed), None))
                self.checking += monotonic() - began
                assert self._said is not None
                self._said.append(said)
                self._counts.append((theorem.statement.reason(), needed.count(1)))

    def _by_search(self) -> None:
        meter, solver = self.meter, self.solver
        if UNDECIDED not in self.codes:
            return
        meter.look()
        small = solver.search.small(self.board, meter)
        if small is not None:
            self._search(meter, small)
            return
        solver.search.expect_every_start(self.board)
        narrow = Narrow.of(self.board, solver)
        if narrow is None:
            self._search(meter)
        else:
            first_answer(narrow, meter, self._search, self._by_parts)

    def _search(self, meter: Meter, small: Callable[[Hashable], bool] | None = None) -> bool:
        """Search the starts that are left, one after the other; ``small`` knows every start of a small board."""
        before = len(self._searched)
        try:
            for number, code in enumerate(self.codes):
                if code != UNDECIDED:
                    continue
                if small is not None:  # its move is found as soon as it is asked for
                    self.codes[number] = small(self.starts[number])
                else:
                    found = self.solver.searched(self.position(number), meter)
                    self.codes[number] = found.wins
                    self._moves[number] = found.move
                self._searched.add(number)
        finally:
            searched = len(self._searched) - before
            if searched:
                self._counts.append((SearchReason(meter.positions, meter.seconds), searched))
        return True

    def _by_parts(self, few: bool) -> bool | None:
        """Decide the starts that are left by the parts of the board, and search the rest; None if that costs more."""
        meter, boards = self.meter, self.solver.boards
        search = boards.of(self.board, meter, every_start=True, few=few)
        if search is None:
            return None
        try:
            for number, code in enumerate(watched(self.codes)):
                if code == UNDECIDED and number in search.cuts.home:
                    self.codes[number] = search.wins(number)
                    self._parted.add(number)
                    winning = boards.winning_moves(search, self.position(number), meter)
                    self._moves[number] = winning[0] if winning else None
        finally:  # a limit may come between
            if self._parted:
                self._counts.append((boards.reason(search, meter), len(self._parted)))
        return self._search(meter)

    def _prove_search(self) -> None:
        """One strategy for all starts that were searched; the parts, where they have decided some, show those too."""
        done = self._searched | self._parted
        if not done:
            return
        needed = bytes(number in done for number in range(len(self.starts)))
        for prove in self._searched_proofs(needed):
            try:
                with stopping_at_limits(self.meter):
                    self.meter.check()
                    self._proofs.append((*prove(), None))
            except LimitReached as stop:
                self._proofs.append((None, stopped_note(stop), stop.limit))

    def _searched_proofs(self, needed: bytes) -> Iterator[Callable[[], tuple[Certificate | None, str]]]:
        """What makes the evidence: the parts for the starts that they show, and a strategy for the others."""
        solver, board, play, codes, meter = self.solver, self.board, self.problem.play, bytes(self.codes), self.meter
        search = None
        if self._parted:
            with suppress(LimitReached), stopping_at_limits(meter):
                search = solver.boards.of(board, meter, every_start=True)
        if search is not None:
            home = search.cuts.home
            shown = bytes(wanted and number in home for number, wanted in enumerate(needed))
            parts = partial(solver.boards.evidence, search)
            yield partial(checked_board, parts, "the parts", board, play, codes, shown)
            needed = bytes(wanted and not known for wanted, known in zip(needed, shown, strict=True))
        if 1 in needed:
            written = partial(board_strategy, solver.search, board, codes, needed, meter)
            yield partial(checked_board, written, "the search", board, play, codes, needed)

    def position(self, number: int) -> Position:
        """The board with the token on that start."""
        found: Position = self.board.at(self.starts[number])
        return found

    def move(self, number: int) -> Move | None:
        """A winning move, or ``None``."""
        if number in self._moves or self.codes[number] != WINS:
            return self._moves.get(number)
        with suppress(LimitReached), self.solver.turns.taken(Meter(self.limits)):
            return self._move(number)
        return None

    def _move(self, number: int) -> Move | None:
        if number in self._moves or self.codes[number] != WINS:
            return self._moves.get(number)
        if number in self._searched:
            with suppress(LimitReached), watching(self.meter):
                self._moves[number] = self.solver.by_search(self.position(number), self.meter).move
            return self._moves.get(number)
        said = self._who_said(number, self.meter)
        move = said and said.move(number)
        if move is None:  # the outcome stands even where no time is left to find the move
            with suppress(LimitReached), watching(self.meter):
                move = self.solver.winning_move(self.position(number), self.meter)
        return move

    def moves(self) -> Iterator[Move | None]:
        """A winning move from every start, in order; some at a time, so that other threads have their turns.

        It is found within what the board may still spend; waiting for other threads has the time for itself.
        """
        moves, left = self._all_moves(), len(self.starts)
        while left:
            try:
                with self.solver.turns.taken(Meter(self.limits)):
                    found = list(islice(moves, _AT_ONCE))
            except LimitReached:  # the outcomes stand even where no time is left to find the moves
                found, moves = [], iter(())
            found = found or [None] * min(left, _AT_ONCE)
            left -= len(found)
            yield from found

    def _all_moves(self) -> Iterator[Move | None]:
        verdicts = self._verdicts(self.meter)
        if len(verdicts) == 1 and UNDECIDED not in verdicts[0].codes:
            for number, move in enumerate(verdicts[0].moves()):
                yield self._move(number) if move is None else move
        else:
            yield from map(self._move, range(len(self.starts)))

    def _verdicts(self, meter: Meter) -> list[BoardVerdict]:
        """What the theorems that decided starts said of the board."""
        if self._said is None:
            found = []
            left = bytes(len(self.starts) * [len(self._searched) < len(self.starts)])
            for theorem in self.solver.theorems(self.board):
                if 1 not in left:
                    break
                said = theorem.decide_board(self.board, self.solver.play, meter, left)
                if said.codes.count(UNDECIDED) < len(said.codes):
                    found.append(said)
                    left = bytes(map(min, left, said.codes.translate(_LEFT)))
            self._said = found
        return self._said

    def _who_said(self, number: int, meter: Meter) -> BoardVerdict | None:
        """What the theorem that decided a start said of the board."""
        return next((said for said in self._verdicts(meter) if said.codes[number] != UNDECIDED), None)

    def _task(self, number: int) -> Task:
        return Task(Problem(self.position(number), self.problem.play), self.limits, self.solver)

    def solution(self, number: int) -> Solution:
        """The whole answer for one start."""
        task, meter = self._task(number), Meter(self.limits)
        try:
            with stopping_at_limits(meter), self.solver.turns.taken(meter):
                return task.solution(meter)
        except LimitReached as stop:
            return task.unknown(LimitReason(stop.limit, stop.positions, meter.seconds))

    def winning_moves(self, number: int) -> WinningMoves[Move]:
        """Every winning move from one start."""
        if number in self._winning:
            return self._winning[number]
        return self._winning_moves(number, Meter(self.limits))

    def _winning_moves(self, number: int, meter: Meter) -> WinningMoves[Move]:
        task = self._task(number)
        most = max(_LEAST_UNDECIDED, MOST_MOVES_LISTED // len(self.starts))  # they are named when no time is left
        if self.stopped_by is not None or self.codes[number] == UNDECIDED:
            return task.unlisted_moves(self.stopped_by, most)
        try:
            with stopping_at_limits(meter), self.solver.turns.taken(meter):
                parted = self.solver.by_parts(self.position(number), meter) if number in self._parted else None
                if parted is not None:
                    return task.list_winning(parted, meter)
                found = self._who_said(number, meter)
                said = found and found[number]
                winning = said.winning if said else None
                return task.list_winning(Verdict(self.codes[number] == WINS, None, winning=winning), meter)
        except LimitReached as stop:
            return task.unlisted_moves(stop.limit, most)

    def __getstate__(self) -> dict[str, Any]:
        settings = replace(self.solver.settings, watch=None, store=None)
        return {**self.__dict__, "solver": settings, "meter": None, "_said": None, "_proofs": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.meter = Meter(self.limits)
        self.solver = Solver(self.problem.play, self.meter, state["solver"])


def played_out(problem: Problem, limits: Limits) -> bytes | None:
    """The outcomes of a small board of a game that has tables; ``None`` for others, and where limits are set.

    Without limits a question of a moment need not be watched.
    """
    position: Any = problem.position
    game = _games_with_tables().get(type(position))
    unlimited = limits.time is limits.memory is limits.positions is None
    if game is None or not unlimited or limits.cancel is not None or limits.interrupts != "raise":
        return None
    weights = position.weights if game in WEIGHTED_GAMES else ()
    return every_start(game, position.graph, weights, problem.play.wins_when_stuck)


@cache
def _games_with_tables() -> dict[type, str]:
    """The games that have tables; a class derived from one may have other rules."""
    return {game_class(name): name for name in SMALL_GAMES}


def explained(problem: Problem, limits: Limits, codes: bytes) -> EveryStart:
    """A small board that was played out, as a board of any size, with what the theorems say of it.

    Raises
    ------
    InternalError
        If that contradicts the outcomes.
    """
    found = EveryStart(problem, limits)
    found.work_out()
    if any(said not in (UNDECIDED, known) for said, known in zip(found.codes, codes, strict=True)):
        reasons = ", ".join(reason.name for reason, _ in found.reasons.counts)
        raise InternalError(f"a small board, played out, has other outcomes than it should have by {reasons}")
    return found


def _together(parts: tuple[Certificate, ...]) -> Certificate | None:
    """The evidence for a board from that for some of its starts each; ``None`` where there is none."""
    if not parts:
        return None
    from lastmove.certificates.boards import Board  # here: few ask for it

    return Board(parts)
