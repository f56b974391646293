"""A friendly position to begin with, for each game: small, and not yet decided by looking at it."""

from __future__ import annotations

from lastmove.games import game_class
from lastmove.games.famous_games import famous

__all__ = ["OPENINGS", "opening"]

_SQUARES = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
_GRID = [[u, v] for u, v in ("ab", "bc", "de", "ef", "gh", "hi", "ad", "dg", "be", "eh", "cf", "fi", "bd")]
_ARCS = [[u, v] for u, v in ("ab", "ac", "ae", "bd", "be", "ce", "cf", "dg", "eg", "eh", "fh", "hg", "gi")]

OPENINGS: dict[str, dict[str, object]] = {
    "nim": {"heaps": [3, 4, 5]},
    "adjacent-nim": {"heaps": [3, 2, 4, 2, 3], "start": 0},
    "vertex-geography": {"vertices": _SQUARES, "edges": _GRID, "start": "b"},
    "edge-geography": {
        "vertices": ["roof", "a", "b", "c", "d"],
        "edges": [["roof", "a"], ["roof", "b"], ["a", "b"], ["a", "c"], ["b", "d"], ["a", "d"], ["b", "c"], ["c", "d"]],
        "start": "c",
    },
    "nimg-rm": {
        "vertices": ["a", "b", "c", "d", "e"],
        "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "a"]],
        "weights": [3, 2, 2, 1, 3],
        "start": "a",
    },
    "nimg-mr": {
        "vertices": ["a", "b", "c", "d"],
        "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]],
        "weights": [2, 3, 2, 2],
        "start": "a",
    },
    "vertexnim": {
        "vertices": ["a", "b", "c", "d"],
        "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"], ["a", "c"]],
        "weights": [3, 1, 2, 2],
        "start": "a",
    },
    "octal": {"code": "0.77", "heaps": [7, 4]},
    "subtraction": {"set": [1, 2, 3], "heaps": [9, 6]},
    "dag": {
        "edges": _ARCS,
        "start": "a",
    },
    "sum": {
        "parts": [
            {"game": "nim", "heaps": [5]},
            {"game": "octal", "code": "0.77", "heaps": [4]},
            {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"], ["c", "d"]], "start": "b"},
        ]
    },
}
"""By the name of the game, as position objects without the game."""


def opening(game: str) -> dict[str, object]:
    """A position of the game to begin with, as a JSON object; its example where there is no other.

    Famous games such as Kayles have one too.
    """
    known = famous(game)
    if known is not None:
        return {**known, "heaps": [7, 4]}
    kind = game_class(game)
    chosen = OPENINGS.get(game)
    if chosen is None:
        return {name: value for name, value in kind.example.items() if name != "play"}
    return {"game": game, **chosen}
