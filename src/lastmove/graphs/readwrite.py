"""Edge lists and GraphML.

An edge list is ``u v`` a line; ``#`` begins a comment, a single name is an isolated vertex. Lists of integer pairs are
read block by block with numpy, millions of lines in a second or two; as soon as there is anything else (names,
comments, isolated vertices, leading zeros) the other reader takes over. GraphML, read by networkx, is the one text
format here that keeps names, weights and the question together.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import current_meter, watched
from lastmove.graphs.graph import Graph
from lastmove.graphs.sources import edge_weights_of, to_networkx

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

_INTEGER = re.compile(r"-?[1-9][0-9]{0,17}|0", re.ASCII)


def read_name(text: str) -> Hashable:
    """A vertex as text: an integer where it reads as one, else a string.

    >>> read_name("12"), read_name("a"), read_name("012")
    (12, 'a', '012')
    """
    return int(text) if _INTEGER.fullmatch(text) else text


def read_edge_list(lines: Iterable[str], *, directed: bool = False, weights: list[object] | None = None) -> Graph:
    """The graph of an edge list; vertices in order of first appearance, or 0..n-1 where those are the names.

    A third column, the weight of an edge, is put into ``weights`` if a list is given, with None where there is none:
    integers as such, anything else as text. Otherwise it is accepted and not used.

    Raises
    ------
    InputError
        For a line of more than three columns, or a text without any vertex.

    Examples
    --------
    >>> read_edge_list(["a b", "b c  # a comment", "lonely"])
    Graph(['a', 'b', 'c', 'lonely'], [('a', 'b'), ('b', 'c')])
    """
    vertices: dict[Hashable, None] = {}
    edges: list[tuple[Hashable, Hashable]] = []
    for number, line in enumerate(watched(lines), start=1):
        names = line.partition("#")[0].split()
        if not names:
            continue
        if len(names) > 3:
            raise InputError(f"line {number}", f"{show(line.strip())}; accepted: u v, with an optional weight")
        ends = [read_name(name) for name in names[:2]]
        vertices.update(dict.fromkeys(ends))
        if len(ends) == 2:
            edges.append((ends[0], ends[1]))
            if weights is not None:
                weights.append(read_name(names[2]) if len(names) > 2 else None)
    if not vertices:
        raise InputError("input", "it has no edges; accepted: lines of two vertices")
    ordered = range(len(vertices)) if vertices.keys() == set(range(len(vertices))) else vertices
    return Graph(ordered, edges, directed=directed)


def write_edge_list(graph: Graph, weights: Sequence[int] | None = None) -> Iterator[str]:
    """The lines of an edge list, with weights of edges if given; an InputError for a name that is not read back."""
    names = [_written(vertex) for vertex in graph.vertices]
    touched = set(graph.tails) | set(graph.heads)
    yield f"# {graph.n} vertices, {graph.m} {'arcs' if graph.directed else 'edges'}"
    third = [""] * graph.m if weights is None else [f" {weight}" for weight in weights]
    yield from (f"{names[u]} {names[v]}{more}" for (u, v), more in zip(watched(graph.ends()), third, strict=True))
    yield from (name for number, name in enumerate(names) if number not in touched)


def _written(vertex: Hashable) -> str:
    name = str(vertex)
    if not name or "#" in name or name.split() != [name] or not name.isprintable():
        raise InputError(
            "edgelist", f"vertex {show(vertex)} cannot be written: names are printable, without spaces or #"
        )
    return name


WORTH_IT = 1 << 20
"""Below this many bytes the plain reader is as quick, and numpy need not be imported."""

_PLAIN = b"0123456789 \t\r\n"
_LONGEST_NUMBER = 18


def read_integer_pairs(text: bytes, *, directed: bool = False, block: int = 1 << 22) -> Graph | None:
    """The graph of a text of lines ``u v``, or ``None`` where the text is not just that.

    Parameters
    ----------
    text
        The whole edge list.
    directed
        Whether the pairs are arcs.
    block
        How many bytes are looked at together; work memory is proportional to it.
    """
    import numpy as np

    if text.translate(None, _PLAIN):
        return None
    ends: list[NDArray[np.int64]] = []
    begin = 0
    while begin < len(text):
        end = len(text) if begin + block >= len(text) else text.rfind(b"\n", begin, begin + block) + 1
        if end <= begin:
            return None
        pairs = _pairs(text[begin:end])
        if pairs is None:
            return None
        ends.append(pairs)
        begin = end
    edges = np.concatenate(ends) if ends else np.empty(0, dtype=np.int64)
    return _graph(edges, directed=directed) if len(edges) else None


def _pairs(text: bytes) -> NDArray[np.int64] | None:
    """The numbers of a block in which every line that is not blank has exactly two, well written."""
    import numpy as np

    symbols = np.frombuffer(text, dtype=np.uint8)
    digit = symbols >= ord("0")
    starts = np.flatnonzero(digit & ~np.concatenate(([False], digit[:-1])))
    stops = np.flatnonzero(digit & ~np.concatenate((digit[1:], [False]))) + 1
    lengths = stops - starts
    if not len(starts):
        return np.empty(0, dtype=np.int64)
    if lengths.max() > _LONGEST_NUMBER or np.any((symbols[starts] == ord("0")) & (lengths > 1)):
        return None
    line = np.searchsorted(np.flatnonzero(symbols == ord("\n")), starts)
    if len(line) % 2 or np.any(line[::2] != line[1::2]) or np.any(line[1:-1:2] == line[2::2]):
        return None
    return np.fromstring(text, dtype=np.int64, sep=" ")


def _graph(edges: NDArray[np.int64], *, directed: bool) -> Graph:
    """The graph of flat pairs; vertices 0..n-1 where those are the names, else in order of first appearance."""
    import numpy as np

    largest = int(edges.max())
    names: Sequence[int]
    if largest < 4 * len(edges):
        first = np.full(largest + 1, len(edges), dtype=np.int64)
        np.minimum.at(first, edges, np.arange(len(edges)))
        values = np.flatnonzero(first < len(edges))
        if len(values) == largest + 1:
            names = range(largest + 1)
        else:
            values = values[np.argsort(first[values])]
            place = np.empty(largest + 1, dtype=np.int64)
            place[values] = np.arange(len(values))
            edges, names = place[edges], tuple(values.tolist())
    else:
        distinct, where, numbers = np.unique(edges, return_index=True, return_inverse=True)
        order = np.argsort(where)
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        edges, names = rank[numbers], tuple(distinct[order].tolist())
    tails, heads = (array("q", np.ascontiguousarray(edges[side::2], np.int64).tobytes()) for side in (0, 1))
    return Graph.trusted(names, tails, heads, directed=directed)


_ABOUT = ("game", "play", "start")
_SECONDS_AN_EDGE, _BYTES_AN_EDGE = 5e-6, 1_000
"""About what networkx takes to write one."""


class ReadGraphML(NamedTuple):
    """A graph, the weights of its vertices and of its edges if there are any, and what is said about the game."""

    graph: Graph
    weights: dict[Hashable, object] | None
    edge_weights: list[object] | None
    about: dict[str, object]


def read_graphml(text: bytes) -> ReadGraphML:
    """What a GraphML text holds.

    A weight is the attribute ``weight`` of a node or an edge; the graph's attributes ``game``, ``play`` and ``start``
    are read too. A node id that reads as an integer is an integer.

    Raises
    ------
    InputError
        If networkx cannot read it.
    """
    import networkx as nx

    try:
        found = nx.read_graphml(BytesIO(text), force_multigraph=True)
    except Exception as error:  # whatever networkx and the XML parser make of a stranger's file
        raise InputError("graphml", f"not readable: {show(str(error) or type(error).__name__)}") from None
    names = {node: read_name(node) for node in found.nodes}
    edges = ((names[u], names[v]) for u, v in found.edges())
    graph = Graph(names.values(), edges, directed=found.is_directed())
    edge_weights = edge_weights_of(found)
    weights = {names[node]: weight for node, weight in found.nodes(data="weight") if weight is not None}
    about = {name: found.graph[name] for name in _ABOUT if name in found.graph}
    if "start" in about:
        about["start"] = read_name(str(about["start"]))
    return ReadGraphML(graph, weights or None, edge_weights, about)


def write_graphml(
    graph: Graph,
    weights: Sequence[int] | None,
    about: Mapping[str, object],
    *,
    edge_weights: Sequence[int] | None = None,
) -> str:
    """The GraphML text of a graph with the weights of its vertices or edges, and what is known about the game."""
    import networkx as nx

    meter = current_meter()
    if meter is not None:  # networkx does not look at limits
        meter.need(_BYTES_AN_EDGE * graph.m)
        if meter.seconds_left < _SECONDS_AN_EDGE * graph.m:
            raise LimitReached("time", meter.positions)
    made = to_networkx(graph)
    if weights is not None:
        nx.set_node_attributes(made, dict(zip(graph.vertices, weights, strict=True)), "weight")
    if edge_weights is not None:
        _weigh_edges(made, graph, edge_weights)
    made.graph.update({name: str(about[name]) for name in _ABOUT if about.get(name) is not None})
    for vertex in graph.vertices:
        if not str(vertex).isprintable():
            raise InputError("graphml", f"vertex {show(vertex)} cannot be written: names are printable text")
    names = {str(vertex) for vertex in graph.vertices}
    if len(names) < graph.n:
        raise InputError("graphml", f"two of the vertices are written alike; {show(sorted(names)[:3])}")
    return "\n".join(nx.generate_graphml(made))


def _weigh_edges(made: Any, graph: Graph, weights: Sequence[int]) -> None:
    """Give the edges of a networkx graph their weights; of parallel ones, to each its own."""
    several: Counter[tuple[Hashable, Hashable]] = Counter()
    for (u, v), weight in zip(graph.edges, weights, strict=True):
        if made.is_multigraph():
            pair = (u, v) if graph.directed or (v, u) not in several else (v, u)
            made.edges[u, v, several[pair]]["weight"] = weight
            several[pair] += 1
        else:
            made.edges[u, v]["weight"] = weight
