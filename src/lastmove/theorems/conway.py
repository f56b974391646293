"""Sums of tame games in misère play, by the genus of their components."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached, show
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.games.moves import LowerHeap
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.sums.normal import SumPiece, pieces, violation_of
from lastmove.sums.tame import Pair, SpecialSearches, TameSearch, Wild, added, tame_certificate
from lastmove.theorems.papers import CONWAY
from lastmove.theorems.statement import Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position
    from lastmove.games.sum import Component

FEW = 2_000
"""So many positions are looked at to say why a sum is not special."""
LONG_ROW, LONG_SPLIT = 1_000_000, 5_000
"""Larger heaps are left to other methods; the second is for games whose moves split heaps."""
SMALL = 40
"""Heaps up to this size are looked at before larger ones."""


class TameSums(Theorem):
    """Tame games. A sum of tame games in misère play is as easy as Nim.

    Write g+ and g- for the Grundy values in normal and in misère play. A game is tame if in each of its positions they
    are equal (the position is firm) or are 0 and 1, or 1 and 0 (fickle). Then a sum with a firm component is P iff the
    nim-sum of the g+ is 0, and a sum of fickle components iff it is 1. Every special game is tame.

    *Proof.* A sum that is over has fickle components with nim-sum 0, and is rightly N. A move changes g+ and g- of its
    component. From what is called P no move leads to such again: the nim-sum changes, so the move must change whether
    a firm component is left, and then its component has an option with its own g-. From any other position with a move
    one leads there: if all are fickle, a component with a move has an option in which g+ (if it is 1) or g- (if that is
    1) becomes 0, and that option is fickle, for it would share the other value were it firm. If some are firm, play as
    in Nim; if that leaves no firm component, the one moved in, of value k, was the only one, the others have a nim-sum
    r < k, and an option with g- = r wins.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=CONWAY,
        number="tame",
        title="Sums of tame games, misère play",
        text=(
            "In a sum of tame games (in every position below a component the normal and misère Grundy values are "
            "equal, or are 0 and 1 in some order): if they differ in every component, the sum is P if and only if the "
            "nim-sum of the normal values is 1, otherwise if and only if it is 0."
        ),
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.MISERE,),
        condition="every position below each component tame",
        verified="random sums of two or three small games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        search = TameSearch.under(meter)
        parts = list(pieces(position))
        if any(map(_is_huge, parts)):
            return None  # a quotient with a period may know these heaps; here every one below would be gone through
        try:
            for piece in parts:
                for heap in _small_heaps(piece.position):  # most wild games show it soon
                    search.pair(heap, piece.place)
            values = {piece.path: search.pair(piece.position, piece.place) for piece in parts}
        except Wild:
            return None
        whole = added(values.values())
        wins = whole.misere != 0

        def winning() -> Iterator[MoveRange]:
            return winning_moves(parts, values, lambda at, after: search.pair(after, at.place)) if wins else iter(())

        first = next(winning(), None)
        kind = "every component is fickle" if whole.fickle else "not every component is fickle"
        shown = ", ".join(show(pair.normal) for pair in list(values.values())[:8]) + (", ..." * (len(values) > 8))
        why = f"all is tame, the values of the parts are {shown} with nim-sum {show(whole.normal)}, and {kind}"
        why += _said_not_special(position, meter)

        def both(component: Component) -> tuple[int, int]:
            pair = search.pair(component.position, component.place)
            return pair.normal, pair.misere

        move = first and first.make(first.least)
        return Verdict(wins, move, why, winning, certificate=lambda: tame_certificate(position, both))


def _is_huge(piece: SumPiece) -> bool:
    """Whether there are too many heaps below to go through them one by one."""
    position: Any = piece.position
    if type(position) is Octal:
        return max(position.heaps, default=0) > (LONG_ROW if position.rule.most_heaps < 2 else LONG_SPLIT)
    return type(position) is Subtraction and max(position.heaps, default=0) > LONG_ROW


def _small_heaps(position: Any) -> Iterator[Position]:
    if type(position) is Octal:
        for size in range(1, min(SMALL, max(position.heaps, default=0)) + 1):
            yield Octal(position.code, [size])


def _said_not_special(position: Position, meter: Meter) -> str:
    """Why the rule for special games does not speak here, if that is soon found out."""
    looked_at = SpecialSearches.under(meter).violations
    if position in looked_at:
        violation = looked_at[position]
    else:
        budget = meter.part(FEW)
        try:
            violation = violation_of(position, budget)
        except LimitReached:
            violation = None
        meter.spend(budget.positions)
    if violation is None:
        return ""
    return f" (not all is special: {show(violation)} has the value 0 and moves, none of them to the value 1)"


def winning_moves(
    parts: list[SumPiece], values: Mapping[tuple[int, ...], Pair], after: Callable[[SumPiece, Position], Pair]
) -> Iterator[MoveRange]:
    """Every move to a sum whose misère value is 0, from the values of the parts and those after a move in one."""
    for piece in watched(parts, 1):
        rest = added(pair for path, pair in values.items() if path != piece.path)
        if type(piece.position) is Nim:
            yield from _nim_moves(piece, piece.position.heaps, rest)
            continue
        for move in watched(piece.position.moves(), 1):
            if added((rest, after(piece, piece.position.after(move)))).misere == 0:
                yield MoveRange.single(piece.whole_move(move))


def _nim_moves(piece: SumPiece, heaps: tuple[int, ...], rest: Pair) -> Iterator[MoveRange]:
    """In a Nim heap only one value can win: the nim-sum of the rest, or its neighbour ``^ 1``."""
    total_of_all, big = reduce(xor, heaps, rest.normal), sum(heap > 1 for heap in heaps)
    for number, heap in enumerate(watched(heaps)):
        total, big_elsewhere = total_of_all ^ heap, big > (heap > 1)
        for left in (total, total ^ 1):
            fickle = rest.fickle and not big_elsewhere and left <= 1
            if left < heap and Pair(total ^ left, fickle).misere == 0:
                yield MoveRange.single(piece.whole_move(LowerHeap(number, left)))


DECIDERS: tuple[Theorem, ...] = (TameSums(),)
STATEMENTS: tuple[Statement, ...] = (TameSums.statement,)
