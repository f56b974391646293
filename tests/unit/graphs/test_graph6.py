"""graph6, sparse6 and digraph6: against what nauty wrote, against networkx, and every error."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastmove.core.errors import InputError
from lastmove.graphs.graph import Graph
from lastmove.graphs.graph6 import FORMATS, decode, encode

DATA = Path(__file__).parents[2] / "data" / "nauty"


def lines(name: str) -> list[str]:
    return (DATA / name).read_text(encoding="ascii").splitlines()


def bag(graph: Graph) -> Counter[tuple[int, int]]:
    """The edges as a multiset of pairs of numbers, undirected ones (smaller, larger)."""
    return Counter((u, v) if graph.directed or u < v else (v, u) for u, v in graph.ends())


@st.composite
def graphs(draw: st.DrawFn, *, directed: bool = False, loops: bool = True, parallel: bool = True) -> Graph:
    n = draw(st.integers(0, 20) | st.sampled_from([62, 63, 64, 130]))
    if n < 1 + (not loops):
        return Graph(n, directed=directed)
    end = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(end, end), max_size=40))
    kept = [(u, v) for u, v in pairs if loops or u != v]
    if not parallel:
        kept = list({(u, v) if directed or u < v else (v, u): (u, v) for u, v in kept}.values())
    return Graph(n, kept, directed=directed)


# What nauty wrote


@pytest.mark.parametrize("name", ["small", "large", "padding"])
def test_the_two_undirected_formats_agree_with_nauty(name: str) -> None:
    for dense, sparse in zip(lines(f"{name}.g6"), lines(f"{name}.s6"), strict=True):
        graph = decode(dense)
        assert decode(sparse) == graph
        assert encode(graph) == dense
        assert encode(graph, "sparse6") == sparse


@pytest.mark.parametrize("name", ["small.d6", "large.d6"])
def test_digraph6_agrees_with_nauty(name: str) -> None:
    for text in lines(name):
        graph = decode(text)
        assert graph.directed
        assert encode(graph, "digraph6") == text
    assert len({decode(text) for text in lines(name)}) == len(lines(name))


def test_all_small_graphs_are_there() -> None:
    assert Counter(decode(text).n for text in lines("small.g6")) == {1: 1, 2: 2, 3: 4, 4: 11, 5: 34, 6: 156}
    assert Counter(decode(text).n for text in lines("small.d6")) == {1: 1, 2: 3, 3: 16, 4: 218}


def test_loops_agree_with_nauty() -> None:
    rows = [[int(word) for word in row.split()] for row in lines("loops.txt")]
    for text, (n, m), flat in zip(lines("loops.s6"), rows[::2], rows[1::2], strict=True):
        graph = decode(text)
        assert (graph.n, graph.m) == (n, m)
        assert bag(graph) == Counter(zip(flat[::2], flat[1::2], strict=True))
        assert encode(graph, "sparse6") == text


def test_multigraphs_agree_with_nauty() -> None:
    words = iter((DATA / "multi.txt").read_text(encoding="ascii").split())
    for text in lines("multi.s6"):
        n, m = int(next(words)), int(next(words))
        edges = [(int(next(words)), int(next(words))) for _ in range(m)]
        graph = decode(text)
        assert graph.n == n
        assert bag(graph) == Counter(edges)
        assert encode(graph, "sparse6") == text
    assert next(words, None) is None


def test_sizes_of_four_and_eight_characters() -> None:
    assert [decode(text).n for text in lines("isolated.s6")] == [258_047, 258_048]
    assert [encode(Graph(n), "sparse6") for n in (258_047, 258_048)] == lines("isolated.s6")


# The examples of formats.txt, and the corners


def test_examples_of_the_description() -> None:
    assert list(decode("DQc").edges) == [(0, 2), (1, 3), (0, 4), (3, 4)]
    assert list(decode(":Fa@x^").edges) == [(0, 1), (0, 2), (1, 2), (5, 6)]
    assert list(decode("&DI?AO?").edges) == [(0, 2), (0, 4), (3, 1), (3, 4)]


@pytest.mark.parametrize(("text", "directed"), [("?", False), (":?", False), ("&?", True)])
def test_no_vertices(text: str, directed: bool) -> None:
    assert decode(text) == Graph(0, directed=directed)
    assert encode(Graph(0, directed=directed), FORMATS[("?", ":?", "&?").index(text)]) == text


def test_one_vertex() -> None:
    assert decode("@") == decode(":@") == Graph(1)
    assert decode(":@^") == Graph(1, [(0, 0)])  # labelg -s; a vertex number has no bits here
    assert encode(Graph(1, [(0, 0)] * 7), "sparse6") == ":@?^"
    assert decode("&@_") == Graph(1, [(0, 0)], directed=True)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("start", ["", ">>graph6<<", ">>sparse6<<", ">>digraph6<<"])
@pytest.mark.parametrize("text", ["DQc", ":Fa@x^", "&DI?AO?"])
def test_header_and_newline_are_dropped(start: str, text: str, end: str) -> None:
    assert decode(f"{start}{text}{end}") == decode(f"{start}{text}{end}".encode()) == decode(text)


def test_padding_is_ignored() -> None:
    assert decode("B~") == decode("Bw")
    assert decode("&B~~") == decode("&B~w")
    assert decode(":An~~~") == decode(":An")


def test_names_are_dropped() -> None:
    assert encode(Graph("abc", [("c", "a")])) == encode(Graph(3, [(0, 2)]))


# Against networkx, and back again


def test_graph6_against_networkx() -> None:
    for n in (0, 1, 2, 7, 62, 63, 90, 300):
        theirs = nx.gnp_random_graph(n, 0.3, seed=n)
        ours = Graph(n, theirs.edges)
        text = nx.to_graph6_bytes(theirs, header=False)
        assert encode(ours) + "\n" == text.decode()
        assert bag(decode(text)) == bag(ours)


def test_sparse6_against_networkx() -> None:
    for n in (2, 3, 4, 8, 16, 17, 64, 100):
        theirs = nx.gnm_random_graph(n, 2 * n, seed=n)
        text = nx.to_sparse6_bytes(theirs, header=False)
        assert bag(decode(text)) == bag(Graph(n, theirs.edges))
        back = nx.from_sparse6_bytes(encode(Graph(n, theirs.edges), "sparse6").encode())
        assert nx.utils.graphs_equal(theirs, nx.Graph(back))


@given(graphs(loops=False, parallel=False))
def test_graph6_round_trip(graph: Graph) -> None:
    back = decode(encode(graph))
    assert (back.n, bag(back)) == (graph.n, bag(graph))
    order = [(v, u) for u, v in back.ends()]
    assert order == sorted(order)
    assert encode(back) == encode(graph)


@given(graphs())
def test_sparse6_round_trip(graph: Graph) -> None:
    back = decode(encode(graph, "sparse6"))
    assert (back.n, bag(back)) == (graph.n, bag(graph))


@given(graphs(directed=True, parallel=False))
def test_digraph6_round_trip(graph: Graph) -> None:
    back = decode(encode(graph, "digraph6"))
    assert (back.n, bag(back), back.directed) == (graph.n, bag(graph), True)
    assert list(back.ends()) == sorted(back.ends())


def test_texts_longer_than_a_piece() -> None:
    graph = Graph.numbered(1500, [(v, v * v % 1500) for v in range(1, 1500) if v != v * v % 1500])
    simple = decode(encode(Graph.numbered(1500, set(bag(graph)))))
    assert set(bag(simple)) == set(bag(graph))
    assert decode(encode(graph, "sparse6")).m == graph.m
    arcs = Graph.numbered(800, [(v, 3 * v % 800) for v in range(800)], directed=True)
    assert decode(encode(arcs, "digraph6")) == arcs


# Errors of decode


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("", "graph6", "holds no graph"),
        (b"", "graph6", "holds no graph"),
        ("\n", "graph6", "holds no graph"),
        (">>graph6<<", "graph6", "holds no graph"),
        (":", "sparse6", "0 of the 1 characters"),
        ("&\n", "digraph6", "0 of the 1 characters"),
        ("~??", "graph6", "3 of the 4 characters"),
        (":~~????", "sparse6", "6 of the 8 characters"),
        (";An", "sparse6", "incremental"),
        (">>sparse6<<;An", "sparse6", "incremental"),
        ("DQ!", "graph6", "character 3 is '!'; accepted: the characters '?' to '~'"),
        (">>graph6<<D Qc", "graph6", "character 12 is ' '"),
        (b":F\xff", "sparse6", r"character 3 is b'\xff'"),
        ("&Dé", "digraph6", "character 3 is 'é'"),
        ("D\ud800c", "graph6", r"character 2 is '\ud800'"),
        ("DQ\x7f", "graph6", r"character 3 is '\x7f'"),
        ("DQc\nDQc", "graph6", "split the lines"),
        (b"DQc\n\n", "graph6", "split the lines"),
        ("DQ", "graph6", "1 characters after the number of vertices, 5; accepted: exactly 2"),
        ("DQcc", "graph6", "3 characters after the number of vertices, 5; accepted: exactly 2"),
        ("?A", "graph6", "accepted: exactly 0"),
        ("&BA", "digraph6", "accepted: exactly 2"),
        ("~~~~~~~~", "graph6", "0 characters after the number of vertices, 68719476735"),
        ("&~~~~~~~~", "digraph6", "vertices, 68719476735"),
        (":~~~~~~~~", "sparse6", "68719476735 vertices; accepted: at most 10000000"),
        ("~??Bw", "graph6", "accepted: 'B'"),
        (":~~??????", "sparse6", "accepted: '?'"),
        (None, "graph6", "None is no text"),
        (7, "graph6", "7 is no text"),
    ],
)
def test_bad_text(text: str | bytes, field: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        decode(text)
    assert error.value.field == field
    assert words in str(error.value)


@given(
    st.text()
    | st.binary()
    | st.text(st.sampled_from("?@ABCD_w~:;&\n><"), max_size=12)
    | st.builds(
        str.__add__,
        st.sampled_from(["", ":", "&", ":~", "~~", ">>sparse6<<:", ">>graph6<<"]),
        st.text(st.characters(min_codepoint=62, max_codepoint=127)),
    )
)
def test_any_text_is_a_graph_or_an_input_error(text: str | bytes) -> None:
    found = graph_or_field(text)
    if isinstance(found, str):
        assert found in FORMATS
    else:
        again = decode(encode(found, "digraph6" if found.directed else "sparse6"))
        assert (again.n, bag(again)) == (found.n, bag(found))


def graph_or_field(text: str | bytes) -> Graph | str:
    try:
        return decode(text)
    except InputError as error:
        return error.field


# Errors of encode


@pytest.mark.parametrize(
    ("graph", "kind", "words"),
    [
        (Graph(2, directed=True), "graph6", "directed; digraph6 can hold it"),
        (Graph(2, directed=True), "sparse6", "directed; digraph6 can hold it"),
        (Graph(2), "digraph6", "undirected; graph6 and sparse6 can hold it"),
        (Graph("ab", [("a", "b"), ("b", "b")]), "graph6", "edge 1, 'b' - 'b', is a loop; sparse6 can hold it"),
        (Graph("ab", [("a", "b"), ("b", "a")]), "graph6", "edge 1, 'b' - 'a', is parallel to edge 0"),
        (
            Graph(3, [(1, 1), (0, 2), (0, 2), (1, 1)], directed=True),
            "digraph6",
            "edge 2, 0 -> 2, is parallel to edge 1",
        ),
        (Graph(40_000), "graph6", "40000 vertices would take 133330000 characters; accepted: at most 100000000"),
        (Graph(40_000, directed=True), "digraph6", "accepted: at most 100000000"),
        (Graph(10_000_001), "sparse6", "10000001 vertices; accepted: at most 10000000"),
    ],
)
def test_what_a_format_cannot_hold(graph: Graph, kind: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        encode(graph, kind)
    assert error.value.field == kind
    assert words in str(error.value)


def test_unknown_format() -> None:
    with pytest.raises(InputError, match="format: 'graph7' is unknown; accepted: graph6, sparse6, digraph6"):
        encode(Graph(1), "graph7")
