"""Atoms, and finite commutative monoids that decide the misère outcomes of their sums.

Atoms are what sums are made of, numbered so that options come first, and equal ones by one number. Two components whose
moves lead to the same sums of atoms are the same atom, whatever games they belong to. A component without moves is no
atom at all.

People write a monoid as a few generators with letters, relations between words, and a word for each element.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look
from lastmove.core.optional import later
from lastmove.games.heap_rules import HeapRules
from lastmove.games.octal import Code, Octal
from lastmove.games.subtraction import Subtraction
from lastmove.search.trampoline import evaluate
from lastmove.sums.genus import Bags

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position
    from lastmove.heaps.check import Rules

    Bools = NDArray[np.bool_]
    Powers = tuple[int, ...]
    Numbers = NDArray[np.int32]
    Word = tuple[int, ...]
    HeapOptions = Callable[[int], Iterable[tuple[int, ...]]]
else:
    np = later("numpy")


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeMonoid:
    """Elements 0 (the identity), 1, 2, ...; element x stands for all sums of atoms that multiply to x.

    Attributes
    ----------
    product
        ``product[x, y]`` is the product of two elements.
    words
        The least sum of atoms for each element, as atom numbers in descending order. Sums are compared as such
        words are; the elements are numbered in this order.
    images
        The element of each atom.
    lost
        Which elements are P-positions.
    options
        For each element, what the moves from its word lead to, as a mask with a bit for each element.
    moves
        For each atom, the elements that its moves lead to.
    """

    product: Numbers
    words: tuple[Word, ...]
    images: Mapping[int, int]
    lost: Bools
    options: tuple[int, ...]
    moves: Mapping[int, tuple[int, ...]]

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.words)

    def element(self, word: Iterable[int]) -> int:
        """The element that a sum of atoms stands for."""
        found = 0
        for atom in word:
            found = int(self.product[found, self.images[atom]])
        return found

    @classmethod
    def made(
        cls,
        product: Numbers,
        words: tuple[Word, ...],
        images: Mapping[int, int],
        lost: Bools,
        rules: Mapping[int, Sequence[Word]],
    ) -> OutcomeMonoid:
        """A monoid with the moves that the rules allow; ``rules`` has the options of each atom."""
        bare = cls(product, words, images, lost, (), {})
        moves = {atom: tuple(sorted({bare.element(option) for option in rules[atom]})) for atom in images}
        options = []
        for word in words:
            mask = 0
            for place, atom in enumerate(word):
                if place and word[place - 1] == atom:
                    continue
                rest = bare.element(word[:place] + word[place + 1 :])
                for left in moves[atom]:
                    mask |= 1 << int(product[rest, left])
            options.append(mask)
        return cls(product, words, images, lost, tuple(options), moves)


def trivial() -> OutcomeMonoid:
    """The monoid of the empty sum, which is N: the player to move cannot, and wins."""
    return OutcomeMonoid(np.zeros((1, 1), np.int32), ((),), {}, np.zeros(1, bool), (0,), {})


def reduced(monoid: OutcomeMonoid, rules: Mapping[int, Sequence[Word]]) -> OutcomeMonoid:
    """The misère quotient: elements that no sum tells apart become one."""
    patterns = np.packbits(monoid.lost[monoid.product], axis=1)
    _, first, found = np.unique(patterns, axis=0, return_index=True, return_inverse=True)
    label = first_places(first)[found.reshape(-1)]
    kept = np.sort(first)
    product = label[monoid.product[np.ix_(kept, kept)]].astype(np.int32)
    images = {atom: int(label[image]) for atom, image in monoid.images.items()}
    words = tuple(monoid.words[number] for number in kept)
    return OutcomeMonoid.made(product, words, images, monoid.lost[kept], rules)


def first_places(first: Any) -> Any:
    """The numbers of some classes in the order of their first members."""
    place = np.empty_like(first)
    place[np.argsort(first)] = np.arange(len(first))
    return place


def mask_of(flags: Bools) -> int:
    """Flags as the bits of an integer, the first one lowest."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def idempotents(monoid: OutcomeMonoid) -> list[int]:
    """The elements that are their own squares; the identity is the first."""
    found: list[int] = np.flatnonzero(np.diagonal(monoid.product) == np.arange(monoid.order)).tolist()
    return found


def archimedean_components(monoid: OutcomeMonoid) -> list[list[int]]:
    """The elements by the idempotent that their powers come to, in the order of those idempotents.

    Two elements belong together if each divides a power of the other; in a finite commutative monoid that is so if
    the same idempotent is among their powers.
    """
    own = idempotents(monoid)
    found: dict[int, list[int]] = {element: [] for element in own}
    for element in range(monoid.order):
        power = element
        while power not in found:
            power = int(monoid.product[power, element])
        found[power].append(element)
    return list(found.values())


def is_tame(monoid: OutcomeMonoid) -> bool:
    """Whether this is the quotient of Nim with heaps up to some size: a group {1, a} with a^2 = 1, where a is P, and
    beside it, once there are heaps of 2, an elementary abelian 2-group, where its identity is P."""
    if monoid.order == 1:
        return not monoid.lost[0]
    product, lost = monoid.product, set(np.flatnonzero(monoid.lost).tolist())
    units = np.flatnonzero((product == 0).any(axis=0)).tolist()
    if len(units) != 2 or not {units[1]} <= lost:
        return False
    if monoid.order == 2:
        return lost == {units[1]}
    own = idempotents(monoid)
    rest = [element for element in range(monoid.order) if element not in units]
    if len(own) != 2 or lost != {units[1], own[1]} or len(rest) < 4:
        return False
    identity = own[1]
    squares = all(product[element, element] == identity for element in rest)
    return squares and all(product[element, identity] == element for element in rest)


