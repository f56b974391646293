"""Answers about one member of a family, held against the certificate of the family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.certificates.answer_fields import verified
from lastmove.certificates.certificate import number
from lastmove.core.errors import InputError, Refuted, show_json
from lastmove.families.check import (
    other_fields,
    own_columns,
    reason_of,
    unshown_in_reason,
    unshown_in_reasons,
    walks_checked,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.certificates.answer_fields import CheckedAnswer
    from lastmove.families.check import Checker

_ABOUT = ("family", "game", "play", "weight", "at", "certificate")
_ONE_START = ("start", "outcome", "move", "reason")
_EVERY_START = ("outcomes", "moves", "reasons")
_MOST_STARTS = 20_000


def is_member(answer: Mapping[str, object]) -> bool:
    """Whether an object is an answer of ``lastmove family --at N``."""
    return "family" in answer and "at" in answer


def check_member(answer: Mapping[str, object]) -> CheckedAnswer:
    """Check the answer of ``lastmove family --at N --certificate``: one start with its move, or every start.

    Raises
    ------
    InputError
        If the answer claims nothing or carries no certificate.
    Refuted
        If the certificate does not prove the answer.
    """
    every = "outcomes" in answer
    known, about = (_EVERY_START, "every start") if every else (_ONE_START, "one start")
    not_shown = other_fields(answer, (*_ABOUT, *known), about)
    with walks_checked(answer) as checker:
        n = number(answer.get("at"), "at", below=None)
        if n < checker.family.least:
            raise Refuted(f"at: {n}; the least member of this family has {checker.family.least} columns")
        return (_every_start if every else _one_start)(checker, n, answer, not_shown)


def _one_start(checker: Checker, n: int, answer: Mapping[str, object], not_shown: list[str]) -> CheckedAnswer:
    claimed, family = answer.get("outcome"), checker.family
    if claimed not in ("N", "P"):
        raise InputError("outcome", f"{show_json(claimed)}; there is something to check for N and P only")
    start = number(answer.get("start"), "start", below=family.size(n))
    column, place = family.place(n, start)
    proved = "N" if checker.wins(n, column, place) else "P"
    if proved != claimed:
        raise Refuted(f"the answer is {claimed}, but the certificate proves {proved}")
    claim: dict[str, object] = {"outcome": proved, **own_columns(family)}
    text = f"{proved}: start {start} of {family.described} with n = {n:,}"
    if "move" in answer:
        _check_move(checker, n, start, answer["move"], wins=proved == "N")
        if answer["move"] is not None:
            claim, text = {**claim, "move": "wins"}, f"{text}; the move given wins"
    if "reason" in answer:
        doubtful = [f"reason.{name}" for name in checker.not_least()]
        not_shown = [*doubtful, *unshown_in_reason(answer["reason"], _proved(checker, n)), *not_shown]
    return verified(claim, text, not_shown)


def _proved(checker: Checker, n: int) -> dict[str, object]:
    return reason_of(checker.family.name, n, checker.preperiod, checker.period)


def _check_move(checker: Checker, n: int, start: int, move: object, *, wins: bool) -> None:
    """Refuted if a move does not win, or is null where the player to move wins by a move."""
    moves = checker.moves(n, *checker.family.place(n, start))
    if move is None:
        if wins and next(moves, None) is not None:
            raise Refuted(f"the answer names no move for {start}, and there is one that wins")
        return
    for made, next_wins in moves:
        if isinstance(move, dict) and made == move and all(type(move[name]) is type(made[name]) for name in made):
            if next_wins:
                raise Refuted(f"the move {show_json(move)} of the answer does not win")
            return
    raise Refuted(f"the move {show_json(move)} of the answer is not legal")


def _every_start(checker: Checker, n: int, answer: Mapping[str, object], not_shown: list[str]) -> CheckedAnswer:
    claimed, family = answer["outcomes"], checker.family
    size = family.size(n)
    if size > _MOST_STARTS:
        raise InputError("at", f"{n} has {size:,} starts; accepted: at most {_MOST_STARTS:,}")
    if not isinstance(claimed, dict) or set(claimed) != set(map(str, range(size))):
        raise Refuted("the outcomes are not those of the starts of this member")
    moves = answer.get("moves", {})
    if not isinstance(moves, dict) or not set(moves) <= set(claimed):
        raise Refuted("the moves are not those of the starts of this member")
    counts, unknown = {"N": 0, "P": 0}, 0
    for start in range(size):
        said = claimed[str(start)]
        if said == "unknown":
            unknown += 1
            if moves.get(str(start)) is not None:
                raise Refuted(f"{start} is said to be unknown, and has a move")
            continue
        proved = "N" if checker.wins(n, *family.place(n, start)) else "P"
        if said != proved:
            raise Refuted(f"{start} is said to be {show_json(said)}, but the certificate proves {proved}")
        if str(start) in moves:
            _check_move(checker, n, start, moves[str(start)], wins=proved == "N")
        counts[proved] += 1
    if unknown == size:
        raise InputError("outcomes", "nothing is claimed, so there is nothing to check")
    if "reasons" in answer:
        unshown = unshown_in_reasons(answer["reasons"], _proved(checker, n), size - unknown, unknown)
        not_shown = [*(f"reasons.{name}" for name in checker.not_least()), *unshown, *not_shown]
    shown = f"{size - unknown:,} of {size:,}" if unknown else f"all {size:,}"
    text = f"{shown} starts of {family.described} with n = {n:,}"
    return verified({"counts": counts, **own_columns(family)}, text, not_shown)
