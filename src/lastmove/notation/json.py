"""Positions and problems as JSON objects: the one parser and its inverse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show_json
from lastmove.core.files import is_plain_json, loads
from lastmove.core.play import Play, PlayName, Problem, check_problem
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.games.fields import Fields, check_known
from lastmove.notation.short import GivenGraph, Short, in_short

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.core.position import Over, Position
    from lastmove.games.fields import GivenWeights
    from lastmove.graphs.graph import Graph


def parse(
    source: Mapping[str, object] | str | Short | GivenGraph,
    *,
    game: str | None = None,
    play: Play | PlayName | None = None,
    start: Hashable | Over | None = None,
    weights: GivenWeights | None = None,
) -> Problem:
    """The problem that a JSON object or a position in short describes.

    Parameters
    ----------
    source
        The object, as ``json.loads`` gives it, or its text; or a position in short such as ``nim:3,5,7``,
        ``kayles:7``, ``grid:3x4`` with ``game``, or ``misere:vertex-geography:grid:3x4@5``.
    game, play, start
        The game of a board that does not say it, the convention, and where the token stands: what the source says
        itself is not said again. A text names the vertex that is written so, string or integer.
    weights
        For a game that has weights, where the source has none: one for all vertices, a list in their order, an object
        by vertex, or a function from the number of vertices to such a list.

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
    >>> parse("path:3", game="nimg-rm", play="misere", start=2, weights=4).position.weights
    (4, 4, 4)
    """
    raw: object = _read(source) if isinstance(source, str) else source
    graph = None
    if isinstance(raw, GivenGraph):
        graph, raw = raw.graph, raw.fields
    if type(raw) is not dict and not isinstance(raw, Mapping | Short):
        raise InputError("", f"{show_json(raw)} is no position; accepted: an object with a field 'game'")
    for name, given in (("game", game), ("play", play), ("start", start)):
        if given is not None:
            said = raw.says(name) if isinstance(raw, Short) else raw.get(name)
            if said not in (None, "sum"):
                raise InputError(name, f"{show_json(given)}; the position says it itself: {show_json(said)}")
    if isinstance(raw, Short):
        convention = Play(raw.play or play or Play.NORMAL)
        return Problem(_position_in_short(raw, game, start, weights), convention)
    asker = raw.get("id")
    if asker is not None and not is_plain_json(asker):
        accepted = "any JSON value without NaN, endless numbers or deep nesting"
        raise InputError("id", f"{show_json(asker)}; accepted: {accepted}")
    convention = Play(raw.get("play", Play.NORMAL) if play is None else play)
    position = position_from_json(raw, graph=graph, game=game, start=start, weights=weights)
    return Problem(position, convention, asker)


def _read(text: str) -> object:
    """What a text has: an object in JSON, or a position in short where that is no JSON."""
    if not text.lstrip().startswith(("{", "[", '"')) and (":" in text or "+" in text):
        return in_short(text)
    try:
        return loads(text)
    except InputError as error:
        if text.lstrip().startswith("{"):
            raise
        raise InputError(error.field, f"{error.problem}; accepted: JSON, or a position in short: nim:3,5,7") from None


def _position_in_short(
    short: Short, game: str | None, start: Hashable | Over | None, weights: GivenWeights | None
) -> Game:
    """The position, or the sum; of a sum with boards, each board takes what it does not say itself."""
    parts = short.parts
    if not short.boards:
        return position_from_json(parts[0] if len(parts) == 1 else {"game": "sum", "parts": [*parts]}, start=start)
    found = []
    for number, part in enumerate(parts):
        try:
            found.append(_part_in_short(part, game, start, weights))
        except InputError as error:
            if len(parts) == 1:
                raise
            raise error.inside(f"parts[{number}]") from None
    kind: Any = game_class("sum")
    return found[0] if len(parts) == 1 else kind(found)


def _part_in_short(part: object, game: str | None, start: Hashable | Over | None, weights: GivenWeights | None) -> Game:
    if not isinstance(part, GivenGraph):
        return position_from_json(part)
    graph, fields, typed = part
    name = fields.get("game", game)
    if isinstance(name, str) and "start" not in game_class(name).fields:  # the first vertex, if nobody typed another
        fields = {field: value for field, value in fields.items() if field != "start"}
    return position_from_json(
        fields,
        graph=graph,
        game=None if "game" in fields else game,
        start=start if typed is None else typed,
        weights=1 if weights is None else weights,
    )


def position_from_json(
    raw: object,
    *,
    depth: int = 0,
    graph: Graph | None = None,
    game: str | None = None,
    start: Hashable | Over | None = None,
    weights: GivenWeights | None = None,
) -> Game:
    """The position that an object describes, ``depth`` sums down; for the other arguments see :func:`parse`.

    A ``graph`` is the board of an object that has only the rest.
    """
    if type(raw) is not dict and not isinstance(raw, Mapping):
        raise InputError("", f"{show_json(raw)} is no position; accepted: an object with a field 'game'")
    name = raw.get("game") if game is None else game
    if not isinstance(name, str):
        problem = (
            f"{show_json(name)} is no game"
            if "game" in raw
            else "missing; add it (for a board: --game NAME, game=NAME, or in short NAME:grid:3x4)"
        )
        raise InputError("game", f"{problem}; `lastmove games` lists them")
    kind = game_class(name)
    if depth and "play" in raw:
        raise InputError("play", "stands on the outermost object only, not on a part of a sum")
    besides = ("game",) if depth else ("game", "play", "id")
    fields = raw if start is None else (*raw, "start")
    unknown = [field for field in fields if field not in kind.fields and field not in besides]
    if unknown:
        check_known(unknown, kind.fields, name)
    given = weights if "weights" in kind.fields else None
    return kind.from_json(Fields(raw, depth, graph, start, given))


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
