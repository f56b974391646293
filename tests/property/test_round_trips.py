"""Hypothesis over every game: what is written is read back, all the way down the game."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from effort import tries
from lastmove.games import GAMES
from samples import random_problem

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=tries(60))
@given(seed=seeds, data=st.data())
def test_a_play_to_the_end(game: str, seed: int, data: st.DataObject) -> None:
    raw = random_problem(game, random.Random(seed))
    problem = lm.parse(raw)
    position = problem.position
    while True:
        written = lm.problem_to_json(lm.Problem(position, problem.play))
        again = lm.parse(json.dumps(written)).position
        assert again == position
        assert hash(again) == hash(position)
        assert lm.position_to_json(again) == lm.position_to_json(position)
        moves = list(position.moves())
        assert list(again.moves()) == moves
        if not moves:
            break
        move = data.draw(st.sampled_from(moves))
        assert again.after(move) == position.after(move)
        position = position.after(move)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=tries(40))
@given(seed=seeds)
def test_misere_and_normal_differ_only_in_the_end(game: str, seed: int) -> None:
    """Remoteness and outcome agree by parity in both conventions, and an added move swaps them in a sum."""
    position = lm.parse(random_problem(game, random.Random(seed))).position
    for play in lm.Play:
        solution = lm.solve(position, play)
        remoteness = solution.remoteness()
        assert remoteness is not None
        last_mover_wins = play is lm.Play.NORMAL
        assert (solution.outcome is lm.Outcome.N) == ((remoteness % 2 == 1) == last_mover_wins)
