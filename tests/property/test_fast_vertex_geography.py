"""The fast search of Vertex Geography against the law: both ways to run, every reduction on and off."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.graphs import Graph
from lastmove.graphs.components import blocks, bridges
from lastmove.search.fast import vertex_geography as vertex_pieces
from lastmove.search.fast.board import BitBoard
from lastmove.search.fast.rules import vertex_geography
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.vertex_geography import VertexGeographySearch
from lastmove.search.plain import PlainSearch
from lastmove.search.thresholds import THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Iterator

WAYS = [Settings(compiled=True, threads=1), Settings(compiled=False)]
SWITCHES = [vertex_geography.ALL ^ switch for switch in (1, 2, 4, 8, 16, 32, 64, 128)]


def agrees(board: Any, settings: Settings, options: int | None = None, *, rng: random.Random, plays: int = 1) -> int:
    """Compare every start, and positions along random plays, in both conventions; how many were compared."""
    compared = 0
    for play in Play:
        law = PlainSearch(play, Meter())
        fast = VertexGeographySearch(board.graph, play is Play.MISERE, Meter(), settings, options)
        for start in board.starts():
            for _ in range(plays):
                position = board.at(start)
                while True:
                    live, at = position.key()
                    assert fast.wins(at, live) == law.wins(position), (board, position, play, options)
                    compared += 1
                    moves = list(position.moves())
                    if not moves:
                        break
                    position = position.after(rng.choice(moves))
    return compared


def small_boards(n: int) -> Iterator[lm.VertexGeography]:
    pairs = list(combinations(range(n), 2))
    for chosen in product([False, True], repeat=len(pairs)):
        yield lm.VertexGeography(Graph(n, [pair for pair, taken in zip(pairs, chosen, strict=True) if taken]))
    arcs = [(u, v) for u in range(n) for v in range(n) if u != v]
    if n <= 3:
        for chosen in product([False, True], repeat=len(arcs)):
            taken_arcs = [arc for arc, taken in zip(arcs, chosen, strict=True) if taken]
            yield lm.VertexGeography(Graph(n, taken_arcs, directed=True))


@pytest.mark.parametrize("settings", WAYS, ids=["compiled", "plain"])
def test_all_small_graphs(settings: Settings) -> None:
    rng = random.Random(0)
    compared = sum(agrees(board, settings, rng=rng) for n in (1, 2, 3, 4) for board in small_boards(n))
    assert compared > 1500


def random_board(rng: random.Random, most: int = 9) -> lm.VertexGeography:
    n = rng.randint(1, most)
    edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, 2 * n))]  # loops and parallels too
    return lm.VertexGeography(Graph(n, edges, directed=rng.random() < 0.5))


@pytest.mark.parametrize("settings", WAYS, ids=["compiled", "plain"])
def test_random_graphs(settings: Settings) -> None:
    rng = random.Random(1)
    assert sum(agrees(random_board(rng), settings, rng=rng) for _ in range(tries(400))) > tries(10_000)


@pytest.mark.parametrize("options", SWITCHES)
@pytest.mark.parametrize("settings", WAYS, ids=["compiled", "plain"])
def test_each_reduction_off(settings: Settings, options: int) -> None:
    rng = random.Random(options)
    assert sum(agrees(random_board(rng), settings, options, rng=rng) for _ in range(tries(60))) > tries(1000)


@given(st.integers(0, 2**32), st.integers(6, 11), st.integers(1, 3), st.booleans())
def test_larger_graphs(seed: int, n: int, degree: int, directed: bool) -> None:
    rng = random.Random(seed)
    edges = [(u, rng.randrange(n)) for u in range(n) for _ in range(degree)]
    board = lm.VertexGeography(Graph(n, edges, directed=directed))
    agrees(board, WAYS[seed % 2], rng=rng)


@pytest.mark.long
def test_thousands_of_random_graphs() -> None:
    rng = random.Random(7)
    assert sum(agrees(random_board(rng, 11), WAYS[turn % 2], rng=rng, plays=2) for turn in range(3000)) > 150_000


@pytest.mark.long
@pytest.mark.parametrize("words", [2, 3, 4, 6, 8])
def test_wide_sets(words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BitBoard, "words", words)
    rng = random.Random(words)
    assert sum(agrees(random_board(rng), WAYS[0], rng=rng) for _ in range(60)) > 1000


@pytest.mark.parametrize("every_start", [False, True])
@pytest.mark.parametrize("plain", [pytest.param(0, marks=pytest.mark.compiled), 20])
def test_dense_graphs(every_start: bool, plain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By tables in plain integers, or by compiled ones alone."""
    monkeypatch.setattr(THRESHOLDS, "plain_table", plain)
    monkeypatch.setattr(THRESHOLDS, "least_table", 1)
    monkeypatch.setattr(THRESHOLDS, "entries_a_position", 1 << 60)
    monkeypatch.setattr(THRESHOLDS, "try_first", 0)
    monkeypatch.setattr(THRESHOLDS, "try_again", 0)
    monkeypatch.setattr(VertexGeographySearch, "every_start", every_start, raising=False)
    filled: list[int] = []
    original: Any = getattr(vertex_pieces, "SubsetTable" if plain else "all_subsets")

    def watched(out: list[int], *given: Any) -> Any:
        filled.append(len(out))
        return original(out, *given)

    monkeypatch.setattr(vertex_pieces, "SubsetTable" if plain else "all_subsets", watched)
    rng = random.Random(3)
    for turn in range(tries(60)):
        n, directed = rng.randint(5, 9), turn % 2 == 0
        pairs = [(u, v) for u in range(n) for v in range(n) if u != v and rng.random() < 0.6]
        tail = [(rng.randrange(n), n), (n, rng.randrange(n)) if directed else (n, n + 1)]
        agrees(lm.VertexGeography(Graph(n + 2, pairs + tail, directed=directed)), Settings(threads=1), rng=rng)
    assert max(filled) >= 8


