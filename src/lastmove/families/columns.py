"""Families of graphs that grow by columns: a column graph, links to later columns, open or closed to a ring.

A :class:`Columns` describes all members at once; :func:`columns` knows the named families with a letter, such as
``grid:4xn``, and :func:`columns_from_json` reads a family of one's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.families import MOST_PLACES
from lastmove.graphs.families import FAMILIES
from lastmove.graphs.graph import Graph
from lastmove.graphs.random import check_size, integer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class Link(NamedTuple):
    """An edge from place ``left`` of each column to place ``right`` of the column ``length`` further on.

    In a digraph ``forward`` says that there is an arc this way, ``backward`` that there is one the other way.
    """

    left: int
    right: int
    length: int = 1
    forward: bool = True
    backward: bool = True


class Cap(NamedTuple):
    """What stands at an end of a strip: n vertices, edges among them, and links (cap vertex, place of the column).

    In a digraph an edge is an arc, and a link leads from left to right.
    """

    n: int = 0
    edges: tuple[tuple[int, int], ...] = ()
    links: tuple[tuple[int, int], ...] = ()


NO_CAP = Cap()


@dataclass(frozen=True)
class Columns:
    """Graphs of n columns, for every n >= ``least``.

    Attributes
    ----------
    name
        How the family is written, with the letter n.
    places
        How many vertices a column has.
    edges, links
        The edges in a column, and those between columns.
    closed
        Whether the last column is followed by the first.
    directed
        Whether edges are arcs.
    by_rows
        Whether vertices are numbered place by place (``place * n + column``) instead of column by column. The
        vertices of the caps come last, those of the left cap first.
    spine
        How many places are numbered by rows, where the others follow column by column.
    """

    name: str
    places: int
    edges: tuple[tuple[int, int], ...] = ()
    links: tuple[Link, ...] = ()
    closed: bool = False
    directed: bool = False
    least: int = 1
    by_rows: bool = False
    spine: int = 0
    left: Cap = NO_CAP
    right: Cap = NO_CAP
    build: Callable[[int], Graph] | None = field(default=None, compare=False, repr=False)

    @property
    def is_own(self) -> bool:
        """Whether the name is somebody's own: then it says nothing about the columns."""
        return self.build is None

    @property
    def described(self) -> str:
        """The name, and that it is somebody's own where it is."""
        return f"{self.name} (own columns)" if self.is_own else self.name

    @property
    def reach(self) -> int:
        """The length of the longest link; at least 1."""
        return max((link.length for link in self.links), default=1)

    def size(self, n: int) -> int:
        """The number of vertices of the member with n columns."""
        return self.places * n + self.left.n + self.right.n

    def vertex(self, n: int, column: int, place: int) -> int:
        """The number of a vertex in the member with n columns."""
        if self.by_rows:
            return place * n + column
        if place < self.spine:
            return place * n + column
        return self.spine * n + column * (self.places - self.spine) + place - self.spine

    def place(self, n: int, v: int) -> tuple[int, int]:
        """The column and place of a vertex; the columns -1 and n are the caps.

        >>> columns("grid:2xn").place(10, 13)
        (3, 1)
        """
        if v >= self.places * n:
            rest = v - self.places * n
            return (-1, rest) if rest < self.left.n else (n, rest - self.left.n)
        if self.by_rows or v < self.spine * n:
            return v % n, v // n
        column, place = divmod(v - self.spine * n, self.places - self.spine)
        return column, place + self.spine

    def mirrored(self) -> Columns:
        """The same strip read from its other end."""
        links = tuple(Link(k.right, k.left, k.length, k.backward, k.forward) for k in self.links)
        return replace(self, links=links, left=self.right, right=self.left)

    def board(self, n: int) -> Graph:
        """The member with n columns."""
        n = integer("n", n, self.least)
        if self.build is not None:
            return self.build(n)
        check_size("n", self.size(n), n * (len(self.edges) + 2 * len(self.links)))
        return Graph.numbered(self.size(n), self._edges(n), directed=self.directed)

    def _edges(self, n: int) -> Iterator[tuple[int, int]]:
        for column in range(n):
            yield from ((self.vertex(n, column, i), self.vertex(n, column, j)) for i, j in self.edges)
            for link in self.links:
                other = column + link.length
                if other < n or self.closed:
                    u, v = self.vertex(n, column, link.left), self.vertex(n, other % n, link.right)
                    if link.forward or not self.directed:
                        yield u, v
                    if link.backward and self.directed:
                        yield v, u
        first = self.places * n
        yield from ((first + a, first + b) for a, b in self.left.edges)
        yield from ((first + a, self.vertex(n, 0, i)) for a, i in self.left.links)
        first += self.left.n
        yield from ((first + a, first + b) for a, b in self.right.edges)
        yield from ((self.vertex(n, n - 1, i), first + a) for a, i in self.right.links)


