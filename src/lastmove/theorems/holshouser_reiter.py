"""Holshouser and Reiter: sums of games by Grundy values, in normal play and, for special games, in misère play."""

from __future__ import annotations

from functools import partial, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached, show
from lastmove.core.limits import Meter, current_meter
from lastmove.core.play import Play
from lastmove.core.position import components_of
from lastmove.games.base import Game
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.sums.nimbers import GrundySearch, NotSpecial
from lastmove.sums.normal import pieces, sum_verdict
from lastmove.sums.tame import Pair, SpecialSearches, added, tame_certificate
from lastmove.theorems.conway import winning_moves
from lastmove.theorems.papers import FERGUSON, GRUNDY, HR, SPRAGUE
from lastmove.theorems.statement import Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.position import Position
    from lastmove.games.sum import Component

LARGE = 20_000
"""With more positions than this below the components, they are not looked at to find out whether they are special."""


class Values:
    """The Grundy values of the components of a sum of special games; the components of a piece share one search.

    Raises NotSpecial if one of them is not special.
    """

    def __init__(self, position: Position, meter: Meter) -> None:
        self.pieces = list(pieces(position))
        self._searches = {piece.path: GrundySearch(meter, stop=True) for piece in self.pieces}
        self._at = {piece.place: self._searches[piece.path] for piece in self.pieces}
        SpecialSearches.under(meter).searches.update(self._at)
        self.of = {piece.path: self.components(piece.path, piece.position) for piece in self.pieces}

    def components(self, path: tuple[int, ...], position: Position) -> list[int]:
        """The Grundy values of the components of ``position``, which stands at ``path``."""
        if type(position) is Nim:
            return list(position.heaps)
        return [self._searches[path].value(part) for part in components_of(position)]

    def both(self, component: Component) -> tuple[int, int]:
        """g+ and g- of a component below: of a special one g- is g+, but with 0 and 1 exchanged."""
        meter = current_meter() or Meter()
        search = self._at.setdefault(component.place, GrundySearch(meter))
        plus = search.value(component.position, meter)
        return plus, plus ^ 1 if plus <= 1 else plus

    def all(self) -> list[int]:
        """The Grundy values of all components."""
        return [value for values in self.of.values() for value in values]

    def said_special(self) -> str:
        """What was looked at to see that every component is special, in words."""
        searches = self._searches.values()
        zeros = sum(search.zeros for search in searches)
        witness = next((search.witness for search in searches if search.witness), None)
        count = sum(search.positions for search in searches)
        said = f"every component is special: of {count:,} positions below (Nim aside) those with the value 0 and a move"
        if witness is None:
            return f"{said}, none, have an option of value 1"
        return f"{said}, {zeros:,}, have an option of value 1, as {show(witness[0])} has {show(witness[1])}"

    def winning(self) -> Iterator[MoveRange]:
        """Every move after which the values are balanced."""
        pairs = {path: _pair(values) for path, values in self.of.items()}
        return winning_moves(self.pieces, pairs, lambda at, after: _pair(self.components(at.path, after)))


def _pair(values: Iterable[int]) -> Pair:
    """The values of a sum of special games: one is fickle if its value is 0 or 1."""
    return added(Pair(value, value <= 1) for value in values)


def _listed(values: list[int]) -> str:
    shown = ", ".join(map(show, values[:8]))
    return shown + (", ..." if len(values) > 8 else "")


class NormalSums(Theorem):
    """Section 1. A sum in normal play: P iff the nim-sum of the Grundy values of its components is 0."""

    cost = Cost.CLOSURE
    statement = Statement(
        paper=HR,
        number="1",
        title="Sums, normal play",
        known_as="Sprague-Grundy theorem",
        due_to=(SPRAGUE, GRUNDY),
        text=(
            "A sum is P if and only if the nim-sum of the Grundy values of its components is 0; "
            "otherwise a winning move "
            "stands in a component that has the leftmost 1 of the nim-sum."
        ),
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.NORMAL,),
        condition="at least two components, or a game of heaps",
        verified="random sums of two or three small games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        heaps = isinstance(position, Octal | Subtraction)
        if not heaps and isinstance(position, Game) and _components(position) < 2:
            return None  # no sum; a game that is not registered may fall apart later
        return sum_verdict(position, meter)


class SpecialSums(Theorem):
    """Problem 1. A sum of special games in misère play.

    A game is special if every non-terminal position of value 0 has an option of value 1. Special is not closed under
    sums (two Nim heaps of 2 are not special), so nested sums are taken apart first. On games that are not special the
    rule is often wrong, so the property is tested on every position below every component. The evidence are the values
    g+ and g-: of a special position the two are equal, or 0 and 1 in some order, so the game is tame.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=HR,
        number="Problem 1",
        title="Sums of special games, misère play",
        due_to=(FERGUSON,),
        text=(
            "In a sum of special games (every non-terminal position of Grundy value 0 has an option "
            "of value 1): if all "
            "values are 0 or 1, it is P if and only if their nim-sum is 1, otherwise if and only if it is 0."
        ),
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.MISERE,),
        condition="at least two components, every position below each of them special",
        verified="random sums of two or three small special games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if _components(position) < 2:
            return None
        budget = meter.part(LARGE)
        try:
            values = Values(position, budget)
        except (LimitReached, NotSpecial) as stop:
            found = stop.position if isinstance(stop, NotSpecial) else None
            SpecialSearches.under(meter).violations[position] = found
            return None  # special games are tame, and that is found out component by component
        finally:
            meter.spend(budget.positions)
        wins = _pair(values.all()).misere != 0
        first = next(values.winning(), None) if wins else None
        total = reduce(xor, values.all(), 0)
        why = f"the values are {_listed(values.all())}, with nim-sum {show(total)}, and {values.said_special()}"
        move = first and first.make(first.least)
        evidence = partial(tame_certificate, position, values.both)
        return Verdict(wins, move, why, values.winning, certificate=evidence)


def _components(position: Position) -> int:
    """How many components a position has."""
    return sum(len(components_of(piece.position)) for piece in pieces(position))


SPECIAL = Statement(
    paper=HR,
    number="special",
    title="Special games",
    text="A game is special if every position of Grundy value 0 is terminal or has an option of value 1.",
    kind=Kind.DEFINITION,
    games=("sum",),
)

DECIDERS: tuple[Theorem, ...] = (NormalSums(), SpecialSums())
STATEMENTS: tuple[Statement, ...] = (NormalSums.statement, SPECIAL, SpecialSums.statement)
