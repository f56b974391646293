"""Graphs that somebody has in hand: a list of networkx graphs, edge lists, strings."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from lastmove.censuses.sources import Reading, WeightedGraph, file_name, in_tuples, is_simple
from lastmove.core.errors import InputError, show
from lastmove.graphs.graph6 import decode, encode
from lastmove.graphs.sources import as_graph

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from lastmove.censuses.sources import Shard, Some
    from lastmove.graphs.graph import Graph

__all__ = ["Listed", "given_graphs", "graph_text"]


def graph_text(graph: Graph) -> str:
    """The graph in the shortest format of the graph6 family that can hold it."""
    if graph.directed:
        return encode(graph, "digraph6")
    return encode(graph, "graph6" if is_simple(graph) else "sparse6")


def given_graphs(graphs: Iterable[Any]) -> Iterator[WeightedGraph]:
    """Anything that a graph game takes as graphs and weights; an InputError says which one, from 1 on, is none."""
    for number, given in enumerate(graphs, start=1):
        try:
            graph, weights = as_graph(given)
            yield WeightedGraph(graph, None if weights is None else _weights(graph.vertices, weights))
        except InputError as error:
            raise InputError(f"graph {number}", str(error)) from None


def _weights(vertices: Iterable[Any], weights: Any) -> tuple[int, ...]:
    found = tuple(weights.get(vertex) for vertex in vertices)
    if not all(type(weight) is int for weight in found):
        raise InputError("weights", f"{show(found)}; accepted: an integer for every vertex")
    return found


@dataclass(frozen=True)
class Listed:
    """Graphs as lines of text, each with the weights of its vertices or ``None``: a source, and a shard of itself.

    Examples
    --------
    >>> Listed.of([[(0, 1), (1, 2)], "Bw"]).entries
    (('Bg', None), ('Bw', None))
    """

    entries: tuple[tuple[str, tuple[int, ...] | None], ...]
    first: int = 0

    @classmethod
    def of(cls, graphs: Iterable[Any]) -> Listed:
        """The source of anything that a graph game takes; the names of vertices become numbers."""
        entries = []
        for graph, weights in given_graphs(graphs):
            entries.append((graph_text(graph), weights))
        return cls(tuple(entries))

    @property
    def _digest(self) -> str:
        return sha256(repr(self.entries).encode()).hexdigest()

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        return {"tool": "list", "version": "", "graphs": len(self.entries), "sha256": self._digest}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        return [Listed(self.entries[at : at + target], at) for at in range(0, len(self.entries), target)]

    @property
    def name(self) -> str:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return file_name("list", f"{self.first:07}", self._digest)

    def place(self, number: int) -> str:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return f"graph {self.first + number + 1}"

    def blocks(self) -> Reading:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return Reading(self._blocks())

    def _blocks(self) -> Generator[Some, None, int | None]:
        yield from in_tuples(WeightedGraph(decode(text), weights) for text, weights in self.entries)
        return len(self.entries)
