"""``lastmove quotient``: answers, tables, pictures, limits and complaints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import answers, invoke, jsonl

KAYLES = {"game": "octal", "code": "0.77", "heaps": [5]}
FIELDS = [
    *("code", "heap", "reached", "status", "order", "p_order", "tame", "period", "preperiod", "growth"),
    *("presentation", "p_portion", "phi"),
]


def test_a_code() -> None:
    (found,) = answers(invoke("quotient", "0.75", "--heap", "24", "--json").stdout)
    assert list(found) == FIELDS
    assert found["presentation"] == {
        "generators": ["a", "b", "c"],
        "relations": ["a^2 = 1", "bc = ab", "c^2 = b^2", "b^3 = b"],
    }
    assert (found["status"], found["order"], found["p_order"], found["period"], found["preperiod"]) == (
        *("proved", 8, 2, 2, 8),
    )
    assert found["phi"][:6] == ["1", "a", "b", "a", "b", "c"]
    assert found["growth"] == [[1, 2, 1], [2, 6, 2], [5, 8, 2]]


def test_a_set_structure_and_certificate() -> None:
    (found,) = answers(invoke("quotient", "--set", "1,3,4", "--heap", "9", "--structure", "--certificate").stdout)
    assert found["tame"] is True
    assert found["idempotents"] == ["1", "b^2"]
    assert [len(part) for part in found["archimedean_components"]] == [2, 4]
    assert found["certificate"]["kind"] == "quotient"


def test_positions_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(jsonl(KAYLES, {"game": "nim", "heaps": [2]}))
    (found,) = answers(invoke("quotient", str(file)).stdout)
    assert list(found) == ["positions", *FIELDS[3:]]
    assert found["positions"] == [KAYLES, {"game": "nim", "heaps": [2]}]
    assert (found["status"], found["order"], len(found["phi"])) == ("proved", 12, 2)


def test_a_limit_is_said(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    words = ("quotient", "0.26", "--heap", "99", "--position-limit", "900", "--checkpoint", str(file))
    (found,) = answers(invoke(*words, status=3).stdout)
    assert found["status"] == "bounded"
    assert 0 < found["reached"] < 99
    assert found["reason"] == {"kind": "limit", "limit": "positions", "positions": 900}
    assert json.loads(file.read_text())["heap"] == found["reached"]
    (found,) = answers(invoke("quotient", "-", "--position-limit", "2", text=jsonl(KAYLES), status=3).stdout)
    assert (found["status"], found["order"], found["phi"]) == ("unknown", None, [])


@pytest.mark.parametrize("suffix", ["svg", "tex"])
def test_pictures(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"graph.{suffix}"
    invoke("quotient", "0.75", "--heap", "9", "--picture", str(target))
    assert target.stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "problem", "status"),
    [
        (["0.7x"], "code: '0.7x' has the digit X", 2),
        (["3.7"], "begins with 3", 2),
        (["no-such-file.json"], "FILE: no-such-file.json: No such file", 2),
        (["--set", "1,b"], "set: '1,b'; accepted: integers >= 1", 2),
        (["0.77", "--set", "1,2"], "are two games; choose one", 2),
        (["0.77", "--heap", "-1"], "-1", 2),
        (["-", "--heap", "3"], "heap: 3; it goes with a heap game", 2),
        (["0.07", "--heap", "25", "--picture", "x.svg"], "at most 60 elements", 2),
        (["0.77", "--time-limit", "-1"], "time limit: -1", 2),
    ],
)
def test_complaints_are_one_line(words: list[str], problem: str, status: int) -> None:
    found = invoke("quotient", *words, text=jsonl(KAYLES), status=status)
    assert found.stdout == ""
    (line,) = [line for line in found.stderr.splitlines() if line.startswith("Error")]
    assert problem in line


def test_bad_positions_are_named() -> None:
    found = invoke("quotient", text=jsonl(KAYLES, {"game": "nim", "heaps": [-1]}), status=1)
    assert found.stderr.startswith("Error: line 2: heaps")
    assert found.stdout == ""


def proved(*words: str, text: str = "") -> dict[str, Any]:
    (found,) = answers(invoke("quotient", *words, "--certificate", text=text).stdout)
    return found


def verdict(answer: dict[str, Any], status: int) -> dict[str, Any]:
    (found,) = answers(invoke("check", text=jsonl(answer), status=status).stdout)
    return found


PROVED = {
    "kayles": ["0.77", "--heap", "170"],
    "r8": ["0.75", "--heap", "200"],
    "set": ["--set", "1,3,4", "--heap", "20"],
    "positions": [],
}


@pytest.mark.parametrize("name", PROVED)
def test_answers_are_checked_and_tampered_ones_refused(name: str) -> None:
    board = {"game": "vertex-geography", "edges": [[0, 1], [1, 2], [2, 0], [2, 3]], "start": 0}
    answer = proved(*PROVED[name], text=jsonl(KAYLES, board))
    found = verdict(answer, 0)
    assert (found["verified"], found["order"], found["p_order"]) == (True, answer["order"], answer["p_order"])
    relations, phi, lost = answer["presentation"]["relations"], answer["phi"], answer["p_portion"]
    letters = answer["presentation"]["generators"]
    changes: list[dict[str, Any]] = [
        {"order": answer["order"] + 1},
        {"p_order": 1},
        {"phi": [*phi[:-1], "1"]},
        {"phi": phi[:-1]},
        {"p_portion": lost[:-1]},
        {"p_portion": ["1", *lost[1:]]},
        {"presentation": {"generators": letters, "relations": relations[1:]}},
        {"presentation": {"generators": letters, "relations": ["a^2 = a", *relations[1:]]}},
        {"presentation": {"generators": letters, "relations": ["a^3 = a", *relations[1:]]}},
        {"presentation": None},
        {"status": "bounded"},
        {"certificate": {**answer["certificate"], "lost": answer["certificate"]["lost"][:-1]}},
    ]
    if name in ("kayles", "r8"):
        changes += [{"period": 2 * answer["period"]}, {"preperiod": 1}, {"period": None}, {"heap": 10**6}]
    for change in changes:
        found = verdict({**answer, **change}, 1)
        assert found["verified"] is False, change
    assert "error" in verdict({**answer, "certificate": None}, 1)


def test_check_looks_at_tame_and_growth() -> None:
    written = invoke("quotient", "0.75", "--heap", "30", "--certificate", "--json").stdout
    assert answers(invoke("check", text=written).stdout)[0]["verified"] is True
    for said, instead in (('"tame": false', '"tame": true'), ("[5, 8, 2]", "[6, 8, 2]"), (", [5, 8, 2]", "")):
        assert said in written
        (found,) = answers(invoke("check", text=written.replace(said, instead), status=1).stdout)
        assert found["verified"] is False
