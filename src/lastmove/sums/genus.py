"""Misère values: g-, the genus, and which positions are tame.

A position is worked on as a bag of components, the same in every order and without components that are over. What is
worked out for a bag is a :class:`Genus`: the Grundy value g+ in normal play and, as superscripts, the misère values g-
of the position itself and of its sums with one, two, three, ... Nim heaps of 2.

References
----------
E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays, chapter 13.
V. Gurvich, N. B. Ho, On tame, pet, domestic, and miserable impartial games, arXiv:1508.06343.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look, visit
from lastmove.games.component_bags import filed_components
from lastmove.heaps.values import mex
from lastmove.search.trampoline import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

    Bag = tuple[int, ...]

__all__ = ["Bags", "Genus", "GenusSearch", "genus_over"]


@dataclass(frozen=True, slots=True)
class Genus:
    """The symbol g^{abc...}: ``value`` is g+, ``misere`` are the superscripts; the last two repeat for ever.

    Examples
    --------
    >>> str(Genus(0, (1, 2, 0))), Genus(0, (1, 2, 0)).superscript(3)
    ('0^120', 2)
    """

    value: int
    misere: tuple[int, ...]

    @classmethod
    def of_nim(cls, value: int, fickle: bool) -> Genus:
        """The genus of the Nim positions of this value: of heaps of 1 and 0 only if ``fickle``, else of others."""
        return cls(value, (value ^ 1, value ^ 2, value)) if fickle else cls(value, (value, value ^ 2))

    def superscript(self, number: int) -> int:
        """The misère value of the sum with this many Nim heaps of 2."""
        size = len(self.misere)
        return self.misere[number if number < size else size - 2 + (number - size) % 2]

    @property
    def is_tame(self) -> bool:
        """Whether this is the genus of a Nim position."""
        fickle = self.value <= 1 and self == Genus.of_nim(self.value, fickle=True)
        return fickle or self == Genus.of_nim(self.value, fickle=False)

    def __str__(self) -> str:
        separator = "," if max(self.misere) > 9 else ""
        return f"{self.value}^{separator.join(map(str, self.misere))}"


def genus_over(options: Sequence[Genus]) -> Genus:
    """The genus of a position from those of its options.

    Notes
    -----
    With n heaps of 2 beside it, a position has these options: its own with n heaps of 2, and itself with n - 1 of them
    and a heap of 1 or none. A heap of 1 changes the last bit of every misère value. Once the superscripts of all
    options repeat, the next one depends on the last one and the parity of n only.
    """
    value = mex(option.value for option in options)
    steady = max((len(option.misere) for option in options), default=1)
    found: list[int] = [mex(option.misere[0] for option in options) if options else 1]
    while True:
        n, last = len(found), found[-1]
        found.append(mex([last, last ^ 1, *(option.superscript(n) for option in options)]))
        if n >= steady + 2 and found[n] == found[n - 2]:
            break
    while len(found) > 2 and found[-1] == found[-3]:
        found.pop()
    return Genus(value, tuple(found))


class Bags:
    """Positions as bags of numbered components, and the options of each."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._components: list[tuple[Any, Hashable]] = []
        self._options: dict[int, list[Bag]] = {}

    def bag(self, position: Position, around: Hashable = ()) -> Bag:
        """The components of a position that are not over, by number, ascending."""
        found = []
        for key, place, component in filed_components(position, around):
            number = self._numbers.get(key)
            if number is None:
                over = next(iter(component.moves()), None) is None
                number = -1 if over else len(self._components)
                self._numbers[key] = number
                if not over:
                    self._components.append((component, place))
            if number >= 0:
                found.append(number)
        return tuple(sorted(found))

    def component(self, number: int) -> Any:
        """The position of a component."""
        return self._components[number][0]

    def place(self, number: int) -> Hashable:
        """The place of the part of the sum that a component was first found in."""
        return self._components[number][1]

    def options(self, number: int) -> list[Bag]:
        """What the moves in one component leave of it, each bag once."""
        found = self._options.get(number)
        if found is None:
            component, place = self._components[number]
            bags: dict[Bag, None] = {}
            for move in component.moves():
                visit()  # there may be more options than anyone can list
                bags[self.bag(component.after(move), place)] = None
            found = self._options[number] = list(bags)
        return found

    def options_of(self, bag: Bag) -> Iterator[Bag]:
        """What the moves in a bag lead to; moves in equal components are made in one of them."""
        for place, number in enumerate(bag):
            if place and bag[place - 1] == number:
                continue
            rest = (*bag[:place], *bag[place + 1 :])
            for option in self.options(number):
                look()
                yield tuple(sorted((*rest, *option))) if option else rest


def run(
    root: Any,
    recipe: Callable[[Any], Generator[Any, Any, Any]],
    known: dict[Any, Any],
    meter: Meter,
    shown: Callable[[Any], object],
) -> Any:
    """The value of ``root`` by a recipe that yields what it needs first."""
    return evaluate(root, recipe, known, meter, shown=shown)


class GenusSearch:
    """The genus of positions of any games, and the misère value alone where that is all that is asked.

    Parameters
    ----------
    meter
        Counts bags; stops with LimitReached when a limit is spent.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.bags = Bags()
        self._genus: dict[Bag, Genus] = {}
        self._misere: dict[Bag, int] = {(): 1}

    def genus(self, position: Position) -> Genus:
        """The genus."""
        found: Genus = run(self.bags.bag(position), self._genus_recipe, self._genus, self.meter, self._shown)
        return found

    def misere_value(self, position: Position) -> int:
        """The misère Grundy value g-: 1 where there is no move, else the least value that no option has."""
        found: int = run(self.bags.bag(position), self._misere_recipe, self._misere, self.meter, self._shown)
        return found

    def _shown(self, bag: Bag) -> list[Any]:
        return [self.bags.component(number) for number in bag]

    def _genus_recipe(self, bag: Bag) -> Generator[Bag, Genus, Genus]:
        found: dict[Genus, None] = {}
        for option in self.bags.options_of(bag):
            found[(yield option)] = None
        return genus_over(list(found))

    def _misere_recipe(self, bag: Bag) -> Generator[Bag, int, int]:
        found = set()
        for option in self.bags.options_of(bag):
            found.add((yield option))
        return mex(found)
