"""The graph value and the ways in from Python."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

import lastmove as lm
from lastmove.graphs import Graph, as_graph, to_networkx
from lastmove.graphs.components import find_circuit, is_strongly_connected
from lastmove.graphs.readwrite import read_edge_list, read_graphml, read_integer_pairs, write_edge_list, write_graphml

TRIANGLE = Graph(3, [(0, 1), (1, 2), (0, 2)])


def test_equality_is_the_text_form() -> None:
    assert Graph(3, [(0, 1)]) == Graph([0, 1, 2], [(0, 1)])
    assert Graph("ab", [("a", "b")]) == eval(repr(Graph("ab", [("a", "b")])), {"Graph": Graph})
    assert Graph(2, [(0, 1)]) != Graph(2, [(0, 1)], directed=True)
    assert Graph(2, [(0, 1)]) != Graph(2, [(1, 0)])
    assert hash(Graph(2, [(0, 1)])) == hash(Graph([0, 1], [(0, 1)]))
    with pytest.raises(AttributeError):
        TRIANGLE.directed = True
    with pytest.raises(TypeError):
        TRIANGLE.tails[0] = 2


def test_views() -> None:
    graph = Graph("abc", [("a", "b"), ("a", "b"), ("c", "c")])
    assert graph.neighbours == ((1,), (0,), (2,))
    assert graph.rows == (0b010, 0b001, 0b100)
    assert graph.incidence == (((0, 1), (1, 1)), ((0, 0), (1, 0)), ((2, 2),))
    assert graph.induced(0b101) == Graph("ac", [("c", "c")])
    assert graph.with_edges(0b100) == Graph("abc", [("c", "c")])
    assert list(graph.edges) == [("a", "b"), ("a", "b"), ("c", "c")]
    assert np.asarray(graph.tails).tolist() == [0, 0, 2]


@pytest.mark.parametrize(
    "source",
    [
        TRIANGLE,
        [(0, 1), (1, 2), (0, 2)],
        ((0, 1), (1, 2), (0, 2)),
        (3, [(0, 1), (1, 2), (0, 2)]),
        (3, np.array([(0, 1), (1, 2), (0, 2)], dtype=np.int32)),
        np.array([(0, 1), (1, 2), (0, 2)]),
        nx.cycle_graph(3),
        sp.csr_array(np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]])),
        sp.coo_matrix(np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])),
        "Bw",
        ">>graph6<<Bw",
        b"Bw",
    ],
)
def test_every_way_in_gives_the_triangle(source: Any) -> None:
    found = as_graph(source).graph
    assert found.neighbours == TRIANGLE.neighbours
    assert found.m == 3
    assert not found.directed
    assert lm.solve(lm.VertexGeography(source, start=0)).outcome is lm.Outcome.P


def test_directed_ways_in() -> None:
    circuit = ((1,), (2,), (0,))
    assert as_graph(nx.DiGraph([(0, 1), (1, 2), (2, 0)])).graph.neighbours == circuit
    assert as_graph([(0, 1), (1, 2), (2, 0)], directed=True).graph.neighbours == circuit
    assert as_graph(np.array([(0, 1), (1, 2), (2, 0)]), directed=True).graph.neighbours == circuit
    matrix = sp.csr_array(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    assert as_graph(matrix, directed=True).graph.neighbours == circuit
    assert as_graph("&BP_").graph.directed
    with pytest.raises(lm.InputError, match="directed: False was asked for, but the graph given is directed"):
        as_graph(nx.DiGraph([(0, 1)]), directed=False)
    with pytest.raises(lm.InputError, match="directed: True was asked for"):
        lm.VertexGeography("Bw", directed=True)


def test_parallel_edges_and_weights_from_networkx() -> None:
    multi = nx.MultiGraph([("a", "b"), ("a", "b")])
    assert as_graph(multi).graph.m == 2
    nx.set_node_attributes(multi, {"a": 2, "b": 1}, "weight")
    assert lm.NimGRM(multi, start="a").weights == (2, 1)
    assert lm.NimGRM(multi, {"a": np.int64(5), "b": np.int64(4)}, start="a").weights == (5, 4)
    assert lm.NimGRM(multi, np.array([1, 2]), start="a").weights == (1, 2)
    back = to_networkx(as_graph(multi).graph)
    assert isinstance(back, nx.MultiGraph)
    assert nx.utils.graphs_equal(to_networkx(TRIANGLE), nx.cycle_graph(3))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (42, "graph: 42; accepted: an edge list"),
        (None, "graph: None; accepted"),
        ({"a": ["b"]}, "graph: .*accepted"),
        ([1, 2], r"edges\[0\]: 1 is no edge"),
        ([(1, 2, 3)], r"edges\[0\]: \(1, 2, 3\) is no edge"),
        ([([], 1)], "edges: .*a vertex must be hashable"),
        ((2, [(0, 5)]), r"edges\[0\]: 5 is not a vertex"),
        (np.zeros((2, 3), dtype=int), r"graph: an array of shape \(2, 3\)"),
        (np.array([[0.5, 1.0]]), "graph: an array .*float64"),
        (np.array([[-1, 0]]), "graph: -1 is not a vertex"),
        ((1, np.array([[0, 1]])), r"graph: 1 is not a vertex; the vertices are 0\.\.0"),
        (sp.csr_array((2, 3)), r"graph: a sparse matrix of shape \(2, 3\)"),
        ("", "graph6"),
    ],
)
def test_bad_graphs(source: Any, message: str) -> None:
    with pytest.raises(lm.InputError, match=message):
        lm.VertexGeography(source, start=0)


def test_bad_vertices() -> None:
    with pytest.raises(lm.InputError, match="vertices: 'a' is given twice"):
        Graph("aba")
    with pytest.raises(lm.InputError, match="vertices: -1; accepted"):
        Graph(-1)
    with pytest.raises(lm.InputError, match="vertices: two vertices are written alike"):
        lm.position_to_json(lm.VertexGeography([(1, "1")], start=1))
    tuples = lm.VertexGeography([((0, 0), (0, 1))], start=(0, 0))
    assert lm.position_to_json(tuples)["start"] == "(0, 0)"


def test_components() -> None:
    assert is_strongly_connected(Graph(3, [(0, 1), (1, 2)]))
    assert not is_strongly_connected(Graph(3, [(0, 1)]))
    assert not is_strongly_connected(Graph(2, [(0, 1)], directed=True))
    assert not is_strongly_connected(Graph(3, [(1, 0), (1, 2), (2, 1)], directed=True))
    assert is_strongly_connected(Graph(2, [(0, 1), (1, 0)], directed=True))
    assert is_strongly_connected(Graph(0))
    assert find_circuit([[1], [2], []]) == []
    assert find_circuit([[1], [2], [1]]) == [1, 2]
    assert find_circuit([[0]]) == [0]
    for seed in range(200):
        made = nx.gnp_random_graph(6, 0.2, seed=seed, directed=True)
        graph = as_graph(made).graph
        assert is_strongly_connected(graph) == nx.is_strongly_connected(made)
        circuit = find_circuit(graph.neighbours)
        assert bool(circuit) == (not nx.is_directed_acyclic_graph(made))
        for u, v in zip(circuit, circuit[1:] + circuit[:1], strict=True):
            assert made.has_edge(u, v)


def test_edge_lists() -> None:
    graph = read_edge_list(["# a comment", "", "a b 3.5", "b 2", "lonely", "a b"])
    assert graph == Graph(["a", "b", 2, "lonely"], [("a", "b"), ("b", 2), ("a", "b")])
    assert read_edge_list(list(write_edge_list(graph))).m == 3
    assert read_edge_list(["2 1", "0 1"]) == Graph(3, [(2, 1), (0, 1)])
    with pytest.raises(lm.InputError, match="line 2: 'a b c d'"):
        read_edge_list(["a b", "a b c d"])
    with pytest.raises(lm.InputError, match="input: it has no edges"):
        read_edge_list(["# nothing"])
    with pytest.raises(lm.InputError, match="vertex 'a b' cannot be written"):
        list(write_edge_list(Graph(["a b"])))


def test_integer_pairs_are_read_as_the_plain_reader_does() -> None:
    rng = random.Random(5)
    for _ in range(300):
        n = rng.randint(1, 30)
        spread = rng.choice([1, 2, 1000, 10**15])
        lines = [f"{rng.randrange(n) * spread} {rng.randrange(n) * spread}" for _ in range(rng.randint(1, 40))]
        text = rng.choice(["\n", "\r\n", "\n\n"]).join(lines).encode()
        found = read_integer_pairs(text, directed=True, block=rng.choice([64, 1 << 20]))
        assert found == read_edge_list(text.decode().splitlines(), directed=True)


@pytest.mark.parametrize(
    "text", ["0 1 5\n", "0 1\n2\n", "01 2", "a b", "0 1 # no", "-1 2", "1 2 3\n4", "1" * 19 + " 2", ""]
)
def test_what_is_not_plainly_integer_pairs_is_left_alone(text: str) -> None:
    assert read_integer_pairs(text.encode()) is None


def test_graphml() -> None:
    graph = Graph(["a", 7, "c"], [("a", 7), ("a", 7), ("c", "c")])
    text = write_graphml(graph, [1, 10**30, 0], {"game": "nimg-rm", "play": "misere", "start": 7})
    assert read_graphml(text.encode()) == (
        graph,
        {"a": 1, 7: 10**30, "c": 0},
        None,
        {"game": "nimg-rm", "play": "misere", "start": 7},
    )
    directed = Graph(2, [(1, 0)], directed=True)
    assert read_graphml(write_graphml(directed, None, {}).encode()) == (directed, None, None, {})
    for broken in (b"", b"<graphml>", b"<a/>", b"\xff"):
        with pytest.raises(lm.InputError, match="graphml: not readable"):
            read_graphml(broken)


class SageInteger:
    """As SageMath's integers: no int, but one for who asks by __index__."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SageInteger) and self.value == other.value


