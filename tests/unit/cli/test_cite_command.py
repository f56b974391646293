"""Names that specialists expect, and the papers behind an answer."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import lastmove as lm
from commands import answers, invoke, solve
from lastmove.theorems import papers as citations
from lastmove.theorems.registry import find, statements

if TYPE_CHECKING:
    from pathlib import Path

DUE_TO = ["lastmove", "ferguson", "holshouser-reiter"]
"""The rule for misère sums of special games."""

CLASSICAL = {
    "nim:3,5,7": ("Bouton's theorem", ["bouton", "log-space"]),
    "kayles:7": ("Sprague-Grundy theorem", ["sprague", "grundy", "holshouser-reiter"]),
    "nim:3+kayles:7": ("Sprague-Grundy theorem", ["sprague", "grundy", "holshouser-reiter"]),
}


def keys(text: str) -> list[str]:
    """The keys of BibTeX entries, each of which is closed and has a title."""
    field = r"(?:  \w+ = \{.*\},\n)*"
    found = re.findall(rf"^@\w+\{{([\w-]+),\n{field}  title = \{{.+\}},\n{field}\}}$", text, re.MULTILINE)
    assert len(found) == text.count("@")
    return found


def test_special_games_are_cited_by_who_found_the_rule() -> None:
    written = invoke("solve", "nim:3+nim:2", "--play", "misere", "--json").stdout
    assert answers(written)[0]["reason"]["number"] == "Problem 1"
    assert keys(invoke("cite", "-", text=written).stdout) == DUE_TO


@pytest.mark.parametrize("position", CLASSICAL)
def test_an_answer_has_the_classical_name_and_is_cited(position: str, tmp_path: Path) -> None:
    name, papers = CLASSICAL[position]
    written = invoke("solve", position, "--json").stdout
    (answer,) = answers(written)
    assert answer["reason"]["known_as"] == name
    assert keys(invoke("cite", "-", text=written).stdout) == ["lastmove", *papers]
    file = tmp_path / "answers.jsonl"
    file.write_text(written * 2)
    assert keys(invoke("cite", str(file)).stdout) == ["lastmove", *papers]
    assert answers(invoke("solve", position, "--json", "--brief").stdout)[0]["reason"]["known_as"] == name


def test_the_fields_that_were_there_stay() -> None:
    reason = lm.solve(lm.Nim([1, 2]), play="misere").reason
    assert reason.name == "Nim in log space 3"
    assert str(reason).startswith("Bouton's theorem for misère Nim (Nim in log space 3): ")
    said = reason.to_json()
    assert (said["source"], said["number"]) == ("Nim in log space", "3")
    (plain,) = solve('{"game": "adjacent-nim", "heaps": [2, 3], "start": 0}')
    assert "known_as" not in plain["reason"]


def test_what_boards_reductions_and_values_rely_on() -> None:
    board = invoke("solve", "path:4", "--game", "vertex-geography", "--play", "misere", "--starts", "all").stdout
    assert answers(board)[0]["reasons"][0]["known_as"] == "backward induction"
    assert keys(invoke("cite", "-", text=board).stdout) == ["lastmove"]
    arcs = '{"game": "vertex-geography", "directed": true, "edges": [["a", "b"]], "start": "a"}'
    carried = invoke("reduce", "--to", "vertex-geography", "--to-play", "misere", "--solve", text=arcs).stdout
    assert keys(invoke("cite", "-", text=carried).stdout) == ["lastmove", "renault-schmidt"]
    values = invoke("grundy", "--octal", "0.77", "--heap", "5", "--json").stdout
    assert keys(invoke("cite", "-", text=values).stdout) == ["lastmove", "guy-smith"]
    searched = invoke("solve", "petersen:5,2", "--game", "vertex-geography", "--play", "misere").stdout
    assert keys(invoke("cite", "-", text=searched).stdout) == ["lastmove"]


def test_every_statement_can_be_cited() -> None:
    assert keys(invoke("cite").stdout) == ["lastmove"]
    for statement in statements():
        cited = keys(invoke("cite", statement.key).stdout)
        assert cited[0] == "lastmove"
        assert (statement.paper.key in cited) == (statement.paper.key != "folklore")


def test_what_cannot_be_cited() -> None:
    assert "did you mean log-space:2 or log-space:3?" in invoke("cite", "bouton", status=2).stderr
    assert "lastmove solve POSITION --json | lastmove cite -" in invoke("cite", "nim:3,5,7", status=2).stderr
    assert "line 1: no answer" in invoke("cite", "-", text='{"game": "nim", "heaps": [1]}', status=2).stderr
    assert "line 2: " in invoke("cite", "-", text='{"grundy": 1}\n{\n', status=2).stderr


def test_theorems_show_their_papers() -> None:
    one = json.loads(invoke("theorems", "log-space:2").output)
    bouton, manuscript = one["papers"]
    assert (one["known_as"], bouton["authors"], bouton["year"]) == ("Bouton's theorem", ["C. L. Bouton"], 1901)
    assert bouton["title"] in bouton["bibtex"]
    assert manuscript["title"] == find("log-space:2").paper.title


NEEDED = {
    "article": {"author", "title", "journal", "year"},
    "book": {"author", "title", "publisher", "year"},
    "unpublished": {"title", "note"},
    "misc": {"author", "title", "note"},
}
"""The fields without which BibTeX complains, or nobody finds the work."""


def test_every_entry_has_the_fields_that_bibtex_needs() -> None:
    papers = [getattr(citations, name) for name in citations.__all__]
    for paper in papers:
        if paper.kind:
            written = re.findall(r"^  (\w+) = ", paper.bibtex(), re.MULTILINE)
            assert NEEDED[paper.kind] <= set(written), paper.key
            assert len(written) == len(set(written))
