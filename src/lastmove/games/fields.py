"""Reading the fields of one JSON object, with errors that name the field, the value and what is accepted.

Boards that are graphs have most of them: vertices and edges, weights, and where the token stands.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lastmove.core.errors import InputError, has_too_many_digits, most_digits, show, show_json
from lastmove.core.limits import watched
from lastmove.core.position import OVER
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

    from lastmove.core.position import Over

    GivenWeights: TypeAlias = int | Sequence[object] | Mapping[str, object] | Callable[[int], Sequence[object]]
    """One weight for all, a list in vertex order, an object by vertex, or what gives a list for n vertices."""

DEEPEST_NESTING = 100
"""How deep sums of sums may be nested in one JSON object."""

TEXT_FORMATS = ("graph6", "sparse6", "digraph6")
GRAPH_FIELDS = ("directed", "vertices", "edges", *TEXT_FORMATS)
MOST_VERTICES = 2_000_000
"""The largest ``"vertices": n`` that is read: a short line must not claim all memory."""

SHORT = 1000
"""So many bits can be written in decimal, whatever the limit is."""

MISSING = object()


class RandomWeights(NamedTuple):
    """Weights in a range for n vertices; the same seed gives the same weights."""

    least: int
    most: int
    seed: int = 0

    def __call__(self, n: int) -> list[int]:
        from random import Random  # here, as others below: a small question needs none of them

        rng = Random(f"weights {self.seed}")
        return [rng.randint(self.least, self.most) for _ in range(n)]


@dataclass(eq=False, slots=True)
class Fields:
    """The fields of one position object, and what is known of the position besides.

    Attributes
    ----------
    raw
        The object.
    depth
        How many sums are around it.
    given_board
        The graph, if it is not among the fields: a line of graph6, a family of graphs.
    given_start
        In place of the field. A text, as somebody typed it, means the vertex that is written so, string or integer.
    given_weights
        Where the object has none.
    """

    raw: Mapping[str, object]
    depth: int = 0
    given_board: Graph | None = None
    given_start: Hashable | Over | None = None
    given_weights: GivenWeights | None = None

    def __contains__(self, name: str) -> bool:
        return name in self.raw

    def get(self, name: str, default: object = MISSING) -> object:
        """The raw value of a field; an InputError if it is missing and has no default."""
        value = self.raw.get(name, default)
        if value is MISSING:
            raise InputError(name, "missing")
        return value

    def items(self, name: str, default: object = MISSING) -> list[object]:
        """The value of a field that must be an array."""
        value = self.raw.get(name, default)
        if not isinstance(value, list):
            raise InputError(name, "missing" if value is MISSING else f"{show_json(value)}; accepted: an array")
        return value

    def text(self, name: str) -> str:
        """The value of a field that must be a string."""
        value = self.get(name)
        if not isinstance(value, str):
            raise InputError(name, f"{show_json(value)}; accepted: a string")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """The value of a field that must be true or false."""
        value = self.raw.get(name, default)
        if not isinstance(value, bool):
            raise InputError(name, f"{show_json(value)}; accepted: true, false")
        return value

    def integers(self, name: str, *, minimum: int) -> list[int]:
        """The value of a field that must be an array of integers >= ``minimum``."""
        found: list[Any] = self.items(name)
        for place, value in enumerate(found):
            if type(value) is not int or value < minimum or value.bit_length() > SHORT:
                whole(value, f"{name}[{place}]", minimum=minimum)  # which says what is wrong, if anything is
        return [*found]

    def graph(self, *, always_directed: bool = False) -> Graph:
        """The graph of a board: vertices and edges, or a string of the graph6 family."""
        if self.given_board is not None:
            return self._agreed(self.given_board, always_directed, "graph")
        texts = [name for name in TEXT_FORMATS if name in self.raw]
        if texts:
            also = [name for name in (*texts[1:], "vertices", "edges") if name in self.raw]
            if also:
                raise InputError(also[0], f"stands beside {texts[0]}; give the graph once")
            return self._agreed(_from_text(self.text(texts[0]), texts[0]), always_directed, texts[0])
        directed = self.flag("directed", always_directed)
        if always_directed and not directed:
            raise InputError("directed", "false; this game is played on directed graphs only")
        listed = self.raw.get("vertices", MISSING)
        edges = self.items("edges", MISSING if listed is MISSING else [])  # a graph may have no edges, or no vertices
        graph = _read_at_once(edges, listed, directed) or _read_one_by_one(edges, listed, directed)
        names = {str(v): v for v in graph.vertices} if not isinstance(graph.vertices, range) else {}
        if names and len(names) < graph.n:
            clash = next(v for v in graph.vertices if names[str(v)] != v)
            raise InputError(
                "vertices", f"{show_json(clash)} and {show_json(names[str(clash)])} are written alike; rename one"
            )
        return graph

    def _agreed(self, graph: Graph, always_directed: bool, source: str) -> Graph:
        """``graph`` if its direction is the one that is asked for."""
        holds = "a directed" if graph.directed else "an undirected"
        if "directed" in self and self.flag("directed", graph.directed) != graph.directed:
            raise InputError("directed", f"{show_json(self.get('directed'))}, but {source} holds {holds} graph")
        if always_directed and not graph.directed:
            problem = f"this game needs arcs, and the graph is {holds} one; edge lists: use --directed"
            raise InputError("directed", problem)
        return graph

    def start(self, graph: Graph) -> Hashable | Over | None:
        """The vertex that ``start`` names; OVER for null, None where the field is missing."""
        if self.given_start is not None:
            return next((vertex for vertex in graph.vertices if str(vertex) == self.given_start), self.given_start)
        value = self.raw.get("start", MISSING)
        if value is MISSING:
            return None
        if value is None:
            return OVER
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise InputError("start", f"{show_json(value)} is no vertex; {graph.describe_vertices()}")
        return value

    def weights(self, graph: Graph) -> Sequence[object] | Mapping[Hashable, object]:
        """The raw weights, as a list in vertex order or by vertex; the game checks the values."""
        given = self.given_weights
        if "weights" not in self and given is not None:
            if callable(given):
                return given(graph.n)
            if isinstance(given, int):
                return [given] * graph.n
            return _weights_by_vertex(given, graph) if isinstance(given, Mapping) else list(given)
        if "weights" not in self and graph.n:
            raise InputError("weights", "missing; every vertex needs one (--weights K for all)")
        value = self.get("weights", [])
        if not isinstance(value, list):
            return _weights_by_vertex(value, graph)
        if "edges" in self and "vertices" not in self:
            raise InputError("weights", "a list of weights needs the vertices listed too; or give an object")
        _check_digits(value)
        return value

    def edge_weights(self, graph: Graph) -> Sequence[object]:
        """The raw weights of the edges, in their order; the game checks the values."""
        given = self.given_weights
        if "weights" not in self and given is not None:
            if callable(given):
                return given(graph.m)
            if isinstance(given, int):
                return [given] * graph.m
        if "weights" not in self and given is None:
            raise InputError("weights", "missing; every edge needs one (--weights K for all)")
        value = self.get("weights", given)
        if not isinstance(value, list | tuple):
            raise InputError("weights", f"{show_json(value)}; accepted: an array in the order of the edges")
        _check_digits(value)
        return value


def whole(value: object, field: str, *, minimum: int) -> int:
    """``value`` if it is an integer >= ``minimum`` (a boolean or 1.0 is none); an InputError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or value < minimum or has_too_many_digits(value):
        raise InputError(field, f"{show_json(value)}; accepted: integers >= {minimum}")
    return value


