"""The proof that a family of boards is known whole: types of its parts, column by column, and where they come back.

The certificate lists types (with the questions that their diagrams ask) and the walks through them. The check composes
every step of every walk anew from the rules of the game, and counts the winning starts that the answer claims.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lastmove.certificates.certificate import VERSION
from lastmove.certificates.untrusted import MOST_LONG_STEPS, Body, Budget, array, kind_and_body, number, numbers, pairs
from lastmove.certificates.verdicts import Verified, verified
from lastmove.core.deep_calls import deep_calls
from lastmove.core.errors import InputError, Refuted, TooLarge, show_json
from lastmove.families.check_halves import HALVED_KIND, HalvedFamilyProof
from lastmove.families.check_matched import MATCHED_KIND, MatchedFamilyProof
from lastmove.families.check_types import TypeLoader
from lastmove.families.column_fields import columns_to_json
from lastmove.families.family_checker import FamilyChecker
from lastmove.families.family_fields import check_types, other_fields, own_columns
from lastmove.families.family_walks import columns_of, walk_of, walks_to_json
from lastmove.parts.check_types import Truths
from lastmove.parts.cores import CORES, ports_close

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.families.columns import Columns
    from lastmove.families.family_walks import Walk

__all__ = ["KINDS", "Checker", "FamilyProof", "check_family", "is_family", "walks_checked"]

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


def check_family(answer: Mapping[str, object]) -> Verified:
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


def _check_claims(checker: Checker, answer: Mapping[str, object], unknown_fields: list[str]) -> Verified:
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
