"""Evidence for answers, checked before anything is said: of theorems, and of searches, written out as strategies."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.strategy import Step, Strategy, too_long
from lastmove.certificates.untrusted import move_cost
from lastmove.core.errors import InputError, InternalError, Refuted, TooLarge, show
from lastmove.core.limits import look, watched
from lastmove.core.position import key_of, move_to_json
from lastmove.games.notation import position_to_json
from lastmove.search.exact import ExactSearch
from lastmove.theory.statement import UNDECIDED, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Move, Position
    from lastmove.search.plain import PlainSearch
    from lastmove.theory.statement import BoardVerdict, Opinion, Theorem

__all__ = ["Proof", "checked", "checked_board", "of_parts", "of_parts_of_board", "searched", "searched_board"]


SHORT = 500
"""Strategies of so many positions are written for sums too; longer ones only where bags do not do."""


class Proof(NamedTuple):
    """The evidence for an answer, or why there is none."""

    certificate: Certificate | None
    note: str = ""


def checked(theorem: Theorem, verdict: Opinion, position: Position, play: Play) -> Proof:
    """The evidence for what a theorem says of a position, after it has been checked.

    Raises
    ------
    InternalError
        If it does not prove the verdict: then the theorem, its code or its check is wrong, and nothing is answered.
    """
    key = theorem.statement.key
    if not isinstance(verdict, Verdict):
        raise _failed(key, position, play, "there is none; what is proved gives a Verdict")
    return _admitted(verdict.certificate, key, position, play, wins=verdict.wins)


def checked_board(theorem: Theorem, said: BoardVerdict, needed: bytes, board: Any, play: Play) -> Proof:
    """The same for the starts of a board for which ``needed`` has a 1."""
    return _admitted_board(
        lambda: said.certificate(needed, board), theorem.statement.key, board, play, said.codes, needed
    )


def searched(search: ExactSearch | PlainSearch, position: Position, *, wins: bool, meter: Meter | None = None) -> Proof:
    """What a search has found of a position as a strategy, after it has been checked.

    ``meter`` is what may be spent on positions that the search left out; the search's own by default.

    Raises
    ------
    InternalError
        If it does not prove who wins: then the search or the check is wrong.
    """
    unwritten = _why_unwritten(position)
    if unwritten:
        return Proof(None, unwritten)
    return _admitted(lambda: _evidence(search, position, meter), "the search", position, search.play, wins=wins)


def searched_board(
    search: ExactSearch | PlainSearch, board: Any, codes: bytes, needed: bytes, meter: Meter | None = None
) -> Proof:
    """The same for the starts of a board for which ``needed`` has a 1: one strategy with a shared numbering."""
    unwritten = _why_unwritten(board)
    if unwritten:
        return Proof(None, unwritten)
    starts = board.starts()
    roots = [board.at(starts[number]) if wanted else None for number, wanted in enumerate(needed)]
    return _admitted_board(lambda: _strategy(search, roots, meter), "the search", board, search.play, codes, needed)


def of_parts(evidence: Certificate, position: Position, play: Play, *, wins: bool) -> Proof:
    """The parts of a board as evidence for one position, after it has been checked."""
    return _admitted(lambda: evidence, "the parts", position, play, wins=wins)


def of_parts_of_board(evidence: Certificate, board: Any, play: Play, codes: bytes, needed: bytes) -> Proof:
    """The same for the starts of a board for which ``needed`` has a 1."""
    return _admitted_board(lambda: evidence, "the parts", board, play, codes, needed)


def _why_unwritten(position: Position) -> str:
    """Why moves below a position cannot be written and read again; empty if they can."""
    try:
        position_to_json(position)
    except InputError as error:
        return f"only what has a JSON form can be written as a strategy ({error})"
    return ""


def _admitted(evidence: Callable[[], Certificate], source: str, position: Position, play: Play, *, wins: bool) -> Proof:
    """The door through which all evidence for one position goes: it is checked as ``lastmove check`` would."""
    try:
        certificate = evidence()
        found = certificate.outcome(position, play)
    except TooLarge as error:
        return Proof(None, str(error))
    except Refuted as error:
        raise _failed(source, position, play, str(error)) from error
    if found.wins != wins:
        raise _failed(source, position, play, f"it proves {_name(found.wins)}, not {_name(wins)}")
    return Proof(certificate)


def _admitted_board(
    evidence: Callable[[], Certificate], source: str, board: Any, play: Play, said: bytes, needed: bytes
) -> Proof:
    """The same for what is said of those starts of a board for which ``needed`` has a 1."""
    try:
        certificate = evidence()
        codes = certificate.outcomes(board, play)
    except TooLarge as error:
        return Proof(None, str(error))
    except Refuted as error:
        raise _failed(source, board, play, str(error)) from error
    if codes != said:
        for number, wanted in enumerate(needed):
            if wanted and codes[number] != said[number]:
                problem = "it does not show" if codes[number] == UNDECIDED else "it shows the opposite of"
                start = show(board.starts()[number])
                raise _failed(source, board, play, f"{problem} what is said of start {start}")
    return Proof(certificate)


def _failed(source: str, position: object, play: Play, problem: str) -> InternalError:
    where = f"{source} on {position!r}, {play.value} play"
    return InternalError(f"the evidence of {where} fails its check: {problem}. Please report this.")


def _name(wins: bool) -> str:
    return "N" if wins else "P"


def _evidence(search: ExactSearch | PlainSearch, position: Position, meter: Meter | None) -> Certificate:
    """A strategy if that is short; of a sum otherwise the lost bags of components, for there are far fewer of them."""
    bags = search.bags_of(position, meter) if isinstance(search, ExactSearch) else None
    if bags is not None:
        with suppress(TooLarge):
            return _strategy(search, [position], meter, most=SHORT)
        with suppress(TooLarge):
            return bags.certificate(position)
    return _strategy(search, [position], meter)


def _strategy(
    search: ExactSearch | PlainSearch,
    roots: Sequence[Position | None],
    meter: Meter | None = None,
    *,
    most: int | None = None,
) -> Strategy:
    """What a search has found, as a strategy from some positions with one shared numbering.

    Parameters
    ----------
    search
        A search that has decided the roots.
    roots
        The positions, all below one start or on one board; ``None`` for starts that need no strategy.
    meter
        What may be spent on positions that the search left out; the search's own by default.
    most
        The most steps it may have; as many as can be read by default.

    Raises
    ------
    TooLarge
        If it would not be read.
    """
    steps: dict[Hashable, tuple[Position, bool, list[Move]]] = {}
    finished: list[Hashable] = []
    total, cost = 0, max((move_cost(root) for root in roots if root is not None), default=0)
    for root in roots:
        pending: list[tuple[Hashable, Iterator[Position]]] = []
        entered: Position | None = root
        while entered is not None or pending:
            look()
            if entered is not None:
                key = key_of(entered)
                if key not in steps:
                    moves = _moves(search, entered, meter)
                    total += len(moves)
                    if too_long(len(steps) + 1, total, cost) or len(steps) == most:
                        raise TooLarge(f"a strategy would take more than {len(steps):,} positions, too many")
                    steps[key] = entered, search.wins(entered, meter), moves
                    pending.append((key, map(entered.after, moves)))
            entered = next(pending[-1][1], None) if pending else None
            if entered is None and pending:
                finished.append(pending.pop()[0])
    number = {key: place for place, key in enumerate(reversed(finished))}
    listed: list[Step] = []
    for key in watched(reversed(finished)):
        position, wins, moves = steps[key]
        listed.append(Step(wins, tuple((move_to_json(position, m), number[key_of(position.after(m))]) for m in moves)))
    return Strategy(tuple(None if root is None else number[key_of(root)] for root in roots), tuple(listed))


def _moves(search: ExactSearch | PlainSearch, position: Position, meter: Meter | None) -> list[Move]:
    """One winning move, or all moves where none wins (also where the mover wins by having none)."""
    if not search.wins(position, meter):
        return list(position.moves())
    if next(iter(position.moves()), None) is None:
        return []
    for move in position.moves():
        if not search.wins(position.after(move), meter):
            return [move]
    raise _failed("the search", position, search.play, "no move wins what is said to be won")
