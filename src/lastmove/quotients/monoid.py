"""A finite commutative monoid that decides misère outcomes: what every computation of a quotient works on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.core.optional import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Numbers = NDArray[np.int32]
    Word = tuple[int, ...]
else:
    np = later("numpy")

__all__ = ["OutcomeMonoid", "mask_of", "reduced", "trivial"]


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
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    label = place[found.reshape(-1)]
    kept = first[order]
    product = label[monoid.product[np.ix_(kept, kept)]].astype(np.int32)
    images = {atom: int(label[image]) for atom, image in monoid.images.items()}
    words = tuple(monoid.words[number] for number in kept)
    return OutcomeMonoid.made(product, words, images, monoid.lost[kept], rules)


def mask_of(flags: Bools) -> int:
    """Flags as the bits of an integer, the first one lowest."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
