"""Every example in README.md and docs/*.md is run and must print what the page says."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import os
import pkgutil
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

import lastmove
from lastmove.apps.main import cli
from lastmove.games import GAMES, game_class
from lastmove.theory.registry import deciders, statements

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
RUN = ("python", "console")
NOT_RUN = ("sh", "json", "text", "toml", "{eval-rst}", "{image}", "{toctree}")
MODULES = [
    module.name
    for module in pkgutil.walk_packages(lastmove.__path__, "lastmove.")
    if not module.name.endswith("__main__")
]


class Block(NamedTuple):
    """A fenced block: its language, the line its text begins on, and the text."""

    language: str
    line: int
    text: str


@cache
def blocks_of(page: str) -> list[Block]:
    found: list[Block] = []
    language: str | None = None
    text: list[str] = []
    for number, line in enumerate(PAGES[page].read_text().splitlines(), start=1):
        if not line.startswith("```"):
            text.append(line)
        elif language is None:
            language, text = (line[3:].split() or ["nothing"])[0], []
        else:
            found.append(Block(language, number - len(text), "\n".join(text) + "\n"))
            language = None
    assert language is None, f"{page}: the last block is not closed"
    return found


def runnable(page: str) -> list[Block]:
    return [block for block in blocks_of(page) if block.language in RUN]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a copy of examples/ to work in, and ``lastmove`` on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "lastmove"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lastmove "$@"\n')
    command.chmod(0o755)
    work = tmp_path / "work"
    shutil.copytree(ROOT / "examples", work / "examples")
    monkeypatch.chdir(work)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(lastmove.__file__).parents[1]))
    return work


def run_prompts(block: Block, page: str, namespace: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, namespace, page, page, block.line - 1)
    assert test.examples
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append, clear_globs=False)
    namespace.update(test.globs)
    assert not said, "".join(said)


def run_program(block: Block, page: str, namespace: dict[str, object]) -> None:
    program = ast.parse(block.text, page)
    assert program.body
    exec(compile(ast.increment_lineno(program, block.line - 1), page, "exec"), namespace)


def run_console(block: Block, page: str) -> None:
    commands = commands_of(block)
    assert commands, f"{page}:{block.line}: no line begins with '$ '"
    for command, expected in commands:
        status, out, err = run_command(command)
        assert status == 0, f"{page}: {command}\n{out}{err}"
        shown = steady(out)
        assert re.fullmatch(pattern_of(expected), shown), f"{page}: {command}\nit printed\n{shown}{err}"


def run_command(command: str) -> tuple[int, str, str]:
    """The exit status of a command, what it printed, and its errors.

    A pipe of ``lastmove`` with simple words is run here, as starting a process takes longer than most examples;
    what comes before the first ``|`` may be any program. Everything else is for the shell.
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    stages = [list(stage) for bar, stage in groupby(words, "|".__eq__) if not bar]
    special = re.sub("'[^']*'", "", command)
    simple = not re.search(r"[;&<>$`*?~\\\n\"]|\|\|", special)
    first, *others = stages
    if not simple or not all(stage[0] == "lastmove" for stage in others or [first]):
        ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout, ran.stderr
    text = b""
    if first[0] != "lastmove":
        text = subprocess.run(["bash", "-c", shlex.join(first)], capture_output=True, check=True).stdout
        stages = others
    errors = ""
    for _, *arguments in stages:
        result = CliRunner().invoke(cli, arguments, input=text, prog_name="lastmove")
        text, errors = result.stdout_bytes, errors + result.stderr
    return result.exit_code, text.decode(), errors


def pattern_of(expected: list[str]) -> str:
    """What a page shows, as a regular expression; ``...`` stands for any lines, or for any text of a reason."""
    lines = (r"(?:.*\n)*" if line == "..." else re.escape(f"{line}\n") for line in map(steady, expected))
    return "".join(lines).replace(re.escape('"text": "..."'), r'"text": "(?:[^"\\]|\\.)+"')


