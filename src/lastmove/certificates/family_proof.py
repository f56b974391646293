"""The proof that a family of boards is known whole: types of its parts, column by column, and where they come back.

The certificate lists types (with the questions that their diagrams ask) and the walks through them. The check composes
every step of every walk anew from the rules of the game, and counts the winning starts that the answer claims.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

from lastmove.certificates.answers import Verified
from lastmove.certificates.certificate import VERSION
from lastmove.certificates.family_types import TypeLoader
from lastmove.certificates.part_truths import Play, Truths
from lastmove.certificates.untrusted import Body, Budget, array, number, numbers, pairs
from lastmove.core.errors import InputError, Refuted, TooLarge, show_json
from lastmove.core.limits import deep_calls
from lastmove.games.part_cores import CORES, Wiring, core_of, ports_close
from lastmove.games.strip_moves import inner_column, moves_about
from lastmove.games.strips import Strip
from lastmove.graphs.column_fields import columns_from_json, columns_to_json
from lastmove.graphs.columns import columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.graphs.columns import Columns

__all__ = ["FamilyChecker", "FamilyProof", "check_family", "is_family", "walks_checked"]

_MOST_ROWS = 1000
_MOST_WEIGHT = 100

Walk = tuple[tuple[int, ...], int]


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
            "walks": [{"types": list(walk), "returns": returns} for walk, returns in self.walks],
        }

    @classmethod
    def read(cls, raw: object) -> FamilyProof:
        """The proof that an object holds; Refuted if it has the wrong form."""
        if not isinstance(raw, dict) or raw.get("kind") != "family" or raw.get("version") != VERSION:
            raise Refuted("certificate: accepted: an object of kind 'family' and version 1")
        body = Body({name: value for name, value in raw.items() if name not in ("kind", "version")})
        body.only("columns", "exits", "nodes", "types", "walks")
        try:
            family = columns_from_json(body.get("columns"))  # type: ignore[arg-type]
        except InputError as error:
            raise Refuted(f"columns: {error}") from None
        nodes = tuple(numbers(node, "nodes") for node in body.items("nodes"))
        if any(len(node) != 3 for node in nodes):
            raise Refuted("nodes: accepted: arrays of three integers")
        types = tuple(
            tuple(None if ways is None else numbers(ways, "types") for ways in array(part, "types"))
            for part in body.items("types")
        )
        return cls(family, pairs(body.get("exits"), "exits"), nodes, types, tuple(map(_walk, body.items("walks"))))


def _walk(raw: object) -> Walk:
    if not isinstance(raw, dict) or set(raw) != {"types", "returns"}:
        raise Refuted(f"walks: {show_json(raw)}; accepted: objects with types and returns")
    types = numbers(raw["types"], "walks")
    returns = number(raw["returns"], "walks")
    if returns >= len(types):
        raise Refuted("walks: a walk returns to a type that it does not have")
    return types, returns


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
    with walks_checked(answer) as checker:
        return checker.check_claims(answer)


@contextmanager
def walks_checked(answer: Mapping[str, object]) -> Iterator[FamilyChecker]:
    """The checker of an answer about a family or one of its members, once every step of its walks is checked."""
    if answer.get("certificate") is None:
        raise InputError("certificate", "missing; `lastmove family --certificate` writes one")
    game, play, weight = answer.get("game"), answer.get("play"), answer.get("weight")
    if game not in CORES or not isinstance(game, str) or play not in ("normal", "misere"):
        raise InputError("game", f"{show_json(game)}, {show_json(play)}; accepted: {', '.join(CORES)}; normal, misere")
    if game.startswith("nimg") != (weight is not None):
        raise InputError("weight", "NimG has a weight, and no other game")
    proof = FamilyProof.read(answer["certificate"])
    _check_name(answer.get("family"), proof.family)
    weights = () if weight is None else (number(weight, "weight", below=_MOST_WEIGHT),) * proof.family.places
    try:
        with deep_calls():
            checker = FamilyChecker(proof, game, play == "misere", weights)
            checker.check_walks()
            yield checker
    except RecursionError:
        raise TooLarge("the diagrams of this certificate are too deep") from None


def _check_name(name: object, family: Columns) -> None:
    """Refuted if the family has a known name and is not what the certificate says."""
    if name != family.name:
        raise Refuted(f"the answer is about {show_json(name)}, the certificate about {show_json(family.name)}")
    try:
        named = columns(family.name)
    except InputError:
        return  # somebody's own
    if named != family:
        raise Refuted(f"the columns of the certificate are not those of {family.name}")


class FamilyChecker:
    """The walks of a certificate, composed anew, and who wins on the members of its family."""

    def __init__(self, proof: FamilyProof, game: str, misere: bool, weights: tuple[int, ...]) -> None:
        self.proof, self.game, self.weights = proof, game, weights
        self.family = proof.family
        self.truths = Truths(misere=misere, closing=ports_close(game), budget=Budget())
        self.strip = Strip(self.family, game, self.truths, weights)
        self.mirror = Strip(self.family.mirrored(), game, self.truths, weights)
        ports = len(self.strip.right_keys()) + (len(self.strip.left_keys()) if self.family.closed else 0)
        mirrored = ports if self.family.closed else len(self.mirror.right_keys())
        if any(len(part) not in (ports, mirrored) for part in proof.types):
            raise Refuted(f"types: a part of this family has {ports} ports")
        if any(port >= max(ports, mirrored) for port, _ in proof.exits):
            raise Refuted("exits: there is no such port")
        self._own = TypeLoader(proof, self.truths).load()
        self._plays: dict[Any, tuple[Play, Any]] = {}

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

    def check_claims(self, answer: Mapping[str, object]) -> Verified:
        """Preperiod, period and the numbers of winning starts."""
        preperiod = max(returns for _, returns in self.proof.walks)
        period = lcm(*(len(walk) - returns for walk, returns in self.proof.walks))
        for name, proved in (("preperiod", preperiod), ("period", period)):
            if answer.get(name) != proved:
                raise Refuted(f"{name}: {show_json(answer.get(name))}, but the certificate proves {proved}")
        claimed = answer.get("n_starts")
        if not isinstance(claimed, dict) or len(claimed) > _MOST_ROWS:
            raise Refuted(f"n_starts: accepted: an object with at most {_MOST_ROWS} numbers")
        for text, count in claimed.items():
            if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text) >= self.family.least):
                raise Refuted(f"n_starts: {show_json(text)} is no number of columns of this family")
            found = self.winners(int(text))
            if found != count or type(count) is not int:
                raise Refuted(f"n_starts: {show_json(count)} for n = {text}, but the certificate proves {found}")
        text = f"{self.family.name}: {len(self.proof.types):,} types; period {period} from {preperiod} columns on"
        return Verified({"family": self.family.name, "preperiod": preperiod, "period": period}, text)

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
        return play.token(play.core.start, children, v) is True

    def after(self, n: int, column: int, place: int, move: object) -> bool | None:
        """Whether the mover wins after a move from there; None if there is no such move."""
        play, children, window, first, v = self._about(n, column, place)
        for made, (state, w, within) in moves_about(self.strip, window, play.core, children, n=n, first=first, v=v):
            if made == move:
                if within is not None:
                    return play.inside(within[0], within[1], state, children) is True
                return self.truths.misere if w is None else play.token(state, children, w) is True
        return None

    def _about(self, n: int, column: int, place: int) -> tuple[Play, tuple[int, ...], Any, int, int]:
        """The play about a vertex: the types beside it, the window and its first column, and the vertex there."""
        family = self.family
        width = min(family.reach, n)
        if family.closed and n <= 2 * family.reach:
            board: Any = family.board(n)
            if n not in self._plays:
                weights = self.weights[:1] * board.n
                wiring = Wiring(board.n, tuple(board.edges), board.directed, weights=weights)
                self._plays[n] = Play(self.truths, core_of(self.game, wiring)), None
            return self._plays[n][0], (), None, 0, family.vertex(n, column, place)
        if family.closed:
            part = self.type_at(0, n - width)
            play, window = self._ring(part, width)
            return play, (part,), window, column, window.vertex(0, place)
        first = 0 if column < 0 else min(column, n - width)
        children = (self.type_at(0, first), self.type_at(1, n - first - width))
        play, window = self._middle(children, width, (column < 0, column >= n))
        return play, children, window, first, window.vertex(inner_column(column, first, n, window), place)

    def _ring(self, part: int, width: int) -> tuple[Play, Any]:
        key = (part, width)
        if key not in self._plays:
            core, window = self.strip.around(part, width)
            self._plays[key] = Play(self.truths, core), window
        return self._plays[key]

    def _middle(self, children: tuple[int, int], width: int, caps: tuple[bool, bool]) -> tuple[Play, Any]:
        key = (children, width, caps)
        if key not in self._plays:
            core, window = self.strip.middle(*children, width, caps=caps)
            self._plays[key] = Play(self.truths, core), window
        return self._plays[key]
