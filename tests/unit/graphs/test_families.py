"""Families of graphs: against networkx, by their degrees and counts, and every error."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastmove.core.errors import InputError
from lastmove.graphs import families as f
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Callable


def theirs(graph: Graph) -> Any:
    made = nx.DiGraph() if graph.directed else nx.Graph()
    made.add_nodes_from(range(graph.n))
    made.add_edges_from(graph.ends())
    assert made.number_of_edges() == graph.m, "parallel edges"
    assert not list(nx.selfloop_edges(made))
    return made


def degrees(graph: Graph) -> list[int]:
    return [len(found) for found in graph.neighbours]


# Against networkx: the same numbers of vertices

SAME = [
    *((f.path(n), nx.path_graph(n)) for n in range(6)),
    *((f.cycle(n), nx.cycle_graph(n)) for n in range(3, 8)),
    *((f.circuit(n), nx.cycle_graph(n, nx.DiGraph)) for n in range(2, 8)),
    *((f.complete(n), nx.complete_graph(n)) for n in range(7)),
    *((f.star(n), nx.star_graph(n)) for n in range(5)),
    *((f.wheel(n), nx.wheel_graph(n)) for n in range(4, 9)),
    *((f.complete_multipartite(*p), nx.complete_multipartite_graph(*p)) for p in [(3,), (2, 3), (1, 0, 4, 2)]),
    *((f.circulant(n, *j), nx.circulant_graph(n, j)) for n, j in [(8, [1, 2]), (8, [4]), (7, [2, 3]), (2, [1])]),
    *((f.tree(r, h), nx.balanced_tree(r, h)) for r, h in [(1, 0), (1, 4), (2, 3), (3, 2), (5, 1)]),
]


@pytest.mark.parametrize(("ours", "known"), SAME)
def test_same_as_networkx(ours: Graph, known: Any) -> None:
    plain = type(known)()  # without the attributes that networkx adds
    plain.add_nodes_from(known.nodes)
    plain.add_edges_from(known.edges)
    assert nx.utils.graphs_equal(theirs(ours), plain)


def _row_by_row(known: Any, columns: int) -> Any:
    return nx.relabel_nodes(known, {(r, c): r * columns + c for r, c in known})


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (1, 1), (1, 5), (2, 2), (3, 4), (4, 3)])
def test_boards(rows: int, columns: int) -> None:
    known = nx.grid_2d_graph(rows, columns)
    assert nx.utils.graphs_equal(theirs(f.grid(rows, columns)), _row_by_row(known, columns))
    strong = nx.strong_product(nx.path_graph(rows), nx.path_graph(columns))
    assert nx.utils.graphs_equal(theirs(f.king(rows, columns)), _row_by_row(strong, columns))


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 5), (4, 4)])
def test_torus(rows: int, columns: int) -> None:
    known = nx.grid_2d_graph(rows, columns, periodic=True)
    assert nx.utils.graphs_equal(theirs(f.torus(rows, columns)), _row_by_row(known, columns))


def test_hypercube_and_petersen_up_to_isomorphism() -> None:
    assert f.hypercube(0) == Graph(1)
    for d in range(1, 5):
        assert nx.is_isomorphic(theirs(f.hypercube(d)), nx.hypercube_graph(d))
    assert nx.is_isomorphic(theirs(f.petersen(5, 2)), nx.petersen_graph())
    assert nx.is_isomorphic(theirs(f.petersen(4, 1)), nx.hypercube_graph(3))
    assert nx.is_isomorphic(theirs(f.petersen(10, 3)), nx.desargues_graph())
    assert nx.is_isomorphic(theirs(f.petersen(12, 5)), nx.LCF_graph(24, [5, -9, 7, -7, 9, -5], 4))  # Nauru


def test_a_jump_counts_once() -> None:
    assert f.circulant(8, 7, 1, 1) == f.circulant(8, 1)
    assert f.circulant(3) == Graph(3)
    assert f.circulant(1) == Graph(1)


REGULAR = [
    (f.cycle(7), 2),
    (f.complete(6), 5),
    (f.torus(3, 4), 4),
    (f.hypercube(4), 4),
    (f.petersen(7, 3), 3),
    (f.circulant(9, 1, 3), 4),
    (f.circulant(8, 1, 4), 3),
]


@pytest.mark.parametrize(("graph", "degree"), REGULAR)
def test_regular_families_are_regular_and_connected(graph: Graph, degree: int) -> None:
    assert set(degrees(graph)) == {degree}
    assert 2 * graph.m == degree * graph.n
    assert nx.is_connected(theirs(graph))


# Random families


@pytest.mark.parametrize("n", range(12))
def test_random_regular_has_every_legal_degree(n: int) -> None:
    for degree in range(n):
        for seed in range(5 if degree * n % 2 == 0 else 0):
            graph = f.random_regular(degree, n, seed=seed)
            assert set(degrees(graph)) == {degree}
            assert graph.m == degree * n // 2
            theirs(graph)


@pytest.mark.parametrize(("degree", "n"), [(3, 400), (20, 41), (20, 42), (40, 81), (60, 81), (98, 100)])
def test_random_regular_when_larger(degree: int, n: int) -> None:
    graph = f.random_regular(degree, n, seed=1)
    assert set(degrees(graph)) == {degree}
    assert nx.is_connected(theirs(graph))


def test_random_regular_reaches_all_graphs_about_equally() -> None:
    seen = Counter(f.random_regular(3, 6, seed=seed) for seed in range(4200))
    assert len(seen) == 70  # the labelled cubic graphs on six vertices
    assert max(seen.values()) < 3 * 60
    assert min(seen.values()) > 60 / 3


def test_random_tree_is_uniform() -> None:
    seen = Counter(f.random_tree(4, seed=seed) for seed in range(1600))
    assert len(seen) == 16
    assert min(seen.values()) > 50
    for n in (1, 2, 3, 10, 300):
        assert nx.is_tree(theirs(f.random_tree(n, seed=n)))


def test_random_graph_has_the_right_probability() -> None:
    pairs = Counter(pair for seed in range(1000) for pair in f.random_graph(5, 0.3, seed=seed).ends())
    assert set(pairs) == set(combinations(range(5), 2))
    assert all(230 < count < 370 for count in pairs.values())
    assert f.random_graph(6, 1, seed=0) == f.complete(6)
    assert f.random_graph(6, 0, seed=0) == Graph(6)
    assert f.random_graph(6, 5e-324, seed=0) == Graph(6)
    assert f.random_graph(0, 0.5, seed=0) == Graph(0)
    assert abs(f.random_graph(2000, 0.01, seed=3).m - 19990) < 1000


def test_random_digraph_has_its_out_degrees() -> None:
    for n, out in [(0, 0), (1, 0), (5, 0), (5, 4), (30, 7)]:
        graph = f.random_digraph(n, out, seed=2)
        assert graph.directed
        assert degrees(graph) == [out] * n
        theirs(graph)
    arcs = Counter(arc for seed in range(900) for arc in f.random_digraph(4, 1, seed=seed).ends())
    assert len(arcs) == 12
    assert all(220 < count < 380 for count in arcs.values())


TREE = [(0, 2), (0, 4), (1, 3), (1, 4), (2, 5)]
GNP = [(0, 1), (1, 3), (1, 4), (2, 4), (0, 5), (2, 5)]
DIGRAPH = [(0, 1), (0, 3), (1, 0), (1, 2), (2, 0), (2, 1), (3, 1), (3, 2)]
CUBIC = [(0, 1), (0, 3), (0, 5), (1, 2), (1, 3), (2, 4), (2, 5), (3, 4), (4, 5)]


def test_random_graphs_never_change() -> None:
    """These must hold on every Python: saved positions name graphs by family and seed."""
    assert list(f.random_tree(6, seed=1).ends()) == TREE
    assert list(f.random_graph(6, 0.4, seed=1).ends()) == GNP
    assert list(f.random_digraph(4, 2, seed=1).ends()) == DIGRAPH
    assert list(f.random_regular(3, 6, seed=1).ends()) == CUBIC


# Specs


@pytest.mark.parametrize("entry", f.FAMILIES.values(), ids=list(f.FAMILIES))
def test_every_entry(entry: f.Family) -> None:
    assert f.FAMILIES[entry.name] is entry
    assert entry.signature.startswith(f"{entry.name}:")
    graph = f.named(entry.example)
    assert graph.n > 3
    assert graph == f.named(entry.example, seed=0)
    different = f.named(entry.example, seed=1) != graph
    assert different == entry.seeded == entry.name.startswith("random-")
    assert entry.function.__name__ in f.__all__
    assert entry.function.__doc__


def test_every_public_function_is_a_family() -> None:
    assert {entry.function.__name__ for entry in f.FAMILIES.values()} == set(f.__all__) - {
        "FAMILIES",
        "Family",
        "named",
    }
    assert f.__all__ == sorted(f.__all__)


@pytest.mark.parametrize(
    ("spec", "graph"),
    [
        ("grid:3x4", f.grid(3, 4)),
        ("grid:3,4", f.grid(3, 4)),
        (" Grid : 3 X 4 ", f.grid(3, 4)),
        ("complete-multipartite:2x3,3", f.complete_multipartite(2, 3, 3)),
        ("complete_multipartite:4", Graph(4)),
        ("circulant:8,1,2", f.circulant(8, 1, 2)),
        ("random-regular:3,10", f.random_regular(3, 10, seed=0)),
        ("random-graph:10,0.3", f.random_graph(10, 0.3, seed=0)),
        ("random-graph:10,3e-1", f.random_graph(10, 0.3, seed=0)),
        ("random-graph:10,.3", f.random_graph(10, 0.3, seed=0)),
        ("random-graph:5,1", f.complete(5)),
        ("path:0005", f.path(5)),
    ],
)
def test_specs(spec: str, graph: Graph) -> None:
    assert f.named(spec) == graph


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "names no family; accepted: antiprism, caterpillar"),
        ("pth:5", "did you mean path?"),
        ("random-regulr:3,4", "did you mean random-regular?"),
        ("path", "0 given; accepted: 1; it is written path:N, for example path:5"),
        ("path:", "0 given"),
        ("complete-multipartite:", "0 given; accepted: 1 or more"),
        ("circulant:", "0 given; accepted: 1 or more"),
        ("grid:3", "1 given; accepted: 2"),
        ("grid:3x4x5", "3 given; accepted: 2"),
        ("grid:3xx4", "'' is no number"),
        ("grid:3x", "'' is no number"),
        ("path:five", "'five' is no number"),
        ("path:٣", "is no number"),
        ("path:1_0", "is no number"),
        ("random-graph:5,nan", "'nan' is no number"),
        ("random-graph:5,1.5", "p: 1.5; accepted: a number from 0 to 1"),
        ("random-graph:5,1e999", "p: inf"),
        ("path:2.5", "n: 2.5; accepted: an integer at least 0"),
        ("path:-1", "n: -1; accepted: an integer at least 0"),
        (f"path:{'9' * 5000}", "has 5000 digits"),
        ("path:10000001", "n: the graph would have 10000001 vertices; accepted: at most 10000000"),
        ("complete:10001", "n: the graph would have 50005000 edges; accepted: at most 50000000"),
        ("complete-multipartite:9999,9999", "edges; accepted"),
        ("star:10000000", "leaves: the graph would have 10000001 vertices"),
        ("wheel:99999999", "vertices; accepted"),
        ("grid:99999x99999", "rows x columns: the graph would have 9999800001 vertices"),
        ("king:99999x99999", "vertices; accepted"),
        ("torus:99999x99999", "vertices; accepted"),
        ("petersen:9999999,1", "vertices; accepted"),
        ("circulant:9999999,1,2,3,4,5,6", "edges; accepted"),
        ("cycle:99999999", "vertices; accepted"),
        ("circuit:99999999", "vertices; accepted"),
        ("hypercube:23", "d: 23; accepted: an integer from 0 to 22"),
        ("tree:2,999999999", "depth: 999999999; accepted: an integer from 0 to 22"),
        ("tree:1,10000000", "accepted: an integer from 0 to 9999999"),
        ("tree:10,8", "depth: the graph would have 111111111 vertices"),
        ("tree:999999999,1", "arity: 999999999"),
        ("random-tree:99999999", "vertices; accepted"),
        ("random-graph:99999999,0", "n: the graph would have 99999999 vertices"),
        ("random-graph:1000000,0.5", "p: the graph would have 249999750000 edges"),
        ("random-digraph:9999999,9", "edges; accepted"),
        ("random-regular:900,1000000", "degree: the graph would have 450000000 edges"),
    ],
)
def test_bad_specs(spec: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        f.named(spec)
    assert error.value.field == "spec"
    assert spec[:40] in str(error.value)
    assert words in str(error.value)


@given(st.text() | st.builds("{}:{}".format, st.sampled_from(sorted(f.FAMILIES)), st.text("013x,.-e", max_size=3)))
def test_any_text_is_a_graph_or_an_input_error(spec: str) -> None:
    with suppress(InputError):
        assert f.named(spec).n >= 0


def test_arguments_of_family() -> None:
    with pytest.raises(InputError, match="spec: 5; accepted"):
        f.named(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="seed: 'a'; accepted: an integer"):
        f.named("random-tree:5", seed="a")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: f.cycle(2), "n"),
        (lambda: f.circuit(1), "n"),
        (lambda: f.wheel(3), "n"),
        (lambda: f.path(True), "n"),
        (lambda: f.path(2.5), "n"),  # type: ignore[arg-type]
        (lambda: f.path(10**5000), "n"),
        (lambda: f.petersen(10**5000, 0), "k"),
        (lambda: f.random_regular(3, 10**5000 + 1, seed=1), "degree"),
        (lambda: f.random_digraph(10**5000, 10**5001, seed=1), "out_degree"),
        (lambda: f.random_graph(10**5000, 0.5, seed=1), "n"),
        (lambda: f.star(-1), "leaves"),
        (lambda: f.complete_multipartite(2, -1), "parts[1]"),
        (lambda: f.grid(-1, 2), "rows"),
        (lambda: f.torus(3, 2), "columns"),
        (lambda: f.petersen(2, 1), "n"),
        (lambda: f.petersen(6, 3), "k"),
        (lambda: f.petersen(6, 0), "k"),
        (lambda: f.circulant(8, 1, 8), "jumps[1]"),
        (lambda: f.circulant(8, 0), "jumps[0]"),
        (lambda: f.circulant(1, 1), "n"),
        (lambda: f.tree(0, 2), "arity"),
        (lambda: f.tree(2, -1), "depth"),
        (lambda: f.hypercube(-1), "d"),
        (lambda: f.random_tree(0, seed=1), "n"),
        (lambda: f.random_graph(3, -0.1, seed=1), "p"),
        (lambda: f.random_graph(3, float("nan"), seed=1), "p"),
        (lambda: f.random_graph(3, True, seed=1), "p"),
        (lambda: f.random_digraph(3, 3, seed=1), "out_degree"),
        (lambda: f.random_regular(3, 3, seed=1), "degree"),
        (lambda: f.random_regular(3, 5, seed=1), "degree"),
        (lambda: f.random_regular(2, 5, seed=True), "seed"),
    ],
)
def test_bad_parameters(make: Callable[[], Graph], field: str) -> None:
    with pytest.raises(InputError) as error:
        make()
    assert error.value.field == field
