"""The fast search of Vertexnim-MR against the law."""

from __future__ import annotations

import random

import pytest

import lastmove as lm
from effort import tries
from fast_checks import Agreement, all_graphs, random_graph, widened
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.graphs.components import is_strongly_connected
from lastmove.search.fast.board import TooManyOptions
from lastmove.search.fast.rules import vertexnim_mr
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.weighted import VertexnimMRSearch
from lastmove.search.plain import PlainSearch

both_ways = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])  # it compiles


def random_board(draw: random.Random, most: int) -> tuple[lm.Graph, list[int]]:
    """A (strongly) connected graph with weights, mostly small, some of them 0."""
    while True:
        graph = random_graph(draw, most)
        if graph.directed and draw.random() < 0.8:
            circuit = [(u, (u + 1) % graph.n) for u in range(graph.n)]
            graph = lm.Graph.numbered(graph.n, [*graph.ends(), *circuit], directed=True)
        if is_strongly_connected(graph):
            top = draw.randint(1, 5 if graph.n < 4 else 3)
            return graph, [draw.randint(draw.choice((0, 1)), top) for _ in range(graph.n)]


def test_all_small_positions() -> None:
    agreement = Agreement(lm.VertexnimMR, VertexnimMRSearch)
    for n, directed, most in ((1, True, 5), (1, False, 5), (2, True, 4), (2, False, 4), (3, False, 3), (3, True, 2)):
        for graph in all_graphs(n, directed=directed):
            if is_strongly_connected(graph):
                agreement.boards(graph, 0, most, compiled=False)
    assert agreement.compared > 20_000


@both_ways
@pytest.mark.parametrize("boards", [150, pytest.param(1500, marks=pytest.mark.long)])
def test_random_boards_and_plays(compiled: bool, boards: int) -> None:
    draw = random.Random(boards)
    agreement = Agreement(lm.VertexnimMR, VertexnimMRSearch)
    for _ in range(tries(boards)):
        graph, weights = random_board(draw, 5)
        agreement.plays(graph, weights, draw, compiled=compiled)
    assert agreement.compared > tries(10 * boards)


def test_every_part_of_the_rules_can_be_switched_off() -> None:
    draw = random.Random(3)
    bits = [1 << i for i in range(6) if vertexnim_mr.ALL >> i & 1]
    for options in (0, *(vertexnim_mr.ALL ^ bit for bit in bits), *bits):
        agreement = Agreement(lm.VertexnimMR, VertexnimMRSearch)
        for _ in range(tries(40)):
            graph, weights = random_board(draw, 5)
            agreement.plays(graph, weights, draw, compiled=False, options=options)


def test_misere_play_differs_only_where_no_weight_is_2() -> None:
    draw = random.Random(4)
    for _ in range(tries(150)):
        graph, weights = random_board(draw, 4)
        normal, misere = (PlainSearch(play, Meter()) for play in Play)
        for u in range(graph.n):
            position = lm.VertexnimMR(graph, weights, start=u)
            assert (normal.wins(position) == misere.wins(position)) == (max(weights) > 1)


@pytest.mark.long
@pytest.mark.parametrize("size", [100, 200])
def test_wide_sets(size: int) -> None:
    draw = random.Random(size)
    agreement = Agreement(lm.VertexnimMR, widened(VertexnimMRSearch, size))
    for _ in range(60):
        graph, weights = random_board(draw, 5)
        agreement.plays(graph, weights, draw, compiled=True)


@pytest.mark.long  # it compiles
def test_both_ways_to_run_and_threads_agree() -> None:
    """Beyond the law's reach."""
    graph = lm.graphs.named("random-regular:3,10", seed=2)
    weights = [1 + v % 3 for v in range(10)]
    made = [Settings(compiled=False), Settings(compiled=True, threads=1), Settings(compiled=True, threads=3)]
    found = {
        tuple(VertexnimMRSearch(graph, weights, False, Meter(), how).wins(u) for u in range(0, 10, 4)) for how in made
    }
    assert len(found) == 1


def test_huge_weights_are_refused() -> None:
    graph = lm.Graph.numbered(3, [(0, 1), (1, 2), (2, 0)], directed=True)
    with pytest.raises(TooManyOptions):
        VertexnimMRSearch(graph, [10**9] * 3, False, Meter()).wins(0)
