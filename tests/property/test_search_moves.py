"""The move that a search says: the first one that wins by the law, for every game, convention and way to search."""

from __future__ import annotations

import random

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.games import GAMES
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from samples import random_problem


@pytest.mark.parametrize("settings", [Settings(), Settings(compiled=False)], ids=["usual", "plain"])
@pytest.mark.parametrize("game", GAMES)
def test_the_first_winning_move_is_said(game: str, settings: Settings) -> None:
    draw = random.Random(game)
    for _ in range(tries(25)):
        given = lm.parse(random_problem(game, draw))
        position, play = given.position, given.play
        if getattr(position, "is_board", False):
            continue
        law = PlainSearch(play, Meter())
        winning = [move for move in position.moves() if not law.wins(position.after(move))]
        search = ExactSearch(play, Meter(), settings)
        assert search.solve(position) == (law.wins(position), winning[0] if winning else None), (position, play)


def test_what_was_asked_before_changes_no_move() -> None:
    board = lm.VertexGeography(lm.graphs.named("grid:4x4"))
    asked_at_once = ExactSearch(lm.Play.MISERE, Meter())
    for start in reversed(board.starts()):
        position = board.at(start)
        assert asked_at_once.solve(position) == ExactSearch(lm.Play.MISERE, Meter()).solve(position)
