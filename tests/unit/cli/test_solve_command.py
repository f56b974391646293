"""``lastmove solve``: ids, lines, starts, moves, values, and options that override what a position says."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lastmove as lm
from commands import BAD, NIM, example, jsonl, solve
from lastmove.games import GAMES, game_class

WITH_STARTS = [name for name in GAMES if "start" in game_class(name).fields]

IDS: list[Any] = [0, -1, 1.5, True, False, "", "x", "\ud800", [], {}, [1, {"a": None}], 10**4000]


@pytest.mark.parametrize("options", [[], ["--all-moves", "--values"], ["--starts", "all"]])
def test_id_is_echoed(options: list[str]) -> None:
    positions = [{"game": "adjacent-nim", "heaps": [1, 2], "start": 0, "id": asked} for asked in IDS]
    answers = solve(jsonl(*positions), *options)
    assert list(map(repr, (answer["id"] for answer in answers))) == list(map(repr, IDS))


def test_id_is_echoed_with_an_error() -> None:
    answers = solve(jsonl(*({**json.loads(BAD), "id": asked} for asked in IDS)), status=1)
    assert list(map(repr, (answer.get("id") for answer in answers))) == list(map(repr, IDS))


def test_without_an_id_there_is_none() -> None:
    assert all("id" not in answer for answer in solve(f"{NIM}\n{BAD}\n", status=1))


def test_lines_count_blank_ones() -> None:
    answers = solve(f"\n \n{BAD}\n{NIM}\n\t\n\n{BAD}\n\n", status=1)
    assert [answer.get("line") for answer in answers] == [3, None, 7]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", WITH_STARTS)
def test_starts_all(game: str, play: str) -> None:
    board = example(game)
    del board["start"]
    (answer,) = solve(json.dumps(board), "--starts", "all", "--all-moves", "--play", play)
    assert answer.keys() == {"outcomes", "moves", "winning_moves", "reasons"}
    position: Any = lm.parse(board).position
    starts = {str(start): start for start in position.starts()}
    assert list(answer["outcomes"]) == list(answer["moves"]) == list(starts)
    alone = solve(jsonl(*({**board, "start": start} for start in starts.values())), "--all-moves", "--play", play)
    assert list(answer["outcomes"].values()) == [one["outcome"] for one in alone]
    assert list(answer["moves"].values()) == [one["move"] for one in alone]
    assert list(answer["winning_moves"].values()) == [one["winning_moves"] for one in alone]
    assert sum(reason["count"] for reason in answer["reasons"]) == len(starts)


def test_starts_of_adjacent_nim_are_the_heaps_that_are_not_empty() -> None:
    first, second = solve(
        '{"game": "adjacent-nim", "heaps": [0, 2, 0, 1]}\n{"game": "adjacent-nim", "heaps": [0]}', "--starts", "all"
    )
    assert list(first["outcomes"]) == ["1", "3"]
    assert second["outcomes"] == {}


@pytest.mark.parametrize("game", [name for name in GAMES if name not in WITH_STARTS])
def test_starts_all_where_there_is_no_start(game: str) -> None:
    first, second = solve(jsonl(example(game), example("dag")), "--starts", "all", status=1)
    assert first["error"].startswith("starts: ")
    assert game in first["error"]
    assert second["outcomes"] == {"a": "N", "b": "P", "c": "P"}


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", GAMES)
def test_all_moves_and_values(game: str, play: str) -> None:
    text = json.dumps(example(game))
    (answer,) = solve(text, "--all-moves", "--values", "--play", play)
    position: Any = lm.parse(text).position
    values = answer["values"]
    assert [value["move"] for value in values] == [position.move_to_json(move) for move in position.moves()]
    for value in values:
        (after,) = solve(
            json.dumps(lm.position_to_json(position.after(position.move_from_json(value["move"])))),
            "--values",
            "--play",
            play,
        )
        assert (value["outcome"], value["remoteness"]) == (after["outcome"], after["remoteness"])
    winning = [value["move"] for value in values if value["outcome"] == "P"]
    assert sorted(map(repr, answer["winning_moves"])) == sorted(map(repr, winning))
    assert answer["move"] in winning if winning else answer["move"] is None
    left = [value["remoteness"] for value in values]
    to_win = [value["remoteness"] for value in values if value["outcome"] == "P"]
    assert answer["remoteness"] == (1 + min(to_win) if to_win else 1 + max(left) if left else 0)


def test_long_list_of_winning_moves_is_cut() -> None:
    position = {"game": "nimg-rm", "vertices": 1, "weights": [10_005], "start": 0}
    (answer,) = solve(json.dumps(position), "--all-moves")
    assert (len(answer["winning_moves"]), answer["winning_moves_total"]) == (10_000, 10_005)


def test_p_position_has_an_empty_list_of_winning_moves() -> None:
    (answer,) = solve('{"game": "nim", "heaps": [2, 2]}', "--all-moves")
    assert (answer["outcome"], answer["move"], answer["winning_moves"]) == ("P", None, [])


# Overrides

PATH = '{"game": "vertex-geography", "play": "normal", "vertices": 3, "edges": [[0, 1], [1, 2]], "start": 0}'
OVERRIDES = [
    (PATH, "", "P", None),
    (PATH, "--play misere", "N", {"to": 1}),
    (PATH, "--start 1", "N", {"to": 0}),
    (PATH, "--start 1 --play misere", "P", None),
    (PATH, "--game edge-geography", "P", None),
    (PATH, "--game nimg-rm --weights 1", "P", None),
    (PATH, "--game nimg-rm --weights 1 --start 1 --play misere", "N", {"remaining": 0, "to": 0}),
    (PATH, "--weights 7", "P", None),
    (PATH.replace("vertex-geography", "nimg-rm").replace("}", ', "weights": [0, 1, 1]}'), "--weights 1", "P", None),
    ('{"game": "adjacent-nim", "heaps": [2, 2], "start": 0}', "--start 1", "P", None),
    ('{"game": "dag", "edges": [["0", "1"]], "start": "1"}', "--start 0", "N", {"to": "1"}),
    (">>graph6<<Bg", "--game vertex-geography --start 2", "P", None),
    ("Bg", "--game nimg-mr --start 1 --weights 1 --format graph6", "N", {"to": 0, "remaining": 0}),
    ("a b\nb c # remark", "--game vertex-geography --start b", "N", {"to": "a"}),
    ("a b\nb c 5", "--game dag --directed --start a", "P", None),
]


@pytest.mark.parametrize(("text", "options", "outcome", "move"), OVERRIDES)
def test_overrides(text: str, options: str, outcome: str, move: object) -> None:
    (answer,) = solve(text, *options.split())
    assert (answer["outcome"], answer["move"]) == (outcome, move)
