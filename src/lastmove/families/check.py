"""Answers of ``lastmove family`` about all members, one member or one start, held against their certificate.

An answer that claims nothing, or carries no certificate, is an InputError. A field that the proof contradicts is
Refuted. Four things cannot be shown, and the verdict names those that are there:
that more types were met than the proof needs, that a period of halves is the least, how a limit was spent, and words
and fields that the check does not know.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lastmove.certificates.answer_fields import CheckedAnswer, unknown_fields, verified
from lastmove.certificates.certificate import array, kind_and_body, number
from lastmove.core.errors import InputError, Refuted, TooLarge, show_json
from lastmove.core.limits import deep_calls
from lastmove.families import MOST_CHECKED_ROWS, MOST_CHECKED_STARTS, MOST_WEIGHT
from lastmove.families.check_halves import HalvedFamilyProof, HalvesChecker
from lastmove.families.check_matchings import MatchedFamilyProof
from lastmove.families.check_rings import RingChecker, RingFamilyProof
from lastmove.families.check_types import FamilyChecker, FamilyProof
from lastmove.parts.cores import CORES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from lastmove.families.columns import Columns

_ALL = {
    *("weight", "weights", "at", "start", "status", "preperiod", "period", "types", "n_starts", "automaton", "reached"),
    *("outcome", "move", "reason", "outcomes", "moves", "reasons"),
}
"""What answers of ``lastmove family`` state; no answer has all of it."""

Reason = dict[str, object]


def own_columns(family: Columns) -> dict[str, object]:
    """What a verdict says of a family whose name is somebody's own, and tells nothing about its columns."""
    return {"own_columns": True} if family.is_own else {}


def other_fields(
    answer: Mapping[str, object], known: Collection[str], about: str, elsewhere: Collection[str] = _ALL
) -> list[str]:
    """The fields that the check does not know; Refuted for one that only another kind of answer has."""
    return unknown_fields(answer, known, elsewhere, about)


def check_types(answer: Mapping[str, object], needed: int) -> list[str]:
    """Hold the number of types against those that the proof needs; more may have been met, and that is not shown."""
    if "types" not in answer:
        return []
    met = number(answer["types"], "types")
    if met < needed:
        raise Refuted(f"types: {met}, but the proof needs {needed}")
    return ["types"] if met > needed else []


def reason_of(family: str, n: int, preperiod: int, period: int) -> Reason:
    """Why the answers for the member with n columns hold: the types of its parts come back.

    >>> reason_of("path:n", 7, 1, 2)["text"]
    'the types of its parts have period 2 from n = 1 on'
    """
    text = f"the types of its parts have period {period} from n = {preperiod} on"
    return {"kind": "family", "family": family, "n": n, "preperiod": preperiod, "period": period, "text": text}


def unshown_in_reason(given: object, proved: Reason, name: str = "reason") -> list[str]:
    """What a reason states and the proof does not show; Refuted if it states something else than is proved.

    The text is not compared for that: later versions may say the same in other words.
    """
    if not isinstance(given, dict):
        raise Refuted(f"{name}: {show_json(given)}; accepted: an object")
    for field, value in proved.items():
        if field != "text" and (given.get(field) != value or type(given[field]) is not type(value)):
            raise Refuted(f"{name}: {field} is {show_json(given.get(field))}, but the certificate proves {value}")
    return [f"{name}.{field}" for field in given if field not in proved or given[field] != proved[field]]


def unshown_in_reasons(given: object, proved: Reason, decided: int, unknown: int) -> list[str]:
    """The same for the reasons of every start: one for those that are decided, one for those that are not."""
    counts = {"family": decided, "limit": unknown}
    not_shown: list[str] = []
    for raw in array(given, "reasons"):
        reason: Any = raw if isinstance(raw, dict) else {}
        count = counts.pop(kind, 0) if isinstance(kind := reason.get("kind"), str) else 0
        if not count or reason.get("count") != count or type(reason["count"]) is not int:
            raise Refuted(f"reasons: {show_json(raw)}; there are {decided:,} starts decided, and {unknown:,} unknown")
        if kind == "limit":
            not_shown.append("reasons.limit")
        else:
            not_shown += unshown_in_reason(raw, {**proved, "count": count}, "reasons")
    return not_shown


_KNOWN = (
    "family",
    "game",
    "play",
    "weight",
    "status",
    "preperiod",
    "period",
    "types",
    "n_starts",
    "certificate",
)


Proof = FamilyProof | MatchedFamilyProof | HalvedFamilyProof | RingFamilyProof

Checker = FamilyChecker | HalvesChecker | RingChecker
"""What answers about a family are held against, once its walks are checked."""

KINDS: dict[str, type[Proof]] = {
    proof.kind: proof for proof in (FamilyProof, MatchedFamilyProof, HalvedFamilyProof, RingFamilyProof)
}


def _read(raw: object) -> Proof:
    """The proof that a ``certificate`` object holds; Refuted if it has the wrong form."""
    kind, body = kind_and_body(raw, KINDS)
    return KINDS[kind].read(body)


def is_family(answer: Mapping[str, object]) -> bool:
    """Whether an object is an answer of ``lastmove family``."""
    return "family" in answer and "n_starts" in answer


