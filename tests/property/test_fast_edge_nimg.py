"""The fast search of Edge NimG against the law: both ways to run, every part of the rules switched off in turn."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.graphs import named
from lastmove.graphs.graph import Graph
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.board import TooManyOptions
from lastmove.search.fast.edge_nimg import EdgeNimGSearch
from lastmove.search.fast.rules import edge_nimg as rules
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BITS = (rules.DEAD_ENDS, rules.FORCED, rules.MERGED, rules.ONCE, rules.ORDER)
SWITCHES = (None, rules.ALL, 0, *(rules.ALL & ~bit for bit in BITS), *BITS)
each_play = pytest.mark.parametrize("play", tuple(Play), ids=str)


def small_boards() -> Iterator[tuple[Graph, tuple[int, ...]]]:
    """All graphs and digraphs with loops and parallel edges, and weights to 3: up to three vertices and edges."""
    for n, most in ((1, 3), (2, 3), (3, 3)):
        for directed in (False, True):
            pairs = [(u, v) for u, v in product(range(n), repeat=2) if directed or u <= v]
            for m in range(most + 1):
                for edges in combinations_with_replacement(pairs, m):
                    graph = Graph.numbered(n, edges, directed=directed)
                    for weights in product(range(1, 4 if n < 3 else 3), repeat=m):
                        yield graph, weights


def random_board(rng: random.Random, most_vertices: int = 6, most_edges: int = 8) -> tuple[Graph, list[int]]:
    """A graph or digraph with a few loops and parallel edges, often with leaves; some weights are 0."""
    n = rng.randint(1, most_vertices)
    edges = []
    for _ in range(rng.randint(0, min(most_edges, 2 + 2 * n))):
        u = rng.randrange(n)
        edges.append((u, rng.randrange(n) if rng.random() < 0.7 else min(n - 1, u + 1)))
    top = rng.choice((1, 2, 3) if len(edges) > 5 else (1, 2, 3, 5))
    weights = [rng.randint(rng.choice((0, 1)), top) for _ in edges]
    return Graph.numbered(n, edges, directed=rng.random() < 0.5), weights


def check(
    graph: Graph, weights: Sequence[int], play: Play, rng: random.Random, *, compiled: bool, switches: int | None
) -> int:
    """Every start; positions along random plays; the token put elsewhere in the middle of a play."""
    law, compared = PlainSearch(play, Meter()), 0
    how = Settings(compiled=compiled, threads=1)
    fast = EdgeNimGSearch(graph, weights, play.wins_when_stuck, Meter(), how, switches)

    def agrees(position: Any) -> None:
        state, at = position.key()
        assert fast.wins(at, state) == law.wins(position), (position, play, switches)

    for start in graph.vertices:
        position = lm.EdgeNimG(graph, weights, start=start)
        while True:
            agrees(position)
            agrees(position.at(rng.choice(graph.vertices)))
            compared += 2
            moves = list(position.moves())
            if not moves:
                break
            position = position.after(rng.choice(moves))
    return compared


@each_play
def test_all_small_boards(play: Play) -> None:
    rng, compared = random.Random(1), 0
    for number, (graph, weights) in enumerate(small_boards()):
        if number % (1 if rng.random() < 0.3 else 4) == 0:
            switches = SWITCHES[number % len(SWITCHES)]
            compared += check(graph, weights, play, rng, compiled=False, switches=switches)
    assert compared > 5_000


@pytest.mark.long
@each_play
def test_all_small_boards_to_the_last(play: Play) -> None:
    for number, (graph, weights) in enumerate(small_boards()):
        check(graph, weights, play, random.Random(number), compiled=False, switches=None)


@each_play
@pytest.mark.parametrize("boards", [60, pytest.param(1500, marks=pytest.mark.long)])
def test_random_boards(play: Play, boards: int) -> None:
    for seed in range(tries(boards)):
        rng = random.Random(seed + boards)
        check(*random_board(rng), play, rng, compiled=False, switches=SWITCHES[seed % len(SWITCHES)])


@pytest.mark.long
@each_play
def test_random_boards_compiled(play: Play) -> None:
    for seed in range(tries(300)):
        rng = random.Random(20_000 + seed)
        check(*random_board(rng), play, rng, compiled=True, switches=SWITCHES[seed % len(SWITCHES)])


@given(st.data(), st.booleans(), st.sampled_from(tuple(Play)), st.sampled_from(SWITCHES))
@settings(deadline=None, max_examples=tries(80))
def test_any_board(data: st.DataObject, directed: bool, play: Play, switches: int | None) -> None:
    n = data.draw(st.integers(1, 5))
    heap = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(0, 3))
    heaps = data.draw(st.lists(heap, max_size=7))
    graph = Graph.numbered(n, [(u, v) for u, v, _ in heaps], directed=directed)
    check(graph, [w for _, _, w in heaps], play, random.Random(0), compiled=False, switches=switches)


@pytest.mark.long
@each_play
def test_wider_sets(play: Play) -> None:
    """A hundred edges of which most have weight 0: states take two words."""
    for seed in range(30):
        rng = random.Random(seed)
        n, pairs = 12, 100
        graph = Graph.numbered(n, [(rng.randrange(n), rng.randrange(n)) for _ in range(pairs)], directed=seed % 2 == 0)
        weights = [0] * pairs
        for edge in rng.sample(range(pairs), 7):
            weights[edge] = rng.randint(1, 3)
        law = PlainSearch(play, Meter())
        # The board has room for a weight on every edge.
        fast = EdgeNimGSearch(graph, [3] * pairs, True, Meter(), Settings(compiled=True, threads=1))
        fast.misere = play.wins_when_stuck
        assert fast.wins(0, weights) == law.wins(lm.EdgeNimG(graph, weights, start=0))


@pytest.mark.long  # it compiles
@each_play
def test_both_ways_to_run_agree(play: Play) -> None:
    """Beyond the law's reach, with and without each part of the rules."""
    for directed in (False, True):
        rng = random.Random(5)
        graph = named("random-regular:3,14", seed=3)
        if directed:
            graph = Graph(14, [(v, w) for v in range(14) for w in rng.sample(range(14), 2)], directed=True)
        weights = [rng.randint(1, 3) for _ in range(graph.m)]
        answers = set()
        for switches in (None, *(rules.ALL & ~bit for bit in BITS)):
            for compiled in (False, True) if switches is None else (True,):
                meter = Meter()
                how = Settings(compiled=compiled, threads=1)
                search = EdgeNimGSearch(graph, weights, play.wins_when_stuck, meter, how, switches)
                answers.add(tuple(search.wins(u) for u in range(0, 14, 5)))
                assert meter.positions > 0
        assert len(answers) == 1


