"""Strips by halves or by types under limits: who goes on, and checks that stop."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.core.errors import LimitReached
from lastmove.families import by_halves, prover
from lastmove.families import check_halves as halves_checker
from lastmove.families.by_halves import FamilyByHalves
from lastmove.families.by_types import FamilyByTypes
from lastmove.families.prover import Prover
from lastmove.graphs.backend import Plain


def checked(answer: Any, status: int = 0) -> Any:
    return answers(invoke("check", text=json.dumps(answer), status=status).stdout)[0]


@pytest.mark.long
def test_types_go_on_where_halves_do_not_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halves spend their share and find nothing; what is left is enough for types."""
    monkeypatch.setattr(by_halves, "_backend", Plain)
    monkeypatch.setattr(prover, "FIRST_POSITIONS", 1)
    monkeypatch.setattr(prover, "SHARE", 0.25)
    found = lm.family("grid:4xn", play="misere", limits=lm.Limits(positions=80_000))
    assert found.status == "proved"
    assert not isinstance(found.proof, FamilyByHalves)
    assert (found.preperiod, found.period, found.n_starts[3]) == (6, 2, 2)


@pytest.mark.parametrize("at_once", [20, 60])
def test_types_that_were_stopped_go_on_to_the_same_answer(at_once: int) -> None:
    """Stopped in the middle of a column again and again, each time a little later."""
    whole = lm.family("grid:3xn", play="misere")
    again = Prover(whole.asked, whole.questions)
    growing, stops = again.proof, 0
    assert isinstance(growing, FamilyByTypes)
    with again.questions.within():
        while not growing.closed:
            with suppress(LimitReached), again.questions.first_try(at_once * (stops + 1)):
                again.grow(growing)
            stops += 1
    found = lm.FamilyAnswer(again)
    assert stops > 2
    assert (found.preperiod, found.period, found.outcomes(20)) == (whole.preperiod, whole.period, whole.outcomes(20))
    assert checked({**whole.to_json(), **found._evidence()})["verified"]


def _claimed(steps: list[list[int]], lost: list[list[Any]]) -> dict[str, Any]:
    """An answer by halves about a ladder without one of its rails; nothing in it has to be true."""
    own = {"column": 2, "edges": [[0, 1]], "links": [[0, 0]], "name": "own"}
    walks = [{"types": [0], "returns": 0}]
    parts = {"kind": "family-halves", "version": 1, "columns": own, "steps": steps, "lost": lost, "walks": walks}
    named = {"family": "own", "game": "nimg-mr", "play": "normal", "weight": 1, "status": "proved"}
    return {**named, "preperiod": 0, "period": 1, "types": 1, "n_starts": {"1": 1}, "certificate": parts}


def test_many_ways_to_make_a_class_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check stops in time though a class may be made in as many ways as there are steps."""
    monkeypatch.setattr(halves_checker, "MOST_LONG_STEPS", 250)
    others = range(1, 300)
    made = _claimed([[0, 3, 0], *([s, 1, 0] for s in others)], [[0, 2, 1, list(others)]])
    verdict = checked(made, 1)
    assert "too many steps" in verdict["error"]


@pytest.mark.parametrize("column", [0, 4, 2**60])
def test_steps_by_columns_that_there_are_not_are_refused(column: int) -> None:
    verdict = checked(_claimed([[0, 3, 0], [0, column, 0]], []), 1)
    assert "columns 1 to 3" in verdict["error"]
