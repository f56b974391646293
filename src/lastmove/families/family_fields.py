"""What an answer about a family states besides who wins: each field is held against the proof, or named as not shown.

A field that the proof contradicts is refuted. Four things cannot be shown, and the verdict names those that are there:
that more types were met than the proof needs, that a period of halves is the least, how a limit was spent, and words
and fields that the check does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.untrusted import array, number
from lastmove.certificates.verdicts import unknown_fields, verified
from lastmove.core.errors import Refuted, show_json

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from lastmove.families.columns import Columns

__all__ = [
    "check_types",
    "other_fields",
    "own_columns",
    "reason_of",
    "unshown_in_reason",
    "unshown_in_reasons",
    "verified",
]

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
