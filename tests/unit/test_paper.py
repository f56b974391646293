"""The paper: its figures are what the program draws, and it compiles where LaTeX is installed."""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from lastmove.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
PAPER = ROOT / "paper"
TEXT = PAPER / "misere-geography.tex"

pytestmark = pytest.mark.skipif(not TEXT.exists(), reason="the paper is not part of a source distribution")


def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts" / "make_paper.py"))


@pytest.mark.long
def test_figures_are_what_the_program_draws() -> None:
    drawn = dict(script()["figures"]())
    text = TEXT.read_text(encoding="utf-8")
    assert set(re.findall(r"\\drawn\{[^}]*\}\{([^}]*)\}", text)) == set(drawn)
    for name, picture in drawn.items():
        kept = (PAPER / "figures" / f"{name}.tex").read_text(encoding="utf-8")
        assert kept == picture, "run scripts/make_paper.py figures"


def test_references_lead_somewhere() -> None:
    text = TEXT.read_text(encoding="utf-8")
    labels = re.findall(r"\\label\{(.*?)\}", text)
    assert len(labels) == len(set(labels))
    assert set(re.findall(r"\\ref\{(.*?)\}", text)) <= set(labels)
    cited = {key for keys in re.findall(r"\\cite\{(.*?)\}", text) for key in keys.split(",")}
    assert cited == set(re.findall(r"\\bibitem\{(.*?)\}", text))


def run(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The script on a copy of the paper."""
    shutil.copytree(PAPER, folder, dirs_exist_ok=True)
    main = script()["main"]
    monkeypatch.setitem(main.__globals__, "PAPER", folder)
    monkeypatch.setitem(main.__globals__, "figures", dict)
    monkeypatch.setattr(sys, "argv", ["make_paper.py"])
    main()


def test_without_latex_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    run(monkeypatch, tmp_path / "paper")
    assert capsys.readouterr().out == "pdflatex is not installed: the paper is left out\n"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed: the paper is left out")
def test_it_compiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run(monkeypatch, tmp_path / "paper")
    assert (tmp_path / "paper" / "misere-geography.pdf").stat().st_size > 50_000
    log = (tmp_path / "paper" / "misere-geography.log").read_text(encoding="utf-8", errors="replace")
    pages = re.search(r"Output written on \S+ \((\d+) pages", log)
    assert pages is not None
    assert 8 <= int(pages[1]) <= 12
    assert "undefined" not in log


def test_the_software_paper_is_complete_but_for_its_authors() -> None:
    """What the journal asks for: its sections, some 750 to 1,750 words, and references and figures that are there."""
    folder = ROOT / "paper" / "joss"
    head, _, body = (folder / "paper.md").read_text().removeprefix("---\n").partition("\n---\n")
    for field in ("title:", "tags:", "authors:", "affiliations:", "date:", "bibliography: paper.bib"):
        assert f"\n{field}" in f"\n{head}"
    for section in ("Summary", "Statement of need", "State of the field", "Acknowledgements", "References"):
        assert f"\n# {section}\n" in body
    assert 750 <= len(body.split()) <= 1750
    entries = set(re.findall(r"^@\w+\{([\w-]+),", (folder / "paper.bib").read_text(), re.MULTILINE))
    cited = set(re.findall(r"@([\w-]+)", " ".join(re.findall(r"\[(@[^\]]+)\]", body))))
    assert cited == entries
    for figure in re.findall(r"\]\(([^)]+\.svg)\)", body):
        assert (folder / figure).exists()
    for name in re.findall(r"lastmove ([a-z]+) ", body):
        assert name in COMMANDS
