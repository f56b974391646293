"""Sums: the Grundy values of everything below the components, each checked against those of its options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, Finding
from lastmove.certificates.reading import Budget, move_cost, numbers
from lastmove.core.errors import Refuted, show
from lastmove.core.play import Play
from lastmove.core.position import components_of, key_of
from lastmove.games.nim import Nim
from lastmove.games.sum import Sum

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from typing import Self

    from lastmove.certificates.reading import Body
    from lastmove.core.position import Position

__all__ = ["Grundy", "below", "pieces_of"]


def pieces_of(position: Any) -> list[Any]:
    """The parts of a sum that are no sums, from left to right; the position itself if it is none."""
    if not isinstance(position, Sum):
        return [position]
    return [piece for part in position.parts for piece in pieces_of(part)]


def below(
    roots: Iterable[Position], most: float = inf, budget: Budget | None = None
) -> Iterator[tuple[Position, list[int]]]:
    """The positions that can be reached, first the roots, then breadth first, each once and numbered in this order.

    With each come the numbers of its options in the order of its moves. Refuted if there are more than ``most``
    positions, or if the budget is spent.
    """
    found = list({key_of(root): root for root in roots}.values())
    numbers = {key_of(root): number for number, root in enumerate(found)}
    if len(found) > most:
        raise Refuted(f"there are more than {most:,} positions below a component")
    cost = max(map(move_cost, found), default=0) if budget is not None else 0
    for position in found:
        options = []
        for move in position.moves():
            if budget is not None:
                budget.spend(cost)
            option = position.after(move)
            options.append(numbers.setdefault(key_of(option), len(found)))
            if options[-1] == len(found):
                found.append(option)
                if len(found) > most:
                    raise Refuted(f"there are more than {most:,} positions below a component")
        yield position, options


@dataclass(frozen=True, slots=True)
class Grundy(Certificate):
    """For each piece of a sum the values of the positions below it, in the order of :func:`below`; none for Nim."""

    kind = "grundy"

    values: tuple[tuple[int, ...], ...]

    def outcome(self, position: Any, play: Play) -> Finding:
        pieces = pieces_of(position)
        if len(pieces) != len(self.values):
            raise Refuted(f"there are {len(pieces)} pieces and values for {len(self.values)}")
        budget = Budget()
        found: list[int] = []
        for piece, values in zip(pieces, self.values, strict=True):
            if isinstance(piece, Nim):
                if values:
                    raise Refuted("the value of a Nim heap is its size; none is written")
                found += piece.heaps
            else:
                found += _checked(components_of(piece), values, budget, special=play is Play.MISERE)
        total = reduce(xor, found, 0)
        shown = ", ".join(map(show, found[:8])) + (", ..." if len(found) > 8 else "")
        said = f"the values of the components are {shown}, with nim-sum {show(total)}"
        if play is Play.NORMAL:
            return Finding(total != 0, said)
        return Finding(total != (1 if max(found, default=0) <= 1 else 0), f"{said}; all below them are special")

    def body(self) -> dict[str, object]:
        return {"values": [list(values) for values in self.values]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("values")
        return cls(tuple(numbers(values, "values") for values in body.items("values")))


def _checked(roots: Any, values: tuple[int, ...], budget: Budget, *, special: bool) -> list[int]:
    """The values of the roots, once every value below has been found to be the least that no option has."""
    number: dict[Hashable, int] = {}
    for place, (position, options) in enumerate(below(roots, len(values), budget)):
        number[key_of(position)] = place
        value, near = values[place], {values[option] for option in options}
        if value in near or value > len(near) or any(smaller not in near for smaller in range(value)):
            raise Refuted(f"a value {show(value)} is not the least that no option has")
        if special and value == 0 and near and 1 not in near:
            raise Refuted("a position of value 0 has options, and none of value 1")
    if len(number) != len(values):
        raise Refuted(f"{len(values):,} values for {len(number):,} positions")
    return [values[number[key_of(root)]] for root in roots]
