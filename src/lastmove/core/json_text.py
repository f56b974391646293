"""JSON text in, with every oddity turned into one clear error.

Python's ``json`` accepts NaN, loses repeated keys and raises several kinds of exception. Here a number that no
field can accept becomes an :class:`Unreadable`, so that the reader of that field can name it, and everything else
that is wrong with the text becomes an InputError.
"""

from __future__ import annotations

import json
import math
from typing import Any

from lastmove.core.errors import InputError, has_too_many_digits, most_digits, show

__all__ = ["Unreadable", "is_plain_json", "is_version", "loads"]

DEEPEST_VALUE = 100
"""How deeply nested an ``id`` may be."""


class Unreadable:
    """A number that stands in the text but is no value for any field: NaN, or far too many digits."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def loads(text: str) -> object:
    """The value of a JSON text.

    Raises
    ------
    InputError
        If the text is not JSON, names a key twice, or is nested too deeply.
    """
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()):
            raise InputError("", "not JSON: the text ends too early") from None
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise InputError(
            "", f"not JSON: {error.msg} at {place}: {show(error.doc[error.pos :][:30].rstrip())}"
        ) from None
    except RecursionError:
        raise InputError("", "not readable: the JSON is nested too deeply") from None


def _loads(text: str) -> object:
    hooks: dict[str, Any] = {
        "parse_float": _fraction,
        "parse_constant": Unreadable,
        "object_pairs_hook": _object_without_repeats,
    }
    try:  # a function that is called for every integer takes as long as all the rest
        return json.loads(text, **hooks)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer of more digits than Python reads
        return json.loads(text, parse_int=_integer, **hooks)


def is_version(value: object, wanted: int) -> bool:
    """Whether a value of a file is this version of its format. In Python true and 1.0 equal 1; here they do not.

    >>> is_version(1, 1), is_version(True, 1), is_version(1.0, 1)
    (True, False, False)
    """
    return type(value) is int and value == wanted


def is_plain_json(value: object) -> bool:
    """Whether ``value`` can be written as JSON again, exactly, and is not nested absurdly deep."""
    layer = [value]
    for _ in range(DEEPEST_VALUE):
        if not layer:
            return True
        deeper: list[object] = []
        for item in layer:
            if isinstance(item, list):
                deeper += item
            elif isinstance(item, dict):
                deeper += item.values()
            elif isinstance(item, float):
                if not math.isfinite(item):
                    return False
            elif isinstance(item, int):
                if has_too_many_digits(item):
                    return False
            elif not (item is None or isinstance(item, str)):
                return False
        layer = deeper
    return False


def _integer(digits: str) -> int | Unreadable:
    count = len(digits.lstrip("-"))
    if count > most_digits():
        return Unreadable(f"an integer of {count:,} digits (at most {most_digits():,} are read)")
    return int(digits)


def _fraction(text: str) -> float | Unreadable:
    value = float(text)
    return value if math.isfinite(value) else Unreadable(text)


def _object_without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(show(key), "this key stands twice in one object")
            seen.add(key)
    return found
