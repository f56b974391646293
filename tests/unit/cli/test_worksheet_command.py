"""Worksheets: exercises without their answers, and a key with all of them."""

from __future__ import annotations

import base64
import re
import shutil
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import lastmove as lm
from commands import BAD, HUGE, NIM, example, invoke, jsonl
from lastmove.cli.boards.worksheet import BROWSERS
from lastmove.core.language import speaking
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
        assert f" ({answer.outcome.value}).</strong>" in part
        assert ("A winning move" in part) == (answer.move is not None)
        assert "Because: " in part
    assert page.count("<svg") == len(problems)
    assert "</strong></p>" not in page
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
    assert "--out" in invoke("worksheet", "nim:1", status=2).stderr
    assert "no/such" in invoke("worksheet", "nim:1", "-o", "no/such/folder", status=2).stderr


def test_positions_in_short_are_numbered(desk: Path) -> None:
    invoke("worksheet", "nim:3,5,7", "kayles:7", "nim:1,1", "--play", "misere", "-o", "lesson")
    page, key = (desk / "lesson.html").read_text(), (desk / "lesson-key.html").read_text()
    for text in (page, key):
        assert [line.split(",")[0] for line in text.split("<h2>")[1:]] == ["1. Nim", "2. Kayles", "3. Nim"]
    assert "(Bouton&#x27;s theorem for misère Nim, Nim in log space 3)" in key


def test_the_key_does_not_say_how_long_a_search_took(desk: Path) -> None:
    board = lm.VertexGeography(lm.graphs.named("petersen:5,2"), start=0)
    invoke("worksheet", "-", "-o", "lesson", text=jsonl(lm.problem_to_json(lm.Problem(board, lm.Play.MISERE))))
    assert "Because: exact search: every line of play that matters" in (desk / "lesson-key.html").read_text()


def test_each_position_may_have_its_game_and_convention(desk: Path) -> None:
    invoke("worksheet", "nim:3,5", "misere:nim:1,2", "vertex-geography:grid:2x3@1", "-o", "lesson", "--title", "Monday")
    assert "<h1>Monday</h1>" in (desk / "lesson.html").read_text()
    assert "<h1>Monday: the key</h1>" in (desk / "lesson-key.html").read_text()
    headings = [line.partition("</h2>")[0] for line in (desk / "lesson.html").read_text().split("<h2>")[1:]]
    assert headings == ["1. Nim, normal play", "2. Nim, misère play", "3. Vertex Geography, normal play"]


def test_without_a_browser_a_pdf_is_refused_with_the_way_to_one(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.cli.boards.worksheet.BROWSERS", ("no-such-browser",))
    said = invoke("worksheet", "nim:3,5", "-o", "lesson.pdf", status=2).output
    assert "open NAME.html in any browser, and print it to a PDF file" in " ".join(said.split())
    assert not list(desk.iterdir())
    assert "for a PDF draw an SVG" in " ".join(invoke("draw", "nim:3,5", "-o", "x.pdf", status=2).output.split())


@pytest.mark.long
@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="there is no browser that prints")
def test_a_browser_prints_sheet_and_key(desk: Path) -> None:
    invoke("worksheet", "nim:3,5", "kayles:7", "--to", "pdf", "--language", "de", "-o", "stunde")
    for name in ("stunde.pdf", "stunde-key.pdf"):
        assert (desk / name).read_bytes().startswith(b"%PDF-")


def test_a_browser_that_fails_is_named(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.cli.boards.worksheet.BROWSERS", ("false",))
    said = invoke("worksheet", "nim:3,5", "--to", "pdf", "-o", "lesson", status=1).output
    assert "did not print lesson.html" in " ".join(said.split())
    assert (desk / "lesson.html").exists()


def test_a_sheet_is_made_for_a_class(desk: Path) -> None:
    """A line for the names, the rules once, three exercises a page, heaps with their numbers."""
    names = ["nim:3,5,7", "kayles:5,7", "nim:1,2", "misere:nim:1,2", "adjacent-nim:2,3,4"]
    invoke("worksheet", *names, "-o", "lesson")
    sheet = (desk / "lesson.html").read_text()
    assert "<span>Name:</span><span>Class:</span>" in sheet
    assert sheet.count("Heaps of tokens. A move takes at least one token from one heap.") == 1
    assert sheet.count("In normal play a player who cannot move loses") == 1
    assert [part.count("<article>") for part in sheet.split("<section>")[1:]] == [3, 2]
    assert ">heap 3<" in sheet
    assert re.findall(r"<title>(?:row|Kayles)[^<]*", sheet) == ["<title>Kayles: rows of 5 and 7 pins"] + [
        f"<title>row {row}: {size}" for row, size in ((1, 5), (2, 7))
    ]
    key = (desk / "lesson-key.html").read_text()
    assert "stroke-dasharray" in key  # the pins and tokens of the winning move
    assert "stroke-dasharray" not in sheet


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_moodle_can_grade(desk: Path, language: str) -> None:
    names = ["nim:3,5,7", "kayles:5,5", "misere:vertex-geography:grid:2x3", "nim:1000"]
    invoke("worksheet", *names, "--to", "moodle", "--language", language, "-o", "quiz")
    category, *questions = ElementTree.parse(desk / "quiz.xml").getroot()
    assert category.get("type") == "category"
    assert len(questions) == len(names)
    for name, question in zip(names, questions, strict=True):
        assert question.get("type") == "cloze"
        problem = lm.parse(name)
        answer = lm.solve(problem, all_moves=True)
        text = question.findtext("questiontext/text") or ""
        who, moves = re.findall(r"{1:MULTICHOICE:([^}]*)}", text)
        wins = answer.outcome is lm.Outcome.N
        assert [choice.startswith("=") for choice in who.split("~")] == [wins, not wins]
        with speaking(language):
            said = {problem.position.say_move(move) for move in answer.winning_moves()}  # type: ignore[attr-defined]
        right = {choice[1:] for choice in moves.split("~") if choice.startswith("=")}
        assert right <= said if said else len(right) == 1
        assert right
        file = question.find("questiontext/file")
        assert file is not None
        assert base64.b64decode(file.text or "").startswith(b"<svg ")
        assert f"@@PLUGINFILE@@/{file.get('name')}" in text


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
    board = lm.VertexGeography(lm.graphs.named("random-regular:3,20", seed=1), start=0)
    text = jsonl({**lm.position_to_json(board), "play": "misere"})
    invoke("worksheet", "-", "--position-limit", "100", "-o", "lesson", text=text, status=3)
    key = (desk / "lesson-key.html").read_text()
    assert "The player to move wins (N)." in key
    assert "Not all moves were worked out within the limits." in key
    assert "It is the only one" not in key
