"""Evidence for boards, checked before anything is said; and that of searches, written out as strategies."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.certificate import MOST_STEPS, move_cost
from lastmove.certificates.strategy import MOST_NODES, Strategy, StrategyStep, too_long
from lastmove.core.errors import InputError, LimitReached, Refuted, TooLarge, show
from lastmove.core.limits import look, watched
from lastmove.core.play import UNDECIDED, WINS
from lastmove.core.position import key_of, move_to_json
from lastmove.notation.json import position_to_json
from lastmove.search.exact import ExactSearch, briefly
from lastmove.theorems.statement import failed_check

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Move, Position
    from lastmove.search.plain import PlainSearch
    from lastmove.theorems.statement import Source

    Option = tuple[Move, Position]
    Root = tuple[Position, bool]

SHORT = 500
"""Strategies of so many positions are written for sums too; longer ones only where bags do not do."""
_POSITIONS_A_STEP = 3
"""So many positions may be searched for each step that a strategy may have; what the answer took is not counted."""
_TIMES = 8
"""Moves of which nothing is known are tried with one position each, then with so many times more, and so on."""
_NEAR = 1_000
"""Of so many moves it is seen whether they lead to what is written already; a heap may have far more."""


def checked_board(
    evidence: Callable[[], Certificate], source: Source, board: Any, play: Play, said: bytes, needed: bytes
) -> tuple[Certificate | None, str]:
    """The door for what is said of those starts of a board for which ``needed`` has a 1: the evidence, or a note.

    For one position it is :meth:`~lastmove.theorems.statement.Verdict.checked`.
    """
    try:
        certificate = evidence()
        codes = certificate.outcomes(board, play)
    except TooLarge as error:
        return None, str(error)
    except Refuted as error:
        raise failed_check(source, board, play, str(error)) from error
    if codes != said:
        for number, wanted in enumerate(needed):
            if wanted and codes[number] != said[number]:
                problem = "it does not show" if codes[number] == UNDECIDED else "it shows the opposite of"
                start = show(board.starts()[number])
                raise failed_check(source, board, play, f"{problem} what is said of start {start}")
    return certificate, ""


def strategy(search: ExactSearch | PlainSearch, position: Position, meter: Meter, *, wins: bool) -> Certificate:
    """What a search has found of a position: a strategy if that is short, or what is known of the components of a sum.

    Of a sum the lost bags of components do where a strategy is long, for there are far fewer of them. ``meter`` is what
    may be spent on positions that the search left out.

    Raises
    ------
    TooLarge
        If that cannot be written, and why.
    """
    _check_form(position)
    if isinstance(search, ExactSearch) and search.bags_of(position) is not None:
        with suppress(TooLarge):
            return written_out(search, [(position, wins)], meter, most=SHORT)
        bags = search.bags_of(position, meter)  # again: it searches under the meter of the last question
        assert bags is not None
        with suppress(TooLarge):
            return bags.certificate(position)
    return written_out(search, [(position, wins)], meter)


def board_strategy(search: ExactSearch, board: Any, codes: bytes, needed: bytes, meter: Meter) -> Certificate:
    """The same for the starts of a board for which ``needed`` has a 1: one strategy with a shared numbering."""
    _check_form(board)
    roots = [
        (board.at(start), code == WINS) if wanted else None
        for start, code, wanted in zip(board.starts(), codes, needed, strict=True)
    ]
    return written_out(search, roots, meter)


def _check_form(position: Position) -> None:
    """TooLarge where moves below a position cannot be written and read again."""
    try:
        position_to_json(position)
    except InputError as error:
        raise TooLarge(f"only what has a JSON form can be written as a strategy ({error})") from error


def stopped_note(stop: LimitReached) -> str:
    """Why evidence is missing that a limit did not leave time for."""
    said = {"interrupt": "it was interrupted", "cancel": "it was cancelled"}
    return f"{said.get(stop.limit, f'the {stop.limit} limit was reached')} before evidence was found"


class _Entered(NamedTuple):
    """A position of a strategy, who wins it, and the moves that are written, with the keys of what they lead to."""

    position: Position
    wins: bool
    moves: list[tuple[Move, Hashable]]


def written_out(
    search: ExactSearch | PlainSearch, roots: Sequence[Root | None], meter: Meter, *, most: int = MOST_NODES
) -> Strategy:
    """A strategy from some positions with one shared numbering.

    Who wins below a root follows from who wins there, so the search is asked for one thing only: a winning move. That
    is one that leads to a position that is written already, else one that the search knows to win, else the one that it
    finds to win with the least effort.

    Parameters
    ----------
    search
        The search that has decided the roots, with what it knows; or any other.
    roots
        The positions and who wins them, all below one start or on one board; ``None`` for starts that need no strategy.
    meter
        What may be spent.
    most
        The most steps it may have.

    Raises
    ------
    TooLarge
        If it would not be read, or would take another search like that of the answer.
    Refuted
        If no move wins what is said to be won.
    """
    writer = _Writer(search, meter, max((move_cost(root[0]) for root in roots if root is not None), default=1), most)
    return writer.strategy(roots)


class _Writer:
    """The steps of one strategy, as they are found."""

    def __init__(self, search: ExactSearch | PlainSearch, meter: Meter, cost: int, most: int) -> None:
        self.search = search
        self.meter = meter
        self.cost = cost
        self.most = most
        self.last = meter.positions + _POSITIONS_A_STEP * min(MOST_NODES, MOST_STEPS // cost)
        self.total = 0
        self.steps: dict[Hashable, _Entered] = {}
        self.finished: list[Hashable] = []

    def strategy(self, roots: Sequence[Root | None]) -> Strategy:
        """All steps from these roots, each in front of those that it leads to."""
        for root in roots:
            if root is not None:
                self.walk(*root)
        number = {key: place for place, key in enumerate(reversed(self.finished))}
        listed: list[StrategyStep] = []
        for key in watched(reversed(self.finished)):
            position, wins, moves = self.steps[key]
            listed.append(StrategyStep(wins, tuple((move_to_json(position, move), number[to]) for move, to in moves)))
        return Strategy(tuple(None if root is None else number[key_of(root[0])] for root in roots), tuple(listed))

    def walk(self, root: Position, wins: bool) -> None:
        """Enter all that is below a root; with a stack of its own, for games may be long."""
        pending: list[tuple[Hashable, bool, Iterator[Option]]] = []
        entered: Position | None = root
        while entered is not None or pending:
            look()
            key = None if entered is None else key_of(entered)
            if entered is not None and key not in self.steps:
                pending.append((key, not wins, iter(self.enter(key, entered, wins))))
            if not pending:
                return
            key, wins, options = pending[-1]
            _, entered = next(options, (None, None))
            if entered is None:
                self.finished.append(key)
                pending.pop()

    def enter(self, key: Hashable, position: Position, wins: bool) -> list[Option]:
        """Write a position down; the moves that are written for it, and what they lead to."""
        moves = self.winning_move(position) if wins else self.all_moves(position)
        self.total += len(moves)
        self.check_length(len(self.steps) + 1, self.total)
        self.steps[key] = _Entered(position, wins, [(move, key_of(after)) for move, after in moves])
        return moves

    def check_length(self, steps: int, moves: int) -> None:
        if steps > self.most or too_long(steps, moves, self.cost):
            raise TooLarge(f"a strategy would take more than {len(self.steps):,} positions, too many")

    def all_moves(self, position: Position) -> list[Option]:
        """Every move; there may be more of them than can ever be written."""
        found = []
        for move in watched(position.moves()):
            found.append((move, position.after(move)))
            self.check_length(len(self.steps) + 1, self.total + len(found))
        return found

    def winning_move(self, position: Position) -> list[Option]:
        """One winning move; none where the mover wins by having none."""
        near = [(move, position.after(move)) for move in islice(position.moves(), _NEAR)]
        for move, after in near:
            step = self.steps.get(key_of(after))
            if step is not None and not step.wins:
                return [(move, after)]
        if len(near) < 2:  # it needs no proof here that the only move wins: all that follows is proof
            return near
        left: Iterator[Option] | list[Option] = ((move, position.after(move)) for move in position.moves())
        most = 1
        while True:
            undecided = []
            for move, after in left:
                if self.meter.positions >= self.last:
                    raise TooLarge(f"more positions than {_POSITIONS_A_STEP} a step would have to be searched again")
                won = briefly(self.search, after, self.meter, min(most, self.last - self.meter.positions))
                if won is None:
                    undecided.append((move, after))
                elif not won:
                    return [(move, after)]
            if not undecided:
                raise Refuted("no move wins what is said to be won")
            left, most = undecided, _TIMES * most
