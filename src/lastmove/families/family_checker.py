"""Walks through the types of parts, composed anew, and who wins on the members of a family."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import Refuted
from lastmove.families.strip_moves import inner_column, moves_about
from lastmove.families.strips import Strip
from lastmove.parts.cores import Wiring, core_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.families.check import FamilyProof
    from lastmove.families.check_matched import MatchedFamilyProof
    from lastmove.families.family_walks import Walk
    from lastmove.families.matched_parts import MatchedParts
    from lastmove.parts.check_types import Truths
    from lastmove.parts.cores import Playing

__all__ = ["FamilyChecker"]


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
