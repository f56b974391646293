"""Puzzles: one winning move among several, by the definition; the same seed makes the same one."""

from __future__ import annotations

from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.games import game_names
from lastmove.notation.json import parse, problem_to_json
from lastmove.play.opponent import LEVEL_NAMES, Level
from lastmove.search.plain import PlainSearch
from lastmove.web.api import ask
from lastmove.web.puzzles import LEAST_MOVES, puzzle

A_HANDFUL = tries(5, quick=3)
SMALL = ("nim", "subtraction", "dag", "octal", "vertex-geography")
"""Games whose puzzles the plain search plays to the end in no time."""


def said(question: str, **body: Any) -> Any:
    return ask(question, body, lambda _: None).answer


@pytest.mark.parametrize("name", sorted(game_names()))
def test_every_game_has_a_handful(name: str) -> None:
    found = []
    for seed in range(1, A_HANDFUL + 1):
        problem = puzzle(seed, name)
        assert problem is not None
        assert getattr(type(problem.position), "name", "") == name
        assert len(list(problem.position.moves())) >= LEAST_MOVES
        found.append(str(problem_to_json(problem)))
        assert puzzle(seed, name) == problem
    assert len(set(found)) >= A_HANDFUL - 1


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(1, A_HANDFUL + 1))
def test_exactly_one_move_wins_by_the_definition(name: str, seed: int) -> None:
    problem = puzzle(seed, name)
    assert problem is not None
    search = PlainSearch(problem.play, Meter())
    winning = [move for move in problem.position.moves() if not search.wins(problem.position.after(move))]
    assert winning == list(lm.solve(problem, all_moves=True).winning_moves())
    assert len(winning) == 1


def test_the_question_answers_with_a_position_and_its_places() -> None:
    found = said("puzzle", game="vertex-geography", seed=2)
    assert parse(found["position"]).position == puzzle(2, "vertex-geography").position  # type: ignore[union-attr]
    assert set(found["places"]) == {str(name) for name in found["position"]["vertices"]}
    assert said("puzzle", seed=20260704) == said("puzzle", seed=20260704), "everybody has the same one on a day"


def test_a_picture_without_values_says_nothing_of_the_starts() -> None:
    """A board without a token, as in a game where the start is still to be chosen."""
    position = {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"]]}
    pictures = [str(said("look", position=position, show=show)["scene"]) for show in ([], ["moves"], ["values"])]
    badges = [picture.count("badge-") for picture in pictures]
    assert badges[:2] == [0, 0]
    assert badges[2] > 0


def test_old_names_of_levels_are_understood() -> None:
    assert [Level(name) for name in LEVEL_NAMES] == [Level.EASY, Level.MEDIUM, Level.PERFECT, Level.MEDIUM, Level.EASY]
    with pytest.raises(ValueError, match="sleepy"):
        Level("sleepy")
    assert said("choose", position={"game": "nim", "heaps": [1]}, level="errs")["move"] == {"heap": 0, "remaining": 0}
