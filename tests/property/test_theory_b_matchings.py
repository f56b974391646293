"""LM28: b-matchings in normal NimG-MR, against the law, by both ways to run, and through ``solve`` on large boards."""

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
from lastmove.core.errors import InputError, Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import LOSES, UNDECIDED, Play
from lastmove.core.solution import TheoremReason
from lastmove.graphs.backend import Plain, choose_backend, compiled
from lastmove.graphs.csr import rows_of
from lastmove.graphs.matching.b_matching import BMatching
from lastmove.graphs.random import small_graphs
from lastmove.theorems.ours.nimg_mr import LM28
from theory_checks import Law, Tally, consistent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.graphs.graph import Graph

RULE = LM28()


def sides_graph(rng: random.Random, n: int, edges: int, odd: float = 0.0) -> lm.Graph:
    """A random bipartite graph; with probability ``odd`` each edge may also be inside a side, or a loop."""
    half = max(1, n // 2)
    pairs = set()
    for _ in range(edges):
        u, v = rng.randrange(half), rng.randrange(half, n) if half < n else 0
        pairs.add((u, rng.randrange(u + 1)) if rng.random() < odd else (u, v))
    return lm.Graph(n, sorted(pairs))


def hold(board: lm.NimGMR, tally: Tally) -> None:
    """Outcomes, all moves and certificates of every start, by the theorem and through the public functions."""
    law = Law(Play.NORMAL)
    tally.check([RULE], board, law)
    said = RULE.decide_board(board, Play.NORMAL, Meter())
    if set(said.codes) != {UNDECIDED}:
        shown = certificate_from_json(json.loads(json.dumps(said.certificate().to_json())))
        assert shown.outcomes(board, Play.NORMAL) == said.codes, board


def test_small_boards() -> None:
    tally = Tally()
    for n, weights in ((1, (0, 1, 2)), (2, (0, 1, 2, 4)), (3, (0, 1, 2)), (4, (0, 1, 2))):
        for graph in small_graphs(n, loops=n < 4):
            for chosen in product(weights, repeat=n):
                hold(lm.NimGMR(graph, chosen), tally)
    tally.enough("LM28", least=600)


def test_random_boards() -> None:
    rng = random.Random("b-matchings")
    tally = Tally()
    for _ in range(tries(400)):
        n = rng.randint(4, 6)
        graph = sides_graph(rng, n, rng.randint(n - 2, 2 * n), rng.choice((0, 0, 0.2)))
        hold(lm.NimGMR(graph, [rng.choice((0, 1, 1, 2, 3)) for _ in range(n)]), tally)
    tally.enough("LM28", least=tries(200))


def test_through_solve_and_outcomes() -> None:
    """What users get: outcomes, every winning move, and evidence that the check accepts; alone and in sums."""
    rng = random.Random("b-matchings through solve")
    by_theorem = 0
    for _ in range(tries(80)):
        n = rng.randint(2, 5)
        graph = sides_graph(rng, n, 2 * n, rng.choice((0, 0, 0.2)))
        board = lm.NimGMR(graph, [rng.randint(0, 3) for _ in range(n)])
        law, found = Law(Play.NORMAL), lm.outcomes(board, certificate=True)
        for u in range(n):
            position = board.at(u)
            answer = lm.solve(position, certificate=True, all_moves=True)
            wins = law.wins(position)
            assert (answer.outcome is lm.Outcome.N) == (found[u] is lm.Outcome.N) == wins
            assert sorted(map(repr, answer.winning_moves())) == sorted(map(repr, law.winning(position)))
            verified = check_answer(answer.problem, json.loads(json.dumps(answer.to_json(certificate=True))))
            assert answer.move is None or verified.claim["move"] == "wins"
            by_theorem += isinstance(answer.reason, TheoremReason) and answer.reason.number == "LM28"
        check_answer(found.problem, json.loads(json.dumps(found.to_json(certificate=True))))
        small = lm.NimGMR([(0, 1), (1, 2)], [1, 1, rng.randint(0, 2)], start=rng.randrange(3))
        both = lm.Sum([lm.NimGMR(board.graph, [min(w, 1) for w in board.weights], start=rng.randrange(n)), small])
        for play in Play:
            assert (lm.solve(both, play).outcome is lm.Outcome.N) == Law(play).wins(both)
    assert by_theorem >= tries(80)


def growth(graph: Graph, weights: Sequence[int]) -> int:
    return BMatching(rows_of(graph), weights, backend=Plain()).size


def test_labels_are_what_the_statement_says() -> None:
    """The rule for every start at once, and the least load, from the sizes of largest b-matchings alone."""
    rng = random.Random("labels of b-matchings")
    for _ in range(tries(150)):
        n = rng.randint(2, 12)
        graph = sides_graph(rng, n, rng.randint(1, 3 * n))
        weights = [rng.choice((0, 1, 2, rng.randint(0, 10**9))) for _ in range(n)]
        found = BMatching(rows_of(graph), weights)
        for v in range(n):
            other = list(weights)
            other[v] += 1
            assert (growth(graph, other) > found.size) == (found.towards[v] >= 0)
            other[v] = 0
            assert found.size - growth(graph, other) == found.least_load(v)
            if weights[v]:
                other[v] = weights[v] - 1
                assert (growth(graph, other) == found.size) == found.not_filled[v]


@pytest.mark.long
@pytest.mark.compiled
def test_both_ways_to_run_agree() -> None:
    fast = compiled()
    assert fast is not None
    rng = random.Random("both ways of b-matchings")
    for n, edges in ((60, 100), (400, 700), (2000, 5000)):
        graph = sides_graph(rng, n, edges)
        weights = [rng.randint(0, 10**12) for _ in range(n)]
        plain, quick = (BMatching(rows_of(graph), weights, backend=make) for make in (Plain(), fast))
        assert plain.size == quick.size
        assert plain.not_filled == quick.not_filled.tolist()
        assert plain.towards == quick.towards.tolist()
        v = plain.not_filled.index(1)
        assert plain.least_load(v) == quick.least_load(v)


@pytest.mark.parametrize("heaviest", [3, 10**12, 10**40])
def test_large_boards(heaviest: int) -> None:
    """Verdicts fit the verdicts one move later, and their evidence holds; with weights of any size."""
    rng = random.Random(f"large b-matchings {heaviest}")
    seen = set()
    for _ in range(tries(12)):
        n = rng.randint(20, 60)
        graph = sides_graph(rng, n, rng.randint(n, 2 * n))
        board = lm.NimGMR(graph, [rng.choice((0, 1, rng.randint(0, heaviest))) for _ in range(n)])
        for u in rng.sample(range(n), 6):
            position = board.at(u)
            ways = [v for v in graph.neighbours[u] if board.weights[v]]
            samples: list[Any] = []
            for v in ways:
                top = board.weights[v] - 1
                samples += [lm.games.moves.SlideAndLower(v, k) for k in {0, top, top // 2, rng.randint(0, top)}]
            samples += [move._replace(remaining=span) for move in samples[:2] for span in (move.remaining,)]
            wins = consistent(RULE, position, Play.NORMAL, samples)
            seen.add(wins)
            verdict = RULE.decide(position, Play.NORMAL, Meter())
            assert verdict is not None
            assert verdict.certificate is not None
            assert verdict.certificate().outcome(position, Play.NORMAL).wins == wins
            for span in verdict.winning() if verdict.winning else ():
                if span.least:
                    below = RULE.decide(position.after(span.make(span.least - 1)), Play.NORMAL, Meter())
                    assert below is not None
                    assert below.wins
    assert seen == {True, False}


def test_evidence_for_another_claim_is_refused() -> None:
    """The claim is changed, or the evidence: nothing false is accepted."""
    rng = random.Random("forged b-matchings")
    refused = 0
    for _ in range(tries(300)):
        n = rng.randint(2, 7)
        board = lm.NimGMR(sides_graph(rng, n, 2 * n), [rng.randint(0, 3) for _ in range(n)])
        said = RULE.decide_board(board, Play.NORMAL, Meter())
        body: dict[str, Any] = said.certificate().to_json()
        field = rng.choice(("matching", "taken", "barrier"))
        if body[field] and rng.random() < 0.7:
            place = rng.randrange(len(body[field]))
            body[field][place] = [rng.randrange(n), rng.randrange(n)] if field == "matching" else rng.randrange(n)
        elif body[field]:
            body[field].pop()
        try:
            shown = certificate_from_json(body).outcomes(board, Play.NORMAL)
        except Refuted:
            refused += 1
            continue
        assert all(code in (UNDECIDED, true) for code, true in zip(shown, said.codes, strict=True)), (board, body)
        problem = lm.Problem(board, Play.NORMAL)
        flipped = {str(u): "N" if code == LOSES else "P" for u, code in enumerate(said.codes)}
        with pytest.raises((Refuted, InputError)):
            check_answer(problem, {"outcomes": flipped, "certificate": said.certificate().to_json()})
    assert refused >= tries(150)


def test_what_is_not_decided() -> None:
    triangle = [(0, 1), (1, 2), (2, 0), (2, 3)]
    directed = lm.NimGMR(triangle, [1, 1, 1, 1], directed=True)
    assert set(RULE.decide_board(directed, Play.NORMAL, Meter()).codes) == {UNDECIDED}
    board = lm.NimGMR(triangle, [1, 1, 2, 0])
    assert RULE.decide(board.at(3), Play.NORMAL, Meter()) is None
    opened = lm.NimGMR([*triangle, (3, 3)], [1, 0, 2, 0])  # the loop and the odd cycle go with the weights of 0
    assert UNDECIDED not in RULE.decide_board(opened, Play.NORMAL, Meter()).codes
    with pytest.raises(Refuted):
        certificate_from_json({"kind": "b-matching", "version": 1, "matching": [], "taken": [], "barrier": []}).outcome(
            opened.at(0), Play.MISERE
        )


@pytest.mark.long
@pytest.mark.compiled
def test_a_hundred_thousand_vertices() -> None:
    rng = random.Random("many")
    n = 100_000
    graph = sides_graph(rng, n, 300_000)
    board = lm.NimGMR(graph, [rng.randint(0, 10**12) for _ in range(n)])
    found = lm.outcomes(board, certificate=True)
    assert found.certificate is not None
    assert choose_backend(n) is compiled()
    codes = found.certificate.outcomes(board, Play.NORMAL)
    assert codes == bytes(found.wins)
