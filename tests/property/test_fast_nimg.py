"""The fast searches of NimG-RM and NimG-MR against the law."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

import lastmove as lm
from effort import tries
from fast_checks import Agreement, all_graphs, random_graph, widened
from lastmove.core.limits import Meter
from lastmove.search.fast.board import TooManyOptions
from lastmove.search.fast.rules import nimg_mr, nimg_rm
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.weighted import NimGMRSearch, NimGRMSearch
from lastmove.search.plain import PlainSearch


class Case(NamedTuple):
    """A game, its search, and the rules that the search reads."""

    game: Any
    search: Any
    rules: Any

    def __repr__(self) -> str:
        return str(self.game.name)


every_game = pytest.mark.parametrize(
    "case", [Case(lm.NimGRM, NimGRMSearch, nimg_rm), Case(lm.NimGMR, NimGMRSearch, nimg_mr)], ids=repr
)
both_ways = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])  # it compiles


def weights_for(draw: random.Random, graph: lm.Graph, most: int = 5) -> list[int]:
    """Random weights, some of them 0, more often small."""
    top = draw.randint(1, most if graph.n < 5 else 3)
    return [draw.randint(draw.choice((0, 1)), top) for _ in range(graph.n)]


@every_game
def test_all_small_positions(case: Case) -> None:
    agreement = Agreement(case.game, case.search)
    for n, directed, most in ((1, False, 5), (2, True, 4), (2, False, 5), (3, False, 3)):
        for graph in all_graphs(n, directed=directed):
            agreement.boards(graph, 0, most, compiled=False)
    assert agreement.compared > 20_000


@pytest.mark.long
@every_game
def test_all_small_digraphs(case: Case) -> None:
    agreement = Agreement(case.game, case.search)
    for graph in all_graphs(3, directed=True):
        agreement.boards(graph, 0, 3, compiled=False)
    assert agreement.compared == 2 * 512 * 64 * 3


@every_game
@both_ways
def test_random_boards_and_plays(case: Case, compiled: bool) -> None:
    draw = random.Random(1)
    agreement = Agreement(case.game, case.search)
    for _ in range(tries(150)):
        graph = random_graph(draw, 6)
        weights = weights_for(draw, graph)
        agreement.board(graph, weights, compiled=compiled)
        agreement.plays(graph, weights, draw, compiled=compiled)
    assert agreement.compared > tries(2_000)


@pytest.mark.long
@every_game
@both_ways
def test_many_random_boards_and_plays(case: Case, compiled: bool) -> None:
    draw = random.Random(2)
    agreement = Agreement(case.game, case.search)
    for _ in range(1500):
        graph = random_graph(draw, 7)
        weights = weights_for(draw, graph)
        agreement.board(graph, weights, compiled=compiled)
        agreement.plays(graph, weights, draw, compiled=compiled)


@every_game
def test_every_part_of_the_rules_can_be_switched_off(case: Case) -> None:
    draw = random.Random(3)
    bits = [1 << i for i in range(7) if case.rules.ALL >> i & 1]
    for options in (0, *(case.rules.ALL ^ bit for bit in bits), *bits):
        agreement = Agreement(case.game, case.search)
        for _ in range(tries(30)):
            graph = random_graph(draw, 5)
            agreement.plays(graph, weights_for(draw, graph), draw, compiled=False, options=options)


@pytest.mark.long
@every_game
@pytest.mark.parametrize("size", [100, 200])
def test_wide_sets(case: Case, size: int) -> None:
    draw = random.Random(size)
    agreement = Agreement(case.game, widened(case.search, size))
    for _ in range(60):
        graph = random_graph(draw, 6)
        agreement.plays(graph, weights_for(draw, graph), draw, compiled=True)


@every_game
def test_a_large_graph_around_a_small_part(case: Case) -> None:
    n = 20_000
    arcs = [(u, u + 1) for u in range(3, n - 1)] + [(0, 1), (1, 2), (2, 0), (1, 0), (3, 0)]
    graph = lm.Graph.numbered(n, arcs, directed=True)
    small = lm.Graph.numbered(3, [(0, 1), (1, 2), (2, 0), (1, 0)], directed=True)
    for misere in (False, True):
        large = case.search(graph, [3] * n, misere, Meter())
        for u in range(3):
            assert large.wins(u) == case.search(small, [3] * 3, misere, Meter()).wins(u)
        assert large.parts[0].search.board.size == 3


@every_game
def test_what_was_found_out_is_shared(case: Case) -> None:
    graph = lm.Graph.numbered(8, [(u, v) for u in range(8) for v in range(u)])
    meter = Meter()
    fast = case.search(graph, [2] * 8, True, meter, Settings(compiled=False))
    fast.wins(0)
    once = meter.positions
    fast.wins(0)
    assert meter.positions == once
    fast.wins(1, [1] + [2] * 7)
    assert len(fast.parts) == 1


@every_game
def test_huge_weights_are_refused(case: Case) -> None:
    graph = lm.Graph.numbered(5, [(u, v) for u in range(5) for v in range(5) if u != v], directed=True)
    with pytest.raises(TooManyOptions):
        case.search(graph, [10**9] * 5, True, Meter()).wins(0)


@every_game
def test_weights_of_many_bits(case: Case) -> None:
    graph = lm.Graph.numbered(3, [(0, 1), (1, 2), (2, 0)])
    agreement = Agreement(case.game, case.search)
    for compiled in (False, True):
        agreement.board(graph, [37, 1, 20], compiled=compiled)


def test_compiled_rules_have_names_of_their_own() -> None:
    """Code that another process kept is found by name: under one name the rules of one game ran for another."""
    from lastmove.search.fast.compiler import expand_for

    names = {expand_for(rules.__name__, 1).py_func.__qualname__ for rules in (nimg_mr, nimg_rm)}
    assert len(names) == 2


@pytest.mark.long
@every_game
def test_large_digraphs_are_searched_component_by_component(case: Case) -> None:
    """A long tail before a small hard part costs no more than its length; what was changed ahead is seen."""
    n, draw = 3000, random.Random(7)
    for edges in ([(v, v + 1) for v in range(n - 1)], [(v + 1, v) for v in range(n - 1)]):
        ends = {(v, v + 2) for v in range(n - 8, n - 2)} | {(v + 1, v) for v in range(n - 8, n - 1)}
        graph = lm.Graph.numbered(n, [*edges, *(ends - set(edges))], directed=True)
        weights = [draw.randint(1, 3) for _ in range(n)]
        for play in lm.Play:
            fast = case.search(graph, weights, play is lm.Play.MISERE, Meter(lm.Limits(positions=50_000)))
            outcomes = [fast.wins(u) for u in range(n)]
            assert all(part.search.board.size <= 8 for part in fast.parts)
            tail = [u for u, v in edges if max(u, v) < n - 8]
            assert all(
                outcomes[u] != outcomes[v] for u in tail for v in graph.neighbours[u] if len(graph.neighbours[u]) == 1
            )


@every_game
def test_weights_that_were_changed_ahead_of_the_token(case: Case) -> None:
    """Only a token that was put elsewhere can meet them."""
    draw = random.Random(11)
    compared = 0
    while compared < 300:
        graph = random_graph(draw, 6)
        first = [draw.randint(1, 2) for _ in range(graph.n)]
        then = [draw.randint(0, weight) for weight in first]
        for play in lm.Play:
            fast = case.search(graph, first, play is lm.Play.MISERE, Meter(), Settings(compiled=False))
            for weights in (first, then, first):
                for u in range(graph.n):
                    law = PlainSearch(play, Meter()).wins(case.game(graph, weights, start=u))
                    assert fast.wins(u, weights) == law, (graph, weights, u, play)
                    compared += 1
