"""An answer held against its certificate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lastmove.certificates.answer_fields import (
    CheckedAnswer,
    legal_move,
    unshown_of_board,
    unshown_of_formula,
    unshown_of_position,
    verified,
)
from lastmove.certificates.certificate import shown_after
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import InputError, Refuted, show, show_json
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play, check_problem
from lastmove.core.position import start_to_json
from lastmove.games.base import Game
from lastmove.notation.formula import EXISTS
from lastmove.notation.json import parse

if TYPE_CHECKING:
    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Problem
    from lastmove.notation.formula import Formula

_CODES = {"N": WINS, "P": LOSES}


def check_answer(problem: Problem, answer: Mapping[str, object]) -> CheckedAnswer:
    """Check an answer by its certificate alone.

    Parameters
    ----------
    problem
        The position, or the board if the answer has ``outcomes``, and the convention.
    answer
        The answer object; nothing in it is trusted. What the certificate does not show is named in ``not_shown``.

    Raises
    ------
    InputError
        If the answer claims nothing or carries no certificate.
    Refuted
        If the certificate does not prove the answer.
    """
    check_problem(problem)
    if not isinstance(answer, Mapping):
        raise InputError("answer", f"{show_json(answer)}; accepted: the JSON object of an answer")
    outcome = answer.get("outcome")
    if "outcomes" not in answer and outcome not in ("N", "P"):
        raise InputError("answer.outcome", f"{show_json(outcome)}; there is something to check for N and P only")
    if answer.get("certificate") is None:
        raise InputError("answer.certificate", "missing; `lastmove solve --certificate` writes one")
    if "outcomes" in answer:
        return _check_board(problem, answer)
    position: Any = problem.position
    if getattr(position, "is_board", False):
        raise InputError("start", "missing; an answer with 'outcome' is for one start")
    _check_position(problem, answer.get("position"))
    certificate = certificate_from_json(answer["certificate"])
    found = certificate.outcome(position, problem.play)
    proved = "N" if found.wins else "P"
    if proved != outcome:
        raise Refuted(f"the answer is {outcome}, but the certificate proves {proved}: {found.text}")
    claim: dict[str, object] = {"outcome": proved}
    text = f"{proved}: {found.text}"
    not_shown = unshown_of_position(position, problem.play, answer, wins=found.wins)
    if answer.get("move") is not None:
        move, said = _check_move(problem, answer, certificate, wins=found.wins)
        claim, text = {**claim, "move": "not shown" if "move" in move else "wins"}, f"{text}; {said}"
        not_shown = [name for name in answer if name in move or name in not_shown]
    return verified(claim, text, not_shown)


def check_truth(formula: Formula, answer: Mapping[str, object]) -> CheckedAnswer:
    """Check the truth of a formula by the certificate alone, as :func:`check_answer` does for positions.

    Of an assignment it is checked that it can be one: a value for each variable of the outermost block, whose owner
    gets what he wants. That it works is not shown; put it into the formula and ask again.
    """
    if answer.get("certificate") is None:
        raise InputError("answer.certificate", "missing; `lastmove solve --certificate` writes one")
    claimed = answer.get("true")
    if not isinstance(claimed, bool):
        raise InputError("answer.true", f"{show_json(claimed)}; there is something to check for true and false only")
    certificate = certificate_from_json(answer["certificate"])
    if certificate.kind != "reduction":
        raise Refuted(f"a certificate of kind {certificate.kind!r} speaks of positions, and this is a formula")
    found = certificate.outcome(formula, Play.NORMAL)
    if found.wins != claimed:
        raise Refuted(f"the answer is {show_json(claimed)}, but the certificate proves the opposite: {found.text}")
    text = f"{show_json(claimed)}: {found.text}"
    claim: dict[str, object] = {"true": claimed}
    if answer.get("assignment") is not None:
        _check_assignment(formula, answer["assignment"], truth=claimed)
        claim, text = {**claim, "assignment": "not shown"}, f"{text}; the assignment is not shown to work"
    return verified(claim, text, unshown_of_formula(answer))


def _check_position(problem: Problem, own: object) -> None:
    """Refuted if the position that an answer carries is another one than the one it is checked for."""
    if own is None:
        return
    try:
        same = isinstance(own, dict) and parse(own) == problem
    except InputError as error:
        raise error.inside("answer.position") from None
    if not same:
        raise Refuted("the answer carries another position than the one that it is checked for")


def _check_assignment(formula: Formula, given: object, *, truth: bool) -> None:
    """Refuted if this cannot be the assignment of a formula with this truth."""
    block = formula.outermost
    variables = {str(variable) for variable in block.variables} if block is not None else set()
    owner_wins = truth if block is None else truth == (block.quantifier == EXISTS)
    fits = isinstance(given, dict) and set(given) == variables and all(type(each) is bool for each in given.values())
    if not fits or not owner_wins:
        raise Refuted(f"assignment: {show_json(given)}; it is no assignment of the outermost block")


def _check_move(
    problem: Problem, answer: Mapping[str, object], certificate: Certificate, *, wins: bool
) -> tuple[set[str], str]:
    """What of a move and its certificate is not shown, and what is known of it; Refuted if it is illegal or loses."""
    position: Any = problem.position
    if not wins or not isinstance(position, Game):
        raise Refuted("the answer names a winning move, and there is none")
    move, evidence = legal_move(position, answer["move"]), answer.get("move_certificate")
    found = shown_after(certificate, position, problem.play, move)
    if found is None and evidence is not None:
        found, evidence = certificate_from_json(evidence).outcome(position.after(move), problem.play), None
    if found is None:
        return {"move"}, "the move given is legal, but it is not shown that it wins"
    if found.wins:
        raise Refuted(f"the move of the answer does not win: {found.text}")
    return set() if evidence is None else {"move_certificate"}, f"the move given wins: {found.text}"


def _check_board(problem: Problem, answer: Mapping[str, object]) -> CheckedAnswer:
    claimed, board = answer["outcomes"], problem.position
    if not isinstance(claimed, dict):
        raise InputError("answer.outcomes", f"{show_json(claimed)}; accepted: an object")
    if not isinstance(board, Game):
        raise InputError("position", "a board of a registered game is needed")
    _check_position(problem, answer.get("position"))
    names = [start_to_json(start) for start in board.starts()]
    if claimed.keys() != set(names):
        raise Refuted("the outcomes are not those of the starts of this board")
    codes = certificate_from_json(answer["certificate"]).outcomes(board, problem.play)
    shown = 0
    for name, code in zip(names, watched(codes, 256), strict=True):
        outcome = claimed[name]
        if outcome == "unknown":
            continue
        if not isinstance(outcome, str) or outcome not in _CODES:
            raise InputError("answer.outcomes", f"{show_json(outcome)}; accepted: N, P, unknown")
        if code == UNDECIDED:
            raise Refuted(f"the certificate does not show the outcome of {show(name)}")
        if code != _CODES[outcome]:
            raise Refuted(f"{show(name)} is said to be {outcome}, but the certificate proves the opposite")
        shown += 1
    if not shown:
        raise InputError("answer.outcomes", "nothing is claimed, so there is nothing to check")
    counts = {outcome: sum(value == outcome for value in claimed.values()) for outcome in ("N", "P")}
    several = "1 start" if shown == 1 else f"{shown:,} starts"
    text = f"the outcomes of {several}: {counts['N']:,} N and {counts['P']:,} P"
    return verified({"counts": counts}, text, unshown_of_board(board, names, claimed, answer))
