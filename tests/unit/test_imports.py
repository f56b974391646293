"""Small work starts at once: what is not needed is not imported."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from grimp import ImportGraph

import lastmove
from check_contract import ChecksStandAlone
from commands import NIM
from lastmove.certificates.kinds import KINDS
from lastmove.games import GAMES
from page_examples import ROOT
from processes import imported_by


@pytest.mark.parametrize("options", ["", "--all-moves --values", "--format json --play misere"])
def test_solving_nim_imports_nothing_heavy(options: str) -> None:
    imported = imported_by("from lastmove.cli.main import main; main()", "solve", *options.split(), text=NIM)
    games = {f"lastmove.games.{name}" for name in ("nim", "octal", "sum")}  # octal: positions in short know its codes
    assert imported & {place.partition(":")[0] for place in GAMES.values()} == games
    assert not imported & {"numpy", "networkx", "rich", "scipy", "numba", "asyncio", "xml", "shutil"}


def test_importing_the_package_is_light() -> None:
    imported = imported_by("import lastmove")
    ours = {name for name in imported if name.startswith("lastmove")}
    assert ours == {"lastmove", "lastmove._version", "lastmove.core", "lastmove.core.lazy"}
    assert not imported & {"click", "json", "networkx", "numpy", "rich", "scipy"}


def test_the_version_is_said_by_the_door_alone() -> None:
    imported = imported_by("from lastmove.cli.main import main; main()", "--version")
    ours = {name for name in imported if name.startswith("lastmove.")}
    assert ours == {
        f"lastmove.{name}" for name in ("_version", "cli", "cli.main", "cli.output", "core", "core.errors", "core.lazy")
    }
    assert not imported & {"json", "gzip", "secrets", "dataclasses"}


def test_small_positions_start_no_compiler() -> None:
    imported = imported_by(
        "import lastmove as lm; lm.solve(lm.VertexGeography(lm.graphs.named('petersen:7,2'), start=0), 'misere')"
    )
    assert "lastmove.search.fast.driver" in imported
    assert not imported & {"numba", "numpy", "networkx"}


def test_small_boards_make_nothing_ready() -> None:
    imported = imported_by(
        "import lastmove as lm; lm.outcomes(lm.VertexGeography(lm.graphs.named('petersen:5,2')), 'misere')"
    )
    assert "lastmove.search.small_boards" in imported
    assert "lastmove.search.fast.driver" not in imported
    assert not imported & {"numba", "numpy", "networkx"}


def test_small_graphs_load_neither_numba_nor_numpy() -> None:
    imported = imported_by(
        "import lastmove as lm; from lastmove.theorems.rules.matchings.matching import MatchingRule\n"
        "from lastmove.graphs.csr import rows_of; from lastmove.graphs import named\n"
        "assert MatchingRule(rows_of(named('grid:20x20'))).size == 200\n"
    )
    assert "lastmove.theorems.rules.matchings.matching" in imported
    assert not imported & {"numba", "numpy"}


def test_small_pictures_load_nothing_heavy() -> None:
    imported = imported_by(
        "import lastmove as lm\n"
        "lm.draw(lm.Nim([3])), lm.draw(lm.solve(lm.VertexGeography([(0, 1), (1, 2)], start=0)))\n"
    )
    assert "lastmove.pictures.svg" in imported
    assert not imported & {"networkx", "numpy", "numba", "rich", "click"}


ROOMS: list[str] = next(
    contract["layers"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if contract["type"] == "layers" and "lastmove.core" in contract["layers"]
)
"""From the top of the house down."""

MODULES = {module.name for module in pkgutil.walk_packages(lastmove.__path__, "lastmove.")}
EXPLAINED = {("lastmove.core.notebook", "lastmove.cli.notebooks")} | {
    ("lastmove.certificates.kinds", f"lastmove.{place.partition(':')[0]}")
    for place in KINDS.values()
    if not place.startswith("certificates.")
}
"""The two places where something below names something above, and why: see those modules."""


def test_the_page_of_the_house_is_true() -> None:
    """Its picture has the rooms of pyproject.toml, and what its tables name is there."""
    page = (ROOT / "docs/background/design.md").read_text()
    drawn = re.findall(r"^  │ ([a-z]+)(?: +([│─]) +([a-z]+))? +│", page, re.MULTILINE)
    rooms = [
        " ".join(filter(None, (f"lastmove.{left}", mark, right and f"lastmove.{right}"))) for left, mark, right in drawn
    ]
    assert [room.replace("│", "|").replace("─", ":") for room in rooms] == ROOMS
    named = set(re.findall(r"`((?:[a-z_]+/)+(?:\w+\.py)?|\w+/[\w/]+\.py)`", page.partition("### The page")[0]))
    places = (ROOT / "src/lastmove", ROOT)
    assert not {name for name in named if not any((place / name).exists() for place in places)}
    assert {"solver/decide.py", "search/fast/rules/", "scripts/recorded_lists.py"} <= named


def test_the_page_of_the_house_names_every_file_of_the_playground() -> None:
    _, _, text = (ROOT / "docs/background/design.md").read_text().partition("### The page\n")
    text = text.partition("\n### ")[0]
    rows = "".join(re.findall(r"^\|([^|]+)\|", text, re.MULTILINE))
    styles = text.partition("The style sheets have the same parts")[2]
    for told, folder, suffix in ((rows, "", ".js"), (styles, "style", ".css")):
        files = {path.stem for path in (ROOT / "src/lastmove/web/page" / folder).glob(f"*{suffix}")}
        assert {*re.findall(r"`(\w+)`", told)} == files


def height(module: str) -> int:
    """How high in the house a module is; the package itself stands on top of it."""
    here = f"{module}."
    return next(
        (-n for n, rooms in enumerate(ROOMS) if any(here.startswith(f"{r}.") for r in re.split(r" [|:] ", rooms))), 1
    )


def named_in(text: str) -> set[str]:
    """The modules that the strings of a program name, in full or from the package on, also as ``module:name``."""
    strings = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    places = [string.partition(":")[0] for string in strings if isinstance(string, str)]
    return {name for place in places for name in (place, f"lastmove.{place}") if "." in place and name in MODULES}


def test_no_import_that_points_up_is_hidden_in_a_string() -> None:
    hidden = set()
    for name in MODULES:
        spec: Any = importlib.util.find_spec(name)
        if height(name) < 1:
            hidden |= {
                (name, named) for named in named_in(Path(spec.origin).read_text()) if height(named) > height(name)
            }
    assert hidden == EXPLAINED


def test_names_in_strings_are_found() -> None:
    assert named_in(
        "import_module('lastmove.solver.solve'); 'graphs.csr'; 'core.play:Play'; 'a.b'; 'lastmove.none'"
    ) == {
        "lastmove.solver.solve",
        "lastmove.graphs.csr",
        "lastmove.core.play",
    }
    assert height("lastmove.cli.main") > height("lastmove.solver.solve") > height("lastmove.core.play")


def test_the_contract_about_checks_tells_what_is_wrong() -> None:
    """That the package keeps it is seen by ``lint-imports``, as for the other contracts."""
    graph = ImportGraph()
    for importer, imported in (
        ("house.heaps.check", "house.heaps.tables"),  # a method of its room
        ("house.theorems.rules.edges.flows_check", "house.theorems.rules.labels"),  # the room is the folder above
        ("house.heaps.check", "house.heaps.kernel"),  # both stand on it
        ("house.heaps.check", "house.heaps.periods_check"),
        ("house.heaps.check", "house.search.plain"),
        ("house.heaps.checkpoint", "house.heaps.tables"),  # no check
        ("house.cli.check", "house.cli.read"),  # left out
    ):
        graph.add_module(importer)
        graph.add_module(imported)
        graph.add_import(importer=importer, imported=imported)
    options = {"shared": ["house.heaps.kernel", "house.heaps.values"], "left_out": ["house.cli"]}
    found = ChecksStandAlone("checks", {}, options).check(graph, verbose=False)
    assert not found.kept
    assert found.metadata["wrong"] == [
        "house.heaps.check imports house.heaps.tables",
        "house.theorems.rules.edges.flows_check imports house.theorems.rules.labels",
        "no check of its room imports house.heaps.values",
    ]


def test_every_public_name_loads() -> None:
    """Names are loaded late, from modules that tables name: a table that is wrong would be seen by users first."""
    for name in ("lastmove", "lastmove.graphs", "lastmove.graphs.matching"):
        package = importlib.import_module(name)
        assert all(getattr(package, public) is not None for public in package.__all__)


def test_a_class_has_a_name_of_its_own() -> None:
    """Whoever searches for a class finds one; private names of a module count too."""
    places: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src/lastmove").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert len(places) > 700
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
