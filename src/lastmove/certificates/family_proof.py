"""The proof that a family of boards is known whole: types of its parts, column by column, and where they come back.

The certificate lists types (with the questions that their diagrams ask) and the walks through them. The check composes
every step of every walk anew from the rules of the game, and counts the winning starts that the answer claims.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

from lastmove.certificates.answers import Verified
from lastmove.certificates.certificate import VERSION
from lastmove.certificates.family_fields import check_types, other_fields, verified
from lastmove.certificates.family_types import TypeLoader
from lastmove.certificates.family_walks import columns_of, walk_of, walks_to_json
from lastmove.certificates.matched_family import MATCHED_KIND, MatchedFamilyProof
from lastmove.certificates.part_truths import Truths
from lastmove.certificates.untrusted import Body, Budget, array, number, numbers, pairs
from lastmove.core.errors import InputError, Refuted, TooLarge, show_json
from lastmove.core.limits import deep_calls
from lastmove.games.part_cores import CORES, Wiring, core_of, ports_close
from lastmove.games.strip_moves import inner_column, moves_about
from lastmove.games.strips import Strip
from lastmove.graphs.column_fields import columns_to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.certificates.family_walks import Walk
    from lastmove.certificates.matched_parts import MatchedParts
    from lastmove.games.part_cores import Playing
    from lastmove.graphs.columns import Columns

__all__ = ["FamilyChecker", "FamilyProof", "check_family", "is_family", "walks_checked"]

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
        truths = Truths(misere=misere, closing=ports_close(game), budget=Budget())
        return truths, TypeLoader(self, truths).load()


_KINDS: dict[str, type[FamilyProof | MatchedFamilyProof]] = {"family": FamilyProof, MATCHED_KIND: MatchedFamilyProof}


def _read(raw: object) -> FamilyProof | MatchedFamilyProof:
    """The proof that a ``certificate`` object holds; Refuted if it has the wrong form."""
    kind = raw.get("kind") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(kind, str) or kind not in _KINDS or raw.get("version") != VERSION:
        raise Refuted(f"certificate: accepted: an object of kind {' or '.join(map(repr, _KINDS))} and version 1")
    return _KINDS[kind].read(Body({name: value for name, value in raw.items() if name not in ("kind", "version")}))


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
        return checker.check_claims(answer, unknown_fields)


@contextmanager
def walks_checked(answer: Mapping[str, object]) -> Iterator[FamilyChecker]:
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
            checker = FamilyChecker(proof, game, play == "misere", weights)
            checker.check_walks()
            yield checker
    except RecursionError:
        raise TooLarge("the diagrams of this certificate are too deep") from None


class FamilyChecker:
    """The walks of a certificate, composed anew, and who wins on the members of its family."""

    def __init__(
        self, proof: FamilyProof | MatchedFamilyProof, game: str, misere: bool, weights: tuple[int, ...]
    ) -> None:
        self.proof, self.game, self.weights = proof, game, weights
        self.family = proof.family
        self.truths: Truths | MatchedParts
        self.truths, self._own = proof.load(game, misere)
        self.strip = Strip(self.family, game, self.truths, weights)
        self.mirror = Strip(self.family.mirrored(), game, self.truths, weights)
        ports = len(self.strip.right_keys()) + (len(self.strip.left_keys()) if self.family.closed else 0)
        mirrored = ports if self.family.closed else len(self.mirror.right_keys())
        if any(len(self.truths.parts[part]) not in (ports, mirrored) for part in self._own):
            raise Refuted(f"types: a part of this family has {ports} ports")
        self._plays: dict[Any, tuple[Playing, Any]] = {}

    def check_walks(self) -> None:
        """Every step of every walk, composed anew."""
        closed = self.family.closed
        if len(self.proof.walks) not in ((1,) if closed else (1, 2)):
            raise Refuted("walks: accepted: one for a ring, one or two for a strip")
        strips = [self.strip] if closed else [self.strip, self.mirror]
        for strip, (walk, returns) in zip(strips, self.both_walks(), strict=True):
            own = [self._own[self._known(t)] for t in walk]
            if any(len(self.truths.parts[part]) != len(self.truths.parts[own[0]]) for part in own):
                raise Refuted("a walk goes through types with different ports")
            if own[0] != (strip.empty() if closed else strip.end()):
                raise Refuted("a walk does not begin with the type of no columns")
            if closed and returns < self.family.reach:
                raise Refuted("a walk returns to a part that is shorter than a link")
            cap = strip.columns.left.n
            later = own[self.family.reach if closed else 1 if cap else 0 :]
            if len(set(later)) != len(later):
                raise Refuted("a walk goes on after a type has come back")
            for m, (part, longer) in enumerate(zip(own, [*own[1:], own[returns]], strict=True)):
                if strip.longer(part, m) != longer:
                    raise Refuted(f"a column more does not lead from the type of {m} columns to the next")

    def _known(self, t: int) -> int:
        if t >= len(self.proof.types):
            raise Refuted(f"walks: {t} is no type of the certificate")
        return t

    def both_walks(self) -> list[Walk]:
        """The walks of left parts and of mirrored right parts; a ring has one."""
        walks = list(self.proof.walks)
        return walks if self.family.closed or len(walks) == 2 else walks * 2

    def type_at(self, side: int, m: int) -> int:
        """The type of a part of m columns."""
        walk, returns = self.both_walks()[side]
        return self._own[walk[m if m < len(walk) else returns + (m - returns) % (len(walk) - returns)]]

    @property
    def preperiod(self) -> int:
        """From which number of columns on the types come back."""
        return max(returns for _, returns in self.proof.walks)

    @property
    def period(self) -> int:
        """After how many columns they do."""
        return lcm(*(len(walk) - returns for walk, returns in self.proof.walks))

    def check_claims(self, answer: Mapping[str, object], unknown_fields: list[str]) -> Verified:
        """Preperiod, period, the number of types and the numbers of winning starts."""
        preperiod, period = self.preperiod, self.period
        for name, proved in (("preperiod", preperiod), ("period", period)):
            if answer.get(name) != proved or type(answer[name]) is not int:
                raise Refuted(f"{name}: {show_json(answer.get(name))}, but the certificate proves {proved}")
        needed = len(self.truths.needed(self._own[t] for walk, _ in self.proof.walks for t in walk))
        not_shown = [*check_types(answer, needed), *unknown_fields]
        claimed = answer.get("n_starts")
        if not isinstance(claimed, dict) or len(claimed) > _MOST_ROWS:
            raise Refuted(f"n_starts: accepted: an object with at most {_MOST_ROWS} numbers")
        for text, count in claimed.items():
            if not (_COUNT.fullmatch(text) and int(text) >= self.family.least):
                raise Refuted(f"n_starts: {show_json(text)} is no number of columns of this family")
            found = self.winners(int(text))
            if found != count or type(count) is not int:
                raise Refuted(f"n_starts: {show_json(count)} for n = {text}, but the certificate proves {found}")
        text = f"{self.family.name}: {needed:,} types; period {period} from {preperiod} columns on"
        return verified({"family": self.family.name, "preperiod": preperiod, "period": period}, text, not_shown)

    def winners(self, n: int) -> int:
        """The number of winning starts of the member with n columns."""
        family = self.family
        if family.closed and n > 2 * family.reach:
            return n * sum(self.wins(n, 0, place) for place in range(family.places))
        total = 0
        for column in range(-1, n + 1):
            self.truths.budget.spend()
            count = {-1: family.left.n, n: family.right.n}.get(column, family.places)
            total += sum(self.wins(n, column, place) for place in range(count))
        return total

    def wins(self, n: int, column: int, place: int) -> bool:
        """Whether the mover wins from a place of a column of the member with n columns; -1 and n are the caps."""
        play, children, _, _, v = self._about(n, column, place)
        return self.truths.is_won(play.token(play.core.start, children, v))

    def moves(self, n: int, column: int, place: int) -> Iterator[tuple[dict[str, object], bool]]:
        """The moves from there, each with whether the next player wins after it."""
        play, children, window, first, v = self._about(n, column, place)
        for move, (state, w, within) in moves_about(self.strip, window, play.core, children, n=n, first=first, v=v):
            if within is not None:
                yield move, self.truths.is_won(play.inside(within[0], within[1], state, children))
            else:
                yield move, self.truths.misere if w is None else self.truths.is_won(play.token(state, children, w))

    def _about(self, n: int, column: int, place: int) -> tuple[Playing, tuple[int, ...], Any, int, int]:
        """The play about a vertex: the types beside it, the window and its first column, and the vertex there."""
        family = self.family
        width = min(family.reach, n)
        if family.closed and n <= 2 * family.reach:
            board: Any = family.board(n)
            if n not in self._plays:
                weights = self.weights[:1] * board.n
                wiring = Wiring(board.n, tuple(board.edges), board.directed, weights=weights)
                self._plays[n] = self.truths.play(core_of(self.game, wiring)), None
            return self._plays[n][0], (), None, 0, family.vertex(n, column, place)
        if family.closed:
            part = self.type_at(0, n - width)
            play, window = self._ring(part, width)
            return play, (part,), window, column, window.vertex(0, place)
        first = 0 if column < 0 else min(column, n - width)
        children = (self.type_at(0, first), self.type_at(1, n - first - width))
        play, window = self._middle(children, width, (column < 0, column >= n))
        return play, children, window, first, window.vertex(inner_column(column, first, n, window), place)

    def _ring(self, part: int, width: int) -> tuple[Playing, Any]:
        key = (part, width)
        if key not in self._plays:
            core, window = self.strip.around(part, width)
            self._plays[key] = self.truths.play(core), window
        return self._plays[key]

    def _middle(self, children: tuple[int, int], width: int, caps: tuple[bool, bool]) -> tuple[Playing, Any]:
        key = (children, width, caps)
        if key not in self._plays:
            core, window = self.strip.middle(*children, width, caps=caps)
            self._plays[key] = self.truths.play(core), window
        return self._plays[key]
