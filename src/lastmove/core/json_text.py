"""JSON text in, with every oddity turned into one clear error.

Python's ``json`` accepts NaN, loses repeated keys and raises several kinds of exception. Here a number that no
field can accept becomes an :class:`Unreadable`, so that the reader of that field can name it, and everything else
that is wrong with the text becomes an InputError.
"""

from __future__ import annotations

import json
import math
import sys

from lastmove.core.errors import InputError, show

__all__ = ["Unreadable", "is_plain_json", "loads"]


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
        return json.loads(
            text, parse_int=_integer, parse_constant=Unreadable, object_pairs_hook=_object_without_repeats
        )
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise InputError("", f"not JSON: {error.msg} at {place}: {show(error.doc[error.pos :][:30])}") from None
    except RecursionError:
        raise InputError("", "not readable: the JSON is nested too deeply") from None


def is_plain_json(value: object) -> bool:
    """Whether ``value`` can be written as JSON again, exactly."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return all(map(is_plain_json, value))
    if isinstance(value, dict):
        return all(map(is_plain_json, value.values()))
    return value is None or isinstance(value, str | int)


def _integer(digits: str) -> int | Unreadable:
    most = sys.get_int_max_str_digits()
    count = len(digits.lstrip("-"))
    if most and count > most:
        return Unreadable(f"an integer of {count:,} digits (at most {most:,} are read)")
    return int(digits)


def _object_without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(show(key), "this key stands twice in one object")
            seen.add(key)
    return found
