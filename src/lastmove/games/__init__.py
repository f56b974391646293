"""The table of games: a line for each, imported when first asked for.

A game in another package is found too if that package declares it under the entry-point group
``lastmove.games``.
"""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from lastmove.games.base import Game

__all__ = ["GAMES", "built_in", "game_class", "game_names"]

GAMES: dict[str, str] = {
    "nim": "lastmove.games.nim:Nim",
    "adjacent-nim": "lastmove.games.adjacent_nim:AdjacentNim",
    "vertex-geography": "lastmove.games.vertex_geography:VertexGeography",
    "edge-geography": "lastmove.games.edge_geography:EdgeGeography",
    "nimg-rm": "lastmove.games.nimg:NimGRM",
    "nimg-mr": "lastmove.games.nimg:NimGMR",
    "vertexnim": "lastmove.games.vertexnim:Vertexnim",
    "octal": "lastmove.games.octal:Octal",
    "subtraction": "lastmove.games.subtraction:Subtraction",
    "dag": "lastmove.games.dag:Dag",
    "sum": "lastmove.games.sum:Sum",
}

_ENTRY_POINTS = "lastmove.games"
_loaded: dict[str, type[Game]] = {}


def game_class(name: str) -> type[Game]:
    """The class of the game called ``name``; an InputError that lists the games if there is none."""
    if not isinstance(name, str):
        raise InputError("game", f"{show(name)} is no name of a game; accepted: {', '.join(game_names())}")
    found = _loaded.get(name)
    if found is None:
        found = _loaded[name] = _load(name)
    return found


def built_in(class_name: str) -> type[Game] | None:
    """The class of this name in the table; None if there is none."""
    return next((game_class(name) for name, place in GAMES.items() if place.endswith(f":{class_name}")), None)


def game_names() -> list[str]:
    """Every game that can be read: the built-in ones first, then those of other packages."""
    return [*GAMES, *(name for name in _elsewhere() if name not in GAMES)]


def _load(name: str) -> type[Game]:
    from lastmove.games.base import Game
    from lastmove.games.octal import code_of

    place = GAMES.get(name) or _elsewhere().get(name)
    if place is None:
        names = game_names()
        close = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        code = code_of(name)
        hint = f"it is the octal game {code}, in short {name}:7; " if code != name else hint
        raise InputError("game", f"{show(name)} is not known; {hint}accepted: {', '.join(names)}")
    module, _, attribute = place.partition(":")
    loaded = getattr(import_module(module), attribute)
    if not (isinstance(loaded, type) and issubclass(loaded, Game)):
        raise InputError("game", f"{name!r} is declared as {place}, which is not a subclass of Game")
    return loaded


@cache
def _elsewhere() -> dict[str, str]:
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=_ENTRY_POINTS)}
