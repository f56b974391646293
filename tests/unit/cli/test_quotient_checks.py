"""``lastmove check`` on answers of ``lastmove quotient``: every field is checked, or named as not shown."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke, jsonl

NIM_1 = {"game": "nim", "heaps": [1]}


def verdict(answer: dict[str, Any], status: int) -> dict[str, Any]:
    (found,) = answers(invoke("check", text=jsonl(answer), status=status).stdout)
    return found


def refuted(answer: dict[str, Any]) -> str:
    found = verdict(answer, 1)
    assert found.get("verified", False) is False
    return str(found["error"])


def asked(what: Any, heap: int | None = None) -> dict[str, Any]:
    return lm.quotient(what, heap=heap).to_json(structure=True, certificate=True)


@pytest.fixture(scope="module")
def true() -> dict[str, Any]:
    return asked("0.123", 30)


def test_a_table_of_another_game_shows_nothing(true: dict[str, Any]) -> None:
    value = true["certificate"]["heaps"][0]["values"][1]
    cut = {"code": "0.07", "heap": 2, "reached": 2, "phi": true["phi"][:3], "growth": [[1, 2, 1]]}
    assert "0.07" in refuted({**true, **cut, "certificate": {**true["certificate"], "values": [value]}})


@pytest.mark.parametrize("heap", [0, 1, 3, 8])
def test_heaps_beyond_those_asked_do_not_enlarge_the_quotient(true: dict[str, Any], heap: int) -> None:
    growth = [step for step in true["growth"] if step[0] <= heap]
    cut = {**true, "heap": heap, "reached": heap, "phi": true["phi"][: heap + 1], "growth": growth}
    assert "do not multiply" in refuted(cut)


def test_tables_of_other_games_do_not_enlarge_the_quotient_of_positions() -> None:
    two = lm.Subtraction({1}, [1]), lm.Octal("0.77", [9])
    whole, alone = asked(list(two)), asked([two[0]])
    assert (whole["order"], alone["order"]) == (18, 2)
    forged = {**whole, "positions": whole["positions"][:1], "phi": whole["phi"][:1]}
    assert "do not multiply" in refuted(forged)
    assert verdict(alone, 0)["not_shown"] == ["growth"]
    table = {"code": "0.123", "values": [0]}  # a table that adds nothing does no harm
    tables = [*alone["certificate"]["heaps"], table]
    assert verdict({**alone, "certificate": {**alone["certificate"], "heaps": tables}}, 0)["verified"] is True


def test_a_component_beside_tables_that_play_does_not_come_to(true: dict[str, Any]) -> None:
    forged = {name: value for name, value in true.items() if name not in ("code", "heap", "reached")}
    value = true["certificate"]["heaps"][0]["values"][1]
    forged |= {"positions": [NIM_1], "phi": ["a"], "period": None, "preperiod": None, "growth": [[1, 20, 5]]}
    for values in ([value], [value, 0]):
        refuted({**forged, "certificate": {**true["certificate"], "values": values}})


@pytest.mark.parametrize(("period", "preperiod"), [(10, 5), (10, 7), (5, 6), (5, 7), (15, 5)])
def test_the_period_and_the_preperiod_are_the_least(true: dict[str, Any], period: int, preperiod: int) -> None:
    made = copy.deepcopy(true)
    table = made["certificate"]["heaps"][0]
    while len(table["values"]) < 80:
        table["values"].append(table["values"][-5])
    made |= {"heap": 90, "reached": 90, "phi": lm.quotient("0.123", heap=90).phi}
    assert verdict(made, 0)["verified"] is True
    table |= {"period": period, "preperiod": preperiod}
    assert "least" in refuted({**made, "period": period, "preperiod": preperiod})


def test_structure_and_what_was_reached_are_checked(true: dict[str, Any]) -> None:
    assert "not_shown" not in verdict(true, 0)
    assert "not_shown" not in verdict({**true, "id": 7}, 0)
    idempotents, components = true["idempotents"], true["archimedean_components"]
    for change in (
        {"idempotents": idempotents[1:]},
        {"idempotents": [*idempotents, "a"]},
        {"idempotents": [*idempotents, idempotents[0]]},
        {"idempotents": "1"},
        {"archimedean_components": components[1:]},
        {"archimedean_components": [components[0] + components[1], *components[2:]]},
        {"archimedean_components": [[*components[0], components[0][0]], *components[1:]]},
        {"archimedean_components": [1]},
        {"reached": 29},
        {"reached": True},
        {"reason": {"kind": "limit"}},
        {"positions": [NIM_1]},
    ):
        refuted({**true, **change})
    shuffled = {"idempotents": idempotents[::-1], "archimedean_components": components[::-1]}
    assert verdict({**true, **shuffled}, 0)["verified"] is True


def test_unknown_fields_are_named(true: dict[str, Any]) -> None:
    more = {**true, "outcome": "N", "presentation": {**true["presentation"], "rank": 4}}
    assert verdict(more, 0)["not_shown"] == ["outcome", "presentation.rank"]


def test_answers_about_positions_have_no_period_and_no_heap() -> None:
    true = asked([lm.Octal("0.77", [9])])
    assert verdict(true, 0)["verified"] is True
    changes: list[dict[str, Any]] = [
        {"heap": 9},
        {"reached": 9},
        {"period": 12},
        {"preperiod": 71},
        {"growth": true["growth"][:-1]},
        {"growth": [[*true["growth"][-1][:2], 5]]},
        {"growth": []},
        {"growth": [7]},
        {"positions": [{**true["positions"][0], "play": "normal"}]},
    ]
    for change in changes:
        refuted({**true, **change})


@pytest.mark.parametrize(
    ("position", "order"),
    [
        (lm.Subtraction((2, 5), [6]), 2),  # 3 and 5 are not below 6
        (lm.Subtraction((2, 5), [7]), 6),
        (lm.Subtraction((7, 9), [25]), 2),
        (lm.Subtraction((7, 9), [10**20]), 6),
        (lm.Octal("0.1", [10**20]), 1),
        (lm.Octal("0.77", [10**20]), 40),
    ],
)
def test_the_quotient_of_a_position_is_of_what_play_comes_to(position: Any, order: int) -> None:
    true = asked([position])
    assert (true["status"], true["order"]) == ("proved", order)
    assert verdict(true, 0)["order"] == order


def test_heaps_that_play_does_not_come_to_do_not_enlarge_the_quotient() -> None:
    larger = asked([lm.Subtraction((2, 5), [7])])
    assert larger["certificate"]["heaps"]
    value = lm.quotient((2, 5), heap=7).phi[6]
    forged = {**larger, "positions": [{"game": "subtraction", "set": [2, 5], "heaps": [6]}], "phi": [value]}
    assert "do not multiply" in refuted(forged)


def test_a_period_that_ends_beside_another_game_is_found_anew() -> None:
    """Alone a game may repeat sooner than beside another one, which tells more heaps apart."""
    for parts in (
        [lm.Octal("0.52", [27]), lm.Octal("0.34", [55])],
        [lm.Octal("0.5", [56]), lm.Octal("0.52", [29]), lm.Octal("0.71", [11])],
        [lm.Octal("4.3", [13]), lm.Subtraction((2, 4), [29]), lm.Octal("0.123", [42])],
    ):
        assert verdict(asked(parts), 0)["verified"] is True
