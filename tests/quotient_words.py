"""Words in the generators of a commutative monoid, rewritten with its relations: quotients worked out by hand."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["Element", "Words"]

Element = frozenset[tuple[str, int]]
"""A word that no relation makes shorter: its letters with their powers."""


class Words:
    """The words of a presentation, as answers of ``lastmove quotient`` have it."""

    def __init__(self, presentation: dict[str, Any]) -> None:
        self._letters = presentation["generators"]
        self._relations = [tuple(map(_powers, each.split(" = "))) for each in presentation["relations"]]

    def element(self, *words: str) -> Element:
        """What the product of some words comes to."""
        powers: dict[str, int] = {}
        for word in words:
            for letter, power in _powers(word).items():
                powers[letter] = powers.get(letter, 0) + power
        changed = True
        while changed:
            changed = False
            for left, right in self._relations:
                if all(powers.get(letter, 0) >= power for letter, power in left.items()):
                    for side, sign in ((left, -1), (right, 1)):
                        for letter, power in side.items():
                            powers[letter] = powers.get(letter, 0) + sign * power
                    changed = True
        return frozenset((letter, power) for letter, power in powers.items() if power)

    def elements(self, value: Any) -> Any:
        """The set of the elements that words stand for, or of such sets."""
        if isinstance(value, str):
            return self.element(value)
        return frozenset(self.elements(each) for each in value)

    def structure(self) -> dict[str, Any]:
        """The elements that are their own squares, and all elements by the one of these that their powers come to."""
        one: Element = frozenset()
        found, waiting = {one}, [one]
        while waiting:
            element = waiting.pop()
            for letter in self._letters:
                more = self.element(_word(element), letter)
                if more not in found:
                    found.add(more)
                    waiting.append(more)
        parts: dict[Element, set[Element]] = {e: set() for e in found if self.element(_word(e), _word(e)) == e}
        for element in found:
            power = element
            while power not in parts:
                power = self.element(_word(power), _word(element))
            parts[power].add(element)
        return {"idempotents": frozenset(parts), "archimedean_components": frozenset(map(frozenset, parts.values()))}


def _powers(word: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for letter, power in re.findall(r"([A-Za-z][0-9]*)(?:\^([0-9]+))?", word):
        found[letter] = found.get(letter, 0) + int(power or 1)
    return found


def _word(element: Element) -> str:
    return "".join(f"{letter}^{power}" for letter, power in element)
