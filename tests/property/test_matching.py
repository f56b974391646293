"""Maximum matchings and Gallai-Edmonds classes: the certificate is checked, not just the answer.

Every graph goes through both ways to run (plain Python, Numba), through the phases from the start, and through a start
from nothing, which makes the forest do all the work.
"""

from __future__ import annotations

import random
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.csgraph import maximum_bipartite_matching

import lastmove as lm
from effort import tries
from lastmove.graphs import Graph, backend, csr, gallai_edmonds, maximum_matching, named
from lastmove.graphs.backend import Compiled, Plain
from lastmove.graphs.csr import CSR, csr_of, rows_of, rows_of_lists
from lastmove.graphs.matching.forest import INNER, OUTER
from lastmove.graphs.matching.matching import MatchingSolver
from lastmove.theorems.rules.matchings.matching import MatchingRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

AT_ONCE = -1  # full scans after which phases take over: before the first


class FromNothing(MatchingSolver):
    """Without the start that leaves the forest little to do."""

    def _begin(self) -> int:
        return len(self.mate)


class FromAnything(MatchingSolver):
    """From a maximal matching that is as bad as chance makes it."""

    def _begin(self) -> int:
        rng = random.Random(len(self.mate))
        order = list(range(len(self.mate)))
        rng.shuffle(order)
        for u in order:
            free = [v for v in self.rows.row(u) if self.mate[v] < 0]
            if self.mate[u] < 0 and free:
                v = rng.choice(free)
                self.mate[u], self.mate[v] = v, u
        return len(self.mate)


@cache
def ways() -> tuple[Any, ...]:
    """Both ways to run; the tests need Numba."""
    return (Plain(), Compiled())


def solvers(rows: CSR) -> Iterator[tuple[str, MatchingSolver, MatchingSolver]]:
    """Every kind of solver, run both ways."""
    plain, compiled = ways()
    for kind in (MatchingSolver, FromNothing, FromAnything):
        for scans in (40, AT_ONCE):
            name = f"{kind.__name__}, {scans} scans"
            yield (
                name,
                kind(rows, backend=plain, full_scans=scans),
                kind(rows, backend=compiled, full_scans=scans),
            )


def check_certificate(graph: nx.Graph, mate: Sequence[int], kinds: Sequence[int]) -> None:
    """A matching, and a barrier that proves it maximum by the formula of Tutte and Berge; D, A, C as in the theorem."""
    for v, other in enumerate(mate):
        assert other == -1 or (mate[other] == v and graph.has_edge(v, other))
    exposed = {v for v, other in enumerate(mate) if other == -1}
    d, a = ({v for v, kind in enumerate(kinds) if kind == which} for which in (OUTER, INNER))
    rest = graph.subgraph(set(graph) - a)
    parts = list(nx.connected_components(rest))
    odd = [part for part in parts if len(part) % 2]
    assert len(odd) - len(a) == len(exposed), "the barrier does not prove it maximum"
    assert set().union(*odd) == d
    assert a == {u for v in d for u in graph[v]} - d
    assert all(len(part & exposed) <= 1 for part in odd)
    assert all(mate[v] in d for v in a)


def check(graph: nx.Graph) -> MatchingSolver:
    """Solve in all ways; the two backends take the same steps, all ways give the same classes."""
    graph = nx.convert_node_labels_to_integers(graph)
    rows = rows_of_lists([sorted(graph[v]) for v in range(len(graph))])
    classes = []
    for name, plain, compiled in solvers(rows):
        assert list(plain.mate) == compiled.mate.tolist(), name
        assert list(plain.kinds) == compiled.kinds.tolist(), name
        check_certificate(graph, plain.mate, plain.kinds)
        classes.append(list(plain.kinds))
    assert all(found == classes[0] for found in classes)
    return MatchingSolver(rows, backend=ways()[0])


