"""LM31: a heavy vertex to come back to, in Vertexnim-MR and NimG-MR, against the law."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import UNDECIDED, Play
from lastmove.core.solution import TheoremReason
from lastmove.graphs.components import is_strongly_connected
from lastmove.graphs.random import small_graphs
from lastmove.theorems.ours.heavy_vertex import LM31
from theory_checks import Law, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = LM31()
GAMES = (lm.VertexnimMR, lm.NimGMR)
PARITY = {"kind": "parity", "version": 1, "rule": "LM31"}


def hold(board: Any, tally: Tally) -> None:
    tally.check([RULE], board, Law(Play.NORMAL))
    said = RULE.decide_board(board, Play.NORMAL, Meter())
    assert certificate_from_json(PARITY).outcomes(board, Play.NORMAL) == said.codes, board


def graphs(n: int) -> Iterator[lm.Graph]:
    return (graph for graph in small_graphs(n, loops=n < 4) if is_strongly_connected(graph))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_small_boards(game: type[Any], n: int) -> None:
    tally = Tally()
    for graph in graphs(n):
        for weights in product(range(5 if n < 3 else 4), repeat=n):
            hold(game(graph, weights), tally)
    tally.enough("LM31", outcomes="N", least=4 * n)


@pytest.mark.parametrize("game", GAMES)
def test_random_boards(game: type[Any]) -> None:
    rng = random.Random(f"heavy vertex {game.__name__}")
    tally = Tally()
    for _ in range(tries(60)):
        n = rng.randint(3, 4)
        edges = [(v, rng.randrange(v)) for v in range(1, n)] + [
            (rng.randrange(n),) * 2 for _ in range(rng.randint(0, 2))
        ]
        weights = [rng.randint(0, 2) for _ in range(n)]
        weights[rng.randrange(n)] += rng.randint(2, 5)
        hold(game((n, edges), weights), tally)
    tally.enough("LM31", outcomes="N", least=tries(20))


@pytest.mark.parametrize("game", GAMES)
def test_exactly_one_weight_is_lost(game: type[Any]) -> None:
    """The first half of the statement, by the law: for each weight up to two more than the sum of the others."""
    for graph in [*graphs(2), *graphs(3)][:40]:
        for others in product(range(3), repeat=graph.n - 1):
            weights = [0, *others]
            passed = game is lm.VertexnimMR and any(not weights[v] for v in graph.neighbours[0] if v)
            if not (graph.looped[0] or passed):
                continue
            law = Law(Play.NORMAL)
            lost = [k for k in range(sum(others) + 3) if not law.wins(game(graph, [k, *others], start=0))]
            assert len(lost) == 1, (graph, others)
            assert lost[0] <= sum(others)


@pytest.mark.parametrize("game", GAMES)
def test_through_solve(game: type[Any]) -> None:
    """A move is named where it can be found, and its evidence holds; a huge weight needs no search."""
    path = [("a", "b"), ("b", "c"), ("c", "c")]
    answer = lm.solve(game(path, {"a": 1, "b": 2, "c": 9}, start="b"), certificate=True)
    assert isinstance(answer.reason, TheoremReason)
    assert answer.reason.number == "LM31"
    assert answer.move is not None
    assert answer.move.to == "c"
    assert answer.move.remaining <= 3
    verified = check_answer(answer.problem, json.loads(json.dumps(answer.to_json(certificate=True))))
    assert verified.claim["move"] == "wins"
    huge = game(path, {"a": 10**30, "b": 10**30, "c": 10**40}, start="b")
    said = RULE.decide(huge, Play.NORMAL, Meter())
    assert said is not None
    assert said.wins
    assert said.move is None
    one = lm.solve(game([("v", "v")], [10**40], start="v"))
    assert one.move == lm.games.moves.SlideAndLower("v", 0)


def test_what_is_not_decided() -> None:
    loop = [(0, 1), (1, 1)]
    for game in GAMES:
        for board in (game(loop, [2, 2]), game([(0, 1)], [1, 3]), game([*loop, (1, 0)], [1, 3], directed=True)):
            assert set(RULE.decide_board(board, Play.NORMAL, Meter()).codes) == {UNDECIDED}, board
            assert RULE.decide(board.at(0), Play.NORMAL, Meter()) is None
    assert set(RULE.decide_board(lm.NimGMR([(0, 1)], [0, 3]), Play.NORMAL, Meter()).codes) == {UNDECIDED}
    assert set(RULE.decide_board(lm.VertexnimMR([(0, 1)], [0, 3]), Play.NORMAL, Meter()).codes) == {1}


def test_false_claims_are_refused() -> None:
    """Where the rule does not hold it shows nothing, nor for another outcome or convention."""
    shown = certificate_from_json(PARITY)
    loop = [(0, 1), (1, 1)]
    for position, play in (
        (lm.VertexnimMR(loop, [2, 2], start=0), Play.NORMAL),
        (lm.VertexnimMR(loop, [1, 3], start=0), Play.MISERE),
        (lm.VertexnimMR([*loop, (1, 0)], [1, 3], start=0, directed=True), Play.NORMAL),
        (lm.NimGMR([(0, 1)], [1, 3], start=0), Play.NORMAL),
        (lm.NimGMR([(0, 1), (1, 2), (2, 2)], [1, 0, 5], start=0), Play.NORMAL),
        (lm.NimGRM(loop, [1, 3], start=0), Play.NORMAL),
    ):
        with pytest.raises(Refuted):
            shown.outcome(position, play)
    won = lm.Problem(lm.VertexnimMR(loop, [1, 3], start=0), Play.NORMAL)
    assert check_answer(won, {"outcome": "N", "certificate": PARITY})
    with pytest.raises(Refuted):
        check_answer(won, {"outcome": "P", "certificate": PARITY})
    with pytest.raises(Refuted):
        check_answer(won, {"outcome": "N", "certificate": {**PARITY, "number": 1}})