def test_token_put_elsewhere_in_the_middle_of_a_play() -> None:
    rng = random.Random(4)
    compared = 0
    for _ in range(tries(300)):
        board = random_board(rng)
        position = board.at(rng.choice(board.starts()))
        for _ in range(3):
            moves = list(position.moves())
            position = position.after(rng.choice(moves)) if moves else position
        for play in Play:
            law = PlainSearch(play, Meter())
            fast = VertexGeographySearch(board.graph, play is Play.MISERE, Meter(), WAYS[1])
            for start in position.graph.vertices:
                there = position.at(start)
                live, at = there.key()
                assert fast.wins(at, live) == law.wins(there)
                compared += 1
    assert compared > tries(1000)


@pytest.mark.parametrize("size", [1_500, pytest.param(10_000, marks=pytest.mark.long)])
def test_graphs_of_many_small_blocks(size: int) -> None:
    rng = random.Random(5)
    edges, n = [], 1
    while n < size:  # a cactus with trees
        ring = [rng.randrange(n), *range(n, n + rng.randint(1, 6))]
        n = ring[-1] + 1
        edges += list(zip(ring, ring[1:] + ring[:1] if len(ring) > 2 else ring[1:], strict=False))
    cactus = lm.VertexGeography(Graph(n, edges))
    found = lm.outcomes(cactus, play="misere")
    assert found.stopped_by is None
    for start in rng.sample(range(n), 10):
        left = {lm.solve(cactus.at(start).after(move), play="misere").outcome for move in cactus.at(start).moves()}
        assert (found[start] is lm.Outcome.N) == (lm.Outcome.P in left)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("tail", [800, 801, *(pytest.param(tail, marks=pytest.mark.long) for tail in (5000, 5001))])
def test_a_long_tail_is_as_good_as_a_short_one(tail: int, directed: bool) -> None:
    rng = np.random.default_rng(6)
    core = [(u, int(v)) for u in range(12) for v in rng.choice(12, 3)]
    found = []
    for length in (tail, 2 + tail % 2):
        edges = [*core, *((u, u + 1) for u in range(11, 11 + length))]
        graph = Graph(12 + length, edges, directed=directed)
        found.append([lm.solve(lm.VertexGeography(graph, start), "misere").outcome for start in range(12)])
    assert found[0] == found[1]


def test_blocks_and_bridges_against_networkx() -> None:
    import networkx as nx

    rng = random.Random(8)
    for _ in range(tries(200)):
        n = rng.randint(1, 12)
        graph = nx.gnp_random_graph(n, rng.choice([0.1, 0.2, 0.4]), seed=rng.randrange(10**6))
        found = blocks([sorted(graph[v]) for v in range(n)])
        assert sorted(map(sorted, found)) == sorted(map(sorted, nx.biconnected_components(graph)))
        incidence: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        for edge, (u, v) in enumerate(graph.edges):
            incidence[u].append((edge, v))
            incidence[v].append((edge, u))
        named = {tuple(sorted(list(graph.edges)[edge])) for edge in bridges(incidence)}
        assert named == {tuple(sorted(pair)) for pair in nx.bridges(graph)}
