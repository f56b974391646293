"""Values of moves within limits: what ``winning_moves()`` knows of a move, ``values()`` knows as well."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import lastmove as lm
from commands import solve
from lastmove.core.limits import Meter
from lastmove.solver.decide import Solver, Task
from reference import cases


@pytest.mark.parametrize("game", cases.GAMES)
def test_outcomes_are_known_where_winning_moves_are(game: str) -> None:
    rng = random.Random(f"values {game}")
    for most in (1, 5, 20, 80, 300) * 4:
        position = lm.parse(cases.generate(game, rng)).position
        for play in lm.Play:
            answer = lm.solve(position, play, limits=lm.Limits(positions=most))
            winning = answer.winning_moves()
            values = answer.values()
            truth = {value.move: value.outcome for value in lm.solve(position, play).move_values()}
            for value in values.moves:
                assert value.outcome in (truth[value.move], lm.Outcome.UNKNOWN)
                assert value.outcome is not lm.Outcome.UNKNOWN or value.move in winning.undecided, (position, value)
                assert (value.remoteness is None) == (values.stopped_by is not None)


def test_theorems_tell_what_is_too_long_to_play() -> None:
    """Nim heaps of a million: no length in reasonable time, but every move is known to win or to lose."""
    text = '{"game": "nim", "heaps": [1000000, 1000001, 3]}'
    (answer,) = solve(text, "--values", "--position-limit", "100", status=3)
    assert answer["remoteness"] is None
    assert {value["outcome"] for value in answer["values"]} == {"N"}
    (answer,) = solve('{"game": "nim", "heaps": [700, 5]}', "--values", "--position-limit", "100", status=3)
    assert [value["outcome"] for value in answer["values"]].count("P") == 1
    assert all(value["remoteness"] is None for value in answer["values"])


def test_a_list_of_winning_moves_that_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from lastmove.core.solution import WinningMoves

    monkeypatch.setattr(Task, "list_winning", lambda *_: WinningMoves([], 0))
    with pytest.raises(lm.InternalError, match="leads to P, not to N"):
        lm.solve(lm.Nim([3]), values=True)


def test_a_list_that_a_limit_cuts_has_the_move_of_the_answer() -> None:
    """A theorem names a move that the list, tried move by move, had not come to."""
    position = lm.Nim([10**6, 10**6 + 3, 5])
    task = Task(lm.Problem(position, lm.Play.NORMAL), lm.Limits(), Solver(lm.Play.NORMAL, Meter()))
    verdict = task.solver.decide(position, Meter())
    blind = replace(verdict, winning=None)  # so that the moves are tried one by one
    found = task.list_winning(blind, Meter(lm.Limits(positions=50)))
    assert found.stopped_by == "positions"
    assert verdict.move in found
    assert verdict.move not in found.undecided
    assert found.total == len(found)
