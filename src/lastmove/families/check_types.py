"""The proof of a family by types: types of its parts, column by column, and where they come back.

The certificate lists types (with the questions that their diagrams ask) and the walks through them. The check composes
every step of every walk anew from the rules of the game; then it can say who wins on every member.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.certificates.certificate import MOST_LONG_STEPS, VERSION, Budget, array, number, numbers, pairs
from lastmove.core.errors import InputError, Refuted, show_json
from lastmove.families.columns import columns_from_json, columns_to_json
from lastmove.families.strips import Strip, inner_column, moves_about
from lastmove.parts import MOST_PORTS
from lastmove.parts.check import CheckedTypes
from lastmove.parts.cores import Wiring, core_of, ports_close

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.certificates.certificate import Body
    from lastmove.families.check_matchings import MatchedFamilyProof, MatchedParts
    from lastmove.families.columns import Columns
    from lastmove.parts.check import Truth
    from lastmove.parts.cores import Playing


class Walk(NamedTuple):
    """The types of parts of 0, 1, 2, ... columns; a part with one column more has the type at the place ``returns``."""

    types: tuple[int, ...]
    returns: int

    @property
    def period(self) -> int:
        """After how many columns types come back."""
        return len(self.types) - self.returns

    def at(self, m: int) -> int:
        """The type of a part of m columns."""
        return self.types[m if m < len(self.types) else self.returns + (m - self.returns) % self.period]

    def to_json(self) -> dict[str, object]:
        """The walk, as it stands in a certificate."""
        return {"types": list(self.types), "returns": self.returns}

    @classmethod
    def read(cls, raw: object) -> Walk:
        """The walk that an object holds; Refuted if it has the wrong form."""
        if not isinstance(raw, dict) or set(raw) != {"types", "returns"}:
            raise Refuted(f"walks: {show_json(raw)}; accepted: objects with types and returns")
        types = numbers(raw["types"], "walks")
        returns = number(raw["returns"], "walks")
        if returns >= len(types):
            raise Refuted("walks: a walk returns to a type that it does not have")
        return cls(types, returns)


def columns_of(body: Body) -> Columns:
    """The family that a certificate is about."""
    try:
        return columns_from_json(body.get("columns"))  # type: ignore[arg-type]
    except InputError as error:
        raise Refuted(f"columns: {error}") from None


@dataclass(frozen=True, slots=True)
class FamilyProof:
    """Exits (port, type), nodes (question, if no, if yes; 0 and 1 are constants), types, and walks."""

    kind: ClassVar[str] = "family"

    family: Columns
    exits: tuple[tuple[int, int], ...]
    nodes: tuple[tuple[int, ...], ...]
    types: tuple[tuple[tuple[int, ...] | None, ...], ...]
    walks: tuple[Walk, ...]

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        return {
            "kind": self.kind,
            "version": VERSION,
            "columns": columns_to_json(self.family),
            "exits": [list(pair) for pair in self.exits],
            "nodes": [list(node) for node in self.nodes],
            "types": [[None if ways is None else list(ways) for ways in part] for part in self.types],
            "walks": [walk.to_json() for walk in self.walks],
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
        walks = tuple(map(Walk.read, body.items("walks")))
        return cls(columns_of(body), pairs(body.get("exits"), "exits"), nodes, types, walks)

    def load(self, game: str, misere: bool) -> tuple[CheckedTypes, list[int]]:
        """A store with the types of the certificate, and their numbers there."""
        if any(port >= max(map(len, self.types), default=0) for port, _ in self.exits):
            raise Refuted("exits: there is no such port")
        types = CheckedTypes(misere=misere, closing=ports_close(game), budget=Budget(MOST_LONG_STEPS))
        return types, TypeLoader(self, types).load()

    def checker(self, game: str, *, misere: bool, weights: tuple[int, ...]) -> FamilyChecker:
        """What composes the walks anew."""
        return FamilyChecker(self, game, misere, weights)


class TypeLoader:
    """Reads the types of a certificate into a store: each after those that its exits lead to."""

    def __init__(self, proof: FamilyProof, types: CheckedTypes) -> None:
        self.proof, self.types = proof, types
        self.own: list[int | None] = [None] * len(proof.types)
        self.built: dict[int, Truth] = {0: False, 1: True}
        self._open: set[int] = set()
        types.reserve(len(proof.exits))

    def load(self) -> list[int]:
        """The numbers of the certificate's types in the store."""
        return [self.type(t) for t in range(len(self.proof.types))]

    def type(self, t: int) -> int:
        """The number of one type in the store."""
        if t >= len(self.own):
            raise Refuted(f"exits: {t} is no type of the certificate")
        found = self.own[t]
        if found is None:
            if t in self._open:
                raise Refuted("types: one leads back to itself")
            self._open.add(t)
            ways_in = [ways if ways is None else tuple([self.truth(f) for f in ways]) for ways in self.proof.types[t]]
            found = self.own[t] = self.types.number(tuple(ways_in))
        return found

    def truth(self, f: int) -> Truth:
        """The truth that a node stands for; its own nodes come before it."""
        if f not in self.built:
            if f - 2 >= len(self.proof.nodes):
                raise Refuted(f"nodes: there is none with the number {f}")
            question, no, yes = self.proof.nodes[f - 2]
            if no >= f or yes >= f:
                raise Refuted("nodes: one leads to a later one")
            branches = self.truth(yes), self.truth(no)
            self.built[f] = self.types.decide(self._asked(question), *branches)
        return self.built[f]

    def _asked(self, question: int) -> Truth:
        if question < MOST_PORTS:
            return self.types.ask((0, question), False, True)
        place = question - MOST_PORTS
        if place >= len(self.proof.exits):
            raise Refuted(f"nodes: there is no exit {place}")
        port, left = self.proof.exits[place]
        self.types.place_exit(place, port, self.type(left))
        return self.types.ask((1, place), False, True)


