"""The site that Sphinx builds: every page is there, and is what it should be."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
GROUPS = ["Tutorials", "How-to guides", "Reference", "Background"]


@pytest.mark.long
def test_every_page_of_the_site_is_what_it_should_be(tmp_path: Path) -> None:
    playground = tmp_path / "playground"
    playground.mkdir()
    (playground / "index.html").write_text("a playground that lastmove site has written")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path / "site")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LASTMOVE_PLAYGROUND": str(playground)},
    )
    assert done.returncode == 0, done.stderr
    titles = []
    for source in sorted((ROOT / "docs").rglob("*.md")):
        page = (tmp_path / "site" / source.relative_to(ROOT / "docs").with_suffix(".html")).read_text()
        written = re.search(r"^# (.+)$", source.read_text(), re.MULTILINE)
        headed = re.search(r"<h1>(.+?)<a class=\"headerlink\"", page, re.DOTALL)
        assert written is not None
        assert headed is not None, f"{source.name} is not this page"
        assert words(unescape(re.sub("<[^>]+>", "", headed[1]))) == words(written[1]), source.name
        titles.append(headed[1])
        for section in re.findall(r"^## (.+)$", source.read_text(), re.MULTILINE):
            assert words(section) <= words(unescape(re.sub("<[^>]+>", "", page))), f"{source.name}: {section}"
    assert len(set(titles)) == len(titles), "two pages have one title"
    index = (tmp_path / "site" / "index.html").read_text()
    assert '<iframe class="board" src="playground/index.html"' in index
    assert (tmp_path / "site" / "playground" / "index.html").read_text().startswith("a playground")
    assert "pygments_dark.css" in index
    places = [index.index(f'<span class="caption-text">{group}</span>') for group in GROUPS]
    assert places == sorted(places)
    assert 'id="search-documentation"' in (tmp_path / "site" / "search.html").read_text()
    reference = (tmp_path / "site" / "reference" / "api.html").read_text()
    assert "-&gt; Solution" in reference, "the reference shows no types"


def test_without_a_playground_the_front_page_has_a_game_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LASTMOVE_PLAYGROUND", str(tmp_path))
    conf = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    context = {"body": '<iframe src="BOARD-ADDRESS">'}
    conf["show_board"](SimpleNamespace(builder=SimpleNamespace(format="html")), "index", "page.html", context, None)
    assert context["body"] == '<iframe src="_static/nim.html">'
    game = (ROOT / "docs" / "_static" / "nim.html").read_text()
    assert "://" not in game, "it needs nothing from elsewhere"
    assert "BOARD-ADDRESS" in (ROOT / "docs" / "index.md").read_text()


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
