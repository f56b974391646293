"""LM32: bipartite boards on which every start of misère Vertex Geography is lost have no bridge; and what is needed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest

import lastmove as lm
from lastmove.core.play import Play
from lastmove.graphs.components import bridges, is_strongly_connected
from lastmove.graphs.random import small_graphs
from theory_checks import Law

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def bipartite_graphs(n: int) -> Iterator[lm.Graph]:
    """Every connected bipartite graph on n vertices, some in more than one numbering."""
    for left in range(1, n // 2 + 1):
        right = range(left, n)
        for rows in combinations_with_replacement(range(1, 1 << len(right)), left):
            edges = [(u, v) for u, row in enumerate(rows) for place, v in enumerate(right) if row >> place & 1]
            graph = lm.Graph(n, edges)
            if is_strongly_connected(graph):
                yield graph


@pytest.mark.parametrize("n", [3, 4, 5, 6, pytest.param(7, marks=pytest.mark.long)])
def test_lost_bipartite_boards_have_no_bridge(n: int) -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    for graph in bipartite_graphs(n):
        law, board = Law(Play.MISERE), lm.VertexGeography(graph)
        lost = not any(law.wins(board.at(v)) for v in graph.vertices)
        bridge = bool(bridges(graph.incidence))
        assert not (lost and bridge), graph
        seen[lost, bridge] += 1
    assert seen[False, True]
    assert bool(seen[True, False]) == (n % 2 == 0)  # as far as anyone has looked


@pytest.mark.long
def test_eight_vertices_by_the_kernels() -> None:
    graphs = list(bipartite_graphs(8))
    found = lm.outcomes_many(map(lm.VertexGeography, graphs), play="misere")
    lost = [graph for graph, outcomes in zip(graphs, found, strict=True) if not any(outcomes.wins)]
    assert lost
    assert not any(bridges(graph.incidence) for graph in lost)


def test_a_single_edge_is_the_exception() -> None:
    """It is lost from both ends, and lies on no cycle."""
    law = Law(Play.MISERE)
    edge = lm.VertexGeography([(0, 1)])
    assert not any(law.wins(edge.at(v)) for v in (0, 1))


def test_refute_finds_no_counterexample() -> None:
    def holds(outcomes: Mapping[object, lm.Outcome]) -> bool | None:
        lost = all(outcome is lm.Outcome.P for outcome in outcomes.values())
        return not bridges(outcomes.problem.position.graph.incidence) if lost else None  # type: ignore[attr-defined]

    graphs = [graph for n in range(3, 7) for graph in bipartite_graphs(n)]
    assert lm.refute(holds, game="vertex-geography", play="misere", source=graphs, n=6, of="board") is None


def test_weights_of_1_in_misere_nimg_rm_are_vertex_geography() -> None:
    """The second half of LM26: on digraphs without loops."""
    for n in (1, 2, 3):
        for graph in small_graphs(n, directed=True):
            misere, normal = Law(Play.MISERE), Law(Play.NORMAL)
            for v in graph.vertices:
                ones = lm.NimGRM(graph, [1] * n, start=v)
                assert misere.wins(ones) == normal.wins(lm.VertexGeography(graph, start=v)), (graph, v)
