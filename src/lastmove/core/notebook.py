"""How notebooks show positions and answers: as their picture.

Pictures are made at the top of the house, which nothing below it imports. So the place is written here as text, and
loaded when a notebook asks for a picture.
"""

from __future__ import annotations

from importlib import import_module

from lastmove.core.errors import InputError

__all__ = ["Drawable"]

_DRAW = ("lastmove.apps.pictures.picture", "shown")


class Drawable:
    """Something with a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture; ``None``, so that the text is shown instead, where it would be too large."""
        module, name = _DRAW
        try:
            drawn: str = getattr(import_module(module), name)(self)
        except InputError:
            return None
        return drawn
