"""The table of games: a line for each, imported when first asked for.

A game in another package is found too if that package declares it under the entry-point group
``lastmove.games``, and a class of one's own once it is given to :func:`register`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from inspect import isabstract
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from lastmove.games.base import Game

    Kind = TypeVar("Kind", bound=Game)

__all__ = ["GAMES", "built_in", "game_class", "game_names", "is_registered", "register"]

GAMES: dict[str, str] = {
    "nim": "lastmove.games.nim:Nim",
    "adjacent-nim": "lastmove.games.adjacent_nim:AdjacentNim",
    "vertex-geography": "lastmove.games.vertex_geography:VertexGeography",
    "edge-geography": "lastmove.games.edge_geography:EdgeGeography",
    "nimg-rm": "lastmove.games.nimg:NimGRM",
    "nimg-mr": "lastmove.games.nimg:NimGMR",
    "edge-nimg": "lastmove.games.edge_nimg:EdgeNimG",
    "vertexnim": "lastmove.games.vertexnim:Vertexnim",
    "vertexnim-mr": "lastmove.games.vertexnim_mr:VertexnimMR",
    "node-kayles": "lastmove.games.deletion.node_kayles:NodeKayles",
    "arc-kayles": "lastmove.games.deletion.arc_kayles:ArcKayles",
    "octal": "lastmove.games.octal:Octal",
    "subtraction": "lastmove.games.subtraction:Subtraction",
    "dag": "lastmove.games.dag:Dag",
    "sum": "lastmove.games.sum:Sum",
}

_ENTRY_POINTS = "lastmove.games"
_loaded: dict[str, type[Game]] = {}
_registered: tuple[str, ...] = ()
"""The names of the classes that were registered in this process, in their order."""
_registering = Lock()
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def register(cls: type[Kind]) -> type[Kind]:
    """Make a class of one's own known by its name, in this process.

    From then on ``"game": NAME`` means this class: :func:`lastmove.parse` reads its positions, and
    :func:`lastmove.census`, :func:`lastmove.refute` and all else that takes the name of a game know it. Other processes
    do not: a game for them is declared by a package, under the entry-point group ``lastmove.games``.

    Parameters
    ----------
    cls
        A subclass of :class:`lastmove.Game` that is whole: every abstract method is written, and the class says its
        ``name``, ``title``, ``rules``, ``fields``, ``example`` and ``move_class``. To give it again changes nothing.

    Returns
    -------
    type
        The class, so that ``@lm.register`` can stand above it.

    Raises
    ------
    InputError
        If it is no such class, or if another game has its name.

    Examples
    --------
    >>> import lastmove as lm
    >>> class Hop(lm.VertexGeography):
    ...     __slots__ = ()
    ...     name, title, example = "hop", "Hop", {"game": "hop", "edges": [[0, 1]], "start": 0}
    ...
    ...     def moves(self):
    ...         return (move for move in super().moves() if move.to != 0)
    >>> lm.register(Hop)
    <class 'lastmove.games.Hop'>
    >>> lm.solve(lm.parse({"game": "hop", "edges": [[0, 1], [1, 2]], "start": 1})).outcome
    <Outcome.N: 'N'>
    """
    global _registered
    name = _checked(cls)
    with _registering:
        if name in game_names():
            known = game_class(name)
            if known is not cls:
                taken = f"{show(name)} is the name of {known.__module__}.{known.__qualname__}"
                raise InputError("name", f"{taken}; accepted: a name that no other game has")
            return cls
        _loaded[name] = cls
        _registered = (*_registered, name)
    return cls


def game_class(name: str) -> type[Game]:
    """The class of the game called ``name``; an InputError that lists the games if there is none."""
    if not isinstance(name, str):
        raise InputError("game", f"{show(name)} is no name of a game; accepted: {', '.join(game_names())}")
    if name in _loaded:
        return _loaded[name]
    from lastmove.games.base import Game

    place = GAMES.get(name) or _elsewhere().get(name)
    if place is None:
        raise _unknown(name)
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise InputError("game", f"{name!r} is declared as {place}, which is not a subclass of Game")
    _loaded[name] = found
    return found


def built_in(class_name: str) -> type[Game] | None:
    """The class of this name in the table; None if there is none."""
    return next((game_class(name) for name, place in GAMES.items() if place.endswith(f":{class_name}")), None)


def game_names() -> list[str]:
    """Every game that can be read: the built-in ones, those of other packages, those registered here."""
    return [*GAMES, *(name for name in _elsewhere() if name not in GAMES), *_registered]


def is_registered(name: str) -> bool:
    """Whether this process alone knows the game, because it was given to :func:`register`."""
    return name in _registered


def _checked(cls: object) -> str:
    """The name of a class that can be registered; an InputError says what it lacks."""
    from collections.abc import Mapping

    from lastmove.games.base import Game

    if not (isinstance(cls, type) and issubclass(cls, Game)):
        raise InputError("cls", f"{show(cls)}; accepted: a subclass of lastmove.Game")
    called = cls.__qualname__
    if isabstract(cls):
        unwritten = ", ".join(f"{method}()" for method in sorted(cls.__abstractmethods__))
        raise InputError("cls", f"{called} does not have {unwritten}; accepted: a class with all methods of a game")
    name = getattr(cls, "name", None)
    fields, move, example = (getattr(cls, each, None) for each in ("fields", "move_class", "example"))
    for field, holds, accepted in (
        ("name", isinstance(name, str) and _NAME.fullmatch(name), "small letters, digits and hyphens"),
        ("title", isinstance(getattr(cls, "title", None), str), "a string, what people call the game"),
        ("rules", isinstance(getattr(cls, "rules", None), str), "a string, the rules in a few sentences"),
        (
            "fields",
            isinstance(fields, tuple) and all(isinstance(each, str) for each in fields),
            "a tuple of strings, the JSON fields besides game, play and id",
        ),
        (
            "example",
            isinstance(example, Mapping) and example.get("game") == name,
            f"a position as JSON with 'game': {name!r}",
        ),
        (
            "move_class",
            isinstance(move, type) and issubclass(move, tuple) and hasattr(move, "_fields"),
            "a named tuple, the class of its moves",
        ),
    ):
        if not holds:
            found = show(getattr(cls, field)) if hasattr(cls, field) else "missing"
            raise InputError(field, f"{found} in {called}; accepted: {accepted}")
    assert isinstance(name, str)
    return name


def _unknown(name: str) -> InputError:
    import difflib

    from lastmove.games.octal import code_of

    names, code = game_names(), code_of(name)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    hint = f"it is the octal game {code}, in short {name}:7; " if code != name else hint
    return InputError("game", f"{show(name)} is not known; {hint}accepted: {', '.join(names)}")


@cache
def _elsewhere() -> dict[str, str]:
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=_ENTRY_POINTS)}
