"""Evidence for answers: theorems are checked before they answer, and searches are written out as strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.strategy import Step, Strategy, too_long
from lastmove.certificates.untrusted import move_cost
from lastmove.core.errors import InternalError, Refuted, TooLarge, show
from lastmove.core.position import key_of, move_to_json
from lastmove.games.base import Game
from lastmove.theory.statement import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Play
    from lastmove.core.position import Move, Position
    from lastmove.search.exact import ExactSearch
    from lastmove.search.plain import PlainSearch
    from lastmove.theory.statement import BoardVerdict, Theorem, Verdict

__all__ = ["Proof", "checked", "checked_board", "strategy"]


class Proof(NamedTuple):
    """The evidence for an answer, or why there is none."""

    certificate: Certificate | None
    note: str = ""


def checked(theorem: Theorem, verdict: Verdict, position: Position, play: Play) -> Proof:
    """The evidence for what a theorem says of a position, after it has been checked.

    Raises
    ------
    InternalError
        If it does not prove the verdict: then the theorem, its code or its check is wrong, and nothing is answered.
    """
    if verdict.certificate is None:
        raise _failed(theorem, position, play, "there is none")
    try:
        certificate = verdict.certificate()
        found = certificate.outcome(position, play)
    except TooLarge as error:
        return Proof(None, str(error))
    except Refuted as error:
        raise _failed(theorem, position, play, str(error)) from error
    if found.wins != verdict.wins:
        raise _failed(theorem, position, play, f"it proves {_name(found.wins)}, not {_name(verdict.wins)}")
    return Proof(certificate)


def checked_board(theorem: Theorem, said: BoardVerdict, needed: bytes, board: Any, play: Play) -> Proof:
    """The same for the starts of a board for which ``needed`` has a 1."""
    try:
        certificate = said.certificate(needed)
        codes = certificate.outcomes(board, play)
    except TooLarge as error:
        return Proof(None, str(error))
    except Refuted as error:
        raise _failed(theorem, board, play, str(error)) from error
    if codes != said.codes:
        for number, wanted in enumerate(needed):
            if wanted and codes[number] != said.codes[number]:
                problem = "it does not show" if codes[number] == UNDECIDED else "it shows the opposite of"
                start = show(board.starts()[number])
                raise _failed(theorem, board, play, f"{problem} what is said of start {start}")
    return Proof(certificate)


def _failed(theorem: Theorem, position: object, play: Play, problem: str) -> InternalError:
    where = f"{theorem.statement.key} on {position!r}, {play.value} play"
    return InternalError(f"the evidence of {where} fails its check: {problem}. Please report this.")


def _name(wins: bool) -> str:
    return "N" if wins else "P"


def strategy(search: ExactSearch | PlainSearch, roots: Sequence[Position | None]) -> Proof:
    """What a search has found, as a strategy from some positions with one shared numbering.

    Parameters
    ----------
    search
        A search that has decided the roots.
    roots
        The positions; ``None`` for starts that need no strategy.
    """
    if not all(root is None or isinstance(root, Game) for root in roots):
        return Proof(None, "only registered games can be written as strategies")
    steps: dict[Hashable, tuple[Position, bool, list[Move]]] = {}
    finished: list[Hashable] = []
    total, cost = 0, max((move_cost(root) for root in roots if root is not None), default=0)
    for root in roots:
        pending: list[tuple[Hashable, Iterator[Position]]] = []
        entered: Position | None = root
        while entered is not None or pending:
            if entered is not None:
                key = key_of(entered)
                if key not in steps:
                    moves = _moves(search, entered)
                    total += len(moves)
                    if too_long(len(steps) + 1, total, cost):
                        return Proof(None, f"a strategy would take more than {len(steps):,} positions, too many")
                    steps[key] = entered, search.wins(entered), moves
                    pending.append((key, map(entered.after, moves)))
            entered = next(pending[-1][1], None) if pending else None
            if entered is None and pending:
                finished.append(pending.pop()[0])
    number = {key: place for place, key in enumerate(reversed(finished))}
    listed: list[Step] = []
    for key in reversed(finished):
        position, wins, moves = steps[key]
        listed.append(Step(wins, tuple((move_to_json(position, m), number[key_of(position.after(m))]) for m in moves)))
    return Proof(Strategy(tuple(None if root is None else number[key_of(root)] for root in roots), tuple(listed)))


def _moves(search: ExactSearch | PlainSearch, position: Position) -> list[Move]:
    """One winning move, or all moves where none wins (also where the mover wins by having none)."""
    if not search.wins(position):
        return list(position.moves())
    return [next(m for m in position.moves() if not search.wins(position.after(m)))] if _can_move(position) else []


def _can_move(position: Position) -> bool:
    return next(iter(position.moves()), None) is not None
