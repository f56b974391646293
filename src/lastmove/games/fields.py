"""Reading the fields of one JSON object, with errors that name the field, the value and what is accepted.

The part of a position's JSON that describes a graph, its weights and the token.
"""

from __future__ import annotations

import difflib
import random
from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, has_too_many_digits, most_digits, show, show_json
from lastmove.core.errors import show_json as show_value
from lastmove.core.limits import watched
from lastmove.core.position import OVER
from lastmove.graphs.graph import Graph
from lastmove.graphs.random import most_vertices

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

    from lastmove.core.position import Over

DEEPEST_NESTING = 100
"""How deep sums of sums may be nested in one JSON object."""

MISSING = object()


class Said(str):
    """A game or a convention that a position in short says itself: options for all positions do not replace it."""

    __slots__ = ()


class StartName(str):
    """A start given as text on a command line: it means the vertex written that way, string or integer."""

    __slots__ = ()


class UniformWeight(NamedTuple):
    """One weight for every vertex, given on a command line."""

    weight: int


class ListedWeights(NamedTuple):
    """A weight for each vertex in order, given on a command line."""

    weights: tuple[int, ...]


class RandomWeights(NamedTuple):
    """Weights in a range, given on a command line; the same seed gives the same weights, as in ``lastmove new``."""

    least: int
    most: int
    seed: int = 0

    def drawn(self, n: int) -> list[int]:
        """The weights of n vertices."""
        rng = random.Random(f"weights {self.seed}")
        return [rng.randint(self.least, self.most) for _ in range(n)]


class Fields:
    """The fields of one position object; ``depth`` counts the sums around it."""

    def __init__(self, raw: Mapping[str, object], *, depth: int = 0) -> None:
        self._raw = raw
        self.depth = depth

    def __contains__(self, name: str) -> bool:
        return name in self._raw

    def get(self, name: str, default: object = MISSING) -> object:
        """The raw value of a field; an InputError if it is missing and has no default."""
        value = self._raw.get(name, default)
        if value is MISSING:
            raise InputError(name, "missing")
        return value

    def items(self, name: str, default: object = MISSING) -> list[object]:
        """The value of a field that must be an array."""
        value = self.get(name, default)
        if not isinstance(value, list):
            raise InputError(name, f"{show_value(value)}; accepted: an array")
        return value

    def text(self, name: str) -> str:
        """The value of a field that must be a string."""
        value = self.get(name)
        if not isinstance(value, str):
            raise InputError(name, f"{show_value(value)}; accepted: a string")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """The value of a field that must be true or false."""
        value = self.get(name, default)
        if not isinstance(value, bool):
            raise InputError(name, f"{show_value(value)}; accepted: true, false")
        return value

    def integers(self, name: str, *, minimum: int) -> list[int]:
        """The value of a field that must be an array of integers >= ``minimum``."""
        return [whole(value, f"{name}[{place}]", minimum=minimum) for place, value in enumerate(self.items(name))]


