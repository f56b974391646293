"""LM30: misère Edge Geography at degree at most 3, against the law, by both ways to run, and on large boards."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import InputError, Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import LOSES, UNDECIDED, Play
from lastmove.core.solution import TheoremReason
from lastmove.graphs.backend import Plain, compiled
from lastmove.graphs.csr import rows_of, rows_of_lists
from lastmove.graphs.matching.forced import ForcedEdges
from lastmove.graphs.matching.forced_kernels import FORCED, FREE
from lastmove.graphs.matching.matching import MatchingSolver
from lastmove.graphs.random import small_graphs
from lastmove.theorems.ours.edge_geography import LM30
from theory_checks import Law, Tally, consistent

RULE = LM30()
MISERE = Play.MISERE


def graph_of_degree(rng: random.Random, n: int, most: int = 3, *, multi: bool = True) -> lm.Graph:
    """A random multigraph in which no degree is larger; with loops and parallel edges, or neither."""
    degree, edges = [0] * n, []
    for _ in range(rng.randint(n // 2, 2 * n)):
        u, v = rng.randrange(n), rng.randrange(n)
        if u == v and (not multi or rng.random() < 0.7):
            continue
        if degree[u] + 1 + (u == v) <= most and degree[v] < most and (multi or (u, v) not in edges):
            degree[u] += 1
            degree[v] += 1
            edges += [(u, v)] if multi else [(u, v), (v, u)]
    return lm.Graph(n, edges if multi else edges[::2])


def hold(board: lm.EdgeGeography, tally: Tally) -> None:
    """Outcomes, all moves, and evidence of every start and of the board, against the law."""
    tally.check([RULE], board, Law(MISERE))
    said = RULE.decide_board(board, MISERE, Meter())
    shown = certificate_from_json(json.loads(json.dumps(said.certificate().to_json())))
    assert shown.outcomes(board, MISERE) == said.codes, board
    for u, verdict in enumerate(said.verdicts):
        alone = RULE.decide(board.at(u), MISERE, Meter())
        if verdict is not None and alone is not None:
            assert alone.certificate is not None
            evidence = alone.certificate()
            assert evidence.outcome(board.at(u), MISERE).wins == verdict.wins
            after = evidence.after(board.at(u), MISERE, alone.move) if alone.move else None
            assert alone.move is None or (after is not None and not after.wins), (board, u)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, pytest.param(7, marks=pytest.mark.long)])
def test_every_graph_of_degree_at_most_3(n: int) -> None:
    tally = Tally()
    for graph in small_graphs(n):
        if max(graph.degrees, default=0) <= 3:
            hold(lm.EdgeGeography(graph), tally)
    assert tally.fired["LM30", "N"] >= n
    assert n < 4 or tally.fired["LM30", "P"] >= 3 * n


@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_every_multigraph_of_degree_at_most_3(n: int) -> None:
    tally = Tally()
    for graph in small_graphs(n, loops=True, multiplicity=3, most_edges=6):
        if max(graph.degrees, default=0) <= 3:
            hold(lm.EdgeGeography(graph), tally)
    assert tally.positions >= n


def test_random_boards() -> None:
    rng = random.Random("degree three")
    tally = Tally()
    for _ in range(tries(400)):
        hold(lm.EdgeGeography(graph_of_degree(rng, rng.randint(4, 9))), tally)
    tally.enough("LM30", least=tries(400))


def test_one_component_too_large_leaves_the_others() -> None:
    star = [(0, 1), (0, 2), (0, 3), (0, 4)]
    board = lm.EdgeGeography([*star, (5, 6), (6, 7)])
    said = RULE.decide_board(board, MISERE, Meter())
    assert list(said.codes) == [UNDECIDED] * 5 + [1, 0, 1]
    assert said.certificate().outcomes(board, MISERE) == said.codes
    assert RULE.decide(board.at(0), MISERE, Meter()) is None
    directed = lm.EdgeGeography([(0, 1)], directed=True)
    assert RULE.decide(directed.at(0), MISERE, Meter()) is None
    assert set(RULE.decide_board(directed, MISERE, Meter()).codes) == {UNDECIDED}


def test_through_solve_and_outcomes() -> None:
    """What users get: outcomes, every winning move, and evidence that the check accepts; alone and in sums."""
    rng = random.Random("degree three through solve")
    by_theorem = 0
    for _ in range(tries(60)):
        graph = graph_of_degree(rng, rng.randint(3, 7))
        board = lm.EdgeGeography(graph)
        law, found = Law(MISERE), lm.outcomes(board, MISERE, certificate=True)
        for u in range(graph.n):
            position = board.at(u)
            answer = lm.solve(position, MISERE, certificate=True, all_moves=True)
            wins = law.wins(position)
            assert (answer.outcome is lm.Outcome.N) == (found[u] is lm.Outcome.N) == wins
            assert sorted(map(repr, answer.winning_moves())) == sorted(map(repr, law.winning(position)))
            verified = check_answer(answer.problem, json.loads(json.dumps(answer.to_json(certificate=True))))
            assert answer.move is None or verified.claim["move"] == "wins"
            by_theorem += isinstance(answer.reason, TheoremReason) and answer.reason.number == "LM30"
        check_answer(found.problem, json.loads(json.dumps(found.to_json(certificate=True))))
        both = lm.Sum([board.at(0), lm.EdgeGeography([(0, 1), (1, 2)], start=rng.randrange(3))])
        for play in Play:
            assert (lm.solve(both, play).outcome is lm.Outcome.N) == Law(play).wins(both)
    assert by_theorem >= tries(60)


def matching_size(rows: list[list[int]]) -> int:
    mates: list[int] = MatchingSolver(rows_of_lists(rows), backend=Plain()).mate
    return sum(mate >= 0 for mate in mates) // 2


@pytest.mark.parametrize("steps", [True, False])
def test_forced_edges_are_in_every_maximum_matching(steps: bool) -> None:
    """By what is left of the maximum without the edge; on graphs of any degree."""
    rng = random.Random(f"forced edges {steps}")
    seen = {FORCED: 0, FREE: 0, "others": 0, "barriers": 0}
    for _ in range(500):
        graph = graph_of_degree(rng, rng.randint(2, 14), rng.choice((3, 3, 5)), multi=False)
        rows = [list(row) for row in graph.neighbours]
        solver = MatchingSolver(rows_of(graph))
        found, size = ForcedEdges(solver, steps=steps), matching_size(rows)
        for v, mate in enumerate(solver.mate):
            state = found.state[v]
            if solver.kinds[v] or mate < 0:
                assert not state
                continue
            seen[state] += 1
            without = [[y for y in row if {x, y} != {v, mate}] for x, row in enumerate(rows)]
            assert (matching_size(without) < size) == (state == FORCED), (rows, v)
        seen["others"] += len(found.others)
        seen["barriers"] += len(found.barriers)
    assert min(seen[FORCED], seen[FREE]) > 100
    assert seen["others"] > (1 if steps else 40)
    assert steps or seen["barriers"] > 100


ODD_ENDS = [("b", "a1"), ("b", "k1"), ("b", "l1"), ("d", "c1"), ("d", "k2"), ("d", "l2")]
TRIANGLES = [(f"{x}{i}", f"{x}{j}") for x in "ackl" for i, j in ((0, 1), (1, 2), (2, 0))]


def test_a_forced_edge_that_neither_sets_nor_bridges_show() -> None:
    """Two triangles joined by the edge, and two more, all joined to a barrier of two vertices."""
    graph = lm.Graph.from_edges([("a0", "c0"), *ODD_ENDS, *TRIANGLES])
    found = ForcedEdges(MatchingSolver(rows_of(graph)))
    forced = {frozenset((graph.vertices[u], graph.vertices[v])) for u, v, _ in found.barriers}
    assert frozenset(("a0", "c0")) in forced
    board = lm.EdgeGeography(graph)
    said = RULE.decide_board(board, MISERE, Meter())
    assert said.certificate().outcomes(board, MISERE) == said.codes
    law = Law(MISERE)
    for u, name in enumerate(graph.vertices):
        assert law.wins(board.at(name)) == said.codes[u], name


@pytest.mark.long
@pytest.mark.compiled
def test_both_ways_to_run_agree() -> None:
    fast = compiled()
    assert fast is not None
    rng = random.Random("both ways of forced edges")
    for n in (30, 300, 3000):
        graph = graph_of_degree(rng, n, multi=False)
        one, two = (ForcedEdges(MatchingSolver(rows_of(graph), backend=make)) for make in (Plain(), fast))
        assert list(one.state) == two.state.tolist()
        assert list(one.items) == list(two.items)
        assert one.barriers == two.barriers
        assert [list(mate) for mate in one.others] == [mate.tolist() for mate in two.others]


def test_larger_boards_are_consistent() -> None:
    """Each verdict fits those one move later, and its evidence holds."""
    rng = random.Random("larger boards of degree three")
    seen = set()
    for _ in range(tries(12)):
        board = lm.EdgeGeography(graph_of_degree(rng, rng.randint(20, 60)))
        for u in rng.sample(range(board.graph.n), 6):
            position = board.at(u)
            moves = list(position.moves())
            if not moves:
                continue
            listed = RULE.decide(position, MISERE, Meter())
            assert listed is not None
            spans = {repr(span.make(0)) for span in listed.winning() or ()} if listed.winning else set()
            for move in moves:
                after = RULE.decide(position.after(move), MISERE, Meter())
                assert after is not None
                assert (not after.wins) == (repr(move) in spans)
            seen.add(consistent(RULE, position, MISERE, []))
    assert seen == {True, False}


def test_evidence_for_another_claim_is_refused() -> None:
    """The claim is changed, or the evidence: nothing false is accepted."""
    rng = random.Random("forged degree three")
    refused = 0
    fields = ("matching", "barrier", "cycles", "parents", "steps", "bridges", "others", "forced")
    for _ in range(tries(600)):
        n = rng.randint(2, 12)
        board = lm.EdgeGeography(graph_of_degree(rng, n))
        one = rng.choice([None, *range(n)])
        if one is None:
            said = RULE.decide_board(board, MISERE, Meter())
            codes, body = said.codes, said.certificate().to_json()
        else:
            verdict = RULE.decide(board.at(one), MISERE, Meter())
            assert verdict is not None
            assert verdict.certificate is not None
            codes, body = RULE.decide_board(board, MISERE, Meter()).codes, verdict.certificate().to_json()
        forged: Any = json.loads(json.dumps(body))
        field = rng.choice([name for name in fields if forged.get(name)] or ["barrier"])
        value = forged[field]
        place = rng.randrange(len(value)) if value else 0
        if not value:
            value.append(rng.randrange(n))
        elif field == "bridges" or rng.random() < 0.3:
            value.pop(place)
        elif field == "cycles":
            value[place] = value[place][:-2]
        elif field == "others":
            value[place][rng.randrange(len(value[place]))] = [rng.randrange(n), rng.randrange(n)]
        elif isinstance(value[place], list):
            value[place][rng.randrange(len(value[place]))] = rng.randrange(n)
        else:
            value[place] = rng.randrange(n)
        try:
            shown = certificate_from_json(forged).outcomes(board, MISERE)
        except Refuted:
            refused += 1
            continue
        assert all(code in (UNDECIDED, true) for code, true in zip(shown, codes, strict=True)), (board, forged)
        flipped = {str(u): "N" if code == LOSES else "P" for u, code in enumerate(codes)}
        with pytest.raises((Refuted, InputError)):
            check_answer(lm.Problem(board, MISERE), {"outcomes": flipped, "certificate": body})
    assert refused >= tries(250)


SQUARE = [(0, 1), (1, 2), (2, 3), (3, 0)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": [[0, 2]]},  # its neighbours are matched with it, but so are those of the other two
        {"steps": [[0]]},  # a neighbour is matched elsewhere
        {"steps": [[0, 1]]},  # a vertex with its mate
        {"steps": [[0, 9]]},
        {"steps": [[0, 1]], "bridges": [0]},  # not alone between its ends
        {"steps": [[0, 2]], "bridges": [0]},  # no edge
        {"steps": [[0, 1, 2]], "bridges": [0]},
        {"steps": [[]]},
        {"bridges": [0]},
        {"others": [[[0, 1]]]},
        {"others": [[[0, 2], [1, 3]]]},
        {"forced": [[0, 1]]},
        {"forced": [[0, 3]]},
        {"forced": [[0, 1, 2, 2]]},
        {"forced": [[0, 9]]},
        {"forced": [[0]]},
    ],
)
def test_wrong_evidence(wrong: dict[str, Any]) -> None:
    """On a square with a leaf at one corner, whose start is the one of degree 3."""
    board = lm.EdgeGeography([*SQUARE, (0, 4)])
    body = {"kind": "degree-three", "version": 1, "matching": [[0, 1], [2, 3]], "barrier": []}
    shown = certificate_from_json(body | {"steps": [[0, 2]]} if wrong == {"steps": [[0, 2]]} else body)
    if wrong == {"steps": [[0, 2]]}:
        assert list(shown.outcomes(board, MISERE)) == [0, 1, 1, 1, 0]  # that one is right
        return
    assert list(shown.outcomes(board, MISERE)) == [UNDECIDED, 1, 1, 1, 0]
    with pytest.raises(Refuted):
        certificate_from_json(body | wrong).outcomes(board, MISERE)


def test_evidence_speaks_of_its_game_only() -> None:
    shown = certificate_from_json({"kind": "degree-three", "version": 1, "matching": [[0, 1]], "barrier": []})
    for board, play in (
        (lm.EdgeGeography([(0, 1)]), Play.NORMAL),
        (lm.EdgeGeography([(0, 1)], directed=True), MISERE),
        (lm.VertexGeography([(0, 1)]), MISERE),
    ):
        with pytest.raises(Refuted):
            shown.outcomes(board, play)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("family", ["cubic", "of degree two and three"])
def test_a_hundred_thousand_vertices(family: str) -> None:
    import numpy as np

    rng = np.random.default_rng(7)
    n = 100_000
    ends = np.repeat(np.arange(n), np.full(n, 3) if family == "cubic" else rng.choice([2, 3], n))
    rng.shuffle(ends)
    board = lm.EdgeGeography((n, ends[: len(ends) // 2 * 2].reshape(-1, 2)))
    found = lm.outcomes(board, "misere", certificate=True)
    assert found.certificate is not None
    codes = found.certificate.outcomes(board, MISERE)
    assert codes == bytes(found.wins)
    assert 0 < sum(codes) < n if family != "cubic" else not any(codes)  # without bridges nothing is forced
