"""Drawing: vertices, edges, weights, loops, arcs, heaps; undo; and what is known at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from browsing import Playground

pytestmark = pytest.mark.long


def test_a_board_that_is_drawn_says_who_wins_from_every_start(board: Playground) -> None:
    board.draw_path()
    starts = {name: board.vertex(name) for name in "abc"}
    expect(starts["b"]).to_have_attribute("data-start", "N")
    expect(starts["a"]).to_have_attribute("data-start", "P")
    expect(board.verdict("normal")).to_have_text("The player to move wins from 1 of 3 starts")
    expect(board.verdict("misere")).to_have_text("The player to move wins from 2 of 3 starts")
    board.press(board.vertex("b"))
    board.do("Token here")
    board.expect_verdict("N", "normal")
    board.expect_verdict("P", "misere")
    expect(board.vertex("a")).to_have_attribute("data-outcome", "P")
    assert [move["outcome"] for move in board.listed()] == ["P", "P"]
    board.do("Lift token")
    expect(board.moves).to_have_count(0)


def test_joining_twice_parts_and_undo_brings_back(board: Playground) -> None:
    board.draw_path()
    board.join("a", "b", 1)
    board.do("Undo")
    expect(board.edges).to_have_count(2)
    board.do("Redo")
    expect(board.edges).to_have_count(1)
    board.press(board.vertex("c"))
    board.do("Delete")
    expect(board.vertices).to_have_count(2)
    expect(board.edges).to_have_count(0)
    board.page.keyboard.press("Control+z")
    expect(board.vertices).to_have_count(3)


def test_a_new_board_asks_nothing(board: Playground) -> None:
    statuses: list[int] = []
    board.page.on("response", lambda response: statuses.append(response.status))
    board.draw_path()
    expect(board.verdict("normal")).to_have_text("The player to move wins from 1 of 3 starts")
    assert set(statuses) == {200}


def test_after_a_tool_the_next_tap_chooses_and_joins_nothing(board: Playground) -> None:
    board.choose_game("nimg-rm")
    board.draw_path()
    board.press(board.vertex("a"))
    board.do("More")
    board.press(board.vertex("b"))
    expect(board.vertex("b")).to_have_attribute("aria-pressed", "true")
    board.do("More")
    board.do("Token here")
    board.press(board.vertex("c"))
    expect(board.vertex("c")).to_have_attribute("aria-pressed", "true")
    expect(board.edges).to_have_count(2)
    board.press(board.vertex("a"))
    expect(board.edges).to_have_count(3)


def test_the_board_stays_where_it_is_when_a_vertex_is_chosen(board: Playground) -> None:
    board.mode("Draw")
    board.settled()
    before = board.middle(5)
    board.press(board.vertex(0))
    expect(board.button("Token here")).to_be_visible()
    assert board.middle(5) == pytest.approx(before, abs=0.5)
    board.page.keyboard.press("Escape")
    expect(board.button("Token here")).to_be_hidden()
    assert board.middle(5) == pytest.approx(before, abs=0.5)


def test_a_vertex_is_dragged_and_the_rest_stays(board: Playground) -> None:
    board.draw_path()
    (x, y), other = board.middle("a"), board.middle("c")
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    board.page.mouse.move(x - 30, y + 40, steps=4)
    board.page.mouse.move(x - 60, y + 80, steps=4)
    board.page.mouse.up()
    board.settled()
    expect(board.page.locator("#board [transform]")).to_have_count(0)
    after = board.middle("a")
    assert after[0] < x - 40
    assert after[1] > y + 60
    assert board.middle("c") == other, "the camera does not move while people draw"
    expect(board.vertices).to_have_count(3)
    board.do("Undo")
    expect(board.edges).to_have_count(2)


def test_weights_loops_and_arcs(board: Playground) -> None:
    board.draw_path()
    board.choose_game("nimg-rm")
    board.press(board.vertex("a"))
    board.do("More")
    said = "vertex a, weight 3, N: the player to move wins from here, chosen"
    expect(board.vertex("a")).to_have_attribute("aria-label", said)
    board.do("Less")
    board.do("Loop")
    expect(board.edges).to_have_count(3)
    board.page.get_by_label("Arcs (directed)").check()
    expect(board.page.locator("#board .lm-tip")).to_have_count(3)
    board.page.keyboard.press("Escape")
    board.press(board.vertex("b"))
    board.press(board.vertex("c"))
    expect(board.edges).to_have_count(2)
    board.press(board.vertex("c"))
    board.press(board.vertex("b"))
    expect(board.edges).to_have_count(3)


def test_parallel_edges_where_edges_are_used_up(board: Playground) -> None:
    board.draw_path()
    board.choose_game("edge-geography")
    expect(board.page.locator("#rules")).to_contain_text("that edge is deleted")
    a, b = board.middle("a"), board.middle("b")
    board.page.mouse.click((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    board.do("One more edge")
    expect(board.edges).to_have_count(3)
    board.page.keyboard.press("Escape")
    expect(board.button("Delete edge")).to_be_hidden()


def test_weights_of_edges(board: Playground) -> None:
    """They are changed where an edge is chosen, go with their edge, and end where another game has none."""
    board.draw_path()
    board.choose_game("edge-nimg")
    weights = board.page.locator("#board [data-kind=leaves] text")
    expect(weights).to_have_text(["2", "1"])
    a, b = board.middle("a"), board.middle("b")
    board.page.mouse.click((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    board.do("More")
    expect(weights).to_have_text(["3", "1"])
    board.do("One more edge")
    expect(weights).to_have_text(["3", "1", "2"])
    board.page.keyboard.press("Escape")
    board.press(board.vertex("c"))
    board.do("Delete")
    expect(weights).to_have_text(["3", "2"])
    board.press(board.vertex("a"))
    board.do("Token here")
    expect(board.moves).to_have_count(5)
    board.choose_game("nimg-rm")
    expect(board.page.locator("#rule")).to_contain_text("Take from the heap under the token")
    expect(board.vertex("b")).to_have_attribute("aria-label", re.compile("weight 1"))
    expect(board.page.locator("#board [data-kind=leaves][data-number]")).to_have_count(1)  # what a winning move leaves


def test_a_vertex_gets_another_name(board: Playground) -> None:
    board.draw_path()
    board.press(board.vertex("a"))
    board.do("Rename")
    board.dialog.get_by_label("Name").fill("b")
    board.dialog.get_by_role("button", name="Rename").click()
    expect(board.dialog.get_by_role("alert")).to_have_text("Another vertex is called b.")
    board.dialog.get_by_label("Name").fill("home")
    board.dialog.get_by_role("button", name="Rename").click()
    expect(board.vertex("home")).to_be_visible()
    expect(board.edges).to_have_count(2)


def test_heaps_are_drawn_too(board: Playground) -> None:
    board.mode("Draw")
    board.choose_game("nim")
    expect(board.heap(2)).to_be_visible()
    board.ground(0, -200)
    expect(board.heap(3)).to_be_visible()
    board.press(board.heap(3))
    board.do("More")
    expect(board.page.get_by_label("Heaps")).to_have_value("3, 4, 5, 2")
    board.page.get_by_label("Heaps").fill("1 2 3")
    board.page.get_by_label("Heaps").press("Enter")
    expect(board.heap(3)).to_have_count(0)
    board.expect_verdict("P", "normal")


def test_the_game_changes_and_the_board_stays(board: Playground) -> None:
    board.draw_path()
    for game in ("edge-geography", "nimg-mr", "vertexnim", "dag", "vertex-geography"):
        board.choose_game(game)
        expect(board.page.locator("#notice")).to_be_hidden()
        expect(board.vertices).to_have_count(3)
    board.choose_game("octal")
    expect(board.heap(0)).to_be_visible()
    expect(board.page.get_by_label("Code")).to_be_visible()


def test_a_family_and_the_gallery(board: Playground) -> None:
    board.do("Open a board")
    form = board.dialog.locator("form", has_text="Named graphs")
    form.get_by_label("Game").select_option("nimg-rm")
    form.get_by_label("As text").fill("grid:3x4")
    form.get_by_label("Weights").fill("2")
    form.get_by_role("button", name="Make it").click()
    expect(board.vertices).to_have_count(12)
    board.do("Open a board")
    form.get_by_label("As text").fill("grid:0x4")
    form.get_by_role("button", name="Make it").click()
    expect(board.dialog.get_by_role("alert").first).to_contain_text("at least one vertex")
    board.dialog.get_by_role("button", name="Kayles: a row of seven pins").click()
    expect(board.heap(0)).to_be_visible()


@pytest.mark.parametrize(
    ("text", "selector", "count"),
    [("nim:3,5,7", "[data-heap]", 3), ("kayles:7 + nim:2", "[data-heap]", 2), ("IheA@GUAo", "[data-vertex]", 10)],
)
def test_positions_in_short_and_graph6(board: Playground, text: str, selector: str, count: int) -> None:
    board.open_text(text)
    expect(board.page.locator(selector)).to_have_count(count)


def test_text_that_is_no_position_is_refused_in_words(board: Playground) -> None:
    board.do("Open a board")
    board.dialog.get_by_role("textbox").first.fill('{"game": "nim", "heaps": [-1]}')
    board.dialog.get_by_role("button", name="Read it").click()
    expect(board.dialog.get_by_role("alert").first).to_contain_text("-1")


def test_another_game_keeps_the_arcs_of_the_board(board: Playground) -> None:
    """In an explicit game they are arcs without saying so. Along edges, the token could go to a and win."""
    board.open_position({"game": "dag", "edges": [["a", "b"], ["b", "c"], ["c", "d"]], "start": "b"})
    board.expect_verdict("P")
    expect(board.page.get_by_label("Arcs (directed)")).to_be_hidden()
    board.choose_game("edge-geography")
    expect(board.page.locator("#rules")).to_contain_text("that arc is deleted")
    board.expect_verdict("P")
    expect(board.moves).to_have_count(1)
    expect(board.page.get_by_label("Arcs (directed)")).to_be_checked()


def test_a_tool_of_the_board_that_was_there_changes_nothing_of_another_game(board: Playground) -> None:
    """A sum has no arcs; its first look is still waited for, and the tools of the graph are still there."""
    board.mode("Draw")
    board.settled()
    answers = board.held("look")
    board.choose_game("sum")
    board.page.get_by_label("Arcs (directed)").click()
    answers.go()
    expect(board.page.locator("[data-kind=part]")).to_have_count(3)


def test_heaps_are_shown_in_the_middle_when_the_game_changes(board: Playground) -> None:
    board.mode("Draw")
    board.open_text("nim:1,2,3,4,5,6")
    expect(board.heap(5)).to_be_visible()
    board.page.get_by_label("Heaps").fill("4")
    board.page.keyboard.press("Enter")
    expect(board.heap(5)).to_have_count(0)
    board.choose_game("octal")
    expect(board.page.get_by_label("Code")).to_be_visible()
    board.settled()
    expect(board.heap(0)).to_be_visible()
    stage, heap = board.page.locator("#board").bounding_box(), board.heap(0).locator(".reach").bounding_box()
    assert stage is not None
    assert heap is not None
    assert abs(stage["x"] + stage["width"] / 2 - heap["x"] - heap["width"] / 2) < 40


def test_a_new_board_is_shown_whole_though_its_first_look_is_given_up(board: Playground) -> None:
    """The mode is changed before the board that was opened is there."""
    board.open_text("path:2")
    expect(board.vertices).to_have_count(2)
    waiting = [True]

    def wait(route: Route) -> None:
        if waiting:
            waiting.pop()
        else:
            route.continue_()

    board.page.route("**/api/v1/look", wait)
    board.open_position({"game": "vertex-geography", "vertices": 30, "edges": [[i, i + 1] for i in range(29)]})
    board.mode("Play")
    expect(board.vertices).to_have_count(30)
    stage = board.page.locator("#board").bounding_box()
    assert stage is not None
    for end in (0, 29):
        x, y = board.middle(end)
        assert stage["x"] < x < stage["x"] + stage["width"]
        assert stage["y"] < y < stage["y"] + stage["height"]
