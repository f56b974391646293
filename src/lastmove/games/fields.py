"""Reading the fields of one JSON object, with errors that name the field, the value and what is accepted."""

from __future__ import annotations

import difflib
import random
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InputError, has_too_many_digits, show
from lastmove.core.errors import show_json as show_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

__all__ = [
    "DEEPEST_NESTING",
    "MISSING",
    "Fields",
    "ListedWeights",
    "RandomWeights",
    "Said",
    "StartName",
    "UniformWeight",
    "check_known",
    "whole",
]

DEEPEST_NESTING = 100
"""How deep sums of sums may be nested in one JSON object."""

MISSING = object()


class Said(str):
    """A game or a convention that a position in short says itself: options for all positions do not replace it."""

    __slots__ = ()


class StartName(str):
    """A start given as text on a command line: it means the vertex written that way, string or integer."""

    __slots__ = ()


class UniformWeight(NamedTuple):
    """One weight for every vertex, given on a command line."""

    weight: int


class ListedWeights(NamedTuple):
    """A weight for each vertex in order, given on a command line."""

    weights: tuple[int, ...]


class RandomWeights(NamedTuple):
    """Weights in a range, given on a command line; the same seed gives the same weights, as in ``lastmove new``."""

    least: int
    most: int
    seed: int = 0

    def drawn(self, n: int) -> list[int]:
        """The weights of n vertices."""
        rng = random.Random(f"weights {self.seed}")
        return [rng.randint(self.least, self.most) for _ in range(n)]


class Fields:
    """The fields of one position object; ``depth`` counts the sums around it."""

    def __init__(self, raw: Mapping[str, object], *, depth: int = 0) -> None:
        self._raw = raw
        self.depth = depth

    def __contains__(self, name: str) -> bool:
        return name in self._raw

    def get(self, name: str, default: object = MISSING) -> object:
        """The raw value of a field; an InputError if it is missing and has no default."""
        value = self._raw.get(name, default)
        if value is MISSING:
            raise InputError(name, "missing")
        return value

    def items(self, name: str, default: object = MISSING) -> list[object]:
        """The value of a field that must be an array."""
        value = self.get(name, default)
        if not isinstance(value, list):
            raise InputError(name, f"{show_value(value)}; accepted: an array")
        return value

    def text(self, name: str) -> str:
        """The value of a field that must be a string."""
        value = self.get(name)
        if not isinstance(value, str):
            raise InputError(name, f"{show_value(value)}; accepted: a string")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """The value of a field that must be true or false."""
        value = self.get(name, default)
        if not isinstance(value, bool):
            raise InputError(name, f"{show_value(value)}; accepted: true, false")
        return value

    def integers(self, name: str, *, minimum: int) -> list[int]:
        """The value of a field that must be an array of integers >= ``minimum``."""
        return [whole(value, f"{name}[{place}]", minimum=minimum) for place, value in enumerate(self.items(name))]


def whole(value: object, field: str, *, minimum: int) -> int:
    """``value`` if it is an integer >= ``minimum`` (a boolean or 1.0 is none); an InputError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or value < minimum or has_too_many_digits(value):
        raise InputError(field, f"{show_value(value)}; accepted: integers >= {minimum}")
    return value


def check_known(given: Iterable[str], known: Collection[str], owner: str) -> None:
    """An InputError for the first name in ``given`` that ``owner`` does not take."""
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(str(name), known, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            shown = name if isinstance(name, str) and name.isidentifier() else show(name)
            raise InputError(shown, f"unknown field; {hint}{owner} takes {', '.join(known)}")
