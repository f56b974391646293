"""Graphs from what Python users have: edge lists, networkx, numpy, scipy, graph6 strings."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Hashable

GraphSource = Any
"""What :func:`as_graph` accepts."""


class GraphWithWeights(NamedTuple):
    """A graph, and the vertex weights that came with it."""

    graph: Graph
    weights: Mapping[Hashable, object] | None = None


def as_graph(source: GraphSource, *, directed: bool | None = None) -> GraphWithWeights:
    """The graph that ``source`` describes.

    Parameters
    ----------
    source
        A :class:`Graph`; a networkx graph (its node attribute ``weight`` becomes the weights); an edge list
        (vertices in order of first appearance); a numpy (m, 2) integer array (vertices 0 to the largest); a
        pair ``(n, edges)`` of a number of vertices and such an array or list; a square scipy sparse matrix
        (an edge for every non-zero entry; undirected, the entries (i, j) and (j, i) are one edge); a graph or
        a poset of SageMath (a poset is its Hasse diagram, with arcs upwards); or a graph6, sparse6 or digraph6
        string.
    directed
        Whether the edges are arcs. ``None`` takes the answer from the source: a networkx DiGraph and a
        digraph6 string are directed, the rest are not.

    Raises
    ------
    InputError
        If the source is none of these, or ``directed`` contradicts it.
    """
    found = GraphWithWeights(source) if isinstance(source, Graph) else _from_known_types(source, directed)
    if found is None:
        raise InputError(
            "graph",
            f"{show(source)}; accepted: an edge list, a networkx graph, a numpy (m, 2) integer array, "
            "a pair (n, edges), a scipy sparse matrix, a graph or poset of SageMath, or a graph6, sparse6 or "
            "digraph6 string",
        )
    if directed is not None and found.graph.directed != directed:
        kind = "directed" if found.graph.directed else "undirected"
        raise InputError("directed", f"{directed} was asked for, but the graph given is {kind}")
    return found


def edge_weights_of(source: Any, *, directed: bool = False) -> list[object] | None:
    """The weights of the edges of a source, None for an edge without; None if there are none.

    Those of a networkx graph are the attribute ``weight`` of its edges, those of a sparse matrix its entries.
    """
    if isinstance(source, _loaded("networkx", "Graph")):
        return _weights_of_edges(source)
    if isinstance(source, _loaded("scipy.sparse", "sparray", "spmatrix")):
        return _weights_of_entries(source, directed=directed)
    return None


def _weights_of_entries(matrix: Any, *, directed: bool) -> list[object]:
    """The entries that are edges, in the order of the edges."""
    entries = matrix.tocsr().tocoo()
    found: dict[tuple[int, int], object] = {}
    for u, v, entry in zip(*(each.tolist() for each in (*entries.coords, entries.data)), strict=True):
        pair = (u, v) if directed or u <= v else (v, u)
        if entry and found.setdefault(pair, entry) != entry:
            known = f"the entries of {pair} and {pair[::-1]} are {show(found[pair])} and {show(entry)}"
            raise InputError("weights", f"{known}; without directions they are one edge, and must be equal")
    return [found[pair] for pair in sorted(found)]


def _weights_of_edges(source: Any) -> list[object] | None:
    weights = [weight for _, _, weight in source.edges(data="weight")]
    return weights if any(weight is not None for weight in weights) else None


def _from_known_types(source: GraphSource, directed: bool | None) -> GraphWithWeights | None:
    if isinstance(source, str | bytes):
        from lastmove.graphs.graph6 import decode

        return GraphWithWeights(decode(source))
    if isinstance(source, _loaded("networkx", "Graph")):
        return _from_networkx(source)
    if isinstance(source, _loaded("scipy.sparse", "sparray", "spmatrix")):
        return GraphWithWeights(_from_sparse(source, bool(directed)))
    if isinstance(source, _loaded("numpy", "ndarray")):
        return GraphWithWeights(_from_array(source, None, bool(directed)))
    if isinstance(source, tuple) and len(source) == 2 and isinstance(source[0], int):
        n, edges = source
        if isinstance(edges, int):
            return None
        if isinstance(edges, _loaded("numpy", "ndarray")):
            return GraphWithWeights(_from_array(edges, n, bool(directed)))
        return GraphWithWeights(Graph(n, edges, directed=bool(directed)))
    if hasattr(source, "hasse_diagram"):
        source = source.hasse_diagram()
    if hasattr(source, "vertex_iterator") and hasattr(source, "edge_iterator"):
        return GraphWithWeights(_from_sage(source))
    if isinstance(source, Iterable) and not isinstance(source, Mapping):
        return GraphWithWeights(Graph.from_edges(source, directed=bool(directed)))
    return None


def _loaded(module: str, *names: str) -> tuple[type, ...]:
    """Classes of a module that somebody has loaded, without which there is no object of theirs.

    Another thread may be loading it right now; then it lacks them still.
    """
    found = sys.modules.get(module)
    return tuple(getattr(found, name) for name in names if hasattr(found, name))


def _from_sage(source: Any) -> Graph:
    """A graph that has the methods of SageMath's; its integers become those of Python."""
    name = _plain_vertex
    edges = ((name(u), name(v)) for u, v in source.edge_iterator(labels=False))
    return Graph(map(name, source.vertex_iterator()), edges, directed=source.is_directed())


