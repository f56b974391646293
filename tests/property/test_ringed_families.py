"""Kotzig's Nim on rings of every length: against the law, its automata, and false ones."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import Play, PlayName
from lastmove.families.by_rings import FamilyByRings
from lastmove.families.check import check_family, check_member
from lastmove.families.columns import columns
from lastmove.families.strips import ring_steps
from lastmove.graphs.families import circuit, kotzig
from lastmove.search.plain import PlainSearch

PLAYS = ["normal", "misere"]


def test_the_board() -> None:
    assert kotzig(7, 1) == circuit(7)
    assert kotzig(7, 2, 3, 2).neighbours[6] == (1, 2)
    assert columns("kotzig:n,2,3").board(9) == kotzig(9, 2, 3)
    assert ring_steps(columns("kotzig:n,3,1")) == (1, 3)
    for steps in ((0,), (7,), (-1,)):
        with pytest.raises(lm.InputError, match="step"):
            kotzig(7, *steps)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("steps", ["1,2", "1,3", pytest.param("2,3", marks=pytest.mark.long)])
def test_outcomes_and_moves_against_the_law(steps: str, play: PlayName) -> None:
    found = lm.family(f"kotzig:n,{steps}", play=play)
    assert found.status == "proved"
    assert isinstance(found.proof, FamilyByRings)
    for n in range(found.columns.least, 16):
        law, board = PlainSearch(Play(play), Meter()), found.board(n)
        assert found.outcome(n, 0).value == ("N" if law.wins(board.at(0)) else "P"), n
        move = found.solution(n, n - 1).move
        assert (move is not None) == law.wins(board.at(n - 1))
        assert move is None or not law.wins(board.at(n - 1).after(move))
    answer = json.loads(json.dumps(found.to_json(certificate=True)))
    check_family(answer)
    member = json.loads(json.dumps(found.answer(10**30, 5, certificate=True)))
    check_member(member)


def test_known_results() -> None:
    """Kotzig's Nim with the steps 1 and 2 is lost for 3 and 7 places only; 2 and 3 have the period 5."""
    first = lm.family("kotzig:n,1,2")
    assert [n for n in range(3, 200) if first.outcome(n, 0) is lm.Outcome.P] == [3, 7]
    misere = lm.family("kotzig:n,1,2", play="misere")
    assert all((misere.outcome(n, 0) is lm.Outcome.N) == (n % 3 == 0) for n in range(7, 200))


def test_rings_of_your_own() -> None:
    own = {"name": "my ring", "column": 1, "links": [[0, 0, 1], [0, 0, 2]], "ring": True, "directed": True, "least": 5}
    found = lm.family(own, play="misere")
    assert found.status == "proved"
    named = lm.family("kotzig:n,1,2", play="misere")
    assert [found.outcome(n, 0) for n in range(5, 40)] == [named.outcome(n, 0) for n in range(5, 40)]


def test_how_far_it_came() -> None:
    found = lm.family("kotzig:n,1,4", limits=lm.Limits(positions=2_000))
    answer = found.to_json()
    assert (answer["status"], answer["period"]) == ("unknown", None)
    reached = answer["reached"]
    assert isinstance(reached, int)
    assert reached >= 14
    law = PlainSearch(Play.NORMAL, Meter())
    assert found.outcome(14, 0).value == ("N" if law.wins(found.board(14).at(0)) else "P")
    assert found.outcome(10**6, 0) is lm.Outcome.UNKNOWN
    assert "unknown" in str(found)


@pytest.mark.parametrize("play", PLAYS)
def test_false_automata_are_refused(play: PlayName) -> None:
    true: Any = json.loads(json.dumps(lm.family("kotzig:n,1,2", play=play).to_json(certificate=True)))
    check_family(true)
    certificate = true["certificate"]

    def refused(**changed: Any) -> None:
        with pytest.raises(Refuted):
            check_family({**copy.deepcopy(true), "certificate": {**certificate, **changed}})

    lost, states = certificate["lost"], certificate["states"]
    flips = [sorted({*lost} ^ {state}) for state in range(len(states))]
    held = 0
    for flipped in flips[:: tries(6, quick=3)]:
        try:
            check_family({**true, "certificate": {**certificate, "lost": flipped}})
            held += 1  # a state that no ring leads to
        except Refuted:
            pass
    assert held <= len(flips) / 8
    refused(lost=[])
    refused(lost=[len(states)])
    refused(states=[])
    refused(columns={**certificate["columns"], "ring": False})
    other = "misere" if play == "normal" else "normal"
    with pytest.raises(Refuted):
        check_family({**true, "play": other})
    with pytest.raises(Refuted):
        check_family({**true, "game": "edge-geography"})
