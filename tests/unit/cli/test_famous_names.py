"""Kayles is called Kayles wherever people read, without its code; so it is with others that have a name."""

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
def test_what_people_read_has_the_name_and_not_the_code(name: str) -> None:
    code = str(FAMOUS[name]["code"])
    title = TITLES[code]
    answer = lm.solve(lm.parse({**FAMOUS[name], "heaps": [7]}))
    heaps = "a row of 7 pins" if code in ("0.77", "0.07", "0.007") else "heaps 7"
    assert str(answer).startswith(f"{title}, normal play: {heaps}\n")
    assert str(lm.explain(answer.problem)).startswith(f"{title}, normal play: {heaps}\n")
    drawn = str(lm.draw(answer))
    assert title.replace("'", "&#x27;") in drawn or title in drawn
    assert code not in str(answer)
    assert code not in drawn
    assert commands.invoke("play", name, text="q\n").stdout.startswith(f"{title}, normal play\n")
    assert f"{title} ({heaps.replace('7', '2')})" in lm.Sum([lm.Octal(code, [2]), lm.Nim([1])]).summary()


def test_worksheets_have_it_too(tmp_path: Path) -> None:
    commands.invoke("worksheet", "kayles:7", "0.35:3", "-o", str(tmp_path / "lesson"))
    page = (tmp_path / "lesson.html").read_text()
    assert "Kayles, normal play" in page
    assert "Octal game, normal play" in page  # no name of its own
    assert "0.77" not in page + (tmp_path / "lesson-key.html").read_text()
    assert "0.35, heaps 3" in (tmp_path / "lesson-key.html").read_text()


def test_tables_and_quotients_take_the_name() -> None:
    by_name = commands.invoke("grundy", "--octal", "kayles", "--heap", "5", "--json").stdout
    assert by_name == commands.invoke("grundy", "--octal", "0.77", "--heap", "5", "--json").stdout
    assert "octal game Kayles (0.77)" in commands.invoke("grundy", "--octal", "Kayles", "--to", "latex").stdout
    found = commands.invoke("quotient", "dawsons-kayles", "--heap", "4").stdout
    assert json.loads(found) == json.loads(commands.invoke("quotient", "0.07", "--heap", "4").stdout)


def test_json_keeps_the_code() -> None:
    assert lm.position_to_json(lm.Octal("0.77", [7])) == {"game": "octal", "code": "0.77", "heaps": [7]}
