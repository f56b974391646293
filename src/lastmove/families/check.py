"""The proof that a family of boards is known whole: types of its parts, column by column, and where they come back.

The certificate lists types (with the questions that their diagrams ask) and the walks through them. The check composes
every step of every walk anew from the rules of the game, and counts the winning starts that the answer claims.

What an answer about a family states besides who wins: each field is held against the proof, or named as not shown.

A field that the proof contradicts is refuted. Four things cannot be shown, and the verdict names those that are there:
that more types were met than the proof needs, that a period of halves is the least, how a limit was spent, and words
and fields that the check does not know.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from lastmove.certificates.answer_fields import CheckedAnswer, unknown_fields, verified
from lastmove.certificates.certificate import (
    MOST_LONG_STEPS,
    VERSION,
    Body,
    Budget,
    array,
    kind_and_body,
    number,
    numbers,
    pairs,
)
from lastmove.core.errors import InputError, Refuted, TooLarge, show_json
from lastmove.core.limits import deep_calls
from lastmove.families.check_halves import HALVED_KIND, HalvedFamilyProof
from lastmove.families.check_matched import MATCHED_KIND, MatchedFamilyProof
from lastmove.families.check_types import FamilyChecker, TypeLoader, columns_of, walk_of, walks_to_json
from lastmove.families.columns import columns_to_json
from lastmove.parts.check_types import Truths
from lastmove.parts.cores import CORES, ports_close

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from lastmove.families.check_types import Walk
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


_FIELDS = ("family", "game", "play", "weight", "status", "preperiod", "period", "types", "n_starts", "certificate")
_MOST_ROWS = 1000
_MOST_WEIGHT = 100
_COUNT = re.compile("[1-9][0-9]{0,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FamilyProof:
    """Exits (port, type), nodes (question, if no, if yes; 0 and 1 are constants), types, and walks with their return.

    A walk lists the types of parts of 0, 1, 2, ... columns; the part with one column more than the last has the type
    that stands at the return.
    """

    family: Columns
    exits: tuple[tuple[int, int], ...]
    nodes: tuple[tuple[int, ...], ...]
    types: tuple[tuple[tuple[int, ...] | None, ...], ...]
    walks: tuple[Walk, ...]

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        return {
            "kind": "family",
            "version": VERSION,
            "columns": columns_to_json(self.family),
            "exits": [list(pair) for pair in self.exits],
            "nodes": [list(node) for node in self.nodes],
            "types": [[None if ways is None else list(ways) for ways in part] for part in self.types],
            "walks": walks_to_json(self.walks),
        }

    @classmethod
    def read(cls, body: Body) -> FamilyProof:
        """The proof that an object holds; Refuted if it has the wrong form."""
        body.only("columns", "exits", "nodes", "types", "walks")
        nodes = tuple(numbers(node, "nodes") for node in body.items("nodes"))
        if any(len(node) != 3 for node in nodes):
            raise Refuted("nodes: accepted: arrays of three integers")
        types = tuple(
            tuple(None if ways is None else numbers(ways, "types") for ways in array(part, "types"))
            for part in body.items("types")
        )
        walks = tuple(map(walk_of, body.items("walks")))
        return cls(columns_of(body), pairs(body.get("exits"), "exits"), nodes, types, walks)

    def load(self, game: str, misere: bool) -> tuple[Truths, list[int]]:
        """A store with the types of the certificate, and their numbers there."""
        if any(port >= max(map(len, self.types), default=0) for port, _ in self.exits):
            raise Refuted("exits: there is no such port")
        truths = Truths(misere=misere, closing=ports_close(game), budget=Budget(MOST_LONG_STEPS))
        return truths, TypeLoader(self, truths).load()

    def checker(self, game: str, *, misere: bool, weights: tuple[int, ...]) -> FamilyChecker:
        """What composes the walks anew."""
        return FamilyChecker(self, game, misere, weights)


class Checker(Protocol):
    """What answers about a family are held against, once its walks are checked."""

    @property
    def family(self) -> Columns:
        """The family."""

    @property
    def preperiod(self) -> int:
        """From which number of columns on its types come back."""

    @property
    def period(self) -> int:
        """After how many columns they do."""

    def check_walks(self) -> None:
        """Refuted if the certificate does not prove what it lists."""

    def not_least(self) -> list[str]:
        """Which of preperiod and period are right, but not shown to be the least."""

    def needed(self) -> int:
        """How many types the proof needs."""

    def winners(self, n: int) -> int:
        """The number of winning starts of the member with n columns."""

    def wins(self, n: int, column: int, place: int) -> bool:
        """Whether the player to move wins from a place of a column; -1 and n are the caps."""

    def moves(self, n: int, column: int, place: int) -> Iterator[tuple[dict[str, object], bool]]:
        """The moves from there, each with whether the next player wins after it."""


Proof = FamilyProof | MatchedFamilyProof | HalvedFamilyProof

KINDS: dict[str, type[Proof]] = {
    "family": FamilyProof,
    MATCHED_KIND: MatchedFamilyProof,
    HALVED_KIND: HalvedFamilyProof,
}


def _read(raw: object) -> Proof:
    """The proof that a ``certificate`` object holds; Refuted if it has the wrong form."""
    kind, body = kind_and_body(raw, KINDS)
    return KINDS[kind].read(body)


def is_family(answer: Mapping[str, object]) -> bool:
    """Whether an object is an answer of ``lastmove family``."""
    return "family" in answer and "n_starts" in answer


def check_family(answer: Mapping[str, object]) -> CheckedAnswer:
    """Check the answer of ``lastmove family --certificate`` by its certificate alone.

    Raises
    ------
    InputError
        If the answer claims nothing or carries no certificate.
    Refuted
        If the certificate does not prove the answer.
    """
    if answer.get("certificate") is not None and answer.get("status") != "proved":
        raise InputError("status", f"{show_json(answer.get('status'))}; there is something to check for proved only")
    unknown_fields = other_fields(answer, _FIELDS, "a family")
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
    claimed = answer.get("n_starts")
    if not isinstance(claimed, dict) or len(claimed) > _MOST_ROWS:
        raise Refuted(f"n_starts: accepted: an object with at most {_MOST_ROWS} numbers")
    for text, count in claimed.items():
        if not (_COUNT.fullmatch(text) and int(text) >= family.least):
            raise Refuted(f"n_starts: {show_json(text)} is no number of columns of this family")
        found = checker.winners(int(text))
        if found != count or type(count) is not int:
            raise Refuted(f"n_starts: {show_json(count)} for n = {text}, but the certificate proves {found}")
    text = f"{family.described}: {needed:,} types; the period of the types is {period} from n = {preperiod} on"
    claim = {"family": family.name, **own_columns(family), "preperiod": preperiod, "period": period}
    return verified(claim, text, not_shown)


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
    weights = () if weight is None else (number(weight, "weight", below=_MOST_WEIGHT),) * proof.family.places
    try:
        with deep_calls():
            checker = proof.checker(game, misere=play == "misere", weights=weights)
            checker.check_walks()
            yield checker
    except RecursionError:
        raise TooLarge("the diagrams of this certificate are too deep") from None
