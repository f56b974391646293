"""``lastmove family`` on a terminal: members and words of weights are said in words, and piped they are JSON."""

from __future__ import annotations

import json

import pytest

from commands import answers, invoke
from processes import ENVIRONMENT, on_terminal


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "COLUMNS", "80")


def seen(*words: str, status: int = 0) -> list[str]:
    ended, text = on_terminal("family", *words)
    assert ended == status, text
    lines = [line.rstrip() for line in text.splitlines()]
    assert max(map(len, lines)) <= 80 or ("--at" not in words and "--weights" not in words)
    return lines


def test_one_start() -> None:
    assert seen("path:n", "--at", "1000001", "--start", "1", "--certificate") == [
        "Vertex Geography, normal play: path:n with n = 1,000,001, token on 1",
        "  N: the player to move wins",
        "  winning move   move to 0",
        "  reason         the types of its parts have period 2 from n = 1 on",
        "  certificate    family-matchings; --json writes it, `lastmove check` verifies",
        "                 it",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["path:n", "--game", "nimg-rm", "--weights", "2", "--play", "misere", "--at", "8", "--start", "2"],
            "  winning move   take 2 from 2 (2 -> 0), move to 3",
        ),
        (
            ["cycle:n", "--game", "nimg-mr", "--weights", "2", "--play", "misère", "--at", "77", "--start", "3"],
            "  winning move   move to 2, take 1 there (2 -> 1)",
        ),
        (
            ["path:n", "--game", "nimg-rm", "--at", "1", "--start", "0"],
            "  winning move   take 1 from 0 (1 -> 0), the game ends there",
        ),
        (["path:n", "--at", "3", "--start", "0"], "  P: the player to move loses"),
    ],
)
def test_moves_in_the_words_of_the_game(words: list[str], said: str) -> None:
    assert said in seen(*words)


def test_every_start() -> None:
    lines = seen("path:n", "--at", "3")
    assert lines[0] == "Vertex Geography, normal play: path:n with n = 3"
    assert [line.split() for line in lines[1:5]] == [
        ["start", "outcome", "a", "winning", "move"],
        ["0", "P"],
        ["1", "N", "move", "to", "0"],
        ["2", "P"],
    ]
    assert "(3" in lines[5]


def test_words_of_weights() -> None:
    words = ["path:n", "--game", "nimg-rm", "--play", "misere", "--weights", "1-2"]
    lines = seen(*words)
    automaton = answers(invoke("family", *words).stdout)[0]["automaton"]
    table = [line for line in lines if "->" in line]
    assert len(table) == automaton["states"]
    for state, (line, row) in enumerate(zip(table, automaton["steps"], strict=True)):
        number, *cells = line.split()
        assert int(number) == state
        assert ("P" in cells) == (state in automaton["accepts"])
        steps = dict[str, int]()
        for group in line.split("   "):
            letters, arrow, to = group.partition(" -> ")
            steps |= {letter: int(to) for letter in letters.split() if arrow and letter != "P"}
        assert {letter: steps[letter] for letter in row} == row
    assert "  winning starts of all words of n letters, for n = 1 to 12: 0, 8, 8, 64, 64," in lines


def test_many_states_are_cut() -> None:
    lines = seen("cycle:n", "--game", "nimg-mr", "--weights", "1-2")
    assert "... and 9 more (--json lists them)" in lines


@pytest.mark.parametrize("words", [["--at", "9", "--start", "4"], ["--at", "9"], []])
def test_what_stayed_unknown(words: list[str]) -> None:
    lines = seen("grid:6xn", "--play", "misere", "--position-limit", "500", *words, status=3)
    assert any("unknown" in line for line in lines)
    assert any("positions limit" in line for line in lines)


def test_json_where_it_is_asked_for() -> None:
    for words in (["--at", "3"], ["--at", "3", "--start", "1"], ["--game", "nimg-rm", "--weights", "1-1"], []):
        status, text = on_terminal("family", "path:n", *words, "--json")
        assert status == 0
        assert json.loads(text) == answers(invoke("family", "path:n", *words).stdout)[0]
