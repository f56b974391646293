"""``lastmove explain``: every form, every game, errors, limits, several positions at once."""

from __future__ import annotations

import json
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import commands
import lastmove as lm
from commands import BAD, MANY_MOVES
from lastmove.explanations.position_text import board_lines
from lastmove.games import GAMES, game_class

if TYPE_CHECKING:
    from click.testing import Result

NIM = '{"game": "nim", "play": "misere", "heaps": [1, 2, 4]}'
FORMS = ("text", "markdown", "html", "json")


def invoke(*arguments: str, text: str = "", status: int = 0) -> Result:
    return commands.invoke("explain", *arguments, text=text, status=status)


class Tags(HTMLParser):
    """Checks that tags are closed in order, and collects the text."""

    VOID = ("meta", "rect", "circle", "path", "line", "ellipse", "polygon", "use")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    return tags


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_in_every_form(game: str, play: str) -> None:
    text = json.dumps({**game_class(game).example, "play": play})
    said = {form: invoke("--more", "--to", form, text=text).stdout for form in FORMS}
    answer = json.loads(said["json"])
    assert answer["outcome"] == lm.solve(lm.parse(text)).outcome.value
    for form in ("text", "markdown"):
        assert "Who wins" in said[form]
        assert "Why" in said[form]
        assert ("Misère play is not normal play" in said[form]) == (play == "misere")
    page = parsed(said["html"])
    assert page.seen[:2] == ["html", "head"]
    assert "svg" in page.seen
    assert "prefers-color-scheme: dark" in said["html"]
    assert "Who wins" in page.words
    for line in board_lines(lm.parse(text).position):
        assert line.strip() in said["text"]


def test_several_positions_and_errors_between_them() -> None:
    text = f"{NIM}\n{BAD}\n{NIM}\n"
    result = invoke(text=text, status=1)
    assert result.stdout.count("Nim, misère play: heaps 1, 2, 4") == 2
    assert result.stderr == "error line 2: heaps[0]: -1; accepted: integers >= 0\n"
    lines = [json.loads(line) for line in invoke("--json", text=text, status=1).stdout.splitlines()]
    assert [sorted(line)[0] for line in lines] == ["evidence", "error", "evidence"]
    assert lines[1] == {"error": "heaps[0]: -1; accepted: integers >= 0", "line": 2}
    page = invoke("--to", "html", text=text, status=1).stdout
    assert page.count("<article>") == 2
    assert page.count("<!DOCTYPE html>") == page.count("</html>") == 1
    parsed(page)


def test_an_id_is_echoed_in_json() -> None:
    answer = json.loads(invoke("--json", text='{"id": 7, "game": "nim", "heaps": [1]}').stdout)
    assert answer["id"] == 7


def test_the_json_form_is_whole() -> None:
    answer = json.loads(invoke("--to", "json", text='{"game": "nim", "play": "misere", "heaps": [1, 2]}').stdout)
    assert answer["move"] == {"heap": 1, "remaining": 0}
    assert answer["left"]["position"] == {"game": "nim", "heaps": [1, 0]}
    assert answer["winning_moves_total"] == 1
    assert answer["replies"] == [
        {"move": {"heap": 0, "remaining": 0}, "answer": None, "text": "take 1 from heap 1 (1 -> 0)"}
    ]
    assert answer["replies_total"] == 1
    assert answer["normal"]["move"] == {"heap": 1, "remaining": 1}
    assert answer["normal"]["move_wins_here"] is False
    assert answer["normal"]["refuted_by"] == {"heap": 0, "remaining": 0}
    assert answer["values"]["nim_sum"] == 3
    assert answer["line"] == [{"heap": 1, "remaining": 0}, {"heap": 0, "remaining": 0}]
    assert answer["moves_left"] == 2
    assert "Who wins" in answer["text"]


