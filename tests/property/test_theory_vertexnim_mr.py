"""Small rules of Vertexnim-MR against the law, on all small boards and random ones, and through ``solve``."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import InputError, Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import UNDECIDED, Play
from lastmove.graphs.random import small_graphs
from lastmove.theorems.ours.vertexnim_mr import DECIDERS
from theory_checks import Law, Tally

RULES = {theorem.statement.number: theorem for theorem in DECIDERS}


def hold(board: lm.VertexnimMR, tally: Tally, law: Law) -> None:
    tally.check(DECIDERS, board, law)
    for rule in DECIDERS:
        said = rule.decide_board(board, law.play, Meter())
        if set(said.codes) != {UNDECIDED}:
            shown = certificate_from_json(json.loads(json.dumps(said.certificate().to_json())))
            found = shown.outcomes(board, law.play)
            assert all(code in (UNDECIDED, true) for true, code in zip(found, said.codes, strict=True)), board


def boards(graph: lm.Graph, weights: range) -> list[Any]:
    found = []
    for chosen in product(weights, repeat=graph.n):
        try:
            found.append(lm.VertexnimMR(graph, chosen))
        except InputError:  # not connected
            return []
    return found


@pytest.mark.parametrize("play", Play)
@pytest.mark.parametrize("directed", [False, True])
def test_all_small_boards(directed: bool, play: Play) -> None:
    tally = Tally()
    for n in (1, 2, 3):
        for graph in small_graphs(n, directed=directed, loops=True):
            law = Law(play)
            for board in boards(graph, range(4 if n < 3 or not directed else 3)):
                hold(board, tally, law)
    tally.enough("LM51", "LM52", least=50)
    if not directed:
        tally.enough("LM53", least=30)


@pytest.mark.parametrize("play", Play)
def test_edges_and_paths(play: Play) -> None:
    tally = Tally()
    law = Law(play)
    for board in boards(lm.Graph(2, [(0, 1)]), range(8)):
        hold(board, tally, law)
    for edges in ([(0, 1), (1, 2)], [(0, 2), (2, 1)]):
        law = Law(play)
        for board in boards(lm.Graph(3, edges), range(5)):
            hold(board, tally, law)
    tally.enough("LM53", least=200)


def test_random_boards_through_solve() -> None:
    """Up to 5 vertices; outcomes, all moves where they are known, and evidence that the check accepts."""
    rng = random.Random("small rules of Vertexnim-MR")
    tally = Tally()
    for _ in range(tries(60)):
        n = rng.randint(4, 5)
        pairs = [(u, v) for v in range(n) for u in range(v)]
        complete = rng.random() < 0.4
        edges = pairs if complete else [(u, v) for u, v in pairs if v == u + 1 or rng.random() < 0.3]
        edges += [(u, u) for u in range(n)] if complete and rng.random() < 0.5 else []
        weights = [rng.choice((0, 1, 1, 1, 2) if not complete else (0, 1, 2)) for _ in range(n)]
        board = lm.VertexnimMR(lm.Graph(n, edges), weights)
        for play in Play:
            law = Law(play)
            hold(board, tally, law)
            answer = lm.solve(board.at(rng.randrange(n)), play, certificate=True, all_moves=True)
            position: Any = answer.problem.position
            assert (answer.outcome is lm.Outcome.N) == law.wins(position)
            assert sorted(map(repr, answer.winning_moves())) == sorted(map(repr, law.winning(position)))
            check_answer(answer.problem, json.loads(json.dumps(answer.to_json(certificate=True))))
    tally.enough("LM51", "LM52", least=tries(20))


def test_huge_weights() -> None:
    huge = 10**30
    path = lm.Graph(3, [(0, 1), (1, 2)])
    for weights, start, wins in [
        ((huge, 3, 5), 0, False),
        ((5, huge, 5), 1, False),
        ((5, 11, 6), 0, False),
        ((5, 12, 6), 0, True),
    ]:
        answer = lm.solve(lm.VertexnimMR(path, weights, start=start), all_moves=True)
        assert (answer.outcome is lm.Outcome.N) == wins
    ring = lm.Graph(3, [(0, 1), (1, 2), (2, 0), (0, 0), (1, 1), (2, 2)])
    answer = lm.solve(lm.VertexnimMR(ring, [huge, huge + 1, 7], start=0), "misere")
    assert answer.move is not None
    assert lm.solve(answer.problem.position.after(answer.move), "misere").outcome is lm.Outcome.P


def test_evidence_for_other_boards_is_refused() -> None:
    edge, path = lm.Graph(2, [(0, 1)]), lm.Graph(3, [(0, 1), (1, 2)])
    wrong = [
        ("LM51", lm.VertexnimMR(path, [2, 2, 1], start=0), "more than one weight"),
        ("LM51", lm.VertexnimMR(path, [1, 1, 2], start=0), "says nothing"),
        ("LM52", lm.VertexnimMR(path, [2, 0, 1], start=0), "not joined"),
        ("LM52", lm.VertexnimMR(edge, [2, 1], start=0), "no loop"),
        ("LM53", lm.VertexnimMR(edge, [2, 0], start=0), "no path"),
        ("LM53", lm.VertexnimMR(lm.Graph(2, [(0, 1), (1, 1)]), [2, 1], start=0), "without loops"),
        ("LM53", lm.NimGMR(edge, [2, 1], start=0), "decides Vertexnim-MR"),
    ]
    for rule, position, said in wrong:
        with pytest.raises(Refuted, match=said):
            certificate_from_json({"kind": "parity", "version": 1, "rule": rule}).outcome(position, Play.NORMAL)
