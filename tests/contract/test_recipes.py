"""What the pages say of adding a game and a theorem is done to the letter, and is enough.

The class and the one line are taken from the page and put where it says: into a folder that the package is told to look
into as well, so that nothing of the package is changed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from page_examples import ROOT, blocks_of
from processes import ENVIRONMENT

if TYPE_CHECKING:
    from pathlib import Path

GAME_TESTS = (
    "contract/test_games.py",
    "contract/test_schemas.py",
    "contract/test_views.py",
    "unit/pictures/test_pictures.py",
    "unit/cli/test_check_command.py",
    "unit/cli/test_convert_command.py",
    "unit/cli/test_odd_values.py",
    "unit/cli/test_play_command.py",
    "unit/cli/test_play_records.py",
    "unit/cli/test_play_typing.py",
    "unit/cli/test_solve_command.py",
    "unit/verify/test_positions.py",
    "unit/test_documentation.py",
)
"""The tests that run over all games, as far as they are quick."""

FEW_TESTS = ("contract/test_games.py", "contract/test_schemas.py", "unit/test_documentation.py")
"""Those that a new game fails first, for all day."""


def recipe(page: str, base: str, folder: Path) -> str:
    """Write the class of a page that subclasses ``base`` into its file; give the line that registers it."""
    blocks = blocks_of(page)
    (code,) = (b.text for b in blocks if b.language == "python" and re.search(rf"^class \w+\({base}\):", b.text, re.M))
    (line,) = (b.text.strip() for b in blocks if b.language == "text" and re.fullmatch(r'"\w+": .+,\n', b.text))
    (folder / f"{line.split(chr(34))[1]}.py").write_text(code)
    return line


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    settings = {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([str(folder), ENVIRONMENT["PYTHONPATH"]])}
    return subprocess.run(
        [sys.executable, *words], env=settings, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )


@pytest.mark.parametrize(
    ("files", "least"), [(FEW_TESTS, 10), pytest.param(GAME_TESTS, 30, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_a_game_is_one_file_and_one_line(files: tuple[str, ...], least: int, tmp_path: Path) -> None:
    """The tests that run over all games pass for it; only the pages are asked for."""
    line = recipe("docs/your-own-game.md", "TokenGame", tmp_path)
    (tmp_path / "one_line.py").write_text(
        f"import lastmove.games\nlastmove.games.__path__.append({str(tmp_path)!r})\n"
        f"lastmove.games.GAMES.update({{{line}}})\n"
    )
    tests = [f"tests/{name}" for name in files]
    words = ["-p", "one_line", "-p", "no:cacheprovider", "-k", "uphill", "-m", "not long", *tests]
    done = run(tmp_path, "-m", "pytest", *words)
    failed = re.findall(r"^FAILED (\S+)", done.stdout, re.MULTILINE)
    assert failed == ["tests/unit/test_documentation.py::test_games_are_in_the_pages[uphill]"], done.stdout
    assert "docs/games.md: no console example of uphill is run" in done.stdout
    assert re.match(rf"[.F]{{{least}}}", done.stdout), "too few tests were chosen"


def test_a_theorem_is_one_class_and_one_line(tmp_path: Path) -> None:
    """It answers through ``solve`` with a certificate, is listed, and is verified."""
    line = recipe("docs/theorems.md", "Theorem", tmp_path)
    program = f"""
import json, sys
import lastmove as lm
import lastmove.theorems
from lastmove.theorems import registry

lastmove.theorems.__path__.append({str(tmp_path)!r})
others = dict(registry.MODULES)
registry.MODULES.clear()
registry.MODULES.update({{{line}}})
registry.MODULES.update(others)
for heaps in ([3, 5], [4, 4]):
    problem = lm.parse({{"game": "nim", "heaps": heaps}})
    answer = lm.solve(problem).to_json(certificate=True)
    lm.check_answer(problem, answer)
    print(json.dumps(answer))
from lastmove.cli.main import main
sys.argv = ["lastmove", "verify", "folklore:two heaps", "--size", "3", "--weight", "4", "--json"]
main()
"""
    done = run(tmp_path, "-c", program)
    assert done.returncode == 0, done.stderr
    won, lost, report = map(json.loads, done.stdout.splitlines())
    assert (won["outcome"], won["reason"]["number"], won["certificate"]["kind"]) == ("N", "two heaps", "nim-sum")
    assert (lost["outcome"], lost["reason"]["number"]) == ("P", "two heaps")
    assert (report["statement"], report["conclusion"], report["wrong"]) == ("folklore:two heaps", "holds", 0)
