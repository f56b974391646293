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
import tomllib
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
    (table,) = (b.text for b in blocks if b.language == "text" and re.fullmatch(r'("\w+": .+,\n)+', b.text))
    called = re.findall(rf"^class (\w+)\({base}\):", code, re.MULTILINE)[0]
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", called).lower()
    (line,) = (line for line in table.splitlines() if line.startswith(f'"{name}":'))
    (folder / f"{name}.py").write_text(code)
    return line


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    settings = {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([str(folder), ENVIRONMENT["PYTHONPATH"]])}
    return subprocess.run(
        [sys.executable, *words], env=settings, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )


@pytest.mark.parametrize(
    ("files", "least"), [(FEW_TESTS, 20), pytest.param(GAME_TESTS, 60, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_a_game_is_one_file_and_one_line(files: tuple[str, ...], least: int, tmp_path: Path) -> None:
    """The tests that run over all games pass for it; only the pages are asked for."""
    games = {"uphill": "TokenGame", "cascade": "WeightedTokenGame"}
    lines = [recipe("docs/how-to/your-own-game.md", base, tmp_path) for base in games.values()]
    (tmp_path / "one_line.py").write_text(
        f"import lastmove.games\nlastmove.games.__path__.append({str(tmp_path)!r})\n"
        f"lastmove.games.GAMES.update({{{''.join(lines)}}})\n"
    )
    tests = [f"tests/{name}" for name in files]
    words = ["-p", "one_line", "-p", "no:cacheprovider", "-k", " or ".join(games), "-m", "not long", *tests]
    done = run(tmp_path, "-m", "pytest", *words)
    failed = re.findall(r"^FAILED (\S+)", done.stdout, re.MULTILINE)
    pages = "tests/unit/test_documentation.py::test_games_are_in_the_pages"
    assert failed == [f"{pages}[{game}]" for game in games], done.stdout
    for game in games:
        assert f"docs/reference/games.md: no console example of {game} is run" in done.stdout
    assert re.match(rf"[.F]{{{least}}}", done.stdout), "too few tests were chosen"


def test_a_theorem_is_one_class_and_one_line(tmp_path: Path) -> None:
    """It answers through ``solve`` with a certificate, is listed, and is verified."""
    line = recipe("docs/reference/theorems.md", "Theorem", tmp_path)
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
sys.argv = ["lastmove", "verify", "folklore:two heaps", "--n", "3", "--weights", "0-4", "--json"]
main()
"""
    done = run(tmp_path, "-c", program)
    assert done.returncode == 0, done.stderr
    won, lost, report = map(json.loads, done.stdout.splitlines())
    assert (won["outcome"], won["reason"]["number"], won["certificate"]["kind"]) == ("N", "two heaps", "nim-sum")
    assert (lost["outcome"], lost["reason"]["number"]) == ("P", "two heaps")
    assert (report["statement"], report["conclusion"], report["wrong"]) == ("folklore:two heaps", "holds", 0)


PAIRS = """
from lastmove.games.nim import Nim


class Pairs(Nim):
    __slots__ = ()
    name, title, example = "pairs", "Pairs", {"game": "pairs", "heaps": [1, 2]}
"""


def installed(folder: Path, code: str, *, games: str = "") -> None:
    """The package of docs/reference/theorems.md, as an installer would leave it: its module and its metadata."""
    settings = (tomllib.loads(b.text) for b in blocks_of("docs/reference/theorems.md") if b.language == "toml")
    (project,) = (each["project"] for each in settings)
    assert project["entry-points"] == {"lastmove.theorems": {"two_heaps": "two_heaps"}}
    metadata = folder / f"{project['name'].replace('-', '_')}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[lastmove.theorems]\ntwo_heaps = two_heaps\n{games}")
    (folder / "two_heaps.py").write_text(code)


def test_theorems_of_another_package_are_found(tmp_path: Path) -> None:
    """Those on a game of its own answer; those on Nim come after the ones that lastmove has."""
    recipe("docs/reference/theorems.md", "Theorem", tmp_path)
    code = (tmp_path / "two_heaps.py").read_text()
    assert code.count('games=("nim",)') == 1
    (tmp_path / "pairs.py").write_text(PAIRS)
    games = "[lastmove.games]\npairs = pairs:Pairs\n"
    installed(tmp_path, code.replace('games=("nim",)', 'games=("nim", "pairs")'), games=games)
    program = """
import json, sys
import lastmove as lm
from lastmove.theorems.registry import statements, theorems_for

answers = []
for game, heaps in (("pairs", [3, 5]), ("pairs", [4, 4]), ("pairs", [1, 2, 3]), ("nim", [3, 5])):
    problem = lm.parse({"game": game, "heaps": heaps})
    answer = lm.solve(problem, certificate=True).to_json(certificate=True)
    lm.check_answer(problem, answer)
    answers.append([answer["outcome"], answer["reason"].get("number")])
print(json.dumps(answers))
print(json.dumps([statements()[-1].key, theorems_for("nim", lm.Play.NORMAL, elsewhere=True)[-1].statement.key]))
from lastmove.cli.main import main
sys.argv = ["lastmove", *sys.argv[1:]]
main()
"""
    verified = run(tmp_path, "-c", program, "verify", "folklore:two heaps", "--n", "3", "--weights", "0-4", "--json")
    assert verified.returncode == 0, verified.stderr
    answers, last, report = map(json.loads, verified.stdout.splitlines())
    assert answers == [["N", "two heaps"], ["P", "two heaps"], ["P", None], ["N", "2"]]
    assert last == ["folklore:two heaps", "folklore:two heaps"]
    assert (report["conclusion"], report["wrong"]) == ("holds", 0)
    shown = run(tmp_path, "-m", "lastmove", "theorems", "folklore:two heaps", "--json")
    assert json.loads(shown.stdout)["games"] == ["nim", "pairs"], shown.stderr


TWICE = (
    ("FOLKLORE,\n", "FOLKLORE.__class__('log-space', 'log space', 'Nim', ''),\n"),
    ('number="two heaps"', 'number="2"'),
)
WRONG = {
    "a list": ((("(TwoHeaps(),)", "[TwoHeaps()]"),), "two_heaps, where DECIDERS is [<two_heaps.TwoHeaps object"),
    "no statements": (
        (("STATEMENTS =", "_ ="),),
        "two_heaps, where STATEMENTS is None; accepted: a module with STATEM",
    ),
    "one too few": ((("STATEMENTS =", "STATEMENTS = () and"),), "two_heaps, where 'folklore:two heaps' decides and is"),
    "a key twice": (TWICE, "two_heaps states 'log-space:2', which is registered already; accepted: a key of its own"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_package_with_wrong_theorems_is_named(wrong: str, tmp_path: Path) -> None:
    changes, said = WRONG[wrong]
    recipe("docs/reference/theorems.md", "Theorem", tmp_path)
    code = (tmp_path / "two_heaps.py").read_text()
    for before, after in changes:
        assert code.count(before) == 1
        code = code.replace(before, after)
    installed(tmp_path, code)
    done = run(tmp_path, "-m", "lastmove", "theorems")
    assert done.returncode == 2, done.stderr
    assert re.search(rf"theorems: .*{re.escape(said)}", done.stderr), done.stderr
