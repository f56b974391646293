"""Vertices that are alike: every game on graphs full of them against the law, and how few states are left."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastmove as lm
from effort import tries
from fast_checks import Agreement, widened
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Play
from lastmove.graphs.components import find_cut_off
from lastmove.search.fast.board import CLASSES
from lastmove.search.fast.rules import vertex_geography
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.simplifications.twins import classes_of, rewritten
from lastmove.search.fast.vertex_geography import VertexGeographySearch, vertex_board
from lastmove.search.fast.weighted import NimGMRSearch, NimGRMSearch, VertexnimMRSearch, VertexnimSearch
from lastmove.search.plain import PlainSearch

WEIGHTED: list[tuple[Any, Any]] = [
    (lm.NimGRM, NimGRMSearch),
    (lm.NimGMR, NimGMRSearch),
    (lm.Vertexnim, VertexnimSearch),
    (lm.VertexnimMR, VertexnimMRSearch),
]
every_weighted_game = pytest.mark.parametrize(("game", "search"), WEIGHTED, ids=lambda found: found.__name__)


def blown_up(draw: random.Random, most: int, *, loops: bool) -> lm.Graph:
    """Each vertex of a small graph becomes some that are alike, joined to each other or not, with a loop each or none.

    At times an arc too many breaks the likeness of two of them. The numbers of the vertices are shuffled.
    """
    directed = draw.random() < 0.5
    sizes = [draw.choice((1, 2, 2, 3)) for _ in range(draw.randint(2, 4))]
    while sum(sizes) > most:
        sizes.pop()
    of = [number for number, size in enumerate(sizes) for _ in range(size)]
    draw.shuffle(of)
    pairs = [(a, b) for a in range(len(sizes)) for b in range(len(sizes)) if directed or a <= b]
    joined = {pair for pair in pairs if draw.random() < (0.7 if pair[0] != pair[1] else 0.4)}
    looped = {a for a in range(len(sizes)) if loops and draw.random() < 0.3}
    edges = [
        (u, v)
        for u in range(len(of))
        for v in range(len(of))
        if (of[u] in looped if u == v else (of[u], of[v]) in joined and (directed or of[u] != of[v] or u < v))
    ]
    if draw.random() < 0.3:
        u, v = draw.randrange(len(of)), draw.randrange(len(of))
        edges += [(u, v)] if u != v and (u, v) not in edges and (v, u) not in edges else []
    return lm.Graph.numbered(len(of), edges, directed=directed)


def is_board_of(game: Any, graph: lm.Graph) -> bool:
    """Vertexnim is played on connected graphs only."""
    return game not in (lm.Vertexnim, lm.VertexnimMR) or find_cut_off(graph) is None


def vertex_geography_agrees(graph: lm.Graph, draw: random.Random, settings: Settings) -> None:
    board = lm.VertexGeography(graph)
    for play in Play:
        law = PlainSearch(play, Meter())
        fast = VertexGeographySearch(graph, play is Play.MISERE, Meter(), settings)
        for start in board.starts():
            position = board.at(start)
            while moves := list(position.moves()):
                live, at = position.key()
                assert fast.wins(at, live) == law.wins(position), (board, position, play)
                position = position.after(draw.choice(moves))


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
def test_vertex_geography(compiled: bool) -> None:
    draw = random.Random(1)
    for _ in range(tries(150)):
        vertex_geography_agrees(blown_up(draw, 9, loops=False), draw, Settings(compiled=compiled, threads=1))


@every_weighted_game
@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.long), False], ids=["compiled", "plain"])
def test_weighted_games(game: Any, search: Any, compiled: bool) -> None:
    draw = random.Random(2)
    agreement = Agreement(game, search)
    for _ in range(tries(60)):
        graph = blown_up(draw, 6, loops=True)
        if is_board_of(game, graph):
            agreement.plays(graph, [draw.choice((1, 1, 2, 3)) for _ in range(graph.n)], draw, compiled=compiled)
    assert agreement.compared > tries(300)


@pytest.mark.long
@every_weighted_game
def test_weighted_games_in_wide_sets(game: Any, search: Any) -> None:
    draw = random.Random(3)
    agreement = Agreement(game, widened(search, 100))
    for _ in range(200):
        graph = blown_up(draw, 7, loops=True)
        if is_board_of(game, graph):
            agreement.plays(graph, [draw.choice((1, 1, 2, 3)) for _ in range(graph.n)], draw, compiled=True)
    assert agreement.compared > 1000


@pytest.mark.long
def test_thousands_of_graphs() -> None:
    draw = random.Random(4)
    for turn in range(2000):
        graph = blown_up(draw, 10, loops=False)
        vertex_geography_agrees(graph, draw, Settings(compiled=turn % 2 == 0, threads=1))


@given(st.integers(0, 2**32), st.integers(1, 7), st.booleans())
def test_classes_are_those_that_can_be_swapped(seed: int, n: int, directed: bool) -> None:
    draw = random.Random(seed)
    density = draw.random()
    arcs = {(u, v) for u in range(n) for v in range(n) if draw.random() < density}
    if not directed:
        arcs |= {(v, u) for u, v in arcs}
    out = [sum(1 << v for v in range(n) if (u, v) in arcs) for u in range(n)]
    into = [sum(1 << u for u in range(n) if (u, v) in arcs) for v in range(n)]
    together = {pair for members in classes_of(out, into) for pair in combinations(members, 2)}
    for a, b in combinations(range(n), 2):
        swapped = {a: b, b: a}
        image = {(swapped.get(u, u), swapped.get(v, v)) for u, v in arcs}
        assert ((a, b) in together) == (image == arcs)


@given(st.data())
def test_states_that_go_into_each_other_have_one_arranged_form(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(2, 4), min_size=2, max_size=4))
    of = [number for number, size in enumerate(sizes) for _ in range(size)]
    n = len(of)
    out = [sum(1 << v for v in range(n) if of[u] != of[v]) for u in range(n)]
    board = vertex_board(out, True, vertex_geography.ALL)
    assert board.numbers[CLASSES] == len(classes_of(out, out))
    statuses = data.draw(st.lists(st.integers(0, 7), min_size=n, max_size=n))
    order = {a: data.draw(st.permutations([v for v in range(n) if of[v] == a])) for a in range(len(sizes))}
    moved = [statuses[order[of[v]][v - of.index(of[v])]] for v in range(n)]

    def form(statuses: list[int]) -> list[int]:
        states = [[0] * 3 for _ in range(board.numbers[0])]
        states[0] = [sum((status >> i & 1) << v for v, status in enumerate(statuses)) for i in range(3)]
        assert rewritten(board.rows, board.numbers, states, 1, 0) == 1
        return states[0]

    assert form(statuses) == form(moved)
    for a in range(len(sizes)):
        found = form(statuses)
        arranged_statuses = [sum((found[i] >> v & 1) << i for i in range(3)) for v in range(n)]
        members = [v for v in range(n) if of[v] == a]
        assert sorted(arranged_statuses[v] for v in members) == sorted(statuses[v] for v in members)


def complete_multipartite(*sizes: int) -> lm.Graph:
    of = [number for number, size in enumerate(sizes) for _ in range(size)]
    return lm.Graph.numbered(len(of), [(u, v) for u, v in combinations(range(len(of)), 2) if of[u] != of[v]])


@pytest.mark.long
def test_complete_multipartite_graphs_have_few_states() -> None:
    """A limit stops what is not polynomial."""
    for sizes in ((5, 5, 5, 5), (12, 11, 10), (9, 8, 7, 6)):
        graph = complete_multipartite(*sizes)
        search = VertexGeographySearch(graph, True, Meter(Limits(positions=3000)), Settings(compiled=False))
        found = [search.wins(u) for u in range(graph.n)]
        begins = [sum(sizes[:i]) for i in range(len(sizes))]
        assert all(
            found[begin + i] == found[begin] for begin, size in zip(begins, sizes, strict=True) for i in range(size)
        )


def test_boards_without_likeness_stay_as_they_were() -> None:
    path = [0b10, 0b101, 0b1010, 0b10100, 0b1000]
    on = vertex_board(path, True, vertex_geography.ALL)
    off = vertex_board(path, True, vertex_geography.ALL & ~vertex_geography.ALIKE)
    assert on.numbers[CLASSES] == 0
    assert (on.rows, len(on.numbers), on.numbers[0]) == (off.rows, len(off.numbers), off.numbers[0])
