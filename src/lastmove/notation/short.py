"""Positions as people type them: ``nim:3,5,7``, ``kayles:7``, ``subtraction:1,2,5:7``, ``grid:3x4``, and sums.

A board of a graph takes its game before it and its start behind it, and all of it the convention: the parts of
``misere:vertex-geography:grid:3x4@5`` are the convention, the game, the board and the start.

A friendly position to begin with, for each game: small, and not yet decided by looking at it.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InputError, is_integer, show
from lastmove.core.play import Play
from lastmove.games import game_class, game_names
from lastmove.games.octal import FAMOUS, famous, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.graphs.graph import Graph

EXAMPLES = (
    "nim:3,5,7, kayles:7, 0.77:5,7, subtraction:1,2,5:7, adjacent-nim:2,3,4, vertex-geography:grid:3x4, "
    "grid:3x4 (with --game)"
)

_PLAYS = tuple(play.value for play in Play)
_HEAP_GAMES = ("nim", "adjacent-nim")
_GRAPH_GAMES = (
    "vertex-geography",
    "edge-geography",
    "nimg-rm",
    "nimg-mr",
    "edge-nimg",
    "vertexnim",
    "vertexnim-mr",
    "node-kayles",
    "arc-kayles",
    "dag",
)
"""Games that are played on a graph: to know these names, no game need be imported. Others are asked."""
_CODE = re.compile(r"[0-9A-Za-z]?\.[0-9A-Za-z]*(\[[0-9A-Za-z]+\])?", re.ASCII)


class GivenGraph(NamedTuple):
    """A graph to play on, as a family or a file gives it.

    Attributes
    ----------
    graph
        The graph.
    fields
        What is said besides, as JSON has it: game, play, start, weights.
    typed_start
        A start that somebody typed: the vertex that is written so, string or integer.
    """

    graph: Graph
    fields: Mapping[str, object] = {}
    typed_start: str | None = None


class Short(NamedTuple):
    """What a position in short says itself.

    Attributes
    ----------
    play
        The convention; ``None`` where it is not said.
    parts
        Heaps, as position objects, and boards; several are a sum.
    """

    play: str | None
    parts: tuple[dict[str, object] | GivenGraph, ...]

    @property
    def boards(self) -> list[GivenGraph]:
        """The parts that are played on graphs."""
        return [part for part in self.parts if isinstance(part, GivenGraph)]

    def says(self, name: str) -> str | None:
        """What it says of its ``play``, its ``game`` or its ``start``; ``None`` where something is left to choose."""
        if name == "play":
            return self.play
        if name == "start":
            typed = [board.typed_start for board in self.boards]
            return typed[0] if typed and None not in typed else None
        if any("game" not in board.fields for board in self.boards):
            return None
        first = self.parts[0]
        fields = first.fields if isinstance(first, GivenGraph) else first
        return str(fields["game"]) if len(self.parts) == 1 else "sum"


def is_in_short(text: str) -> bool:
    """Whether a text is meant for a position in short: a name or a code, a colon and more.

    >>> is_in_short("nim:3,5"), is_in_short("positions.jsonl"), is_in_short("0.77:5")
    (True, False, True)
    """
    name = plain_name(text.partition(":")[0])
    return ":" in text and (_CODE.fullmatch(name) is not None or name in _names())


def nearest(text: str) -> str | None:
    """What may have been meant by a text that is no file and no position in short."""
    name, colon, rest = text.partition(":")
    close = get_close_matches(plain_name(name), list(_names()), n=1, cutoff=0.7)
    if close and not colon and (close[0] in FAMOUS or close[0] in _HEAP_GAMES):
        return f"{close[0]}:3,5,7"  # the name is right, and the heaps are missing
    if not close or (not colon and close[0] == plain_name(name)):
        return None
    return f"{close[0]}{colon}{rest}"


def in_short(text: str) -> Short:
    """What a text stands for; :func:`lastmove.parse` makes a problem of it.

    Parameters
    ----------
    text
        ``nim:HEAPS``, ``adjacent-nim:HEAPS``, ``NAME:HEAPS`` for a famous game, ``CODE:HEAPS`` for an octal code,
        ``subtraction:SET:HEAPS``, or a family of graphs such as ``grid:3x4``; several with ``+`` between them are a
        sum. Numbers have commas between them. A family may have a game before it and a start behind it,
        ``vertex-geography:grid:3x4@5``; ``misere:`` or ``normal:`` before all of it is the convention.

    Returns
    -------
    Short
        Its parts. A board of a family begins at its first vertex unless its start is typed, and Adjacent Nim with its
        first heap.

    Raises
    ------
    InputError
        If it is none, with the name that may have been meant.

    Examples
    --------
    >>> in_short("misere:nim:3,5,7")
    Short(play='misere', parts=({'game': 'nim', 'heaps': [3, 5, 7]},))
    >>> in_short("kayles:7 + nim:2").parts[0]
    {'game': 'octal', 'code': '0.77', 'heaps': [7]}
    """
    play, colon, rest = text.partition(":")
    named = bool(colon) and plain_name(play) in _PLAYS
    parts = tuple(_part(word.strip()) for word in (rest if named else text).split("+"))
    return Short(plain_name(play) if named else None, parts)


def _part(text: str) -> dict[str, object] | GivenGraph:
    word, _, rest = text.partition(":")
    name = plain_name(word)
    if name == "octal":
        word, _, rest = rest.partition(":")
        name = plain_name(word)
        if not (name in FAMOUS or _CODE.fullmatch(name)):
            raise InputError("", f"{show(text)}; accepted: octal:CODE:HEAPS, for example octal:0.77:5,7")
    if _CODE.fullmatch(name):
        return {"game": "octal", "code": word.strip(), "heaps": _numbers(rest, text)}
    if name in FAMOUS:
        return {**FAMOUS[name], "heaps": _numbers(rest, text)}
    if name == "nim":
        return {"game": "nim", "heaps": _numbers(rest, text)}
    if name == "adjacent-nim":
        heaps = _numbers(rest, text)
        first = next((place for place, heap in enumerate(heaps) if heap), 0)
        return {"game": "adjacent-nim", "heaps": heaps, "start": first}
    if name == "subtraction":
        amounts, colon, heaps_text = rest.partition(":")
        if not colon:
            raise InputError("", f"{show(text)}; accepted: subtraction:SET:HEAPS, for example subtraction:1,2,5:7")
        return {"game": "subtraction", "set": _numbers(amounts, text), "heaps": _numbers(heaps_text, text)}
    if name in _PLAYS:
        raise InputError("", f"{show(text)}: the convention stands before the whole sum, as in misere:nim:2+kayles:7")
    if name in _graph_games():
        inner, _, sizes = rest.partition(":")
        return _board(plain_name(inner), sizes, rest, name)
    return _board(name, rest, text)


def _board(name: str, rest: str, text: str, game: str | None = None) -> GivenGraph:
    """The board of a family of graphs, to be played from its first vertex unless another is typed."""
    from lastmove.graphs.families import FAMILIES, named

    if name not in FAMILIES:
        meant = nearest(text)
        hint = f"did you mean {meant}? " if meant and meant != text else ""
        what = "position" if game is None else f"board of {game}"
        raise InputError("", f"{show(text)} is no {what} in short; {hint}accepted: {EXAMPLES}")
    sizes, at, start = rest.partition("@")
    graph = named(f"{name}:{sizes}")
    fields: dict[str, object] = {} if game is None else {"game": game}
    if at:
        return GivenGraph(graph, fields, start.strip())
    return GivenGraph(graph, {**fields, "start": graph.vertices[0]} if graph.n else fields)


def _numbers(text: str, whole: str) -> list[int]:
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    wrong = next((word for word in words if not is_integer(word)), None)
    if wrong is not None or not words:
        problem = f"{show(wrong)} is no number" if words else "numbers are missing"
        if wrong is not None and not wrong.isascii():
            problem = f"{show(wrong)} is not written with the digits 0-9"
        raise InputError("", f"{show(whole)}: {problem}; accepted: integers >= 0 with commas between them")
    return [int(word) for word in words]


def _names() -> Iterator[str]:
    """Every name that may stand before the first colon; what has to be imported for comes last."""
    yield from (*_HEAP_GAMES, "octal", "subtraction", *FAMOUS, *_PLAYS, *_GRAPH_GAMES)
    from lastmove.graphs.families import FAMILIES

    yield from FAMILIES
    yield from _graph_games()


def _graph_games() -> Iterator[str]:
    """The games that are played on the graph of a family: those that are not named here are asked."""
    yield from _GRAPH_GAMES
    known = (*_HEAP_GAMES, *_GRAPH_GAMES, "octal", "subtraction", "sum")
    yield from (name for name in game_names() if name not in known and "edges" in game_class(name).fields)


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
    "edge-nimg": {
        "vertices": ["a", "b", "c", "d", "e"],
        "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"], ["a", "e"], ["e", "c"]],
        "weights": [1, 3, 2, 2, 3, 3],
        "start": "b",
    },
    "vertexnim-mr": {
        "vertices": ["a", "b", "c", "d"],
        "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"], ["a", "c"]],
        "weights": [2, 1, 2, 3],
        "start": "a",
    },
    "node-kayles": {"vertices": _SQUARES, "edges": [edge for edge in _GRID if edge not in (["e", "h"], ["b", "d"])]},
    "arc-kayles": {"vertices": _SQUARES, "edges": _GRID},
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