def check_family(answer: Mapping[str, object]) -> CheckedAnswer:
    """Check the answer of ``lastmove family --certificate`` by its certificate alone."""
    if answer.get("certificate") is not None and answer.get("status") != "proved":
        raise InputError("status", f"{show_json(answer.get('status'))}; there is something to check for proved only")
    unknown_fields = other_fields(answer, _KNOWN, "a family")
    with walks_checked(answer) as checker:
        return _check_claims(checker, answer, unknown_fields)


def _check_claims(checker: Checker, answer: Mapping[str, object], unknown_fields: list[str]) -> CheckedAnswer:
    """Preperiod, period, the number of types and the numbers of winning starts."""
    preperiod, period = checker.preperiod, checker.period
    for name, proved in (("preperiod", preperiod), ("period", period)):
        if answer.get(name) != proved or type(answer[name]) is not int:
            raise Refuted(f"{name}: {show_json(answer.get(name))}, but the certificate proves {proved}")
    family, needed = checker.family, checker.needed()
    not_shown = [*checker.not_least(), *check_types(answer, needed), *unknown_fields]
    said = ("columns of this family", "the certificate proves")
    most = MOST_CHECKED_ROWS
    check_counts(answer.get("n_starts"), checker.winners, least=family.least, digits=4, most=most, said=said)
    text = f"{family.described}: {needed:,} types; the period of the types is {period} from n = {preperiod} on"
    claim = {"family": family.name, **own_columns(family), "preperiod": preperiod, "period": period}
    return verified(claim, text, not_shown)


def check_counts(
    claimed: object, winners: Callable[[int], int], *, least: int, digits: int, most: int, said: tuple[str, str]
) -> None:
    """Refuted if a number of winning starts is another: for at most so many n, from the least on, of so many digits.

    ``said`` tells what an n is not that is none, and what knows the true number.
    """
    if not isinstance(claimed, dict) or len(claimed) > most:
        raise Refuted(f"n_starts: accepted: an object with at most {most} numbers")
    for text, count in claimed.items():
        if not (re.fullmatch(f"[1-9][0-9]{{0,{digits - 1}}}", text, re.ASCII) and int(text) >= least):
            raise Refuted(f"n_starts: {show_json(text)} is no number of {said[0]}")
        found = winners(int(text))
        if found != count or type(count) is not int:
            raise Refuted(f"n_starts: {show_json(count)} for n = {text}, but {said[1]} {found}")


@contextmanager
def walks_checked(answer: Mapping[str, object]) -> Iterator[Checker]:
    """The checker of an answer about a family or one of its members, once every step of its walks is checked."""
    if answer.get("certificate") is None:
        raise InputError("certificate", "missing; `lastmove family --certificate` writes one")
    game, play, weight = answer.get("game"), answer.get("play"), answer.get("weight")
    if not isinstance(game, str) or game not in CORES or play not in ("normal", "misere"):
        raise InputError("game", f"{show_json(game)}, {show_json(play)}; accepted: {', '.join(CORES)}; normal, misere")
    if game.startswith("nimg") != (weight is not None):
        raise InputError("weight", "NimG has a weight, and no other game")
    proof = _read(answer["certificate"])
    if answer.get("family") != proof.family.name:
        named = f"{show_json(answer.get('family'))}, the certificate about {show_json(proof.family.name)}"
        raise Refuted(f"the answer is about {named}")
    weights = () if weight is None else (number(weight, "weight", below=MOST_WEIGHT + 1),) * proof.family.places
    try:
        with deep_calls():
            checker = proof.checker(game, misere=play == "misere", weights=weights)
            checker.check_walks()
            yield checker
    except RecursionError:
        raise TooLarge("the diagrams of this certificate are too deep") from None


_ABOUT = ("family", "game", "play", "weight", "at", "certificate")
_ONE_START = ("start", "outcome", "move", "reason")
_EVERY_START = ("outcomes", "moves", "reasons")


def is_member(answer: Mapping[str, object]) -> bool:
    """Whether an object is an answer of ``lastmove family --at N``."""
    return "family" in answer and "at" in answer


def check_member(answer: Mapping[str, object]) -> CheckedAnswer:
    """Check the answer of ``lastmove family --at N --certificate``: one start with its move, or every start."""
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
        not_shown = [*doubtful, *unshown_in_reason(answer["reason"], _reason(checker, n)), *not_shown]
    return verified(claim, text, not_shown)


def _reason(checker: Checker, n: int) -> dict[str, object]:
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
    if size > MOST_CHECKED_STARTS:
        raise InputError("at", f"{n} has {size:,} starts; accepted: at most {MOST_CHECKED_STARTS:,}")
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
        unshown = unshown_in_reasons(answer["reasons"], _reason(checker, n), size - unknown, unknown)
        not_shown = [*(f"reasons.{name}" for name in checker.not_least()), *unshown, *not_shown]
    shown = f"{size - unknown:,} of {size:,}" if unknown else f"all {size:,}"
    text = f"{shown} starts of {family.described} with n = {n:,}"
    return verified({"counts": counts, **own_columns(family)}, text, not_shown)
