"""How print and notebooks show positions, answers and arguments: as on a terminal, as pictures and pages.

These are made at the top of the house, which nothing below it imports. So the one place is written here as text, and
loaded when a notebook asks for it; there is no other import in the house that points up.
"""

from __future__ import annotations

from importlib import import_module

from lastmove.core.errors import InputError, LimitReached

_TOP = "lastmove.cli.notebooks"


def shown_as(form: str, what: object) -> str:
    """What Python shows of something, as ``svg``, ``html`` or ``text``; an InputError where it would be too large."""
    made: str = getattr(import_module(_TOP), form)(what)
    return made


class Drawable:
    """Something with a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture; ``None``, so that the text is shown instead, where it would be too large or take too long."""
        try:
            return shown_as("svg", self)
        except (InputError, LimitReached):
            return None


class ShownAsTable:
    """Something that notebooks show as a table; print says it in its own way."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The table."""
        return shown_as("html", self)


class Tabled:
    """Something that is a table: printed as on a terminal, and in notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        """What the terminal shows."""
        return shown_as("text", self)

    def _repr_html_(self) -> str:
        """The table."""
        return shown_as("html", self)
