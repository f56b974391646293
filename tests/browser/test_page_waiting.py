"""What people do while an answer is waited for: it is not lost, and nothing else is done in its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from browsing import packed

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from browsing import Playground

pytestmark = pytest.mark.long


def test_a_vertex_stays_under_the_finger_when_an_answer_comes(board: Playground) -> None:
    board.draw_path()
    answers = board.held("look")
    board.press(board.vertex("c"))
    board.do("Token here")
    x, y = board.middle("a")
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    board.page.mouse.move(x - 60, y + 80, steps=4)
    answers.go()
    board.settled()
    assert board.middle("a") == pytest.approx((x - 60, y + 80), abs=2)
    board.page.mouse.up()
    board.settled()
    expect(board.page.locator("#board [transform]")).to_have_count(0)
    assert board.middle("a") == pytest.approx((x - 60, y + 80), abs=2)


def test_a_tap_is_a_tap_though_an_answer_comes_before_the_finger_is_lifted(board: Playground) -> None:
    board.open_position({"game": "nimg-rm", "edges": [["a", "b"]], "weights": {"a": 3, "b": 2}, "start": "a"})
    board.asked_all()
    answers = board.held("look")
    board.mode("Play")
    before = board.vertex("b").element_handle()
    assert before is not None
    board.page.mouse.move(*board.middle("b"))
    board.page.mouse.down()
    answers.go()
    before.wait_for_element_state("hidden")
    board.page.mouse.up()
    expect(board.page.locator("#chooser .choice")).to_have_count(3)


def test_another_game_keeps_what_was_drawn_a_moment_before(board: Playground) -> None:
    board.draw_path()
    answers = board.held("look")
    board.press(board.vertex("a"))
    board.press(board.vertex("c"))
    board.page.get_by_label("Arcs (directed)").click()
    board.choose_game("edge-geography")
    answers.go()
    expect(board.page.locator("#rules")).to_contain_text("that arc is deleted")
    expect(board.edges).to_have_count(3)


def test_moves_for_which_there_was_no_time_are_asked_for_again(board: Playground) -> None:
    """It is known who wins, but the machine was busy: a small board does not stay without its values."""
    asked: list[float] = []

    def answer(route: Route) -> None:
        body = route.request.post_data or ""
        asked.append(json.loads(body)["time"])
        if len(asked) > 1:
            route.fallback()
            return
        question = Request(f"{board.address}api/v1/look", body.encode(), {"Content-Type": "application/json"})
        with urlopen(question) as response:
            found = json.loads(response.read())
        for move in found["moves"]:
            move["outcome"] = "unknown"
        route.fulfill(json=found)

    board.asked_all()
    others = board.held("look")
    board.page.route("**/api/v1/look", answer)  # it is asked before the one that holds
    board.mode("Draw")
    expect(board.page.locator("[data-move][data-outcome=unknown]")).to_have_count(3)
    expect(board.page.locator("#thinking")).to_contain_text("A hard one")
    others.go()
    expect(board.page.locator("[data-move][data-outcome=P]")).to_have_count(3)
    assert asked[1] > asked[0]


def test_a_link_is_followed_though_the_address_is_just_written(board: Playground) -> None:
    """The page writes its own address a moment after each answer; what was typed by then is not lost."""
    board.do("Share")
    expect(board.dialog.get_by_label("Link")).to_be_visible()
    link = packed({"v": 1, "position": {"game": "nim", "heaps": [2, 2]}})
    board.page.evaluate(
        "link => { const old = location.hash; location.hash = link; history.replaceState(null, '', old); }", link
    )
    expect(board.heap(1)).to_be_attached()


def test_the_list_says_that_it_waits(board: Playground) -> None:
    """What is listed is of the position before until the answer comes; who hears the page is told so."""
    panel = board.page.locator("#moves-panel")
    board.settled()
    answers = board.held("look")
    board.open_text("nim:1,2")
    expect(panel).to_have_attribute("aria-busy", "true")
    expect(board.moves.first).to_be_disabled()
    answers.go()
    expect(panel).to_have_attribute("aria-busy", "false")
    expect(board.moves.first).to_be_enabled()
    board.asked_all()
    board.page.route("**/api/v1/look", lambda route: route.abort())
    board.moves.first.click()
    expect(board.page.locator("#notice")).to_be_visible()
    expect(panel).to_have_attribute("aria-busy", "false")


def test_an_argument_that_comes_late_is_not_told_of_another_board(board: Playground) -> None:
    board.open_text("nim:1,2")
    board.settled()
    answers = board.held("explain")
    board.do("The whole argument")
    board.open_text("nim:2,2")
    board.settled()
    with board.page.expect_response("**/api/v1/explain"):
        answers.go()
    board.settled()
    expect(board.page.locator("#argument")).to_be_hidden()
    expect(board.page.locator("#argument")).to_be_empty()


def test_an_engine_that_was_sent_away_makes_no_move(board: Playground) -> None:
    board.open_text("nim:3,4,5")
    board.play()
    answers = board.held("choose")
    board.moves.last.click()
    expect(board.turn).to_have_text("The engine is to move …")
    expect(board.page.locator("#thinking")).to_contain_text("The engine is thinking")
    board.page.get_by_label("Against").select_option("friend")
    answers.go()
    expect(board.turn).to_have_text("Second player to move")
    board.make(0, 2)
    expect(board.turn).to_have_text("First player to move")


def test_what_is_out_of_date_ends_in_one_place(board: Playground) -> None:
    """Whoever asks anew hears nothing more of what was asked before: no answer, no error, no clock."""
    said = board.page.evaluate(
        """async () => {
            const { Questions } = await import('./transport.js');
            const heard = [];
            const answers = [];
            const questions = new Questions((question) => new Promise((done, fail) => answers.push({ done, fail })));
            const asked = (name) => questions.run(async ({ ask, after }) => {
                after(0, () => heard.push(`${name} is late`));
                heard.push(`${name}: ${await ask(name)}`);
            });
            const first = asked('first');
            const second = asked('second');
            const third = asked('third');
            answers[0].done(1);
            answers[1].fail(new Error('gone'));
            answers[2].done(3);
            return [await first, await second, await third, questions.isOpen, heard];
        }"""
    )
    assert said == [False, False, True, False, ["third: 3"]]


def test_vertices_that_are_put_down_one_after_the_other_stand_apart(board: Playground) -> None:
    """Also before there is an answer about the first: where it stands is known."""
    board.do("New board")
    expect(board.vertices).to_have_count(0)
    answers = board.held("look")
    for _ in range(3):
        board.page.keyboard.press("a")
    answers.go()
    expect(board.vertices).to_have_count(3)
    assert len({board.middle(name) for name in "abc"}) == 3
