"""``lastmove family``: answers, one huge board, words, certificates that are checked and tampered with."""

from __future__ import annotations

import copy
import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.core.play import PlayName
from lastmove.families.words import Automaton

if TYPE_CHECKING:
    from pathlib import Path


def family(*words: str, status: int = 0) -> dict[str, Any]:
    return answers(invoke("family", *words, status=status).stdout)[0]


def test_the_grids_of_width_four_in_misere_play() -> None:
    found = family("grid:4xn", "--game", "vertex-geography", "--play", "misere", "--json")
    assert found["status"] == "proved"
    assert found["n_starts"] == {str(n): 2 if n in (1, 3) else 0 for n in range(1, 13)}
    assert {"family", "game", "play", "preperiod", "period", "types"} <= set(found)


def test_one_huge_board() -> None:
    found = family("path:n", "--at", "1000001", "--start", "1")
    assert found["outcome"] == "N"
    assert found["reason"]["kind"] == "family"
    assert found["move"] in ({"to": 0}, {"to": 2})


def test_a_board_and_a_start_of_more_than_18_digits() -> None:
    found = family("path:n", "--at", str(10**30), "--start", str(10**29))
    assert found["outcome"] == "N"
    assert found["move"] == {"to": 10**29 + 1}


def test_every_start_of_one_member() -> None:
    found = family("cycle:n", "--play", "misere", "--at", "5")
    board = lm.VertexGeography(lm.graphs.named("cycle:5"))
    outcomes = lm.outcomes(board, play="misere")
    assert found["outcomes"] == {str(v): o.value for v, o in outcomes.items()}
    for v in range(5):
        winning: list[object] = [{"to": move.to} for move in outcomes.winning_moves(v)]
        assert found["moves"][str(v)] in (winning or [None])
    assert [reason["count"] for reason in found["reasons"]] == [5]


def test_starts_that_stayed_unknown_have_a_limit_for_a_reason() -> None:
    found = family("grid:6xn", "--play", "misere", "--position-limit", "500", "--at", "9", status=3)
    assert set(found["outcomes"].values()) == {"unknown"}
    assert set(found["moves"].values()) == {None}
    assert [(reason["kind"], reason["count"]) for reason in found["reasons"]] == [("limit", 54)]
    assert found["reasons"][0]["positions"] == 500


def test_a_family_of_ones_own(tmp_path: Path) -> None:
    own = {"name": "mine", "column": 2, "edges": [[0, 1]], "links": [[0, 0], [1, 1]], "by_rows": True}
    (tmp_path / "mine.json").write_text(json.dumps(own))
    mine = family(str(tmp_path / "mine.json"), "--play", "misere")
    assert mine["n_starts"] == family("ladder:n", "--play", "misere")["n_starts"]


def test_a_limit_is_said() -> None:
    found = family("grid:6xn", "--play", "misere", "--position-limit", "500", status=3)
    assert (found["status"], found["preperiod"], found["period"]) == ("unknown", None, None)
    reason = found["reason"]
    assert reason == {"kind": "limit", "limit": "positions", "positions": 500, "seconds": reason["seconds"]}
    assert found["reached"] >= 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grid:4x5"], "spec"),
        (["grid:nxn"], "spec"),
        (["petersen:5,n"], "spec"),
        (["hypercube:n"], "names no family that grows"),
        (["path:n", "--game", "nim"], "game"),
        (["path:n", "--weights", "2"], "has no weights"),
        (["path:n", "--start", "0"], "--start goes with --at"),
        (["path:n", "--at", "3", "--start", "3"], "start"),
        (["cycle:n", "--at", "2"], "at"),
        (["nowhere.json"], "cannot be read"),
        (["grid:2xn", "--game", "nimg-mr", "--weights", "1-2"], "path:n and cycle:n"),
    ],
)
def test_what_is_refused(words: list[str], said: str) -> None:
    assert said in invoke("family", *words, status=2).stderr


