"""Invariants of graphs in SQL, against networkx and plain definitions, on every small graph."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import lastmove as lm
from lastmove.censuses.invariants import automorphisms, girth, matching_number, planar


def graph_of(n: int, edges: int) -> Any:
    """The graph of a row, read pair by pair in the order of graph6."""
    pairs = [(v, w) for w in range(n) for v in range(w)]
    found = nx.empty_graph(n)
    found.add_edges_from(pair for b, pair in enumerate(pairs) if edges >> b & 1)
    return found


@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_every_small_graph(n: int) -> None:
    pairs = list(combinations(range(n), 2))
    for edges in range(1 << len(pairs)):
        graph = graph_of(n, edges)
        least = nx.girth(graph)
        assert girth(n, edges) == (None if least == float("inf") else least)
        assert planar(n, edges) == nx.check_planarity(graph)[0]
        assert matching_number(n, edges) == len(nx.max_weight_matching(graph, maxcardinality=True))
        same = sum(all(graph.has_edge(p[v], p[w]) for v, w in graph.edges) for p in permutations(range(n)))
        assert automorphisms(n, edges) == same


def test_in_sql(tmp_path: Path) -> None:
    census = lm.census("vertex-geography", n="1-6", out=tmp_path)
    asked = "n, edges, girth(n, edges), planar(n, edges), matching_number(n, edges), automorphisms(n, edges)"
    for n, edges, *found in census.query(f"select {asked} from census").rows:
        assert found == [girth(n, edges), planar(n, edges), matching_number(n, edges), automorphisms(n, edges)]
    labelled = "select n, sum(factorial(n) / automorphisms(n, edges)) as labelled from census group by n order by n"
    assert [int(row[1]) for row in census.query(labelled).rows] == [1, 1, 4, 38, 728, 26704]  # A001187
    assert census.query("select count(*) from census where n = 5 and not planar(n, edges)").rows == [(1,)]
    assert census.query("select girth(null, null)").rows == [(None,)]