class SageGraph:
    """The methods of SageMath's graphs that are asked for."""

    def __init__(self, vertices: list[Any], edges: list[tuple[Any, Any]], *, directed: bool = False) -> None:
        self.vertices, self.edges, self.directed = vertices, edges, directed

    def vertex_iterator(self) -> Any:
        return iter(self.vertices)

    def edge_iterator(self, labels: bool = True) -> Any:
        return iter([(u, v, None) for u, v in self.edges] if labels else self.edges)

    def is_directed(self) -> bool:
        return self.directed


class SagePoset:
    def hasse_diagram(self) -> SageGraph:
        return SageGraph(["0", "a", "b", "1"], [("0", "a"), ("0", "b"), ("a", "1"), ("b", "1")], directed=True)


def test_graphs_and_posets_of_sagemath() -> None:
    zero, one, two = map(SageInteger, range(3))
    triangle = SageGraph([zero, one, two], [(zero, one), (one, two), (zero, two)])
    assert as_graph(triangle).graph == TRIANGLE
    assert lm.solve(lm.VertexGeography(triangle, start=0)).outcome is lm.Outcome.P
    assert lm.solve(lm.Dag(SagePoset(), start="0")).outcome is lm.Outcome.P
    with pytest.raises(lm.InputError, match="directed"):
        as_graph(triangle, directed=True)
