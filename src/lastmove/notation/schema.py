"""The JSON schemas with every game that can be read: those that ship, and what other games say of themselves."""

from __future__ import annotations

from typing import Any

from lastmove.games import game_class, game_names
from lastmove.notation.schemas import shipped_schema

__all__ = ["schema"]


def schema(name: str) -> dict[str, Any]:
    """A JSON schema (2020-12) of what lastmove reads and writes.

    A game that the shipped schemas do not know, of another package or just added, is described by its fields and those
    of its moves. Fields of graphs are as in every game on graphs; what others hold, only the game itself can say.

    Parameters
    ----------
    name
        ``position``, ``move``, ``answer`` or ``certificate``.

    Returns
    -------
    dict
        The schema, whole: what it refers to is among its ``$defs``, so that a validator needs nothing else.

    Raises
    ------
    InputError
        For another name.

    Examples
    --------
    >>> schema("move")["title"]
    'lastmove move'
    >>> import jsonschema
    >>> jsonschema.validate({"game": "nim", "heaps": [3, 5]}, schema("position"))
    """
    found = shipped_schema(name)
    whole = {name: found} | {other: found["$defs"][other] for other in _GROWING if other in found["$defs"]}
    known = shipped_schema("position")["$defs"]
    for game in game_names():
        if game not in known:
            for part, grow in _GROWING.items():
                if part in whole:
                    grow(whole[part], game)
    return found


def _add_position(found: dict[str, Any], game: str) -> None:
    """Let a schema of positions know the fields of a game."""
    fields, known = game_class(game).fields, found["$defs"]
    like: dict[str, Any] = known["nimg-rm" if "weights" in fields else "vertex-geography"] if "edges" in fields else {}
    properties = {field: like.get("properties", {}).get(field, True) for field in fields}
    known[game] = {
        "type": "object",
        "required": ["game"],
        **like,
        "properties": {"game": {"const": game}, "play": True, "id": True, **properties},
        "additionalProperties": False,
    }
    for options in (found["oneOf"], known["part"]["oneOf"]):
        options.append({"$ref": f"#/$defs/{game}"})


def _add_move(found: dict[str, Any], game: str) -> None:
    """Let a schema of moves know the fields of a game's moves, if no form there has just these."""
    kind = game_class(game).move_class
    if any(form.get("properties", {}).keys() == set(kind._fields) for form in found["$defs"].values()):
        return
    found["$defs"][game] = {
        "type": "object",
        "properties": dict.fromkeys(kind._fields, True),
        "required": [field for field in kind._fields if field not in kind._field_defaults],
        "additionalProperties": False,
    }
    # Two games may write the same object, so one form is enough but need not be the only one.
    forms = found.pop("oneOf", None) or found["anyOf"]
    found["anyOf"] = [*forms, {"$ref": f"#/$defs/{game}"}]


_GROWING = {"position": _add_position, "move": _add_move}
"""The schemas that depend on the games, and what makes one know a game."""
