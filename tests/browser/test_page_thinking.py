"""While something is thought about the page says so, and Stop stops it; nothing is lost by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from commands import HUGE

if TYPE_CHECKING:
    from browsing import Held, Playground

pytestmark = pytest.mark.long


def let_the_engine_think(board: Playground) -> Held:
    """Play a move; the engine's answer does not come until it may."""
    board.open_text("nim:3,4,5")
    board.play()
    answers = board.held("choose")
    board.moves.last.click()
    return answers


def test_the_engine_that_thinks_is_stopped_and_asked_again(board: Playground) -> None:
    thinking, turn = board.page.locator("#thinking"), board.turn
    answers = let_the_engine_think(board)
    expect(thinking).to_contain_text("The engine is thinking")
    expect(turn).to_have_text("The engine is to move …")
    expect(board.page.locator("#said")).to_contain_text("The engine is thinking")
    board.do("Stop")
    expect(thinking).to_be_hidden()
    expect(turn).to_have_text("The engine was stopped. Let it move, or undo.")
    board.expect_made(1)
    answers.go()
    board.do("Engine moves")
    expect(turn).to_have_text("Your turn")
    board.expect_made(2)
    expect(thinking).to_be_hidden()


def test_what_the_engine_thinks_about_is_given_up_with_the_position(board: Playground) -> None:
    let_the_engine_think(board)
    expect(board.page.locator("#thinking")).to_be_visible()
    board.do("Undo")
    expect(board.turn).to_have_text("Your turn")
    expect(board.page.locator("#thinking")).to_be_hidden()


def test_a_look_that_takes_long_is_stopped(board: Playground) -> None:
    thinking, notice = board.page.locator("#thinking"), board.page.locator("#notice")
    board.open_text("nim:1,2")
    board.settled()
    answers = board.held("look")
    board.moves.first.click()
    expect(thinking).to_contain_text("Thinking …")
    board.do("Stop")
    expect(thinking).to_be_hidden()
    expect(notice).to_contain_text("Stopped before there was an answer.")
    answers.go()
    board.do("Undo")
    expect(notice).to_be_hidden()
    board.expect_verdict("N")
    expect(board.moves).to_have_count(3)


def test_play_goes_on_while_a_hard_position_is_searched(board: Playground) -> None:
    """The engine answers within its own time, and stopping the search leaves the game as it is."""
    board.open_text(HUGE)
    board.play()
    expect(board.turn).to_have_text("Your turn")
    board.moves.first.click()
    expect(board.page.locator("#thinking")).to_contain_text("The engine is thinking")
    board.expect_made(2)
    expect(board.turn).to_have_text("Your turn")
    expect(board.page.locator("#thinking")).to_contain_text("A hard one")
    board.do("Stop")
    expect(board.page.locator("#thinking")).to_be_hidden()
    board.expect_made(2)
    expect(board.moves.first).to_be_enabled()


def test_a_server_that_was_gone_is_asked_again(board: Playground) -> None:
    """In the middle of a game: the page says so, and goes on by itself when there is an answer."""
    notice = board.page.locator("#notice")
    board.open_text("nim:3,4,5")
    board.play()
    expect(board.moves.first).to_be_enabled()
    board.page.route("**/api/v1/*", lambda route: route.abort())
    board.moves.first.click()
    expect(notice).to_have_text("lastmove does not answer. Is it still running?")
    board.page.unroute("**/api/v1/*")
    expect(notice).to_be_hidden()
    board.expect_made(2)
    expect(board.turn).to_have_text("Your turn")
