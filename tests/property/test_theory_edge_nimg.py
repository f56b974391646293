"""Edge NimG: every theorem against the law on small boards and random ones, through ``solve``, and on large boards."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.limits import Meter
from lastmove.core.play import UNDECIDED, Play
from lastmove.graphs.random import small_graphs
from lastmove.theorems.ours.edge_nimg import DECIDERS
from theory_checks import Law, Tally, consistent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.theorems.statement import Theorem

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
            if long or graph.m < 5:
                yield [lm.EdgeNimG(graph, chosen) for chosen in product(range(top + 1), repeat=graph.m)]


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_small_boards(long: bool) -> None:
    tally = Tally()
    for boards in small_boards(long):
        for play in Play:
            law = Law(play)
            for board in boards:
                hold(board, tally, law)
    for number in RULES:
        tally.enough(number, least=5)
    print(tally.fired)


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
