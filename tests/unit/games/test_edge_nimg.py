"""Edge NimG and Vertexnim-MR: how they are typed in, and their rules where others could be meant."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import networkx as nx
import pytest

import lastmove as lm
from commands import answers, invoke, solve
from effort import tries
from lastmove.games.moves import SlideAlong, SlideAndLower

PARALLEL = [("a", "b"), ("a", "b"), ("b", "b")]


def test_weights_follow_the_edges() -> None:
    said = {"game": "edge-nimg", "edges": [["a", "b"], ["b", "c"]], "weights": [3, 1], "start": "a"}
    position: Any = lm.parse(said).position
    assert position == lm.EdgeNimG([("a", "b"), ("b", "c")], [3, 1], start="a")
    assert lm.position_to_json(position)["weights"] == [3, 1]
    graph = nx.Graph()
    graph.add_edge("a", "b", weight=3)
    graph.add_edge("b", "c", weight=1)
    assert lm.EdgeNimG(graph, start="a") == position
    multi = nx.MultiDiGraph([("a", "b", {"weight": 2}), ("a", "b", {"weight": 5}), ("b", "b", {"weight": 10**30})])
    assert lm.EdgeNimG(multi).weights == (2, 5, 10**30)
    assert lm.EdgeNimG([(0, 1), (1, 2)], 4).weights == (4, 4)
    with pytest.raises(lm.InputError, match=r"edge 1 \('b', 'c'\) has weight None"):
        lm.EdgeNimG(nx.Graph([("a", "b", {"weight": 2}), ("b", "c")]))


def test_entries_of_a_sparse_matrix_are_weights() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.coo_array(([2, 3, 3, 10**12, 1], ([2, 0, 1, 1, 1], [2, 1, 0, 2, 2])), shape=(3, 3))
    board = lm.EdgeNimG(matrix)
    assert list(zip(board.graph.ends(), board.weights, strict=True)) == [
        ((0, 1), 3),
        ((1, 2), 10**12 + 1),
        ((2, 2), 2),
    ]
    assert lm.EdgeNimG(matrix, 5).weights == (5, 5, 5)
    arcs = lm.EdgeNimG(matrix, directed=True)
    assert list(zip(arcs.graph.ends(), arcs.weights, strict=True))[1] == ((1, 0), 3)
    with pytest.raises(lm.InputError, match=r"weights: the entries of \(0, 1\) and \(1, 0\) are 3 and 4"):
        lm.EdgeNimG(sparse.csr_array([[0, 3], [4, 0]]))
    with pytest.raises(lm.InputError, match=r"weights: edge 0 \(0, 1\) has weight 1.5"):
        lm.EdgeNimG(sparse.csr_array([[0, 1.5], [1.5, 0]]))


def test_boards_without_weights_take_one_for_all_or_random_ones() -> None:
    drawn: Any = lm.parse({"game": "edge-nimg", "graph6": "Bw", "start": 0}, weights=lambda m: list(range(m))).position
    assert drawn.weights == (0, 1, 2)
    short: Any = lm.parse("edge-nimg:grid:2x3@5", weights=2).position
    assert (short.weights, short.start) == ((2,) * 7, 5)


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ({}, "weights: missing; every edge needs one"),
        ({"weights": [1, 2]}, "weights: 2 weights for 3 edges"),
        ({"weights": {"a": 1, "b": 2}}, "accepted: an array in the order of the edges"),
        ({"weights": [1, -1, 2]}, r"edge 1 \('a', 'b'\) has weight -1"),
        ({"weights": [1, True, 2]}, r"edge 1 \('a', 'b'\) has weight True"),
        ({"weights": [1, 1.0, 2]}, r"edge 1 \('a', 'b'\) has weight 1.0"),
    ],
)
def test_bad_weights(weights: dict[str, object], problem: str) -> None:
    with pytest.raises(lm.InputError, match=problem):
        lm.parse({"game": "edge-nimg", "edges": [list(edge) for edge in PARALLEL], "start": "a", **weights})


def test_a_move_names_its_edge_where_several_lead_there() -> None:
    position = lm.EdgeNimG(PARALLEL, [2, 1, 1], start="a")
    assert [position.move_to_json(move) for move in position.moves()] == [
        {"to": "b", "remaining": 0, "edge": 0},
        {"to": "b", "remaining": 1, "edge": 0},
        {"to": "b", "remaining": 0, "edge": 1},
    ]
    with pytest.raises(lm.IllegalMoveError, match="name one of them"):
        position.after(SlideAlong("b", 0))
    there = position.after(SlideAlong("b", 1, 0))
    assert there.weights == (1, 1, 1)
    alone = there.after(SlideAlong("a", 0, 1))
    assert list(alone.moves()) == [SlideAlong("b", 0)]
    assert alone.after(SlideAlong("b", 0, 0)) == alone.after(SlideAlong("b", 0))
    for wrong, problem in (
        (SlideAlong("b", 0, 1), "its weight is 0"),
        (SlideAlong("b", 0, 2), "does not lead there"),
        (SlideAlong("b", 0, 3), "the edges are 0..2"),
        (SlideAlong("b", 0, True), "there is no edge True"),
        (SlideAlong("a", 0), "no edge leads there"),
        (SlideAlong("b", 1), "the weight of edge 0 is 1"),
    ):
        with pytest.raises(lm.IllegalMoveError, match=problem):
            alone.after(wrong)


def test_arcs_go_one_way_and_loops_stay() -> None:
    position = lm.EdgeNimG([("a", "b"), ("b", "a"), ("a", "a")], [1, 1, 10**30], start="a", directed=True)
    first = next(iter(position.moves()))
    assert (first, position.say_move(first)) == (SlideAlong("b", 0), "move to b, take 1 from the arc (1 -> 0)")
    loop = SlideAlong("a", 10**29)
    assert position.say_move(loop).startswith("take 900000000000000000000000000000 from the loop (1000000")
    assert position.after(loop).start == "a"
    assert list(position.after(first).moves()) == [SlideAlong("a", 0)]


def test_edge_lists_keep_the_weights_of_edges() -> None:
    text = "a b 3\nb c 1\nc a 2\n"
    options = ("--format", "edgelist", "--game", "edge-nimg", "--start", "a")
    written = invoke("convert", *options, "--to", "edgelist", text=text)
    assert written.stdout.endswith(text)
    assert "weights" not in written.stderr
    (position,) = answers(invoke("convert", *options, "--to", "json", text=text).stdout)
    assert position["weights"] == [3, 1, 2]
    assert solve(text, *options, "--weights", "7")[0] == solve(text, *options)[0]  # that is for graphs without weights
    assert solve("a b\nb c\n", *options, "--weights", "7")[0]["outcome"] == "P"
    refused = (("a b\nb c\n", "missing"), ("a b 1\nb c\n", "edge 1"), ("a b 1\nb c x\n", "'x'"), ("a b -1\n", "-1"))
    for wrong, what in refused:
        (answer,) = solve(wrong, *options, status=1)
        assert answer["error"].startswith("weights: ")
        assert what in answer["error"]


def test_claims_are_held_against_all_weights_of_edges() -> None:
    def trees_ignore_weights(position: lm.EdgeNimG) -> str | None:
        graph = position.graph
        if graph.directed or not nx.is_tree(nx.Graph(list(graph.ends()) or [(0, 0)])) or graph.m != graph.n - 1:
            return None
        return lm.solve(lm.EdgeNimG(graph, 1, start=position.start)).outcome.value

    assert lm.refute(trees_ignore_weights, game="edge-nimg", play="normal", n=3) is None
    found: Any = lm.refute(lambda _: "N", game="edge-nimg", play="normal", n=4, weights=2, source=["Bw", "Cr"])
    assert found is not None
    assert found.position.weights == (1, 1, 1, 1)


def test_edge_nimg_with_weights_of_one_is_edge_geography() -> None:
    rng = random.Random(1)
    for _ in range(tries(60)):
        board = lm.EdgeGeography.random_board(rng, 5, 8)
        for start in board.starts():
            ones = lm.EdgeNimG(board.graph, 1, start=start)
            for play in lm.Play:
                assert lm.solve(ones, play).outcome is lm.solve(board.at(start), play).outcome


def _wins(edges: list[tuple[int, int]], directed: bool, misere: bool) -> Any:
    @cache
    def wins(weights: tuple[int, ...], token: int) -> bool:
        usable = [(e, v) for e, (u, v) in enumerate(edges) if u == token and weights[e]]
        usable += [(e, u) for e, (u, v) in enumerate(edges) if v == token != u and weights[e] and not directed]
        options = [((*weights[:e], k, *weights[e + 1 :]), v) for e, v in usable for k in range(weights[e])]
        return any(not wins(*option) for option in options) if options else misere

    return wins


def test_edge_nimg_against_ten_lines() -> None:
    rng = random.Random(2)
    for _ in range(tries(60)):
        board = lm.EdgeNimG.random_board(rng, 5, 4)
        for play in lm.Play:
            wins = _wins(list(board.graph.ends()), board.graph.directed, play is lm.Play.MISERE)
            found = lm.outcomes(board, play)
            for number, start in enumerate(board.starts()):
                assert (found[start] is lm.Outcome.N) == wins(board.weights, number)


def test_vertexnim_mr_passes_through_emptied_vertices() -> None:
    path = lm.VertexnimMR([("a", "b"), ("b", "c")], [1, 0, 2], start="a")
    assert {move.to for move in path.moves()} == {"a", "c"}
    circuit = lm.VertexnimMR([(0, 1), (1, 2), (2, 0)], [3, 0, 1], start=0, directed=True)
    assert {move.to for move in circuit.moves()} == {2}
    assert {move.to for move in circuit.after(SlideAndLower(2, 0)).moves()} == {0}
    assert list(lm.VertexnimMR([(0, 1)], 0, start=0).moves()) == []
    with pytest.raises(lm.IllegalMoveError, match="cannot be reached"):
        lm.VertexnimMR([("a", "b"), ("b", "c")], 1, start="a").after(SlideAndLower("c", 0))
    with pytest.raises(lm.InputError, match="Vertexnim is played on connected graphs"):
        lm.VertexnimMR((3, [(0, 1)]), 1)


def test_vertexnim_mr_on_one_vertex_is_a_heap() -> None:
    assert [move.remaining for move in lm.VertexnimMR((1, []), 3, start=0).moves()] == [0, 1, 2]


@pytest.mark.parametrize("n", range(1, 6))
def test_vertexnim_mr_of_ones_counts_the_vertices(n: int) -> None:
    board = lm.VertexnimMR(nx.path_graph(n), 1)
    assert {outcome.value for outcome in lm.outcomes(board).values()} == {"PN"[n % 2]}
    assert {outcome.value for outcome in lm.outcomes(board, "misere").values()} == {"NP"[n % 2]}