class Definition:
    """The sizes of maximum matchings of all induced subgraphs, by trying every partner of the first vertex."""

    def __init__(self, graph: nx.Graph) -> None:
        self.graph = nx.convert_node_labels_to_integers(graph)
        self.size = cache(self._size)
        self.all = frozenset(self.graph)

    def _size(self, vertices: frozenset[int]) -> int:
        if not vertices:
            return 0
        u = min(vertices)
        rest = vertices - {u}
        return max([self.size(rest), *(1 + self.size(rest - {v}) for v in self.graph[u] if v in rest)])

    def left_out(self, u: int) -> bool:
        return bool(self.size(self.all - {u}) == self.size(self.all))

    def partners(self, u: int) -> list[int]:
        """The neighbours of u in D(G - u), if u is not in D(G)."""
        if self.left_out(u):
            return []
        rest = self.all - {u}
        return [v for v in sorted(self.graph[u]) if self.size(rest - {v}) == self.size(rest)]


def check_by_definition(graph: nx.Graph) -> None:
    law = Definition(graph)
    solver = check(graph)
    n = len(graph)
    assert sum(other >= 0 for other in solver.mate) == 2 * law.size(law.all)
    assert [kind == OUTER for kind in solver.kinds] == [law.left_out(u) for u in range(n)]
    for way in ways():
        asked = MatchingSolver(solver.rows, backend=way)
        for u in [*range(n), *range(n)]:  # twice: a question must leave no trace
            assert asked.partners(u) == law.partners(u)


def size(graph: nx.Graph) -> int:
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@pytest.mark.long
def test_all_graphs_on_up_to_6_vertices() -> None:
    for graph in nx.graph_atlas_g()[:209]:
        check_by_definition(graph)


@pytest.mark.parametrize("step", [64, pytest.param(1, marks=pytest.mark.long)])
def test_all_graphs_on_7_vertices(step: int) -> None:
    for graph in nx.graph_atlas_g()[209::step]:
        check_by_definition(graph)


