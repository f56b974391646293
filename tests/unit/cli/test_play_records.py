"""``lastmove play``: games that are saved, gone on with, replayed and refused."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import commands
import lastmove as lm
from lastmove.games import GAMES
from lastmove.notation.record import GameRecord
from samples import random_problem

invoke = partial(commands.invoke, "play")

GOOD: dict[str, Any] = {"record": 1, "position": {"game": "nim", "heaps": [1, 2]}, "moves": []}


def test_save_and_resume(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    out = invoke("vertexnim", "--play", "misere", text=f"1\nsave {file}\nquit\n").stdout
    assert f"Saved. Go on with: lastmove play {file}" in out
    record = json.loads(Path(file).read_text())
    assert (record["record"], len(record["moves"]), record["winner"]) == (1, 2, None)
    assert record["position"]["play"] == "misere"
    again = invoke("--resume", file, text="1\n").stdout
    assert "2 moves have been made." in again
    assert f"The game is kept in {file}." in again
    assert len(json.loads(Path(file).read_text())["moves"]) == 4
    other = invoke(file, "--you", "both", "--after", "1", text="1\n").stdout
    assert "Move 2: the second player" in other
    assert len(json.loads(Path(file).read_text())["moves"]) == 4, "without --record and --resume nothing is written"


def test_a_record_is_kept_move_by_move(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    invoke("nim", "--record", file, text="2\n")
    assert len(json.loads(Path(file).read_text())["moves"]) == 2
    invoke("--resume", file, text="undo\n1\n")
    moves = json.loads(Path(file).read_text())["moves"]
    assert moves[0] == {"heap": 0, "remaining": 0}
    assert list(tmp_path.iterdir()) == [Path(file)], "nothing else is left behind"


def test_other_files_are_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    result = invoke("nim", "--record", str(file), status=1)
    assert "exists and is no game record; choose another name" in result.stderr
    out = invoke("nim", text=f"save {file}\nsave\nsave {tmp_path}/no/such\n").stdout
    assert "exists and is no game record" in out
    assert "a file name is missing" in out
    assert "No such file or directory" in out
    assert file.read_text() == "precious"


def test_solve_and_explain_replay_a_record(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    invoke("nim", "--record", file, text="2\n")
    record = json.loads(Path(file).read_text())
    for after in (None, 0, 1, 2):
        options = [] if after is None else ["--after", str(after)]
        result = commands.invoke("solve", file, *options)
        game = GameRecord.from_json(record)
        position = (game if after is None else game.first(after)).position
        assert json.loads(result.stdout)["outcome"] == lm.solve(position).outcome.value
    shown = commands.invoke("explain", file, "--after", "1")
    assert "Nim, normal play: heaps 1, 4, 5" in shown.stdout
    drawn = commands.invoke("draw", file, "--after", "0")
    assert "<svg" in drawn.stdout
    wrong = commands.invoke("solve", file, "--after", "3", status=1)
    assert json.loads(wrong.stdout)["error"] == "after: 3; the record has 2 moves, accepted: 0..2"
    none = commands.invoke("solve", "--after", "3", text='{"game": "nim", "heaps": [1]}', status=1)
    assert json.loads(none.stdout)["error"] == "after: 3; it goes with a game record, and this is none"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record": 2}, "record: 2; accepted: 1"),
        ({"record": True}, "record: true; accepted: 1"),
        ({"position": 3}, "position: 3; accepted: a position object"),
        ({"position": {"game": "nim", "heaps": [-1]}}, "position.heaps[0]: -1"),
        ({"position": {"game": "vertex-geography", "edges": [["a", "b"]]}}, "position.start: missing"),
        ({"moves": {}}, "moves: {}; accepted: an array of moves"),
        ({"moves": [{"heap": 0, "remaining": 1}]}, "moves[0]: move LowerHeap(heap=0, remaining=1): a heap of 1 must"),
        ({"moves": [{"heap": 0}]}, "moves[0].remaining: missing in the move"),
        ({"moves": [7]}, "moves[0].move: 7"),
        ({"players": {"first": "dog"}}, "players.first: 'dog'"),
        ({"players": []}, "players: []"),
        ({"players": {"third": "person"}}, "third: unknown field"),
        ({"winner": "me"}, "winner: 'me'"),
        ({"winner": "first"}, "winner: 'first', but the game is not over"),
        (
            {"moves": [{"heap": 0, "remaining": 0}, {"heap": 1, "remaining": 0}], "winner": "first"},
            "winner: 'first', but the moves make second win",
        ),
        ({"result": 1}, "result: unknown field"),
    ],
)
def test_bad_records_are_refused_in_one_line(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(GOOD | change))
    result = invoke(str(file), status=1)
    assert result.stderr.startswith(f"error: {said}"), result.stderr
    assert result.stderr.count("\n") == 1


def test_records_round_trip_in_every_game() -> None:
    for game in GAMES:
        rng = random.Random(f"record {game}")
        for _ in range(10):
            problem = lm.parse(random_problem(game, rng))
            record = GameRecord(problem)
            while moves := list(record.position.moves()):
                record = record.then(rng.choice(moves))
                if rng.random() < 0.2:
                    break
            again = GameRecord.from_json(json.loads(json.dumps(record.to_json())))
            assert again.moves == record.moves
            assert again.position == record.position
            assert again.winner == record.winner


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_devices_are_no_place_for_a_record() -> None:
    result = commands.invoke("play", "nim", "--record", "/dev/full", text="quit\n", status=1)
    assert "choose another name" in result.stderr


def test_what_a_killed_game_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / "game.json.0123abcd.part"
    left.write_text("{")
    other = tmp_path / "game.json.part"
    other.write_text("of somebody else")
    invoke("nim", "--record", str(tmp_path / "game.json"), text="quit\n")
    assert not left.exists()
    assert other.exists()