def _path_edges(k: int) -> tuple[tuple[int, int], ...]:
    return tuple((i, i + 1) for i in range(k - 1))


def _straight(k: int) -> tuple[Link, ...]:
    return tuple(Link(i, i) for i in range(k))


def _board(name: str, numbers: list[int | None]) -> Columns:
    """Grids, king's boards and tori, with the letter in either place."""
    by_rows = numbers[1] is None
    k = numbers[0] if by_rows else numbers[1]
    k = integer("rows" if by_rows else "columns", k, 3 if name == "torus" else 1)  # type: ignore[arg-type]
    edges, links = _path_edges(k), _straight(k)
    if name == "king":
        links += tuple(Link(i, j) for i in range(k) for j in (i - 1, i + 1) if 0 <= j < k)
    if name == "torus":
        return Columns("", k, (*edges, (0, k - 1)), links, closed=True, least=3, by_rows=by_rows)
    return Columns("", k, edges, links, by_rows=by_rows)


def _petersen(numbers: list[int | None]) -> Columns:
    k = integer("k", numbers[1], 1)  # type: ignore[arg-type]
    return Columns("", 2, ((0, 1),), (Link(0, 0), Link(1, 1, k)), closed=True, least=2 * k + 1, by_rows=True)


def _circulant(numbers: list[int | None]) -> Columns:
    jumps = sorted({integer("jump", jump, 1) for jump in numbers[1:]})  # type: ignore[arg-type]
    least = max(jumps, default=0) + 1
    return Columns("", 1, (), tuple(Link(0, 0, jump) for jump in jumps), closed=True, least=least)


def _kotzig(numbers: list[int | None]) -> Columns:
    steps = sorted({integer("step", step, 1) for step in numbers[1:]})  # type: ignore[arg-type]
    links = tuple(Link(0, 0, step, True, False) for step in steps)
    return Columns("", 1, (), links, closed=True, directed=True, least=max(steps, default=0) + 1)


def _caterpillar(numbers: list[int | None]) -> Columns:
    legs = integer("legs", numbers[1], 0)  # type: ignore[arg-type]
    return Columns("", legs + 1, tuple((0, leg) for leg in range(1, legs + 1)), (Link(0, 0),), spine=1)


_TWO_ROWS = (Link(0, 0), Link(1, 1))

_NAMED: dict[str, tuple[str, Callable[[list[int | None]], Columns]]] = {
    "path": ("n", lambda _: Columns("", 1, (), (Link(0, 0),))),
    "cycle": ("n", lambda _: Columns("", 1, (), (Link(0, 0),), closed=True, least=3)),
    "circuit": ("n", lambda _: Columns("", 1, (), (Link(0, 0, 1, True, False),), True, directed=True, least=2)),
    "grid": ("kxn", lambda numbers: _board("grid", numbers)),
    "king": ("kxn", lambda numbers: _board("king", numbers)),
    "torus": ("kxn", lambda numbers: _board("torus", numbers)),
    "ladder": ("n", lambda _: Columns("", 2, ((0, 1),), _TWO_ROWS, by_rows=True)),
    "prism": ("n", lambda _: Columns("", 2, ((0, 1),), _TWO_ROWS, closed=True, least=3, by_rows=True)),
    "antiprism": (
        "n",
        lambda _: Columns("", 2, ((0, 1),), (*_TWO_ROWS, Link(1, 0)), closed=True, least=3, by_rows=True),
    ),
    "petersen": ("n,k", _petersen),
    "circulant": ("n,k,...", _circulant),
    "kotzig": ("n,k,...", _kotzig),
    "caterpillar": ("n,k", _caterpillar),
    "comb": ("n", lambda _: Columns("", 2, ((0, 1),), (Link(0, 0),), by_rows=True)),
}


