"""Misère quotients: sums in misère play by multiplying in a finite monoid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached
from lastmove.core.limits import watching
from lastmove.core.optional import is_there
from lastmove.core.play import Play
from lastmove.sums.normal import pieces
from lastmove.theorems.papers import PLAMBECK_SIEGEL
from lastmove.theorems.statement import Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter
    from lastmove.quotients.sums import SumQuotient
    from lastmove.theorems.statement import MoveRange

FEW = 10_000
"""So many steps are spent to find a quotient, before the next method is tried."""
MOST_ELEMENTS = 200
"""A quotient that grows beyond this is given up."""


class Quotients(Theorem):
    """Misère quotients. Sums that no sum tells apart are one element of a monoid, which is often finite.

    Take all sums of the components and of what play makes of them. Two are alike if beside every third one they have
    the same outcome. Sums of alike ones are alike; so the classes form a commutative monoid, and whether a sum is P
    depends on its class only. If there are finitely many, a sum of any number of components is decided by multiplying.

    Of a heap game all heaps can be had at once. Let a move take at most d tokens and leave at most two heaps, and
    let the heaps n and n + p have the same element for n0 <= n < 2 n0 + p + d. Then they have for all n >= n0.

    *Proof of the second part.* Let n be at least 2 n0 + p + d, and let it hold below n. The larger heap of an option
    of n + p is at least n0 + p, that of an option of n at least n0; so the options of both lead to the same
    elements. An atom whose options are those of another one can have its element: a move from lost to lost, or a won
    sum without a move to a lost one, would be there for the other atom as well.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=PLAMBECK_SIEGEL,
        number="quotients",
        title="Misère quotients",
        text=(
            "The sums of positions of a closed set, two of them equal if they have the same misère outcome beside "
            "every third one, form a commutative monoid: the misère quotient. A sum is P if and only if the product "
            "of the elements of its components is an element of P-positions. In a heap game whose moves take at most "
            "d tokens and leave at most two heaps, the elements of all heaps from n0 on have the period p if those of "
            "the heaps n0 to 2 n0 + p + d - 1 do."
        ),
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.MISERE,),
        condition=f"a quotient of at most {MOST_ELEMENTS} elements, found within {FEW:,} steps",
        verified="random sums of two or three small games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if not is_there("numpy"):  # quotients are made of arrays; without, such sums are searched
            return None
        from lastmove.quotients.sums import SumQuotient, winning_moves

        budget = meter.part(FEW)
        try:
            with watching(budget):
                found = SumQuotient(position, budget, most=MOST_ELEMENTS)
        except LimitReached:
            return None
        finally:
            meter.spend(budget.positions)
        parts = list(pieces(position))
        wins = not found.quotient.lost[found.element(position)]

        def winning() -> Iterator[MoveRange]:
            return winning_moves(found, parts) if wins else iter(())

        first = next(winning(), None)
        move = first and first.make(first.least)
        return Verdict(wins, move, _why(found, wins), winning, certificate=found.certificate)


def _why(found: SumQuotient, wins: bool) -> str:
    order, lost = found.quotient.order, int(found.quotient.lost.sum())
    said = f"a misère quotient of {order} elements, {lost} of them P, is right about everything below"
    for name, preperiod, period in found.periods():
        said += f", the heaps of {name} repeat from {preperiod} on with the period {period}"
    return f"{said}, and the components multiply to an element that is {'N' if wins else 'P'}"


DECIDERS: tuple[Theorem, ...] = (Quotients(),)
STATEMENTS: tuple[Statement, ...] = (Quotients.statement,)
