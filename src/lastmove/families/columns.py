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
from lastmove.graphs.graph import Graph
from lastmove.graphs.parameters import check_size, integer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["NO_CAP", "Cap", "Columns", "Link", "columns", "ring", "strip"]


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


def strip(places: int, edges: object, links: object, **more: object) -> Columns:
    """An open family of one's own; ``links`` are pairs (left, right) or triples with a length."""
    return _own(places, edges, links, closed=False, **more)


def ring(places: int, edges: object, links: object, **more: object) -> Columns:
    """A family of one's own, closed to a ring."""
    return _own(places, edges, links, closed=True, **more)


def _own(places: int, edges: object, links: object, *, closed: bool, **more: object) -> Columns:
    from lastmove.families.column_fields import columns_from_json

    return columns_from_json({"column": places, "edges": edges, "links": links, "ring": closed, **more})


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
    from lastmove.graphs.families import family

    name, _, rest = text.partition(":")
    return family(f"{name}:{re.sub('n', str(n), rest)}")


def _accepted() -> str:
    return ", ".join(f"{name}:{shape}" for name, (shape, _) in _NAMED.items())