def columns(spec: str) -> Columns:
    """The family of a spec with the letter n in place of one number.

    Raises
    ------
    InputError
        If the spec names no family that grows by columns, or the letter does not stand where it can grow.

    Examples
    --------
    >>> columns("grid:4xn").places, columns("petersen:n,2").least
    (4, 5)
    """
    name, _, rest = spec.lower().replace("_", "-").partition(":")
    name = name.strip()
    if name not in _NAMED:
        raise InputError("spec", f"{show(spec)} names no family that grows; accepted: {_accepted()}")
    shape, make = _NAMED[name]
    words = [word.strip() for word in re.split("[x,]", rest)]
    places = [place for place, word in enumerate(words) if word == "n"]
    several = shape.endswith("...")
    least = len(re.split("[x,]", shape)) - (1 if several else 0)
    fits = len(words) >= least if several else len(words) == least
    either = shape == "kxn"
    if len(places) != 1 or not fits or (places[0] != 0 and not either):
        raise InputError("spec", f"{show(spec)}; accepted: {_accepted()}")
    if any(not re.fullmatch(r"[0-9]{1,6}", word) for word in words if word != "n"):
        raise InputError("spec", f"{show(spec)}; accepted: one letter n, and integers of at most six digits")
    try:
        made = make([None if word == "n" else int(word) for word in words])
    except InputError as error:
        raise InputError("spec", f"{show(spec)}: {error}") from None
    text = f"{name}:{('x' if either else ',').join(words)}"
    return replace(made, name=text, build=partial(_member, text))


def _member(text: str, n: int) -> Graph:
    from lastmove.graphs.families import named

    name, _, rest = text.partition(":")
    return named(f"{name}:{re.sub('n', str(n), rest)}")


def _accepted() -> str:
    return ", ".join(f"{name}:{shape}" for name, (shape, _) in _NAMED.items())


_FIELDS = ("column", "edges", "links", "ring", "directed", "least", "name", "left", "right", "by_rows", "spine")
_LONGEST_NAME = 60
_PLAIN = re.compile(rf"[A-Za-z][A-Za-z0-9 _-]{{0,{_LONGEST_NAME - 1}}}")
_ALIKE = str.maketrans("01345i", "oleasl")


def any_columns(spec: str | Columns | Mapping[str, object]) -> Columns:
    """The family of a text such as ``grid:4xn``, of an object, or as it is; an InputError for a name of another."""
    if isinstance(spec, str):
        return columns(spec)
    return _named(spec) if isinstance(spec, Columns) else columns_from_json(spec)


def columns_from_json(raw: Mapping[str, object]) -> Columns:
    """The family that an object describes.

    ``column`` is the number of vertices of a column, ``edges`` the pairs of places joined in it, ``links`` the pairs
    (place, place of the next column) or triples with a length; ``ring`` says whether it closes; ``left`` and ``right``
    are caps, objects with ``n``, ``edges`` and ``links`` (pairs of a cap vertex and a place).

    >>> columns_from_json({"column": 2, "edges": [[0, 1]], "links": [[0, 0], [1, 1]]}).board(3).m
    7
    """
    if not hasattr(raw, "get"):
        raise InputError("family", f"{show(raw)}; accepted: a text such as 'grid:4xn', or an object")
    for key in raw:
        if key not in _FIELDS:
            raise InputError("family", f"unknown field {show(key)}; accepted: {', '.join(_FIELDS)}")
    places = integer("column", raw.get("column"), 1, MOST_PLACES)  # type: ignore[arg-type]
    directed, closed = _truth(raw, "directed"), _truth(raw, "ring")
    edges = tuple(_pair(pair, "edges", places, places) for pair in _array(raw.get("edges", ()), "edges"))
    links = tuple(_link(item, places, directed=directed) for item in _array(raw.get("links", ()), "links"))
    caps = [_cap(raw.get(name), name, places) for name in ("left", "right")]
    if caps != [NO_CAP, NO_CAP] and (closed or directed):
        raise InputError("left" if caps[0].n else "right", "caps go with open strips of undirected graphs only")
    reach = max((link.length for link in links), default=1)
    least = integer("least", raw.get("least", 2 * reach + 1 if closed else 1), reach + 1 if closed else 1)  # type: ignore[arg-type]
    name: object = raw.get("name", "own")
    if not isinstance(name, str):
        raise InputError("name", f"{show(name)}; accepted: a text")
    spine = integer("spine", raw.get("spine", 0), 0, places)  # type: ignore[arg-type]
    by_rows = _truth(raw, "by_rows")
    return _named(Columns(name, places, edges, links, closed, directed, least, by_rows, spine, caps[0], caps[1]))


