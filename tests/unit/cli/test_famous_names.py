"""Kayles is called Kayles, with its code beside it, wherever people read; so are the other games that have a name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import commands
import lastmove as lm
from lastmove.games.octal import FAMOUS, TITLES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", FAMOUS)
def test_what_people_read_has_the_name_and_the_code(name: str) -> None:
    code = str(FAMOUS[name]["code"])
    title = TITLES[code]
    answer = lm.solve(lm.parse({**FAMOUS[name], "heaps": [7]}))
    assert str(answer).startswith(f"{title}, normal play: {code}, heaps 7\n")
    assert str(lm.explain(answer.problem)).startswith(f"{title}, normal play: {code}, heaps 7\n")
    drawn = str(lm.draw(answer))
    title_in_svg = title.replace("'", "&#x27;")
    assert f"{title_in_svg} ({code})" in drawn or f"{title} ({code})" in drawn
    assert commands.invoke("play", name, text="q\n").stdout.startswith(f"{title}, normal play\n")
    assert f"{title} ({code}, heaps 2)" in lm.Sum([lm.Octal(code, [2]), lm.Nim([1])]).summary()


def test_worksheets_have_it_too(tmp_path: Path) -> None:
    commands.invoke("worksheet", "kayles:7", "0.7:3", "-o", str(tmp_path / "lesson"))
    page = (tmp_path / "lesson.html").read_text()
    assert "Kayles, normal play" in page
    assert "Octal game, normal play" in page  # no name of its own
    assert "Kayles (0.77)" in page
    assert "0.77 (Kayles)" not in page + (tmp_path / "lesson-key.html").read_text()


def test_tables_and_quotients_take_the_name() -> None:
    by_name = commands.invoke("grundy", "--octal", "kayles", "--to", "5", "--json").stdout
    assert by_name == commands.invoke("grundy", "--octal", "0.77", "--to", "5", "--json").stdout
    assert "octal game Kayles (0.77)" in commands.invoke("grundy", "--octal", "Kayles", "--export", "latex").stdout
    found = commands.invoke("quotient", "dawsons-kayles", "--heap", "4").stdout
    assert json.loads(found) == json.loads(commands.invoke("quotient", "0.07", "--heap", "4").stdout)


def test_json_keeps_the_code() -> None:
    assert lm.position_to_json(lm.Octal("0.77", [7])) == {"game": "octal", "code": "0.77", "heaps": [7]}
