"""Numbers and names short enough to stand in a picture."""

from __future__ import annotations

import unicodedata
from math import log10

__all__ = ["short_name", "short_number"]

_LONGEST_NAME = 14


def short_number(value: int) -> str:
    """An integer, or its size if it has more than six digits.

    >>> short_number(-12), short_number(10**6), short_number(1234567890)
    ('-12', '1.00e6', '1.23e9')
    """
    if abs(value) < 1_000_000:
        return str(value)
    if value.bit_length() < 1000:
        lead, _, size = f"{value:.2e}".partition("e+")
        return f"{lead}e{int(size)}"
    exact = log10(abs(value))
    return f"{'-' if value < 0 else ''}{min(10 ** (exact % 1), 9.99):.2f}e{int(exact)}"


def short_name(name: str, longest: int = _LONGEST_NAME) -> str:
    """A name, its middle left out if it is long.

    >>> short_name("a"), short_name("the vertex in the corner")
    ('a', 'the vert…corner')
    """
    if len(name) <= longest:
        return name
    start, end = name[: longest * 3 // 5], name[-(longest * 2 // 5 + 1) :]
    while end and unicodedata.combining(end[0]):
        end = end[1:]
    return f"{start.rstrip()}…{end.lstrip()}"
