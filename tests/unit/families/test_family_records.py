"""What a family answers about its members: the records that ``solve`` and ``outcomes`` give."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import lastmove as lm
from lastmove.families.check import reason_of

CASES = [
    ("path:n", {"play": "misere"}),
    ("grid:3xn", {}),
    ("prism:n", {"game": "edge-geography"}),
    ("cycle:n", {"game": "nimg-rm", "weights": 2, "play": "misere"}),
    ("path:n", {"game": "nimg-mr", "weights": 2}),
    ("circulant:n,1", {"play": "misere"}),
]


@pytest.mark.parametrize(("spec", "more"), CASES)
def test_they_say_what_a_search_says(spec: str, more: dict[str, Any]) -> None:
    family = lm.family(spec, **more)
    n = family.columns.least + 1
    found, searched = family.outcomes(n), lm.outcomes(family.board(n), family.play)
    assert isinstance(found, lm.Outcomes)
    assert dict(found) == dict(searched)
    assert [count for _, count in found.reasons] == [len(found)]
    assert found.to_json() == family.answer(n)
    for start in range(len(found)):
        solution = family.solution(n, start)
        assert isinstance(solution, lm.Solution)
        assert solution.to_json() == found.solution(start).to_json() == family.answer(n, start)
        assert solution.outcome is family.outcome(n, start) is found[start]
        winning = list(searched.winning_moves(start))
        assert solution.move == found.moves[start]
        assert solution.move in winning or solution.move is None
        assert (solution.move is None) == (not winning)
        assert list(solution.winning_moves()) == list(found.winning_moves(start)) == winning
        assert solution.remoteness() == lm.solve(family.board(n).at(start), family.play).remoteness()
        position: Any = solution.problem.position
        assert [position.after(move) for move in position.moves()] == [
            position.made.after(move) for move in position.made.moves()
        ]
        assert position.graph == family.board(n).graph


def test_a_member_may_be_too_large_to_be_made() -> None:
    n = 10**30
    solution = lm.family("path:n", game="nimg-mr", weights=3, play="misere").solution(n, 5)
    assert str(solution).startswith("NimG-MR, misère play: path:n with n = 1,000,000,")
    assert solution.reason.to_json() == reason_of("path:n", n, 3, 2)
    assert pickle.loads(pickle.dumps(solution)).to_json() == solution.to_json()
    with pytest.raises(lm.InputError):
        solution.winning_moves()


def test_what_is_not_known_has_the_limit_for_a_reason() -> None:
    family = lm.family("grid:6xn", play="misere", limits=lm.Limits(positions=500))
    found = family.outcomes(9)
    assert (found.stopped_by, found.count(lm.Outcome.UNKNOWN)) == ("positions", 54)
    assert [(reason.name, count) for reason, count in found.reasons] == [("positions limit", 54)]
    assert set(found.moves.values()) == {None}
    assert family.solution(9, 3).outcome is lm.Outcome.UNKNOWN
    short = family.solution(1, 0)
    assert str(short.reason) == "its parts were composed column by column"
