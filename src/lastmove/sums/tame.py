"""Which sums are tame, component by component: in misère play those are as easy as Nim."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.certificate import Budget
from lastmove.core.errors import TooLarge
from lastmove.core.limits import look
from lastmove.games.base import HeapGame
from lastmove.games.heap_rules import Heaps
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.heaps.values import mex
from lastmove.search.trampoline import evaluate
from lastmove.sums.check import MOST_WRITTEN, ComponentWalk, Tame, is_single_heap
from lastmove.sums.genus import Bags
from lastmove.sums.nimbers import GrundySearch

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterable

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position
    from lastmove.games.octal import Code
    from lastmove.games.sum import Component


class Wild(Exception):
    """A component below the position in question is not tame; ``position`` is it, with its values g+ and g-."""

    def __init__(self, position: Any, normal: int, misere: int) -> None:
        self.position = position
        self.normal = normal
        self.misere = misere
        super().__init__(f"g+ = {normal} and g- = {misere}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.position, self.normal, self.misere), self.__dict__


class Pair(NamedTuple):
    """The values of a tame position: g+, and whether g- is the same (*firm*) or differs in the last bit (*fickle*)."""

    normal: int
    fickle: bool

    @property
    def misere(self) -> int:
        """The misère Grundy value."""
        return self.normal ^ self.fickle


def added(pairs: Iterable[Pair]) -> Pair:
    """The values of a sum: the nim-sum, fickle if every component is.

    >>> added([Pair(2, False), Pair(1, True)])
    Pair(normal=3, fickle=False)
    """
    total, fickle = 0, True
    for pair in pairs:
        total ^= pair.normal
        fickle = fickle and pair.fickle
    return Pair(total, fickle)


@dataclass(frozen=True, eq=False)
class SpecialSearches:
    """What was found out while looking whether sums are special, before that was known or given up.

    Attributes
    ----------
    searches
        The values below each piece of a sum, by its place. They stop at the first position that is not special, so
        whatever they know is special, as is everything below it.
    violations
        Sums that are not special, with a position that shows it; ``None`` where none was found soon.
    """

    searches: dict[Hashable, GrundySearch] = field(default_factory=dict)
    violations: dict[Position, Position | None] = field(default_factory=dict)

    @classmethod
    def under(cls, meter: Meter) -> SpecialSearches:
        """Those of all work under one meter."""
        found: SpecialSearches = meter.notes.setdefault(cls, cls())
        return found


class TameSearch:
    """The values of positions all of whose components are tame, and so is everything below them.

    Parameters
    ----------
    meter
        Counts components; stops with LimitReached when a limit is spent.

    Notes
    -----
    Sums of tame games are tame and their values are known from those of the parts, so only single components are
    looked at: of a heap game that splits, a position for each heap size instead of one for each partition.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.bags = Bags()
        self._known: dict[int, Pair] = {}
        self._heaps: dict[int, Pair | None] = {}

    @classmethod
    def under(cls, meter: Meter) -> TameSearch:
        """The search that all work under one meter shares."""
        found = meter.notes.get(cls)
        if found is None:
            found = meter.notes[cls] = cls(meter)
        found.meter = meter
        return found

    def pair(self, position: Position, around: Hashable = ()) -> Pair:
        """The values of a position.

        Raises
        ------
        Wild
            If some component below it is not tame.
        """
        return added(self._component(number) for number in self.bags.bag(position, around))

    def known_pair(self, number: int) -> Pair | None:
        """The values of a component that is tame, as is everything below it; ``None`` if it is not, or not known to be.

        Of heaps it is always found out: below a heap there are not more components than smaller heaps.
        """
        found, component = self._known.get(number) or self._special(number), self.bags.component(number)
        if found is None and type(component) is Nim:
            found = self._component(number)
        elif found is None and isinstance(component, HeapGame | Heaps):
            found = evaluate(number, self._heap_recipe, self._heaps, self.meter, shown=self.bags.component)
        return found

    def _heap_recipe(self, number: int) -> Generator[int, Pair | None, Pair | None]:
        """The same as ``_recipe``, but that what is wild is remembered."""
        if number in self._known:
            return self._known[number]
        for option in self.bags.options(number):
            for child in option:
                if (yield child) is None:
                    return None
        try:
            return self._component(number)
        except Wild:
            return None

    def _special(self, number: int) -> Pair | None:
        """The values of a component that is known to be special, as is everything below it."""
        search = SpecialSearches.under(self.meter).searches.get(self.bags.place(number))
        value = None if search is None else search.known(self.bags.component(number))
        return None if value is None else Pair(value, value <= 1)

    def _component(self, number: int) -> Pair:
        return evaluate(number, self._recipe, self._known, self.meter, shown=self.bags.component)

    def _recipe(self, number: int) -> Generator[int, Pair, Pair]:
        component = self.bags.component(number)
        if is_single_heap(component):
            return Pair(component.heaps[0], component.heaps[0] <= 1)
        special = self._special(number)
        if special is not None:
            return special
        normal, misere = set(), set()
        for option in self.bags.options(number):
            total = Pair(0, fickle=True)
            for child in option:
                total = added((total, (yield child)))
            normal.add(total.normal)
            misere.add(total.misere)
        plus, minus = mex(normal), mex(misere)
        if plus != minus and {plus, minus} != {0, 1}:
            raise Wild(component, plus, minus)
        return Pair(plus, plus != minus)


class WildHeaps:
    """The first wild heap of an octal game; what is known of it stays in the process, for all threads."""

    def __init__(self, rule: Code) -> None:
        self._rule = rule
        self._lock = Lock()
        self._pairs = [Pair(0, fickle=True)]
        self._first = math.inf

    def is_wild(self, heap: int, meter: Meter) -> bool:
        """Whether this heap or a smaller one is not tame; every heap counts as a position, also one known before."""
        with self._lock:
            while len(self._pairs) <= min(heap, self._first):
                meter.look()
                self._add()
        meter.spend(min(heap, int(min(self._first, MOST_WRITTEN))))
        return self._first <= heap

    def _add(self) -> None:
        """One more heap; all smaller ones are tame."""
        heap = len(self._pairs)
        options = [added(self._pairs[leaf] for leaf in move.leaves) for move in Octal(str(self._rule), [heap]).moves()]
        plus, minus = mex({each.normal for each in options}), mex({each.misere for each in options})
        if not options:
            minus = 1
        if plus != minus and {plus, minus} != {0, 1}:
            self._first = heap
        self._pairs.append(Pair(plus, plus != minus))


wild_heaps = lru_cache(maxsize=256)(WildHeaps)
"""Those of a code."""


def tame_certificate(position: Position, values: Callable[[Component], tuple[int, int]]) -> Tame:
    """The pairs (g+, g-) of all components below a tame position; ``values`` gives the pair of one."""
    walk = ComponentWalk(is_single_heap, cancel=False, most=math.inf, budget=Budget())
    walk.see(position)
    pairs = []
    for component in walk.found:  # it grows
        pairs.append(values(component))
        for _ in walk.options(component):
            look()
        if len(walk.found) > MOST_WRITTEN:
            raise TooLarge(f"there are more than {MOST_WRITTEN:,} components below")
    return Tame(tuple(pairs))
