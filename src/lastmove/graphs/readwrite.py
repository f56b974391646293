"""Edge lists as text: ``u v`` a line, ``#`` begins a comment, a single name is an isolated vertex."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.limits import watched
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

__all__ = ["read_edge_list", "read_name", "write_edge_list"]

_INTEGER = re.compile(r"-?[1-9][0-9]{0,17}|0", re.ASCII)


def read_name(text: str) -> Hashable:
    """A vertex as text: an integer where it reads as one, else a string.

    >>> read_name("12"), read_name("a"), read_name("012")
    (12, 'a', '012')
    """
    return int(text) if _INTEGER.fullmatch(text) else text


def read_edge_list(lines: Iterable[str], *, directed: bool = False) -> Graph:
    """The graph of an edge list; vertices in order of first appearance, or 0..n-1 where those are the names.

    A third column (an edge weight in other programs) is accepted and not used: here weights sit on vertices.

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
    if not vertices:
        raise InputError("input", "it has no edges; accepted: lines of two vertices")
    ordered = range(len(vertices)) if vertices.keys() == set(range(len(vertices))) else vertices
    return Graph(ordered, edges, directed=directed)


def write_edge_list(graph: Graph) -> Iterator[str]:
    """The lines of an edge list; an InputError for a vertex whose name would not be read back."""
    names = [_written(vertex) for vertex in graph.vertices]
    touched = set(graph.tails) | set(graph.heads)
    yield f"# {graph.n} vertices, {graph.m} {'arcs' if graph.directed else 'edges'}"
    yield from (f"{names[u]} {names[v]}" for u, v in watched(graph.ends()))
    yield from (name for number, name in enumerate(names) if number not in touched)


def _written(vertex: Hashable) -> str:
    name = str(vertex)
    if not name or "#" in name or name.split() != [name] or not name.isprintable():
        raise InputError(
            "edgelist", f"vertex {show(vertex)} cannot be written: names are printable, without spaces or #"
        )
    return name
