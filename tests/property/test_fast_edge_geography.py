"""The fast search of Edge Geography against the law: both ways to run, every part of the rules switched off in turn."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import tries
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.graphs.graph import Graph
from lastmove.search.fast.board import OPEN, WIDTHS
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.edge_geography import EdgeGeographySearch
from lastmove.search.fast.rules import edge_geography as rules
from lastmove.search.fast.rules.edge_board import edge_board, state_on
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYS = tuple(Play)
BITS = (rules.DEAD_ENDS, rules.FORCED, rules.STUCK, rules.PARTS, rules.ORDER, rules.CHAINS)
OPTIONS = (rules.ALL, 0, *(rules.ALL & ~bit for bit in BITS))


def small_graphs() -> Iterator[Graph]:
    """All graphs and digraphs with loops and parallel edges: two vertices and up to 5 edges, three and up to 4."""
    for n, most in ((1, 4), (2, 5), (3, 4)):
        for directed in (False, True):
            pairs = [(u, v) for u, v in product(range(n), repeat=2) if directed or u <= v]
            for m in range(most + 1):
                for edges in combinations_with_replacement(pairs, m):
                    yield Graph.numbered(n, edges, directed=directed)


def random_graph(rng: random.Random, most_vertices: int = 7, most_edges: int = 12) -> Graph:
    """A graph or digraph with a few loops and parallel edges, often with bridges."""
    n = rng.randint(1, most_vertices)
    edges = []
    for _ in range(rng.randint(0, min(most_edges, 2 + 2 * n))):
        u = rng.randrange(n)
        v = rng.randrange(n) if rng.random() < 0.7 else min(n - 1, u + 1)
        edges.append((u, v))
    return Graph.numbered(n, edges, directed=rng.random() < 0.5)


def check(graph: Graph, play: Play, rng: random.Random, *, compiled: bool, options: int | None, plays: int = 1) -> None:
    """Every start; positions along random plays; the token put elsewhere in the middle of a play."""
    law = PlainSearch(play, Meter())
    fast = EdgeGeographySearch(
        graph, play.wins_when_stuck, Meter(), Settings(compiled=compiled, threads=1), switches=options
    )
    for start in graph.vertices:
        position = EdgeGeography(graph, start=start)
        assert fast.wins(position._at) == law.wins(position), (graph, play, options, position)
        for _ in range(plays):
            position = EdgeGeography(graph, start=start)
            while moves := list(position.moves()):
                position = position.after(rng.choice(moves))
                assert fast.wins(position._at, position._live) == law.wins(position), (graph, play, options, position)
                elsewhere = position.at(rng.choice(graph.vertices))
                assert fast.wins(elsewhere._at, elsewhere._live) == law.wins(elsewhere), (graph, play, elsewhere)


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_all_small_graphs(play: Play) -> None:
    rng = random.Random(1)
    for number, graph in enumerate(small_graphs()):
        check(graph, play, rng, compiled=False, options=OPTIONS[number % len(OPTIONS)])


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_all_small_graphs_with_everything_switched_off_in_turn(play: Play, options: int) -> None:
    for number, graph in enumerate(small_graphs()):
        check(graph, play, random.Random(number), compiled=False, options=options)


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_random_graphs(play: Play) -> None:
    for seed in range(tries(300)):
        rng = random.Random(seed)
        check(random_graph(rng), play, rng, compiled=False, options=OPTIONS[seed % len(OPTIONS)])


@pytest.mark.long
@pytest.mark.parametrize("options", [None, *OPTIONS])
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_many_random_graphs(play: Play, options: int | None) -> None:
    for seed in range(1000):
        rng = random.Random(10_000 + seed)
        check(random_graph(rng, 9, 14), play, rng, compiled=False, options=options)


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_random_graphs_compiled(play: Play) -> None:
    for seed in range(tries(40)):
        rng = random.Random(20_000 + seed)
        check(random_graph(rng), play, rng, compiled=True, options=OPTIONS[seed % len(OPTIONS)])


@given(st.data(), st.booleans(), st.sampled_from(PLAYS), st.sampled_from((None, *OPTIONS)))
@settings(deadline=None, max_examples=tries(150))
def test_any_graph(data: st.DataObject, directed: bool, play: Play, options: int | None) -> None:
    n = data.draw(st.integers(1, 6))
    ends = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    graph = Graph.numbered(n, data.draw(st.lists(ends, max_size=11)), directed=directed)
    check(graph, play, random.Random(0), compiled=False, options=options)


@pytest.mark.parametrize("size", [65, *(pytest.param(size, marks=pytest.mark.long) for size in (129, 300))])
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_wider_sets(play: Play, size: int) -> None:
    """Sets of 2, 4 and 8 words, the vertices and edges spread over all of them."""
    for seed in range(12):
        rng = random.Random(seed)
        graph = random_graph(rng, 7, 12)
        law = PlainSearch(play, Meter())
        misere = play.wins_when_stuck
        # The numbers of vertices and edges are spread over the whole set.
        vertices = sorted(rng.sample(range(size), graph.n))
        edges = sorted(rng.sample(range(size), graph.m))
        ends = [(vertices[0], vertices[0])] * size
        for edge, (u, v) in zip(edges, graph.ends(), strict=True):
            ends[edge] = (vertices[u], vertices[v])
        left = sum(1 << edge for edge in edges)
        board = edge_board(size, ends, graph.directed, misere, rules.ALL)
        assert board.words == next(words for words in WIDTHS if 64 * words >= size)
        for compiled in (True, False):
            search = BitSearch(board, Settings(compiled=compiled, threads=1))
            for u, start in enumerate(vertices):
                todo = sum(1 << v for v in vertices)
                found, flip, *state = rules.reduced(board.rows, board.numbers, left, 1 << start, 0, todo, 0)
                if found == OPEN:
                    found = search.wins(state_on(board, *state), Meter()) ^ flip
                assert found == law.wins(EdgeGeography(graph, start=u)), (graph, u)


def test_compiled_rules_have_names_of_their_own() -> None:
    """Code kept by different processes is linked by name: one name for sets of two sizes gave wrong answers."""
    from lastmove.search.fast.compiler import expand_for

    names = {expand_for(rules.__name__, count).py_func.__qualname__ for count in (1, 2, 4)}
    assert len(names) == 3


@cache
def larger(seed: int, directed: bool) -> Graph:
    rng = random.Random(seed)
    n = 26 if directed else 22
    if directed:
        edges = [(u, v) for u in range(n) for v in rng.sample(range(n), 2)]
    else:
        edges = [(u, (u + 1) % n) for u in range(n)] + [(rng.randrange(n), rng.randrange(n)) for _ in range(n // 2)]
    return Graph.numbered(n, edges, directed=directed)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_both_ways_to_run_agree(play: Play, directed: bool) -> None:
    """Beyond the law's reach, with and without each part of the rules."""
    graph = larger(3, directed)
    starts = range(0, graph.n, 3)
    answers = set()
    for options in (None, *(rules.ALL & ~bit for bit in BITS)):
        for compiled in (False, True):
            meter = Meter()
            search = EdgeGeographySearch(
                graph, play.wins_when_stuck, meter, Settings(compiled=compiled, threads=1), switches=options
            )
            answers.add(tuple(search.wins(u) for u in starts))
            assert meter.positions > 0
    assert len(answers) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_give_the_same_answers(threads: int) -> None:
    for seed in range(4):
        graph = larger(seed, True)
        one = EdgeGeographySearch(graph, True, Meter(), Settings(compiled=False, threads=1))
        more = EdgeGeographySearch(graph, True, Meter(), Settings(compiled=True, threads=threads))
        for u in range(0, graph.n, 5):
            assert one.wins(u) == more.wins(u)


