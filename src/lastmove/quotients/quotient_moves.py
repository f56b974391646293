"""Every winning move of a sum whose quotient is known; of huge heaps by ranges of moves that a period makes alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.limits import watched
from lastmove.games.component_bags import filed_components
from lastmove.games.moves import LowerHeap, Split
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.theorems.statement import MoveRange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.quotients.sums import SumQuotient
    from lastmove.sums.sum_parts import Piece

__all__ = ["winning_moves"]


def winning_moves(found: SumQuotient, parts: list[Piece]) -> Iterator[MoveRange]:
    """Every move to a lost element, piece by piece, heap by heap."""
    inside = [[found.component(each) for each in filed_components(part.position, part.place)] for part in parts]
    around = _without_each(found, [found.product(elements) for elements in inside])
    for part, elements, rest in zip(parts, inside, around, strict=True):
        if type(part.position) in (Octal, Subtraction):  # one derived from them has its own rules
            yield from _heap_moves(found, part, elements, rest)
            continue
        for move in watched(part.position.moves(), 1):
            if _is_lost(found, rest, found.element(part.position.after(move), part.place)):
                yield MoveRange.single(part.whole_move(move))


def _without_each(found: SumQuotient, elements: list[int]) -> list[int]:
    """For each element, the product of all others."""
    before, after = [0], [0]
    for one, other in zip(elements, reversed(elements), strict=True):
        before.append(found.product((before[-1], one)))
        after.append(found.product((after[-1], other)))
    size = len(elements)
    return [found.product((before[place], after[size - 1 - place])) for place in range(size)]


def _is_lost(found: SumQuotient, *elements: int) -> bool:
    return bool(found.quotient.lost[found.product(elements)])


def _heap_moves(found: SumQuotient, part: Piece, elements: list[int], rest: int) -> Iterator[MoveRange]:
    position: Any = part.position
    around = _without_each(found, elements)
    for number, heap in enumerate(watched(position.heaps, 1)):
        beside = found.product((rest, around[number]))
        if isinstance(position, Subtraction):
            for amount in watched(amount for amount in position.amounts if amount <= heap):
                if _is_lost(found, beside, found.heap_element(position.amounts, heap - amount)):
                    yield MoveRange.single(part.whole_move(LowerHeap(number, heap - amount)))
        elif position.rule.most_heaps > 2 or position.rule.cycle:
            for _, leaves in watched(Octal(position.code, [heap]).moves(), 1):
                if _is_lost(found, beside, *(found.heap_element(position.rule, leaf) for leaf in leaves)):
                    yield MoveRange.single(part.whole_move(Split(number, leaves)))
        else:
            for taken, digit in position.rule.up_to(heap) if heap else ():
                yield from _octal_moves(found, part, number, heap - taken, digit, beside)


def _octal_moves(
    found: SumQuotient, part: Piece, number: int, left: int, digit: int, beside: int
) -> Iterator[MoveRange]:
    """The winning moves that leave so many tokens of a heap: none, in one heap, or in two."""
    position: Any = part.position
    rule = position.rule
    if digit & 1 and not left and _is_lost(found, beside):
        yield MoveRange.single(part.whole_move(Split(number, ())))
    if digit & 2 and left and _is_lost(found, beside, found.heap_element(rule, left)):
        yield MoveRange.single(part.whole_move(Split(number, (left,))))
    if digit & 4:
        for first, step, count in _alike(found.period_of(rule), left):
            both = found.heap_element(rule, first), found.heap_element(rule, left - first)
            if _is_lost(found, beside, *both):

                def made(k: int, first: int = first, step: int = step) -> Any:
                    smaller = first + k * step
                    return part.whole_move(Split(number, (left - smaller, smaller)))

                yield MoveRange(made, 0, count - 1)


def _alike(period: tuple[int, int] | None, left: int) -> Iterator[tuple[int, int, int]]:
    """The smaller heaps of all ways to split, as (first, step, count): those of one range have the same element.

    Where both heaps are beyond the preperiod, one period less in the larger and one more in the smaller is no change.
    """
    half = left // 2
    singles = half if period is None else min(half, period[0] - 1)
    yield from watched((smaller, 1, 1) for smaller in range(1, singles + 1))
    if period is not None:
        preperiod, length = period
        for first in range(preperiod, min(preperiod + length, half + 1)):
            yield first, length, (half - first) // length + 1
