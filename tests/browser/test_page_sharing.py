"""Sharing and keeping: links, also hostile ones; files; the worksheet on paper."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import lastmove as lm
from browsing import WAIT, packed, squeezed

if TYPE_CHECKING:
    from collections.abc import Callable

    from browsing import Playground

pytestmark = pytest.mark.long


def test_a_link_brings_back_position_places_and_history(board: Playground, opened: Callable[..., Playground]) -> None:
    board.draw_path()
    board.press(board.vertex("a"))
    board.do("Token here")
    expect(board.moves).to_have_count(1)
    board.step()
    board.step()
    board.do("Share")
    link = board.dialog.get_by_label("Link").input_value()
    other = opened()
    other.visit(link.removeprefix(board.address))
    expect(other.page.locator(".knot")).to_have_count(3)
    expect(other.vertices).to_have_count(1)
    other.expect_at(2)
    other.do("To the start")
    expect(other.vertices).to_have_count(3)
    expect(other.edges).to_have_count(2)
    a, c = other.middle("a"), other.middle("c")
    assert a[0] < c[0]
    assert abs(a[1] - c[1]) < 2, "the places are those that were drawn"


def test_the_address_knows_a_move_as_soon_as_it_is_shown(board: Playground) -> None:
    """The clock of the page stands still meanwhile, so nothing that waits is done."""
    board.open_text("nim:2,3,4")
    expect(board.moves).to_have_count(9)
    page = board.page
    page.clock.install()
    page.clock.pause_at("2100-01-01")
    before = page.url
    board.moves.first.dispatch_event("click")
    expect(board.moves).to_have_count(6)
    page.clock.run_for(5)
    expect(page).not_to_have_url(before)


def test_a_game_under_way_is_opened_where_it_is_played(board: Playground, opened: Callable[..., Playground]) -> None:
    """With its players: the engine goes on if it is to move, and reloading the page loses nothing."""
    board.open_text("nim:2,3,4")
    board.play("medium")
    board.page.get_by_label("I move").select_option("second")
    expect(board.turn).to_have_text("Your turn")
    board.moves.first.click()
    board.expect_made(3)
    board.do("Share")
    other = opened()
    other.visit(board.dialog.get_by_label("Link").input_value().removeprefix(board.address))
    for _ in range(2):
        expect(other.page.get_by_role("radio", name="Play", exact=True)).to_be_checked()
        expect(other.turn).to_have_text("Your turn")
        other.expect_made(3)
        expect(other.page.get_by_label("Against")).to_have_value("medium")
        expect(other.page.get_by_label("I move")).to_have_value("second")
        other.page.reload()


def test_a_game_of_whom_nobody_knows_is_one_between_friends(board: Playground) -> None:
    """Nobody moves by itself in a link that does not say who plays, nor in one that names a player nobody knows."""
    content = {"v": 1, "position": {"game": "nim", "heaps": [2, 2]}, "moves": [{"heap": 0, "remaining": 1}]}
    for more in ({}, {"against": {"x": 1}}, {"against": "<b>", "begins": 7}):
        board.page.goto(f"{board.address}#{packed({**content, **more})}")
        expect(board.turn).to_have_text("Second player to move")
        expect(board.page.get_by_label("Against")).to_have_value("friend")
        board.expect_made(1)
    board.page.goto(f"{board.address}#{packed({'v': 1, 'position': {'game': 'nim', 'heaps': [2, 1]}})}")
    expect(board.page.get_by_role("radio", name="Draw", exact=True)).to_be_checked()


def test_another_link_in_the_same_window(board: Playground) -> None:
    link = packed({"v": 1, "position": {"game": "nim", "heaps": [2, 2]}, "play": "misere"})
    board.page.goto(f"{board.address}#{link}")
    expect(board.heap(1)).to_be_visible()
    board.expect_verdict("P", "misere")
    expect(board.page.get_by_role("radio", name="Misère play")).to_be_checked()


BOMB = packed("x" * 5_000_000)
PATH = {"game": "vertex-geography", "edges": [["a", "b"]], "start": "a"}
DEEP = b"[" * 20_000 + b"]" * 20_000
HOSTILE = {
    "nested too deeply": squeezed(b'{"v": 1, "position": {"game": "sum", "parts": ' + DEEP + b"}}"),
    "no such letters": "<script>alert(1)</script>",
    "damaged": packed({"v": 1, "position": PATH})[:-9],
    "a bomb": BOMB,
    "no object": packed([1, 2, 3]),
    "another version": packed({"v": 99, "position": PATH}),
    "no position": packed({"v": 1, "moves": []}),
    "no convention": packed({"v": 1, "position": PATH, "play": "sideways"}),
    "places that are none": packed({"v": 1, "position": PATH, "places": {"a": ["</svg>", 1e99]}}),
    "moves that are none": packed({"v": 1, "position": PATH, "moves": 7}),
    "too long": "A" * 250_000,
    "a number that is rounded": packed({"v": 1, "position": {"game": "nim", "heaps": [2**53 + 1]}}),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_links_are_refused_in_words(opened: Callable[..., Playground], kind: str) -> None:
    board = opened().visit(f"#{HOSTILE[kind]}")
    expect(board.page.locator("#notice")).to_contain_text("This link cannot be opened")
    expect(board.vertices).to_have_count(10)


@pytest.mark.parametrize(
    ("content", "said", "shown"),
    [
        ({"position": {"game": "chess"}}, "chess", 10),
        ({"position": {"game": "nim", "heaps": [-1]}}, "-1", 10),
        ({"position": {**PATH, "vertices": 10**9}}, "1000000000", 10),
        ({"position": {**PATH, "vertices": ["a", {}]}}, "vertices[1]", 10),
        ({"position": {**PATH, "edges": [5, None]}}, "edges[0]", 10),
        ({"position": {**PATH, "edges": [["a"]]}}, "edges[0]", 10),
        ({"position": {**PATH, "vertices": ["a"]}}, "edges[0]", 10),
        ({"position": {**PATH, "edges": [[None, None]]}}, "edges[0]", 10),
        ({"position": {**PATH, "game": "nimg-rm", "weights": {"a": {}}}}, "weights", 10),
        ({"position": {**PATH, "start": "z"}}, "z", 2),  # what can be drawn can be mended
        ({"position": PATH, "moves": [{"to": "q"}], "at": 1}, "moves[0]", 10),
    ],
)
def test_what_the_rules_forbid_is_refused_by_the_library(
    opened: Callable[..., Playground], content: dict[str, Any], said: str, shown: int
) -> None:
    board = opened()
    board.page.goto(f"{board.address}#{packed({'v': 1, **content})}")
    expect(board.page.locator("#notice")).to_contain_text(said)
    expect(board.vertices).to_have_count(shown)
    if shown == 10:
        expect(board.page.locator("#notice")).to_contain_text("A board to begin with is shown instead")
        board.expect_verdict("N")


def test_of_a_long_game_the_win_is_followed_near_what_is_shown(opened: Callable[..., Playground]) -> None:
    """A link may hold thousands of moves; the page asks about those around the one it shows."""
    board, asked = opened(), []
    board.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("solve") else None)
    moves = [{"heap": 0, "remaining": 399 - i} for i in range(400)]
    content = {"v": 1, "position": {"game": "nim", "heaps": [400]}, "moves": moves, "at": 200, "mode": "analyse"}
    board.visit("#" + packed(content))
    expect(board.page.locator(".knot")).to_have_count(401)
    last = board.page.locator(".knot").nth(260)  # of a hundred and twenty that are asked about one after the other
    expect(last).to_have_attribute("aria-label", re.compile("now won for"), timeout=6 * WAIT)
    board.page.wait_for_load_state("networkidle")
    assert len(asked) < 150
    expect(board.page.locator(".knot").nth(262)).not_to_have_attribute("aria-label", re.compile("now won for"))


def test_names_in_a_link_are_text_and_nothing_else(opened: Callable[..., Playground]) -> None:
    name = '<img src=x onerror="document.title=1">'
    board = opened().visit("#" + packed({"v": 1, "position": {**PATH, "edges": [["a", name]]}}))
    expect(board.vertices).to_have_count(2)
    expect(board.page.locator("img")).to_have_count(0)
    expect(board.page).to_have_title("lastmove: draw a board, see who wins, play it")


def test_pictures_and_positions_are_saved(board: Playground, tmp_path: Path) -> None:
    board.do("Save")
    found = {}
    for name in ("SVG picture", "PNG picture", "TikZ for LaTeX", "Position (JSON)", "Game (JSON)"):
        with board.page.expect_download() as download:
            board.dialog.get_by_role("button", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        found[name] = path.read_bytes()
    assert found["SVG picture"].startswith(b"<")
    assert b"</svg>" in found["SVG picture"]
    assert found["PNG picture"].startswith(b"\x89PNG")
    assert b"tikzpicture" in found["TikZ for LaTeX"]
    assert lm.solve(lm.parse(json.loads(found["Position (JSON)"]))).outcome is lm.Outcome.N
    assert json.loads(found["Game (JSON)"])["moves"] == []


def test_the_film_of_a_game_is_kept(board: Playground, opened: Callable[..., Playground], tmp_path: Path) -> None:
    """It runs in a browser, and stands still at its end for people who want less motion."""
    board.do("Save")
    expect(board.dialog.get_by_role("button", name="Film (SVG)")).to_have_count(0)
    board.dialog.get_by_role("button", name="Close").click()
    board.open_text("nim:1,2")
    board.step(0)
    board.step(0)
    board.do("Save")
    with board.page.expect_download() as download:
        board.dialog.get_by_role("button", name="Film (SVG)").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "game.svg"
    for motion, number in (("no-preference", 0), ("reduce", 2)):
        page = opened(reduced_motion=motion).page
        page.goto(path.as_uri())
        expect(page.locator(f".lm-g-frame[data-number='{number}'] circle").first).to_be_visible()
        expect(page.locator(f".lm-g-frame[data-number='{2 - number}'] circle").first).to_be_hidden()
    page = opened(reduced_motion="no-preference").page
    page.goto(path.as_uri())
    expect(page.locator(".lm-g-frame[data-number='1'] circle").first).to_be_visible()


def test_a_saved_game_is_opened_again(board: Playground, tmp_path: Path) -> None:
    record = {"record": 1, "position": {"game": "nim", "heaps": [1, 2]}, "moves": [{"heap": 0, "remaining": 0}]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    board.do("Open a board")
    board.dialog.get_by_label("or from a file").set_input_files(path)
    expect(board.page.locator(".knot")).to_have_count(2)
    expect(board.heap(1)).to_be_visible()


def test_a_worksheet_is_printed_with_its_key(board: Playground) -> None:
    board.page.evaluate("window.print = () => { window.printed = true; }")
    board.do("Worksheet")
    board.dialog.get_by_role("button", name="Add this position").click()
    expect(board.dialog.locator(".collected li")).to_have_count(1)
    board.dialog.get_by_role("button", name="Print exercises and key").click()
    board.page.emulate_media(media="print")
    paper = board.page.locator("#paper")
    expect(paper.locator(".sheet")).to_have_count(2)
    expect(paper.locator("article").first).to_contain_text("Who wins?")
    expect(paper.locator("article").last).to_contain_text("Because")
    expect(paper.locator("svg").first).to_be_visible()
    figure = paper.locator("figure svg").first
    assert figure.evaluate("each => getComputedStyle(each).maxHeight") != "none", "the design of the command's sheets"
    expect(board.page.locator("main")).to_be_hidden()


def test_collected_exercises_are_ordered_and_kept(board: Playground) -> None:
    """With their pictures, over a reload of the page."""
    for text in ("nim:1,2", "kayles:3"):
        board.open_text(text)
        board.settled()
        board.do("Worksheet")
        board.dialog.get_by_role("button", name="Add this position").click()
        board.do("Close")
    board.page.reload()
    expect(board.page.locator("body.ready")).to_be_attached()
    board.do("Worksheet")
    items = board.dialog.locator(".collected li")
    expect(items).to_have_text([re.compile("^Nim"), re.compile("^Kayles")])
    expect(items.first.locator("img")).to_have_attribute("src", re.compile("^blob:"))
    expect(board.button("Move 1 up")).to_be_disabled()
    board.do("Move 2 up")
    expect(items).to_have_text([re.compile("^Kayles"), re.compile("^Nim")])
    with board.page.expect_download() as saved:
        board.do("Save for Moodle")
    assert "<quiz>" in saved.value.path().read_text()
    board.do("Remove 1")
    expect(items).to_have_text([re.compile("^Nim")])


def test_the_board_itself_is_printed_without_tools(board: Playground) -> None:
    board.page.emulate_media(media="print")
    expect(board.page.locator("#board svg")).to_be_visible()
    expect(board.verdict()).to_be_visible()
    expect(board.page.locator("#tools")).to_be_hidden()
    expect(board.page.locator(".top")).to_be_hidden()