@pytest.mark.parametrize("part", range(4))
def test_random_graphs_by_definition(part: int) -> None:
    rng = random.Random(part)
    for _ in range(tries(40)):
        n = rng.randint(8, 12)
        check_by_definition(nx.gnm_random_graph(n, rng.randint(n // 2, 2 * n), seed=rng.randrange(10**9)))


@pytest.mark.parametrize("part", range(2))
def test_many_random_graphs_against_networkx(part: int) -> None:
    """The certificate proves each matching maximum; networkx confirms that both understand the same by that."""
    rng = random.Random(part)
    for _ in range(tries(1000, quick=100)):
        n = rng.randint(1, 30)
        graph = nx.gnm_random_graph(n, rng.randint(0, 2 * n), seed=rng.randrange(10**9))
        assert sum(other >= 0 for other in check(graph).mate) == 2 * size(graph)


@pytest.mark.long
def test_thousands_of_random_graphs() -> None:
    rng = random.Random(11)
    for _ in range(5000):
        n = rng.randint(2, 60)
        check(nx.gnp_random_graph(n, min(1, rng.choice([0.7, 1.2, 2, 3, 5, 9]) / n), seed=rng.randrange(10**9)))


def test_d_by_deleting_each_vertex() -> None:
    rng = random.Random(7)
    for seed in range(tries(60)):
        n = rng.randint(13, 22)
        graph = nx.gnp_random_graph(n, rng.choice([1.2, 2, 3, 5]) / n, seed=seed)
        solver, best = check(graph), size(graph)
        for v in graph:
            rest = graph.copy()
            rest.remove_node(v)
            assert (solver.kinds[v] == OUTER) == (size(rest) == best)


def cactus(rng: random.Random) -> nx.Graph:
    """Odd cycles hung on odd cycles: blossoms inside blossoms."""
    graph = nx.cycle_graph(3)
    for _ in range(rng.randint(1, 12)):
        at, n = rng.randrange(len(graph)), len(graph)
        length = rng.choice([1, 2, 2, 4])
        nx.add_path(graph, [at, *range(n, n + length), rng.choice([at, rng.randrange(n)])])
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return graph


def flower(depth: int) -> nx.Graph:
    """A stem, and at its end cycles of length 5 one in the other: each level shrinks into a vertex of the next."""
    graph = nx.path_graph(3)
    at = 2
    for _ in range(depth):
        n = len(graph)
        nx.add_path(graph, [at, n, n + 1, n + 2, n + 3, at])
        graph.add_edge(n, n + 2)
        at = n + 1
    return graph


BLOSSOMS: dict[str, Callable[[int], nx.Graph]] = {
    "complete graphs of odd order in a chain": lambda k: nx.compose(
        nx.disjoint_union_all([nx.complete_graph(5 + 2 * (i % 2)) for i in range(k)]),
        nx.Graph([(6 * i, 6 * i + 6) for i in range(k - 1)]),
    ),
    "triangles in a chain": lambda k: nx.Graph(
        [e for i in range(k) for e in [(3 * i, 3 * i + 1), (3 * i, 3 * i + 2), (3 * i + 1, 3 * i + 2)]]
        + [(3 * i + 2, 3 * i + 3) for i in range(k - 1)]
    ),
    "flower": flower,
    "wheel": lambda k: nx.wheel_graph(2 * k + 2),
    "windmill": lambda k: nx.windmill_graph(k + 2, 3),
    "several components": lambda k: nx.disjoint_union_all(
        [
            nx.petersen_graph(),
            nx.complete_graph(2 * k + 1),
            nx.star_graph(k),
            nx.cycle_graph(2 * k + 1),
            nx.path_graph(k),
        ]
    ),
    "triangular lattice": lambda k: nx.triangular_lattice_graph(3, k),
    "odd torus": lambda k: nx.grid_2d_graph(3, 2 * k + 1, periodic=True),
    "line graph": lambda k: nx.line_graph(nx.random_regular_graph(3, 2 * k + 2, seed=k)),
}


@pytest.mark.parametrize("family_name", BLOSSOMS)
def test_blossoms(family_name: str) -> None:
    for k in (1, 2, 3, 4, 7, 10, 15):
        check(BLOSSOMS[family_name](k))


def test_odd_cycles_in_odd_cycles() -> None:
    rng = random.Random(3)
    for _ in range(tries(250)):
        check(cactus(rng))


@pytest.mark.parametrize(
    "spec", ["random-regular:3,1500", "grid:30x31", "grid:31x31", "random-tree:1200", "random-graph:1500,0.002"]
)
def test_larger_graphs(spec: str) -> None:
    check(nx.Graph([*named(spec, seed=5).ends()]))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_large_sparse_graphs(seed: int) -> None:
    n = 6000
    check(nx.gnm_random_graph(n, int(n * [0.6, 1, 1.2, 1.5, 2.5, 5][seed]), seed=seed))


@pytest.mark.parametrize("way", [0, 1], ids=["plain", "compiled"])
@pytest.mark.parametrize("seed", range(4))
def test_bipartite_graphs_against_scipy(way: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = (1500, 20_000)[way]
    left, right = rng.integers(0, n, (2, 2 * n + seed * n))
    graph = Graph.numbered(2 * n, zip(left.tolist(), (right + n).tolist(), strict=True))
    known = maximum_bipartite_matching(sp.csr_array((np.ones(len(left)), (left, right)), shape=(n, n)))
    for scans in (40, AT_ONCE):
        solver = MatchingSolver(csr_of(graph), backend=ways()[way], full_scans=scans)
        assert sum(v >= 0 for v in solver.mate) == 2 * np.count_nonzero(known >= 0)


def test_rows() -> None:
    rng = random.Random(1)
    for n in range(9):
        for directed in (False, True):
            pairs = [(rng.randrange(n), rng.randrange(n)) for _ in range(3 * n)]
            graph = Graph(n, pairs, directed=directed)
            flat = graph.csr
            assert flat is graph.csr
            assert flat.indptr.dtype == flat.indices.dtype == np.int32
            expected = [[v for v in around if v != u] for u, around in enumerate(graph.neighbours)]
            assert [flat.row(u) for u in range(n)] == expected
            assert rows_of(graph) == rows_of_lists(graph.neighbours) == CSR(flat.indptr.tolist(), flat.indices.tolist())
            assert flat.n == n


def test_rows_in_linear_time() -> None:
    compiled = ways()[1]
    rng = random.Random(2)
    for n in [*range(9), 500]:
        graph = Graph(n, [(rng.randrange(n), rng.randrange(n)) for _ in range(3 * n)])
        quick, sorted_ = csr._in_linear_time(graph, compiled), csr._by_sorting(graph)
        for one, other in zip(quick, sorted_, strict=True):
            assert one.dtype == other.dtype
            assert one.tolist() == other.tolist()


def test_public_functions() -> None:
    graph = Graph("abcd", [("a", "b"), ("b", "a"), ("c", "c"), ("c", "b")])
    found = gallai_edmonds(graph)
    assert found.classes() == {"D": ["a", "c", "d"], "A": ["b"], "C": []}
    assert found.deficiency == 2
    assert found.matching.size == 1
    assert set(found.matching.exposed()) in ({"a", "d"}, {"c", "d"})
    assert found.rest.tolist() == [False] * 4
    assert found.inessential.dtype == found.barrier.dtype == bool
    assert found.matching.mate.dtype == np.int32
    with pytest.raises(ValueError, match="read-only"):
        found.matching.mate[0] = 0
    assert list(maximum_matching(nx.path_graph(4)).edges()) == [(0, 1), (2, 3)]
    assert maximum_matching((3, np.array([[0, 2]]))).mate.tolist() == [2, -1, 0]
    assert maximum_matching([]).size == 0
    assert gallai_edmonds((2, [])).classes() == {"D": [0, 1], "A": [], "C": []}
    for wrong in (nx.DiGraph([(0, 1)]), 7):
        with pytest.raises(lm.InputError, match="graph"):
            maximum_matching(wrong)


def test_a_large_graph_by_the_public_functions() -> None:
    graph = named("grid:301x301")
    found = gallai_edmonds(graph)
    assert found.deficiency == 1
    assert np.count_nonzero(found.inessential) == 301 * 301 // 2 + 1  # one colour of the board
    assert found.matching.size == maximum_matching(graph).size


def test_the_rule_for_a_large_board() -> None:
    graph = named("grid:120x121")
    rule = MatchingRule(rows_of(graph))
    assert rule.codes == bytes([1]) * graph.n
    assert rule.size == graph.n // 2
    assert rule.mate[rule.mate[5]] == 5
    assert rule.winning_neighbours(0) == [1, 121]


@pytest.mark.long
def test_a_million_vertices() -> None:
    rule = MatchingRule(rows_of(named("grid:1001x1001")))
    assert rule.size == 501_000
    assert sum(rule.codes) == 501_000
    assert rule.winning_neighbours(1) == [0, 2, 1002]


def test_numba_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    backend.compiled.cache_clear()
    monkeypatch.setattr(backend, "_plain_work", backend.PAYS_FOR_START)
    try:
        assert isinstance(backend.choose_backend(10**6), Plain)
        assert maximum_matching(named("grid:60x60")).size == 1800
    finally:
        backend.compiled.cache_clear()


def test_numba_is_started_when_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "_plain_work", 0)
    backend.compiled.cache_clear()
    assert isinstance(backend.choose_backend(backend.WORTH_IT - 1), Plain)
    assert isinstance(backend.choose_backend(backend.PAYS_FOR_START // 2), Plain)
    assert isinstance(backend.choose_backend(backend.PAYS_FOR_START // 2), Compiled)
    assert isinstance(backend.choose_backend(backend.WORTH_IT), Compiled)
    assert isinstance(backend.choose_backend(backend.WORTH_IT - 1), Plain)
