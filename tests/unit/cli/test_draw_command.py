"""``lastmove draw``: formats, files, errors, exit codes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import lastmove as lm
from commands import invoke

if TYPE_CHECKING:
    from click.testing import Result

NIM = '{"game": "nim", "heaps": [3, 5]}'
PATH = '{"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"]], "start": "a"}'


def run(*words: str, given: str = "") -> Result:
    return invoke(*words, text=given, status=None)


def test_to_standard_output() -> None:
    result = run("draw", given=NIM)
    assert result.exit_code == 0
    assert result.stdout == lm.draw(lm.Nim([3, 5]))
    moves = run("draw", "--moves", "--play", "misere", given=NIM)
    assert moves.stdout == lm.draw(lm.solve(lm.Nim([3, 5]), "misere"))
    starts = run("draw", "--starts", "all", "--theme", "print", given=PATH)
    board = lm.VertexGeography([("a", "b"), ("b", "c")])
    assert starts.stdout == lm.draw(lm.outcomes(board), theme="print")


def test_boards_need_no_start() -> None:
    board = PATH.replace(', "start": "a"', "")
    assert "lm-token" not in run("draw", given=board).stdout
    result = run("draw", "--moves", given=board)
    assert result.exit_code == 1
    assert "line 1: start: missing" in result.stderr


def test_graph_formats(tmp_path: Path) -> None:
    edges = tmp_path / "board.edges"
    edges.write_text("a b\nb c\n")
    words = ("--game", "nimg-rm", "--weights", "2", "--start", "b", "--moves")
    result = run("draw", str(edges), *words)
    assert result.exit_code == 0
    assert ElementTree.fromstring(result.stdout) is not None


def test_several_positions_become_numbered_files(tmp_path: Path) -> None:
    result = run("draw", "--out", str(tmp_path / "p.svg"), given=f"{NIM}\nnothing\n{PATH}\n")
    assert result.exit_code == 1
    assert "line 2: " in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p-1.svg", "p-3.svg"]
    refused = run("draw", given=f"{NIM}\n{PATH}\n")
    assert refused.exit_code == 2
    assert "picture-1.svg" in refused.stderr


@pytest.mark.parametrize(("suffix", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("tex", b"% Nim")])
def test_the_suffix_says_the_format(suffix: str, begins: bytes, tmp_path: Path) -> None:
    target = tmp_path / f"picture.{suffix}"
    assert run("draw", "-o", str(target), "--moves", "--certificate", given=NIM).exit_code == 0
    assert target.read_bytes().startswith(begins)


def test_the_format_that_was_asked_for_wins(tmp_path: Path) -> None:
    target = tmp_path / "picture.txt"
    assert run("draw", "-o", str(target), "--to", "tikz", given=NIM).exit_code == 0
    assert r"\begin{tikzpicture}" in target.read_text()


def test_png_without_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = run("draw", "-o", str(tmp_path / "p.png"), given=NIM)
    assert result.exit_code == 1
    assert "pip install resvg-py" in result.stderr


def test_captions_and_legends() -> None:
    plain = run("draw", "--moves", "--caption", "Heaps & more", "--no-legend", given=PATH).stdout
    assert ">Heaps &amp; more</text>" in plain
    assert "lm-g-key" not in plain
    assert "losing move" in run("draw", "--moves", given=PATH).stdout
    assert "winning move" in run("draw", "--moves", "--start", "b", given=PATH).stdout


@pytest.mark.parametrize(
    ("words", "given", "problem", "status"),
    [
        (("--starts", "all", "--moves"), PATH, "give one of them", 2),
        (("--starts", "all"), NIM, "nim has no start to choose", 1),
        (("--to", "pdf"), NIM, "'pdf' is not one of", 2),
        (("--out", "/no/such/folder/p.svg"), NIM, "--out: /no/such/folder/p.svg", 2),
        ((), '{"game": "nim", "heaps": [-1]}', "heaps[0]: -1", 1),
        ((), '{"game": "vertex-geography", "vertices": 500, "edges": []}', "a picture shows at most 400", 1),
        ((), "", "it is empty", 1),
    ],
)
def test_bad_input(words: tuple[str, ...], given: str, problem: str, status: int) -> None:
    result = run("draw", *words, given=given)
    assert result.exit_code == status, result.stderr
    assert problem in result.stderr
    assert "Traceback" not in result.stderr


def test_unknown_is_drawn_as_unknown() -> None:
    hard = '{"game": "edge-geography", "graph6": "I~~~~~~~w", "start": 0}'
    result = run("draw", "--moves", "--position-limit", "20", given=hard)
    assert result.exit_code == 3
    assert "lm-edge-unknown" in result.stdout
    assert "unknown" in result.stdout


@pytest.mark.parametrize("name", ["picture.pdf", "picture", "picture.jpeg"])
def test_endings_that_cannot_be_written_are_refused(name: str) -> None:
    result = invoke("draw", "nim:1,2", "--out", name, status=2)
    assert f"{name} " in result.stderr
    assert "accepted: .svg, .png, .tex, .tikz" in result.stderr


def test_what_a_limit_leaves_unknown_is_drawn_so(tmp_path: Path) -> None:
    file = tmp_path / "hard.svg"
    hard = ("draw", "misere:edge-geography:grid:8x8", "--moves", "-o", str(file))
    invoke(*hard, "--time-limit", "100", "--position-limit", "50", status=3)
    assert "unknown" in file.read_text()
