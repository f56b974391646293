"""The games that the fast search knows: a line for each, imported when first asked for.

A game of another package joins if that package declares its search under the entry-point group ``lastmove.searches``,
with the name of the game; see :class:`~lastmove.search.fast.board.GameSearch` for what is asked of it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from lastmove.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.search.fast.board import GameSearch

FAST = {
    "vertex-geography": "lastmove.search.fast.vertex_geography:VertexGeographySearch",
    "edge-geography": "lastmove.search.fast.edge_geography:EdgeGeographySearch",
    "nimg-rm": "lastmove.search.fast.weighted:NimGRMSearch",
    "nimg-mr": "lastmove.search.fast.weighted:NimGMRSearch",
    "vertexnim": "lastmove.search.fast.weighted:VertexnimSearch",
}
"""The searches of this package, by the names of their games."""

_ENTRY_POINTS = "lastmove.searches"


@cache
def search_of(game: str) -> Callable[..., GameSearch] | None:
    """What makes the search of a game; None where there is none and the definition is searched."""
    place = FAST.get(game)
    if place is None and game not in GAMES:
        place = _elsewhere().get(game)
    if place is None:
        return None
    module, _, name = place.partition(":")
    made: Callable[..., GameSearch] = getattr(import_module(module), name)
    return made


@cache
def _elsewhere() -> dict[str, str]:
    from importlib.metadata import entry_points  # here: most questions never come to it

    return {entry.name: entry.value for entry in entry_points(group=_ENTRY_POINTS)}