class FamilyChecker:
    """The walks of a certificate, composed anew, and who wins on the members of its family."""

    def __init__(
        self, proof: FamilyProof | MatchedFamilyProof, game: str, misere: bool, weights: tuple[int, ...]
    ) -> None:
        self.proof, self.game, self.weights = proof, game, weights
        self.family = proof.family
        self.types: CheckedTypes | MatchedParts
        self.types, self._own = proof.load(game, misere)
        self.strip = Strip(self.family, game, self.types, weights)
        self.mirror = self.strip.mirrored()
        ports = len(self.strip.right_keys()) + (len(self.strip.left_keys()) if self.family.closed else 0)
        mirrored = ports if self.family.closed else len(self.mirror.right_keys())
        if any(len(self.types.parts[part]) not in (ports, mirrored) for part in self._own):
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
            if any(len(self.types.parts[part]) != len(self.types.parts[own[0]]) for part in own):
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
        return self._own[self.both_walks()[side].at(m)]

    @property
    def preperiod(self) -> int:
        """From which number of columns on the types come back."""
        return max(walk.returns for walk in self.proof.walks)

    @property
    def period(self) -> int:
        """After how many columns they do."""
        return lcm(*(walk.period for walk in self.proof.walks))

    def not_least(self) -> list[str]:
        """Nothing: equal types are one, so both preperiod and period are the least."""
        return []

    def needed(self) -> int:
        """How many types the walks need."""
        return len(self.types.needed(self._own[t] for walk in self.proof.walks for t in walk.types))

    def winners(self, n: int) -> int:
        """The number of winning starts of the member with n columns."""
        family = self.family
        if family.closed and n > 2 * family.reach:
            return n * sum(self.wins(n, 0, place) for place in range(family.places))
        total = 0
        for column in range(-1, n + 1):
            count = {-1: family.left.n, n: family.right.n}.get(column, family.places)
            self.types.budget.spend(1 + 5 * count)
            total += sum(self.wins(n, column, place) for place in range(count))
        return total

    def wins(self, n: int, column: int, place: int) -> bool:
        """Whether the mover wins from a place of a column of the member with n columns; -1 and n are the caps."""
        play, children, _, _, v = self._about(n, column, place)
        return self.types.is_won(play.token(play.core.start, children, v))

    def moves(self, n: int, column: int, place: int) -> Iterator[tuple[dict[str, object], bool]]:
        """The moves from there, each with whether the next player wins after it."""
        play, children, window, first, v = self._about(n, column, place)
        for move, (state, w, within) in moves_about(self.strip, window, play.core, children, n=n, first=first, v=v):
            if within is not None:
                yield move, self.types.is_won(play.inside(within[0], within[1], state, children))
            else:
                yield move, self.types.misere if w is None else self.types.is_won(play.token(state, children, w))

    def _about(self, n: int, column: int, place: int) -> tuple[Playing, tuple[int, ...], Any, int, int]:
        """The play about a vertex: the types beside it, the window and its first column, and the vertex there."""
        family = self.family
        width, first, caps = min(family.reach, n), column, (False, False)
        children: tuple[int, ...] = ()
        if not family.closed:
            first = 0 if column < 0 else min(column, n - width)
            children = (self.type_at(0, first), self.type_at(1, n - first - width))
            caps = (column < 0, column >= n)
        elif n > 2 * family.reach:
            children = (self.type_at(0, n - width),)
        key = (children, width, caps) if children else n
        if key not in self._plays:
            core, window = self._window(n, children, width, caps)
            self._plays[key] = self.types.play(core), window
        play, window = self._plays[key]
        if window is None:
            return play, (), None, 0, family.vertex(n, column, place)
        return play, children, window, first, window.vertex(inner_column(column, first, n, window), place)

    def _window(self, n: int, children: tuple[int, ...], width: int, caps: tuple[bool, bool]) -> tuple[Any, Any]:
        """The core of a few columns between parts, or the whole of a short ring, which has no window."""
        if not children:
            board: Any = self.family.board(n)
            weights = self.weights[:1] * board.n
            return core_of(self.game, Wiring(board.n, tuple(board.edges), board.directed, weights=weights)), None
        if self.family.closed:
            return self.strip.around(children[0], width)  # type: ignore[no-any-return]
        return self.strip.middle(children[0], children[1], width, caps=caps)  # type: ignore[no-any-return]
