"""Evidence for answers, checked before anything is said: of theorems, and of searches, written out as strategies."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, InternalError, LimitReached, Refuted, TooLarge, show
from lastmove.core.limits import stopping_at_limits
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
    from lastmove.theorems.statement import BoardVerdict, Opinion, Theorem

SHORT = 500
"""Strategies of so many positions are written for sums too; longer ones only where bags do not do."""


class Proof(NamedTuple):
    """The evidence for an answer, or why there is none; ``stopped_by`` names the limit that was spent, if one was."""

    certificate: Certificate | None
    note: str = ""
    stopped_by: str | None = None


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
    meter = meter or search.meter
    return _admitted(lambda: _evidence(search, position, wins, meter), "the search", position, search.play, wins=wins)


def searched_board(
    search: ExactSearch | PlainSearch, board: Any, codes: bytes, needed: bytes, meter: Meter | None = None
) -> Proof:
    """The same for the starts of a board for which ``needed`` has a 1: one strategy with a shared numbering."""
    unwritten = _why_unwritten(board)
    if unwritten:
        return Proof(None, unwritten)
    starts = board.starts()
    roots = [
        (board.at(start), code == WINS) if wanted else None
        for start, code, wanted in zip(starts, codes, needed, strict=True)
    ]
    made = partial(written_out, search, roots, meter or search.meter)
    return _admitted_board(made, "the search", board, search.play, codes, needed)


def of_parts(evidence: Certificate, position: Position, play: Play, *, wins: bool) -> Proof:
    """The parts of a board as evidence for one position, after it has been checked."""
    return _admitted(lambda: evidence, "the parts", position, play, wins=wins)


def of_parts_of_board(evidence: Certificate, board: Any, play: Play, codes: bytes, needed: bytes) -> Proof:
    """The same for the starts of a board for which ``needed`` has a 1."""
    return _admitted_board(lambda: evidence, "the parts", board, play, codes, needed)


def within_limits(prove: Callable[[], Proof], meter: Meter) -> Proof:
    """What proves an answer, or the limit that was spent before that was found: the answer stands without it."""
    try:
        with stopping_at_limits(meter):
            meter.check()
            return prove()
    except LimitReached as stop:
        spent = f"the {stop.limit} limit was reached"
        said = {"interrupt": "it was interrupted", "cancel": "it was cancelled"}.get(stop.limit, spent)
        return Proof(None, f"{said} before evidence was found", stop.limit)


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


def _evidence(search: ExactSearch | PlainSearch, position: Position, wins: bool, meter: Meter) -> Certificate:
    """A strategy if that is short; of a sum otherwise the lost bags of components, for there are far fewer of them."""
    if isinstance(search, ExactSearch) and search.bags_of(position) is not None:
        with suppress(TooLarge):
            return written_out(search, [(position, wins)], meter, most=SHORT)
        bags = search.bags_of(position, meter)  # again: it searches under the meter of the last question
        assert bags is not None
        with suppress(TooLarge):
            return bags.certificate(position)
    return written_out(search, [(position, wins)], meter)