def whole(value: object, field: str, *, minimum: int) -> int:
    """``value`` if it is an integer >= ``minimum`` (a boolean or 1.0 is none); an InputError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or value < minimum or has_too_many_digits(value):
        raise InputError(field, f"{show_value(value)}; accepted: integers >= {minimum}")
    return value


def check_known(given: Iterable[str], known: Collection[str], owner: str) -> None:
    """An InputError for the first name in ``given`` that ``owner`` does not take."""
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(str(name), known, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            shown = name if isinstance(name, str) and name.isidentifier() else show(name)
            raise InputError(shown, f"unknown field; {hint}{owner} takes {', '.join(known)}")


TEXT_FORMATS = ("graph6", "sparse6", "digraph6")
GRAPH_FIELDS = ("directed", "vertices", "edges", *TEXT_FORMATS)
MOST_VERTICES = 2_000_000
"""The largest ``"vertices": n`` that is read: a short line must not claim all memory."""

READ_ELSEWHERE = "graph"
"""Where a file reader puts a Graph it has already built; JSON text cannot, for it has no such value."""


def read_graph(fields: Fields, *, always_directed: bool = False) -> Graph:
    """The graph of a position object: vertices and edges, or a string of the graph6 family."""
    ready = fields.get(READ_ELSEWHERE, None)
    if isinstance(ready, Graph):
        return _agreed(ready, fields, always_directed, READ_ELSEWHERE)
    texts = [name for name in TEXT_FORMATS if name in fields]
    if texts:
        also = [name for name in (*texts[1:], "vertices", "edges") if name in fields]
        if also:
            raise InputError(also[0], f"stands beside {texts[0]}; give the graph once")
        return _agreed(_from_text(fields, texts[0]), fields, always_directed, texts[0])
    directed = fields.flag("directed", always_directed)
    if always_directed and not directed:
        raise InputError("directed", "false; this game is played on directed graphs only")
    otherwise = [] if "vertices" in fields else MISSING  # a graph may have no edges, if at least its vertices are there
    edges = fields.items("edges", otherwise)
    graph = _read_at_once(edges, fields, directed) or _read_one_by_one(edges, fields, directed)
    names = {str(v): v for v in graph.vertices} if not isinstance(graph.vertices, range) else {}
    if names and len(names) < graph.n:
        clash = next(v for v in graph.vertices if names[str(v)] != v)
        raise InputError(
            "vertices", f"{show_json(clash)} and {show_json(names[str(clash)])} are written alike; rename one"
        )
    return graph


def _read_one_by_one(edges: list[object], fields: Fields, directed: bool) -> Graph:
    """The graph of an array of edges; an InputError that names the first that is none."""
    pairs = [_edge(edge, place) for place, edge in enumerate(edges)]
    if "vertices" not in fields:
        return Graph.from_edges(pairs, directed=directed)
    return Graph(_vertices(fields.get("vertices")), pairs, directed=directed)


def _read_at_once(edges: list[Any], fields: Fields, directed: bool) -> Graph | None:
    """The same for millions of edges; ``None`` at the least doubt, and then the other says what is wrong.

    Every step is one call for all edges, which takes a tenth of the time.
    """
    if set(map(type, edges)) != {list} or set(map(len, edges)) != {2}:
        return None
    ends: list[Any] = list(chain.from_iterable(edges))
    if not set(map(type, ends)) <= {int, str}:
        return None
    try:
        if "vertices" in fields:
            empty = Graph(_vertices(fields.get("vertices")))
        else:
            empty = Graph([_vertex(vertex, "edges") for vertex in dict.fromkeys(ends)])
        if isinstance(empty.vertices, range):
            numbers = array("q", ends)
            return Graph.from_ends(empty.n, numbers[::2], numbers[1::2], directed=directed)
        numbers = array("q", map(empty.numbers.__getitem__, ends))
        return Graph.trusted(empty.vertices, numbers[::2], numbers[1::2], directed=directed)
    except (InputError, KeyError, OverflowError, TypeError):
        return None


def _from_text(fields: Fields, name: str) -> Graph:
    from lastmove.graphs.graph6 import decode, format_of

    text = fields.text(name)
    if format_of(text) != name:
        raise InputError(name, f"{show_json(text)} is {format_of(text)}; give it under that name")
    return decode(text)


def _agreed(graph: Graph, fields: Fields, always_directed: bool, source: str) -> Graph:
    """``graph`` if its direction is the one that is asked for."""
    holds = "a directed" if graph.directed else "an undirected"
    if "directed" in fields and fields.flag("directed", graph.directed) != graph.directed:
        raise InputError("directed", f"{show_json(fields.get('directed'))}, but {source} holds {holds} graph")
    if always_directed and not graph.directed:
        raise InputError("directed", f"this game needs arcs, and the graph is {holds} one; edge lists: use --directed")
    return graph


def _vertices(value: object) -> int | list[Hashable]:
    if isinstance(value, int) and not isinstance(value, bool):
        most = most_vertices(MOST_VERTICES)
        if not 0 <= value <= most:
            raise InputError("vertices", f"{show_json(value)}; accepted: an array, or an integer 0..{most}")
        return value
    if not isinstance(value, list):
        raise InputError("vertices", f"{show_json(value)}; accepted: an array, or how many vertices there are")
    return [_vertex(vertex, f"vertices[{place}]") for place, vertex in enumerate(value)]


def _edge(edge: object, place: int) -> tuple[Hashable, Hashable]:
    if not isinstance(edge, list) or len(edge) != 2:
        raise InputError(f"edges[{place}]", f"{show_json(edge)}; an edge is a pair of vertices")
    return _vertex(edge[0], f"edges[{place}]"), _vertex(edge[1], f"edges[{place}]")


def _vertex(value: object, field: str) -> Hashable:
    wrong_type = isinstance(value, bool) or not isinstance(value, str | int)
    if wrong_type or (isinstance(value, int) and has_too_many_digits(value)):
        raise InputError(field, f"{show_json(value)} is no vertex; vertices are strings or integers")
    return value


def read_start(fields: Fields, graph: Graph) -> Hashable | Over | None:
    """The vertex that ``start`` names; OVER for null, None where the field is missing."""
    if "start" not in fields:
        return None
    value = fields.get("start")
    if value is None:
        return OVER
    if isinstance(value, StartName):
        for vertex in graph.vertices:
            if str(vertex) == value:
                return vertex
        value = str(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError("start", f"{show_json(value)} is no vertex; {graph.describe_vertices()}")
    return value


def read_weights(fields: Fields, graph: Graph) -> Sequence[object] | Mapping[Hashable, object]:
    """The raw weights, as a list in vertex order or by vertex; the game checks the values."""
    if "weights" not in fields and graph.n:
        raise InputError("weights", "missing; every vertex needs one (--weight K for all)")
    value = fields.get("weights", [])
    if isinstance(value, UniformWeight):
        return [value.weight] * graph.n
    if isinstance(value, ListedWeights):
        return list(value.weights)
    if isinstance(value, RandomWeights):
        return value.drawn(graph.n)
    if isinstance(value, list):
        if "edges" in fields and "vertices" not in fields:
            raise InputError("weights", "a list of weights needs the vertices listed too; or give an object")
        _check_digits(value)
        return value
    if not isinstance(value, dict):
        raise InputError("weights", f"{show_json(value)}; accepted: an array in vertex order, or an object by vertex")
    _check_digits(value.values())
    by_name = {str(vertex): vertex for vertex in graph.vertices}
    for name in value:
        if name not in by_name:
            raise InputError("weights", f"{show_json(name)} is not a vertex; {graph.describe_vertices()}")
    return {by_name[name]: weight for name, weight in value.items()}


def _check_digits(weights: Iterable[object]) -> None:
    for weight in weights:
        if isinstance(weight, int) and has_too_many_digits(weight):
            raise InputError("weights", f"{show_json(weight)}; JSON holds at most {most_digits():,}")


def vertex_to_json(vertex: Hashable) -> str | int:
    """A vertex as JSON: strings and integers as they are, anything else as text."""
    if isinstance(vertex, str) or (isinstance(vertex, int) and not isinstance(vertex, bool)):
        return vertex
    return str(vertex)


def vertex_from_json(value: object, graph: Graph) -> Hashable:
    """The vertex that JSON writes as ``value``; an InputError if there is none."""
    for vertex in graph.vertices:
        if vertex_to_json(vertex) == value and type(vertex_to_json(vertex)) is type(value):
            return vertex
    raise InputError("to", f"{show_json(value)} is not a vertex; {graph.describe_vertices()}")


def write_graph(graph: Graph, *, always_directed: bool = False) -> dict[str, object]:
    """The fields that describe a graph; an InputError where two vertices would be written alike."""
    found: dict[str, object] = {} if always_directed else {"directed": graph.directed}
    if graph.n and isinstance(graph.vertices, range):
        return found | {"vertices": graph.n, "edges": [list(pair) for pair in watched(graph.ends())]}
    names = [vertex_to_json(vertex) for vertex in graph.vertices]
    if len({str(name) for name in names}) < len(names):
        raise InputError("vertices", "two vertices are written alike in JSON; rename one")
    return found | {"vertices": names, "edges": [[names[u], names[v]] for u, v in watched(graph.ends())]}
