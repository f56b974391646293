"""Quotients as people write them: a few generators with letters, relations between words, and a word an element."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from string import ascii_letters
from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.quotients.monoid import OutcomeMonoid

    Powers = tuple[int, ...]


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
