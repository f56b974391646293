"""Where the vertices of a graph are put, and how its edges run: known shapes, no crossings, clear of other nodes."""

from __future__ import annotations

import random
import re
from math import hypot
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from drawings import SVG, boxes, groups, is_apart, read, styled
from effort import tries
from lastmove.games.moves import Slide
from lastmove.graphs.families import named
from lastmove.pictures.layout import graph_layout
from lastmove.pictures.stress import count_crossings

PLANAR = {
    "dodecahedron": nx.dodecahedral_graph(),
    "icosahedron": nx.icosahedral_graph(),
    "octahedron": nx.octahedral_graph(),
    "cube": nx.cubical_graph(),
    "K4": nx.complete_graph(4),
    "K2,5": nx.complete_bipartite_graph(2, 5),
    "prism": nx.circular_ladder_graph(6),
    "frucht": nx.frucht_graph(),
    "house": nx.house_x_graph(),
    "lollipop": nx.lollipop_graph(4, 3),
    "wheel": nx.wheel_graph(9),
    "triangles": nx.convert_node_labels_to_integers(nx.triangular_lattice_graph(3, 4)),
    "hexagons": nx.convert_node_labels_to_integers(nx.hexagonal_lattice_graph(2, 3)),
    "windmill": nx.windmill_graph(4, 3),
    "tree": nx.balanced_tree(3, 3),
    "antiprism": nx.circulant_graph(8, [1, 2]),
}


def points_of(graph: nx.Graph) -> tuple[Any, list[tuple[int, int]]]:
    board = lm.VertexGeography(graph)
    view = board.view()
    return np.array(graph_layout(view)), [(e.tail, e.head) for e in view.edges]


@pytest.mark.parametrize("name", PLANAR)
def test_planar_graphs_do_not_cross(name: str) -> None:
    points, edges = points_of(PLANAR[name])
    assert count_crossings(points, edges) == 0
    assert is_apart(read(lm.draw(lm.VertexGeography(PLANAR[name]))))


@settings(deadline=None, max_examples=tries(25))
@given(st.integers(3, 14), st.integers(0, 10**6))
def test_random_planar_graphs_do_not_cross(n: int, seed: int) -> None:
    rng = random.Random(seed)
    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    for _ in range(3 * n):
        u, v = rng.sample(range(n), 2)
        if not graph.has_edge(u, v):
            graph.add_edge(u, v)
            if not nx.check_planarity(graph)[0]:
                graph.remove_edge(u, v)
    assert count_crossings(*points_of(graph)) == 0


@pytest.mark.parametrize("names", ["numbers", "pairs", "letters"])
def test_grids_are_grids(names: str) -> None:
    graph = nx.grid_2d_graph(3, 5)
    if names != "pairs":
        order = sorted(graph) if names == "numbers" else random.Random(3).sample(sorted(graph), 15)
        graph = nx.relabel_nodes(graph, {v: i if names == "numbers" else f"v{i}" for i, v in enumerate(order)})
    points, edges = points_of(graph)
    assert {tuple(sorted(np.abs(points[u] - points[v]).tolist())) for u, v in edges} == {(0.0, 1.0)}
    assert len({tuple(point) for point in points.tolist()}) == 15


def test_a_grid_with_holes_keeps_its_shape_as_it_is_played() -> None:
    position = lm.VertexGeography(named("grid:3x4"), start=5)
    before = dict(zip(position.graph.vertices, graph_layout(position.view()), strict=True))
    position = position.after(Slide(6)).after(Slide(7))
    after = dict(zip(position.graph.vertices, graph_layout(position.view()), strict=True))
    shift = {(round(x - before[v][0], 6), round(y - before[v][1], 6)) for v, (x, y) in after.items()}
    assert len(shift) == 1


def test_cycles_and_complete_graphs_are_circles() -> None:
    for graph in (nx.cycle_graph(7), nx.complete_graph(7), nx.circulant_graph(9, [1, 3])):
        points, _ = points_of(graph)
        middle = points.mean(axis=0)
        assert np.allclose(np.hypot(*(points - middle).T), np.hypot(*(points[0] - middle)))