def long_graphs(n: int) -> Iterator[Graph]:
    """Large graphs of small parts: a path, a caterpillar, triangles joined by bridges, their directed like."""
    yield Graph.numbered(n, [(v, v + 1) for v in range(n - 1)])
    yield Graph.numbered(n, [(v, v // 2) for v in range(1, n)])
    triangles = [(v, v + 1 if v % 3 < 2 else v - 2) for v in range(n - 1)]
    yield Graph.numbered(n, triangles + [(v, v + 1) for v in range(2, n - 1, 3)])
    yield Graph.numbered(n, [(v, v + 1) for v in range(n - 1)], directed=True)
    yield Graph.numbered(n, triangles + [(v, v + 1) for v in range(2, n - 1, 3)], directed=True)
    yield Graph.numbered(n, [(0, v) for v in range(1, n)])
    yield Graph.numbered(n, [(v, v + 1) for v in range(n - 1)] + [(v, v) for v in range(0, n, 3)])


@pytest.mark.parametrize("n", [2_500, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_large_graph_of_small_parts_is_quick(play: Play, n: int) -> None:
    """Nothing is searched; a limit would stop what is not linear."""
    for graph in long_graphs(n):
        for start in (0, graph.n // 2):
            meter = Meter(Limits(positions=2 * n))
            EdgeGeographySearch(graph, play.wins_when_stuck, meter).wins(start)


def test_a_path_by_hand() -> None:
    """On a path all moves are forced but the first: the token wants an odd number of edges on one side."""
    for n in range(1, 12):
        graph = Graph.numbered(n, [(v, v + 1) for v in range(n - 1)])
        normal = EdgeGeographySearch(graph, False, Meter(), Settings(compiled=False, threads=1))
        misere = EdgeGeographySearch(graph, True, Meter(), Settings(compiled=False, threads=1))
        for u in range(n):
            sides = [side for side in (u, n - 1 - u) if side]
            assert normal.wins(u) == any(side % 2 == 1 for side in sides)
            assert misere.wins(u) == (not sides or any(side % 2 == 0 for side in sides))
