"""``lastmove check`` on one member of a family and on automata of words; the families that ``theorems`` lists."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.families.family import proved_families
from lastmove.families.words import words

if TYPE_CHECKING:
    from collections.abc import Callable


def checked(answer: dict[str, Any], status: int = 0) -> dict[str, Any]:
    return answers(invoke("check", text=json.dumps(answer) + "\n", status=status).stdout)[0]


@pytest.mark.parametrize(
    "words",
    [
        ["path:n", "--at", "1000001", "--start", "1"],
        ["grid:3xn", "--play", "misere", "--at", "41", "--start", "0"],
        ["cycle:n", "--game", "nimg-mr", "--weights", "2", "--play", "misere", "--at", "77", "--start", "3"],
        ["path:n", "--game", "nimg-rm", "--weights", "2", "--play", "misere", "--at", "8", "--start", "2"],
        ["grid:2xn", "--game", "edge-geography", "--at", "3", "--start", "4"],
        ["circulant:n,1,2", "--at", "4", "--start", "1"],
    ],
)
def test_a_winning_start_of_one_member(words: list[str]) -> None:
    true = answers(invoke("family", *words, "--certificate").stdout)[0]
    assert (true["outcome"], checked(true)["move"]) == ("N", "wins")
    for field, wrong in (("outcome", "P"), ("move", {"to": -1}), ("start", 10**9), ("at", 0), ("play", "other")):
        assert not checked({**true, field: wrong}, 1).get("verified")
    assert not checked({**true, "family": "comb:n"}, 1).get("verified")
    without = {name: value for name, value in true.items() if name != "certificate"}
    assert "certificate" in checked(without, 1)["error"]


def test_a_losing_move_is_refused() -> None:
    true = answers(invoke("family", "path:n", "--at", "5", "--start", "1", "--certificate").stdout)[0]
    board = lm.VertexGeography(lm.graphs.named("path:5"), start=1)
    winning = [move.to for move in lm.solve(board).winning_moves()]
    for to in (0, 2):
        assert checked({**true, "move": {"to": to}}, 0 if to in winning else 1)["verified"] is (to in winning)


def test_every_start_of_one_member() -> None:
    true = answers(invoke("family", "prism:n", "--game", "edge-geography", "--at", "4", "--certificate").stdout)[0]
    assert checked(true)["counts"] == {"N": 8, "P": 0}
    for move in ({"to": 3}, {"to": 6}, {"to": "x"}, 5):  # 3 has no edge to itself or to 6
        assert not checked({**true, "moves": {**true["moves"], "3": move}}, 1).get("verified")
    assert not checked({**true, "moves": {"99": {"to": 1}}}, 1).get("verified")
    wrong = copy.deepcopy(true)
    wrong["outcomes"]["3"] = "P"
    assert not checked(wrong, 1)["verified"]
    del wrong["outcomes"]["3"]
    assert not checked(wrong, 1)["verified"]


def test_a_losing_move_of_one_of_all_starts_is_refused() -> None:
    true = answers(invoke("family", "comb:n", "--at", "3", "--certificate").stdout)[0]
    assert checked(true)["verified"]
    board = lm.VertexGeography(lm.graphs.named("comb:3"))
    losing = [
        (v, move.to)
        for v in range(6)
        for move in board.at(v).moves()
        if lm.solve(board.at(v).after(move)).outcome is lm.Outcome.N
    ]
    assert losing
    for v, to in losing:
        assert not checked({**true, "moves": {**true["moves"], str(v): {"to": to}}}, 1)["verified"]


def test_a_member_of_a_family_that_stayed_open_has_no_certificate() -> None:
    more = ["--position-limit", "3000", "--at", "2", "--start", "0", "--certificate"]
    found = answers(invoke("family", "grid:6xn", "--play", "misere", *more).stdout)[0]
    assert found["outcome"] in "NP"
    assert found["certificate"] is None
    assert "did not close" in found["certificate_note"]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", ["nimg-rm", "nimg-mr"])
@pytest.mark.parametrize("spec", ["path:n", pytest.param("cycle:n", marks=pytest.mark.long)])
def test_automata_are_checked_and_tampering_is_refused(spec: str, game: str, play: str) -> None:
    words = [spec, "--game", game, "--play", play, "--weights", "1-2", "--certificate"]
    true = answers(invoke("family", *words).stdout)[0]
    assert checked(true)["states"] == true["automaton"]["states"]
    for changed in _tampered(true):
        verdict = checked(changed, 1)
        assert verdict.get("verified") is False or "error" in verdict


def _tampered(true: dict[str, Any]) -> Any:
    for state in range(min(3, true["automaton"]["states"])):
        made = copy.deepcopy(true)
        accepts = made["automaton"]["accepts"]
        accepts.remove(state) if state in accepts else accepts.append(state)
        yield made
    changes: tuple[Callable[[dict[str, Any]], object], ...] = (
        lambda made: made["automaton"]["steps"].pop(),
        lambda made: made["automaton"]["steps"][0].update({"1": 10**6}),
        lambda made: made["automaton"].update(letters=["1"]),
        lambda made: made["n_starts"].update({"4": made["n_starts"]["4"] + 1}),
        lambda made: made.update(play="normal" if made["play"] == "misere" else "misere"),
        lambda made: made.update(automaton=7),
        lambda made: made.update(certificate={"kind": "family", "version": 1}),
        lambda made: made.update(certificate=None),
        lambda made: made.update(family="grid:2xn"),
    )
    for change in changes:
        made = copy.deepcopy(true)
        change(made)
        if made["play"] != true["play"]:
            other = words(true["family"], weights="1-2", game=true["game"], play=made["play"]).to_json()["automaton"]
            if other == true["automaton"]:
                continue
        yield made


def test_the_families_that_were_proved_are_listed() -> None:
    listed = answers(invoke("theorems", "--families", "--json").stdout)
    assert listed == list(proved_families())
    assert {row["status"] for row in listed} == {"proved"}
    some = answers(invoke("theorems", "--families", "--game", "edge-geography", "--json").stdout)
    assert {row["game"] for row in some} == {"edge-geography"}
    assert "must be one of" in invoke("theorems", "--families", "--game", "nim", status=2).stderr


@pytest.mark.long
@pytest.mark.parametrize("row", proved_families()[::9], ids=lambda row: f"{row['family']} {row['game']} {row['play']}")
def test_what_is_listed_is_proved_anew(row: dict[str, Any]) -> None:
    found = lm.family(row["family"], game=row["game"], play=row["play"], weights=row.get("weight"))
    assert json.loads(json.dumps(found.to_json())) == row
