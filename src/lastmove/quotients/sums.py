"""The quotient of everything below one sum, heaps of any size included, and every winning move by it.

Of huge heaps the moves are ranges that a period makes alike. A quotient of heaps alone is kept: what decided one sum of
Kayles decides the next one, and its evidence is not checked twice.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import cached_property
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lastmove.certificates.certificate import Budget
from lastmove.core.errors import LimitReached
from lastmove.core.limits import look, watched, watching
from lastmove.games.moves import LowerHeap, Split
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import filed_components
from lastmove.heaps.check import HeapTable, called, game_of
from lastmove.quotients.check import Quotient
from lastmove.quotients.heap_games import GrowthStep, HeapGrowth, phi_period
from lastmove.quotients.monoid import Atoms, ClosedSet, HeapFamily, generators_of, options_of, reduced
from lastmove.quotients.solver import QuotientSolver
from lastmove.sums.check import MOST_WRITTEN, ComponentWalk
from lastmove.theorems.statement import MoveRange

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position
    from lastmove.games.sum import Component
    from lastmove.heaps.check import Period, Rules
    from lastmove.quotients.monoid import OutcomeMonoid
    from lastmove.sums.normal import SumPiece

    _Heaps: TypeAlias = tuple[tuple[Rules, int], ...]


class HeapQuotient:
    """The misère quotient of families of heaps: it says of any sum of heaps of these games who wins.

    Attributes
    ----------
    quotient
        The monoid.
    values
        For each family the elements of its heaps 0, 1, 2, ...
    repeats
        For each family its period, where the values do not go on to the largest heap.
    """

    quotient: OutcomeMonoid
    values: Mapping[Rules, list[int]]
    repeats: Mapping[Rules, Period | None]

    def __init__(
        self, quotient: OutcomeMonoid, values: Mapping[Rules, list[int]], repeats: Mapping[Rules, Period | None]
    ) -> None:
        self.quotient, self.values, self.repeats = quotient, values, repeats

    def heap_element(self, rules: Rules, heap: int) -> int:
        """The element of a heap, no larger than the largest of its family or, if there is a period, of any size."""
        period = self.repeats[rules]
        return self.values[rules][heap if period is None else period.heap(heap)]

    def period_of(self, rules: Rules) -> tuple[int, int] | None:
        """Preperiod and period of a family of heaps, where a heap goes beyond what was worked out."""
        period = self.repeats[rules]
        return None if period is None else (period.preperiod, period.period)

    def periods(self) -> Iterator[tuple[str, int, int]]:
        """The games whose period was needed: name, preperiod, period."""
        for rules, period in self.repeats.items():
            if period is not None:
                yield called(rules), period.preperiod, period.period

    def elements(self, position: Position, around: Hashable = ()) -> Iterator[int]:
        """The elements of the components of a position that can be reached, or is part of one."""
        for component in filed_components(position, around):
            yield self.component(component)

    def component(self, component: Component) -> int:
        """The element of one component."""
        rules = heap_of(component.position)
        assert rules is not None
        return self.heap_element(rules, component.position.heaps[0])

    def element(self, position: Position, around: Hashable = ()) -> int:
        """The element of a position."""
        return self.product(self.elements(position, around))

    def product(self, elements: Iterable[int]) -> int:
        """The product of elements."""
        found = 0
        for element in elements:
            found = int(self.quotient.product[found, element])
        return found

    @cached_property
    def evidence(self) -> Quotient:
        """The evidence for any sum of these heaps, checked once for all of them."""
        tables = [HeapTable.of(rules, values, self.repeats[rules]) for rules, values in self.values.items()]
        return Quotient(*written(self.quotient), (), tuple(tables))

    def certificate(self) -> Quotient:
        """The evidence; TooLarge if it would be too long."""
        return self.evidence


class SumQuotient(HeapQuotient):
    """The misère quotient of a position's components and of all that play can make of them.

    Heaps of octal and subtraction games come in families: the heaps up to the largest one, or up to where their
    period is proved. All else is gone through component by component. Play may not come to every heap of a family; so
    the quotient may be that of more than is below the position.

    Parameters
    ----------
    most
        Monoids with more elements are given up.
    families
        Whether there are families; if not, heaps are components as all else, and the quotient is that of the position.

    Raises
    ------
    LimitReached
        When a limit of the meter is spent, or the quotient grows too large.
    """

    def __init__(self, position: Position, meter: Meter, *, most: float = inf, families: bool = True) -> None:
        self.position = position
        self._meter = meter
        self._atoms = Atoms()
        self._solver = QuotientSolver(self._atoms.rules, most=most)
        self._closed = ClosedSet(self._atoms, meter)
        self._families: dict[Rules, HeapFamily] = {}
        self._growth: dict[Rules, HeapGrowth] = {}
        largest, others = largest_heaps(position) if families else ({}, list(filed_components(position)))
        for component in others:
            self._closed.word(component.position, component.place)
        for met in self._closed.met():  # play on a graph can leave a larger path than there was
            rules = heap_of(met)
            if rules is not None and rules in largest:
                largest[rules] = max(largest[rules], *met.heaps)
        for rules, heap in largest.items():
            self._add_family(rules, heap)
        found = self._settled(largest)
        repeats = {rules: growth.period for rules, growth in self._growth.items()}
        super().__init__(found, {rules: growth.values(found) for rules, growth in self._growth.items()}, repeats)

    def _add_family(self, rules: Rules, heap: int) -> None:
        family = self._families[rules] = HeapFamily(options_of(rules), self._atoms)
        growth = HeapGrowth(family, self._atoms, self._solver, rules, beside=len(self._atoms))
        self._growth[rules] = growth
        growth.grow(heap, self._meter)

    def _settled(self, largest: dict[Rules, int]) -> OutcomeMonoid:
        """The quotient of all atoms, in which the periods hold that are needed.

        A period that holds among the heaps of one game may be longer beside another one: then the family goes on to
        its largest heap, or until a period is proved again.
        """
        while True:
            found = self._solver.quotient(len(self._atoms), self._meter)
            again = []
            for rules, growth in self._growth.items():
                if growth.period is not None:
                    growth.period = phi_period(growth.values(found), rules)
                    again += [rules] if growth.period is None and growth.heap < largest[rules] else []
            if not again:
                return found
            for rules in again:
                self._growth[rules].grow(largest[rules], self._meter)

    def component(self, component: Component) -> int:
        """The element of one component."""
        rules = heap_of(component.position)
        if rules is not None and rules in self.values:
            return super().component(component)
        return self.quotient.element(self._closed.word(component.position, component.place))

    def certificate(self) -> Quotient:
        """The evidence; TooLarge if it would be too long."""
        return replace(self.evidence, values=self._walked())

    def growth(self) -> list[GrowthStep]:
        """Where the quotient grows, atom by atom in the order in which they were met."""
        found: list[GrowthStep] = []
        for atom in range(1, len(self._atoms) + 1):
            monoid = self._solver.monoid(atom, self._meter)
            if atom > 1 and monoid.words is self._solver.monoid(atom - 1, self._meter).words:
                continue
            small = reduced(monoid, self._atoms.rules)
            step = GrowthStep(atom, small.order, int(small.lost.sum()))
            if not found or found[-1][1:] != step[1:]:
                found.append(step)
        return found

    def _walked(self) -> tuple[int, ...]:
        """The elements of the components that no table holds, in the order of the walk."""
        walk = ComponentWalk(
            lambda position: heap_of(position) in self.values, cancel=False, most=MOST_WRITTEN, budget=Budget()
        )
        walk.see(self.position)
        found = []
        for component in walk.found:  # it grows
            found.append(self.component(component))
            for _ in walk.options(component):
                look()
        return tuple(found)


def largest_heaps(position: Position) -> tuple[dict[Rules, int], list[Component]]:
    """For each game of heaps below a sum its largest heap; and the components that are no such heaps."""
    largest: dict[Rules, int] = {}
    others = []
    for component in filed_components(position):
        rules = heap_of(component.position)
        if rules is None:
            others.append(component)
        else:
            largest[rules] = max(largest.get(rules, 0), *component.position.heaps)
    return largest, others


MOST_KEPT = 64_000_000
"""So many bytes of quotients are kept, about; those that were not asked for longest go first."""


class _Kept(NamedTuple):
    """A quotient that was found, or ``None`` where that took too long; and what finding it cost.

    Attributes
    ----------
    quotient
        What was found.
    positions
        How many positions it took; they are counted again, so that an answer does not depend on earlier questions.
    size
        About how many bytes it takes, with what its check has made of it.
    """

    quotient: HeapQuotient | None
    positions: int
    size: int


class KeptQuotients:
    """The quotients of heaps that this process has worked out, for all of its threads.

    Parameters
    ----------
    most
        Monoids with more elements are given up.
    steps
        So many positions may be spent on one.
    """

    def __init__(self, *, most: int, steps: int) -> None:
        self._most, self._steps = most, steps
        self._lock = Lock()
        self._kept: OrderedDict[_Heaps, _Kept] = OrderedDict()
        self._ends: dict[Rules, int] = {}
        """Where the heaps of a game repeat, the heap at which that was seen: larger ones need no more work."""
        self._size = 0

    def of(self, position: Position, meter: Meter) -> HeapQuotient | None:
        """The quotient of a sum, kept or worked out; ``None`` if that takes too long."""
        largest, others = largest_heaps(position)
        if others:
            return self._made(position, meter)[0]
        if len(largest) == 1:
            largest = {rules: min(heap, self._ends.get(rules, heap)) for rules, heap in largest.items()}
        heaps = tuple(largest.items())
        with self._lock:
            kept = self._kept.get(heaps)
            if kept is not None:
                self._kept.move_to_end(heaps)
        if kept is not None:
            meter.spend(min(kept.positions, meter.positions_left))
            return kept.quotient
        began, whole = meter.positions, meter.positions_left >= self._steps
        found, why = self._made(position, meter)
        if found is None and not (whole and why in ("positions", "elements")):
            return None
        return self._keep(heaps, found, meter.positions - began, meter)

    def _made(self, position: Position, meter: Meter) -> tuple[SumQuotient | None, str]:
        """The quotient, or the limit that was spent."""
        budget = meter.part(self._steps)
        try:
            with watching(budget):
                return SumQuotient(position, budget, most=self._most), ""
        except LimitReached as stop:
            return None, stop.limit
        finally:
            meter.spend(budget.positions)

    def _keep(self, heaps: _Heaps, found: SumQuotient | None, positions: int, meter: Meter) -> HeapQuotient | None:
        """Keep what was found, if it does not take much of the memory that the question has, and return it."""
        small = None if found is None else HeapQuotient(found.quotient, found.values, found.repeats)
        size = 1_000 if small is None else _bytes_of(small)
        if size > min(MOST_KEPT, meter.memory) / 4:
            return small
        with self._lock:
            if found is not None and len(heaps) == 1:
                (rules, largest), (values,) = heaps[0], found.values.values()
                if found.repeats[rules] is not None and len(values) <= largest:
                    self._ends[rules] = len(values) - 1
                    heaps = ((rules, len(values) - 1),)
            self._size += size - self._kept.pop(heaps, _Kept(None, 0, 0)).size
            self._kept[heaps] = _Kept(small, positions, size)
            while self._size > MOST_KEPT:
                self._size -= self._kept.popitem(last=False)[1].size
        return small


def _bytes_of(found: HeapQuotient) -> int:
    """About what a quotient of heaps takes: its product, and three more tables as large in its check."""
    return 5_000 + 32 * found.quotient.order**2 + 150 * sum(map(len, found.values.values()))


def written(quotient: OutcomeMonoid) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The steps of some generators and the lost elements, as certificates have them."""
    generators = generators_of(quotient, quotient.images.values())
    steps = tuple(tuple(quotient.product[:, generator].tolist()) for generator in generators)
    return steps, tuple(quotient.lost.nonzero()[0].tolist())


def heap_of(position: Any) -> Rules | None:
    """The rules of a single heap that belongs to a family."""
    return game_of(position) if len(getattr(position, "heaps", ())) == 1 else None


def winning_moves(found: HeapQuotient, parts: list[SumPiece]) -> Iterator[MoveRange]:
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


def _without_each(found: HeapQuotient, elements: list[int]) -> list[int]:
    """For each element, the product of all others."""
    before, after = [0], [0]
    for one, other in zip(elements, reversed(elements), strict=True):
        before.append(found.product((before[-1], one)))
        after.append(found.product((after[-1], other)))
    size = len(elements)
    return [found.product((before[place], after[size - 1 - place])) for place in range(size)]


def _is_lost(found: HeapQuotient, *elements: int) -> bool:
    return bool(found.quotient.lost[found.product(elements)])


def _heap_moves(found: HeapQuotient, part: SumPiece, elements: list[int], rest: int) -> Iterator[MoveRange]:
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
    found: HeapQuotient, part: SumPiece, number: int, left: int, digit: int, beside: int
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