def _plain_vertex(vertex: Any) -> Any:
    return int(vertex) if hasattr(vertex, "__index__") else vertex


def _from_networkx(source: Any) -> GraphWithWeights:
    numbers = {vertex: number for number, vertex in enumerate(source)}
    ends = list(source.edges())
    tails, heads = array("q", [numbers[u] for u, _ in ends]), array("q", [numbers[v] for _, v in ends])
    graph = Graph.from_ends(tuple(numbers), tails, heads, directed=source.is_directed())
    if not any(data for _, data in source.nodes(data=True)):  # so for most graphs
        return GraphWithWeights(graph)
    weights = dict(source.nodes(data="weight"))
    return GraphWithWeights(graph, weights if any(value is not None for value in weights.values()) else None)


def _from_array(edges: Any, n: int | None, directed: bool) -> Graph:
    import numpy as np

    if edges.size == 0:
        return Graph(n or 0, directed=directed)
    if edges.ndim != 2 or edges.shape[1] != 2 or not np.issubdtype(edges.dtype, np.integer):
        raise InputError("graph", f"an array of shape {edges.shape} and type {edges.dtype}; accepted: (m, 2) integers")
    least, largest = int(edges.min()), int(edges.max())
    count = largest + 1 if n is None else n
    if least < 0 or largest >= count:
        bad = least if least < 0 else largest
        raise InputError("graph", f"{bad} is not a vertex; the vertices are 0..{count - 1}")
    tails, heads = (array("q", np.ascontiguousarray(edges[:, side], np.int64).tobytes()) for side in (0, 1))
    return Graph.trusted(range(count), tails, heads, directed=directed)


def _from_sparse(matrix: Any, directed: bool) -> Graph:
    import numpy as np

    if matrix.shape[0] != matrix.shape[1]:
        raise InputError("graph", f"a sparse matrix of shape {matrix.shape}; accepted: a square one")
    entries = matrix.tocoo()
    present = entries.data != 0
    pairs = np.stack([entries.coords[0][present], entries.coords[1][present]], axis=1)
    if not directed:
        pairs.sort(axis=1)
    if len(pairs):
        pairs = np.unique(pairs, axis=0)
    return _from_array(pairs, matrix.shape[0], directed)


def to_networkx(graph: Graph) -> Any:
    """The same graph as a networkx MultiGraph or MultiDiGraph; a simple class where no edge is parallel.

    Examples
    --------
    >>> to_networkx(Graph("ab", [("a", "b")])).edges
    EdgeView([('a', 'b')])
    """
    import networkx as nx

    plain = nx.DiGraph if graph.directed else nx.Graph
    made = plain()
    made.add_nodes_from(graph.vertices)
    made.add_edges_from(graph.edges)
    if made.number_of_edges() == graph.m:
        return made
    multi = nx.MultiDiGraph() if graph.directed else nx.MultiGraph()
    multi.add_nodes_from(graph.vertices)
    multi.add_edges_from(graph.edges)
    return multi
