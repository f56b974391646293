"""The board that the page begins with, and what is asked about it at once: `lastmove site` keeps the answers."""

from __future__ import annotations

import json
import math
from typing import Any

from lastmove.core.language import languages

LAYERS = ["moves", "values", "evidence"]


def first_board() -> dict[str, Any]:
    """The Petersen graph, drawn as it is known: ``position`` and ``places``."""
    edges = [[i, j] for k in range(5) for i, j in ((k, (k + 1) % 5), (k, k + 5), (k + 5, 5 + (k + 2) % 5))]
    turns = [math.tau * k / 5 for k in range(5)]
    ring = [(far * math.sin(turn), -far * math.cos(turn)) for far in (215, 105) for turn in turns]
    places = {str(vertex): [round(x), round(y)] for vertex, (x, y) in enumerate(ring)}
    position = {"game": "vertex-geography", "vertices": list(range(10)), "edges": edges, "start": 0}
    return {"position": position, "places": places}


def first_answers() -> dict[str, object]:
    """What the page asks before anybody has touched it, in each language, and the answers, by :func:`key`.

    >>> any(question.startswith("about ") for question in first_answers())
    True
    """
    from lastmove.web.api import ask

    board = first_board()
    normal, misere = ({"position": {**board["position"], "play": play}, "moves": []} for play in ("normal", "misere"))
    asked: list[tuple[str, dict[str, Any]]] = [
        ("look", {**normal, "places": board["places"], "show": LAYERS}),
        ("look", {**normal, "places": board["places"], "show": []}),
        ("look", {**normal, "show": ["remoteness"]}),
        ("solve", misere),
    ]
    asked = [(question, {**body, "language": each}) for question, body in asked for each in languages()]
    asked.append(("about", {}))
    return {key(question, body): _timeless(ask(question, body, lambda _: None).answer) for question, body in asked}


def _timeless(answer: Any) -> Any:
    """An answer without the seconds that it took: the same site is written every time."""
    if isinstance(answer, dict):
        return {name: _timeless(value) for name, value in answer.items() if name != "seconds"}
    return [_timeless(each) for each in answer] if isinstance(answer, list) else answer


def key(question: str, body: dict[str, Any]) -> str:
    """What a question is found by, as transport.js writes it: its name and its fields but the time."""
    return f"{question} {json.dumps(body, separators=(',', ':'))}"
