"""Numbers on the command line: written with the digits 0 to 9 and no others.

Python also reads the digits of other scripts. Nothing else here does, so a number in them is a slip of the keyboard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:  # generic in new versions of Click only
    _ParamType = click.ParamType

__all__ = ["Integer", "IntegerRange", "Number", "NumberRange", "integers"]

DIGITS = "accepted: numbers written with the digits 0-9"


class _Plain(_ParamType):
    """What is converted is plain text; the class after it says to what."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and not value.isascii():
            self.fail(f"{show(value)}; {DIGITS}", param, ctx)
        return super().convert(value, param, ctx)


class Integer(_Plain, click.types.IntParamType):
    """An integer."""


class IntegerRange(_Plain, click.IntRange):
    """An integer within bounds."""


class Number(_Plain, click.types.FloatParamType):
    """A number that may have a fraction."""


class NumberRange(_Plain, click.FloatRange):
    """The same within bounds."""


def integers(field: str, text: str, accepted: str) -> list[int]:
    """The integers of a text, with commas between them; an InputError that names the field and what is accepted.

    >>> integers("set", "1,2,5", "integers >= 1")
    [1, 2, 5]
    """
    try:
        if text.isascii():
            return [int(word) for word in text.split(",")]
    except ValueError:
        pass
    raise InputError(field, f"{show(text)}; accepted: {accepted} with commas between them")
