"""What someone sees who begins to play: a short screen, an example that can be typed, numbers that are vertices."""

from __future__ import annotations

from typing import Any

import pytest

import commands
import lastmove as lm
from lastmove.games import game_names
from lastmove.notation.moves import is_told_by_vertex, move_example, move_from_text
from lastmove.notation.short import opening


def play(*arguments: str, text: str = "q\n") -> str:
    return commands.invoke("play", *arguments, text=text).stdout


@pytest.mark.parametrize("game", [name for name in game_names() if name != "vertexnim"])
def test_rules_in_three_lines_then_the_board_and_one_line_that_says_what_to_type(game: str) -> None:
    before, _, after = play(game).partition("\n\n")
    assert len(before.splitlines()) <= (8 if game == "sum" else 5)  # the title, the rules, whose turn it is
    shown, asked = after.partition("Your move:")[0].splitlines(), after.count("Type a move, for example: ")
    assert asked == 1
    assert shown[-1].endswith((": all moves, h: help)", ": all moves, help: help)"))
    assert not [line for line in shown if line.startswith("    1  ")]  # no list


@pytest.mark.parametrize("game", game_names())
def test_the_example_can_be_typed(game: str) -> None:
    position: Any = lm.parse(opening(game)).position
    example = move_example(position)
    assert example is not None
    assert move_from_text(position, example) in list(position.moves())
    assert f"  {example}" in play(game, text="help\nq\n")


def test_the_example_is_said_once() -> None:
    said = play("nim:1,1,1", text="take 1 from heap 1\ntake 1 from heap 3\n")
    assert said.count("for example") == 1
    assert "You win" in said


def test_a_number_is_a_vertex_where_vertices_are_numbers() -> None:
    said = play("grid:3x4", "--game", "vertex-geography", text="4\nq\n")
    assert "You play: move to 4" in said
    listed = play("path:3", "--game", "vertex-geography", "--start", "1", text="m\n2\n")
    assert "    0  move to 0\n    2  move to 2\n" in listed
    assert "You play: move to 2" in listed


def test_a_number_is_that_of_the_list_elsewhere() -> None:
    assert not is_told_by_vertex(lm.VertexGeography([("a", "b")], start="a"))
    assert not is_told_by_vertex(lm.NimGRM([(0, 1)], [2, 2], start=0))
    assert "You play: take 1 from 0 (2 -> 1), move to 1" in play(
        "path:2", "--game", "nimg-rm", "--weights", "2", text="2\n"
    )


def test_a_letter_that_is_a_vertex_is_no_command() -> None:
    board = '{"game": "vertex-geography", "edges": [["b", "m"], ["m", "q"], ["q", "h"]], "start": "m"}'
    said = commands.invoke("play", "-", text=f"{board}\nh\nhelp\nq\nquit\n").stdout
    assert "That is not a legal move: 'h' is not next to 'm'." in said
    assert "In short: u is undo, e is explain.\n" in said
    assert "You play: move to q" in said


def test_help_is_about_this_board() -> None:
    graph = play("grid:2x2", "--game", "vertex-geography", text="h\nq\n")
    assert "  a vertex  the move that leads there\n" in graph
    assert "heap" not in graph
    assert "Kayles: Rows of pins." in play("sum", text="h\nq\n")


def test_a_dead_end_is_mentioned_where_there_is_one() -> None:
    rule = "Where there is no neighbour"
    assert rule not in lm.NimGRM([("a", "b")], 1, start="a").say_rules()
    assert rule in lm.NimGRM([("a", "b")], 1, start="a", directed=True).say_rules()


@pytest.mark.parametrize(
    ("position", "typed", "meant"),
    [
        (lm.Nim([3, 5, 7]), "3 from heap 1", (0, 0)),
        (lm.Nim([3, 5, 7]), "heap 2 take 2", (1, 3)),
        (lm.Nim([3, 5, 7]), "from heap 1 take 2", (0, 1)),
        (lm.Nim([3, 5, 7]), "take 2 tokens from heap 3", (2, 5)),
        (lm.Nim([3, 5, 7]), "lower heap 2 to 4", (1, 4)),
        (lm.Octal("0.77", [5, 4]), "split heap 1 into 2 and 2", (0, (2, 2))),
        (lm.Octal("0.77", [5, 4]), "heap 2 take 2", (1, (2,))),
        (lm.AdjacentNim([3, 2], start=0), "2 from heap 1", (1,)),
        (lm.parse("vertex-geography:grid:3x4").position, "go to 4", (4,)),
    ],
)
def test_people_say_it_in_many_ways(position: Any, typed: str, meant: tuple[object, ...]) -> None:
    assert tuple(move_from_text(position, typed)) == meant


def test_complaints_give_an_example_and_the_true_reason() -> None:
    assert "for example take 1 from heap 2" in play("nim:1,2", text="foo\nq\n")
    far = play("grid:3x4", "--game", "vertex-geography", text="5\nq\n")
    assert "That is not a legal move: " in far
    assert "5 is not next to 0" in far
    assert "is not a vertex" not in far
