"""The public functions: a maximum matching, and the decomposition that certifies it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.core.optional import later
from lastmove.graphs.csr import rows_of
from lastmove.graphs.matching.forest import INNER, OUTER
from lastmove.graphs.matching.solver import Solver
from lastmove.graphs.sources import as_graph

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.graphs.graph import Graph
    from lastmove.graphs.sources import GraphSource
else:
    np = later("numpy")

__all__ = ["GallaiEdmonds", "Matching", "gallai_edmonds", "maximum_matching"]


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
    return Matching(known, _mates(Solver(rows_of(known))))


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
    solver = Solver(rows_of(known))
    kinds = np.asarray(solver.kinds, np.uint8)
    return GallaiEdmonds(Matching(known, _mates(solver)), kinds == OUTER, kinds == INNER)


def _undirected(source: GraphSource) -> Graph:
    graph = as_graph(source).graph
    if graph.directed:
        raise InputError("graph", "it is directed; accepted: an undirected graph")
    return graph


def _mates(solver: Solver) -> NDArray[np.int32]:
    mate = np.asarray(solver.mate, np.int32)
    mate.flags.writeable = False
    return mate
