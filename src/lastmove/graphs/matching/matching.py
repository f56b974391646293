"""The public functions: a maximum matching, and the Gallai-Edmonds decomposition that certifies it.

A first matching is improved along the alternating forest; where that takes too long, by phases that have a guarantee.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from lastmove.core.errors import InputError
from lastmove.core.limits import look
from lastmove.core.optional import later
from lastmove.graphs.backend import choose_backend
from lastmove.graphs.csr import rows_of
from lastmove.graphs.matching.forest import INNER, OUTER, WORK, Forest
from lastmove.graphs.matching.greedy import Start
from lastmove.graphs.sources import as_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from numpy.typing import NDArray

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.sources import GraphSource

    Answer = TypeVar("Answer")
    InD = Callable[[int], bool]
    Ask = Callable[[InD], Answer]
    import numpy as np
else:
    np = later("numpy")

FULL_SCANS = 40  # as many looks at the whole graph the forest may take before the phases do the rest
DENSE = 16  # the mean degree from which looking at all edges costs more than a better start saves
NO_LIMIT = 1 << 62
FIRST_LOOK = 32  # edges after which a search first asks whether it is worth going on


class MatchingSolver:
    """A maximum matching, found when this is made, and further questions about it.

    Parameters
    ----------
    rows
        The graph.
    backend
        How to run; by default the size of the graph decides.
    full_scans
        How often the forest may look at the whole graph before the phases take over.
    mate
        A matching to begin with, for each vertex its mate or -1, in the form of the backend; it is copied.

    Attributes
    ----------
    mate
        For each vertex its mate or -1: a list or a numpy array.
    work
        How many edges the forest has looked at for the matching and the classes; an edge counts from both ends.
    """

    def __init__(
        self, rows: CSR, *, backend: Backend | None = None, full_scans: int = FULL_SCANS, mate: Any = None
    ) -> None:
        size = rows.n + len(rows.indices)
        self.backend = backend or choose_backend(rows.n + len(rows.indices) // 2)
        self.rows = self.backend.rows(rows)
        self.mate: Any = self.backend.ints(rows.n, -1) if mate is None else mate.copy()
        self.work = 0
        self._final: Forest | None = None
        if mate is not None or self._begin() > 1:  # a path joins two of them, so one is as few as can be
            self._final = self._grow(full_scans * size)
            if self._final is None:
                self._phases()

    def _begin(self) -> int:
        """Find a first matching; how many vertices with neighbours it leaves out.

        The order of the vertices is perfect for many boards, and good enough for graphs that are dense or have no
        leaves. In others it pays to match leaves first.
        """
        indptr, indices = self.rows
        kernels = self.backend.kernels("graphs.matching.greedy")
        left_out: int = kernels.match_in_order(indptr, indices, self.mate, 1)
        if left_out > 1:
            if len(indices) < DENSE * len(self.mate) and kernels.has_leaf(indptr):
                left_out = kernels.match_leaves_first(Start.new(self.rows, self.mate, self.backend))
            else:
                left_out = kernels.match_in_order(indptr, indices, self.mate, len(self.mate))
        return left_out

    def _grow(self, budget: int) -> Forest | None:
        """Augment and give the final forest; ``None`` if the budget does not suffice."""
        kernels = self.backend.kernels("graphs.matching.forest")
        forest = Forest.new(self.rows, self.mate, self.backend)
        kernels.plant(forest)
        finished = kernels.grow_forest(forest, budget)
        self.work += int(forest.at[WORK])
        return forest if finished else None

    def _phases(self) -> None:
        """Augment along shortest paths, many at a time, until there are none: O(sqrt(n)) times."""
        from lastmove.graphs.matching.phases import Levels, Paths

        levels = Levels.new(self.rows, self.mate, self.backend)
        paths = Paths.new(levels, self.backend)
        climb = self.backend.kernels("graphs.matching.phases").climb
        augment_disjoint = self.backend.kernels("graphs.matching.phases").augment_disjoint
        while (time := climb(levels)) >= 0:
            look()
            augment_disjoint(paths, time)

    @cached_property
    def kinds(self) -> Any:
        """For each vertex its class: ``OUTER`` for D, ``INNER`` for A, 0 for C."""
        final, self._final = self._final or self._grow(NO_LIMIT), None
        assert final is not None
        states: Any = final.state
        return [s & (OUTER | INNER) for s in states] if isinstance(states, list) else states & (OUTER | INNER)

    def partners(self, u: int) -> list[int]:
        """The vertices that some maximum matching matches u with, if every maximum matching covers u; else none.

        They are the neighbours of u that are in D when u is taken away.
        """
        if self.kinds[u] == OUTER:
            return []
        return self.ask_without(u, lambda in_d: [v for v in self.rows.row(u) if in_d(v)])

    def ask_without(self, u: int, ask: Ask[Answer], hopeless: Callable[[InD, int], bool] | None = None) -> Answer:
        """The answer of ``ask`` to the test for D in the graph without u, a vertex that is not in D.

        While the search goes on, ``hopeless`` is asked now and then, with the part of D that has been found and the
        work this took; if it says True the search ends, and ``ask`` gets that part.

        Notes
        -----
        When u is taken away, the matching, less the edge from u to its mate m, is still a maximum one, and m is one
        more root. If u is in A, D stays as it is; if u is in C, D gains what the tree of m reaches in C, and one search
        there finds it.
        """
        kinds = self.kinds
        if kinds[u] == INNER:
            return ask(lambda v: bool(kinds[v] == OUTER))
        kernels, rest = self.backend.kernels("graphs.matching.forest"), self._rest
        state = rest.state

        def in_d(v: int) -> bool:
            return bool(kinds[v] == OUTER or state[v] & OUTER)

        try:
            kernels.plant_without(rest, u)
            self._grow_while(rest, hopeless and partial(hopeless, in_d))
            found = ask(in_d)
            kernels.uproot(rest, u)
        except BaseException:  # a limit, or Ctrl-C: the vertex is still away, and a tree stands there
            self.mate[self.mate[u]] = u
            self.__dict__.pop("_rest", None)
            raise
        return found

    def _grow_while(self, forest: Forest, hopeless: Callable[[int], bool] | None) -> None:
        grow = self.backend.kernels("graphs.matching.forest").grow_forest
        if hopeless is None:
            grow(forest, NO_LIMIT)
            return
        work = FIRST_LOOK
        while not grow(forest, int(forest.at[WORK]) + work) and not hopeless(work):
            work *= 2

    def leaving_out(self, u: int) -> Any:
        """The mates in a maximum matching that leaves out u, a vertex of D."""
        kernels = self.backend.kernels("graphs.matching.forest")
        forest = Forest.new(self.rows, self.mate.copy(), self.backend)
        kernels.plant(forest)
        kernels.grow_forest(forest, NO_LIMIT)
        kernels.leave_out(forest, u)
        return forest.mate

    @cached_property
    def _rest(self) -> Forest:
        """A forest for trees in C: all other vertices are inner and so never looked at."""
        forest = Forest.new(self.rows, self.mate, self.backend)
        for v, kind in enumerate(self.kinds):
            if kind:
                forest.state[v] = INNER
        return forest


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """A maximum matching.

    Attributes
    ----------
    graph
        The graph it is of.
    mate
        For each vertex number the number of the vertex it is matched with, or -1.
    """

    graph: Graph
    mate: NDArray[np.int32]

    @property
    def size(self) -> int:
        """The number of edges."""
        return int(np.count_nonzero(self.mate >= 0)) // 2

    def edges(self) -> Iterator[tuple[Hashable, Hashable]]:
        """The edges as pairs of names."""
        names = self.graph.vertices
        first = np.flatnonzero(self.mate > np.arange(len(self.mate)))
        return ((names[u], names[v]) for u, v in zip(first.tolist(), self.mate[first].tolist(), strict=True))

    def exposed(self) -> Iterator[Hashable]:
        """The names of the vertices left out."""
        return (self.graph.vertices[v] for v in np.flatnonzero(self.mate < 0).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class GallaiEdmonds:
    """The Gallai-Edmonds decomposition of a graph into D, A and C.

    D holds the vertices that some maximum matching leaves out, A the other vertices that have a neighbour in D, C the
    rest. Every maximum matching matches A into different components of D, C with itself, and all but one vertex of
    each component of D with each other.

    Attributes
    ----------
    matching
        A maximum matching.
    inessential
        For each vertex number whether it is in D.
    barrier
        For each vertex number whether it is in A.

    Notes
    -----
    The barrier certifies that the matching is maximum, by the formula of Tutte and Berge: a matching leaves out at
    least as many vertices as the graph without the barrier has components of odd order, less the vertices of the
    barrier; here this is the :attr:`deficiency`.
    """

    matching: Matching
    inessential: NDArray[np.bool_]
    barrier: NDArray[np.bool_]

    @property
    def rest(self) -> NDArray[np.bool_]:
        """For each vertex number whether it is in C."""
        return ~(self.inessential | self.barrier)

    @property
    def deficiency(self) -> int:
        """The number of vertices that a maximum matching leaves out."""
        return int(np.count_nonzero(self.matching.mate < 0))

    def classes(self) -> dict[str, list[Hashable]]:
        """The names of the vertices in D, A and C."""
        names = self.matching.graph.vertices
        parts = {"D": self.inessential, "A": self.barrier, "C": self.rest}
        return {letter: [names[v] for v in np.flatnonzero(part).tolist()] for letter, part in parts.items()}


def maximum_matching(graph: GraphSource) -> Matching:
    """A matching with as many edges as possible, in any undirected graph.

    Parameters
    ----------
    graph
        Anything that :func:`~lastmove.graphs.as_graph` accepts. Loops and parallel edges are ignored.

    Returns
    -------
    Matching
        The matching, with its edges by number (``mate``) and by name (``edges()``).

    Raises
    ------
    InputError
        If the graph is directed, or no graph.

    Examples
    --------
    >>> found = maximum_matching([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    >>> found.size, found.mate.tolist()
    (2, [1, 0, 3, 2])
    >>> list(found.edges())
    [('a', 'b'), ('c', 'd')]

    Notes
    -----
    Cost: O(sqrt(n) m a(n)) time at most, a(n) the inverse Ackermann function, and near-linear on all families that were
    measured; O(n + m) memory, about 45 bytes a vertex beside the graph. Graphs of more than a few thousand vertices
    and edges run compiled by Numba where it is installed; the result is the same.

    References
    ----------
    J. Edmonds, *Paths, trees, and flowers*, Canadian J. Math. 17 (1965).

    R. M. Karp and M. Sipser, *Maximum matchings in sparse random graphs*, FOCS 1981, for the start.

    A. Azad, A. Buluç and A. Pothen, *Computing maximum cardinality matchings in parallel on bipartite graphs via
    tree-grafting*, IEEE Trans. Parallel Distrib. Syst. 28 (2017), for keeping trees when others are augmented.

    H. N. Gabow, *The weighted matching approach to maximum cardinality matching*, Fundamenta Informaticae 154 (2017),
    for the bound.
    """
    known = _undirected(graph)
    return Matching(known, _mates(MatchingSolver(rows_of(known))))


def gallai_edmonds(graph: GraphSource) -> GallaiEdmonds:
    """The Gallai-Edmonds decomposition of any undirected graph, with a maximum matching.

    Parameters
    ----------
    graph
        Anything that :func:`~lastmove.graphs.as_graph` accepts. Loops and parallel edges are ignored.

    Returns
    -------
    GallaiEdmonds
        The classes D, A and C, and the matching they certify.

    Raises
    ------
    InputError
        If the graph is directed, or no graph.

    Examples
    --------
    >>> star = gallai_edmonds([("hub", "x"), ("hub", "y"), ("hub", "z")])
    >>> star.classes()
    {'D': ['x', 'y', 'z'], 'A': ['hub'], 'C': []}
    >>> star.deficiency, star.barrier.tolist()
    (2, [True, False, False, False])

    Notes
    -----
    Cost as for :func:`maximum_matching`: the search that ends without an augmenting path is the decomposition.

    References
    ----------
    L. Lovász and M. D. Plummer, *Matching Theory*, North-Holland 1986, chapter 3.
    """
    known = _undirected(graph)
    solver = MatchingSolver(rows_of(known))
    kinds = np.asarray(solver.kinds, np.uint8)
    return GallaiEdmonds(Matching(known, _mates(solver)), kinds == OUTER, kinds == INNER)


def _undirected(source: GraphSource) -> Graph:
    graph = as_graph(source).graph
    if graph.directed:
        raise InputError("graph", "it is directed; accepted: an undirected graph")
    return graph


def _mates(solver: MatchingSolver) -> NDArray[np.int32]:
    mate = np.asarray(solver.mate, np.int32)
    mate.flags.writeable = False
    return mate
