"""The graph value: names at the edge, integers inside.

A :class:`Graph` is immutable. Its vertices have an order, and everything inside the package speaks of vertex
numbers 0..n-1 in that order; names appear only where people see them. Edges are two flat integer arrays, so
that a graph of millions of edges takes 16 bytes an edge; ``numpy.asarray(graph.tails)`` shares them.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.limits import need, watched
from lastmove.core.notebook import Drawable
from lastmove.core.optional import is_there

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from lastmove.graphs.csr import CSR

_EDGES_A_LOOK = 1024
MANY = 100_000
"""So many edges are looked at together, with numpy."""


class Graph(Drawable):
    """A finite graph or digraph; loops and parallel edges are allowed.

    Parameters
    ----------
    vertices
        The vertices in order, or an integer n for 0..n-1. Any hashable is a vertex.
    edges
        Pairs of vertices, in order; a pair given twice is two parallel edges. Arcs u -> v when directed.
    directed
        Whether the pairs are arcs.

    Raises
    ------
    InputError
        For a vertex given twice, an edge that is no pair, or an end that is not a vertex.

    Examples
    --------
    >>> triangle = Graph("abc", [("a", "b"), ("b", "c"), ("c", "a")])
    >>> triangle.n, triangle.m, triangle.neighbours
    (3, 3, ((1, 2), (0, 2), (0, 1)))

    Notes
    -----
    Two graphs are equal when they are written the same: the same vertices and edges in the same order. The
    positions of a game that deletes vertices or edges rely on that order.
    """

    vertices: Sequence[Hashable]
    directed: bool
    tails: memoryview
    heads: memoryview

    def __init__(
        self,
        vertices: Iterable[Hashable] | int,
        edges: Iterable[tuple[Hashable, Hashable]] = (),
        *,
        directed: bool = False,
    ) -> None:
        names = _numbered(vertices) if isinstance(vertices, int) else _named(tuple(vertices))
        self._set(names, array("q"), array("q"), directed)
        tails, heads = array("q"), array("q")
        for place, edge in enumerate(edges):
            u, v = _pair(edge, place)
            tails.append(self._end(u, place))
            heads.append(self._end(v, place))
        self._set(names, tails, heads, directed)

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[Hashable, Hashable]], *, directed: bool = False) -> Graph:
        """The graph of an edge list; its vertices come in the order of first appearance."""
        numbers: dict[Hashable, int] = {}
        tails, heads = array("q"), array("q")
        for place, edge in enumerate(edges):
            u, v = _pair(edge, place)
            try:
                tails.append(numbers.setdefault(u, len(numbers)))
                heads.append(numbers.setdefault(v, len(numbers)))
            except TypeError as error:
                raise InputError("edges", f"{error}; a vertex must be hashable") from None
        return cls.trusted(_named(tuple(numbers)), tails, heads, directed=directed)

    @classmethod
    def numbered(cls, n: int, edges: Iterable[tuple[int, int]] = (), *, directed: bool = False) -> Graph:
        """The graph on 0..n-1 with these edges; the quick way in for code that makes graphs."""
        tails, heads = array("q"), array("q")
        for u, v in watched(edges, _EDGES_A_LOOK):
            tails.append(u)
            heads.append(v)
        return cls.from_ends(n, tails, heads, directed=directed)

    @classmethod
    def from_ends(
        cls,
        vertices: Sequence[Hashable] | int,
        tails: array[int],
        heads: array[int],
        *,
        directed: bool = False,
    ) -> Graph:
        """The graph whose i-th edge joins vertex number ``tails[i]`` to vertex number ``heads[i]``.

        The arrays (typecode ``q``) are kept, not copied: the caller gives them away.
        """
        names = _numbered(vertices) if isinstance(vertices, int) else _named(tuple(vertices))
        for ends in (tails, heads):
            if ends and not (min(ends) >= 0 and max(ends) < len(names)):
                bad = min(ends) if min(ends) < 0 else max(ends)
                raise InputError("edges", f"{bad} is not a vertex; the vertices are 0..{len(names) - 1}")
        return cls.trusted(names, tails, heads, directed=directed)

    @classmethod
    def trusted(
        cls, vertices: Sequence[Hashable], tails: array[int], heads: array[int], *, directed: bool = False
    ) -> Graph:
        """The same without a look at anything: ``vertices`` is a tuple of distinct names, or a range from 0."""
        graph = object.__new__(cls)
        graph._set(vertices, tails, heads, directed)
        return graph

    def _set(self, vertices: Sequence[Hashable], tails: array[int], heads: array[int], directed: bool) -> None:
        values = self.__dict__
        values["vertices"] = vertices
        values["directed"] = directed
        values["tails"] = memoryview(tails).toreadonly()
        values["heads"] = memoryview(heads).toreadonly()

    def _end(self, vertex: Hashable, place: int) -> int:
        try:
            return self.index(vertex)
        except InputError:
            raise InputError(f"edges[{place}]", f"{show(vertex)} is not a vertex") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Graph does not change; make a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Graph does not change; make a new one")

    @property
    def n(self) -> int:
        """The number of vertices."""
        return len(self.vertices)

    @property
    def m(self) -> int:
        """The number of edges, parallel ones and loops counted."""
        return len(self.tails)

    def index(self, vertex: Hashable) -> int:
        """The number of a vertex; an InputError if it is none."""
        if isinstance(self.vertices, range):
            if isinstance(vertex, int) and not isinstance(vertex, bool) and vertex in self.vertices:
                return vertex
        else:
            try:
                return self.numbers[vertex]
            except (KeyError, TypeError):
                pass
        raise InputError("vertex", f"{show(vertex)} is not a vertex; {self.describe_vertices()}")

    def describe_vertices(self) -> str:
        """The vertices in words, for error messages."""
        if not self.n:
            return "the graph has no vertices"
        shown = ", ".join(show(v) for v in self.vertices[:6])
        return f"the vertices are {shown}{', ...' if self.n > 6 else ''}"

    def ends(self) -> Iterator[tuple[int, int]]:
        """The edges as pairs of vertex numbers."""
        return zip(self.tails, self.heads, strict=True)

    @property
    def edges(self) -> Iterator[tuple[Hashable, Hashable]]:
        """The edges as pairs of names."""
        names = self.vertices
        return ((names[u], names[v]) for u, v in self.ends())

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each vertex its (out-)neighbours, ascending, each once; itself among them if it has a loop."""
        lists: list[list[int]] = [[] for _ in range(self.n)]
        undirected = not self.directed
        for u, v in watched(self.ends(), _EDGES_A_LOOK, self.m):
            lists[u].append(v)
            if undirected:
                lists[v].append(u)
        return tuple(tuple(sorted(set(found))) for found in watched(lists, 16))

    @cached_property
    def csr(self) -> CSR:
        """The same neighbours in two flat numpy arrays, without loops: for algorithms on large graphs."""
        from lastmove.graphs.csr import csr_of

        return csr_of(self)

    @cached_property
    def looped(self) -> bytes:
        """For each vertex a byte: 1 if it has a loop, else 0."""
        found = bytearray(self.n)
        if self.m < MANY or not is_there("numpy"):
            loops = [u for u, v in self.ends() if u == v]
        else:
            import numpy as np

            tails = np.asarray(self.tails)
            loops = tails[tails == np.asarray(self.heads)].tolist()
        for u in loops:
            found[u] = 1
        return bytes(found)

    @cached_property
    def degrees(self) -> list[int]:
        """For each vertex the number of ends of edges there: parallel edges count each, a loop counts twice."""
        if self.m < MANY or not is_there("numpy"):
            found = [0] * self.n
            for u, v in watched(self.ends(), _EDGES_A_LOOK):
                found[u] += 1
                found[v] += 1
            return found
        import numpy as np

        tails, heads = (np.bincount(np.asarray(ends), minlength=self.n) for ends in (self.tails, self.heads))
        counted: list[int] = (tails + heads).tolist()
        return counted

    @cached_property
    def sides(self) -> tuple[tuple[int, int] | None, ...]:
        """For each vertex of an undirected graph the first vertex of its component, and its side there, 0 or 1.

        ``None`` where the component is not bipartite.
        """
        from lastmove.graphs.components import all_sides

        return all_sides(self.neighbours)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """For each vertex its (out-)neighbours as the set bits of an integer; its own bit for a loop."""
        need(self.n * self.n // 8)
        return tuple(sum(1 << v for v in found) for found in watched(self.neighbours, 1))

    @cached_property
    def incidence(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each vertex the (edge, other end) pairs that lead out of it, by ascending edge number."""
        lists: list[list[tuple[int, int]]] = [[] for _ in range(self.n)]
        for edge, (u, v) in enumerate(watched(self.ends(), _EDGES_A_LOOK)):
            lists[u].append((edge, v))
            if not self.directed and u != v:
                lists[v].append((edge, u))
        return tuple(map(tuple, lists))

    def induced(self, kept: int) -> Graph:
        """The subgraph on the vertices whose bit is set in ``kept``, everything in the same order."""
        chosen = [i for i in watched(range(self.n)) if kept >> i & 1]
        place = {old: new for new, old in enumerate(chosen)}
        pairs = [(place[u], place[v]) for u, v in watched(self.ends(), _EDGES_A_LOOK) if u in place and v in place]
        return self._like([self.vertices[i] for i in chosen], pairs)

    def with_edges(self, kept: int) -> Graph:
        """The same vertices with only the edges whose bit is set in ``kept``."""
        return self._like(self.vertices, [pair for i, pair in enumerate(watched(self.ends())) if kept >> i & 1])

    def renamed(self, vertices: Sequence[Hashable]) -> Graph:
        """The same graph with other names, in vertex order."""
        return self._like(vertices, list(self.ends()))

    def _like(self, vertices: Sequence[Hashable], pairs: list[tuple[int, int]]) -> Graph:
        tails = array("q", [u for u, _ in pairs])
        heads = array("q", [v for _, v in pairs])
        return Graph.from_ends(vertices, tails, heads, directed=self.directed)

    @cached_property
    def numbers(self) -> dict[Hashable, int]:
        """The number of every vertex, by name."""
        return {vertex: number for number, vertex in enumerate(self.vertices)}

    @cached_property
    def _identity(self) -> tuple[object, ...]:
        return (self.directed, self.vertices, self.tails.tobytes(), self.heads.tobytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        vertices: object = self.n if isinstance(self.vertices, range) else list(self.vertices)
        directed = ", directed=True" if self.directed else ""
        return f"Graph({vertices!r}, {list(self.edges)!r}{directed})"

    def __reduce__(self) -> tuple[Any, ...]:
        ends = (array("q", self.tails), array("q", self.heads))
        return _rebuild, (self.vertices, *ends, self.directed)


def _rebuild(vertices: Sequence[Hashable], tails: array[int], heads: array[int], directed: bool) -> Graph:
    return Graph.from_ends(vertices, tails, heads, directed=directed)


def _numbered(n: int) -> Sequence[Hashable]:
    if isinstance(n, bool) or n < 0:
        raise InputError("vertices", f"{show(n)}; accepted: a list of vertices, or how many there are")
    return range(n)


def _named(vertices: Sequence[Hashable]) -> Sequence[Hashable]:
    if isinstance(vertices, range):
        return vertices
    if all(type(vertex) is int and vertex == place for place, vertex in enumerate(vertices)):
        return range(len(vertices))
    seen: set[Hashable] = set()
    for vertex in vertices:
        try:
            if vertex in seen:
                raise InputError("vertices", f"{show(vertex)} is given twice")
            seen.add(vertex)
        except TypeError:
            raise InputError("vertices", f"{show(vertex)} is not hashable; a vertex must be") from None
    return vertices


def _pair(edge: object, place: int) -> tuple[Hashable, Hashable]:
    if isinstance(edge, tuple | list) and len(edge) == 2:
        return edge[0], edge[1]
    raise InputError(f"edges[{place}]", f"{show(edge)} is no edge; an edge is a pair of vertices")
