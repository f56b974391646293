"""What notebooks show unasked: see :mod:`lastmove.core.notebook`, which finds these functions by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lastmove.engine.explanation.argument import Argument

__all__ = ["html", "svg"]


def svg(what: Any) -> str:
    """The picture of a position, an answer or a board."""
    from lastmove.apps.pictures.picture import shown

    return shown(what)


def html(argument: Argument) -> str:
    """An argument with its picture."""
    from lastmove.apps.explanation_page import article

    return article(argument, level=3)
