"""Grundy values of Edge NimG by LM54: values and moves against the definition, sums through ``solve`` and ``check``."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.search.plain import PlainSearch
from lastmove.sums.edge_values import EdgeRange, outside, place_outside, values_by_rule
from lastmove.sums.edge_values_check import _not_in, edge_value
from lastmove.sums.nimbers import GrundySearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.games.edge_nimg import EdgeNimG


def path(n: int) -> lm.Graph:
    return lm.Graph(n, [(u, u + 1) for u in range(n - 1)])


def cycle(n: int) -> lm.Graph:
    return lm.Graph(n, [(u, (u + 1) % n) for u in range(n)])


def tree(rng: random.Random, n: int) -> lm.Graph:
    return lm.Graph(n, [(rng.randrange(v), v) for v in range(1, n)])


def acyclic(rng: random.Random, n: int) -> lm.Graph:
    return lm.Graph(n, [(u, v) for v in range(n) for u in range(v) if rng.random() < 0.5], directed=True)


def hold(board: EdgeNimG, law: GrundySearch, seen: Counter[str]) -> None:
    """Value and moves of every start; the check finds the same value."""
    for u in range(board.graph.n):
        position = board.at(u)
        found = values_by_rule(position)
        assert edge_value(position) == (found and found.value), position
        if found is None:
            seen["silent"] += 1
            continue
        seen[type(found).__name__] += 1
        assert found.value == law.value(position), position
        expected = defaultdict(set)
        for move in position.moves():
            expected[law.value(position.after(move))].add((position.edge_of(move), move.to, move.remaining))
        for target in {*expected, 0, 1, 2, found.value, found.value + 1}:
            ranges = list(found.moves_to(target))
            moves = [(each.edge, each.to, k) for each in ranges for k in range(each.least, each.most + 1)]
            assert sorted(moves) == sorted(expected[target]), (position, target)


def boards(long: bool) -> Iterator[list[EdgeNimG]]:
    """All weights up to some bound on each graph together."""
    for graph, top in (
        (path(2), 6),
        (path(3), 6),
        (path(4), 3),
        (path(5), 3 if long else 2),
        (lm.Graph(4, [(0, 1), (0, 2), (0, 3)]), 3),
        (cycle(2), 7),
        (cycle(3), 2),
        (cycle(4), 4 if long else 3),
        (cycle(6), 2 if long else 1),
        (lm.Graph(2, [(0, 1)] * 3), 3),
        (lm.Graph(1, [(0, 0)] * 3), 3),
        (lm.Graph(2, [(0, 1), (0, 0)]), 3),
    ):
        yield [lm.EdgeNimG(graph, chosen) for chosen in product(range(top + 1), repeat=graph.m)]


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_small_boards(long: bool) -> None:
    seen: Counter[str] = Counter()
    for together in boards(long):
        law = GrundySearch(Meter())
        for board in together if long else together[::3]:
            hold(board, law, seen)
    assert all(seen[kind] > 100 for kind in ("TreeValues", "NimValues", "CycleValues")), seen
    assert seen["silent"], seen


def test_random_boards() -> None:
    rng, seen = random.Random("edge values"), Counter[str]()
    for _ in range(tries(60)):
        n = rng.randint(4, 7)
        for graph, top in ((tree(rng, n), 8 - n + 2), (acyclic(rng, 5), 4), (path(n), 8 - n + 2)):
            weights = [rng.randint(1, top) if rng.random() < 0.9 else 0 for _ in range(graph.m)]
            hold(lm.EdgeNimG(graph, weights), GrundySearch(Meter()), seen)
    assert seen["TreeValues"] > 100
    assert seen["AcyclicValues"] > 50


def test_numbers_left_out() -> None:
    rng = random.Random("numbers left out")
    for _ in range(tries(200)):
        x, m = rng.randrange(20), rng.randrange(20)
        free = [k for k in range(70) if k ^ m >= x and k ^ x >= m]
        assert [outside(x, m, place) for place in range(20)] == free[:20]
        assert [_not_in(x, m, place) for place in range(20)] == free[:20]
        assert [place_outside(x, m, k) for k in free[:20]] == list(range(20))
        assert {place_outside(x, m, k) for k in {*range(free[-1])} - {*free}} <= {None}
        x, m, place = (rng.randrange(10**30) for _ in range(3))
        number = outside(x, m, place)
        assert _not_in(x, m, place) == number
        assert place_outside(x, m, number) == place


def test_large_boards() -> None:
    """The two programs agree; a move from a range leads to the value, those beside it do not."""
    rng, values = random.Random("large edge values"), set()
    for _ in range(tries(60)):
        n = 2 * rng.randint(3, 20)
        graph = rng.choice((tree(rng, n), path(n), cycle(n)))
        least = rng.choice((1, 3, 10**30))
        top = rng.choice((least + 2, 10**30 + 10**25, 10**31))
        position = lm.EdgeNimG(graph, [rng.randint(least, top) for _ in range(graph.m)], start=rng.randrange(n))
        found = values_by_rule(position)
        assert found is not None
        values.add(found.value)
        assert edge_value(position) == found.value
        assert list(found.moves_to(found.value)) == []
        for target in (0, 1, found.value // 2, found.value - 1, found.value + 1):
            ranges = list(found.moves_to(target))
            assert ranges or not 0 <= target < found.value, (position, target)
            for each in rng.sample(ranges, min(3, len(ranges))):
                beside = {each.least - 1, each.most + 1} - {
                    k for other in ranges if other.edge == each.edge for k in _ends(other)
                }
                weight = position.weights[each.edge]
                for k in (each.least, each.most, *(k for k in beside if 0 <= k < weight)):
                    after = position.after(position.move_along(each.edge, k))
                    assert (edge_value(after) == target) == (k not in beside), (position, target, k)
    assert len(values) > 10


def _ends(moves: EdgeRange) -> tuple[int, int]:
    return moves.least, moves.most


def random_sum(rng: random.Random) -> Any:
    """Two boards, some of which the rule decides, or a board and a heap."""
    parts: list[Any] = []
    for _ in range(2):
        graph = rng.choice((tree(rng, 3), path(4), cycle(2), cycle(3), cycle(4), acyclic(rng, 3)))
        weights = [rng.randint(0, 2) for _ in range(graph.m)]
        board = lm.EdgeNimG(graph, weights, start=rng.randrange(graph.n))
        parts.append(lm.Nim([rng.randint(0, 4)]) if rng.random() < 0.3 else board)
    return lm.Sum(parts)


def test_sums() -> None:
    """Outcome, every winning move, and the evidence; of another sum with another winner the evidence proves nothing."""
    rng, seen = random.Random("sums of edge boards"), Counter[str]()
    for _ in range(tries(150)):
        position = random_sum(rng)
        answer, law = lm.solve(position, certificate=True), PlainSearch(lm.Play.NORMAL, Meter())
        wins = law.wins(position)
        assert (answer.outcome is lm.Outcome.N) == wins, position
        assert set(answer.winning_moves()) == {m for m in position.moves() if wins and not law.wins(position.after(m))}
        said = json.loads(json.dumps(answer.to_json(certificate=True)))
        problem = lm.Problem(position, lm.Play.NORMAL)
        check_answer(problem, said)
        by_rule = "rule" in said["certificate"]
        seen["by rule"] += by_rule
        with pytest.raises(Refuted):
            check_answer(problem, {**said, "outcome": "P" if wins else "N", "move": None})
        other = random_sum(rng)
        if law.wins(other) != wins:
            seen["forged"] += 1
            with pytest.raises(Refuted):
                check_answer(
                    lm.Problem(other, lm.Play.NORMAL), {"outcome": said["outcome"], "certificate": said["certificate"]}
                )
    assert seen["by rule"] > tries(60)
    assert seen["forged"] > tries(40)


def test_sums_of_large_boards() -> None:
    rng, outcomes = random.Random("sums of large edge boards"), set()
    for _ in range(tries(20)):
        graph = rng.choice((tree(rng, 30), path(30), cycle(30)))
        boards = [lm.EdgeNimG(graph, [rng.randint(1, 10**30) for _ in range(graph.m)], start=0) for _ in range(2)]
        heap = lm.grundy(boards[0]) ^ lm.grundy(boards[1]) ^ rng.choice((0, 0, 1, 10**20))
        problem = lm.Problem(lm.Sum([*boards, lm.Nim([heap])]), lm.Play.NORMAL)
        answer = lm.solve(problem, certificate=True)
        outcomes.add(answer.outcome)
        checked = check_answer(problem, json.loads(json.dumps(answer.to_json(certificate=True))))
        assert checked.claim["outcome"] == answer.outcome.value
        if answer.outcome is lm.Outcome.N:
            assert checked.claim["move"] == "wins"
            for move in list(answer.winning_moves())[:5]:
                assert lm.grundy(problem.position.after(move)) == 0
    assert len(outcomes) == 2
