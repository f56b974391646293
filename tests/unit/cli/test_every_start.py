"""``--starts all`` of grundy, compare and explain, and the id of a position in what people read."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import HUGE, answers, invoke
from lastmove.games import GAMES, game_class
from lastmove.games.base import Game
from processes import on_terminal
from samples import random_problem

if TYPE_CHECKING:
    from pathlib import Path

PATH = {"id": "my path", "game": "nimg-rm", "edges": [["a", "b"], ["b", "c"]], "weights": {"a": 2, "b": 1, "c": 2}}
COMMANDS = [["grundy"], ["compare"], ["explain", "--json"]]


def without_times(value: Any) -> Any:
    """The same answer each time."""
    if isinstance(value, dict):
        return {name: without_times(part) for name, part in value.items() if name not in ("seconds", "text")}
    return value


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_every_field_has_the_answers_of_the_starts(command: list[str], play: str) -> None:
    board = json.dumps({**PATH, "play": play})
    (whole,) = answers(invoke(*command, "--starts", "all", text=board).stdout)
    assert whole.pop("id") == "my path"
    for start in "abc":
        (single,) = answers(invoke(*command, "--start", start, text=board).stdout)
        single.pop("id")
        found = {name: values[start] for name, values in whole.items() if start in values}
        assert without_times(found) == without_times(single)


@pytest.mark.parametrize("seed", range(30))
def test_values_of_starts_agree_with_the_outcomes(seed: int) -> None:
    games = [name for name in GAMES if game_class(name).starts is not Game.starts]
    board = json.dumps({**random_problem(games[seed % len(games)], Random(seed)), "play": "normal"})
    (found,) = answers(invoke("grundy", "--starts", "all", text=board).stdout)
    outcomes = {str(start): outcome is lm.Outcome.N for start, outcome in lm.outcomes(lm.parse(board)).items()}
    assert {start: value != 0 for start, value in found["grundy"].items()} == outcomes


@pytest.mark.parametrize("game", GAMES)
def test_games_without_starts_say_so(game: str) -> None:
    position = json.dumps(game_class(game).example)
    (solved,) = answers(invoke("solve", "--starts", "all", text=position, status=None).stdout)
    for command in COMMANDS:
        (found,) = answers(invoke(*command, "--starts", "all", text=position, status=None).stdout)
        assert found.get("error") == solved.get("error")


@pytest.mark.long
def test_starts_that_stay_unknown() -> None:
    limits = ["--starts", "all", "--position-limit", "10"]
    (values,) = answers(invoke("grundy", *limits, text=HUGE, status=3).stdout)
    assert set(values["grundy"].values()) == {None}
    assert {reason["limit"] for reason in values["reason"].values()} == {"positions"}
    (compared,) = answers(invoke("compare", *limits, text=HUGE, status=3).stdout)
    assert {half["outcome"] for half in compared["misere"].values()} == {"unknown"}
    (explained,) = answers(invoke("explain", "--json", *limits, text=HUGE, status=3).stdout)
    assert set(explained["outcome"].values()) == {"unknown"}


@pytest.mark.long
def test_a_line_for_each_start_on_a_terminal() -> None:
    _, seen = on_terminal("grundy", "--starts", "all", text=json.dumps(PATH))
    rows = [line.split() for line in seen.splitlines()]
    assert rows[0][:2] == ["my", "path:"]
    assert rows[-3:] == [["a", "1"], ["b", "0"], ["c", "1"]]
    _, seen = on_terminal("compare", "--starts", "all", text=json.dumps(PATH))
    rows = [line.split() for line in seen.splitlines()]
    assert rows[-3][:5] == ["a", "N", "P", "no", "1^031"]


def test_an_explanation_for_each_start() -> None:
    said = invoke("explain", "--starts", "all", text=json.dumps(PATH)).stdout
    titles = [line for line in said.splitlines() if line.startswith("my path: NimG-RM, normal play")]
    assert [title[-10:] for title in titles] == ["token on a", "token on b", "token on c"]
    page = invoke("explain", "--starts", "all", "--to", "html", text=json.dumps(PATH)).stdout
    assert page.count("<article>") == page.count("<h1>my path: ") == 3
    assert page.count("<title>my path: ") == 4  # the page's, and one for each picture


@pytest.mark.parametrize("command", ["solve", "compare", "grundy"])
def test_ids_on_a_terminal(command: str) -> None:
    _, seen = on_terminal(command, text='{"id": "first\\u001b", "game": "nim", "heaps": [1, 2]}')
    assert seen.startswith("first\\x1b: Nim")


@pytest.mark.parametrize("options", [[], ["--moves"], ["--starts", "all"]])
def test_ids_in_pictures(options: list[str], tmp_path: Path) -> None:
    text = json.dumps({**PATH, "id": "a < b", "start": "a"})
    drawn = invoke("draw", *options, text=text).stdout
    assert drawn.count("<title>a &lt; b: ") == 1
    assert ">a &lt; b" in drawn.partition("<desc>")[2]
    target = tmp_path / "drawn.svg"
    invoke("draw", *options, "--caption", "", "-o", str(target), text=text)
    assert target.read_text().count("a &lt; b") == 1  # the title alone


def test_draw_takes_a_game_record() -> None:
    record = {"record": 1, "position": {"game": "nim", "heaps": [1, 2]}, "moves": [{"heap": 1, "remaining": 0}]}
    drawn = [invoke("draw", "--after", str(made), text=json.dumps(record)).stdout for made in (0, 1)]
    assert "heaps 1, 2" in drawn[0]
    assert "heaps 1, 0" in drawn[1]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize(
    "over",
    [{"game": "adjacent-nim", "heaps": [0, 0]}, {"game": "vertexnim", "vertices": [], "edges": [], "weights": []}],
)
def test_a_finished_board_has_the_fields_too(command: list[str], over: dict[str, Any]) -> None:
    (found,) = answers(invoke(*command, "--starts", "all", text=json.dumps({**over, "start": None, "id": 5})).stdout)
    fields = {"grundy": {"grundy"}, "compare": {"normal", "misere"}, "explain": {"outcome"}}
    assert found == {"id": 5} | {name: {} for name in fields[command[0]]}