def commands_of(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a console block with the lines they print; ``> `` goes on with a command."""
    commands: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif line.startswith("> ") and commands and not commands[-1][1]:
            commands[-1] = (f"{commands[-1][0]}\n{line[2:]}", [])
        else:
            commands[-1][1].append(line)
    return commands


def steady(text: str) -> str:
    """The text without what changes from run to run, or with every improvement of a search."""
    text = re.sub(r'"kind": "search", "positions": \d+', '"kind": "search", "positions": 0', text)
    return re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', text)


WITH_EXAMPLES = [page for page in sorted(PAGES) if runnable(page)]


@pytest.mark.parametrize("page", WITH_EXAMPLES)
@pytest.mark.usefixtures("desk")
def test_examples_do_what_the_page_says(page: str) -> None:
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in runnable(page):
        if block.language == "console":
            run_console(block, page)
        elif ">>> " in block.text:
            run_prompts(block, page, namespace)
        else:
            run_program(block, page, namespace)


def test_no_example_escapes() -> None:
    names = ("command-line", "errata", "formats", "games", "getting-started", "python", "theorems", "your-own-game")
    assert {"README.md", *(f"docs/{name}.md" for name in names)} <= set(WITH_EXAMPLES)
    assert {block.language for page in PAGES for block in blocks_of(page)} <= {*RUN, *NOT_RUN}
    assert sum(len(runnable(page)) for page in PAGES) > 60


@pytest.mark.usefixtures("desk")
def test_the_runner_notices_wrong_output() -> None:
    for good in ("$ echo a; echo b\n...\nb\n", '$ echo \'"text": "a, b", 1\'\n"text": "...", 1\n'):
        run_console(Block("console", 1, good), "good")
    for bad in (
        "$ echo a\nb\n",
        "$ lastmove --version\nlastmove 0\n",
        '$ echo \'"text": "a", "b": 1\'\n"text": "..."\n',
    ):
        with pytest.raises(AssertionError, match="it printed"):
            run_console(Block("console", 1, bad), "bad")
    with pytest.raises(AssertionError, match="Got"):
        run_prompts(Block("python", 1, ">>> 1 + 1\n3\n"), "bad", {})


def test_json_blocks_are_positions_or_answers() -> None:
    lines = [line for page in PAGES for b in blocks_of(page) if b.language == "json" for line in b.text.splitlines()]
    assert len(lines) > 10
    for line in lines:
        read = json.loads(line)
        if "game" in read:
            lastmove.parse(read)
        elif "record" in read:
            lastmove.GameRecord.from_json(read)
        else:
            assert read.keys() & {"outcome", "outcomes", "error"} or "to" in read or "remaining" in read, line


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    counts = {name: sum(len(t.examples) for t in finder.find(importlib.import_module(name))) for name in MODULES}
    assert sum(counts.values()) > 30
    assert all(counts[place.partition(":")[0]] for place in GAMES.values())


def test_public_names_are_sorted_documented_and_on_the_page() -> None:
    names = lastmove.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    page = PAGES["docs/python.md"].read_text()
    for name in names:
        value = getattr(lastmove, name)
        assert isinstance(value, str) or (inspect.getdoc(value) or "").strip(), f"{name} has no docstring"
        assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", page), f"{name} is not in docs/python.md"


@pytest.mark.parametrize("game", GAMES)
def test_games_are_in_the_pages(game: str) -> None:
    kind = game_class(game)
    manual = "".join(block.text for block in runnable("docs/games.md"))
    assert f'"game": "{game}"' in manual, "no example is run"
    assert f"lm.{kind.__name__}(" in manual, "no Python example is run"
    for name in (*kind.fields, *kind.move_class._fields):
        assert f"`{name}`" in PAGES["docs/games.md"].read_text() + PAGES["docs/formats.md"].read_text()
    assert f"`{game}`" in PAGES["docs/games.md"].read_text()
    assert f"`{game}`" in PAGES["README.md"].read_text()


def test_the_game_of_another_package_is_found(desk: Path) -> None:
    """The class and the entry point of docs/your-own-game.md, installed by hand."""
    blocks = blocks_of("docs/your-own-game.md")
    (code,) = (block.text for block in blocks if block.language == "python" and "(Game)" in block.text)
    (project,) = (tomllib.loads(block.text)["project"] for block in blocks if block.language == "toml")
    (game, place), *none = project["entry-points"]["lastmove.games"].items()
    assert not none
    elsewhere = desk.parent / "elsewhere"
    metadata = elsewhere / f"{project['name'].replace('-', '_')}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[lastmove.games]\n{game} = {place}\n")
    (elsewhere / f"{place.partition(':')[0]}.py").write_text(code)
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(elsewhere)])}

    def answer(words: list[str], given: str = "") -> dict[str, object]:
        ran = subprocess.run(
            ["lastmove", *words], input=given, capture_output=True, text=True, check=False, env=settings
        )
        assert ran.returncode == 0, ran.stderr
        read: dict[str, object] = json.loads(ran.stdout)
        return read

    example = answer(["games", game])["example"]
    assert answer(["solve"], json.dumps(example))["outcome"] == "N"


def test_the_gallery_is_up_to_date() -> None:
    """Words to the letter; pictures but for the last digits of places, which differ from machine to machine."""
    made: dict[str, str] = runpy.run_path(str(ROOT / "scripts" / "make_gallery.py"))["made"]()
    for name, text in made.items():
        there = (ROOT / "docs" / name).read_text()
        if name.endswith(".svg"):
            text, there = (re.sub(r"-?\d+(\.\d+)?", "0", each) for each in (text, there))
        assert there == text, f"{name}: run scripts/make_gallery.py"
    pictures = {path.name for path in (ROOT / "docs" / "images" / "gallery").iterdir()}
    assert pictures == {name.rpartition("/")[2] for name in made if name.endswith(".svg")}


def test_the_tables_of_theorems_are_up_to_date() -> None:
    updated = runpy.run_path(str(ROOT / "scripts" / "make_theorem_pages.py"))["updated"]
    page = PAGES["docs/theorems.md"].read_text()
    assert updated(page) == page, "run scripts/make_theorem_pages.py"
    listed = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert sorted(listed) == sorted(statement.key for statement in statements())


@pytest.mark.parametrize("page", ["docs/proofs.md", "docs/proofs-adjacent-nim.md"])
def test_what_the_proofs_say_is_checked_can_be_checked(page: str) -> None:
    text = PAGES[page].read_text()
    numbers = re.findall(r"^## (LM\d+)\b", text, re.MULTILINE)
    checked = re.findall(r"^`Checked by: (.+?)`", text, re.MULTILINE)
    assert len(checked) == len(numbers) > 4
    decided = {theorem.statement.key for theorem in deciders()}
    for number, how in zip(numbers, checked, strict=True):
        program, _, what = how.rpartition(" ")
        if program == "lastmove verify":
            assert what == f"lastmove:{number}"
            assert what in decided, f"{what} decides nothing"
        elif program == "pytest":
            assert number in (ROOT / what).read_text()
        else:
            assert how == "the program below"
            assert runnable(page)


def test_links_lead_somewhere() -> None:
    links = [
        (page, link)
        for page, path in PAGES.items()
        for link in re.findall(r"\]\(([^)#\s]+)", path.read_text())
        if "://" not in link
    ]
    assert len(links) > 10
    for page, link in links:
        assert (PAGES[page].parent / link).exists(), f"{page}: {link}"


def test_the_version_is_one() -> None:
    version = lastmove.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert re.search(rf"^## {re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_install_commands_name_real_files() -> None:
    commands = [block.text for block in blocks_of("README.md") if block.language == "sh"]
    assert len(commands) == 2
    for name in ("examples/first.jsonl", "scripts/test"):
        assert any(name in command for command in commands)
        assert (ROOT / name).exists()
    assert os.access(ROOT / "scripts/test", os.X_OK)
