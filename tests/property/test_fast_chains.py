"""Long chains made short: subdivided graphs against the law, starts inside chains and positions of plays included."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, pairwise, product
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastmove as lm
from effort import tries
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Play
from lastmove.graphs import Graph
from lastmove.search.fast.edge_geography import EdgeGeographySearch
from lastmove.search.fast.rules import edge_geography, vertex_geography
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.simplifications.chains import ChainSearch, chains_of
from lastmove.search.fast.vertex_geography import VertexGeographySearch
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES: list[tuple[Any, Any]] = [
    (lm.VertexGeography, VertexGeographySearch),
    (lm.EdgeGeography, EdgeGeographySearch),
]
every_game = pytest.mark.parametrize(("game", "search"), GAMES, ids=["vertex", "edge"])
PLAIN = Settings(compiled=False, threads=1)


def subdivided(n: int, edges: Sequence[tuple[int, int]], lengths: Sequence[int], *, directed: bool) -> Graph:
    """Each edge with so many new vertices on it."""
    found: list[tuple[int, int]] = []
    for (a, b), length in zip(edges, lengths, strict=True):
        found += pairwise([a, *range(n, n + length), b])
        n += length
    return Graph.numbered(n, found, directed=directed)


def random_chains(draw: random.Random, most: int, *, both_ways: bool) -> Graph:
    """A few vertices and chains between them, loops and parallel ones too; in a digraph some that lead both ways."""
    ends, directed = draw.randint(1, 4), draw.random() < 0.5
    n = ends
    edges: list[tuple[int, int]] = []
    for _ in range(draw.randint(ends, 2 * ends + 1)):
        length = draw.choice((0, 0, 1, 2, 3, 4, 5))
        length = length if len(edges) + length < most else 0
        path = [draw.randrange(ends), *range(n, n + length), draw.randrange(ends)]
        n += length
        edges += pairwise(path)
        if directed and both_ways and draw.random() < 0.3:
            edges += pairwise(path[::-1])
    if draw.random() < 0.3:
        edges.append((draw.randrange(n),) * 2)
    draw.shuffle(edges)
    turned = [edge if directed or draw.random() < 0.5 else edge[::-1] for edge in edges[: most + 3]]
    return Graph.numbered(n, turned, directed=directed)


def check(game: Any, search: Any, graph: Graph, draw: random.Random, *ways: Settings) -> int:
    """Every start, a play from each, and the token put elsewhere in it; how many boards had chains made short."""
    short = 0
    for play in Play:
        law = PlainSearch(play, Meter())
        searches = [search(graph, play is Play.MISERE, Meter(), settings) for settings in ways or (PLAIN,)]
        for start in graph.vertices:
            position = game(graph, start=start)
            while True:
                for there in (position, position.at(draw.choice(position.starts()))):
                    live, at = there.key()
                    wins = law.wins(there)
                    assert all(fast.wins(at, live) == wins for fast in searches), (graph, there, play)
                moves = list(position.moves())
                if not moves:
                    break
                position = position.after(draw.choice(moves))
        short += any(isinstance(found, ChainSearch) for found in searches[0].searches)
    return short


@every_game
def test_three_chains_of_all_lengths(game: Any, search: Any) -> None:
    draw = random.Random(1)
    short = 0
    for lengths in combinations_with_replacement(range(tries(5, quick=4)), 3):
        short += check(game, search, subdivided(2, [(0, 1)] * 3, lengths, directed=False), draw)
        for ways in (((0, 1), (0, 1), (1, 0)), ((0, 1), (1, 0), (1, 0))):
            short += check(game, search, subdivided(2, ways, lengths, directed=True), draw)
    assert short > tries(50, quick=10)


@every_game
def test_chains_of_all_lengths_with_a_tail_and_a_loop(game: Any, search: Any) -> None:
    draw = random.Random(2)
    edges = [(0, 1), (0, 1), (0, 1), (1, 2), (0, 0)]
    every = list(product((0, 1, 2, 3), (1, 2, 3), (0,), (0, 1), (0, 2)))
    for lengths in draw.sample(every, tries(len(every))):
        check(game, search, subdivided(3, edges, lengths, directed=False), draw)


@every_game
def test_random_chains(game: Any, search: Any) -> None:
    draw = random.Random(3)
    short = sum(
        check(game, search, random_chains(draw, 13, both_ways=game is lm.VertexGeography), draw)
        for _ in range(tries(120))
    )
    assert short > tries(30)


@pytest.mark.long
@every_game
def test_many_random_chains(game: Any, search: Any) -> None:
    draw = random.Random(4)
    for _ in range(1000):
        graph = random_chains(draw, 15, both_ways=game is lm.VertexGeography)
        check(game, search, graph, draw, PLAIN, Settings(compiled=True, threads=1))


@given(st.integers(0, 2**32), st.sampled_from(GAMES))
def test_any_chains(seed: int, chosen: tuple[Any, Any]) -> None:
    draw = random.Random(seed)
    check(*chosen, random_chains(draw, 11, both_ways=False), draw)


@pytest.mark.parametrize("search", [VertexGeographySearch, EdgeGeographySearch])
@pytest.mark.parametrize("play", list(Play), ids=str)
def test_very_long_chains_are_as_good_as_short_ones(search: Any, play: Play) -> None:
    """The ends, and starts inside the first chain; on the short graph a limit stops what was not made short."""
    base = nx.random_regular_graph(3, 8, seed=5)
    edges, draw = list(base.edges), random.Random(5)
    few = [draw.randint(1, 3) for _ in edges]
    many = [length + 2 * draw.randint(20, 60) for length in few]
    found = []
    for lengths in (few, many):
        graph = subdivided(8, edges, lengths, directed=False)
        made = search(graph, play is Play.MISERE, Meter(Limits(positions=20_000)), PLAIN)
        inside = [8, 8 + lengths[0] - 1]
        found.append([made.wins(v) for v in (*range(8), *inside)])
    assert found[0] == found[1]
    sizes = [held.short.board.size for held in made.searches]
    assert sizes
    assert sizes[0] <= 8 + 2 * 12


def test_both_switches_give_the_same_answers() -> None:
    """Beyond the law's reach."""
    for seed in range(3):
        base = nx.random_regular_graph(3, 14, seed=seed)
        draw = random.Random(seed)
        graph = subdivided(14, list(base.edges), [draw.randint(0, 5) for _ in base.edges], directed=False)
        for search, rules in ((VertexGeographySearch, vertex_geography), (EdgeGeographySearch, edge_geography)):
            usual = getattr(rules, "USUAL", rules.ALL)
            answers = [
                [search(graph, True, Meter(), PLAIN, options).wins(v) for v in range(0, graph.n, 7)]
                for options in (usual, usual & ~rules.CHAINS)
            ]
            assert answers[0] == answers[1]


def test_chains_are_found_once_and_whole() -> None:
    incidence = [
        [(0, 1), (3, 3), (5, 4)],
        [(0, 0), (1, 2)],
        [(1, 1), (2, 3)],
        [(2, 2), (3, 0), (4, 4)],
        [(4, 3), (5, 0)],
    ]
    found = chains_of(incidence, [len(ways) == 2 for ways in incidence])
    assert [(chain.vertices, chain.edges) for chain in found] == [([0, 1, 2, 3], [0, 1, 2]), ([0, 4, 3], [5, 4])]
