"""A position to play on in a notebook: the same questions, asked through the widget's own messages."""

from __future__ import annotations

import base64
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError
from lastmove.core.errors import show as shown
from lastmove.core.optional import install
from lastmove.core.play import Play, PlayName, Problem
from lastmove.notation.json import parse, problem_to_json
from lastmove.web.api import answer
from lastmove.web.page_files import page_files, pictures_css
from lastmove.web.request import LAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lastmove.core.position import Position

ADVICE = "Too hard within the time limit; lastmove.solve with larger limits may find out."
_IMPORT = re.compile(r"from '\./([\w/]+\.js)'")


def playground(
    position: Position | Problem | Mapping[str, object],
    play: Play | PlayName | None = None,
    *,
    show: Iterable[str] = ("moves", "values"),
) -> Any:
    """A position to play on, in a notebook: tap a vertex or a heap, or choose a move from the list.

    Parameters
    ----------
    position
        A position, a problem, or a position object as JSON has it.
    play
        The convention; that of the problem by default, else normal.
    show
        What is drawn besides the position: ``moves``, ``values``, ``remoteness``, ``evidence``, ``starts``.

    Returns
    -------
    A widget. ``position`` and ``moves`` (the moves made so far, as JSON) can be read and set.

    Raises
    ------
    InputError
        If the position has no JSON form, or the extra ``notebook`` is not installed.
    """
    if not isinstance(position, Problem):
        position = parse(position) if hasattr(position, "keys") else Problem(position)  # type: ignore[arg-type]
    problem = position if play is None else Problem(position.position, Play(play))
    layers = list(show)
    for layer in layers:
        if layer not in LAYERS:
            raise InputError("show", f"{shown(layer)}; accepted: {', '.join(LAYERS)}")
    try:
        import anywidget  # noqa: F401
    except ImportError:
        raise InputError("playground", f"it needs the package anywidget: {install('notebook')}") from None
    return _widget_class()(position=problem_to_json(problem), moves=[], show=layers)


def bundled(name: str) -> str:
    """A module of the page as one text: what it imports stands in it, as data addresses."""

    def inside(found: re.Match[str]) -> str:
        return f"from 'data:text/javascript;base64,{base64.b64encode(bundled(found[1]).encode()).decode()}'"

    return _IMPORT.sub(inside, page_files()[name].decode())


@cache
def _widget_class() -> Any:
    """The class of the widget, which needs anywidget to be defined at all."""
    import anywidget
    import traitlets

    class Playground(anywidget.AnyWidget):
        """A position and the moves made on it."""

        _esm = bundled("notebook.js")
        _css = pictures_css(within=".lastmove") + page_files()["style/notebook.css"].decode()
        position = traitlets.Dict().tag(sync=True)
        moves: Any = traitlets.List().tag(sync=True)
        show: Any = traitlets.List().tag(sync=True)

        def __init__(self, **given: Any) -> None:
            super().__init__(**given)
            self.on_msg(_answered)

    return Playground


def _answered(widget: Any, asked: Any, _: object) -> None:
    """Answer a question of the page."""
    if isinstance(asked, dict) and isinstance(asked.get("text"), str) and isinstance(asked.get("question"), str):
        widget.send({"id": asked.get("id"), "text": answer(asked["question"], asked["text"], advice=ADVICE)})
