"""Misère canonical forms: the simplest game that is equal to a position in every misère sum.

A form is a set of forms, its options; equal forms are one object. A form G is that of H if every option of H is one of
G's and every other option of G has H among its options (it *reverts* to H); where H is 0, G must also be won by the
player to move. What does not simplify so is canonical, and canonical forms are unique.

References
----------
J. H. Conway, On Numbers and Games, chapter 12.
P. M. Grundy, C. A. B. Smith, Disjunctive games with the last player losing, Proc. Cambridge Philos. Soc. 52 (1956).
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look
from lastmove.sums.genus import Bags, run

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

__all__ = ["ZERO", "FormSearch", "MisereForm", "simplest"]

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
            form = run(number, self._recipe, self._forms, self.meter, self.bags.component)
            total = self.plus(total, form)
        return total

    def plus(self, left: MisereForm, right: MisereForm) -> MisereForm:
        """The canonical form of a sum."""
        found: MisereForm = run(_pair(left, right), self._sum_recipe, self._sums, self.meter, str)
        return found

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
