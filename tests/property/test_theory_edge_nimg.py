"""Edge NimG: every theorem against the law on small boards and random ones, through ``solve``, and on large boards."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from edge_nimg_boards import looped, nested, thick
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.limits import Meter
from lastmove.core.play import UNDECIDED, Play
from lastmove.graphs.random import small_graphs
from lastmove.theorems import acyclic_and_trees
from lastmove.theorems.ours.edge_nimg import DECIDERS
from theory_checks import Law, Tally, consistent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.theorems.statement import Theorem

ACYCLIC = next(theorem for theorem in acyclic_and_trees.DECIDERS if theorem.statement.number == "acyclic")
RULES: dict[str, Theorem] = {theorem.statement.number: theorem for theorem in DECIDERS}


def hold(board: lm.EdgeNimG, tally: Tally, law: Law) -> None:
    """Outcomes, moves and certificates of every start, one by one and of the whole board."""
    rules = [rule for rule in RULES.values() if rule.takes(board, law.play)]
    tally.check(rules, board, law)
    for rule in rules:
        said = rule.decide_board(board, law.play, Meter())
        if set(said.codes) != {UNDECIDED}:
            shown = certificate_from_json(json.loads(json.dumps(said.certificate().to_json())))
            found = shown.outcomes(board, law.play)
            assert all(code in (UNDECIDED, true) for true, code in zip(found, said.codes, strict=True)), board
            for u, code in enumerate(said.codes):
                verdict = rule.decide(board.at(u), law.play, Meter())
                if code != UNDECIDED and verdict is not None and verdict.certificate is not None:
                    alone = certificate_from_json(json.loads(json.dumps(verdict.certificate().to_json())))
                    assert alone.outcome(board.at(u), law.play).wins == code, (rule, board, u)


def small_boards(long: bool) -> Iterator[list[lm.EdgeNimG]]:
    """Boards of one graph together: with loops and parallel edges where there are few vertices."""
    for n, doubled, loops, most in ((1, 2, True, 3), (2, 2, True, 2), (3, 1, True, 2), (4, 1, False, 3 if long else 2)):
        for graph in small_graphs(n, loops=loops, multiplicity=doubled):
            top = most if graph.m < 6 else 2
            if long or graph.m < (4 if n == 4 else 5):
                yield [lm.EdgeNimG(graph, chosen) for chosen in product(range(top + 1), repeat=graph.m)]


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_small_boards(long: bool) -> None:
    tally = Tally()
    for boards in small_boards(long):
        for play in Play:
            law = Law(play)
            for board in boards:
                hold(board, tally, law)
    tally.enough("LM40", "LM43", "LM44", "LM46", "LM48", least=20)
    tally.enough("LM45", "LM47", least=5)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
def test_every_small_cycle_and_circuit(n: int, directed: bool) -> None:
    """Every weighting of the round; with a way that leads into it, which is on none."""
    tally = Tally()
    number = "LM42" if directed else "LM43"
    graph = lm.Graph(n, [(u, (u + 1) % n) for u in range(n)], directed=directed)
    laws = [Law(play) for play in Play]
    for chosen in product(range(1, 3 if n > 4 else 4), repeat=n):
        for law in laws:
            hold(lm.EdgeNimG(graph, chosen), tally, law)
    for outcome in "NP":
        assert tally.fired[number, outcome], tally.fired
    into = lm.Graph(n + 1, [*graph.ends(), (n, 0)], directed=directed)
    board = lm.EdgeNimG(into, [2] * (n + 1))
    said = RULES[number].decide_board(board, Play.NORMAL, Meter())
    assert list(said.codes).count(UNDECIDED) == (1 if directed else n + 1)


def test_large_cycles_and_circuits() -> None:
    rng = random.Random("large cycles of edges")
    seen = set()
    for _ in range(tries(60)):
        n, least = rng.randint(6, 60), rng.choice((1, 2, 10**30))
        weights = [rng.choice((least, least + 1, least + rng.randint(0, 10**30))) for _ in range(n)]
        directed = rng.random() < 0.5
        board = lm.EdgeNimG(lm.Graph(n, [(u, (u + 1) % n) for u in range(n)], directed=directed), weights)
        number = "LM42" if directed else "LM43"
        for play, u in product(Play, rng.sample(range(n), 5)):
            position = board.at(u)
            seen.add((number, play, consistent(RULES[number], position, play, samples(position, rng))))
    assert len(seen) == 8


@pytest.mark.parametrize("kind", [thick, nested, looped])
def test_random_boards_of_special_kinds(kind: Any) -> None:
    rng = random.Random(f"special {kind.__name__}")
    tally = Tally()
    for _ in range(tries(80)):
        hold(kind(rng, 5, 3), tally, Law(Play.NORMAL))
    numbers = {"thick": ("LM45",), "nested": ("LM46", "LM47"), "looped": ("LM48",)}[kind.__name__]
    tally.enough(*numbers, least=tries(30))


def test_nim_sums_are_exact_with_weights_up_to_1() -> None:
    """Of the two sets just one exists for each start of a bipartite board."""
    rng = random.Random("exact nim-sums")
    for _ in range(tries(100)):
        n = rng.randint(4, 30)
        edges = [(u, v) for v in range(n) for u in range(v % 2 == 0, v, 2) if rng.random() < 0.2]
        board = lm.EdgeNimG(lm.Graph(n, edges), 1)
        codes = RULES["LM45"].decide_board(board, Play.NORMAL, Meter()).codes
        assert codes == RULES["LM41"].decide_board(board, Play.NORMAL, Meter()).codes
        for u in rng.sample(range(n), 3):
            alone = RULES["LM45"].decide(board.at(u), Play.NORMAL, Meter())
            assert alone is not None
            assert alone.wins == codes[u]


def large(kind: str, rng: random.Random) -> lm.EdgeNimG:
    """A board of a kind with heavy edges."""
    n = rng.randint(3 if kind == "LM45" else 8, 12)
    if kind == "LM45":
        row = [rng.randint(0, 10**30) for _ in range(n)]
        edges = [(u, 4 + v) for u in range(4) for v in range(n)]
        weights = row * 4
        weights[rng.randrange(n)] += 1
        return lm.EdgeNimG(lm.Graph(4 + n, edges), weights)
    if kind == "LM48":
        edges = [(u, v) for v in range(n) for u in range(v) if rng.random() < 0.3] + [(u, u) for u in range(1, n)]
    else:
        joined = [0, *(rng.random() < 0.5 for _ in range(n - 2)), 1]
        edges = [(u, v) for v in range(n) for u in range(v) if joined[v]]
    return lm.EdgeNimG(lm.Graph(n, edges), [rng.randint(1, 10**30) for _ in edges])


@pytest.mark.parametrize("number", ["LM45", "LM46", "LM47", "LM48"])
def test_large_special_boards(number: str) -> None:
    """The moves lead to positions that the theorems call lost, and the evidence holds."""
    rng = random.Random(f"large {number}")
    rule, seen = RULES[number], set()
    for _ in range(tries(20)):
        board = large(number, rng)
        said = rule.decide_board(board, Play.NORMAL, Meter())
        shown = zip(said.certificate().outcomes(board, Play.NORMAL), said.codes, strict=True)
        assert all(mine in (UNDECIDED, proved) for proved, mine in shown)
        for u in rng.sample(range(board.graph.n), 6):
            if said.codes[u] != UNDECIDED:
                seen.add(consistent(rule, board.at(u), Play.NORMAL, []))
    assert seen == {True, False}


def half_board(rng: random.Random, own: int, middles: int, heaviest: int) -> lm.EdgeNimG:
    """Every vertex of one side has up to two edges, perhaps to the same vertex; some weights are equal."""
    edges, weights = [], []
    for u in range(middles):
        ends = rng.choices(range(own), k=rng.choice((1, 2, 2, 2)))
        edges += [(own + u, v) for v in ends]
        weights += (
            [rng.randint(0, heaviest)] * len(ends) if rng.random() < 0.4 else [rng.randint(0, heaviest) for _ in ends]
        )
    return lm.EdgeNimG(lm.Graph(own + middles, edges), weights)


def test_random_half_boards() -> None:
    rng = random.Random("half boards")
    tally = Tally()
    for _ in range(tries(120)):
        board = half_board(rng, rng.randint(1, 4), rng.randint(2, 3), 3)
        hold(board, tally, Law(Play.NORMAL))
    tally.enough("LM44", least=tries(100))


@pytest.mark.long
def test_more_random_half_boards() -> None:
    rng = random.Random("more half boards")
    tally = Tally()
    for _ in range(150):
        board = half_board(rng, rng.randint(2, 4), 4, 2)
        hold(board, tally, Law(Play.NORMAL))
    tally.enough("LM44", least=100)


@pytest.mark.parametrize("heaviest", [2, 5, 10**30])
def test_large_half_boards(heaviest: int) -> None:
    """Verdicts and intervals fit the verdicts one move later, and their evidence holds."""
    rng = random.Random(f"large half boards {heaviest}")
    seen = set()
    for _ in range(tries(12)):
        own = rng.randint(3, 12)
        board = half_board(rng, own, rng.randint(own - 2, 2 * own), heaviest)
        said = RULES["LM44"].decide_board(board, Play.NORMAL, Meter())
        shown = zip(said.certificate().outcomes(board, Play.NORMAL), said.codes, strict=True)
        assert all(mine in (UNDECIDED, proved) for proved, mine in shown)
        for u in rng.sample(range(board.graph.n), 4):
            position = board.at(u)
            wins = consistent(RULES["LM44"], position, Play.NORMAL, samples(position, rng))
            seen.add((u < own, wins))
    assert len(seen) == 4


@pytest.mark.parametrize("directed", [False, True])
def test_weights_of_one_are_edge_geography(directed: bool) -> None:
    """With parallel edges, loops, edges of weight 0 and a component that is heavier; also through ``solve``."""
    rng = random.Random(f"weights of 1 {directed}")
    tally = Tally()
    for _ in range(tries(150)):
        n = rng.randint(3, 5)
        pairs = [(u, v) for u in range(n) for v in range(n) if (u <= v or directed)]
        edges = [rng.choice(pairs) for _ in range(rng.randint(3, 7))]
        weights = [rng.choice((1, 1, 1, 0)) for _ in edges]
        board = lm.EdgeNimG(lm.Graph(n + 2, [*edges, (n, n + 1)], directed=directed), [*weights, 2])
        for play in Play:
            law = Law(play)
            hold(board, tally, law)
            position = board.at(rng.randrange(n))
            answer = lm.solve(position, play, certificate=True, all_moves=True)
            assert (answer.outcome is lm.Outcome.N) == law.wins(position)
            assert sorted(map(repr, answer.winning_moves())) == sorted(map(repr, law.winning(position)))
            check_answer(answer.problem, json.loads(json.dumps(answer.to_json(certificate=True))))
    tally.enough("LM41", least=tries(50))


def test_acyclic_digraphs() -> None:
    """Arcs of weight 0 are no arcs; all moves along parallel arcs win alike."""
    rng = random.Random("acyclic arcs")
    tally = Tally()
    for _ in range(tries(150)):
        n = rng.randint(2, 5)
        arcs = [(u, v) for v in range(n) for u in range(v) for _ in range(2) if rng.random() < 0.4][:6]
        arcs += [(v, u) for u, v in arcs[:1]]
        weights = [rng.randint(0, 2) for _ in arcs]
        board = lm.EdgeNimG(lm.Graph(n, arcs, directed=True), [*weights[:-1], 0] if arcs else [])
        for play in Play:
            law = Law(play)
            tally.check([ACYCLIC], board, law)
            hold(board, tally, law)
    tally.enough("acyclic", least=tries(100))


def random_tree(rng: random.Random, n: int, heaviest: int, light: float = 0.3) -> lm.EdgeNimG:
    """A tree, or with some edges of weight 0 a forest."""
    spread = rng.choice((1, 3, n))
    edges = [(rng.randrange(max(0, v - spread), v), v) for v in range(1, n)]
    weights = [1 if rng.random() < light else rng.randint(0, heaviest) for _ in edges]
    return lm.EdgeNimG(lm.Graph(n, edges), weights)


def test_random_trees() -> None:
    rng = random.Random("trees of edges")
    tally = Tally()
    for _ in range(tries(60)):
        board = random_tree(rng, rng.randint(5, 7), 3)
        for play in Play:
            hold(board, tally, Law(play))
    tally.enough("LM40", least=tries(40))


def samples(position: lm.EdgeNimG, rng: random.Random) -> list[Any]:
    """Some moves along every edge: to 0, 1, 2, one less, and any."""
    found = []
    for edge, v in position.graph.incidence[position.graph.index(position.start)]:
        top = position.weights[edge]
        for k in {0, 1, 2, top - 1, rng.randint(0, max(top, 1))}:
            if 0 <= k < top:
                found.append(lm.games.moves.SlideAlong(position.graph.vertices[v], k, edge))
    legal = []
    for move in found:
        plain = move._replace(edge=None)
        try:
            position.after(plain)
        except lm.IllegalMoveError:
            legal.append(move)
        else:
            legal.append(plain)
    return legal


def test_large_trees() -> None:
    rng = random.Random("large trees of edges")
    seen = set()
    for _ in range(tries(8)):
        board = random_tree(rng, rng.randint(20, 60), 10**30)
        for play in Play:
            for u in rng.sample(range(board.graph.n), 4):
                position = board.at(u)
                seen.add(consistent(RULES["LM40"], position, play, samples(position, rng)))
    assert seen == {True, False}
