"""The files of the page: every text that is asked for is there, in every language, no style is without use, and nothing
comes from elsewhere.
"""

from __future__ import annotations

import re

import pytest

from lastmove.games import game_names
from lastmove.graphs.families import FAMILIES
from lastmove.web.gallery import EXAMPLES
from lastmove.web.page_files import page_files

FILES = {name: content.decode() for name, content in page_files().items() if name.endswith((".js", ".css", ".html"))}
LANGUAGES = sorted(name for name in FILES if name.startswith("texts/"))
_ENTRY = re.compile(r"""^  '?([\w.\[\]-]+)'?: '((?:[^'\\]|\\.)*)',$""", re.MULTILINE)
_ASKED = re.compile(r"""\bt\('([\w.-]+)'|data-(?:text|label)="([\w.-]+)\"""")


ALIKE = {"nim", "nimg-rm", "nimg-mr", "vertexnim", "vertexnim-mr"}
"""Games that are called the same in every language."""


def texts(name: str) -> dict[str, str]:
    return dict(_ENTRY.findall(FILES[name]))


def places_in(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def known(key: str, table: dict[str, str]) -> bool:
    return key in table or f"{key}.other" in table


@pytest.mark.parametrize("name", sorted(name for name in FILES if not name.startswith("texts/")))
def test_every_text_that_is_asked_for_is_in_the_table(name: str) -> None:
    table = texts("texts/en.js")
    asked = {first or second for first, second in _ASKED.findall(FILES[name])}
    assert {key for key in asked if not known(key, table)} == set()


@pytest.mark.parametrize("name", [name for name in LANGUAGES if name != "texts/en.js"])
def test_a_translation_has_every_text_with_the_same_places_in_it(name: str) -> None:
    english, translated = texts("texts/en.js"), texts(name)
    assert len(english) > 200
    assert set(english) - set(translated) == set()
    own = {key for key in translated if key not in english}
    assert {key for key in own if not key.startswith(("example.", "family.", "game."))} == set()
    assert {f"game.{name}" for name in game_names() if name not in ALIKE} <= {*own, *english}
    assert {f"family.{name}" for name in FAMILIES} <= own
    assert {f"example.{each.name}.{part}" for each in EXAMPLES for part in ("title", "sentence")} <= own
    for key, text in english.items():
        assert places_in(translated[key]) == places_in(text), key
    assert f"texts/{name.removeprefix('texts/')}" in FILES["texts.js"]


@pytest.mark.parametrize("name", sorted(FILES))
def test_nothing_comes_from_elsewhere(name: str) -> None:
    addresses = re.findall(r"""(?:https?:)?//[\w.-]+\.\w+[^\s'"`)]*""", FILES[name])
    assert [address for address in addresses if not address.startswith("http://www.w3.org/2000/svg")] == []


def test_no_style_is_without_use() -> None:
    """The page names every class and property of its style sheets; those of pictures and of worksheets are others'."""
    styles = "".join(text for name, text in FILES.items() if name.startswith("style/"))
    rules = re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)
    page = "".join(text for name, text in FILES.items() if not name.endswith(".css"))
    classes = set(re.findall(r"\.([a-z][\w-]*)(?=[^{}]*\{)", rules))
    used = {name for name in classes if re.search(rf"(?<![\w-]){name}(?![\w-])", page)}
    assert {name for name in classes - used if not name.startswith("lm-")} == set()
    properties = set(re.findall(r"(--[\w-]+):", rules))
    assert {name for name in properties if f"var({name})" not in rules + FILES["pictures.css"]} == set()


def test_the_page_has_no_scripts_or_styles_inside() -> None:
    page = FILES["index.html"]
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page) == []
    named = re.findall(r"""(?:src|href)="([^"#][^"]*)\"""", page)
    assert {name for name in named if name not in page_files()} == set()


def test_every_module_that_is_imported_is_there() -> None:
    for name, text in FILES.items():
        folder = name.rpartition("/")[0]
        for path in re.findall(r"""(?:from|import)\s*\(?'\./([\w./]+)'""", text):
            wanted = f"{folder}/{path}" if folder else path
            assert wanted in FILES or wanted == "pyodide/pyodide.mjs", f"{name}: {path}"
