"""GraphML through networkx: the one text format here that keeps names, weights and the question together."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import current_meter
from lastmove.graphs.graph import Graph
from lastmove.graphs.readwrite import read_name
from lastmove.graphs.sources import to_networkx

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

__all__ = ["read_graphml", "write_graphml"]

_ABOUT = ("game", "play", "start")
_SECONDS_AN_EDGE, _BYTES_AN_EDGE = 5e-6, 1_000
"""About what networkx takes to write one."""


def read_graphml(text: bytes) -> tuple[Graph, dict[Hashable, object] | None, dict[str, object]]:
    """The graph of a GraphML text, its node weights if it has any, and what it says about the game.

    A node's weight is its attribute ``weight``; the graph's attributes ``game``, ``play`` and ``start`` are
    read too. A node id that reads as an integer is an integer.

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
    weights = {names[node]: weight for node, weight in found.nodes(data="weight") if weight is not None}
    about = {name: found.graph[name] for name in _ABOUT if name in found.graph}
    if "start" in about:
        about["start"] = read_name(str(about["start"]))
    return graph, weights or None, about


def write_graphml(graph: Graph, weights: Sequence[int] | None, about: Mapping[str, object]) -> str:
    """The GraphML text of a graph with its weights and what is known about the game."""
    import networkx as nx

    meter = current_meter()
    if meter is not None:  # networkx does not look at limits
        meter.need(_BYTES_AN_EDGE * graph.m)
        if meter.seconds_left < _SECONDS_AN_EDGE * graph.m:
            raise LimitReached("time", meter.positions)
    made = to_networkx(graph)
    if weights is not None:
        nx.set_node_attributes(made, dict(zip(graph.vertices, weights, strict=True)), "weight")
    made.graph.update({name: str(about[name]) for name in _ABOUT if about.get(name) is not None})
    for vertex in graph.vertices:
        if not str(vertex).isprintable():
            raise InputError("graphml", f"vertex {show(vertex)} cannot be written: names are printable text")
    names = {str(vertex) for vertex in graph.vertices}
    if len(names) < graph.n:
        raise InputError("graphml", f"two of the vertices are written alike; {show(sorted(names)[:3])}")
    return "\n".join(nx.generate_graphml(made))