@pytest.mark.long
def test_threads_give_the_same_answers() -> None:
    graph = named("random-regular:3,16", seed=1)
    weights = [1 + edge % 3 for edge in range(graph.m)]
    one = EdgeNimGSearch(graph, weights, True, Meter(), Settings(compiled=False, threads=1))
    more = EdgeNimGSearch(graph, weights, True, Meter(), Settings(compiled=True, threads=3))
    for u in range(0, 16, 7):
        assert one.wins(u) == more.wins(u)


def test_parallel_edges_and_loops_are_one_heap_in_normal_play() -> None:
    graph = Graph.numbered(2, [(0, 1), (1, 0), (0, 1), (1, 1), (1, 1)])
    normal = EdgeNimGSearch(graph, [3, 1, 2, 2, 2], False, Meter(), Settings(compiled=False))
    assert not normal.wins(0)
    assert not normal.wins(1)
    assert [len(heap.edges) for heap in normal._parts[0].heaps] == [3, 2]
    misere = EdgeNimGSearch(graph, [3, 1, 2, 2, 2], True, Meter(), Settings(compiled=False))
    misere.wins(0)
    assert len(misere._parts[0].heaps) == 5


@each_play
def test_trees_need_no_search(play: Play) -> None:
    """Dead ends decide every tree: nothing is left to be searched, whatever the weights are."""
    for seed in range(tries(60)):
        rng = random.Random(seed)
        n = rng.randint(2, 9)
        graph = Graph.numbered(n, [(v, rng.randrange(v)) for v in range(1, n)])
        weights = [rng.randint(1, 2) for _ in range(n - 1)]
        meter = Meter()
        fast = EdgeNimGSearch(graph, weights, play.wins_when_stuck, meter, Settings(compiled=False))
        for u in range(n):
            assert fast.wins(u) == PlainSearch(play, Meter()).wins(lm.EdgeNimG(graph, weights, start=u))
        assert meter.positions == 0


def test_a_large_digraph_around_a_small_part() -> None:
    n = 20_000
    arcs = [(u, u + 1) for u in range(3, n - 1)] + [(0, 1), (1, 2), (2, 0), (1, 0), (3, 0)]
    graph = Graph.numbered(n, arcs, directed=True)
    small = Graph.numbered(3, [(0, 1), (1, 2), (2, 0), (1, 0)], directed=True)
    for misere in (False, True):
        large = EdgeNimGSearch(graph, [3] * len(arcs), misere, Meter())
        for u in range(3):
            assert large.wins(u) == EdgeNimGSearch(small, [3] * 4, misere, Meter()).wins(u)
        assert [search.board.size < 64 for search in large.searches] == [True]


def test_weights_that_were_changed_ahead_of_the_token_and_larger_ones() -> None:
    """Only a token that was put elsewhere can meet them; a board has room for the weights it began with."""
    rng = random.Random(11)
    for _ in range(tries(60)):
        graph, first = random_board(rng, 5, 6)
        then = [rng.randint(0, weight + 1) for weight in first]
        for play in Play:
            fast = EdgeNimGSearch(graph, first, play.wins_when_stuck, Meter(), Settings(compiled=False))
            for weights in (first, then, first):
                law = PlainSearch(play, Meter())
                for u in range(graph.n):
                    assert fast.wins(u, weights) == law.wins(lm.EdgeNimG(graph, weights, start=u)), (graph, weights, u)


def test_huge_weights_are_left_to_the_law() -> None:
    graph = named("complete:4")
    with pytest.raises(TooManyOptions):
        EdgeNimGSearch(graph, [10**9] * 6, True, Meter()).wins(0)
    path = lm.EdgeNimG([(0, 1), (1, 2)], [10**30, 1], start=2)
    assert ExactSearch(Play.NORMAL, Meter()).wins(path) is False


def test_weights_of_many_bits() -> None:
    rng = random.Random(0)
    graph = Graph.numbered(3, [(0, 1), (1, 2), (2, 0)])
    for play in Play:
        check(graph, [21, 1, 12], play, rng, compiled=False, switches=None)
