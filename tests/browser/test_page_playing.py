"""Playing: every game to its end, against the engine and a friend, with as much help as is wanted."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import lastmove as lm
from browsing import packed
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


SAID = """() => {
    const said = [location.hash];
    const all = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let at = all.nextNode(); at; at = all.nextNode()) {
        if (at.parentNode.closest?.('title, option, script, style, noscript, dialog:not([open])')) continue;
        if (at.nodeType === Node.TEXT_NODE) said.push(at.data.trim());
        else for (const { name, value } of at.attributes) {
            if (/^(aria-(?!key)|title|alt|class|data-(?!text|label|move|play))/.test(name)) said.push(value);
        }
    }
    return said.filter(Boolean);
}"""
"""Every text of the page, hidden or not, what is read out, and what marks elements; no menus, no closed dialogs."""
SECRET = re.compile(
    r"player to move|winning|\bwins?\b|\bwon\b|\bloses?\b|\blost\b|-lose\b|[NP]-position|^[NP]$|Because|mistake"
)


def no_secret_is_told(board: Playground) -> None:
    """Nothing on the page says who wins, nor does anything in it that is not to be seen."""
    expect(board.page.locator("body[data-mode=play]")).to_be_attached()
    expect(board.page.locator("[data-outcome], [data-start], [data-fate]")).to_have_count(0)
    for play in ("normal", "misere"):
        expect(board.verdict(play)).to_have_attribute("data-verdict", "")
    assert [said for said in board.page.evaluate(SAID) if SECRET.search(_rules_left_out(said))] == []
    coloured = board.page.locator("#board :is(.lm-badge-n, .lm-badge-p, .lm-band, .lm-chip-win, .lm-digits-total)")
    expect(coloured.locator("visible=true")).to_have_count(0)


def _rules_left_out(text: str) -> str:
    """Without what says how the game ends."""
    ends = ("The last move wins.", "The last move loses.", "the last move wins", "the last move loses")
    for words in (*ends, "Who wins", "Find the one winning move", "First player to move", "Second player to move"):
        text = text.replace(words, "")
    return text


BOARDS = [
    {"game": "nim", "heaps": [3, 5, 7]},
    {"game": "vertex-geography", "edges": [["u", "v"], ["v", "w"]]},
    {"game": "adjacent-nim", "heaps": [2, 3, 1], "start": 0},
    {"game": "nimg-rm", "edges": [["u", "v"], ["v", "w"]], "weights": {"u": 1, "v": 2, "w": 2}, "start": "v"},
]


@pytest.mark.parametrize("position", BOARDS, ids=lambda each: str(each["game"]))
def test_a_game_keeps_its_secrets(board: Playground, position: dict[str, Any]) -> None:
    """From the moment in which it is chosen, also before the next answer comes."""
    board.open_position(position)
    board.settled()
    answers = board.held("look")
    board.mode("Play")
    no_secret_is_told(board)
    answers.go()
    board.settled()
    no_secret_is_told(board)
    board.page.emulate_media(color_scheme="dark")
    no_secret_is_told(board)


def test_every_game_keeps_its_secrets_whoever_begins(board: Playground) -> None:
    """Also when the engine has answered, after an undo, and when the page is read anew."""
    for name in sorted(game_names()):
        for begins in ("first", "second"):
            content = {"v": 1, "position": opening(name), "play": "misere", "against": "perfect", "begins": begins}
            board.page.evaluate("link => { location.hash = link; }", packed({**content, "mode": "play"}))
            expect(board.page.get_by_label("I move", exact=True)).to_have_value(begins)  # the link is followed
            expect(board.turn).to_have_text("Your turn")
            board.expect_made(0 if begins == "first" else 1)
            board.settled()
            no_secret_is_told(board)
    board.moves.first.click()
    expect(board.page.locator("[data-undo]")).to_be_enabled()
    board.page.locator("[data-undo]").click()
    board.expect_made(1)
    board.settled()
    no_secret_is_told(board)
    board.page.reload()
    expect(board.turn).to_have_text("Your turn")
    board.settled()
    no_secret_is_told(board)


def test_what_was_seen_before_a_game_is_not_left_in_the_page(board: Playground) -> None:
    """Neither the argument nor the line of the game, though they are hidden; nor, after an undo, how a game ended."""
    board.open_text("nim:1,2")
    board.step()
    expect(board.page.locator(".knot[aria-label*='now won']").first).to_be_visible()
    board.do("The whole argument")
    board.page.locator("#argument .step").first.click()
    expect(board.page.locator("#board .lit")).not_to_have_count(0)
    board.mode("Play")
    board.settled()
    expect(board.page.locator("#board .lit")).to_have_count(0)
    no_secret_is_told(board)
    board.open_text("nim:1,2")
    board.play("friend")
    for made in (1, 2):
        board.make(0, made)
    expect(board.page.locator("#said")).to_contain_text("wins")
    board.do("Undo")
    board.expect_made(1)
    board.settled()
    no_secret_is_told(board)


def test_a_hint_says_whether_and_then_which(board: Playground) -> None:
    board.open_text("nim:1,2")
    board.play()
    hint, guide = board.page.locator("[data-hint]"), board.page.locator("#guide")
    hint.click()
    expect(guide).to_have_text("Yes: you have a winning move.")
    expect(board.page.locator("[data-outcome]")).to_have_count(0)
    hint.click()
    expect(guide).to_contain_text("This wins:")
    named = board.page.locator("[data-move][data-outcome]")
    expect(named).to_have_count(1)
    expect(named).to_have_attribute("data-outcome", "P")
    expect(board.page.locator("#board .hinted")).to_have_count(1)
    expect(hint).to_be_disabled()
    named.click()
    expect(board.page.locator("[data-outcome]")).to_have_count(0)


def test_where_no_move_wins_a_hint_says_so(board: Playground) -> None:
    board.open_text("nim:2,2")
    board.play()
    board.do("Hint")
    expect(board.page.locator("#guide")).to_contain_text("No: you have no winning move.")
    expect(board.button("Hint")).to_be_disabled()
    expect(board.page.locator("[data-outcome]")).to_have_count(0)


def test_a_lost_game_names_the_mistake_and_goes_back_to_it(board: Playground) -> None:
    board.open_text("nim:1,2")
    board.play()
    expect(board.result).to_have_count(0)
    board.page.locator('[data-move=\'{"heap":0,"remaining":0}\']').click()
    expect(board.result).to_have_attribute("data-result", "lose")
    expect(board.result).to_contain_text("You lose")
    expect(board.result).to_contain_text("Move 1 was the mistake:")
    no_secret_is_told_of_moves(board)
    board.do("Where it turned")
    expect(board.page.locator("body[data-mode=analyse]")).to_be_attached()
    board.expect_at(0)
    board.page.get_by_role("button", name="After move 1, by: You").click()
    expect(board.page.locator(".thread-words")).to_contain_text("You could have won here.")
    expect(board.page.locator(".knot.mistake")).to_have_count(1)
    board.do("Show how")
    expect(board.page.locator('[data-outcome="P"][data-move]')).to_have_count(1)


def no_secret_is_told_of_moves(board: Playground) -> None:
    """The result stands there, and the board still keeps its secrets."""
    expect(board.page.locator("[data-outcome]")).to_have_count(0)


def test_a_game_is_won_and_played_again_from_the_other_side(board: Playground) -> None:
    board.open_text("nim:2")
    board.play()
    board.page.locator('[data-move=\'{"heap":0,"remaining":0}\']').click()
    expect(board.result).to_have_attribute("data-result", "win")
    expect(board.result).to_contain_text("You win!")
    expect(board.result).to_contain_text("Flawless")
    board.do("Again")
    expect(board.result).to_have_count(0)
    expect(board.turn).to_have_text("Your turn")
    board.page.locator('[data-move=\'{"heap":0,"remaining":0}\']').click()
    board.do("Swap sides")
    expect(board.result).to_have_attribute("data-result", "lose")
    expect(board.result).to_contain_text("You had no winning move.")


def test_undo_takes_back_the_move_and_its_answer(board: Playground) -> None:
    board.open_text("nim:3,4,5")
    board.play()
    expect(board.page.locator("[data-undo]")).to_be_disabled()
    for made in (2, 4):
        board.make(-1, made)
        expect(board.turn).to_have_text("Your turn")
    board.page.locator("[data-undo]").click()
    board.expect_made(2)
    expect(board.turn).to_have_text("Your turn")
    board.do("Undo")
    board.expect_made(0)
    expect(board.page.locator("[data-undo]")).to_be_disabled()
    expect(board.heap(2)).to_have_attribute("aria-label", re.compile("size 5"))


def test_two_friends_tap_the_board(board: Playground) -> None:
    board.open_position({"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"], ["c", "d"]]})
    board.play("friend")
    expect(board.turn).to_have_text("Choose a starting vertex")
    for name, who in (("a", "First"), ("b", "Second"), ("c", "First")):
        board.press(board.vertex(name))
        expect(board.turn).to_have_text(f"{who} player to move")
    board.press(board.vertex("d"))
    expect(board.result).to_have_attribute("data-result", "over")
    expect(board.result).to_contain_text("First player wins.")
    board.do("Undo")
    expect(board.turn).to_have_text("First player to move")


@pytest.mark.parametrize(
    ("tapped", "why"),
    [("a", "The token is on a already."), ("c", "c is not next to a, where the token is.")],
)
def test_a_tap_that_is_no_move_says_why(board: Playground, tapped: str, why: str) -> None:
    board.open_position({"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"]], "start": "a"})
    board.play()
    board.press(board.vertex(tapped))
    expect(board.page.locator("#guide")).to_contain_text(why)
    expect(board.page.locator("#said")).to_contain_text(why)
    board.expect_made(0)


def test_the_board_keeps_its_size_through_a_game(board: Playground) -> None:
    board.open_text("nim:1,2")
    board.play()
    expect(board.turn).to_have_text("Your turn")
    before = board.page.locator("#board").bounding_box()
    board.do("Hint")
    board.page.locator('[data-move=\'{"heap":0,"remaining":0}\']').click()
    expect(board.result).to_be_visible()
    assert board.page.locator("#board").bounding_box() == before


def test_what_was_taken_fades_and_the_token_slides(opened: Callable[..., Playground]) -> None:
    """For 300 milliseconds; not at all for people who want less motion."""
    for motion, ghosts in (("no-preference", 2), ("reduce", 0)):
        board = opened(reduced_motion=motion).visit()
        board.open_text("nim:3,1")
        board.settled()
        board.page.evaluate(
            """() => {
                const before = Element.prototype.animate;
                window.faded = [];
                Element.prototype.animate = function (...given) {
                    if (this.closest('.ghosts')) window.faded.push(given[1].duration);
                    return before.apply(this, given);
                };
            }"""
        )
        board.page.locator('[data-move=\'{"heap":0,"remaining":1}\']').click()
        expect(board.heap(0)).to_have_attribute("aria-label", re.compile("heap 1 of size 1"))
        assert board.page.evaluate("window.faded") == [300] * ghosts


def test_an_old_name_of_a_level_is_understood(board: Playground) -> None:
    content = {"v": 1, "position": {"game": "nim", "heaps": [5, 4]}, "against": "beginner"}
    board.page.goto(f"{board.address}#{packed(content)}")
    expect(board.page.get_by_label("Against")).to_have_value("easy")
    levels = board.page.get_by_label("Against").locator("option").evaluate_all("all => all.map(one => one.value)")
    assert levels == ["easy", "medium", "perfect", "friend"]


def test_the_first_screen_says_what_it_is_and_has_boards_to_play_at_once(board: Playground) -> None:
    expect(board.page.locator(".tagline")).to_be_visible()
    expect(board.page.locator("#rule")).to_have_text(
        re.compile("^Slide the token to a neighbour.* The last move wins.$")
    )
    expect(board.page.locator("#rules")).to_be_visible()
    board.press(board.vertex(5))
    board.expect_at(1)
    board.do("Kayles: seven pins")
    expect(board.page.locator("body[data-mode=play]")).to_be_attached()
    expect(board.page.locator("#rule")).to_contain_text("Knock down one pin")
    no_secret_is_told(board)


def test_a_puzzle_is_solved_and_counted(board: Playground) -> None:
    """Python knows the one winning move; the page does not tell it."""
    board.open_text("nim:1,2")
    with board.page.expect_response("**/api/v1/puzzle") as asked:
        board.do("A puzzle of this game")
    problem = lm.parse(asked.value.json()["position"])
    position: Any = problem.position
    (move,) = lm.solve(problem, all_moves=True).winning_moves()
    expect(board.turn).to_have_text("Find the one winning move")
    board.settled()
    no_secret_is_told(board)
    wanted = position.move_to_json(move)
    listed = [{key: value for key, value in each.items() if key != "outcome"} for each in board.listed()]
    board.moves.nth(next(i for i, each in enumerate(listed) if each != wanted)).click()
    expect(board.result).to_have_attribute("data-result", "lose")
    board.do("Try again")
    expect(board.turn).to_have_text("Find the one winning move")
    board.settled()
    board.moves.nth(listed.index(wanted)).click()
    expect(board.result).to_have_attribute("data-result", "win")
    expect(board.result).not_to_contain_text("1 puzzle in a row")
    board.do("Next puzzle")
    expect(board.turn).to_have_text("Find the one winning move")


def test_several_moves_to_one_place_are_a_choice(board: Playground) -> None:
    board.open_position({"game": "nimg-rm", "edges": [["a", "b"]], "weights": {"a": 3, "b": 2}, "start": "a"})
    board.play()
    board.press(board.vertex("b"))
    choices = board.page.locator("#chooser .choice")
    expect(choices).to_have_count(3)
    expect(choices.first).to_be_focused()
    board.page.keyboard.press("Escape")
    expect(board.page.locator("#chooser")).to_be_hidden()
    board.press(board.vertex("b"))
    choices.first.click()
    expect(board.page.locator(".record li").first).to_be_visible()


def test_heaps_of_a_thousand_are_played(board: Playground) -> None:
    board.open_position({"game": "nim", "heaps": [1200, 1200]})
    board.expect_verdict("P")
    expect(board.moves).to_have_count(2400)
    board.play("friend")
    board.press(board.heap(1))
    board.page.get_by_label("Leave").fill("777")
    board.page.keyboard.press("Enter")
    expect(board.heap(1)).to_have_attribute("aria-label", re.compile("heap 2 of size 777"))
    board.mode("Analyse")
    board.expect_verdict("N")


def test_a_counter_takes_itself_and_all_above_it(board: Playground) -> None:
    board.open_text("nim:5,5")
    board.play("friend")
    board.heap(0).locator("circle").nth(2).click()
    expect(board.heap(0)).to_have_attribute("aria-label", "heap 1 of size 2, a legal move")


def test_of_a_row_of_pins_the_one_that_is_tapped_is_knocked_down(board: Playground) -> None:
    """Alone, or with a neighbour: those are the moves to choose from."""
    board.open_text("kayles:7")
    board.play("friend")
    board.heap(0).locator("rect.lm-counter").nth(0).click()
    choices = board.page.locator("#chooser .choice")
    expect(choices).to_have_count(2)
    board.page.keyboard.press("Escape")
    board.heap(0).locator("rect.lm-counter").nth(2).click()
    expect(choices).to_have_count(3)
    board.page.keyboard.press("Escape")
    pin = board.heap(0).locator("rect.lm-counter").nth(4).bounding_box()
    assert pin is not None
    board.page.mouse.click(pin["x"] + pin["width"] + 4, pin["y"] + pin["height"] / 2)  # a finger is wider than a pin
    expect(choices.first).to_have_text("Pin 5")
    choices.first.click()
    board.expect_made(1)


def test_help_comes_in_steps(board: Playground) -> None:
    board.hints("nothing")
    expect(board.moves).to_have_count(0)
    expect(board.verdict()).to_have_text("Hidden")
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


def test_the_whole_argument_lights_what_it_speaks_of(board: Playground) -> None:
    """In steps beside the board, and no dialog covers it."""
    board.do("The whole argument")
    argument = board.page.locator("#argument")
    expect(argument.locator("h3").first).to_be_visible()
    expect(board.dialog).to_be_hidden()
    step = argument.get_by_role("button").first
    step.click()
    expect(step).to_have_attribute("aria-pressed", "true")
    expect(board.page.locator("#board .lit").first).to_be_attached()
    step.click()
    expect(board.page.locator("#board .lit")).to_have_count(0)
    board.open_text("nim:1,2")
    expect(argument).to_be_hidden()
    board.settled()
    board.do("The whole argument")
    expect(argument).to_contain_text("nim-sum")


def test_what_is_deleted_is_tapped(board: Playground) -> None:
    """A vertex of Node Kayles; of Arc Kayles an end of the edge, and then the edge where there are several."""
    board.open_position({"game": "node-kayles", "edges": [["a", "b"], ["b", "c"], ["c", "d"]]})
    board.settled()
    board.press(board.vertex("a"))
    board.settled()
    expect(board.vertices).to_have_count(2)
    board.open_position({"game": "arc-kayles", "edges": [["a", "b"], ["b", "c"], ["c", "d"]]})
    board.settled()
    board.press(board.vertex("b"))
    expect(board.page.locator("#chooser .choice")).to_have_count(2)
    board.press(board.page.locator("#chooser .choice").nth(1))
    board.settled()
    expect(board.vertices).to_have_count(2)
