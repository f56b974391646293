"""The types of a family's certificate, read into a store: each after those that its exits lead to.

What certificates of families share: the columns of the family, and walks through types with their return.

Walks through the types of parts, composed anew, and who wins on the members of a family.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import number, numbers
from lastmove.core.errors import InputError, Refuted, show_json
from lastmove.families.columns import columns_from_json
from lastmove.families.strips import Strip, inner_column, moves_about
from lastmove.parts.cores import Wiring, core_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.certificates.certificate import Body
    from lastmove.families.check import FamilyProof
    from lastmove.families.check_matched import MatchedFamilyProof, MatchedParts
    from lastmove.families.columns import Columns
    from lastmove.parts.check import CheckedTypes, Truth
    from lastmove.parts.cores import Playing

_PORTS = 64
"""Questions below this number ask whether a port is closed; the others ask for an exit."""


class TypeLoader:
    """Reads the types of a certificate into a store: each after those that its exits lead to."""

    def __init__(self, proof: FamilyProof, truths: CheckedTypes) -> None:
        self.proof, self.truths = proof, truths
        self.own: list[int | None] = [None] * len(proof.types)
        self.built: dict[int, Truth] = {0: False, 1: True}
        self._open: set[int] = set()
        truths.reserve(len(proof.exits))

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
            found = self.own[t] = self.truths.number(tuple(ways_in))
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
            self.built[f] = self.truths.decide(self._asked(question), *branches)
        return self.built[f]

    def _asked(self, question: int) -> Truth:
        if question < _PORTS:
            return self.truths.ask((0, question), False, True)
        place = question - _PORTS
        if place >= len(self.proof.exits):
            raise Refuted(f"nodes: there is no exit {place}")
        port, left = self.proof.exits[place]
        self.truths.place_exit(place, port, self.type(left))
        return self.truths.ask((1, place), False, True)


Walk = tuple[tuple[int, ...], int]
"""The types of parts of 0, 1, 2, ... columns; a part with one column more has the type that stands at the number."""


def columns_of(body: Body) -> Columns:
    """The family that a certificate is about."""
    try:
        return columns_from_json(body.get("columns"))  # type: ignore[arg-type]
    except InputError as error:
        raise Refuted(f"columns: {error}") from None


def walk_of(raw: object) -> Walk:
    """The walk that an object holds; Refuted if it has the wrong form."""
    if not isinstance(raw, dict) or set(raw) != {"types", "returns"}:
        raise Refuted(f"walks: {show_json(raw)}; accepted: objects with types and returns")
    types = numbers(raw["types"], "walks")
    returns = number(raw["returns"], "walks")
    if returns >= len(types):
        raise Refuted("walks: a walk returns to a type that it does not have")
    return types, returns


def walks_to_json(walks: Iterable[Walk]) -> list[dict[str, object]]:
    """Walks, as they stand in a certificate."""
    return [{"types": list(types), "returns": returns} for types, returns in walks]


class FamilyChecker:
    """The walks of a certificate, composed anew, and who wins on the members of its family."""

    def __init__(
        self, proof: FamilyProof | MatchedFamilyProof, game: str, misere: bool, weights: tuple[int, ...]
    ) -> None:
        self.proof, self.game, self.weights = proof, game, weights
        self.family = proof.family
        self.truths: CheckedTypes | MatchedParts
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

    def not_least(self) -> list[str]:
        """Nothing: equal types are one, so both preperiod and period are the least."""
        return []

    def needed(self) -> int:
        """How many types the walks need."""
        return len(self.truths.needed(self._own[t] for walk, _ in self.proof.walks for t in walk))

    def winners(self, n: int) -> int:
        """The number of winning starts of the member with n columns."""
        family = self.family
        if family.closed and n > 2 * family.reach:
            return n * sum(self.wins(n, 0, place) for place in range(family.places))
        total = 0
        for column in range(-1, n + 1):
            count = {-1: family.left.n, n: family.right.n}.get(column, family.places)
            self.truths.budget.spend(1 + 5 * count)
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
