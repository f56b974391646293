"""``scripts/mutate`` on a small project of its own: what it changes, what it calls killed, what it leaves behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mutation_run import Known, files_for
from mutations import mutants

ROOT = Path(__file__).parents[2]
PATIENCE = 60

MODULE = '''"""A module."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["larger"]


def larger(a: int | None, b: int = 0) -> int:
    if a is None:
        return b
    return a if a > b else b


def counted(items: list[int]) -> int:
    found = 0
    while items:
        found += items.pop()
    return found
'''

NOTICES = """from tiny import larger


def test_larger():
    assert (larger(None, 2), larger(1, 2), larger(3, 2)) == (2, 2, 3)
"""
WAITS = "import time\nimport tiny\n\n\ndef test_waits():\n    open({marker!r}, 'w').close()\n    time.sleep(60)\n"


def changes(source: str) -> set[str]:
    return {mutant.change for mutant in mutants(source.encode())}


def project(beside: Path, test: str) -> Path:
    folder = beside / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "tiny.py").write_text(MODULE)
    (folder / "tests" / "data").mkdir(parents=True)
    (folder / "tests" / "test_tiny.py").write_text(test)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = long\n")
    (beside / "temporary").mkdir()
    return folder


def command(folder: Path, *arguments: str) -> list[str]:
    script = str(ROOT / "scripts" / "mutation_run.py")
    return [sys.executable, script, "--project", str(folder), *arguments, "--json", "src/tiny.py"]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "TMPDIR": str(folder.parent / "temporary")}


def run(folder: Path, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    done = subprocess.run(
        command(folder, *arguments), env=environment(folder), capture_output=True, text=True, timeout=5 * PATIENCE
    )
    assert (folder / "src" / "tiny.py").read_text() == MODULE
    assert list((folder.parent / "temporary").iterdir()) == []
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


# What is changed


def test_operators_comparisons_constants_and_branches_are_changed() -> None:
    assert changes(MODULE) == {
        "0 -> 1",
        "a is None -> a is not None",
        "a is None -> True",
        "a is None -> False",
        "a > b -> a >= b",
        "a > b -> True",
        "a > b -> False",
        "items -> False",
        "found += items.pop() -> found -= items.pop()",
    }
    assert changes("x = a and not b\ny = a < b < 3\n") == {
        "a and (not b) -> a or not b",
        "a and (not b) -> not b",
        "a and (not b) -> a",
        "not b -> b",
        "a < b < 3 -> a <= b < 3",
        "a < b < 3 -> a < b <= 3",
        "3 -> 4",
    }
    loop = "for x in y:\n    if f(x, True):\n        continue\n    g(x)\n    break\n"
    assert changes(loop) == {
        "f(x, True) -> True",
        "f(x, True) -> False",
        "True -> False",
        "continue -> break",
        "break -> continue",
        "g(x) -> pass",
    }


def test_every_change_is_another_module() -> None:
    """Also with text of several bytes, several lines, and the same constant twice in a line."""
    source = 'x = ("é", 1 +\n     1, 0, 0)  # ü\ny = f"{x + 1}" + "z"\n'.encode()
    found = mutants(source)
    changed = {mutant.applied(source) for mutant in found}
    assert [mutant.change for mutant in found] == ["1 + 1 -> 1 - 1", "1 -> 2", "1 -> 2", "0 -> 1", "0 -> 1 (2)"]
    assert len(changed) == len(found)
    assert source not in changed
    for text in changed:
        compile(text, "changed", "exec")


def test_tests_are_found_by_name_by_import_and_by_the_table(tmp_path: Path) -> None:
    files = {"test_tiny": "", "test_tiny_things": "", "test_other": "import tiny\n", "test_slow": "", "test_no": ""}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    found = files_for(Path("src/tiny.py"), tmp_path, Known({"tiny": ["test_slow"]}))
    assert [file.stem for file in found] == ["test_other", "test_tiny", "test_tiny_things", "test_slow"]


def test_the_table_names_tests_and_modules_that_exist() -> None:
    known = Known.read(ROOT / "tests" / "data" / "mutants.toml")
    tests = {file.stem for file in (ROOT / "tests").rglob("test_*.py")}
    assert {name for names in known.tests.values() for name in names} <= tests
    there: dict[str, set[tuple[str, str]]] = {}
    for file in (ROOT / "src").rglob("*.py"):
        if any(module == file.name for module, _, _ in known.equivalent):
            listed = {(mutant.at, mutant.change) for mutant in mutants(file.read_bytes())}
            there[file.name] = there.get(file.name, set()) | listed
    gone = [key for key in known.equivalent if key[1:] not in there.get(key[0], set())]
    assert gone == [], "these lines have changed: look at them again"
    assert all(len(reason) > 20 for reason in known.equivalent.values())


# What becomes of it


@pytest.mark.long
def test_a_change_that_a_test_notices_is_killed(tmp_path: Path) -> None:
    status, (found,) = run(project(tmp_path, NOTICES), "--line", "11", "--only", "None -> False")
    assert (found["outcome"], found["change"]) == ("killed", "a is None -> False")
    assert status == 0


@pytest.mark.long
def test_a_change_that_no_test_notices_survives_unless_it_is_listed(tmp_path: Path) -> None:
    folder = project(tmp_path, NOTICES)
    status, (found,) = run(folder, "--line", "13", "--only", ">=", "--limit", "60")
    assert (found["outcome"], found["change"], found["number"]) == ("survived", "a > b -> a >= b", 13)
    assert (found["function"], found["line"]) == ("larger", "return a if a > b else b")
    assert status == 1
    listed = f'[[equivalent]]\nmodule = "tiny.py"\nline = "{found["line"]}"\nchange = "{found["change"]}"\n'
    (folder / "tests" / "data" / "mutants.toml").write_text(listed + 'reason = "equal numbers are the same"\n')
    assert run(folder, "--line", "13", "--only", ">=") == (0, [])


@pytest.mark.long
def test_tests_that_fail_anyhow_tell_nothing(tmp_path: Path) -> None:
    folder = project(tmp_path, "import tiny\n\n\ndef test_fails():\n    assert tiny is None\n")
    status, found = run(folder, "--line", "13", "--only", ">=")
    assert (status, found) == (1, [])


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_behind_when_it_is_stopped(tmp_path: Path, number: int) -> None:
    marker = tmp_path / "started"
    folder = project(tmp_path, WAITS.format(marker=str(marker)))
    running = subprocess.Popen(
        command(folder), env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + PATIENCE
    while not marker.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert any((folder.parent / "temporary").iterdir())
    running.send_signal(number)
    assert running.wait(PATIENCE) != 0
    assert (folder / "src" / "tiny.py").read_text() == MODULE
    assert list((folder.parent / "temporary").iterdir()) == []