def check_known(given: Iterable[str], known: Collection[str], owner: str) -> None:
    """An InputError for the first name in ``given`` that ``owner`` does not take."""
    for name in given:
        if name not in known:
            import difflib

            close = difflib.get_close_matches(str(name), known, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            shown = name if isinstance(name, str) and name.isidentifier() else show(name)
            raise InputError(shown, f"unknown field; {hint}{owner} takes {', '.join(known)}")


def _read_one_by_one(edges: list[object], listed: object, directed: bool) -> Graph:
    """The graph of an array of edges, its vertices ``listed`` or MISSING; an InputError names the first bad edge."""
    pairs = [_edge(edge, place) for place, edge in enumerate(edges)]
    if listed is MISSING:
        return Graph.from_edges(pairs, directed=directed)
    return Graph(_vertices(listed), pairs, directed=directed)


def _read_at_once(edges: list[Any], listed: object, directed: bool) -> Graph | None:
    """The same for millions of edges; ``None`` at the least doubt, and then the other says what is wrong.

    Every step is one call for all edges, which takes a tenth of the time.
    """
    if set(map(type, edges)) != {list} or set(map(len, edges)) != {2}:
        return None
    ends: list[Any] = list(chain.from_iterable(edges))
    if not set(map(type, ends)) <= {int, str}:
        return None
    try:
        if listed is MISSING:
            names = dict.fromkeys(ends)
            if any(type(name) is int and name.bit_length() > SHORT for name in names):
                return None
            empty = Graph(names)
        else:
            empty = Graph(_vertices(listed))
        if isinstance(empty.vertices, range):
            numbers = array("q", ends)
            return Graph.from_ends(empty.n, numbers[::2], numbers[1::2], directed=directed)
        numbers = array("q", map(empty.numbers.__getitem__, ends))
        return Graph.trusted(empty.vertices, numbers[::2], numbers[1::2], directed=directed)
    except (InputError, KeyError, OverflowError, TypeError):
        return None


def _from_text(text: str, name: str) -> Graph:
    """The graph that a field of the graph6 family holds."""
    from lastmove.graphs.graph6 import decode, format_of

    if format_of(text) != name:
        raise InputError(name, f"{show_json(text)} is {format_of(text)}; give it under that name")
    return decode(text)


def _vertices(value: object) -> int | list[Hashable]:
    if isinstance(value, int) and not isinstance(value, bool):
        from lastmove.graphs.random import most_vertices

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
    if wrong_type or (isinstance(value, int) and value.bit_length() > SHORT and has_too_many_digits(value)):
        raise InputError(field, f"{show_json(value)} is no vertex; vertices are strings or integers")
    return value


def _weights_by_vertex(value: object, graph: Graph) -> dict[Hashable, object]:
    if not isinstance(value, Mapping):
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


def vertex_from_json(value: object, graph: Graph, field: str = "to") -> Hashable:
    """The vertex that JSON writes as ``value``; an InputError if there is none."""
    for vertex in graph.vertices:
        if vertex_to_json(vertex) == value and type(vertex_to_json(vertex)) is type(value):
            return vertex
    raise InputError(field, f"{show_json(value)} is not a vertex; {graph.describe_vertices()}")


def write_graph(graph: Graph, *, always_directed: bool = False) -> dict[str, object]:
    """The fields that describe a graph; an InputError where two vertices would be written alike."""
    found: dict[str, object] = {} if always_directed else {"directed": graph.directed}
    if graph.n and isinstance(graph.vertices, range):
        return found | {"vertices": graph.n, "edges": [list(pair) for pair in watched(graph.ends())]}
    names = [vertex_to_json(vertex) for vertex in graph.vertices]
    if len({str(name) for name in names}) < len(names):
        raise InputError("vertices", "two vertices are written alike in JSON; rename one")
    return found | {"vertices": names, "edges": [[names[u], names[v]] for u, v in watched(graph.ends())]}
