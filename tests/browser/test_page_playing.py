"""Playing: every game to its end, against the engine and a friend, with as much help as is wanted."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import lastmove as lm
from lastmove.games import game_class, game_names
from lastmove.notation.short import opening

if TYPE_CHECKING:
    from collections.abc import Callable

    from browsing import Playground

pytestmark = pytest.mark.long

SMALL = {
    "edge-geography": "cycle:4",
    "nimg-rm": "path:3",
    "nimg-mr": "path:3",
    "edge-nimg": "cycle:3",
    "vertexnim": "cycle:3",
    "vertexnim-mr": "path:3",
}
"""Boards on which a game does not last long, where the opening is larger."""


def beginning(name: str) -> dict[str, Any]:
    """A small position of a game."""
    if name not in SMALL:
        return dict(opening(name))
    kind, _, size = SMALL[name].partition(":")
    n = int(size)
    edges = [[i, i + 1] for i in range(n - 1)] + ([[0, n - 1]] if kind == "cycle" else [])
    weights = {"weights": [2] * n} if "weights" in game_class(name).fields else {}
    return {"game": name, "vertices": n, "edges": edges, "start": 0, **weights}


def judged(position: Any, play: str, move: dict[str, Any]) -> str:
    after = position.after(position.move_from_json(move))
    return str(lm.solve(lm.Problem(after, lm.Play(play))).outcome.value)


@pytest.mark.parametrize("name", sorted(game_names()))
def test_each_game_is_played_to_its_end(board: Playground, name: str) -> None:
    """From the list of moves, in both conventions at once; each is what the library says it is."""
    given = beginning(name)
    board.open_position({**given, "play": "misere"})
    board.hints("values")
    position: Any = lm.parse({**given, "play": "misere"}).position
    while True:
        for play in ("normal", "misere"):
            board.expect_verdict(lm.solve(lm.Problem(position, lm.Play(play))).outcome.value, play)
        legal = {json.dumps(position.move_to_json(move), sort_keys=True) for move in position.moves()}
        board.settled()
        expect(board.moves).to_have_count(len(legal))
        expect(board.page.locator("[data-move][data-outcome=unknown]")).to_have_count(0)
        if not legal:
            break
        listed = board.listed()
        outcomes = [move.pop("outcome") for move in listed]
        assert {json.dumps(move, sort_keys=True) for move in listed} == legal
        assert outcomes[-1] == judged(position, "misere", listed[-1])
        board.step(len(listed) - 1)
        position = position.after(position.move_from_json(listed[-1]))
    expect(board.page.locator("#moves-note")).to_have_text("No move is left. The game is over.")


def test_the_engine_answers_and_a_mistake_is_named(board: Playground) -> None:
    board.open_text("nim:1,2")
    board.mode("Play")
    board.expect_verdict("N", "normal")
    wrong = board.page.locator('[data-outcome="N"][data-move]').first
    wrong.click()
    expect(board.page.locator(".knot")).to_have_count(3)
    board.page.get_by_role("button", name="After move 1, by: You").click()
    expect(board.page.locator(".thread-words")).to_contain_text("You could have won here.")
    expect(board.page.locator(".knot.mistake")).to_have_count(1)
    board.do("Show how")
    board.page.locator('[data-outcome="P"][data-move]').click()
    board.expect_at(2)
    board.page.locator("[data-move]").first.click()
    expect(board.page.locator(".turn")).to_have_text("You win!")
    expect(board.page.locator(".knot.mistake")).to_have_count(0)


def test_two_friends_tap_the_board(board: Playground) -> None:
    board.open_position({"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"], ["c", "d"]]})
    board.mode("Play")
    board.page.get_by_label("Against").select_option("friend")
    for name, who in (("a", "First"), ("b", "Second"), ("c", "First")):
        board.press(board.vertex(name))
        expect(board.page.locator(".turn")).to_have_text(f"{who} player to move")
    board.press(board.vertex("d"))
    expect(board.page.locator(".turn")).to_have_text("First player wins.")
    board.do("Take back")
    expect(board.page.locator(".turn")).to_have_text("First player to move")


def test_several_moves_to_one_place_are_a_choice(board: Playground) -> None:
    board.open_position({"game": "nimg-rm", "edges": [["a", "b"]], "weights": {"a": 3, "b": 2}, "start": "a"})
    board.mode("Play")
    board.press(board.vertex("b"))
    choices = board.page.locator("#chooser .choice")
    expect(choices).to_have_count(3)
    expect(choices.first).to_be_focused()
    board.page.keyboard.press("Escape")
    expect(board.page.locator("#chooser")).to_be_hidden()
    board.press(board.vertex("b"))
    choices.first.click()
    expect(board.page.locator(".knot").nth(1)).to_be_visible()


def test_heaps_of_a_thousand_are_played(board: Playground) -> None:
    board.open_position({"game": "nim", "heaps": [1200, 1200]})
    board.expect_verdict("P")
    expect(board.moves).to_have_count(2400)
    board.mode("Play")
    board.page.get_by_label("Against").select_option("friend")
    board.press(board.heap(1))
    board.page.get_by_label("Leave").fill("777")
    board.page.keyboard.press("Enter")
    expect(board.heap(1)).to_have_attribute("aria-label", re.compile("heap 2 of size 777"))
    board.expect_verdict("N")


def test_a_counter_takes_itself_and_all_above_it(board: Playground) -> None:
    board.open_text("nim:5,5")
    board.mode("Play")
    board.hints("nothing")
    expect(board.moves).to_have_count(0)
    expect(board.verdict()).to_have_text("Kept secret")
    board.heap(0).locator("circle").nth(2).click()
    expect(board.heap(0)).to_have_attribute("aria-label", "heap 1 of size 2")


def test_help_comes_in_steps(board: Playground) -> None:
    board.mode("Play")
    board.hints("nothing")
    expect(board.moves).to_have_count(0)
    expect(board.page.locator("#board .lm-edge-win")).to_have_count(0)
    board.hints("moves")
    expect(board.moves).to_have_count(3)
    expect(board.page.locator("[data-outcome]")).to_have_count(0)
    board.hints("values")
    expect(board.page.locator('[data-outcome="P"][data-move]')).to_have_count(3)
    expect(board.page.locator(".move-left")).to_have_count(0)
    board.hints("remoteness")
    expect(board.page.locator(".move-left").first).to_have_text("9 moves to go")
    expect(board.page.locator("#board .lm-band")).to_have_count(0)
    board.hints("evidence")
    expect(board.page.locator("#board .lm-band")).to_have_count(5)


def test_the_film_runs_through_the_game(opened: Callable[..., Playground]) -> None:
    """Each move is shown for its second, however long it is waited for; the clock is the test's."""
    board = opened()
    clock = board.page.clock
    clock.install(time=0)
    board.visit()
    board.open_text("nim:2")
    board.step(1)
    board.step(0)
    clock.pause_at(3600)
    answers = board.held("look")
    board.do("Play film")
    clock.run_for(5_000)
    answers.go()
    for moves in range(3):
        board.expect_at(moves)
        board.settled()
        expect(board.button("Stop film")).to_be_visible()
        clock.run_for(1_000)
    expect(board.button("Play film")).to_be_visible()


def test_the_whole_argument(board: Playground) -> None:
    board.open_text("nim:1,2")
    board.do("The whole argument")
    expect(board.dialog.locator("h3").first).to_be_visible()
    expect(board.dialog).to_contain_text("nim-sum")
