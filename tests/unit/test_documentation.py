"""Every example in README.md and docs/ is run and must print what the page says."""

from __future__ import annotations

import doctest
import importlib.util
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
from pathlib import Path

import click
import pytest

import lastmove
from lastmove.cli.main import COMMANDS, cli
from lastmove.games import GAMES, game_class
from lastmove.reductions import REDUCTIONS
from lastmove.reductions.run import running
from lastmove.theorems.registry import deciders, statements
from page_examples import PAGES, ROOT, RUN, Block, blocks_of, run_block, runnable
from processes import PYTHONPATH

NOT_RUN = ("pycon", "{raw}", "sh", "json", "text", "toml", "bibtex", "{eval-rst}", "{image}", "{toctree}")
MODULES = [
    module.name
    for module in pkgutil.walk_packages(lastmove.__path__, "lastmove.")
    if not module.name.endswith("__main__")
]


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
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    return work


WITH_EXAMPLES = [page for page in sorted(PAGES) if runnable(page)]
ALL_DAY = ("README.md", "docs/tutorials/getting-started.md", "docs/reference/python.md")
"""Pages whose examples are tried in the quick run too; the others start too many commands for it."""


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=() if page in ALL_DAY else pytest.mark.long) for page in WITH_EXAMPLES]
)
@pytest.mark.usefixtures("desk")
def test_examples_do_what_the_page_says(page: str) -> None:
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in runnable(page):
        run_block(block, page, namespace)


def test_no_example_escapes() -> None:
    names = ("command-line", "formats", "games", "python", "theorems")
    others = ("docs/background/errata.md", "docs/how-to/your-own-game.md", "docs/tutorials/getting-started.md")
    assert {"README.md", *others, *(f"docs/reference/{name}.md" for name in names)} <= set(WITH_EXAMPLES)
    assert {block.language for page in PAGES for block in blocks_of(page)} <= {*RUN, *NOT_RUN}
    assert sum(len(runnable(page)) for page in PAGES) > 60


@pytest.mark.usefixtures("desk")
def test_the_runner_notices_wrong_output() -> None:
    for good in ("$ echo a; echo b\n...\nb\n", '$ echo \'"text": "a, b", 1\'\n"text": "...", 1\n'):
        run_block(Block("console", 1, good), "good", {})
    for bad in (
        "$ echo a\nb\n",
        "$ lastmove --version\nlastmove 0\n",
        '$ echo \'"text": "a", "b": 1\'\n"text": "..."\n',
    ):
        with pytest.raises(AssertionError, match="it printed"):
            run_block(Block("console", 1, bad), "bad", {})
    with pytest.raises(AssertionError, match="Got"):
        run_block(Block("python", 1, ">>> 1 + 1\n3\n"), "bad", {})


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


