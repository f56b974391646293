"""Node Kayles and Arc Kayles: symmetric boards, paths and twins, against the definition."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.graphs import named
from lastmove.graphs.random import sample_graph, small_graphs
from lastmove.search.plain import PlainSearch
from lastmove.sums.genus import GenusSearch
from lastmove.theorems.deletion import RowsOfPins, Symmetry
from lastmove.theorems.rules.mirror import mirror_of
from lastmove.theorems.rules.mirror_check import Mirror

GAMES: tuple[Any, ...] = (lm.NodeKayles, lm.ArcKayles)
NORMAL = lm.Play.NORMAL


def symmetric(rng: random.Random) -> lm.Graph:
    """A graph on two halves, each edge with its image, and now and then something between that spoils it."""
    half = rng.randint(1, 4)
    edges = []
    for _ in range(rng.randint(0, 2 * half)):
        u, v = rng.randrange(2 * half), rng.randrange(2 * half)
        if (u + half) % (2 * half) != v:
            edges += [(u, v), ((u + half) % (2 * half), (v + half) % (2 * half))]
    if rng.random() < 0.3:
        edges.append((rng.randrange(2 * half), rng.randrange(2 * half)))
    names = rng.sample(range(2 * half), 2 * half)
    return lm.Graph.numbered(2 * half, [(names[u], names[v]) for u, v in edges])


@pytest.mark.parametrize("theorem", [RowsOfPins(), Symmetry()], ids=lambda theorem: theorem.statement.number)
@pytest.mark.parametrize("kind", GAMES)
def test_theorems_by_the_definition(kind: Any, theorem: Any) -> None:
    rng = random.Random(f"{kind.name} {theorem.statement.number}")
    graphs = [graph for n in range(1, 6) for graph in small_graphs(n)]
    graphs += [symmetric(rng) for _ in range(tries(100))]
    graphs += [sample_graph(rng, rng.randint(2, 8), directed=False) for _ in range(tries(60))]
    decided = {True: 0, False: 0}
    for graph in graphs:
        position = kind(graph)
        verdict = theorem.decide(position, NORMAL, Meter())
        if verdict is None:
            continue
        decided[verdict.wins] += 1
        search = PlainSearch(NORMAL, Meter())
        assert verdict.wins == search.wins(position)
        assert verdict.certificate().outcome(position, NORMAL).wins == verdict.wins
        if verdict.move is not None:
            assert not search.wins(position.after(verdict.move))
    assert min(decided.values()) >= 5


@pytest.mark.parametrize("board", ["grid:4x6", "grid:5x5", "cycle:10", "hypercube:3", "petersen:5,2"])
def test_images_are_symmetries(board: str) -> None:
    graph = named(board)
    image = mirror_of(graph, all_vertices=True)
    if graph.n % 2:
        assert image is None
        assert Symmetry().decide(lm.NodeKayles(graph), NORMAL, Meter()).wins  # type: ignore[union-attr]
        return
    if image is None:
        return
    edges = {frozenset(ends) for ends in graph.ends()}
    assert {frozenset(image[v] for v in edge) for edge in edges} == edges
    assert all(image[image[v]] == v and image[v] != v and image[v] not in graph.neighbours[v] for v in range(graph.n))


def test_large_grids_at_once() -> None:
    """Boards that no search could decide."""
    outcomes = {
        (kind, board): lm.solve(kind(named(board))).outcome.value
        for kind in GAMES
        for board in ("grid:20x30", "grid:21x31", "grid:20x31")
        if (kind, board) not in {(lm.NodeKayles, "grid:20x31"), (lm.ArcKayles, "grid:21x31")}
    }
    assert "".join(outcomes.values()) == "PNPN"


@pytest.mark.parametrize(
    ("board", "image", "choice", "problem"),
    [
        ("cycle:6", (3, 4, 5, 0, 1), (), "not all vertices"),
        ("cycle:6", (3, 4, 5, 0, 1, 1), (), "not all vertices"),
        ("cycle:6", (1, 2, 3, 4, 5, 0), (), "another image"),
        ("cycle:6", (5, 4, 3, 2, 1, 0), (), "joined to its image"),
        ("cycle:6", (0, 5, 4, 3, 2, 1), (), "its own image"),
        ("cycle:6", (2, 3, 0, 1, 5, 4), (), "is no edge"),
        ("cycle:6", (3, 4, 5, 0, 1, 2), (0, 1), "not a vertex of Node Kayles"),
        ("cycle:6", (3, 4, 5, 0, 1, 2), (9,), "not a vertex of Node Kayles"),
        ("cycle:6", (3, 4, 5, 0, 1, 2), (0,), "not all vertices"),
    ],
)
def test_false_images_are_refuted(board: str, image: tuple[int, ...], choice: tuple[int, ...], problem: str) -> None:
    with pytest.raises(Refuted, match=problem):
        Mirror(image, choice).outcome(lm.NodeKayles(named(board)), NORMAL)
    with pytest.raises(Refuted, match="decides Node Kayles and Arc Kayles in normal play"):
        Mirror((3, 4, 5, 0, 1, 2)).outcome(lm.NodeKayles(named(board)), lm.Play.MISERE)


def test_twins() -> None:
    """What is deleted beside twins changes neither value, in graphs of up to 5 vertices and random larger ones."""
    rng = random.Random("twins")
    graphs = [graph for n in range(2, 6) for graph in small_graphs(n)]
    graphs += [sample_graph(rng, rng.randint(5, 8), directed=False) for _ in range(tries(120))]
    tried = {"closed": 0, "three": 0, "many": 0}
    for graph in graphs:
        plain = lm.Graph.numbered(graph.n, {(min(e), max(e)) for e in graph.ends() if e[0] != e[1]})
        near = [set(row) for row in plain.neighbours]
        for u in range(plain.n):
            same = [v for v in range(plain.n) if near[v] == near[u]]
            if any(v > u and near[v] | {v} == near[u] | {u} for v in range(plain.n)):
                tried["closed"] += 1
                _same(lm.NodeKayles, plain, {u})
            if len(same) > 2 and u == same[0]:
                tried["three"] += 1
                _same(lm.NodeKayles, plain, set(same[:2]))
            if len(same) > len(near[u]) and u == same[0]:
                tried["many"] += 1
                _same(lm.ArcKayles, plain, {u})
    assert min(tried.values()) >= 10


def _same(kind: Any, graph: lm.Graph, gone: set[int]) -> None:
    whole = kind(graph)
    rest = kind(graph.induced(sum(1 << v for v in range(graph.n) if v not in gone)))
    assert str(GenusSearch(Meter()).genus(whole)) == str(GenusSearch(Meter()).genus(rest))
