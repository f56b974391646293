"""What a person sees on a terminal."""

from __future__ import annotations

import json
import re

import pytest

import lastmove as lm
from commands import HUGE, NIM, jsonl
from lastmove.cli import text as terminal
from lastmove.games import GAMES
from processes import ENVIRONMENT, on_terminal, typed_in_a_shell


def test_solution_on_a_terminal() -> None:
    status, seen = on_terminal("solve", "--all-moves", text='{"game": "nim", "play": "misere", "heaps": [1, 3]}')
    assert status == 0
    lines = seen.splitlines()
    assert lines[0] == "Nim, misère play: heaps 1, 3"
    assert lines[1] == "  N: the player to move wins"
    assert re.fullmatch(r"  winning moves +take 3 from heap 2 \(3 -> 0\)", lines[2])
    assert [label for label in ("how to win", "here", "theorem") if f"\n  {label}  " in seen.replace("\r", "")] == [
        "how to win",
        "here",
        "theorem",
    ]


def test_values_on_a_terminal() -> None:
    status, seen = on_terminal("solve", "--values", text='{"game": "nim", "heaps": [1, 2]}')
    assert status == 0
    assert "3 moves to the end" in seen
    rows = [line.split() for line in seen.splitlines() if line.startswith("take ")]
    assert [row[-3:] for row in rows] == [["loses", "N", "1"], ["loses", "N", "1"], ["wins", "P", "2"]]


def test_starts_on_a_terminal() -> None:
    status, seen = on_terminal("solve", "--starts", "all", text='{"game": "vertex-geography", "edges": [["a", "b"]]}')
    assert status == 0
    rows = [line.split() for line in seen.splitlines()]
    assert ["a", "N", "move", "to", "b"] in rows
    assert ["b", "N", "move", "to", "a"] in rows
    assert any(row[-2:] == ["(2", "starts)"] for row in rows)


def test_unknown_starts_are_not_searched_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = lm.outcomes(lm.parse(HUGE), limits=lm.Limits(positions=10), all_moves=True)
    monkeypatch.setattr(lm.Solution, "winning_moves", lambda _: pytest.fail("the limits are granted again"))
    terminal.write_outcomes(outcomes, all_moves=True)
    assert "the positions limit was reached" in capsys.readouterr().out


def test_error_on_a_terminal() -> None:
    name = "\x1b[2J\x07"
    position = {"game": "vertex-geography", "vertices": [name], "start": name}
    status, seen = on_terminal("solve", text=jsonl({**position, "start": f"{name}?"}, position))
    assert status == 1
    assert (
        seen.splitlines()[0] == r"error line 1: start: '\x1b[2J\x07?' is not a vertex; the vertices are '\x1b[2J\x07'"
    )
    assert r"token on \x1b[2J\x07" in seen
    assert seen.replace("\n", "").isprintable()


def test_checks_on_a_terminal() -> None:
    position = {"game": "nim", "heaps": [1]}
    lines = [
        {"position": position, "answer": {"outcome": "N", "certificate": {"kind": "nim-sum", "version": 1, "sum": 1}}}
    ]
    lines.append({"position": position, "answer": {**lines[0]["answer"], "outcome": "P"}})  # type: ignore[dict-item]
    lines.append({"position": position, "answer": {"outcome": "N"}})
    status, seen = on_terminal("check", text=jsonl(*lines))
    assert status == 1
    starts = [line.split(":")[0] for line in seen.splitlines()]
    assert starts[0].startswith("verified N")
    assert "refuted line 2" in starts
    assert "error line 3" in starts


def test_games_on_a_terminal() -> None:
    _, seen = on_terminal("games", text="")
    assert all(re.search(rf"^{name} ", seen, re.MULTILINE) for name in GAMES)
    _, seen = on_terminal("games", "vertexnim", text="")
    assert seen.startswith("Vertexnim\n")


def test_json_on_a_terminal() -> None:
    _, seen = on_terminal("solve", "--json", text=NIM)
    assert json.loads(seen)["outcome"] == "N"


def test_a_game_is_kept_at_its_end() -> None:
    status, out = on_terminal("play", "nim:1", text="1\nreplay\nexplain 1\nexplain 9\nwhat\nyes\n1\nno\n", typed=True)
    assert status == 0
    assert out.count("You win after 1 move.") == 2
    assert "1. You play: take 1 from heap 1 (1 -> 0)" in out
    assert "Nim, normal play: heaps 1" in out
    assert "accepted: the number of a move, 1 to 1" in out
    assert "what is not understood" in out


@pytest.mark.parametrize("command", ["solve", "grundy", "compare"])
def test_the_heading_of_all_starts_names_none(command: str) -> None:
    _, seen = on_terminal(command, "cycle:5", "--game", "vertex-geography", "--starts", "all", text="")
    assert seen.splitlines()[0].strip().endswith(": graph of 5 vertices and 5 edges")


def test_what_is_wild_is_told_whole() -> None:
    _, seen = on_terminal("compare", "petersen:5,2", "--game", "vertex-geography", text="")
    shown = " ".join(seen.split())
    assert re.search(r"wild: g\+ = 2 and g- = 1 at edges (\d - \d, )*\d - \d; token on \d special", shown)
    assert re.search(r"no: value 0, with moves but none to the value 1, at (edges|path) \d - \d.*; token on \d", shown)
    assert "Graph(" not in shown


NARROW = {
    "a heading": ["solve", "misere:vertex-geography:petersen:5,2"],
    "a period": ["grundy", "--octal", "0.77", "--heap", "10"],
    "open problems": ["targets"],
    "families": ["theorems", "--families"],
    "a statement that holds": ["verify", "renault-schmidt:3.5", "--n", "2", "--random", "0"],
}


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "COLUMNS", "80")


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("name", NARROW)
def test_lines_break_between_words_and_not_at_the_edge(name: str) -> None:
    status, seen = on_terminal(*NARROW[name])
    assert status == 0
    assert max(map(len, seen.splitlines())) <= 80
    assert "renault-schmidt:3.5" in seen or name != "a statement that holds"


@pytest.mark.usefixtures("narrow")
def test_a_statement_stands_beside_its_labels_and_its_reference_is_not_folded() -> None:
    _, seen = on_terminal("theorems", "renault-schmidt:3.5")
    assert re.search(r"\n {10}three games played on graphs \(2015\) *\n", seen)
    assert "version of three games played on graphs},\n" in seen


@pytest.mark.usefixtures("narrow")
def test_a_complaint_is_folded_on_a_terminal() -> None:
    _, seen = on_terminal("play", "nim:1,1", text="what is this that was typed here, and why so long\nfoo\nhint\nq\n")
    assert "That is not a legal move: there is no such heap; there are 2." in seen
    assert max(map(len, seen.splitlines())) <= 80


def test_what_python_prints_fits_the_terminal() -> None:
    script = "import lastmove as lm; n = lm.Nim([1, 1]); print(lm.explain(n, 'misere')); print(lm.solve(n, 'misere'))"
    for width in (80, 90):
        _, seen = typed_in_a_shell(f'export COLUMNS={width}; python -c "{script}"')
        assert "Bouton" in seen
        assert width - 20 < max(map(len, map(str.rstrip, seen.splitlines()))) <= width


def test_one_move_is_one() -> None:
    _, seen = on_terminal("play", "nim:1,2,3", text="1\nundo\nq\n")
    assert "Stopped. 0 moves were made." in seen
    _, seen = on_terminal("play", "nim:1,2,3", "--you", "second", text="q\n")
    assert "Stopped. 1 move was made." in seen
