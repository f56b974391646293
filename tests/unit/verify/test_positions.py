"""Enumerations of small positions, and random larger ones."""

from __future__ import annotations

import random
from functools import partial
from itertools import islice
from math import comb
from typing import Any

import pytest

import lastmove as lm
from lastmove.games import GAMES, game_class
from lastmove.games.samples import Stratum
from lastmove.graphs.components import find_circuit
from lastmove.graphs.random import small_graphs
from lastmove.verify.positions import exhaustive, layers, random_positions, range_for


@pytest.mark.parametrize(
    ("counts", "options"),
    [
        ([1, 2, 4, 11, 34, 156], {}),  # A000088
        ([2, 6, 20, 90, 544], {"loops": True}),  # A000666
        ([1, 3, 16, 218], {"directed": True}),  # A000273
        ([2, 10, 104, 3044], {"directed": True, "loops": True}),  # A000595
        ([1, 2, 6, 31, 302], {"directed": True, "acyclic": True}),  # A003087
        ([1, 3, 10, 66], {"multiplicity": 2}),  # A004102
    ],
)
def test_graphs_up_to_isomorphism(counts: list[int], options: dict[str, Any]) -> None:
    assert [len(small_graphs(n, **options)) for n in range(1, len(counts) + 1)] == counts


def test_graphs_are_different_and_come_by_edges() -> None:
    graphs = small_graphs(4, directed=True)
    assert len(set(graphs)) == len(graphs)
    assert [graph.m for graph in graphs] == sorted(graph.m for graph in graphs)
    assert {graph.m for graph in small_graphs(3, loops=True, multiplicity=2, most_edges=4)} == set(range(5))
    with pytest.raises(lm.InputError, match="size: 8; accepted for undirected graphs without loops: 0 to 7"):
        small_graphs(8)


SMALL = {"nim": (3, 3), "adjacent-nim": (4, 2), "edge-geography": (3, 4), "sum": (2, 3), "dag": (4, 0)}


@pytest.mark.parametrize("game", GAMES)
def test_positions_come_smallest_first(game: str) -> None:
    boards = list(exhaustive(game, *SMALL.get(game, (3, 2))))
    assert len(set(boards)) == len(boards) > 20
    sizes = [board.measure() for board in boards]
    assert sizes == sorted(sizes)
    assert all(board.name == game for board in boards)
    for board in random.Random(1).sample(boards, 20):
        if not board.is_board:
            assert lm.parse(lm.position_to_json(board)).position == board


def test_every_weight_and_loop_is_there() -> None:
    count = partial(lambda *of: len(list(exhaustive(*of))))
    assert count("nimg-rm", 2, 1) == (2 + 2) * 2 + (6 + 10) * 4
    assert count("vertexnim", 1, 3) == (2 + 2) * 3
    assert count("vertex-geography", 4, 0) == 1 + 2 + 4 + 11 + 1 + 3 + 16 + 218
    assert count("nim", 4, 5) == sum(comb(5 + heaps, heaps) for heaps in range(5))
    assert count("adjacent-nim", 3, 1) == 1 + 2 + 3
    assert count("dag", 4, 0) == 1 + 2 + 6 + 31
    assert all(min(board.weights) >= 1 for board in exhaustive("vertexnim", 3, 2))
    uniform = list(layers("nimg-mr", [Stratum(3, 1, directed=True, uniform=True)]))
    assert len(uniform) == 2 * 16 * 8
    assert {sum(u == v for u, v in board.graph.ends()) for board in uniform} == {0, 3}
    with pytest.raises(lm.InputError, match="'chess' is not known"):
        exhaustive("chess", 1, 1)


@pytest.mark.parametrize("game", GAMES)
def test_random_positions_repeat(game: str) -> None:
    span = game_class(game).usual_range()

    def draw() -> list[Any]:
        return list(islice(random_positions(game, random.Random(7), span.random_size, span.random_weight), 60))

    boards = draw()
    assert boards == draw()
    assert len(set(boards)) > 25
    assert max(board.measure()[0] for board in boards) >= span.random_size - 1


def test_random_families_meet_the_hypotheses() -> None:
    boards = list(islice(random_positions("nimg-rm", random.Random(3), 7, 6), 200))
    graphs = [board.graph for board in boards]
    seen = {
        "acyclic": sum(g.directed and not find_circuit(g.neighbours) for g in graphs),
        "circuit": sum(g.directed and g.n > 2 and all(len(out) == 1 for out in g.neighbours) for g in graphs),
        "tree": sum(not g.directed and g.n > 3 and g.m == g.n - 1 for g in graphs),
        "all loops": sum(g.n > 2 and all(v in g.neighbours[v] for v in range(g.n)) for g in graphs),
        "all ones": sum(len(board.weights) > 2 and set(board.weights) == {1} for board in boards),
        "no zeros": sum(len(board.weights) > 2 and min(board.weights) > 0 for board in boards),
        "named": sum(isinstance(g.vertices[0], str) for g in graphs),
    }
    assert min(seen.values()) >= 5, seen


def test_ranges() -> None:
    assert range_for("vertex-geography").describe().startswith("graphs of up to 6 vertices; digraphs")
    narrow = range_for("nimg-rm", size=2, weight=1, random=0)
    assert narrow.describe() == (
        "graphs of up to 2 vertices, weights up to 1; digraphs of up to 2 vertices, weights up to 1"
    )
    with pytest.raises(lm.InputError, match="weight: -1"):
        range_for("nim", weight=-1)
