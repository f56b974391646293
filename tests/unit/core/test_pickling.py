"""What goes to other processes and comes back: errors, positions, graphs, answers, players."""

from __future__ import annotations

import copy
import inspect
import multiprocessing
import pickle
from typing import Any

import pytest

import lastmove as lm
from lastmove import graphs
from lastmove.core import errors
from lastmove.core.play import PlayName
from lastmove.sums.nimbers import NotSpecial
from lastmove.sums.tame import Wild

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "InputError": ("parts[1].weights", "-1; accepted: an integer >= 0"),
    "CycleError": ([lm.Nim([1]), lm.Nim([2])],),
    "LimitReached": ("time", 17),
}
"""What errors are made of, where that is not one text."""

ERRORS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.LastmoveError)]


def again(value: Any) -> Any:
    """The value, pickled and read again in every way that there is."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        found = pickle.loads(pickle.dumps(value, protocol))
    return found


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_errors(kind: type[Exception]) -> None:
    error = kind(*ARGUMENTS.get(kind.__name__, ("something is wrong",)))
    error.add_note("a note")
    for found in (again(error), copy.copy(error)):
        assert type(found) is kind
        assert (str(found), vars(found)) == (str(error), vars(error))


def test_errors_of_searches() -> None:
    for error in (Wild(lm.Nim([2]), 1, 2), NotSpecial(lm.Nim([2]))):
        found = again(error)
        assert (type(found), str(found), vars(found)) == (type(error), str(error), vars(error))


def wins(text: str) -> str:
    return lm.solve(lm.parse(text)).outcome.value


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_a_bad_line_does_not_hang_a_pool(method: str) -> None:
    lines = [
        '{"game": "nim", "heaps": [1]}',
        '{"game": "nim", "heaps": [-1]}',
        '{"game": "octal", "code": "x", "heaps": [1]}',
    ]
    with multiprocessing.get_context(method).Pool(1) as pool:
        tasks = [pool.apply_async(wins, (line,)) for line in lines]
        assert tasks[0].get(60) == "N"
        for task, field in zip(tasks[1:], ("heaps[0]", "code"), strict=True):
            with pytest.raises(lm.InputError) as caught:
                task.get(60)
            assert caught.value.field == field


TRIANGLE = lm.Graph("abc", [("a", "b"), ("b", "c"), ("c", "a")])
POSITIONS: list[Any] = [
    lm.Nim([1, 2, 3]),
    lm.AdjacentNim([2, 1, 3], start=1),
    lm.VertexGeography(TRIANGLE, start="a"),
    lm.EdgeGeography(TRIANGLE, start="b"),
    lm.NimGRM(TRIANGLE, [1, 2, 2], start="a"),
    lm.NimGMR(TRIANGLE, [1, 2, 2], start="a"),
    lm.Vertexnim(TRIANGLE, [2, 1, 2], start="c"),
    lm.Octal("0.77", [5, 3]),
    lm.Subtraction([1, 3], [7]),
    lm.Dag([("a", "b"), ("a", "c"), ("b", "c")], start="a"),
    lm.Sum([lm.Nim([2]), lm.Octal("0.137", [4])]),
]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_positions(position: Any) -> None:
    after = position.after(next(iter(position.moves())))
    for each in (position, after):
        assert again(each) == each
        assert list(again(each).moves()) == list(each.moves())
        assert again(lm.Problem(each, lm.Play.MISERE, "one")) == lm.Problem(each, lm.Play.MISERE, "one")
    move = next(iter(position.moves()))
    assert again(move) == move


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_solutions(position: Any, play: PlayName) -> None:
    """What is known is carried, and what is not is worked out anew."""
    solution = lm.solve(position, play, certificate=True)
    found = again(solution)
    whole = {"all_moves": True, "values": True, "certificate": True}
    assert found.to_json(**whole) == solution.to_json(**whole)
    assert found.certificate == solution.certificate
    finished = again(lm.solve(position, play, all_moves=True, values=True))
    assert finished.winning_moves() == solution.winning_moves()
    assert again(found).values() == solution.values() == finished.values()


def test_unknown_solutions_and_limits() -> None:
    limits = lm.Limits(positions=50)
    position = lm.VertexGeography(graphs.named("grid:5x5"), start=0)
    solution = lm.solve(position, "misere", limits=limits, threads=1, watch=print)
    found = again(solution)
    assert found.outcome is lm.Outcome.UNKNOWN
    assert found.reason == solution.reason
    assert found.winning_moves().stopped_by == "positions"  # the limits are carried too
    assert found.values() == solution.values()


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("position", [each for each in POSITIONS if hasattr(each, "start")], ids=lambda each: each.name)
def test_outcomes(position: Any, play: PlayName) -> None:
    outcomes = lm.outcomes(position, play, certificate=True)
    found = again(outcomes)
    assert dict(found) == dict(outcomes)
    assert found.to_json(all_moves=True, certificate=True) == outcomes.to_json(all_moves=True, certificate=True)
    assert again(found).moves == outcomes.moves
    for start in outcomes:
        assert found.solution(start).outcome is outcomes[start]
        assert found.winning_moves(start) == outcomes.winning_moves(start)


def test_other_answers() -> None:
    position = lm.Octal("0.77", [5])
    form = lm.misere_canonical_form(position)
    assert again(form) is form  # equal forms are one object
    assert again(lm.genus(position)) == lm.genus(position)
    values = lm.heap_values("0.77", 30)
    assert (list(again(values)), again(values).period, again(values)[10**9]) == (list(values), 12, values[10**9])
    compared = lm.compare(position)
    assert again(compared).to_json() == compared.to_json()
    assert compared.wild is not None
    assert again(compared).wild.position == compared.wild.position
    argument = lm.explain(lm.Nim([1, 2]), "misere")
    assert str(again(argument)) == str(argument)
    matching = graphs.maximum_matching(TRIANGLE)
    assert list(again(matching).edges()) == list(matching.edges())
    player = lm.Opponent("misere", limits=lm.Limits(time=60), seed=3)
    assert again(player).choose(lm.Nim([3, 4])) == player.choose(lm.Nim([3, 4]))
    assert again(player).limits == player.limits


def test_copies() -> None:
    """Copying goes the way of pickling."""
    solution = lm.solve(POSITIONS[3], "misere")
    assert copy.deepcopy(solution).winning_moves() == solution.winning_moves()
    assert copy.copy(solution).values() == solution.values()
