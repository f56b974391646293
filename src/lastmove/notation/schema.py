"""The JSON schemas of positions, moves, answers and certificates, with every game that can be read.

Some ship with the package; other games say theirs themselves.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from lastmove.core.errors import InputError, show
from lastmove.games import game_class, game_names

SCHEMAS = {
    "position": "positions, and boards without their start",
    "move": "moves",
    "answer": "what `lastmove solve` writes for one position",
    "certificate": "the evidence in an answer",
}
"""Every schema, and what it describes."""


def shipped_schema(name: str) -> dict[str, Any]:
    """The schema that ships with the package, whole: what it refers to is among its ``$defs``.

    >>> shipped_schema("move")["title"]
    'lastmove move'
    """
    if name not in SCHEMAS:
        raise InputError("schema", f"{show(name)} is none; accepted: {', '.join(SCHEMAS)}")
    text = _text(name)
    found: dict[str, Any] = json.loads(text)
    others = {other: json.loads(_text(other)) for other in _referred(text)}
    return found | {"$defs": found["$defs"] | others} if others else found


def _text(name: str) -> str:
    return files("lastmove").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")


def _referred(text: str) -> list[str]:
    """The other schemas that one refers to; none of these refers to a further one."""
    return list(dict.fromkeys(re.findall(r'"\$ref": "urn:lastmove:(\w+)"', text)))


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
    for choice in (found, known["part"]):
        choice["oneOf"].append({"$ref": f"#/$defs/{game}"})
        choice["discriminator"]["mapping"][game] = f"#/$defs/{game}"


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