def needs_numba(module: str) -> bool:
    """Whether a module imports Numba, or one that does, as soon as it is imported itself."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).read_text()
    needing = r"numba\b|lastmove.search.batch.vectors\b|lastmove.search.fast import (.*, )?kernel\b"
    return bool(re.search(rf"^from ({needing})", text, re.MULTILINE))


COMPILING = ("lastmove.families.by_halves", "lastmove.gadgetry.search")
"""Modules whose examples have kernels compiled that no other quick test needs: 10 seconds, where they are not kept."""


@pytest.mark.parametrize(
    "module",
    [
        pytest.param(name, marks=[pytest.mark.compiled] * needs_numba(name) + [pytest.mark.long] * (name in COMPILING))
        for name in MODULES
    ],
)
def test_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.compiled
def test_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    counts = {name: sum(len(t.examples) for t in finder.find(importlib.import_module(name))) for name in MODULES}
    assert sum(counts.values()) > 30
    assert all(counts[place.partition(":")[0]] for place in GAMES.values())


def test_public_names_are_sorted_documented_and_on_the_page() -> None:
    names = lastmove.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    page = PAGES["docs/reference/api.md"].read_text()
    for name in names:
        value = getattr(lastmove, name)
        assert isinstance(value, str) or (inspect.getdoc(value) or "").strip(), f"{name} has no docstring"
        assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", page), f"{name} is not in docs/reference/api.md"


def test_the_reference_of_python_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_python_reference.py"))
    assert PAGES["docs/reference/api.md"].read_text() == script["made"](), "run scripts/make_python_reference.py"
    (example,) = doctest.DocTestFinder().find(script["in_markdown"], "in_markdown", module=False, globs=script)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_every_command_and_option_is_on_the_page_of_commands() -> None:
    """Each command has a row; each of its options is named there or on the page that its row leads to."""
    page = PAGES["docs/reference/command-line.md"].read_text()
    whole = "".join(path.read_text() for path in PAGES.values())
    context = click.Context(cli)
    for name in COMMANDS:
        assert re.search(rf"^\| \[`{name}`[\],]|^\| .*\[`{name}`\]", page, re.MULTILINE), name
        command = cli.get_command(context, name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert any(f"{each}" in whole for each in option.opts), f"{name} {option.opts}"


@pytest.mark.parametrize("game", GAMES)
def test_games_are_in_the_pages(game: str) -> None:
    kind = game_class(game)
    words = "".join(PAGES[f"docs/reference/{name}.md"].read_text() for name in ("games", "formats"))
    manual = "".join(block.text for block in runnable("docs/reference/games.md"))
    assert f'"game": "{game}"' in manual, f"docs/reference/games.md: no console example of {game} is run"
    assert f"lm.{kind.__name__}(" in manual, f"docs/reference/games.md: no Python example of {game} is run"
    for name in (*kind.fields, *kind.move_class._fields):
        assert f"`{name}`" in words
    assert f"`{game}`" in words
    assert f"`{game}`" in PAGES["README.md"].read_text()


def test_the_game_of_another_package_is_found(desk: Path) -> None:
    """The class and the entry point of docs/how-to/your-own-game.md, installed by hand."""
    blocks = blocks_of("docs/how-to/your-own-game.md")
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


def test_every_page_is_in_one_group_and_keeps_its_name() -> None:
    """A part of the documentation is a folder, and a list on the first page."""
    pages = [path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").glob("*/*.md")]
    trees = [block.text for block in blocks_of("docs/index.md") if block.language == "{toctree}"]
    listed = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    assert sorted(listed) == sorted(pages)
    assert len(trees) == len({page.partition("/")[0] for page in pages}) == 4
    assert [path.name for path in (ROOT / "docs").glob("*.md")] == ["index.md"]


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


def test_the_picture_of_a_terminal_is_up_to_date() -> None:
    made: str = runpy.run_path(str(ROOT / "scripts" / "make_pictures.py"))["made"]()
    assert (ROOT / "docs" / "images" / "solve.svg").read_text() == made, "run scripts/make_pictures.py"


@pytest.mark.long
def test_the_pictures_of_reductions_are_up_to_date() -> None:
    """Like those of the gallery; and every reduction has its picture."""
    script = runpy.run_path(str(ROOT / "scripts" / "make_reduction_pictures.py"))
    drawn_before = {"lastmove:LM26 misère", "lastmove:LM33 misère"}  # the digraph itself, and the board of LM33
    assert set(script["sources"]()) == set(REDUCTIONS) - drawn_before
    made: dict[str, str] = script["made"]()
    for name, text in made.items():
        there = (ROOT / "docs" / name).read_text()
        if name.endswith(".svg"):
            text, there = (re.sub(r"-?\d+(\.\d+)?", "0", each) for each in (text, there))
        assert there == text, f"{name}: run scripts/make_reduction_pictures.py"
    pictures = {path.name for path in (ROOT / "docs" / "images" / "reductions").iterdir()}
    assert pictures == {name.rpartition("/")[2] for name in made if name.endswith(".svg")}


def test_the_tables_of_theorems_are_up_to_date() -> None:
    updated = runpy.run_path(str(ROOT / "scripts" / "make_theorem_pages.py"))["updated"]
    page = PAGES["docs/reference/theorems.md"].read_text()
    assert updated(page) == page, "run scripts/make_theorem_pages.py"
    listed = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert sorted(listed) == sorted(statement.key for statement in statements())


def test_the_pages_of_the_papers_are_up_to_date() -> None:
    """Each result of the four papers has its row, and the command of the row is one that can be given."""
    script = runpy.run_path(str(ROOT / "scripts" / "make_paper_pages.py"))
    pages: dict[str, str] = script["made"]()
    for name, text in pages.items():
        assert PAGES[f"docs/background/{name}"].read_text() == text, "run scripts/make_paper_pages.py"
    decided = {each.statement.key for each in deciders()} | {each.statement.key for each in running()}
    commands = re.findall(r"`lastmove (verify|theorems) ([^`]+)` \|$", "\n".join(pages.values()), re.MULTILINE)
    asked = {(command, shlex.split(key)[0]) for command, key in commands}
    papers = {"log-space", "duchene-renault", "renault-schmidt", "holshouser-reiter"}
    keys = {each.key for each in statements() if each.paper.key in papers}
    assert {key for _, key in asked} == keys
    assert {key for command, key in asked if command == "verify"} == keys & decided
    assert "| 12 as printed |" in pages["paper-vertex-nim.md"]
    assert "a caution, no error" in pages["paper-vertex-nim.md"]


def test_every_result_of_ours_is_on_the_page_for_researchers() -> None:
    page = PAGES["docs/background/new-results.md"].read_text()
    for statement in statements():
        if statement.paper.key == "lastmove":
            assert re.search(rf"\b{statement.number}\b", page), statement.key


def test_every_search_module_with_rules_is_proved_and_tested() -> None:
    text = PAGES["docs/background/search-proofs.md"].read_text()
    checked = re.findall(r"^`Checked by: pytest (.+?)`", text, re.MULTILINE)
    assert len(checked) >= 7
    for files in checked:
        for name in files.split():
            assert (ROOT / name).exists(), name


@pytest.mark.long
def test_the_table_of_quotients_is_up_to_date() -> None:
    updated = runpy.run_path(str(ROOT / "scripts" / "make_quotient_table.py"))["updated"]
    page = PAGES["docs/background/quotients.md"].read_text()
    assert updated(page) == page, "run scripts/make_quotient_table.py"


@pytest.mark.parametrize("page", ["proofs", "proofs-adjacent-nim", "proofs-open-problems"])
def test_what_the_proofs_say_is_checked_can_be_checked(page: str) -> None:
    text = PAGES[f"docs/background/{page}.md"].read_text()
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
            assert runnable(f"docs/background/{page}.md")


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
