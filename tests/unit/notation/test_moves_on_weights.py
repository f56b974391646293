"""Moves of NimG and Vertexnim as people type them: what is taken, or what is left, and where the token goes."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import commands
import lastmove as lm
from lastmove.core.errors import IllegalMoveError
from lastmove.notation.moves import move_example, move_from_text
from lastmove.notation.short import opening
from samples import random_problem

GAMES = ("nimg-rm", "nimg-mr", "vertexnim")


def positions(game: str) -> list[Any]:
    rng = random.Random(f"weights {game}")
    found = [lm.parse(opening(game)).position]
    return found + [lm.parse(random_problem(game, rng)).position for _ in range(30)]


def weight(position: Any, move: Any) -> int:
    """The weight that a move lowers, by the words of the game."""
    words = position.say_move(move)
    found = re.search(r"\((\d+) -> \d+\)|take all (\d+)", words)
    assert found is not None
    return int(found[1] or found[2])


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_what_it_takes_or_leaves(game: str) -> None:
    tried = 0
    for position in positions(game):
        for move in list(position.moves())[:30]:
            if move.to is None or not str(move.to).strip():
                continue
            take, to, left = weight(position, move) - move.remaining, move.to, move.remaining
            forms = [f"take {take} to {to}", f"to {to} take {take}", f"{to} take {take}", f"take {take}, {to}"]
            forms += [f"{to} leaving {left}", f"to {to} leaving {left}", f"leaving {left} to {to}"]
            forms += [f"take {take} tokens and move to {to}", f"{left} to {to}", f"{to} remaining {left}"]
            forms += [] if str(to).isdigit() else [f"{to} {left}", f"{left} {to}"]
            for form in forms:
                assert move_from_text(position, form) == move, form
            tried += 1
    assert tried > 50


@pytest.mark.parametrize("game", GAMES)
def test_the_example_is_short_and_means_a_move(game: str) -> None:
    for position in positions(game):
        example = move_example(position)
        if example is not None:
            assert move_from_text(position, example) in list(position.moves())
    assert (move_example(positions(game)[0]) or "").replace("to b", "").strip() == "take 1"


def test_where_there_is_one_way_the_vertex_may_be_left_out() -> None:
    path = lm.NimGRM([("a", "b"), ("b", "c")], [3, 2, 2], start="a")
    assert move_from_text(path, "take 2") == move_from_text(path, "remaining 1 to b")
    alone = lm.NimGRM(lm.Graph(["a"], []), [2], start="a")
    assert move_from_text(alone, "take 1").to is None
    assert move_from_text(path.at("c"), "take 1 from c to b").remaining == 1
    assert move_from_text(lm.NimGMR([("a", "b")], [5, 1], start="a"), "b").remaining == 0


def test_numbers_that_are_vertices_and_weights() -> None:
    board = lm.NimGRM([(1, 2), (1, 3)], [4, 5, 6], start=1)
    assert move_from_text(board, "take 1 to 2") == move_from_text(board, "remaining 3 to 2")
    assert move_from_text(board, "2 leaving 3") == move_from_text(board, "remaining 3 to 2")
    assert move_from_text(board, "3 2") == move_from_text(board, "remaining 3 to 2")  # the order of the fields
    huge = lm.NimGMR([("a", "b"), ("a", "c")], [1, 10**30, 10**30], start="a")
    assert move_from_text(huge, "take 1 to c").remaining == 10**30 - 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take 1", "say where to go: take 1 to a"),
        ("take", "say how many: take 1"),
        ("take x to a", "say how many: take 1"),
        ("take 9 to a", "there are 2 to take"),
        ("take 0 to a", "2"),
        ("take 1 to b", "no move leads to b"),
        ("take 1 to nowhere", "no move leads to nowhere"),
        ("a leaving 7", "7"),
        ("c", "for example take 1 to a"),
        ("leaving", "to"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    board = lm.NimGRM([("a", "b"), ("b", "c")], [3, 2, 2], start="b")
    with pytest.raises((lm.InputError, IllegalMoveError), match=said):
        move_from_text(board, text)


@pytest.mark.parametrize("names", [("take", "to", "leaving"), ("remaining", "and", "1"), ("two words", "b c", "2")])
def test_vertices_with_such_names(names: tuple[str, str, str]) -> None:
    a, b, c = names
    for kind in (lm.NimGRM, lm.NimGMR):
        board: Any = kind([(a, b), (a, c)], [3, 3, 3], start=a)
        example = move_example(board)
        assert example is not None
        assert move_from_text(board, example) in list(board.moves())


def test_the_prompt_says_the_short_form() -> None:
    seen = commands.invoke("play", "nimg-rm", text="take 2 to b\nquit\n").stdout
    assert "for example: take 1 to b" in seen
    assert "You play: take 2 from a (3 -> 1), move to b" in seen
    assert "for example: to b take 1" in commands.invoke("play", "nimg-mr", text="quit\n").stdout
    summed = lm.Sum([lm.Nim([1]), lm.NimGRM([("a", "b")], [2, 1], start="a")])
    assert move_from_text(summed, "part 2 take 1 to b").move.remaining == 1
