"""``lastmove check`` on answers of ``lastmove solve``: each field is checked, or named as not shown."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from commands import answers, example, invoke
from lastmove.games import GAMES

EVERYTHING = ("--certificate", "--all-moves")
FORMULA = "p cnf 2 1\ne 1 0\na 2 0\n1 0\n"
OPEN = {"reason", "reasons", "remoteness", "values", "winning_moves", "moves", "assignment"}
"""What a certificate of the outcome does not show."""


def checked(answer: dict[str, Any], status: int = 0) -> dict[str, Any]:
    return answers(invoke("check", text=json.dumps(answer) + "\n", status=status).stdout)[0]


def solved(position: object, *options: str) -> dict[str, Any]:
    text = position if isinstance(position, str) else json.dumps(position)
    return answers(invoke("solve", *EVERYTHING, *options, text=text).stdout)[0]


def refused(answer: dict[str, Any]) -> str:
    """What the check says of an answer that it does not accept."""
    return str(checked(answer, 1)["error"])


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", GAMES)
def test_what_solve_writes_is_verified_and_the_rest_is_named(game: str, play: str) -> None:
    true = solved({**example(game), "play": play, "id": 7}, "--values")
    if true["certificate"] is None:
        return
    verdict = checked(true)
    assert (verdict["verified"], verdict["outcome"], verdict["id"]) == (True, true["outcome"], 7)
    assert set(verdict["not_shown"]) <= OPEN
    assert {"reason", "remoteness", "values"} <= set(verdict["not_shown"])
    assert ("winning_moves" in verdict["not_shown"]) == (true["outcome"] == "N")
    assert verdict["text"].endswith(", ".join(verdict["not_shown"]))


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", [name for name in GAMES if "start" in example(name)])
def test_every_start_is_verified_and_the_rest_is_named(game: str, play: str) -> None:
    board = {name: value for name, value in example(game).items() if name != "start"}
    true = solved({**board, "play": play}, "--starts", "all")
    if true["certificate"] is not None:
        assert set(checked(true)["not_shown"]) <= {"moves", "winning_moves", "reasons"}
        assert "reasons" in checked(true)["not_shown"]
        assert "counts" in checked({name: true[name] for name in ("position", "outcomes", "certificate")})


def test_only_what_is_open_is_named() -> None:
    true = solved({"game": "nim", "heaps": [1, 1]})
    del true["reason"]
    assert "not_shown" not in checked(true)  # no move wins: that is shown
    lost = solved({"game": "vertex-geography", "vertices": 2, "edges": [], "play": "normal"}, "--starts", "all")
    assert checked(lost)["not_shown"] == ["reasons"]
    over = solved({"game": "nim", "heaps": [0], "play": "misere"}, "--values")
    assert checked(over)["not_shown"] == ["reason"]


NIM = {"game": "nim", "heaps": [3, 5]}
LOST = {"game": "nim", "heaps": [3, 3]}
WRONG: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (NIM, {"remoteness": 4}, "play does not last"),
    (NIM, {"remoteness": 0}, "play does not last"),
    (NIM, {"remoteness": 5.0}, "remoteness"),
    (NIM, {"remoteness": True}, "remoteness"),
    (NIM, {"remoteness": 99}, "by the values"),
    (LOST, {"remoteness": 5}, "play does not last"),
    (NIM, {"winning_moves": []}, "some move wins"),
    (NIM, {"winning_moves": [{"heap": 1, "remaining": 5}]}, "not legal"),
    (NIM, {"winning_moves": [{"heap": 1, "remaining": 3}] * 2}, "twice"),
    (NIM, {"winning_moves": [{"heap": 0, "remaining": 0}]}, "not among them"),
    (NIM, {"winning_moves": {}}, "accepted: an array"),
    (NIM, {"winning_moves": [{"heap": 1, "remaining": 3}, {"heap": 0, "remaining": 0}]}, "lead to P by the values"),
    (NIM, {"values": []}, "not every move"),
    (NIM, {"values": [5]}, "accepted: an object"),
    (NIM, {"values": {}}, "accepted: an array"),
    (LOST, {"winning_moves": [{"heap": 0, "remaining": 0}]}, "no move wins"),
    (LOST, {"winning_moves_total": 10_001}, "no move wins"),
    (LOST, {"undecided_moves": [{"heap": 0, "remaining": 0}]}, "no move wins"),
    (NIM, {"reason": {"kind": "limit", "limit": "time"}}, "a decided answer"),
    (NIM, {"reason": "because"}, "a decided answer"),
    (NIM, {"outcomes": {"0": "N"}}, ""),
    (NIM, {"moves": {"0": None}}, "does not have it"),
    (NIM, {"reasons": []}, "does not have it"),
    (NIM, {"true": True}, "does not have it"),
]


@pytest.mark.parametrize(("position", "lie", "error"), WRONG, ids=[str(lie) for _, lie, _ in WRONG])
def test_what_contradicts_the_proof_or_another_field_is_refuted(
    position: dict[str, Any], lie: dict[str, Any], error: str
) -> None:
    assert error in refused({**solved(position, "--values"), **lie})


def test_values_that_contradict_each_other_are_refuted() -> None:
    for position in (NIM, LOST):
        true = solved(position, "--values")
        for number, value in enumerate(true["values"]):
            other = {"N": "P", "P": "N"}[value["outcome"]]
            for lie in (
                {**value, "outcome": other},
                {**value, "outcome": "M"},
                {**value, "outcome": "unknown"},
                {**value, "remoteness": value["remoteness"] + 1},
                {**value, "more": 1},
                {**value, "move": {"heap": 9, "remaining": 0}},
            ):
                made = copy.deepcopy(true)
                made["values"][number] = lie
                assert refused(made)
    true = solved(LOST, "--values")
    true["values"][0].update(outcome="P", remoteness=None)
    assert "no move leads to P" in refused(true)


def test_a_move_and_evidence_that_show_nothing_are_named() -> None:
    true = solved(NIM)
    assert checked(true)["not_shown"] == ["winning_moves", "reason"]
    assert "move" in checked({**true, "move": None})["not_shown"]
    assert "move_certificate" in checked({**true, "move_certificate": {"kind": "x"}})["not_shown"]
    assert "move_certificate" in checked({**solved(LOST), "move_certificate": 5})["not_shown"]
    grid = solved({"game": "vertex-geography", "vertices": 4, "edges": [[0, 1], [1, 2], [2, 3]], "start": 0})
    assert "move_certificate" in grid
    assert "move_certificate" not in checked(grid)["not_shown"]
    verdict = checked({name: value for name, value in grid.items() if name != "move_certificate"})
    assert (verdict["move"], "move" in verdict["not_shown"]) == ("not shown", True)


def test_unknown_fields_are_named_and_cannot_steer_a_terminal() -> None:
    for position, options in ((NIM, ()), ({"game": "adjacent-nim", "heaps": [1, 2]}, ("--starts", "all"))):
        verdict = checked({**solved(position, *options), "comment": "mine", "\x1b[2J": 1, "empty": None})
        assert verdict["not_shown"][-2:] == ["comment", "\x1b[2J"]
        assert "\x1b" not in verdict["text"]
    formula = answers(invoke("solve", "--certificate", text=FORMULA).stdout)[0]
    verdict = checked({**formula, "comment": "mine"})
    assert verdict["not_shown"] == ["assignment", "reason", "comment"]
    assert "does not have it" in refused({**formula, "move": {"to": 1}})
    assert "a decided answer" in refused({**formula, "reason": {"kind": "limit"}})


def test_an_answer_about_another_position_is_refuted() -> None:
    true = solved(NIM)
    both = {"position": NIM, "answer": true}
    assert checked(both)["verified"] is True
    assert "another position" in refused(
        {"position": {"game": "nim", "heaps": [5, 3]}, "answer": {**true, "move": None}}
    )
    assert "another position" in refused({"position": {**NIM, "play": "misere"}, "answer": true})
    assert "answer.position" in refused({"position": NIM, "answer": {**true, "position": {"game": "chess"}}})
    formula = answers(invoke("solve", "--certificate", text=FORMULA).stdout)[0]
    line = {"position": formula["position"], "answer": formula}
    assert "position" not in checked(line)["not_shown"]
    line["answer"] = {**formula, "position": {"formula": "p cnf 1 1\n-1 0"}}
    assert "position" in checked(line)["not_shown"]


def test_what_is_said_of_starts_is_held_against_their_outcomes() -> None:
    path = {"game": "vertex-geography", "vertices": 3, "edges": [[0, 1], [1, 2]]}
    true = solved(path, "--starts", "all")
    assert true["outcomes"] == {"0": "P", "1": "N", "2": "P"}
    lies: list[tuple[dict[str, Any], str]] = [
        ({"moves": {**true["moves"], "0": {"to": 1}}}, "has a winning move"),
        ({"moves": {**true["moves"], "1": {"to": 1}}}, "not legal"),
        ({"moves": {"7": None}}, "starts of this board"),
        ({"moves": [1]}, "starts of this board"),
        ({"winning_moves": {**true["winning_moves"], "2": [{"to": 1}]}}, "has winning moves"),
        ({"winning_moves": {"1": [{"to": 0}, {"to": 0}]}}, "twice"),
        ({"winning_moves": {"1": 5}}, "accepted: an array"),
        ({"reasons": []}, "3 starts decided"),
        ({"reasons": [{**true["reasons"][0], "count": 2}]}, "3 starts decided"),
        ({"reasons": [{**true["reasons"][0], "kind": "limit"}]}, "3 starts decided"),
        ({"reasons": [3]}, "accepted: an object"),
        ({"outcome": "N"}, "does not have it"),
        ({"remoteness": 1}, "does not have it"),
    ]
    for lie, error in lies:
        assert error in refused({**true, **lie})
    limit = {"kind": "limit", "limit": "time", "positions": 1, "count": 1}
    part = {**true, "outcomes": {**true["outcomes"], "1": "unknown"}, "moves": dict.fromkeys("012")}
    part |= {"winning_moves": {"0": [], "2": []}, "reasons": [{**true["reasons"][0], "count": 2}, limit]}
    assert checked(part)["not_shown"] == ["reasons"]


def test_a_graph_of_a_file_is_the_one_of_its_position() -> None:
    text = invoke("solve", "--certificate", "--game", "vertex-geography", "--start", "0", text="Bw\n").stdout
    true = answers(text)[0]
    assert checked(true)["not_shown"] == ["line", "reason"]
    assert "graph6" in checked({**true, "graph6": "B?"})["not_shown"]


VERSIONS = [True, 1.0, "1", 2, None]


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "nim:3,5"),
        ("solve", "path:4", "--game", "vertex-geography", "--starts", "all"),
        ("family", "path:n", "--play", "misere"),
        ("family", "path:n"),
        ("family", "path:n", "--at", "5", "--start", "1"),
        ("family", "path:n", "--game", "nimg-rm", "--weights", "1-1"),
        ("quotient", "0.3", "--heap", "3"),
    ],
    ids=" ".join,
)
def test_a_version_is_an_integer_for_every_command(words: tuple[str, ...]) -> None:
    true = answers(invoke(*words, "--certificate", "--json").stdout)[0]
    assert checked(true)["verified"] is True
    for version in VERSIONS:
        made = copy.deepcopy(true)
        made["certificate"]["version"] = version
        assert "version" in refused(made)
        if "parts" in true["certificate"]:
            made = copy.deepcopy(true)
            made["certificate"]["parts"][0]["version"] = version
            assert "version" in refused(made)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_game_record_has_an_integer_for_its_version(version: object) -> None:
    record = {"record": 1, "position": {"game": "nim", "heaps": [1]}, "moves": []}
    assert answers(invoke("solve", text=json.dumps(record)).stdout)[0]["outcome"] == "N"
    found = answers(invoke("solve", text=json.dumps({**record, "record": version}), status=1).stdout)[0]
    assert "record" in found["error"]


@pytest.mark.parametrize(
    "command", [("solve",), ("solve", "--certificate"), ("compare",), ("explain", "--json"), ("grundy",)]
)
def test_an_id_of_null_is_echoed(command: tuple[str, ...]) -> None:
    named, unnamed = (invoke(*command, text=json.dumps({**NIM, **asker})) for asker in ({"id": None}, {}))
    assert answers(named.stdout)[0]["id"] is None
    assert "id" not in answers(unnamed.stdout)[0]


def test_an_id_of_null_is_echoed_beside_an_error_and_by_a_check() -> None:
    assert answers(invoke("solve", text='{"id": null, "game": "nim"}', status=1).stdout)[0]["id"] is None
    board = {"id": None, "game": "adjacent-nim", "heaps": [1, 2]}
    true = answers(invoke("solve", "--starts", "all", "--certificate", text=json.dumps(board)).stdout)[0]
    assert true["id"] is None
    assert checked(true)["id"] is None
    formula = {"id": None, "formula": FORMULA}
    assert answers(invoke("solve", text=json.dumps(formula)).stdout)[0]["id"] is None


@pytest.mark.parametrize("odd", [{}, [], 5, True, None, "path"])
def test_odd_values_for_what_a_line_is_about_are_errors(odd: object) -> None:
    true = answers(invoke("family", "path:n", "--game", "nimg-rm", "--weights", "1-1", "--certificate").stdout)[0]
    for field in ("family", "game", "play", "weights", "status"):
        assert "internal" not in refused({**true, field: odd})