def test_complete_bipartite_graphs_are_two_rows() -> None:
    points, _ = points_of(nx.complete_bipartite_graph(3, 4))
    assert len(set(points[:3, 1].tolist())) == len(set(points[3:, 1].tolist())) == 1


def test_parts_of_a_graph_stand_apart() -> None:
    graph = nx.disjoint_union_all([nx.cycle_graph(5), nx.path_graph(3), nx.complete_graph(5), nx.empty_graph(3)])
    root = read(lm.draw(lm.VertexGeography(graph)))
    assert is_apart(root)
    assert len(boxes(root)) == 16


def test_loops_parallel_edges_and_arcs_both_ways() -> None:
    arcs = [("a", "b"), ("b", "a"), ("a", "b"), ("c", "c"), ("c", "c"), ("b", "c")]
    for directed in (False, True):
        root = read(lm.draw(lm.EdgeGeography(arcs, directed=directed)))
        paths = [path.get("d") for path in styled(root, "edge", "edge")]
        assert len(set(paths)) == len(arcs), "no two edges lie on one another"
        assert len(styled(root, "tip", "edge")) == (len(arcs) if directed else 0)


def test_arrowheads_stop_at_the_border() -> None:
    graph = nx.gnp_random_graph(12, 0.3, seed=2, directed=True)
    board = lm.VertexGeography(graph, start=0)
    root = read(lm.draw(board))
    places = boxes(root)
    heads = [edge.head for edge in board.view().edges]
    for group in groups(root, "edge"):
        tip = next(e for e in group if e.get("class") == "lm-tip")
        x, y = map(float, re.findall(r"[\d.]+", tip.attrib["d"])[:2])
        u, v, r, _ = places[heads[int(group.attrib["data-number"])]]
        assert r - 0.2 <= hypot(x - u, y - v) <= r + 10


@pytest.mark.parametrize("name", [*PLANAR, "petersen", "K3,4", "clubs", "sparse"])
def test_edges_keep_clear_of_other_nodes(name: str) -> None:
    others = {
        "petersen": nx.petersen_graph(),
        "K3,4": nx.complete_bipartite_graph(3, 4),
        "clubs": nx.karate_club_graph(),
        "sparse": nx.gnm_random_graph(40, 60, seed=1),
    }
    board = lm.VertexGeography(PLANAR.get(name) or others[name])
    root = read(lm.draw(board))
    hits = 0
    places, ends = boxes(root), [{edge.tail, edge.head} for edge in board.view().edges]
    for group in groups(root, "edge"):
        number = int(group.attrib["data-number"])
        path = next(group.iter(f"{SVG}path")).attrib["d"]
        curve = np.array([float(value) for value in re.findall(r"-?[\d.]+", path)])
        times = np.linspace(0, 1, 40)[:, None]
        weights = np.hstack([(1 - times) ** 3, 3 * times * (1 - times) ** 2, 3 * times**2 * (1 - times), times**3])
        points = weights @ curve.reshape(4, 2)
        for node, (x, y, radius, high) in places.items():
            if node not in ends[number]:
                assert radius == high
                hits += bool(np.hypot(*(points - (x, y)).T).min() <= radius)
    assert hits <= (3 if name in ("clubs", "sparse") else 0), "the two are too dense to promise more"


def test_many_heaps_stand_in_rows() -> None:
    root = read(lm.draw(lm.solve(lm.Nim(range(40))), certificate=True))
    assert float(root.attrib["width"]) < 1200
    assert len(groups(root, "heap")) == 40


def test_a_layout_of_ones_own() -> None:
    board = lm.VertexGeography([("a", "b"), ("b", "c")])
    root = read(lm.draw(board, layout={"a": (0, 0), "b": (1, 1), "c": (2, 0)}))
    places = boxes(root)
    assert places[0][1] == places[2][1] < places[1][1]
