"""Questions answered without a server: text in, text out, also where numpy and Numba cannot be had."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lastmove.notation.short import opening
from lastmove.web.api import LONGEST, answer
from processes import run_python

EVERYTHING = """
import sys
for package in ("numpy", "numba", "scipy"):
    sys.modules[package] = None
import json
from lastmove.web.api import answer
from lastmove.games import GAMES
from lastmove.notation.short import opening
from lastmove.graphs.families import FAMILIES

def said(question, **body):
    found = json.loads(answer(question, json.dumps(body)))
    assert "answer" in found, (question, body, found)
    return found["answer"]

outcomes = {}
for game in GAMES:
    for play in ("normal", "misere"):
        position = {**opening(game), "play": play}
        looked = said("look", position=position, show=["values", "remoteness", "evidence"], time=30)
        assert looked["scene"]["items"], position
        solved = said("solve", position=position, certificate=True, all_moves=True, time=30)
        assert solved["outcome"] == looked["answer"]["outcome"]
        said("check", position=position, answer=solved)
        said("choose", position=position)
        said("explain", position=position)
        said("draw", position=position, to="tikz")
        outcomes[f"{game} {play}"] = solved["outcome"]
        assert solved["outcome"] in "NP"
    said("new", game=game, seed=3)
for family in FAMILIES.values():
    said("new", family=family.example)
for example in said("about")["examples"]:
    said("look", position=example["position"], show=["values", "evidence", "starts"])
print(json.dumps(outcomes))
"""


def test_answers_and_errors_are_text() -> None:
    assert json.loads(answer("solve", '{"position": {"game": "nim", "heaps": [1]}}'))["answer"]["outcome"] == "N"
    assert json.loads(answer("solve", "[1]")) == {"error": "[1] is no question; accepted: an object"}
    assert "not JSON" in json.loads(answer("solve", "{"))["error"]
    assert "question: 'guess'" in json.loads(answer("guess", "{}"))["error"]


def test_what_is_too_hard_comes_with_advice() -> None:
    edges = [[u, v] for u in range(7) for v in range(u)]
    hard = {"game": "nimg-mr", "vertices": 7, "edges": edges, "weights": [*range(50, 57)], "start": 0}
    heard: list[str] = []
    found: Any = json.loads(answer("solve", json.dumps({"position": hard, "time": 0.2}), heard.append))["answer"]
    assert found["outcome"] == "unknown"
    assert "lastmove serve" in found["advice"]
    easy: Any = json.loads(answer("solve", '{"position": {"game": "nim", "heaps": [1]}}'))["answer"]
    assert "advice" not in easy
    assert LONGEST < 60


@pytest.mark.long
def test_every_question_is_answered_without_numpy_and_numba() -> None:
    done = run_python(EVERYTHING)
    assert done.returncode == 0, done.stderr
    without = json.loads(done.stdout)
    for name, outcome in without.items():
        game, _, play = name.partition(" ")
        text = json.dumps({"position": {**opening(game), "play": play}, "time": 30})
        assert json.loads(answer("solve", text))["answer"]["outcome"] == outcome
