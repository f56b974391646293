"""Files of graphs that gzip has packed, as sources of ``lm.refute`` and ``lm.census``."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path
from typing import Any

import pytest

import lastmove as lm

GAME = "vertex-geography"
LINES = b">>graph6<<Bw\nCF\nDhc\n"


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    path = tmp_path / "some.g6.gz"
    path.write_bytes(gzip.compress(LINES))
    path.with_suffix("").write_bytes(LINES)
    return path


def centre_loses(position: Any) -> str | None:
    return "P" if len(position.graph.neighbours[position.start]) == 3 else None


@pytest.mark.parametrize("name", ["some.g6", "some.g6.gz"])
@pytest.mark.parametrize("as_text", [False, True])
def test_claims_are_held_against_the_graphs_of_a_file(packed: Path, name: str, as_text: bool) -> None:
    path = packed.parent / name
    source: Path | str = str(path) if as_text else path
    found = lm.refute(centre_loses, game=GAME, source=source)
    assert found is not None
    assert found.graph6 == "CF"
    against = lm.refute("n < 5", game=GAME, source=source)
    assert against is not None
    assert against.graph6 == "Dhc"
    assert lm.refute("n < 5", game=GAME, source=source, n=4) is None
    board = lm.refute(lambda outcomes: len(outcomes) < 4, game=GAME, source=source, of="board")
    assert board is not None
    assert board.graph6 == "CF"


def test_a_census_in_python_takes_them_too(packed: Path, tmp_path: Path) -> None:
    for given in ({"file": packed}, {"file": str(packed)}, {"source": packed}):
        found = lm.census(GAME, **given)
        assert set(found.summary["n"]) == {"3", "4", "5"}  # type: ignore[call-overload]
    for _ in range(2):  # the second goes on with what is there
        assert len(lm.census(GAME, source=packed, out=tmp_path / "run").manifest.shards) == 1


def test_nothing_stays_behind(packed: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    assert lm.refute(centre_loses, game=GAME, source=packed) is not None
    assert list((tmp_path / "tmp").iterdir()) == []


def test_what_is_wrong_with_a_file_is_said(packed: Path, tmp_path: Path) -> None:
    packed.write_bytes(packed.read_bytes()[:-3])
    with pytest.raises(lm.InputError, match="the gzip file ends too early"):
        lm.refute(centre_loses, game=GAME, source=packed)
    for source in (tmp_path / "none.g6.gz", "none.g6.gz"):
        with pytest.raises(lm.InputError, match=r"file: .*none.g6.gz: No such file"):
            lm.refute(centre_loses, game=GAME, source=source)
