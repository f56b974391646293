"""A move of a game with weights that changes none: Cascade of docs/how-to/your-own-game.md, by its definition."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.games.moves import Slide
from lastmove.search.plain import PlainSearch
from lastmove.verify.positions import layers
from page_examples import blocks_of

SIZE = 3
"""Boards of up to so many vertices, with the weights that the game is usually tried with."""


@cache
def cascade() -> Any:
    """The class of the page."""
    (code,) = (b.text for b in blocks_of("docs/how-to/your-own-game.md") if "class Cascade(" in b.text)
    home: dict[str, Any] = {"__name__": __name__}
    exec(code, home)
    return home["Cascade"]


def wins(rows: Any, weights: tuple[int, ...], here: int, misere: bool) -> bool:
    """Who wins, from the rule alone: neither positions nor moves of the package."""
    below = [v for v in rows[here] if weights[v] < weights[here]]
    return any(not wins(rows, weights, v, misere) for v in below) if below else misere


@pytest.mark.parametrize("play", lm.Play)
def test_every_small_board_is_won_as_the_rule_says(play: lm.Play) -> None:
    lm.register(cascade())
    tried = 0
    for board in layers("cascade", [s for s in cascade().usual_range().strata if s.size <= SIZE and not s.uniform]):
        rows, weights = board.graph.neighbours, board.weights
        for here, start in enumerate(board.starts()):
            position, expected = board.at(start), wins(rows, weights, here, play is lm.Play.MISERE)
            assert PlainSearch(play, Meter()).wins(position) == expected, position
            for move in position.moves():
                assert position.after(move) == cascade()(board.graph, weights, start=move.to)
            tried += 1
    assert tried > 500


def test_weights_stay_and_are_solved() -> None:
    position = cascade()([("a", "b"), ("b", "c")], {"a": 3, "b": 2, "c": 1}, start="a")
    after = position.after(Slide("b"))
    assert (after.weights, after.start, after.at("c").weights) == ((3, 2, 1), "b", (3, 2, 1))
    assert lm.solve(position).outcome is lm.Outcome.P
    assert lm.solve(after, certificate=True).winning_moves() == [Slide("c")]
    assert after._lowered(1, 0, 2).weights == (3, 0, 1)
