"""For everyone: keys alone, fingers on a phone, in the dark, without motion, and what axe finds on every view."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from commands import HUGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route

    from browsing import Playground

pytestmark = pytest.mark.long


def check(board: Playground, view: str) -> None:
    """Nothing that axe knows of is wrong with the page as it is now."""
    found = Axe().run(board.page)
    assert found.violations_count == 0, f"{view}: {found.generate_report()}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_view(opened: Callable[..., Playground], scheme: str) -> None:
    board = opened(color_scheme=scheme, reduced_motion="reduce").visit()
    board.expect_verdict("N")
    board.expect_verdict("P", "misere")
    check(board, "the first screen")
    board.mode("Draw")
    board.settled()
    check(board, "drawing")
    for name in ("Open a board", "Share", "Save", "Worksheet", "Help"):
        board.do(name)
        expect(board.dialog).to_be_visible()
        check(board, name)
        board.dialog.get_by_role("button", name="Close").click()
    board.play("friend")
    for made in (1, 2):
        board.make(0, made)
    check(board, "playing")
    board.mode("Analyse")
    board.settled()
    check(board, "analysing")
    board.do("The whole argument")
    expect(board.page.locator("#argument h3").first).to_be_visible()
    check(board, "the argument")
    board.open_text("nim:1")
    board.play("friend")
    board.make(0, 1)
    expect(board.result).to_be_visible()
    check(board, "the result")
    board.mode("Draw")
    board.open_text("kayles:4 + nim:2")
    expect(board.heap(0).first).to_be_visible()
    check(board, "heaps")
    board.page.goto(f"{board.address}#nothing")
    expect(board.page.locator("#notice")).to_be_visible()
    check(board, "a notice")


def test_keys_alone_draw_and_play(board: Playground) -> None:
    press = board.page.keyboard.press
    board.button("New board").focus()
    press("Enter")
    expect(board.vertices).to_have_count(0)
    for count in (1, 2, 3):
        press("a")
        expect(board.vertices).to_have_count(count)
    board.vertex("a").focus()
    for name in ("b", "c"):
        press("Enter")
        expect(board.vertex("a")).to_have_attribute("aria-pressed", "true")
        board.vertex(name).focus()
        press("Enter")
        expect(board.edges).to_have_count(1 if name == "b" else 2)
        board.vertex("a").focus()
    press("Enter")
    press("t")
    board.expect_verdict("N")
    press("p")
    expect(board.page.get_by_role("radio", name="Play", exact=True)).to_be_checked()
    board.page.get_by_label("Against").select_option("perfect")
    board.page.locator("[data-move]").first.focus()
    press("Enter")
    expect(board.result).to_contain_text("You win!")


def test_arrows_go_from_vertex_to_vertex(board: Playground) -> None:
    board.open_text("grid:3x3")
    expect(board.vertices).to_have_count(9)
    assert board.page.locator('[data-vertex][tabindex="0"]').count() == 1, "the board is one stop of Tab"
    board.vertex(0).focus()
    board.page.keyboard.press("ArrowRight")
    expect(board.vertex(1)).to_be_focused()
    board.page.keyboard.press("ArrowDown")
    expect(board.vertex(4)).to_be_focused()
    x, y = board.middle(4)
    board.page.keyboard.press("Shift+ArrowRight")
    board.settled()
    expect(board.vertex(4)).to_be_focused()
    assert board.middle(4) > (x, y)


def test_the_verdict_is_said_aloud(board: Playground) -> None:
    said = board.page.locator("#said[aria-live=polite]")
    expect(said).to_contain_text("Normal play: The player to move wins")
    board.page.get_by_role("radio", name="Misère play").check()
    expect(said).to_contain_text("Misère play: The player to move loses")


def test_fingers_draw_and_play_on_a_phone(phone: Playground) -> None:
    phone.draw_path()
    phone.press(phone.vertex("a"))
    phone.do("Token here")
    phone.expect_verdict("P")
    phone.play("friend")
    phone.press(phone.vertex("b"))
    expect(phone.turn).to_have_text("Second player to move")
    phone.press(phone.vertex("c"))
    expect(phone.result).to_contain_text("Second player wins.")
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out at the side"
    check(phone, "a phone")


def test_nothing_covers_the_words_of_the_cards_on_a_phone(phone: Playground) -> None:
    phone.expect_verdict("N")
    for card in phone.page.locator(".card").all():
        expect(card.locator(".sign")).not_to_be_empty()
        sign, words = card.locator(".sign").bounding_box(), card.locator(".play-rule").bounding_box()
        assert sign is not None
        assert words is not None
        assert sign["y"] + sign["height"] <= words["y"] + 3, "the letter stands above the line, not on it"


def test_dark_is_dark(phone: Playground, board: Playground) -> None:
    light, dark = (page.page.evaluate("getComputedStyle(document.body).backgroundColor") for page in (board, phone))
    assert light != dark
    assert sum(map(int, dark.removeprefix("rgb(").removesuffix(")").split(","))) < 120


def test_a_hard_position_is_stopped(board: Playground) -> None:
    board.open_text(HUGE)
    stop = board.button("Stop")
    expect(stop).to_be_visible()
    expect(board.vertices).to_have_count(7)
    stop.click()
    expect(stop).to_be_hidden()
    board.expect_verdict("unknown")
    board.open_text("nim:1,2")
    board.expect_verdict("N")


@pytest.mark.parametrize(
    ("locale", "word"), [("de-AT", "Wer am Zug ist, gewinnt"), ("fr-FR", "Le joueur au trait gagne")]
)
def test_it_speaks_the_language_of_the_browser(opened: Callable[..., Playground], locale: str, word: str) -> None:
    board = opened(locale=locale).visit()
    expect(board.verdict()).to_have_text(word)
    assert board.page.locator("html").get_attribute("lang") == locale[:2]


def test_another_language_is_chosen_and_english_is_marked(board: Playground) -> None:
    """In the middle of a game; theorems stay English, and say so to screen readers."""
    board.step()
    board.page.locator("[data-language]").select_option("de")
    expect(board.page.locator("html")).to_have_attribute("lang", "de")
    expect(board.page.locator("#rule")).to_contain_text("Schieb die Figur")
    expect(board.page.locator(".knot")).to_have_count(2)
    page = board.page
    english = [
        "#reason .reason-line > span:has-text('matching')",
        "#reason cite",
    ]
    for place in english:
        expect(page.locator(place).first).to_have_attribute("lang", "en")
    expect(page.locator("[lang=en] .move-value, .move-value[lang]")).to_have_count(0)
    expect(page.locator("[data-move] .move-text").first).to_have_text(re.compile("^ziehe nach"))
    expect(page.locator("#rules[lang], .move-text[lang], .idea[lang], #legend [lang]")).to_have_count(0)
    expect(page.locator("#legend li").first).to_have_text("Figur")
    expect(page.locator("#game option[value='octal']")).to_have_text("Oktalspiel")
    page.get_by_role("button", name="Brett öffnen").click()
    board.dialog.get_by_role("textbox").first.fill("nim:x")
    board.dialog.locator("form", has=board.page.locator("textarea")).locator("button.strong").click()
    expect(board.dialog.locator(".trouble")).to_contain_text("Daraus lässt sich kein Brett lesen.")
    detail = board.dialog.locator(".trouble [lang=en]")
    expect(detail).to_be_hidden()
    expect(detail).to_contain_text("nim:x")
    expect(board.dialog.locator(".example span:not(.example-game)").first).not_to_have_attribute("lang", "en")


def test_a_server_that_is_gone_is_named_in_the_language_of_the_page(opened: Callable[..., Playground]) -> None:
    board = opened(locale="de-DE").visit()
    board.page.route("**/api/v1/*", lambda route: route.abort())
    board.page.get_by_role("button", name="Brett öffnen").click()
    board.dialog.get_by_role("textbox").first.fill("nim:1")
    board.dialog.locator("form", has=board.page.locator("textarea")).locator("button.strong").click()
    expect(board.dialog.locator(".trouble")).to_have_text("lastmove antwortet nicht. Läuft es noch?")


def test_numbers_that_a_browser_does_not_hold_are_refused(board: Playground) -> None:
    board.open_text('{"game": "nim", "heaps": [1, 9007199254740993]}')
    expect(board.page.locator("#notice")).to_contain_text("too large for this page")
    expect(board.vertices).to_have_count(10)


def test_the_focus_waits_for_the_engine_and_goes_on_with_the_moves(board: Playground) -> None:
    board.open_text("nim:3,3")
    board.play()
    expect(board.moves).to_have_count(6)
    board.page.locator("[data-move]").last.focus()
    board.page.keyboard.press("Enter")
    board.expect_made(2)
    expect(board.page.locator("[data-move]").first).to_be_focused()


def test_a_move_keeps_the_focus_when_its_position_is_listed_anew(board: Playground) -> None:
    """A second answer about the same position must not lead Enter to another move."""
    board.open_text("nim:3,3")
    board.asked_all()
    answers = board.held("look")
    board.mode("Play")
    board.moves.nth(4).focus()
    before = board.moves.nth(4).element_handle()
    assert before is not None
    answers.go()
    before.wait_for_element_state("hidden")
    expect(board.moves.nth(4)).to_be_focused()


def test_a_look_that_ran_out_of_time_is_asked_again(opened: Callable[..., Playground]) -> None:
    board, asked = opened(), []

    def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "{}")["time"])
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(json={"outcome": "unknown", "reason": {"kind": "limit", "limit": "time", "positions": 0}})

    board.page.route("**/api/v1/look", answer)
    board.visit()
    expect(board.vertices).to_have_count(10)
    board.expect_verdict("N")
    assert asked[1] > asked[0]
