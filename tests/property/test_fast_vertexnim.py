"""The fast search of Vertexnim against the law."""

from __future__ import annotations

import random

import pytest

import lastmove as lm
from effort import tries
from fast_checks import Agreement, all_graphs, random_graph, widened
from lastmove.core.limits import Meter
from lastmove.graphs.components import is_strongly_connected
from lastmove.search.fast.board import TooManyOptions
from lastmove.search.fast.rules import vertexnim
from lastmove.search.fast.weighted import VertexnimSearch

both_ways = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])  # it compiles


def random_board(draw: random.Random, most: int) -> tuple[lm.Graph, list[int]]:
    """A (strongly) connected graph with weights, mostly small."""
    while True:
        graph = random_graph(draw, most)
        if graph.directed and draw.random() < 0.8:
            circuit = [(u, (u + 1) % graph.n) for u in range(graph.n)]
            graph = lm.Graph.numbered(graph.n, [*graph.ends(), *circuit], directed=True)
        if is_strongly_connected(graph):
            top = draw.randint(1, 5 if graph.n < 5 else 3)
            return graph, [draw.randint(1, top) for _ in range(graph.n)]


def test_all_small_positions() -> None:
    agreement = Agreement(lm.Vertexnim, VertexnimSearch)
    for n, directed, most in ((1, True, 5), (1, False, 5), (2, True, 5), (2, False, 5), (3, False, 3), (3, True, 2)):
        for graph in all_graphs(n, directed=directed):
            if is_strongly_connected(graph):
                agreement.boards(graph, 1, most, compiled=False)
    assert agreement.compared > 8_000


@pytest.mark.long
def test_all_small_digraphs() -> None:
    agreement = Agreement(lm.Vertexnim, VertexnimSearch)
    for graph in all_graphs(3, directed=True):
        if is_strongly_connected(graph):
            agreement.boards(graph, 1, 4, compiled=False)
    assert agreement.compared == 2 * 18 * 8 * 64 * 3


@both_ways
def test_random_boards_and_plays(compiled: bool) -> None:
    draw = random.Random(1)
    agreement = Agreement(lm.Vertexnim, VertexnimSearch)
    for _ in range(tries(150)):
        graph, weights = random_board(draw, 6)
        agreement.plays(graph, weights, draw, compiled=compiled)
    assert agreement.compared > tries(2_000)


@pytest.mark.long
@both_ways
def test_many_random_boards_and_plays(compiled: bool) -> None:
    draw = random.Random(2)
    agreement = Agreement(lm.Vertexnim, VertexnimSearch)
    for _ in range(1500):
        graph, weights = random_board(draw, 6)
        agreement.board(graph, weights, compiled=compiled)
        agreement.plays(graph, weights, draw, compiled=compiled)


def test_every_part_of_the_rules_can_be_switched_off() -> None:
    draw = random.Random(3)
    bits = [1 << i for i in range(6) if vertexnim.ALL >> i & 1]
    for options in (0, *(vertexnim.ALL ^ bit for bit in bits), *bits):
        agreement = Agreement(lm.Vertexnim, VertexnimSearch)
        for _ in range(tries(40)):
            graph, weights = random_board(draw, 5)
            agreement.plays(graph, weights, draw, compiled=False, options=options)


@pytest.mark.long
@pytest.mark.parametrize("size", [100, 200])
def test_wide_sets(size: int) -> None:
    draw = random.Random(size)
    agreement = Agreement(lm.Vertexnim, widened(VertexnimSearch, size))
    for _ in range(60):
        graph, weights = random_board(draw, 6)
        agreement.plays(graph, weights, draw, compiled=True)


def test_huge_weights_are_refused() -> None:
    graph = lm.Graph.numbered(3, [(0, 1), (1, 2), (2, 0)], directed=True)
    with pytest.raises(TooManyOptions):
        VertexnimSearch(graph, [10**9] * 3, False, Meter()).wins(0)