def options_of(rules: Rules | HeapRules) -> HeapOptions:
    """The heaps that each move leaves of a heap of a game."""
    if isinstance(rules, HeapRules):
        return rules.options
    if isinstance(rules, Code):
        return lambda heap: (move.leaves for move in Octal(str(rules), [heap]).moves())
    return lambda heap: ((move.remaining,) for move in Subtraction(rules, [heap]).moves())


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
        for leaves in self._options(len(self.numbers)):
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

    def met(self) -> Iterator[Any]:
        """Every component below the positions that were asked about."""
        return self._bags.met()

    def _atom(self, number: int) -> int:
        return evaluate(number, self._recipe, self._known, self._meter, shown=self._bags.component)

    def _recipe(self, number: int) -> Generator[int, int, int]:
        words = set()
        for option in self._bags.options(number):
            word: Word = ()
            for child in option:
                word = (*word, (yield child))
            words.add(word_of(word))
        return self._atoms.number(words)


@dataclass(frozen=True, slots=True)
class Presentation:
    """Generators, relations that say all about them, and the least word of each element.

    Words are compared by length first, then by letters. Each relation takes a word that is not least, though all its
    parts are, to the least word of its element; so they rewrite every word to the least one.

    Attributes
    ----------
    generators
        Their letters.
    relations
        Pairs of words, such as ``("a^2", "1")``.
    words
        For each element, numbered as in the monoid.
    """

    generators: tuple[str, ...]
    relations: tuple[tuple[str, str], ...]
    words: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """The field ``presentation`` of an answer."""
        relations = [f"{left} = {right}" for left, right in self.relations]
        return {"generators": list(self.generators), "relations": relations}

    def __str__(self) -> str:
        relations = ", ".join(f"{left} = {right}" for left, right in self.relations)
        return f"< {', '.join(self.generators)} | {relations} >"


def presented(monoid: OutcomeMonoid, images: Iterable[int]) -> Presentation:
    """A presentation of a monoid; generators are taken from ``images`` in their order, as few as that gives."""
    generators = generators_of(monoid, images)
    letters = tuple(letter(number) for number in range(len(generators)))
    powers, relations = _rewriting(monoid, generators)
    words = tuple(_written(powers[element], letters) for element in range(monoid.order))
    said = tuple((_written(left, letters), words[element]) for left, element in relations)
    return Presentation(letters, said, words)


def letter(number: int) -> str:
    """a, b, ..., Z; then a1, b1, ..."""
    lap, place = divmod(number, len(ascii_letters))
    return ascii_letters[place] + (str(lap) if lap else "")


def generators_of(monoid: OutcomeMonoid, images: Iterable[int]) -> list[int]:
    """The images that those before do not generate, without what the others then generate."""
    found: list[int] = []
    made = {0}
    for image in images:
        if image not in made:
            found.append(image)
            made = _generated(monoid, found)
    for image in list(found):
        others = [other for other in found if other != image]
        if len(_generated(monoid, others)) == monoid.order:
            found = others
    return found


def _generated(monoid: OutcomeMonoid, generators: Sequence[int]) -> set[int]:
    made, waiting = {0}, [0]
    columns = [monoid.product[:, generator].tolist() for generator in generators]
    while waiting:
        look()
        element = waiting.pop()
        for column in columns:
            if column[element] not in made:
                made.add(column[element])
                waiting.append(column[element])
    return made


def _rewriting(monoid: OutcomeMonoid, generators: Sequence[int]) -> tuple[dict[int, Powers], list[tuple[Powers, int]]]:
    """The least powers of each element, and the least powers that are no element's least ones, with their element."""
    columns = [monoid.product[:, generator].tolist() for generator in generators]
    least: dict[int, Powers] = {}
    normal: set[Powers] = set()
    leading: list[tuple[Powers, int]] = []
    waiting: list[tuple[int, Powers, Powers, int]] = []
    seen = set()

    def push(powers: Powers, element: int) -> None:
        if powers not in seen:
            seen.add(powers)
            heappush(waiting, (sum(powers), tuple(-power for power in powers), powers, element))

    push((0,) * len(generators), 0)
    while waiting:
        look()
        _, _, powers, element = heappop(waiting)
        if any(part not in normal for part in _parts(powers)):
            continue
        if element in least:
            leading.append((powers, element))
            continue
        least[element] = powers
        normal.add(powers)
        for place, column in enumerate(columns):
            push((*powers[:place], powers[place] + 1, *powers[place + 1 :]), column[element])
    return least, leading


def _parts(powers: Powers) -> Iterator[Powers]:
    """The powers with one letter less."""
    for place, power in enumerate(powers):
        if power:
            yield (*powers[:place], power - 1, *powers[place + 1 :])


def _written(powers: Powers, letters: Sequence[str]) -> str:
    said = [name if power == 1 else f"{name}^{power}" for name, power in zip(letters, powers, strict=True) if power]
    return "".join(said) or "1"
