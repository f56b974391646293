"""The scripts in examples/ run as their first lines say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = {
    "lesson.py": ["Bouton's theorem", "heaps 1\n  claimed N, is P", "lesson-key.html"],
    "conjecture.py": [
        "path 2 - 0 - 1 - 3; token on 0\n  claimed P, is N",
        "No counterexample on 5 vertices",
        "10 losing",
    ],
    "pipeline.py": ['"id": "Petersen graph", "outcome": "P"', "line 6: heaps[0]: -1", "1  Sprague-Grundy theorem"],
}


def test_every_script_is_run() -> None:
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_does_what_it_says(name: str, tmp_path: Path) -> None:
    arguments = [str(tmp_path)] if name == "lesson.py" else []
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    for said in SCRIPTS[name]:
        assert said in done.stdout
    if name == "lesson.py":
        assert {path.name for path in tmp_path.iterdir()} == {"lesson.jsonl", "lesson.html", "lesson-key.html"}
