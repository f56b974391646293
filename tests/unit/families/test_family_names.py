"""Names of families: that of another family, or one that looks like it, is neither taken nor verified."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.families.columns import Columns, Link
from lastmove.graphs.families import FAMILIES

STRIP = {"column": 1, "links": [[0, 0]]}


@pytest.fixture(scope="module")
def path() -> dict[str, Any]:
    return lm.family("path:n", play="misere").answer(3, 1, certificate=True)


def renamed(answer: dict[str, Any], name: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(answer))
    made["family"] = made["reason"]["family"] = made["certificate"]["columns"]["name"] = name
    return made


def verdict(answer: dict[str, Any], status: int) -> dict[str, Any]:
    return answers(invoke("check", text=json.dumps(answer) + "\n", status=status).stdout)[0]


LOOK_ALIKES = [
    *("complete:n", "grid:nxn", "torus:2xn", "wheel:n", "star:n", "hypercube:n", "tree:2,n", "random-tree:n"),
    *("grid:5×n", "grid:5\u200bxn", "pa\u200bth:n", "ｐａｔｈ:n", "pаth:n", "PATH:n", "Path:N", " path:n", "path:n "),
    *("path", "Path", "path n", "path-n", "path_n", "paths", "pathn", "footpath", "p-a-t-h", "comp1ete", "wheeI"),
    *("t0rus 3xn", "cornb", "vvheel", "cornplete n", "KING", "my grid", "path：n", "path.n", "path:", ":n"),
    *("", " ", "x" * 61, "own\n", "own\x1b[2J", "own\u202e", "é", "5xn", "<b>own</b>", "own, grid"),
]


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_names_that_look_like_a_family_are_refused(name: str, path: dict[str, Any]) -> None:
    error = verdict(renamed(path, name), 1)["error"]
    assert "name" in error
    assert error.isprintable()
    with pytest.raises(lm.InputError, match="accepted"):
        lm.family({**STRIP, "name": name})


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_no_family_has_the_columns_of_another(family: str, path: dict[str, Any]) -> None:
    for spec in (f"{family}:n", f"{family}:nxn", f"{family}:2xn", f"{family}:n,2", f"{family}:2,n", family):
        if spec != "path:n":
            assert "name" in verdict(renamed(path, spec), 1)["error"]


def test_a_name_of_its_own_is_said_to_be_one(path: dict[str, Any]) -> None:
    found = verdict(renamed(path, "my strip-7"), 0)
    assert (found["verified"], found["own_columns"]) == (True, True)
    assert "my strip-7 (own columns)" in found["text"]
    assert "own_columns" not in verdict(path, 0)
    whole = verdict(lm.family({**STRIP, "name": "strip"}).to_json(certificate=True), 0)
    assert whole["own_columns"] is True
    assert whole["text"].startswith("strip (own columns): ")
    every = verdict(lm.family(STRIP).answer(3, certificate=True), 0)
    assert "own (own columns)" in every["text"]


def test_columns_made_in_python_have_no_name_of_another_family() -> None:
    with pytest.raises(lm.InputError, match="a name of its own"):
        lm.family(Columns("complete:n", 1, (), (Link(0, 0),)))
    assert lm.family(Columns("path:n", 1, (), (Link(0, 0),))).columns.build is not None


@pytest.mark.parametrize("n", [2**62, 10**30, 10**4000])
def test_members_of_any_size_are_verified(n: int) -> None:
    for found in (lm.family("path:n", play="misere"), lm.family("cycle:n")):
        assert verdict(found.answer(n, n - 2, certificate=True), 0)["verified"] is True
    wrong = lm.family("path:n").answer(n, 1, certificate=True)
    refuted = verdict({**wrong, "outcome": "N" if wrong["outcome"] == "P" else "P", "move": None}, 1)
    assert refuted["verified"] is False


def test_classes_of_halves_may_be_split_and_their_period_is_then_not_shown() -> None:
    true: dict[str, Any] = lm.family("ladder:n", game="nimg-mr", play="misere", weights=3).to_json(certificate=True)
    assert (true["certificate"]["kind"], true["period"]) == ("family-halves", 1)
    assert "period" not in verdict(true, 0)["not_shown"]
    assert {"preperiod", "period"} <= set(verdict(_doubled(true), 0)["not_shown"])


def _doubled(true: dict[str, Any]) -> dict[str, Any]:
    """The same proof with two classes for each but the first, and a walk that goes through both."""
    made: dict[str, Any] = json.loads(json.dumps(true))
    proof = made["certificate"]
    (walk,) = proof["walks"]
    count, full = 1 + max(step[2] for step in proof["steps"]), max(step[1] for step in proof["steps"])

    def twin(s: int) -> int:
        return s + count if s else 0

    around = walk["types"][walk["returns"] :]
    steps = {(s, column): to for s, column, to in proof["steps"]}
    steps |= {(twin(s), column): twin(to) for (s, column), to in steps.items() if s}
    steps[around[-1], full], steps[twin(around[-1]), full] = twin(around[0]), around[0]
    proof["steps"] = [[*at, to] for at, to in steps.items()]
    proof["lost"] = [
        [one, column, place, sorted({each for u in others for each in (u, twin(u))})]
        for s, column, place, others in proof["lost"]
        for one in {s, twin(s)}
    ]
    walk["types"] += map(twin, around)
    return {**made, "period": 2 * made["period"], "types": 2 * made["types"]}
