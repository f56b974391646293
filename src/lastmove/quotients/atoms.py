"""Atoms: what sums are made of, numbered so that options come first, and equal ones by one number.

Two components whose moves lead to the same sums of atoms are the same atom, whatever games they belong to. A component
without moves is no atom at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lastmove.games.octal import Code, Octal
from lastmove.games.subtraction import Subtraction
from lastmove.sums.genus import Bags, run

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Iterable

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position
    from lastmove.heaps.check import Rules
    from lastmove.quotients.monoid import Word

__all__ = ["Atoms", "ClosedSet", "HeapFamily", "HeapOptions", "options_of_rules"]


class HeapOptions(Protocol):
    """Anything that says what moves can leave of a heap: :class:`lastmove.HeapRules`, a code, a set."""

    def options(self, heap: int) -> Iterable[tuple[int, ...]]:
        """The heaps that each move leaves."""


class _CodeOptions:
    def __init__(self, code: Code) -> None:
        self._code = str(code)

    def options(self, heap: int) -> Iterable[tuple[int, ...]]:
        return (move.leaves for move in Octal(self._code, [heap]).moves())


class _SetOptions:
    def __init__(self, amounts: tuple[int, ...]) -> None:
        self._amounts = amounts

    def options(self, heap: int) -> Iterable[tuple[int, ...]]:
        return ((move.remaining,) for move in Subtraction(self._amounts, [heap]).moves())


def options_of_rules(rules: Rules) -> HeapOptions:
    """The options of the heaps of a code or of a subtraction game."""
    return _CodeOptions(rules) if isinstance(rules, Code) else _SetOptions(rules)


class Atoms:
    """The atoms 1, 2, 3, ...; ``rules`` has the options of each, words of smaller atoms in descending order.

    >>> atoms = Atoms()
    >>> atoms.number([()]), atoms.number([(), (1,)]), atoms.number([()]), atoms.number([])
    (1, 2, 1, 0)
    """

    def __init__(self) -> None:
        self.rules: dict[int, tuple[Word, ...]] = {}
        self._numbers: dict[frozenset[Word], int] = {}

    def __len__(self) -> int:
        return len(self.rules)

    def number(self, options: Iterable[Word]) -> int:
        """The atom with these options, a new one if need be; 0 if there are none."""
        found = frozenset(options)
        if not found:
            return 0
        number = self._numbers.setdefault(found, len(self.rules) + 1)
        if number not in self.rules:
            self.rules[number] = tuple(sorted(found))
        return number


def word_of(atoms: Iterable[int]) -> Word:
    """Atoms as a word, without those that are none."""
    return tuple(sorted((atom for atom in atoms if atom), reverse=True))


class HeapFamily:
    """The heaps of one game as atoms; ``numbers[n]`` is that of a heap of n."""

    def __init__(self, options: HeapOptions, atoms: Atoms) -> None:
        self._options = options
        self._atoms = atoms
        self.numbers = [0]

    def grow(self, meter: Meter) -> int:
        """Number the next heap."""
        words = set()
        for leaves in self._options.options(len(self.numbers)):
            meter.look()
            words.add(word_of(self.numbers[leaf] for leaf in leaves))
        meter.tick()
        self.numbers.append(self._atoms.number(words))
        return self.numbers[-1]


class ClosedSet:
    """Positions of any games as words of atoms; everything that can be reached from them is numbered too."""

    def __init__(self, atoms: Atoms, meter: Meter) -> None:
        self._atoms = atoms
        self._meter = meter
        self._bags = Bags()
        self._known: dict[int, int] = {}

    def word(self, position: Position, around: Hashable = ()) -> Word:
        """The atoms of a position; CycleError if play can come back to an earlier one."""
        return word_of(self._atom(number) for number in self._bags.bag(position, around))

    def _atom(self, number: int) -> int:
        found: int = run(number, self._recipe, self._known, self._meter, self._bags.component)
        return found

    def _recipe(self, number: int) -> Generator[int, int, int]:
        words = set()
        for option in self._bags.options(number):
            word: Word = ()
            for child in option:
                word = (*word, (yield child))
            words.add(word_of(word))
        return self._atoms.number(words)
