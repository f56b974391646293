"""Sums in misère play by quotients: the same outcomes and winning moves as by the definition."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.quotients.sums import SumQuotient, winning_moves
from lastmove.search.plain import PlainSearch
from lastmove.sums.normal import pieces
from lastmove.theorems.sums import Quotients

pytestmark = pytest.mark.long

CODES = ("0.77", "0.07", "0.123", "0.75", "0.26", "0.54", "0.15", "0.37", "0.[36]", "0.3F", "4.7")


def part(rng: random.Random) -> Any:
    kind = rng.randrange(6)
    if kind == 5:  # what is left of a graph may be a path, which is a heap, and larger than any heap beside it
        game = rng.choice((lm.NodeKayles, lm.ArcKayles))
        return game((6, [(u, v) for v in range(5) for u in range(v) if rng.random() < 0.5]))
    if kind == 0:
        edges = [(u, v) for v in range(4) for u in range(v) if rng.random() < 0.6]
        return lm.VertexGeography((4, edges), start=rng.randrange(4))
    if kind == 1:
        return lm.Subtraction(rng.sample(range(1, 5), 2), [rng.randint(0, 5)])
    if kind == 2:
        return lm.Nim([rng.randint(0, 2)])
    return lm.Octal(rng.choice(CODES), [rng.randint(0, 5) for _ in range(rng.randint(1, 2))])


def agree(rng: random.Random, count: int) -> int:
    """Hold so many sums against the law; how many the theorem decided."""
    decided = 0
    for _ in range(count):
        position = lm.Sum([part(rng) for _ in range(rng.randint(1, 3))])
        if next(iter(position.moves()), None) is None:
            continue
        verdict = Quotients().decide(position, lm.Play.MISERE, Meter())
        if verdict is None:
            continue
        decided += 1
        law = PlainSearch(lm.Play.MISERE, Meter())
        wins = law.wins(position)
        assert verdict.wins == wins, position
        assert verdict.certificate is not None
        assert verdict.certificate().outcome(position, lm.Play.MISERE).wins == wins
        found = verdict.winning_moves()
        assert found is not None
        expected = {move for move in position.moves() if not law.wins(position.after(move))} if wins else set()
        assert set(found) == expected, position
        assert found.total == len(found) == len(expected)
        assert verdict.move is None if not expected else verdict.move in expected
    return decided


def test_a_graph_can_leave_a_longer_path_than_any_heap() -> None:
    circuit = [(v, (v + 1) % 5) for v in range(5)]
    position = lm.Sum([lm.NodeKayles((6, circuit)), lm.Octal("4.07", [6])])  # the sixth vertex is a heap of 1 in 0.137
    problem = lm.Problem(position, lm.Play.MISERE)
    answer = lm.solve(problem, certificate=True)
    assert (answer.outcome is lm.Outcome.N) == PlainSearch(lm.Play.MISERE, Meter()).wins(position)
    lm.check_answer(problem, answer.to_json(certificate=True))


def test_random_sums_are_those_of_the_law() -> None:
    assert agree(random.Random("quotient sums"), 150) > 100


@pytest.mark.long
def test_thousands_of_random_sums_are_those_of_the_law() -> None:
    assert agree(random.Random("many quotient sums"), 3000) > 2000


@pytest.mark.parametrize("heaps", [(150, 3), (97, 5, 5), (210,), (171, 90)])
def test_ranges_of_moves_are_what_they_stand_for(heaps: tuple[int, ...]) -> None:
    """Heaps beyond the preperiod, whose moves come in ranges: each move one by one says the same."""
    position = lm.Octal("0.77", heaps)
    found = SumQuotient(lm.Sum([position, lm.Octal("0.77", [10**6])]), Meter())
    parts = list(pieces(position))
    assert found.period_of(position.rule) == (71, 12)
    ranges = [span.make(k) for span in winning_moves(found, parts) for k in range(span.least, span.most + 1)]
    lost = found.quotient.lost
    singly = [move for move in position.moves() if lost[found.element(position.after(move))]]
    assert sorted(ranges) == sorted(singly)


@pytest.mark.long
def test_hundreds_of_kayles_heaps_of_any_size() -> None:
    rng = random.Random("kayles")
    heaps = [rng.randint(1, 10 ** rng.randint(1, 60)) for _ in range(300)]
    assert lm.solve(lm.Octal("0.77", heaps), play="misere").outcome is lm.Outcome.P
    position = lm.Octal("0.77", [*heaps, 10**9])
    answer = lm.solve(position, play="misere", all_moves=True)
    assert answer.to_json()["reason"]["source"] == "Plambeck-Siegel"
    assert answer.outcome is lm.Outcome.N
    assert answer.move is not None
    after = lm.solve(position.after(answer.move), play="misere")
    assert after.outcome is lm.Outcome.P
    assert "from 71 on with the period 12" in str(answer.reason)


@pytest.mark.long
def test_counts_of_huge_heaps_are_those_of_small_ones_with_the_period() -> None:
    """Two heaps that differ by periods are alike; the winning moves of the larger are counted, not listed."""
    small = lm.solve(lm.Octal("0.77", [300, 200]), play="misere", all_moves=True).winning_moves()
    large = lm.solve(lm.Octal("0.77", [300 + 12 * 10**30, 200]), play="misere", all_moves=True).winning_moves()
    position = lm.Octal("0.77", [300 + 12 * 10**30, 200])
    assert large.total >= small.total > 0
    for move in large[:20]:
        assert lm.solve(position.after(move), play="misere").outcome is lm.Outcome.P


def test_a_graph_beside_heaps() -> None:
    board = lm.VertexGeography([(0, 1), (1, 2), (2, 0), (2, 3)], start=0)
    position = lm.Sum([lm.Octal("0.77", [10**30, 57, 12]), board])
    answer = lm.solve(position, play="misere", all_moves=True, certificate=True)
    assert answer.to_json()["reason"]["source"] == "Plambeck-Siegel"
    assert answer.move is not None
    assert lm.solve(position.after(answer.move), play="misere").outcome is lm.Outcome.P


@pytest.mark.parametrize("limit", [{"positions": 300}, {"time": 0.0}])
def test_limits_hold(limit: dict[str, float]) -> None:
    position = lm.Octal("0.77", [10**30, 57, 12])
    answer = lm.solve(position, play="misere", limits=lm.Limits(**limit))  # type: ignore[arg-type]
    assert answer.outcome is lm.Outcome.UNKNOWN


def test_a_quotient_that_grows_is_given_up_and_the_next_method_goes_on() -> None:
    position = lm.Sum([lm.Octal("0.26", [38]), lm.Octal("0.27", [3])])
    assert Quotients().decide(position, lm.Play.MISERE, Meter()) is None
    answer = lm.solve(position, play="misere", limits=lm.Limits(positions=60_000))
    assert answer.to_json()["reason"]["kind"] in ("search", "limit")
