"""Is a finite monoid right about misère play? The check behind certificates of kind ``quotient``.

A monoid gives every sum of atoms an element, and calls some elements lost. It is right if every sum with a move is
lost exactly when no move from it leads to a lost one, and the empty sum is not lost. Two tests show that for
infinitely many sums; sets of elements are strings of bytes 0 and 1, one for each element.

*From lost no move leads to lost.* For an atom g with options e: no z makes both z·g and z·e lost.

*From won some move leads to lost.* Let W(X) be the set of all z such that a move inside X, beside z, leads to a lost
element. W(X + g) consists of the z with z·g in W(X) and the z with z·X in W(g). A sum X is fine if it is lost or W(X)
contains 1. If X and Y have one element and W(X) is part of W(Y), then whatever is fine with X in it is fine with Y in
its place; so it is enough to go through the least sets of each element, and these are finitely many.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from lastmove.core.errors import Refuted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from lastmove.certificates.untrusted import Budget

__all__ = ["CheckedMonoid"]


class CheckedMonoid:
    """A commutative monoid from the steps of its generators; element 0 is the identity.

    Parameters
    ----------
    steps
        For each generator, what every element times it is.
    lost
        The elements that are P-positions.

    Raises
    ------
    Refuted
        If the steps do not commute, do not lead to every element, or two elements are never told apart.
    """

    def __init__(self, steps: Sequence[Sequence[int]], lost: Collection[int], budget: Budget) -> None:
        self._budget = budget
        self.order = size = len(steps[0]) if steps else 1
        if any(len(step) != size or max(step) >= size for step in steps) or any(each >= size for each in lost):
            raise Refuted(f"the steps and the lost elements are not about {size:,} elements")
        if 0 in lost:
            raise Refuted("the empty sum is called lost; in misère play it is won")
        self.lost = frozenset(lost)
        self._flags = bytes(element in self.lost for element in range(size))
        for place, step in enumerate(steps):
            for other in steps[:place]:
                budget.spend(size)
                if any(step[other[x]] != other[step[x]] for x in range(size)):
                    raise Refuted("two generators do not commute")
        self.generators = [step[0] for step in steps]
        self._columns = self._multiplied(steps)
        self._images = [_chooser(column) for column in self._columns]
        """For each y, a function that takes a set of elements to all x with x·y in it."""
        self._losing = [self._pulled(self._flags, element) for element in range(size)]
        """For each y, the x with x·y lost."""
        if len(set(self._losing)) != size:
            raise Refuted("two elements are never told apart, so this is not the quotient")

    def times(self, element: int) -> Sequence[int]:
        """What every element times this one is."""
        return self._columns[element]

    def _multiplied(self, steps: Sequence[Sequence[int]]) -> list[Sequence[int]]:
        """For each y, what every x times y is; commuting steps that reach y from 0 in two ways do the same."""
        columns: dict[int, Sequence[int]] = {0: tuple(range(self.order))}
        waiting = [0]
        for element in waiting:  # it grows
            self._budget.spend(self.order + len(steps))
            for step in steps:
                if step[element] not in columns:
                    columns[step[element]] = tuple(step[x] for x in columns[element])
                    waiting.append(step[element])
        if len(columns) != self.order:
            raise Refuted("the generators do not lead to every element")
        return [columns[element] for element in range(self.order)]

    def _pulled(self, wanted: bytes, element: int) -> bytes:
        """All x such that x times the element is wanted."""
        self._budget.spend(1 + self.order // 8)
        return self._images[element](wanted)

    def product(self, elements: Iterable[int]) -> int:
        """The product of some elements."""
        found = 0
        for element in elements:
            found = self._columns[element][found]
        return found

    def power(self, element: int, exponent: int) -> int:
        """An element times itself, so many times."""
        found = 0
        while exponent:
            if exponent & 1:
                found = self._columns[element][found]
            element = self._columns[element][element]
            exponent >>= 1
        return found

    def with_element(self, made: set[int], element: int) -> set[int]:
        """What some elements that are closed under products, and one more, multiply to."""
        newest = made
        while newest:
            self._budget.spend(len(newest))
            newest = {self._columns[element][each] for each in newest} - made
            made = made | newest
        return made

    def is_generated_by(self, elements: Iterable[int]) -> bool:
        """Whether every element is a product of these."""
        made = {0}
        for element in elements:
            if element not in made:
                made = self.with_element(made, element)
        return len(made) == self.order

    def check(self, atoms: Iterable[tuple[int, frozenset[int]]]) -> None:
        """Refuted if the outcomes are wrong for sums of these atoms, each an element and those of its options."""
        kinds: dict[tuple[int, frozenset[int]], bytes] = {}
        for image, options in atoms:
            if not options:
                if image:
                    raise Refuted("a component without moves is not the identity")
            elif (image, options) not in kinds:
                wins = bytes(self.order)
                for option in options:
                    wins = _joined(wins, self._losing[option])
                if _meet(wins, self._losing[image]):
                    raise Refuted("a move leads from a lost sum to a lost one")
                kinds[image, options] = wins
        if {image for image, _ in kinds}.issuperset(self.generators):
            self._check_won([(image, wins) for (image, _), wins in kinds.items()])
        else:
            raise Refuted("a generator is not the element of a component")

    def _check_won(self, atoms: list[tuple[int, bytes]]) -> None:
        """Every sum that is not lost has a move to a lost one, and so is rightly won."""
        beside = [[self._pulled(wins, x) for x in range(self.order)] for _, wins in self._least(atoms)]
        images = [image for image, _ in self._least(atoms)]
        least: list[list[int]] = [[] for _ in range(self.order)]
        waiting = [(0, bytes(self.order))]
        while waiting:
            element, wins = waiting.pop()
            if not self._added(least[element], wins):
                continue
            for image, pulled in zip(images, beside, strict=True):
                more = _joined(self._pulled(wins, image), pulled[element])
                product = self._columns[image][element]
                if not more[0] and product not in self.lost:
                    raise Refuted("a sum is called won, and no move in it leads to a lost one")
                waiting.append((product, more))

    def _least(self, atoms: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
        """The atoms without those of which another has the same element and no more ways to win."""
        kept: list[list[int]] = [[] for _ in range(self.order)]
        ordered = sorted(atoms, key=lambda atom: sum(atom[1]))
        return [(image, wins) for image, wins in ordered if self._added(kept[image], wins)]

    def _added(self, known: list[int], wins: bytes) -> bool:
        """Put a set among the least ones, unless one of them is part of it."""
        number = int.from_bytes(wins)
        self._budget.spend(1 + len(known) * (1 + self.order // 64))
        if any(not part & ~number for part in known):
            return False
        known[:] = [part for part in known if number & ~part]
        known.append(number)
        return True


def _chooser(column: Sequence[int]) -> Callable[[bytes], bytes]:
    if len(column) == 1:
        return lambda wanted: wanted
    choose = itemgetter(*column)
    return lambda wanted: bytes(choose(wanted))


def _joined(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one) | int.from_bytes(other)).to_bytes(len(one))


def _meet(one: bytes, other: bytes) -> bool:
    return bool(int.from_bytes(one) & int.from_bytes(other))
