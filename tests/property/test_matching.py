"""Maximum matchings and the vertices they can leave out, against networkx and against the definition."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from lastmove.graphs import family
from lastmove.graphs.matching import inessential, maximum_matching


def size(graph: nx.Graph) -> int:
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def check(graph: nx.Graph) -> None:
    """A matching, of the right size; and each vertex is left out by one as the graph without it says."""
    graph = nx.convert_node_labels_to_integers(graph)
    neighbours = [sorted(graph[v]) for v in range(len(graph))]
    mate = maximum_matching(neighbours)
    for v, other in enumerate(mate):
        assert other == -1 or (mate[other] == v and other in neighbours[v])
    best = size(graph)
    assert sum(other >= 0 for other in mate) == 2 * best
    for v, left_out in enumerate(inessential(neighbours, mate)):
        rest = graph.copy()
        rest.remove_node(v)
        assert left_out == (size(rest) == best)


def test_all_graphs_on_up_to_6_vertices() -> None:
    for graph in nx.graph_atlas_g()[1:209]:
        check(graph)


@pytest.mark.long
def test_all_graphs_on_7_vertices() -> None:
    for graph in nx.graph_atlas_g()[209:]:
        check(graph)


def test_random_graphs() -> None:
    rng = random.Random(7)
    for seed in range(250):
        n = rng.randint(8, 22)
        check(nx.gnp_random_graph(n, rng.choice([1.2, 2, 3, 5]) / n, seed=seed))


def test_odd_cycles_in_odd_cycles() -> None:
    """Triangles hung on triangles: blossoms inside blossoms."""
    rng = random.Random(3)
    for _ in range(120):
        graph = nx.cycle_graph(3)
        for _ in range(rng.randint(1, 5)):
            at, n = rng.randrange(len(graph)), len(graph)
            length = rng.choice([2, 4, 1])
            nx.add_path(graph, [at, *range(n, n + length), rng.choice([at, rng.randrange(n)])])
        graph.remove_edges_from(list(nx.selfloop_edges(graph)))
        check(graph)


@pytest.mark.parametrize("spec", ["random-regular:3,1500", "grid:30x31", "random-tree:1200", "random-graph:1500,0.002"])
def test_larger_graphs(spec: str) -> None:
    """Too large to try every vertex: the size, and how many vertices are left out for each edge missing."""
    graph = family(spec, seed=5)
    mate = maximum_matching(graph.neighbours)
    made = nx.Graph(list(graph.ends()))
    assert sum(other >= 0 for other in mate) == 2 * size(made)
    left_out = inessential(graph.neighbours, mate)
    assert all(left_out[v] for v, other in enumerate(mate) if other == -1)
