"""Answers about one member of a family, held against the certificate of the family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.certificates.answers import Verified
from lastmove.certificates.family_proof import walks_checked
from lastmove.certificates.untrusted import number
from lastmove.core.errors import InputError, Refuted, show_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.certificates.family_proof import FamilyChecker

__all__ = ["check_member", "is_member"]

_MOST_STARTS = 20_000


def is_member(answer: Mapping[str, object]) -> bool:
    """Whether an object is an answer of ``lastmove family --at N``."""
    return "family" in answer and "at" in answer


def check_member(answer: Mapping[str, object]) -> Verified:
    """Check the answer of ``lastmove family --at N --certificate``: one start with its move, or every start.

    Raises
    ------
    InputError
        If the answer claims nothing or carries no certificate.
    Refuted
        If the certificate does not prove the answer.
    """
    with walks_checked(answer) as checker:
        n = number(answer.get("at"), "at")
        if n < checker.family.least:
            raise Refuted(f"at: {n}; the least member of this family has {checker.family.least} columns")
        if "outcomes" in answer:
            return _every_start(checker, n, answer)
        return _one_start(checker, n, answer)


def _one_start(checker: FamilyChecker, n: int, answer: Mapping[str, object]) -> Verified:
    claimed, family = answer.get("outcome"), checker.family
    if claimed not in ("N", "P"):
        raise InputError("outcome", f"{show_json(claimed)}; there is something to check for N and P only")
    start = number(answer.get("start"), "start", below=family.size(n))
    column, place = family.place(n, start)
    proved = "N" if checker.wins(n, column, place) else "P"
    if proved != claimed:
        raise Refuted(f"the answer is {claimed}, but the certificate proves {proved}")
    text = f"{proved}: start {start} of {family.name} with n = {n:,}"
    move = answer.get("move")
    if move is None:
        return Verified({"outcome": proved}, text)
    _check_move(checker, n, column, place, move)
    return Verified({"outcome": proved, "move": "wins"}, f"{text}; the move given wins")


def _check_move(checker: FamilyChecker, n: int, column: int, place: int, move: object) -> None:
    after = checker.after(n, column, place, move)
    if after is None:
        raise Refuted(f"the move {show_json(move)} of the answer is not legal")
    if after:
        raise Refuted(f"the move {show_json(move)} of the answer does not win")


def _every_start(checker: FamilyChecker, n: int, answer: Mapping[str, object]) -> Verified:
    claimed, family = answer["outcomes"], checker.family
    size = family.size(n)
    if size > _MOST_STARTS:
        raise InputError("at", f"{n} has {size:,} starts; accepted: at most {_MOST_STARTS:,}")
    if not isinstance(claimed, dict) or set(claimed) != set(map(str, range(size))):
        raise Refuted("the outcomes are not those of the starts of this member")
    moves = answer.get("moves", {})
    if not isinstance(moves, dict) or not set(moves) <= set(claimed):
        raise Refuted("the moves are not those of the starts of this member")
    counts = {"N": 0, "P": 0}
    for start in range(size):
        column, place = family.place(n, start)
        proved = "N" if checker.wins(n, column, place) else "P"
        if claimed[str(start)] != proved:
            raise Refuted(
                f"{start} is said to be {show_json(claimed[str(start)])}, but the certificate proves {proved}"
            )
        if moves.get(str(start)) is not None:
            _check_move(checker, n, column, place, moves[str(start)])
        counts[proved] += 1
    return Verified({"counts": counts}, f"all {size:,} starts of {family.name} with n = {n:,}")
