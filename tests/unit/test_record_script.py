"""``scripts/record_commands.py``: two recordings of one tree are equal, a difference is shown, nothing is forgotten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from page_examples import ROOT
from record_commands import FILE, compare
from recorded_cases import all_cases
from recorded_plain import Plain

SCRIPT = ROOT / "scripts/record_commands.py"
FEW = "nim/00|names/09|check/00[01]|play/00[01]|played"
KNOWN = {"commands": {}, "names": [], "games": ["nim"], "theorems": [], "schemas": [], "paths": {}}


def recorded(folder: Path, hash_seed: str) -> dict[str, dict[str, object]]:
    words = [sys.executable, str(SCRIPT), str(folder), "--only", FEW, "--seed", "3", "--jobs", "1"]
    done = subprocess.run(
        words, env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "a fault" not in done.stderr
    return {step["name"]: step for step in map(json.loads, (folder / FILE).read_text().splitlines())}


@pytest.mark.long
def test_two_recordings_are_equal_and_a_change_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    found = recorded(one, "1")
    assert {step["kind"] for step in found.values()} >= {"command", "python", "terminal"}
    assert '"moves"' in str(found["played.0"]["files"]), "the game that was played is kept"
    assert found["played.1"]["status"] == 0, "and found by the next step"
    recorded(two, "2")
    assert compare(one, two) == 0
    text = (two / FILE).read_text()
    (two / FILE).write_text(text.replace("The engine plays", "The machine plays", 1))
    capsys.readouterr()
    assert compare(one, two) == 1
    assert "+stdout: The machine plays" in capsys.readouterr().out


def test_the_list_is_the_same_for_a_seed() -> None:
    assert all_cases(KNOWN, 5, 900) == all_cases(KNOWN, 5, 900)
    assert all_cases(KNOWN, 5, 900) != all_cases(KNOWN, 6, 900)


@pytest.mark.parametrize(
    ("known", "missing"),
    [
        ({"commands": {"fly": []}}, "the command fly"),
        ({"commands": {"solve": [["--fly"]]}}, "lastmove solve --fly"),
        ({"games": ["chess"]}, "the game chess"),
    ],
)
def test_what_no_case_has_is_an_error(known: dict[str, object], missing: str) -> None:
    with pytest.raises(SystemExit, match=missing):
        all_cases({**KNOWN, **known}, 0, 900)


def test_what_may_differ_is_replaced() -> None:
    plain = Plain("/tmp/x", "/code/src", "1.0.0")
    said = b'{"seconds": 1.2e-05, "positions": 12} in 0.02 s, /tmp/x/a, lastmove 1.0.0, lastmove.games.nim.Nim'
    told = '{"seconds": <seconds>, "positions": 12} <seconds>, <folder>/a, lastmove <version>, lastmove.games.nim.Nim'
    assert plain(said) == told
    assert plain(said, python=True) == told.replace("games.nim.", "")
