"""Evidence for answers, checked before anything is said: of theorems, and of searches, written out as strategies."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, InternalError, LimitReached, Refuted, TooLarge, show
from lastmove.core.play import UNDECIDED, WINS
from lastmove.notation.json import position_to_json
from lastmove.search.exact import ExactSearch
from lastmove.solver.strategies import written_out
from lastmove.theorems.statement import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Position
    from lastmove.search.plain import PlainSearch
    from lastmove.theorems.statement import Theorem

    Source = Theorem | str

SHORT = 500
"""Strategies of so many positions are written for sums too; longer ones only where bags do not do."""


def checked(verdict: Verdict, source: Source, position: Position, play: Play) -> Verdict:
    """The door through which every answer goes: its evidence is made, and checked as ``lastmove check`` would.

    Evidence that is too large to be checked is left out, and a note says so. A theorem is given as the reason.

    Raises
    ------
    InternalError
        If it does not prove who wins: then the theorem, the search or the check is wrong, and nothing is answered.
    """
    wins, move, why, winning = verdict.wins, verdict.move, verdict.why, verdict.winning
    reason = verdict.reason if isinstance(source, str) else source.statement.reason(why)
    proof, note = None, ""
    try:
        if verdict.certificate is None:
            raise Refuted("there is none; what is proved has a certificate")
        proof = verdict.certificate()
        shown = proof.outcome(position, play).wins
    except TooLarge as error:
        proof, note, shown = None, str(error), wins
    except Refuted as error:
        raise _failed(source, position, play, str(error)) from error
    if shown != wins:
        raise _failed(source, position, play, f"it proves {_name(shown)}, not {_name(wins)}")
    return Verdict(wins, move, why, winning, reason=reason, listed=verdict.listed, proof=proof, note=note)


def checked_board(
    evidence: Callable[[], Certificate], source: Source, board: Any, play: Play, said: bytes, needed: bytes
) -> tuple[Certificate | None, str]:
    """The same for what is said of those starts of a board for which ``needed`` has a 1: the evidence, or a note."""
    try:
        certificate = evidence()
        codes = certificate.outcomes(board, play)
    except TooLarge as error:
        return None, str(error)
    except Refuted as error:
        raise _failed(source, board, play, str(error)) from error
    if codes != said:
        for number, wanted in enumerate(needed):
            if wanted and codes[number] != said[number]:
                problem = "it does not show" if codes[number] == UNDECIDED else "it shows the opposite of"
                start = show(board.starts()[number])
                raise _failed(source, board, play, f"{problem} what is said of start {start}")
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


def _failed(source: Source, position: object, play: Play, problem: str) -> InternalError:
    name = source if isinstance(source, str) else source.statement.key
    where = f"{name} on {position!r}, {play.value} play"
    return InternalError(f"the evidence of {where} fails its check: {problem}. Please report this.")


def _name(wins: bool) -> str:
    return "N" if wins else "P"
