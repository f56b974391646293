"""Batch kernels, plain and compiled, against the law on all small graphs, and against known totals."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

import lastmove as lm
from batch_boards import blocks_listed, by_law, every_graph, law_agrees, solved_both_ways, totals
from lastmove.graphs.components import is_strongly_connected
from lastmove.search.batch import block_of, kernel_for, pairs_of, weightings

LONG = pytest.mark.long


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, pytest.param(6, marks=LONG)])
def test_vertex_geography_on_all_graphs(n: int) -> None:
    block = every_graph(n)
    assert law_agrees("vertex-geography", block, solved_both_ways("vertex-geography", block)) > 0


@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=LONG)])
@pytest.mark.parametrize("game", ["vertex-geography", "edge-geography"])
def test_geography_on_all_digraphs(game: str, n: int) -> None:
    block = every_graph(n, directed=True)
    assert law_agrees(game, block, solved_both_ways(game, block)) > 0


@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(5, marks=LONG), pytest.param(6, marks=LONG)])
def test_edge_geography_on_all_graphs(n: int) -> None:
    block = every_graph(n)
    assert law_agrees("edge-geography", block, solved_both_ways("edge-geography", block)) > 0


@pytest.mark.parametrize("game", ["nimg-rm", "nimg-mr"])
@pytest.mark.parametrize(
    ("n", "k", "directed"),
    [(1, 3, False), (2, 3, False), (3, 2, False), (2, 2, True), (4, 1, False), (3, 1, True)]
    + [pytest.param(*case, marks=LONG) for case in ((4, 2, False), (3, 3, False), (5, 1, False), (3, 2, True))],
)
def test_nimg_with_all_weights(game: str, n: int, k: int, directed: bool) -> None:
    block = every_graph(n, directed=directed)
    said = solved_both_ways(game, block, k)
    assert law_agrees(game, block, said, list(weightings(n, k))) > 0


@pytest.mark.parametrize("game", ["nimg-rm", "nimg-mr"])
def test_nimg_with_weights_of_its_own(game: str) -> None:
    """Zeros too, and a weight that is larger than the others."""
    block = every_graph(4)
    for weights in ((1, 0, 2, 1), (0, 3, 1, 1), (0, 0, 0, 0)):
        assert law_agrees(game, block, solved_both_ways(game, block, weights), [weights]) > 0


def edge_weightings(edges: list[tuple[int, int]], k: int) -> list[tuple[int, ...]]:
    return list(weightings(len(edges), k))


@pytest.mark.parametrize(
    ("n", "k", "directed"),
    [(1, 2, False), (2, 4, False), (3, 3, False), (4, 2, False), (2, 3, True), (3, 1, True)]
    + [pytest.param(*case, marks=LONG) for case in ((4, 3, False), (3, 2, True), (5, 1, False))],
)
def test_edge_nimg_with_all_weights(n: int, k: int, directed: bool) -> None:
    block = every_graph(n, directed=directed)
    kernel = kernel_for("edge-nimg", n=n, directed=directed, weights=k)
    assert kernel is not None
    said = kernel.solve(block)
    row = 0
    for edges in block.lists():
        graph = lm.Graph(n, edges, directed=directed)
        for weights in edge_weightings(edges, k):
            board = lm.EdgeNimG(graph, weights)
            for play in lm.Play:
                assert int(said.of(play)[row]) == by_law(board, play), (edges, weights, play)
            row += 1
    assert row == len(said.normal)


@pytest.mark.parametrize("compiled", [None, False])
def test_edge_nimg_beyond_one_table(compiled: bool | None) -> None:
    """Graphs with tables of their own say the same, and those with too many weightings are not taken."""
    draw = random.Random(6)
    sparse = [sum(1 << e for e in draw.sample(range(28), 5)) for _ in range(3)]
    block = block_of(sparse, 8)
    kernel = kernel_for("edge-nimg", n=8, weights=2, compiled=compiled)
    assert kernel is not None
    said = kernel.solve(block)
    rows = [(edges, weights) for edges in block.lists() for weights in edge_weightings(edges, 2)]
    for row in draw.sample(range(len(rows)), 8):
        edges, weights = rows[row]
        board = lm.EdgeNimG(lm.Graph(8, edges), weights)
        assert all(int(said.of(play)[row]) == by_law(board, play) for play in lm.Play)
    assert kernel.takes(block_of([*sparse, (1 << 28) - 1], 8)).tolist() == [True, True, True, False]
    with pytest.raises(ValueError, match=r"edges: .* too many weightings; accepted: those that takes\(\)"):
        kernel.solve(block_of([(1 << 28) - 1], 8))


def test_edge_nimg_with_weights_of_its_own() -> None:
    block = every_graph(4)
    draw = random.Random(8)
    given = [[draw.randint(0, 3) for _ in edges] for edges in block.lists()]
    kernel = kernel_for("edge-nimg", n=4, weights=3)
    assert kernel is not None
    said = kernel.solve_given(block, given)
    for number, (edges, weights) in enumerate(zip(block.lists(), given, strict=True)):
        board = lm.EdgeNimG(lm.Graph(4, edges), weights)
        assert all(int(said.of(play)[number]) == by_law(board, play) for play in lm.Play)


@pytest.mark.parametrize(
    ("n", "k", "directed"),
    [(1, 3, False), (1, 2, True), (2, 3, False), (3, 2, False), (3, 2, True), (4, 1, False)]
    + [pytest.param(*case, marks=LONG) for case in ((4, 2, False), (3, 3, True), (5, 1, False))],
)
def test_vertexnim_mr_with_all_weights(n: int, k: int, directed: bool) -> None:
    """Only graphs on which it is played are taken."""
    block = every_graph(n, directed=directed)
    kernel = kernel_for("vertexnim-mr", n=n, directed=directed, weights=k)
    assert kernel is not None
    taken = kernel.takes(block)
    graphs = [lm.Graph(n, edges, directed=directed) for edges in block.lists()]
    assert taken.tolist() == [is_strongly_connected(graph) for graph in graphs]
    played = block_of(block.edges[taken], n, directed)
    assert law_agrees("vertexnim-mr", played, kernel.solve(played), list(weightings(n, k))) > 0


@pytest.mark.parametrize(
    ("game", "n", "directed", "count"),
    [("vertex-geography", 9, False, 12), ("vertex-geography", 7, True, 20), ("vertex-geography", 12, False, 2)],
)
def test_random_larger_graphs(game: str, n: int, directed: bool, count: int) -> None:
    """Among them graphs whose pairs take more than one word."""
    draw = random.Random(n)
    pairs = len(pairs_of(n, directed))
    edges = [sum(1 << e for e in draw.sample(range(pairs), min(pairs, 2 * n))) for _ in range(count)]
    block = block_of(edges, n, directed)
    assert law_agrees(game, block, solved_both_ways(game, block)) > 0


def test_edge_geography_beyond_one_table() -> None:
    draw = random.Random(5)
    sparse = [sum(1 << e for e in draw.sample(range(36), 11)) for _ in range(3)]
    block = block_of(sparse, 9)
    assert law_agrees("edge-geography", block, solved_both_ways("edge-geography", block)) > 0
    for compiled in (None, False):
        kernel = kernel_for("edge-geography", n=9, compiled=compiled)
        assert kernel is not None
        assert kernel.takes(block_of([*sparse, (1 << 36) - 1], 9)).tolist() == [True, True, True, False]
        with pytest.raises(ValueError, match=r"edges: .* more than .*; accepted: those that takes\(\)"):
            kernel.solve(block_of([(1 << 36) - 1], 9))


@pytest.mark.parametrize(("n", "count"), [(7, 511), (7, 512), (7, 513), (3, 20_000), (14, 3)])
def test_many_graphs_are_independent(n: int, count: int) -> None:
    """The answer to a graph does not depend on its neighbours in the block."""
    draw = random.Random(count)
    pairs = len(pairs_of(n))
    edges = [draw.getrandbits(pairs) & draw.getrandbits(pairs) & draw.getrandbits(pairs) for _ in range(count)]
    said = solved_both_ways("vertex-geography", block_of(edges, n))
    again = solved_both_ways("vertex-geography", block_of(edges[::-1], n))
    assert (said.misere == again.misere[::-1]).all()
    assert len(np.unique(said.misere)) > 1


# Totals over all connected graphs: how many there are, and how many starts win, normal and misère.

CONNECTED = {
    1: (1, 0, 1),
    2: (1, 2, 0),
    3: (2, 1, 5),
    4: (6, 21, 10),
    5: (21, 22, 77),
    6: (112, 602, 336),
    7: (853, 1_073, 4_407),
    8: (11_117, 84_579, 42_185),
    9: (261_080, 194_432, 1_919_959),
    10: (11_716_571, 116_006_929, 37_926_848),
}


@pytest.mark.parametrize("n", [n if n < 8 else pytest.param(n, marks=LONG) for n in CONNECTED])
def test_totals_of_vertex_geography(n: int) -> None:
    assert totals("vertex-geography", blocks_listed(n)) == CONNECTED[n]


DIGRAPHS = {
    (2, ""): (2, 3, 1),
    (3, ""): (13, 16, 28),
    (4, ""): (199, 545, 407),
    (5, ""): (9_364, 23_940, 33_816),
    (6, ""): (1_530_843, 7_109_324, 4_958_702),
    (6, "-o"): (20_848, 74_015, 77_734),
    (7, "-o"): (2_120_098, 9_092_399, 9_810_512),
}


@LONG
@pytest.mark.parametrize(("n", "options"), list(DIGRAPHS))
def test_totals_of_digraphs(n: int, options: str) -> None:
    assert totals("vertex-geography", blocks_listed(n, directg=options)) == DIGRAPHS[n, options]


EDGES = {4: (6, 14, 13), 5: (21, 63, 57), 6: (112, 412, 370), 7: (853, 3_771, 3_454), 8: (11_117, 58_259, 53_419)}


@pytest.mark.parametrize("n", [n if n < 8 else pytest.param(n, marks=LONG) for n in EDGES])
def test_totals_of_edge_geography(n: int) -> None:
    assert totals("edge-geography", blocks_listed(n)) == EDGES[n]


WEIGHTS = {
    ("nimg-rm", 6, 3): (112, 240_265, 400_671),
    ("nimg-mr", 6, 3): (112, 251_821, 274_812),
    ("nimg-rm", 7, 3): (853, 6_669_449, 7_508_342),
    ("nimg-mr", 7, 3): (853, 7_150_676, 7_228_327),
    ("nimg-rm", 8, 2): (11_117, 9_971_535, 19_713_854),
    ("nimg-mr", 8, 2): (11_117, 11_540_468, 12_622_112),
}


@pytest.mark.parametrize(
    ("game", "n", "k"), [case if case[1] < 7 else pytest.param(*case, marks=LONG) for case in WEIGHTS]
)
def test_totals_of_nimg(game: str, n: int, k: int) -> None:
    assert totals(game, blocks_listed(n), k) == WEIGHTS[game, n, k]


def test_what_no_kernel_takes() -> None:
    assert kernel_for("vertexnim", n=4) is None
    assert kernel_for("vertex-geography", n=15) is None
    assert kernel_for("vertex-geography", n=0) is None
    assert kernel_for("vertex-geography", n=4, weights=2) is None
    assert kernel_for("nimg-rm", n=4) is None
    assert kernel_for("edge-nimg", n=4) is None
    assert kernel_for("edge-nimg", n=4, weights=2, compiled=True) is None
    assert kernel_for("vertexnim-mr", n=8, weights=20) is None
    assert kernel_for("nimg-rm", n=8, weights=20) is None
    assert kernel_for("nimg-rm", n=2, weights=(10**30, 1)) is None


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", [None, True, False])
def test_kernels_can_be_sent_to_other_processes(compiled: bool | None) -> None:
    kernel = kernel_for("nimg-rm", n=3, weights=2, compiled=compiled)
    assert kernel is not None
    kernel.prepare()
    again = pickle.loads(pickle.dumps(kernel))
    block = every_graph(3)
    assert (again.solve(block).misere == kernel.solve(block).misere).all()
    assert ("compiled" in kernel.name) == (compiled is not False)
