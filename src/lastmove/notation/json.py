"""Positions and problems as JSON objects: the one parser and its inverse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.core.errors import show_json as show
from lastmove.core.files import is_plain_json, loads
from lastmove.core.play import Play, Problem, check_problem
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.games.fields import READ_ELSEWHERE, Fields, check_known
from lastmove.graphs.graph import Graph
from lastmove.notation.short import in_short, of_game

if TYPE_CHECKING:
    from lastmove.core.position import Position


def parse(source: Mapping[str, object] | str, *, game: str | None = None) -> Problem:
    """The problem that a JSON object or a position in short describes.

    Parameters
    ----------
    source
        The object, as ``json.loads`` gives it, or its text; or a position in short such as ``nim:3,5,7``,
        ``kayles:7``, ``grid:3x4`` with ``game``, or ``misere:vertex-geography:grid:3x4@5``.
    game
        The game of a board that does not say it.

    Returns
    -------
    Problem
        The position and the convention. A graph game without ``start`` gives a board, for ``outcomes``.

    Raises
    ------
    InputError
        In one line: the field, its value and what is accepted.

    Examples
    --------
    >>> parse({"game": "nim", "play": "misere", "heaps": [3, 5, 0]})
    Problem(position=Nim([3, 5, 0]), play=<Play.MISERE: 'misere'>, id=None)
    >>> parse("nim:3,5,7").position, parse("path:3", game="vertex-geography").position.start
    (Nim([3, 5, 7]), 0)
    """
    raw = _read(source) if isinstance(source, str) else source
    if not isinstance(raw, Mapping):
        raise InputError("", f"{show(raw)} is no position; accepted: an object with a field 'game'")
    if game is not None:
        if isinstance(raw.get("game"), str) and raw["game"] != "sum":
            raise InputError("game", f"{show(game)}; the position says it itself: {show(raw['game'])}")
        raw = of_game(dict(raw), game)
    asker = raw.get("id")
    if not is_plain_json(asker):
        raise InputError("id", f"{show(asker)}; accepted: any JSON value without NaN, endless numbers or deep nesting")
    play = Play.of(raw.get("play", Play.NORMAL))
    position = position_from_json({name: raw[name] for name in raw if name not in ("play", "id")})
    return Problem(position, play, asker)


def _read(text: str) -> object:
    """The object that a text has: in JSON, or in short where that is no JSON."""
    if not text.lstrip().startswith(("{", "[", '"')) and (":" in text or "+" in text):
        return in_short(text)
    try:
        return loads(text)
    except InputError as error:
        if text.lstrip().startswith("{"):
            raise
        raise InputError(error.field, f"{error.problem}; accepted: JSON, or a position in short: nim:3,5,7") from None


def position_from_json(raw: object, *, depth: int = 0) -> Game:
    """The position that an object without ``play`` and ``id`` describes, ``depth`` sums down."""
    if not isinstance(raw, Mapping):
        raise InputError("", f"{show(raw)} is no position; accepted: an object with a field 'game'")
    name = raw.get("game")
    if not isinstance(name, str):
        problem = (
            f"{show(name)} is no game"
            if "game" in raw
            else "missing; add it (for a board: --game NAME, game=NAME, or in short NAME:grid:3x4)"
        )
        raise InputError("game", f"{problem}; `lastmove games` lists them")
    kind = game_class(name)
    if depth and "play" in raw:
        raise InputError("play", "stands on the outermost object only, not on a part of a sum")
    ready = {READ_ELSEWHERE} if isinstance(raw.get(READ_ELSEWHERE), Graph) else set()
    given = [field for field in raw if field not in {"game", *ready}]
    check_known(given, kind.fields, name)
    return kind.from_json(Fields(raw, depth=depth))


def is_record(fields: Mapping[str, object]) -> bool:
    """Whether a JSON object is a game record and not a position."""
    return "record" in fields and "game" not in fields


def position_to_json(position: Position) -> dict[str, object]:
    """The JSON object of a position, without ``play``; an InputError for a game that has no JSON form."""
    if not isinstance(position, Game):
        raise InputError("position", f"{type(position).__name__} has no JSON form; the built-in games have one")
    return {"game": position.name, **position.to_json()}


def problem_to_json(problem: Problem) -> dict[str, object]:
    """The JSON object of a problem; ``parse`` reads it back."""
    position = position_to_json(check_problem(problem).position)
    asker = {} if problem.id is None else {"id": problem.id}
    return {**asker, "game": position.pop("game"), "play": problem.play.value, **position}