def test_unknown_is_status_3() -> None:
    text = json.dumps({"game": "octal", "code": "0.77", "heaps": [60], "play": "misere"})
    result = invoke("--position-limit", "100", text=text, status=3)
    assert "Not known: the position is too hard for the limits that were given." in result.stdout
    assert json.loads(invoke("--json", "--position-limit", "100", text=text, status=3).stdout)["outcome"] == "unknown"


def test_markdown_with_the_picture_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    out = invoke("--to", "markdown", "--picture", str(file), text=f"{NIM}\n{NIM}\n").stdout
    assert f"![The position]({file})" in out
    assert f"![The position]({tmp_path / 'why-2.svg'})" in out
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert "--picture goes with --to markdown" in invoke("--picture", "x.svg", text=NIM, status=2).stderr
    nowhere = invoke("--to", "markdown", "--picture", str(tmp_path / "no" / "x.svg"), text=NIM, status=2)
    assert "No such file or directory" in nowhere.stderr


def test_names_are_never_markup() -> None:
    names = ["<script>alert(1)</script>", "a & b", "| pipe |", "\x1b[31mred", "```"]
    board = {"game": "vertex-geography", "vertices": names, "edges": [[names[0], name] for name in names[1:]]}
    text = json.dumps({**board, "start": names[0]})
    page = invoke("--to", "html", text=text).stdout
    assert "<script>" not in page
    assert "script" not in parsed(page).seen
    for form in ("text", "markdown"):
        assert "\x1b" not in invoke("--to", form, text=text).stdout


def test_boards_too_large_to_draw_are_said_in_words() -> None:
    board = lm.VertexGeography(lm.graphs.named("path:1000"), start=500)
    text = json.dumps(lm.position_to_json(board))
    page = parsed(invoke("--to", "html", text=text).stdout)
    assert "svg" not in page.seen
    assert "1,000 vertices in all" in page.words


def test_more_moves_than_can_be_looked_at() -> None:
    for form in FORMS:
        said = invoke("--more", "--to", form, text=MANY_MOVES).stdout.lower()
        assert "move to b, take 1000000000000 there (1000000000000 -" in said


def test_notebooks_get_the_picture() -> None:
    shown = lm.explain(lm.Nim([1, 2]))._repr_html_()
    tags = parsed(shown)
    assert tags.seen[:2] == ["article", "h3"]
    assert "svg" in tags.seen
    assert lm.explain(lm.Nim([1, 2]))._repr_markdown_().startswith("## Nim, normal play")


def test_control_c_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it comes: in the answer, or in a later part of the argument."""

    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    for place in ("grundy", "Opponent"):
        with monkeypatch.context() as patch:
            patch.setattr(f"lastmove.explanations.explain.{place}", interrupted)
            invoke(text=NIM, status=130)


@pytest.mark.parametrize("position", ["kayles:5,5", "kayles:3,7,7,3"])
def test_equal_heaps_are_said_to_cancel(position: str) -> None:
    told = " ".join(commands.invoke("explain", "--more", position).stdout.split())
    assert "Here every component has an equal one, and two equal ones cancel." in told
    assert "The components cancel in equal pairs, so the nim-sum is 0." in told
    assert "no component" not in told


def test_the_reason_begins_like_a_sentence_and_says_which_matchings_cover_the_token() -> None:
    shown = invoke("--more", "grid:3x4", "--game", "vertex-geography").output
    assert "\n  Matching criterion for Geography (" in shown
    assert "a maximum matching has 6 edges, and every maximum matching covers 0." in " ".join(shown.split())


@pytest.mark.parametrize("form", FORMS)
def test_replies_with_many_numbers_are_grouped_in_time(form: str) -> None:
    """Sums in sums name a place by many numbers; looking for a k must not try every set of them."""
    position: dict[str, object] = {"game": "nim", "heaps": [3, 4]}
    for _ in range(22):
        position = {"game": "sum", "parts": [position, {"game": "nim", "heaps": [1]}]}
    begun = time.process_time()
    invoke("--to", form, "--time-limit", "1", text=json.dumps({**position, "play": "misere"}))
    assert time.process_time() - begun < 2.5
