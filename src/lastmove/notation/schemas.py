"""The JSON schemas of positions, moves, answers and certificates, as they ship with the package."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from lastmove.core.errors import InputError, show

__all__ = ["SCHEMAS", "shipped_schema"]

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
