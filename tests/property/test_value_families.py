"""Grundy values of Node Kayles and Arc Kayles on strips and rings of every length: against boards, and forged."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lastmove as lm
from commands import invoke
from lastmove.core.errors import InputError, Refuted
from lastmove.families.check_values import StripPieces, check_values
from lastmove.families.columns import columns
from lastmove.graphs import named

KINDS = {"node-kayles": lm.NodeKayles, "arc-kayles": lm.ArcKayles}


@pytest.mark.parametrize(
    "spec",
    [
        "path:n",
        "grid:2xn",
        "king:2xn",
        "caterpillar:n,2",
        "comb:n",
        "cycle:n",
        "prism:n",
        "circulant:n,1,2",
        "torus:3xn",
    ],
)
def test_pieces_against_boards(spec: str) -> None:
    """Every member up to some size, whether or not there is a period."""
    strips = columns(spec)
    for game, kind in KINDS.items():
        if strips.closed and game == "arc-kayles" and spec != "cycle:n":
            with pytest.raises(Refuted, match="all the way round"):
                StripPieces(strips, game).member(7)
            continue
        found = StripPieces(strips, game)
        first = max(strips.least, 2 * strips.reach + 1 if strips.closed else 1)
        for n in range(first, first + (4 if spec == "torus:3xn" or game == "arc-kayles" else 7)):
            assert found.member(n) == lm.grundy(kind(strips.board(n))), (spec, game, n)


@pytest.mark.parametrize(
    ("spec", "game", "period"),
    [
        ("caterpillar:n,1", "node-kayles", 2),
        ("caterpillar:n,2", "node-kayles", 4),
        ("comb:n", "node-kayles", 2),
        ("prism:n", "node-kayles", 1),
        pytest.param("path:n", "arc-kayles", 34, marks=pytest.mark.long),
        pytest.param("cycle:n", "node-kayles", 34, marks=pytest.mark.long),
    ],
)
def test_families_are_proved(spec: str, game: str, period: int) -> None:
    found = lm.family_values(spec, game=game)
    assert (found.status, found.period) == ("proved", period)
    first = next(iter(found.grundy))
    for n in range(first, first + 8):
        board = KINDS[game](found.columns.board(n))
        assert found.value(n) == lm.grundy(board)
        move = found.move(n)
        assert (move is None) == (found.value(n) == 0)
        assert move is None or lm.grundy(board.after(board.move_from_json(move))) == 0
    check_values(json.loads(json.dumps(found.to_json(certificate=True))))
    answer = json.loads(json.dumps(found.answer(10**12 + 7, certificate=True)))
    check_values(answer)
    for changed in (
        {"grundy": answer["grundy"] + 1},
        {"outcome": "P" if answer["grundy"] else "N"},
        {"at": 0},
        {"move": {"delete": -1}},
    ):
        with pytest.raises(Refuted):
            check_values({**answer, **changed})


def test_paths_are_dawsons_kayles() -> None:
    assert [StripPieces(columns("path:n"), "arc-kayles").member(n) for n in range(1, 40)] == lm.heap_values(
        "0.07", 39
    ).values.tolist()[1:]


def test_forged_answers_are_refused() -> None:
    answer: Any = json.loads(json.dumps(lm.family_values("caterpillar:n,2").to_json(certificate=True)))
    check_values(answer)
    proof = answer["certificate"]
    for changed in (
        {"period": 3},
        {"preperiod": 2},
        {"types": 2},
        {"status": "unknown"},
        {"play": "misere"},
        {"game": "arc-kayles"},
        {"game": "vertex-geography"},
        {"family": "comb:n"},
        {"grundy": {**answer["grundy"], "5": 1}},
        {"grundy": {"0": 0}},
        {"certificate": {**proof, "period": 3}},
        {"certificate": {**proof, "period": 0}},
        {"certificate": {**proof, "bound": proof["preperiod"]}},
        {"certificate": {**proof, "columns": {**proof["columns"], "links": []}}},
        {"certificate": {**proof, "columns": {**proof["columns"], "directed": True}}},
    ):
        with pytest.raises((Refuted, InputError)):
            check_values({**answer, **changed})
    named = {**proof, "columns": {**proof["columns"], "edges": [[0, 1]]}}
    with pytest.raises(Refuted):
        check_values({**answer, "certificate": named})


def test_what_has_no_values() -> None:
    for spec in ("kotzig:n,1,2", "circulant:n,2"):
        with pytest.raises(InputError, match="accepted for Grundy values"):
            lm.family_values(spec)
    found = lm.family_values("prism:n", game="arc-kayles")
    assert (found.status, found.period) == ("unknown", None)
    stopped = lm.family_values("grid:2xn", limits=lm.Limits(positions=50))
    assert stopped.stopped_by == "positions"
    with pytest.raises(InputError, match="not proved"):
        stopped.value(10**6)


def test_the_command() -> None:
    made = invoke("family", "comb:n", "--game", "node-kayles", "--at", "7", "--certificate", "--json").stdout
    assert '"verified": true' in invoke("check", "-", text=made).stdout
    assert json.loads(made)["grundy"] == lm.grundy(lm.NodeKayles(named("comb:7")))
    assert "play" in invoke("family", "comb:n", "--game", "node-kayles", "--play", "misere", status=2).stderr
    assert invoke("family", "prism:n", "--game", "arc-kayles", "--json", status=3).stdout
