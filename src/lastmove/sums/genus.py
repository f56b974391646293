"""Misère values: g-, the genus, which positions are tame, and misère canonical forms.

A position is worked on as a bag of components, the same in every order and without components that are over. What is
worked out for a bag is a :class:`Genus`: the Grundy value g+ in normal play and, as superscripts, the misère values g-
of the position itself and of its sums with one, two, three, ... Nim heaps of 2.

A canonical form is the simplest game that is equal to a position in every misère sum: a set of forms, its options;
equal forms are one object. A form G is that of H if every option of H is one of G's and every other option of G has H
among its options (it *reverts* to H); where H is 0, G must also be won by the player to move. What does not simplify so
is canonical, and canonical forms are unique.

References
----------
E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays, chapter 13.
V. Gurvich, N. B. Ho, On tame, pet, domestic, and miserable impartial games, arXiv:1508.06343.
J. H. Conway, On Numbers and Games, chapter 12.
P. M. Grundy, C. A. B. Smith, Disjunctive games with the last player losing, Proc. Cambridge Philos. Soc. 52 (1956).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look, visit
from lastmove.core.notebook import ShownAsTable
from lastmove.games.sum import filed_components
from lastmove.heaps.values import mex
from lastmove.search.trampoline import evaluate

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

    Bag = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Genus(ShownAsTable):
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
        self._over: list[Any] = []
        self._options: dict[int, list[Bag]] = {}

    def met(self) -> Iterator[Any]:
        """Every component that was met, those that are over included."""
        yield from (component for component, _ in self._components)
        yield from self._over

    def bag(self, position: Position, around: Hashable = ()) -> Bag:
        """The components of a position that are not over, by number, ascending."""
        found = []
        for key, place, component in filed_components(position, around):
            number = self._numbers.get(key)
            if number is None:
                over = next(iter(component.moves()), None) is None
                number = -1 if over else len(self._components)
                self._numbers[key] = number
                if over:
                    self._over.append(component)
                else:
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
        return evaluate(self.bags.bag(position), self._genus_recipe, self._genus, self.meter, shown=self._shown)

    def misere_value(self, position: Position) -> int:
        """The misère Grundy value g-: 1 where there is no move, else the least value that no option has."""
        return evaluate(self.bags.bag(position), self._misere_recipe, self._misere, self.meter, shown=self._shown)

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


LONGEST = 2_000
"""Forms whose text is longer than about this are described instead: it can be of any length."""


class MisereForm:
    """A misère canonical form. Two forms are equal as games exactly if they are the same object.

    Attributes
    ----------
    options
        Its options, a frozenset of forms.
    birthday
        How many moves it lasts at most.
    wins
        Whether the player to move wins it in misère play.
    nim_heap
        The size of the Nim heap that this is, if it is one.
    """

    __slots__ = ("birthday", "length", "nim_heap", "number", "options", "wins")

    birthday: int
    length: int
    nim_heap: int | None
    wins: bool

    def __init__(self, options: frozenset[MisereForm], number: int) -> None:
        self.options = options
        self.number = number
        self.birthday = 1 + max((option.birthday for option in options), default=-1)
        self.wins = not options or not all(option.wins for option in options)
        heaps = {option.nim_heap for option in options}
        self.nim_heap = len(options) if heaps == set(range(len(options))) else None
        self.length = 1 if self.nim_heap is not None else sum(option.length + 2 for option in options)

    def moves(self) -> list[MisereForm]:
        """The options, simplest first: a form is a position too."""
        return sorted(self.options, key=lambda option: (option.birthday, option.number))

    def after(self, move: MisereForm) -> MisereForm:
        """The option itself."""
        return move

    def __reduce__(self) -> tuple[Any, ...]:
        """The options again make the one form that there is of them in a process."""
        return simplest, (tuple(self.options),)

    def __repr__(self) -> str:
        """A Nim heap as its size, any other form as its options in braces, the deepest first."""
        if self.nim_heap is not None:
            return str(self.nim_heap)
        if self.length > LONGEST:
            return f"<a form with {len(self.options)} options, born on day {self.birthday}>"
        return "{" + ", ".join(map(repr, reversed(self.moves()))) + "}"


_FORMS: dict[frozenset[MisereForm], MisereForm] = {}
_NUMBERS = count()


def simplest(options: Iterable[MisereForm]) -> MisereForm:
    """The canonical form of the game with these options.

    >>> one = simplest([ZERO])
    >>> simplest([ZERO, one]), simplest([one])
    (2, 0)
    """
    given = frozenset(options)
    found = _FORMS.get(given)
    if found is None:
        found = _reverted(given)
        if found is None:
            found = _FORMS.setdefault(given, MisereForm(given, next(_NUMBERS)))  # of several threads one comes first
    return found


def _reverted(given: frozenset[MisereForm]) -> MisereForm | None:
    """The form that the game with these options simplifies to, if there is one."""
    if not given:
        return None
    deepest = max(given, key=lambda option: option.birthday)  # never an option of the form it would revert to
    for candidate in deepest.options:
        look()
        if not candidate.options and all(option.wins for option in given):
            continue
        if candidate.options <= given and all(candidate in option.options for option in given - candidate.options):
            return candidate
    return None


ZERO = simplest(())
"""The game without moves."""


class FormSearch:
    """The misère canonical forms of positions of any games.

    Parameters
    ----------
    meter
        Counts components and sums of forms; stops with LimitReached when a limit is spent.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.bags = Bags()
        self._forms: dict[int, MisereForm] = {}
        self._sums: dict[tuple[MisereForm, MisereForm], MisereForm] = {}

    def form(self, position: Position) -> MisereForm:
        """The canonical form."""
        total = ZERO
        for number in self.bags.bag(position):
            form = evaluate(number, self._recipe, self._forms, self.meter, shown=self.bags.component)
            total = self.plus(total, form)
        return total

    def plus(self, left: MisereForm, right: MisereForm) -> MisereForm:
        """The canonical form of a sum."""
        return evaluate(_pair(left, right), self._sum_recipe, self._sums, self.meter, shown=str)

    def _recipe(self, number: int) -> Generator[int, MisereForm, MisereForm]:
        options = set()
        for bag in self.bags.options(number):
            total = ZERO
            for child in bag:
                form = yield child
                total = self.plus(total, form)
            options.add(total)
        return simplest(options)

    def _sum_recipe(self, pair: tuple[MisereForm, MisereForm]) -> Generator[Any, MisereForm, MisereForm]:
        left, right = pair
        if left is ZERO:
            return right
        options = set()
        for option in left.options:
            options.add((yield _pair(option, right)))
        for option in right.options:
            options.add((yield _pair(left, option)))
        return simplest(options)


def _pair(left: MisereForm, right: MisereForm) -> tuple[MisereForm, MisereForm]:
    return (left, right) if (left.birthday, left.number) <= (right.birthday, right.number) else (right, left)
