"""Short texts whose check would take for ever: it ends after a number of steps, or when the time limit is spent."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from commands import answers, invoke
from lastmove.certificates.certificate import MOST_LONG_STEPS
from lastmove.parts import check as cut_parts


def one_bag(n: int) -> str:
    """An answer about misère Vertex Geography on a complete graph, shown by a single bag: all that can be played."""
    edges = [[u, v] for u in range(n) for v in range(u)]
    position = {"game": "vertex-geography", "play": "misere", "vertices": n, "edges": edges, "start": 0}
    certificate = {"kind": "parts", "version": 1, "bags": [list(range(n))], "parents": [0]}
    answer = {"outcome": "N" if n % 2 else "P", "certificate": certificate}
    return json.dumps({"position": position, "answer": answer}) + "\n"


def checked(text: str, *options: str, status: int = 0) -> dict[str, Any]:
    (found,) = answers(invoke("check", *options, text=text, status=status).stdout)
    return found


def test_the_steps_of_a_check_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twentieth of them takes half a second; without a bound that fits, it was over 300 seconds."""
    monkeypatch.setattr(cut_parts, "MOST_LONG_STEPS", MOST_LONG_STEPS // 20)
    before = time.process_time()
    found = checked(one_bag(24), status=1)
    assert found["error"].startswith("checking this takes too many steps; with a time limit they are not counted")
    assert time.process_time() - before < 10


def test_with_a_time_limit_a_check_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_parts, "MOST_LONG_STEPS", 5_000)
    assert checked(one_bag(9), "--time-limit", "600")["verified"] is True
    assert checked(one_bag(24), "--time-limit", "0.3", status=3)["verified"] is None


@pytest.fixture(scope="module")
def kayles() -> dict[str, Any]:
    (found,) = answers(invoke("quotient", "0.77", "--heap", "9", "--certificate", "--json").stdout)
    return found


@pytest.mark.parametrize("field", ["relations", "phi", "p_portion"])
def test_long_words_of_a_quotient_are_powers(field: str, kayles: dict[str, Any]) -> None:
    """A letter of order 2, written many million times, is the same as once; before, each took a step."""
    before, changed = time.process_time(), json.loads(json.dumps(kayles))
    even, odd = "a^9998" * 10_000, "a^9999" * 9_999
    if field == "relations":
        changed["presentation"]["relations"].append(f"{even} = 1")
    else:
        changed[field] = [odd if word == "a" else word for word in changed[field]]
    assert checked(json.dumps(changed))["verified"] is True
    assert time.process_time() - before < 10


def test_many_relations_end_by_the_limit(kayles: dict[str, Any]) -> None:
    changed = json.loads(json.dumps(kayles))
    changed["presentation"]["relations"] = [f"a^{2 * number} = 1" for number in range(9999 // 2, 1, -1)] * 20
    found = checked(json.dumps(changed), "--time-limit", "0.2", status=3)
    assert found["reason"]["limit"] == "time"


def test_a_set_of_too_many_digits_is_named(kayles: dict[str, Any]) -> None:
    found = checked(json.dumps({**kayles, "code": f"{{{'9' * 5000}}}"}), status=1)
    assert found["error"].startswith("code: '{9999")
    assert "at most 4,300 digits" in found["error"]
