"""Commands that feed each other: certificates into check, many lines through several processes, output to compare."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import BAD, NIM, answers, example, invoke, jsonl
from lastmove.games import GAMES

GRAPHS = "Dhc\n\nD?{\n>>graph6<<DqK\n"
MISERE = ("--game", "vertex-geography", "--play", "misere")


@pytest.mark.parametrize("game", GAMES)
def test_every_certified_answer_can_be_checked_as_it_stands(game: str) -> None:
    written = invoke("solve", "--certificate", text=jsonl({**example(game), "id": "name"})).stdout
    (answer,) = answers(written)
    assert answer["position"]["game"] == game
    (checked,) = answers(invoke("check", text=written).stdout)
    assert checked["verified"] is True
    assert checked["id"] == "name"
    changed = json.dumps({**answer, "outcome": {"N": "P", "P": "N"}[answer["outcome"]]})
    assert answers(invoke("check", text=changed, status=1).stdout)[0]["verified"] is False


@pytest.mark.parametrize("options", [("--starts", "all"), ("--start", "1")])
def test_graph6_answers_say_which_graph_and_can_be_checked(options: tuple[str, ...]) -> None:
    written = invoke("solve", *MISERE, *options, "--certificate", text=GRAPHS).stdout
    assert [(each["graph6"], each["line"]) for each in answers(written)] == [("Dhc", 1), ("D?{", 3), ("DqK", 4)]
    assert all(each["verified"] for each in answers(invoke("check", text=written).stdout))


def test_other_members_of_the_graph6_family_are_named_as_what_they_are() -> None:
    found = answers(invoke("solve", "--game", "vertex-geography", "--start", "0", text=":An\n&AO\n").stdout)
    assert [each.get("sparse6") or each.get("digraph6") for each in found] == [":An", "&AO"]


def test_without_certificates_there_is_no_position() -> None:
    assert "position" not in answers(invoke("solve", text=NIM).stdout)[0]


def test_check_says_what_is_missing() -> None:
    errors = jsonl(
        {"error": "heaps: bad", "line": 3}, {"outcome": "N"}, {"outcome": "unknown", "position": json.loads(NIM)}
    )
    said = answers(invoke("check", text=errors, status=1).stdout)
    assert "heaps: bad" in said[0]["error"]
    assert said[1]["error"].startswith("position: missing")
    assert "the answer is unknown" in said[2]["text"]


def test_brief_names_theorems_and_no_times_has_no_seconds() -> None:
    prism = {"game": "vertex-geography", "play": "misere", "graph6": "EEj_", "start": 0}
    text = jsonl(json.loads(NIM), prism)
    nim, searched = answers(invoke("solve", "--brief", "--no-times", text=text).stdout)
    named = {"source": "Nim in log space", "number": "2", "known_as": "Bouton's theorem"}
    assert nim["reason"] == {"kind": "theorem", **named}
    assert searched["reason"] == {"kind": "search"}
    board = ("grid:2x3", *MISERE, "--starts", "all", "--no-times", "--brief")
    assert invoke("solve", *board).stdout == invoke("solve", *board).stdout
    assert not {"seconds", "positions", "text"} & answers(invoke("solve", *board).stdout)[0]["reasons"][0].keys()


def test_letters_are_written_as_they_are() -> None:
    text = jsonl({"game": "adjacent-nim", "heaps": [2, 3], "start": 0, "id": "Duchêne \ud800"})
    assert "Duchêne-Renault" in invoke("solve", "adjacent-nim:2,3,4").stdout
    (odd,) = answers(invoke("solve", text=text).stdout)
    assert odd["id"] == "Duchêne \ud800"
    names = jsonl({"game": "vertex-geography", "edges": [["é", "ü"]]})
    assert '"é": "N"' in invoke("solve", "--starts", "all", text=names).stdout


def test_jobs_keep_the_order_and_the_answers() -> None:
    text = NIM + "\n" + BAD + "\n\n" + jsonl(*({**example(game), "id": number} for number, game in enumerate(GAMES)))
    options = ("--no-times", "--certificate", "--all-moves")
    alone = invoke("solve", *options, text=text, status=1).stdout
    assert invoke("solve", *options, "--jobs", "2", text=text, status=1).stdout == alone
    boards = ("--starts", "all", "--no-times", *MISERE)
    assert invoke("solve", *boards, "--jobs", "2", text=GRAPHS).stdout == invoke("solve", *boards, text=GRAPHS).stdout


def _without_times(*options: str, **settings: str) -> str:
    """What a process of its own answers about a board of some thousands of positions."""
    words = [sys.executable, "-m", "lastmove", "solve", "misere:vertex-geography:grid:7x7@0", "--no-times", "--json"]
    environment = {**os.environ, **settings}
    return subprocess.run([*words, *options], check=True, capture_output=True, text=True, env=environment).stdout


@pytest.mark.long
def test_without_times_the_output_is_the_same_with_jobs() -> None:
    """The counts of positions are not: one thread visits others than two do."""
    assert _without_times("--jobs", "2") == _without_times()


@pytest.mark.long
@pytest.mark.compiled
def test_without_times_the_output_is_the_same_whatever_was_compiled(tmp_path: Path) -> None:
    cold, warm = (_without_times(NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    blocking = str(Path(__file__).parents[2] / "blocking")
    assert cold == warm == _without_times(PYTHONPATH=blocking, LASTMOVE_WITHOUT="numba")


def test_jobs_and_checkpoints_do_not_go_together() -> None:
    assert "--jobs" in invoke("solve", "nim:1", "--jobs", "2", "--checkpoint", "x", status=2).stderr