def _named(made: Columns) -> Columns:
    """The family of a name that ``columns`` knows, whose boards are those of that name; others stay as they are.

    Raises
    ------
    InputError
        If the name is that of a family with other columns, or looks like one: a name of its own is plain text, and no
        word of it begins or ends with the name of a family. So nobody takes it for ``complete:n``, or for
        ``grid:5xn`` with another x.
    """
    try:
        known = columns(made.name)
    except InputError:
        _check_own(made.name)
        return made
    if known != made:
        raise InputError("name", f"{show(made.name)} names a family with other columns; accepted: a name of its own")
    return known


def _check_own(name: str) -> None:
    if not _PLAIN.fullmatch(name):
        accepted = f"a letter, then letters, digits, spaces, - and _ of ASCII, {_LONGEST_NAME} in all at most"
        raise InputError("name", f"{show(name)}; accepted: a family that grows, or a name of its own: {accepted}")
    words = [_bare(word) for word in (*re.split("[ _-]+", name), name)]
    for family in FAMILIES:
        if any(word.startswith(_bare(family)) or word.endswith(_bare(family)) for word in words):
            raise InputError("name", f"{show(name)} looks like the family {family}; accepted: a name of its own")


def _bare(word: str) -> str:
    """The letters of a word, small, and those that look alike as one.

    >>> _bare("WheeI"), _bare("t0-rus"), _bare("grid") == _bare("gr1d")
    ('wheel', 'torus', True)
    """
    return re.sub("[ _-]", "", word.lower()).translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def columns_to_json(family: Columns) -> dict[str, object]:
    """The object that describes a family."""
    made: dict[str, object] = {
        "name": family.name,
        "column": family.places,
        "edges": [list(pair) for pair in family.edges],
        "links": [_link_to_json(link, directed=family.directed) for link in family.links],
        "ring": family.closed,
        "directed": family.directed,
        "least": family.least,
        "by_rows": family.by_rows,
        "spine": family.spine,
    }
    for name, cap in (("left", family.left), ("right", family.right)):
        if cap.n:
            made[name] = {
                "n": cap.n,
                "edges": [list(pair) for pair in cap.edges],
                "links": [list(p) for p in cap.links],
            }
    return made


def _link_to_json(link: Link, *, directed: bool) -> list[int]:
    if directed and not link.forward:
        return [link.right, link.left, -link.length]
    return [link.left, link.right, link.length]


def _array(value: object, name: str) -> list[object] | tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise InputError(name, f"{show(value)}; accepted: an array")
    return value


def _truth(raw: Mapping[str, object], name: str) -> bool:
    value = raw.get(name, False)
    if not isinstance(value, bool):
        raise InputError(name, f"{show(value)}; accepted: true, false")
    return value


def _pair(value: object, name: str, first: int, second: int) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(name, f"{show(value)}; accepted: pairs of integers")
    return integer(name, value[0], 0, first - 1), integer(name, value[1], 0, second - 1)


def _link(value: object, places: int, *, directed: bool) -> Link:
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise InputError("links", f"{show(value)}; accepted: pairs of places, or triples with a length")
    u, v = _pair(value[:2], "links", places, places)
    length = value[2] if len(value) == 3 else 1
    if directed and type(length) is int and length < 0:
        return Link(v, u, -integer("links", length, -MOST_PLACES, -1), forward=False, backward=True)
    return Link(u, v, integer("links", length, 1, MOST_PLACES), True, not directed)


def _cap(raw: object, name: str, places: int) -> Cap:
    if raw is None:
        return NO_CAP
    if not hasattr(raw, "get") or any(field not in ("n", "edges", "links") for field in raw):  # type: ignore[attr-defined]
        raise InputError(name, f"{show(raw)}; accepted: an object with n, edges and links")
    n = integer(f"{name}.n", raw.get("n"), 1, MOST_PLACES)
    edges = tuple(_pair(pair, f"{name}.edges", n, n) for pair in _array(raw.get("edges", ()), f"{name}.edges"))
    links = tuple(_pair(pair, f"{name}.links", n, places) for pair in _array(raw.get("links", ()), f"{name}.links"))
    return Cap(n, edges, links)
