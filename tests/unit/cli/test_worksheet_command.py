"""Worksheets: exercises without their answers, and a key with all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import lastmove as lm
from commands import BAD, HUGE, NIM, example, invoke, jsonl
from lastmove.games import GAMES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_game_is_drawn_and_answered(desk: Path) -> None:
    problems = [{**example(game), "id": f"the {game}"} for game in GAMES]
    invoke("worksheet", "-", "-o", "lesson", text=jsonl(*problems))
    page, key = (desk / "lesson.html").read_text(), (desk / "lesson-key.html").read_text()
    for number, problem in enumerate(problems, start=1):
        answer = lm.solve(lm.parse(problem))
        for text in (page, key):
            assert f"<h2>{number}. the {problem['game']}: " in text
        part = key.split("<article>")[number]
        assert f"<strong>{answer.outcome.value}: " in part
        assert ("A winning move" in part) == (answer.move is not None)
        assert "Because: " in part
    assert page.count("<svg") == len(problems)
    assert "wins.</strong>" not in page
    for text in (page, key):
        ElementTree.fromstring(text[text.index("<body>") :].replace("</html>", "").replace("&emsp;", " "))


def test_bad_lines_are_left_out_and_told(desk: Path) -> None:
    result = invoke("worksheet", "-", "-o", "lesson", text=f"{NIM}\n{BAD}\n{NIM}\n", status=1)
    assert "error line 2: heaps[0]" in result.stderr
    assert "<h2>2. Nim" in (desk / "lesson.html").read_text()


def test_what_is_not_known_is_said(desk: Path) -> None:
    invoke("worksheet", "-", "-o", "lesson", "--position-limit", "10", text=HUGE, status=3)
    assert "Not known" in (desk / "lesson-key.html").read_text()


def test_positions_in_short_and_usage(desk: Path) -> None:
    invoke("worksheet", "nim:1,2", "--play", "misère", "-o", "lesson.html")
    assert "misère play" in (desk / "lesson.html").read_text()
    assert "--output" in invoke("worksheet", "nim:1", status=2).stderr
    assert "no/such" in invoke("worksheet", "nim:1", "-o", "no/such/folder", status=2).stderr


def test_positions_in_short_are_numbered(desk: Path) -> None:
    invoke("worksheet", "nim:3,5,7", "kayles:7", "nim:1,1", "--play", "misere", "-o", "lesson")
    page, key = (desk / "lesson.html").read_text(), (desk / "lesson-key.html").read_text()
    for text in (page, key):
        assert [line.split(",")[0] for line in text.split("<h2>")[1:]] == ["1. Nim", "2. Kayles", "3. Nim"]
    assert "(Bouton&#x27;s theorem for misère Nim, Nim in log space 3)" in key


def test_the_key_does_not_say_how_long_a_search_took(desk: Path) -> None:
    board = lm.VertexGeography(lm.graphs.family("petersen:5,2"), start=0)
    invoke("worksheet", "-", "-o", "lesson", text=jsonl(lm.problem_to_json(lm.Problem(board, lm.Play.MISERE))))
    assert "Because: exact search: every line of play that matters" in (desk / "lesson-key.html").read_text()


def test_each_position_may_have_its_game_and_convention(desk: Path) -> None:
    invoke("worksheet", "nim:3,5", "misere:nim:1,2", "vertex-geography:grid:2x3@1", "-o", "lesson", "--title", "Monday")
    assert "<h1>Monday</h1>" in (desk / "lesson.html").read_text()
    assert "<h1>Monday: the key</h1>" in (desk / "lesson-key.html").read_text()
    headings = [line.partition("</h2>")[0] for line in (desk / "lesson.html").read_text().split("<h2>")[1:]]
    assert headings == ["1. Nim, normal play", "2. Nim, misère play", "3. Vertex Geography, normal play"]


def test_a_pdf_is_refused_with_the_way_to_one(desk: Path) -> None:
    said = invoke("worksheet", "nim:3,5", "-o", "lesson.pdf", status=2).output
    assert "Give -o lesson, open lesson.html in a browser and print it to a PDF file" in " ".join(said.split())
    assert not list(desk.iterdir())
    assert "for a PDF draw an SVG" in " ".join(invoke("draw", "nim:3,5", "-o", "x.pdf", status=2).output.split())


def test_paper_has_no_margin_beside_its_own(desk: Path) -> None:
    invoke("worksheet", "nim:1", "-o", "lesson")
    printed = (desk / "lesson.html").read_text().partition("@media print {")[2]
    assert "padding: 0;" in printed.partition("</style>")[0]


def test_the_key_has_every_winning_move(desk: Path) -> None:
    invoke("worksheet", "nim:3,5,7", "nim:1,2", "nim:" + ",".join(["65"] * 31), "-o", "lesson")
    first, second, many = (desk / "lesson-key.html").read_text().split("<article>")[1:]
    assert (
        "take 1 from heap 1 (3 -&gt; 2). Others: take 1 from heap 2 (5 -&gt; 4); take 1 from heap 3 (7 -&gt; 6)."
        in first
    )
    assert "take 1 from heap 2 (2 -&gt; 1). It is the only one." in second
    assert "; and 10 more." in many


def test_the_key_says_where_moves_were_not_worked_out(desk: Path) -> None:
    board = lm.VertexGeography(lm.graphs.family("random-regular:3,20", seed=1), start=0)
    text = jsonl({**lm.position_to_json(board), "play": "misere"})
    invoke("worksheet", "-", "--position-limit", "100", "-o", "lesson", text=text, status=3)
    key = (desk / "lesson-key.html").read_text()
    assert "N: the player to move wins." in key
    assert "Not all moves were worked out within the limits." in key
    assert "It is the only one" not in key
