"""Symmetric boards: isomorphic states are found, others are told apart, and fewer positions are searched."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.search.fast.rules import vertex_geography as rules
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.simplifications import symmetry
from lastmove.search.fast.simplifications.symmetry import Coloured
from lastmove.search.fast.vertex_geography import VertexGeographySearch
from lastmove.search.plain import PlainSearch

COMPILED = Settings(compiled=True, threads=1)


def coloured(n: int, arcs: set[tuple[int, int]], statuses: list[int]) -> Coloured:
    out = [sum(1 << v for v in range(n) if (u, v) in arcs) for u in range(n)]
    into = [sum(1 << u for u in range(n) if (u, v) in arcs) for v in range(n)]
    sets = tuple(sum((status >> i & 1) << v for v, status in enumerate(statuses)) for i in range(2))
    return Coloured([out, into], sets)


def as_networkx(n: int, arcs: set[tuple[int, int]], statuses: list[int]) -> Any:
    graph = nx.DiGraph()
    graph.add_nodes_from((v, {"status": statuses[v]}) for v in range(n) if statuses[v] & 1)
    graph.add_edges_from((u, v) for u, v in arcs if statuses[u] & statuses[v] & 1)
    return graph


def two_on_one_board(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Coloured, Coloured]:
    """Two states as states of one board: they are side by side on it, and one of them is there at a time."""
    (n, arcs, statuses), (m, others, more) = first, second
    joint = arcs | {(u + n, v + n) for u, v in others}
    return coloured(n + m, joint, [*statuses, *[0] * m]), coloured(n + m, joint, [*[0] * n, *more])


def random_state(draw: random.Random, n: int) -> tuple[int, set[tuple[int, int]], list[int]]:
    arcs = {(u, v) for u in range(n) for v in range(n) if u != v and draw.random() < 0.4}
    if draw.random() < 0.5:
        arcs |= {(v, u) for u, v in arcs}
    return n, arcs, [draw.choice((0, 1, 1, 3)) for _ in range(n)]


@given(st.integers(0, 2**32), st.integers(1, 6))
def test_isomorphic_states(seed: int, n: int) -> None:
    draw = random.Random(seed)
    first, second = random_state(draw, n), random_state(draw, n)
    order = draw.sample(range(n), n)
    moved = n, {(order[u], order[v]) for u, v in first[1]}, [first[2][order.index(v)] for v in range(n)]
    a, b = two_on_one_board(first, moved)
    assert a.is_isomorphic_to(b)
    a, b = two_on_one_board(first, second)
    graphs = as_networkx(*first), as_networkx(*second)
    same = nx.algorithms.isomorphism.DiGraphMatcher(*graphs, node_match=lambda x, y: x["status"] == y["status"])
    assert a.is_isomorphic_to(b) == same.is_isomorphic()


def test_equal_colours_are_no_isomorphism() -> None:
    """Colours cannot tell a hexagon from two triangles."""
    hexagon = {(v, (v + step) % 6) for v in range(6) for step in (1, 5)}
    triangles = {(u, v) for u in range(6) for v in range(6) if u != v and u // 3 == v // 3}
    a, b = two_on_one_board((6, hexagon, [1] * 6), (6, triangles, [1] * 6))
    assert a.name == b.name
    assert not a.is_isomorphic_to(b)


@given(st.integers(0, 2**32), st.integers(1, 6))
def test_colours_that_collide_are_no_isomorphism(seed: int, n: int) -> None:
    """Colours are hashes. With one colour for everything, arcs and sets still have to go to arcs and sets."""
    draw = random.Random(seed)
    first = random_state(draw, n)
    order = draw.sample(range(n), n)
    arcs = {(order[u], order[v]) for u, v in first[1]}
    second = n, arcs, [draw.choice((0, 1, 1, 3)) if draw.random() < 0.3 else first[2][order.index(v)] for v in range(n)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetry, "hash", lambda _: 0, raising=False)
        a, b = two_on_one_board(first, second)
        found = a.is_isomorphic_to(b)
    graphs = as_networkx(*first), as_networkx(*second)
    same = nx.algorithms.isomorphism.DiGraphMatcher(*graphs, node_match=lambda x, y: x["status"] == y["status"])
    assert found == same.is_isomorphic()


SYMMETRIC = ["torus:3x3", "grid:3x4", "king:3x3", "petersen:5,2", "cycle:9", "hypercube:3", "wheel:7"]


@pytest.mark.parametrize("colliding", [False, True])
@pytest.mark.parametrize("name", SYMMETRIC)
def test_against_the_law(name: str, colliding: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if colliding:
        monkeypatch.setattr(symmetry, "hash", lambda _: 0, raising=False)
    graph = lm.graphs.named(name)
    draw = random.Random(0)
    for play in Play:
        law = PlainSearch(play, Meter())
        fast = VertexGeographySearch(graph, play is Play.MISERE, Meter(), COMPILED, rules.ALL & ~rules.ALIKE)
        for start in graph.vertices:
            position = lm.VertexGeography(graph, start)
            while moves := list(position.moves()):
                live, at = position.key()
                assert fast.wins(at, live) == law.wins(position)
                position = position.after(draw.choice(moves))


@pytest.mark.parametrize("name", ["torus:5x5", "king:5x5", "grid:6x6"])
def test_fewer_positions(name: str) -> None:
    graph = lm.graphs.named(name)
    positions = []
    answers = []
    for options in (rules.ALL, rules.ALL & ~rules.SYMMETRY):
        meter = Meter()
        search = VertexGeographySearch(graph, True, meter, COMPILED, options)
        answers.append([search.wins(v) for v in range(graph.n)])
        positions.append(meter.positions)
    assert answers[0] == answers[1]
    assert 2 * positions[0] < positions[1]
