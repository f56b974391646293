"""Certificates of quotients: what is accepted, and what is refused when something in it is changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import lastmove as lm
from lastmove.certificates.kinds import certificate_from_json

POSITION = lm.Octal("0.77", [10**20, 35])


@pytest.fixture(scope="module")
def body() -> dict[str, Any]:
    certificate = lm.solve(POSITION, play="misere").certificate
    assert certificate is not None
    assert certificate.kind == "quotient"
    return certificate.to_json()


def outcome(body: dict[str, Any], position: Any = POSITION, play: lm.Play = lm.Play.MISERE) -> bool:
    return certificate_from_json(body).outcome(position, play).wins


def test_it_is_accepted_after_a_round_trip(body: dict[str, Any]) -> None:
    assert outcome(body) is True
    assert outcome(body, lm.Octal("0.77", [5, 5, 7, 10**9])) is (
        lm.solve(lm.Octal("0.77", [5, 5, 7, 10**9]), play="misere").outcome is lm.Outcome.N
    )


def refused(body: dict[str, Any], problem: str, position: Any = POSITION) -> None:
    with pytest.raises(lm.Refuted) as error:
        outcome(body, position)
    assert problem in str(error.value)


def test_every_changed_relation_is_refused(body: dict[str, Any]) -> None:
    for place, step in enumerate(body["steps"]):
        for element in (0, 1, len(step) // 2, len(step) - 1):
            changed = copy.deepcopy(body)
            changed["steps"][place][element] = (step[element] + 1) % len(step)
            with pytest.raises(lm.Refuted):
                outcome(changed)


def test_every_changed_set_of_lost_elements_is_refused(body: dict[str, Any]) -> None:
    size = len(body["steps"][0])
    for element in range(size):
        lost = set(body["lost"]) ^ {element}
        with pytest.raises(lm.Refuted):
            outcome({**body, "lost": sorted(lost)})


def test_every_changed_element_of_a_heap_is_refused(body: dict[str, Any]) -> None:
    size = len(body["steps"][0])
    for heap in [*range(30), 70, 71, 72, 100, 150, len(body["heaps"][0]["values"]) - 1]:
        changed = copy.deepcopy(body)
        values = changed["heaps"][0]["values"]
        values[heap] = (values[heap] + 1) % size
        with pytest.raises(lm.Refuted):
            outcome(changed)


@pytest.mark.parametrize(("period", "preperiod"), [(11, 71), (24, 71), (12, 70), (12, 1), (6, 71), (1, 150), (0, 71)])
def test_changed_periods_are_refused(body: dict[str, Any], period: int, preperiod: int) -> None:
    changed = copy.deepcopy(body)
    changed["heaps"][0] |= {"period": period, "preperiod": preperiod}
    refused(changed, "do not prove the period")


def test_a_table_that_is_too_short_is_refused(body: dict[str, Any]) -> None:
    changed = copy.deepcopy(body)
    changed["heaps"][0]["values"] = changed["heaps"][0]["values"][:150]
    refused(changed, "do not prove the period")


def test_other_games_positions_and_conventions_are_refused(body: dict[str, Any]) -> None:
    refused(body, "there are more than 0 components", lm.Sum([POSITION, lm.Nim([3])]))
    refused(body, "there are more than 0 components", lm.Octal("0.76", [35]))
    with pytest.raises(lm.Refuted, match="misère play"):
        outcome(body, play=lm.Play.NORMAL)


def test_more_elements_than_needed_are_refused() -> None:
    """A monoid in which two elements are never told apart is no quotient: Nim heaps of 1 modulo 4, not modulo 2."""
    heaps = [{"set": [1], "values": [0, 1]}]
    right = {"kind": "quotient", "version": 1, "steps": [[1, 0]], "lost": [1], "values": [], "heaps": heaps}
    assert outcome(right, lm.Subtraction({1}, [1])) is False
    refused({**right, "steps": [[1, 2, 3, 0]], "lost": [1, 3]}, "never told apart", lm.Subtraction({1}, [1]))
    refused({**right, "lost": [0]}, "the empty sum is called lost", lm.Subtraction({1}, [1]))
    refused({**right, "lost": []}, "never told apart", lm.Subtraction({1}, [1]))


def test_won_sums_without_a_winning_move_are_found() -> None:
    """Beside heaps of 1 and 2 two heaps of 2 are P; a monoid that forgets it passes the first test only."""
    found = lm.quotient("0.[3]", heap=2).certificate
    assert found is not None
    body = found.to_json()
    assert len(body["lost"]) == 2  # type: ignore[arg-type]
    small = {"kind": "quotient", "version": 1, "steps": [[1, 0, 3, 2], [2, 3, 2, 3]], "lost": [1], "values": []}
    refused({**small, "heaps": [{"code": "0.[3]", "values": [0, 1, 2]}]}, "", lm.Octal("0.[3]", [2]))


@pytest.mark.parametrize(
    "change",
    [
        {"steps": [[]]},
        {"steps": "x"},
        {"steps": [[1, 99]]},
        {"lost": [10**9]},
        {"lost": [-1]},
        {"values": [10**9]},
        {"heaps": [{"code": "0.77", "values": []}]},
        {"heaps": [{"code": "0.77", "values": [1]}]},
        {"heaps": 3},
        {"more": 1},
    ],
)
def test_wrong_forms_are_refused(body: dict[str, Any], change: dict[str, Any]) -> None:
    with pytest.raises(lm.Refuted):
        outcome({**body, **change})
