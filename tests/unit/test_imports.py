"""Small work starts at once: what is not needed is not imported."""

from __future__ import annotations

import pytest

from commands import NIM
from processes import imported_by


@pytest.mark.parametrize("options", ["", "--all-moves --values", "--format json --play misere"])
def test_solving_nim_imports_nothing_heavy(options: str) -> None:
    imported = imported_by("from lastmove.apps.main import main; main()", "solve", *options.split(), text=NIM)
    assert "lastmove.games.nim" in imported
    assert not imported & {"numpy", "networkx", "rich", "scipy", "numba", "asyncio", "xml"}


def test_importing_the_package_is_light() -> None:
    imported = imported_by("import lastmove")
    ours = {name for name in imported if name.startswith("lastmove")}
    assert ours == {"lastmove", "lastmove._version", "lastmove.core", "lastmove.core.lazy"}
    assert not imported & {"click", "json", "networkx", "numpy", "rich", "scipy"}


def test_small_positions_start_no_compiler() -> None:
    imported = imported_by(
        "import lastmove as lm; lm.solve(lm.VertexGeography(lm.graphs.family('petersen:5,2'), start=0), 'misere')"
    )
    assert "lastmove.search.fast.machine.driver" in imported
    assert not imported & {"numba", "numpy", "networkx"}


def test_small_graphs_load_neither_numba_nor_numpy() -> None:
    imported = imported_by(
        "import lastmove as lm; from lastmove.theory.tools.matching_rule import MatchingRule\n"
        "from lastmove.graphs.csr import rows_of; from lastmove.graphs import family\n"
        "assert MatchingRule(rows_of(family('grid:20x20'))).size == 200\n"
    )
    assert "lastmove.theory.tools.matching_rule" in imported
    assert not imported & {"numba", "numpy"}


def test_small_pictures_load_nothing_heavy() -> None:
    imported = imported_by(
        "import lastmove as lm\n"
        "lm.draw(lm.Nim([3])), lm.draw(lm.solve(lm.VertexGeography([(0, 1), (1, 2)], start=0)))\n"
    )
    assert "lastmove.apps.pictures.svg" in imported
    assert not imported & {"networkx", "numpy", "numba", "rich", "click"}
