"""The OpenAPI document of the server: every question with its fields, written by hand where words are needed."""

from __future__ import annotations

from typing import Any

from lastmove._version import __version__
from lastmove.cli.boards.draw import KINDS
from lastmove.cli.read import FORMATS
from lastmove.core.language import languages
from lastmove.core.play import Play
from lastmove.games import game_names
from lastmove.pictures.svg import THEMES
from lastmove.play.opponent import LEVEL_NAMES
from lastmove.web.api import BATCHED, MOST_EXERCISES, MOST_POSITIONS, QUESTIONS
from lastmove.web.request import LAYERS

_POSITION = {
    "type": "object",
    "description": "A position, as in every format of lastmove.",
    "required": ["game"],
    "properties": {"game": {"enum": game_names()}, "play": {"enum": [play.value for play in Play]}},
    "example": {"game": "nim", "heaps": [3, 5, 7]},
}
_MOVE = {"type": "object", "description": "A move in the form of its game.", "example": {"heap": 0, "remaining": 1}}
_POINT = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}
_COUNT = {"type": "integer", "minimum": 0}


def _fields(limits: dict[str, float]) -> dict[str, dict[str, Any]]:
    """The schema of every field that a question takes."""
    return {
        "position": {"anyOf": [_POSITION, {"type": "string", "example": "misere:vertex-geography:grid:3x4@5"}]},
        "positions": {"type": "array", "items": _POSITION, "minItems": 1, "maxItems": MOST_EXERCISES},
        "moves": {"type": "array", "items": _MOVE, "description": "Moves that are made first."},
        "answer": {"type": "object", "description": "An answer with its certificate."},
        "time": {
            "type": "number",
            "minimum": 0,
            "description": f"Seconds; more than {limits['time']:g} count as that.",
        },
        "memory": {"type": "number", "minimum": 0, "description": "Megabytes by which the solver may grow."},
        "language": {"enum": list(languages()), "description": "What people read of the answer."},
        "all_moves": _FLAG,
        "values": _FLAG,
        "certificate": _FLAG,
        "starts": {"enum": ["all"]},
        "level": {"enum": list(LEVEL_NAMES)},
        "seed": _COUNT,
        "turn": _COUNT,
        "to": {"enum": list(KINDS)},
        "show": {"type": "array", "items": {"enum": list(LAYERS)}},
        "places": {
            "description": "Where vertices stand, in pixels; for a sum an array of these.",
            "anyOf": [{"type": "object", "additionalProperties": _POINT}, {"type": "array"}, {"type": "null"}],
        },
        "theme": {"enum": list(THEMES)},
        "caption": _TEXT,
        "legend": _FLAG,
        "family": {"type": "string", "example": "grid:3x4"},
        "game": _TEXT,
        "play": {"enum": [play.value for play in Play]},
        "weight": {"type": "string", "example": "1-5"},
        "start": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "text": _TEXT,
        "format": {"enum": list(FORMATS)},
        "directed": _FLAG,
        "title": _TEXT,
        "code": _GAME_CODE,
        "set": {"type": "array", "items": {"type": "integer", "minimum": 1}, "description": "A subtraction game."},
        "heap": {**_COUNT, "description": "The largest heap."},
        "structure": _FLAG,
        "at": {**_COUNT, "description": "The number of one member."},
        "question": {"enum": list(BATCHED)},
    }


_GAME_CODE = {"type": "string", "example": "0.77", "description": "An octal code, or the name of such a game."}


def _own_fields(name: str) -> dict[str, dict[str, Any]]:
    """Fields that mean something else in one question than in the others."""
    found: dict[str, dict[str, Any]] = {}
    if name == "family":
        found["family"] = {"anyOf": [{"type": "string", "example": "grid:4xn"}, {"type": "object"}]}
        found["weight"] = found["start"] = _COUNT
    if name == "batch":
        found["positions"] = {"type": "array", "items": _POSITION, "minItems": 1, "maxItems": MOST_POSITIONS}
    if name == "quotient":
        found["positions"] = {"type": "array", "items": _POSITION}
    return found


_MEDIA = {"draw": ("image/svg+xml", "image/png", "application/x-tex"), "film": ("image/svg+xml",)}
_NEEDED = {
    "film": ("position", "moves"),
    "new": (),
    "puzzle": (),
    "read": ("text",),
    "worksheet": ("positions",),
    "about": (),
    "quotient": (),
    "family": ("family",),
    "batch": ("positions",),
    "check": ("answer",),
}
_CUT = {
    "headers": {
        "Lastmove-Cut": {
            "schema": _TEXT,
            "description": "Limits that were less than what was asked for, such as `time=60`; JSON has `cut` too.",
        }
    }
}
_ERRORS = {
    "400": "Bad input, an illegal move, or a foreign Host or Origin.",
    "413": "The body is too long.",
    "415": "The body is not JSON.",
    "500": "The solver was lost.",
}


def document(limits: dict[str, float]) -> dict[str, Any]:
    """The OpenAPI document of a server with these limits."""
    fields = _fields(limits)
    paths: dict[str, Any] = {
        f"/api/v1/{name}": {"post": _operation(name, fields)} for name in QUESTIONS if name != "about"
    }
    for path, words in (
        ("/api/v1/", "The games, families, examples, limits and questions."),
        ("/api/v1/health", "Whether the server is well, and how busy it is."),
        ("/api/v1/metrics", "Figures of requests and solvers, as Prometheus reads them."),
        ("/api/v1/openapi.json", "This document."),
    ):
        media = "text/plain" if path.endswith("metrics") else "application/json"
        found = {"200": _content(words, media), "400": _error(_ERRORS["400"])}
        paths[path] = {"get": {"summary": words, "operationId": path.rpartition("/")[2] or "about", "responses": found}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "lastmove", "version": __version__, "summary": "Who wins Nim-like games, how, and why."},
        "paths": paths,
        "components": {"schemas": {"Error": {"type": "object", "required": ["error"], "properties": {"error": _TEXT}}}},
    }


def _operation(name: str, fields: dict[str, dict[str, Any]]) -> dict[str, Any]:
    question = QUESTIONS[name]
    each = fields | _own_fields(name)
    body = {
        "type": "object",
        "properties": {field: each[field] for field in question.fields},
        "required": list(_NEEDED.get(name, ("position",))),
        "additionalProperties": False,
    }
    media = _MEDIA.get(name, ("application/json",))
    full = _error("All solvers are busy.")
    full["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
    return {
        "summary": question.summary,
        "operationId": name,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {
            "200": _content("The answer, also where it is unknown.", *media, "application/x-ndjson") | _CUT,
            **{status: _error(words) for status, words in _ERRORS.items()},
            "503": full,
        },
    }


def _content(words: str, *media: str) -> dict[str, Any]:
    schema = {"application/json": {"type": "object"}}
    return {"description": words, "content": {each: {"schema": schema.get(each, {})} for each in media}}


def _error(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}
