"""``lastmove check`` and ``solve --certificate`` from outside."""

from __future__ import annotations

import json
from typing import Any

import pytest

from commands import HUGE, invoke
from lastmove.games import GAMES, game_class

PATH = {"game": "vertex-geography", "vertices": 5, "edges": [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4]]}


def run(*arguments: str, text: str) -> tuple[int, list[dict[str, Any]]]:
    result = invoke(*arguments, text=text, status=None)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def check(position: object, answer: object) -> tuple[int, list[dict[str, Any]]]:
    return run("check", text=json.dumps({"position": position, "answer": answer}))


def test_an_answer_that_is_unknown_has_its_position_too() -> None:
    status, (answer,) = run("solve", "--certificate", "--position-limit", "10", text=HUGE)
    assert (status, answer["outcome"], answer["position"]["game"]) == (3, "unknown", "nimg-mr")
    status, (found,) = run("check", text=json.dumps(answer))
    assert (status, found["verified"], found["line"]) == (3, None, 1)
    assert "the answer is unknown" in found["text"]


def test_an_unknown_answer_is_neither_verified_nor_refuted() -> None:
    """Of a position, a board, a formula, a family and a quotient: the exit status is that of an unknown."""
    position = {"game": "nim", "heaps": [1]}
    limit = {"kind": "limit", "limit": "time", "positions": 1, "seconds": 1.0}
    board = dict.fromkeys("01234", "unknown")
    lines: list[dict[str, Any]] = [
        {"position": position, "answer": {"outcome": "unknown", "reason": limit}},
        {"position": position, "outcome": "unknown", "reason": limit},
        {"position": PATH, "outcomes": board, "moves": dict.fromkeys(board), "reasons": [{**limit, "count": 5}]},
        {"position": {"formula": "p cnf 1 1\ne 1 0\n1 0"}, "true": None, "reason": limit},
        {"family": "path:n", "game": "vertex-geography", "play": "misere", "status": "unknown", "n_starts": {}},
        {"family": "path:n", "game": "vertex-geography", "play": "misere", "at": 3, "start": 0, "outcome": "unknown"},
        {"code": "0.07", "heap": 9, "status": "unknown", "p_portion": []},
    ]
    status, found = run("check", text="".join(f"{json.dumps(line)}\n" for line in lines))
    assert status == 3
    assert [(each["verified"], each["line"]) for each in found] == [(None, n + 1) for n in range(len(lines))]
    status, found = run("check", text=f"{json.dumps(lines[0])}\n{json.dumps({**lines[1], 'outcome': 'M'})}\n")
    assert (status, [each.get("verified", "an error") for each in found]) == (1, [None, "an error"])


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", GAMES)
def test_answers_are_verified(game: str, play: str) -> None:
    position = {**game_class(game).example, "play": play, "id": [game]}
    status, (answer,) = run("solve", "--certificate", text=json.dumps(position))
    assert status == 0
    if answer["certificate"] is None:
        assert answer["certificate_note"]
        return
    status, (found,) = check(position, answer)
    assert (status, found["verified"], found["outcome"], found["id"]) == (0, True, answer["outcome"], [game])
    assert found["text"]
    lie = {**answer, "outcome": "P" if answer["outcome"] == "N" else "N", "move": None}
    status, (found,) = check(position, lie)
    assert (status, found["verified"], found["line"]) == (1, False, 1)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_boards_are_verified(play: str) -> None:
    board = {**PATH, "play": play}
    _, (answer,) = run("solve", "--certificate", "--starts", "all", text=json.dumps(board))
    status, (found,) = check(board, answer)
    assert (status, found["verified"], sum(found["counts"].values())) == (0, True, 5)
    answer["outcomes"]["0"] = "N" if answer["outcomes"]["0"] == "P" else "P"
    status, (found,) = check(board, answer)
    assert (status, found["verified"]) == (1, False)


def test_without_the_option_there_is_no_certificate() -> None:
    _, (answer,) = run("solve", text=json.dumps({**PATH, "start": 0}))
    assert "certificate" not in answer


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{}", "position: missing"),
        ('{"position": {"game": "nim", "heaps": [1]}, "answer": {}, "more": 1}', "more: unknown field"),
        ('{"position": {"game": "nim", "heaps": [1]}, "answer": {"outcome": "N"}}', "answer.certificate: missing"),
        ('{"position": {"game": "nim", "heaps": [-1]}, "answer": {}}', "position.heaps[0]: -1"),
        ("not JSON", "not JSON"),
    ],
)
def test_bad_lines_are_errors(line: str, error: str) -> None:
    status, (found,) = run("check", text=f"\n{line}\n")
    assert (status, found["line"]) == (1, 2)
    assert error in found["error"]
    assert "verified" not in found


def test_an_illegal_move_is_refuted() -> None:
    position = {"game": "nim", "heaps": [1]}
    certificate = {"kind": "nim-sum", "version": 1, "sum": 1}
    moves: list[object] = [{"heap": 3, "remaining": 0}, {"heap": 0, "remaining": 1}, [], {"to": 1}]
    for move in moves:
        status, (found,) = check(position, {"outcome": "N", "move": move, "certificate": certificate})
        assert (status, found["verified"]) == (1, False)