@pytest.mark.parametrize(
    ("spec", "more"),
    [
        ("grid:3xn", ["--play", "misere"]),
        ("cycle:n", ["--play", "misere"]),
        ("prism:n", ["--game", "edge-geography"]),
        ("path:n", ["--game", "nimg-mr", "--weights", "2", "--play", "misere"]),
        pytest.param("circulant:n,1,2", ["--play", "misere"], marks=pytest.mark.long),
    ],
)
def test_certificates_are_checked_and_tampering_is_refused(spec: str, more: list[str]) -> None:
    text = invoke("family", spec, *more, "--certificate").stdout
    assert answers(invoke("check", text=text).stdout)[0]["verified"] is True
    true = json.loads(text)
    tampered = 0
    for changed in _tampered(true):
        verdict = answers(invoke("check", text=json.dumps(changed) + "\n", status=1).stdout)[0]
        assert verdict.get("verified") is False or "error" in verdict
        tampered += 1
    assert tampered > 8


def _tampered(true: dict[str, Any]) -> Any:
    def change() -> tuple[dict[str, Any], Any]:
        made = copy.deepcopy(true)
        return made, made["certificate"]

    for field in ("preperiod", "period"):
        made, _ = change()
        made[field] += 1
        yield made
    for n in list(true["n_starts"])[:3]:
        made, _ = change()
        made["n_starts"][n] += 1
        yield made
    made, proof = change()
    proof["walks"][0]["types"].pop()
    yield made
    made, proof = change()
    proof["walks"][0]["types"][-1] = 10**6
    yield made
    made, proof = change()
    proof["walks"][0]["types"][1:1] = proof["walks"][0]["types"][:1]
    yield made
    made, proof = change()
    proof["columns"]["links"].append([0, 0, 3])
    yield made
    made, proof = change()
    part = proof["types"][proof["walks"][0]["types"][-1]]
    port = next(place for place, ways in enumerate(part) if ways)
    part[port] = [1 if way != 1 else 0 for way in part[port]]
    yield made
    made, proof = change()
    proof["types"][-1] = proof["types"][-1][1:]
    yield made
    made, proof = change()
    for exit_ in proof["exits"]:
        exit_[0] += 50
    proof["exits"].append([50, 0])
    yield made
    made, proof = change()
    proof["kind"] = "nim-sum"
    yield made
    made, proof = change()
    del proof["types"]
    yield made
    made, proof = change()
    proof["types"] = 5
    yield made


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", ["nimg-rm", "nimg-mr"])
@pytest.mark.parametrize("shape", ["path", "cycle"])
def test_words_of_weights(shape: str, game: str, play: PlayName) -> None:
    found = family(f"{shape}:n", "--game", game, "--play", play, "--weights", "1-2")
    raw = found["automaton"]
    automaton = Automaton(tuple(raw["letters"]), tuple(raw["accepts"]), tuple(tuple(s.values()) for s in raw["steps"]))
    kind: Any = lm.NimGRM if game == "nimg-rm" else lm.NimGMR
    for n in range(1 if shape == "path" else 3, 5):
        wins = 0
        for word in itertools.product((1, 2), repeat=n):
            board = lm.outcomes(kind(lm.graphs.named(f"{shape}:{n}"), list(word)), play=play)
            for v in range(n):
                if shape == "path":
                    text = [f"{weight}*" if i == v else f"{weight}" for i, weight in enumerate(word)]
                else:
                    text = [f"{weight}" for weight in word[v:] + word[:v]]
                assert automaton.loses(text) == (board[v] is lm.Outcome.P)
                wins += board[v] is lm.Outcome.N
        assert found["n_starts"][str(n)] == wins


def test_print_shows_the_rows_below_each_other() -> None:
    found = lm.family("grid:2xn", game="vertex-geography")
    assert repr(found) == "FamilyAnswer('grid:2xn', 'vertex-geography', 'normal', 'proved')"
    first, *rows = str(found).splitlines()
    assert first.startswith("grid:2xn, vertex-geography, normal play: proved for every n (")
    assert [len(row) for row in rows[:4]] == [19, 19, 20, 20]
