"""Parts of strips and rings, column by column: their types, and the moves from a vertex between them.

A part of m columns has *right ports*, by which it meets the columns after it, and in a ring *left ports* too. A port is
named by what it belongs to and its distance from the boundary: (place, distance) where ports are vertices,
(link, distance of the link's end) where they are edges. The ends of a strip, if they have caps, have ports of their own
(("cap", k), 0), which the first column uses up.

Moves are seen from the columns about a vertex, and called what they are called on the board. The search asks for
winning ones, the check asks whether one wins; both see the same moves. For families by halves a column is a number that
says what is left at each of its places (:class:`ColumnMoves`); a *pair* is a column and the token's place in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lastmove.families import MOST_COLUMNS
from lastmove.parts.cores import ChildPort, CorePort, Door, Join, Wiring, core_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.families.columns import Columns, Link
    from lastmove.parts.boards import Option
    from lastmove.parts.cores import Core, PartTypes


Key = tuple[Any, int]


@dataclass(frozen=True)
class Strip:
    """A family, a game and a store of types; ``weights`` has a weight for each place where the game has weights."""

    columns: Columns
    game: str
    types: PartTypes
    weights: tuple[int, ...] = ()

    @property
    def by_edges(self) -> bool:
        """Whether ports are edges."""
        return self.game == "edge-geography"

    def mirrored(self) -> Strip:
        """The same strip read from its other end."""
        return replace(self, columns=self.columns.mirrored())

    def right_keys(self) -> list[Key]:
        """The right ports of a part, in order."""
        cap: list[Key] = [(("cap", k), 0) for k in self._cap_ports()]
        return [*self._keys(right=True), *cap]

    def left_keys(self) -> list[Key]:
        """The left ports of a part of a ring, in order; they follow the right ones."""
        return self._keys(right=False)

    def _keys(self, *, right: bool) -> list[Key]:
        links = self.columns.links
        if self.by_edges:
            return [(number, d) for number, link in enumerate(links) for d in range(link.length)]
        reach: dict[int, int] = {}
        for link in links:
            place = link.left if right else link.right
            reach[place] = max(reach.get(place, 0), link.length)
        return [(place, d) for place in sorted(reach) for d in range(reach[place])]

    def _cap_ports(self) -> Sequence[int]:
        links = self.columns.left.links
        return range(len(links)) if self.by_edges else sorted({a for a, _ in links})

    def door(self, key: Key, v: int, *, right: bool) -> Door:
        """The door of a port at vertex v."""
        name, distance = key
        links = self.columns.links
        if self.by_edges:
            used: list[Link] = [links[name]]
        else:
            used = [k for k in links if (k.left if right else k.right) == name and k.length > distance]
        undirected = not self.columns.directed
        forward = undirected or any(link.forward for link in used)
        backward = undirected or any(link.backward for link in used)
        comes_in, goes_out = (backward, forward) if right else (forward, backward)
        return Door((right, key), v, comes_in, goes_out)

    def end(self) -> int:
        """The type of the left end: nothing, or the cap."""
        keys, cap = self.right_keys(), self.columns.left
        if not cap.n:
            return self.types.nothing(len(keys))
        ports: list[CorePort | None] = []
        doors = []
        for key in keys:
            if not isinstance(key[0], tuple):
                ports.append(None)
                continue
            number = key[0][1]
            vertex = cap.links[number][0] if self.by_edges else number
            doors.append(Door((True, key), vertex, not self.columns.directed, True))
            ports.append(CorePort((True, key)))
        weights = (self.weights[0],) * cap.n if self.weights else ()
        core = core_of(self.game, Wiring(cap.n, cap.edges, self.columns.directed, (), tuple(doors), weights))
        return self.types.compose(core, (), ports)

    def empty(self) -> int:
        """The type of no columns of a ring."""
        return self.types.nothing(len(self.right_keys()) + len(self.left_keys()))

    def longer(self, part: int, m: int, *, weights: tuple[int, ...] | None = None) -> int:
        """The type of a part of m columns with one more at its right."""
        keys, closed = self.right_keys(), self.columns.closed
        window = _Window(self, 1, weights or self.weights)
        window.join_right_ports(0, part, 0)
        place = {key: number for number, key in enumerate(keys)}
        ports = [self._right_port(key, place, window) for key in keys]
        for number, key in enumerate(self.left_keys() if closed else ()):
            if key[1] < m:
                ports.append(ChildPort(0, len(keys) + number))
            else:
                ports.append(window.open(self.door(key, self._foot(key, right=False), right=False), key[1] == m))
        return self.types.compose(core_of(self.game, window.wiring()), (part,), ports)

    def _right_port(self, key: Key, place: dict[Key, int], window: _Window) -> CorePort | ChildPort | None:
        name, distance = key
        if isinstance(name, tuple):
            return None
        if distance:
            return ChildPort(0, place[name, distance - 1])
        return window.open(self.door(key, self._foot(key, right=True), right=True), True)

    def _foot(self, key: Key, *, right: bool) -> int:
        """The place where a port stands in its column."""
        if not self.by_edges:
            return int(key[0])
        link = self.columns.links[key[0]]
        return link.left if right else link.right

    def middle(self, left: int, right: int, columns: int, *, caps: tuple[bool, bool] = (False, False)) -> Any:
        """The core of a few columns between a left part and a (mirrored) right part, ready to be asked who wins.

        ``caps`` says which caps of the family are in the core instead of in the part on that side.
        """
        window = _Window(self, columns, self.weights, caps)
        if not caps[0]:
            window.join_right_ports(0, left, 0)
        if not caps[1]:
            window.join_left_ports(1, right, 0, self.mirrored().right_keys())
        return core_of(self.game, window.wiring()), window

    def around(self, part: int, columns: int) -> Any:
        """The core of a few columns that close a part of a ring, ready to be asked who wins."""
        window = _Window(self, columns, self.weights)
        window.join_right_ports(0, part, 0)
        window.join_left_ports(0, part, len(self.right_keys()), self.left_keys())
        return core_of(self.game, window.wiring()), window


class _Window:
    """A core of a few columns, and what it is joined to."""

    def __init__(
        self, strip: Strip, columns: int, weights: tuple[int, ...], caps: tuple[bool, bool] = (False, False)
    ) -> None:
        self.strip, self.columns, self.weights = strip, columns, weights
        self.caps = caps
        self.joins: list[Join] = []
        self.doors: list[Door] = []

    def vertex(self, column: int, place: int) -> int:
        """The number of a vertex in the core; -1 and the number of columns stand for the caps."""
        family = self.strip.columns
        if column == -1:
            return self.columns * family.places + place
        if column == self.columns:
            return self.columns * family.places + (family.left.n if self.caps[0] else 0) + place
        return column * family.places + place

    def open(self, door: Door, there: bool) -> CorePort | None:
        """A port at a door, if it is there."""
        if not there:
            return None
        self.doors.append(door)
        return CorePort(door.name)

    def join_right_ports(self, child: int, part: int, first: int) -> None:
        """Join the right ports of a part to the columns of the core; they are numbered from ``first`` on."""
        strip, undirected = self.strip, not self.strip.columns.directed
        for number, key in enumerate(strip.right_keys(), first):
            if strip.types.parts[part][number] is None:
                continue
            for place, column, forward, backward in self._across(key, right=True):
                v = self.vertex(column, place)
                self.joins.append(Join(v, child, number, undirected or backward, undirected or forward))

    def join_left_ports(self, child: int, part: int, first: int, keys: Sequence[Key]) -> None:
        """The same for the left ports of a part that stands to the right of the core."""
        strip, undirected = self.strip, not self.strip.columns.directed
        for number, key in enumerate(keys, first):
            if strip.types.parts[part][number] is None:
                continue
            for place, column, forward, backward in self._across(key, right=False):
                v = self.vertex(self.columns - 1 - column, place)
                self.joins.append(Join(v, child, number, undirected or forward, undirected or backward))

    def _across(self, key: Key, *, right: bool) -> Iterator[tuple[int, int, bool, bool]]:
        """The places and columns (counted from the boundary) that a port leads to, and which way the links go."""
        name, distance = key
        family = self.strip.columns
        if isinstance(name, tuple):
            links = (family.left if right else family.right).links
            for number, (a, place) in enumerate(links):
                if (number if self.strip.by_edges else a) == name[1]:
                    yield place, 0, True, False
            return
        for number, link in enumerate(family.links):
            mine, other = (link.left, link.right) if right else (link.right, link.left)
            offset = link.length - 1 - distance
            if (number if self.strip.by_edges else mine) == name and 0 <= offset < self.columns:
                yield other, offset, link.forward, link.backward

    def wiring(self) -> Wiring:
        """The core, as it is wired."""
        family, count = self.strip.columns, self.columns
        edges = [(self.vertex(c, i), self.vertex(c, j)) for c in range(count) for i, j in family.edges]
        for link in family.links:
            for c in range(count - link.length):
                u, v = self.vertex(c, link.left), self.vertex(c + link.length, link.right)
                if link.forward or not family.directed:
                    edges.append((u, v))
                if link.backward and family.directed:
                    edges.append((v, u))
        n = count * family.places
        for there, cap, column, near in zip(
            self.caps, (family.left, family.right), (-1, count), (0, count - 1), strict=True
        ):
            if there:
                edges += [(self.vertex(column, a), self.vertex(column, b)) for a, b in cap.edges]
                across = [(self.vertex(column, a), self.vertex(near, i)) for a, i in cap.links]
                edges += across if column == -1 else [(u, v) for v, u in across]
                n += cap.n
        weights = self.weights * count + (self.weights[:1] * (n - count * family.places) if self.weights else ())
        return Wiring(n, tuple(edges), family.directed, tuple(self.joins), tuple(self.doors), weights)


def inner_column(column: int, first: int, n: int, window: Any) -> int:
    """The column of the core that is this column of the board; -1 and n stand for the caps."""
    if column < 0:
        return -1
    return int(window.columns) if column >= n else column - first


def moves_about(
    strip: Strip, window: Any, core: Core, children: Sequence[int], *, n: int, first: int, v: int
) -> Iterator[tuple[dict[str, object], Option]]:
    """The moves of a token on vertex v of the core, as JSON on the board of n columns, and what each leads to.

    ``first`` is the column of the board that the core begins with. Without a window the core is the whole board.
    """
    for after, w in core.steps(core.start, v):
        to = w if w is None or window is None else _vertex(strip, n, window, first, w)
        left = after[w] if strip.game == "nimg-mr" and w is not None else None
        yield _move(strip.game, to, after, v, left), (after, w, None)
    for after, child, port in core.enters(core.start, v):
        ways: Sequence[Any] = strip.types.parts[children[child]][port] or ()
        for number, way in enumerate(ways):
            to = _beyond(strip, n, window, first, child, port)
            yield _move(strip.game, to, after, v, number), (after, None, (child, way))


def _move(game: str, to: int | None, after: Any, v: int, remaining: int | None) -> dict[str, object]:
    if game == "nimg-rm":
        return {"remaining": after[v], "to": to}
    return {"to": to, "remaining": remaining} if game == "nimg-mr" else {"to": to}


def _vertex(strip: Strip, n: int, window: Any, first: int, w: int) -> int:
    """The vertex of the board that is vertex w of the core."""
    family = strip.columns
    columns: int = window.columns
    column, place = divmod(w, family.places)
    if column < columns:
        return family.vertex(n, (first + column) % n, place)
    rest = w - columns * family.places
    left = family.left.n if window.caps[0] else 0
    return family.places * n + (rest if rest < left else family.left.n + rest - left)


def _beyond(strip: Strip, n: int, window: Any, first: int, child: int, port: int) -> int:
    """The vertex of the board that is, or stands behind, a port of a child of the core."""
    family = strip.columns
    keys = strip.right_keys()
    right = child == 0 and port < len(keys)
    if right:
        key, edge = keys[port], first - 1
    else:
        others = strip.left_keys() if family.closed else strip.mirrored().right_keys()
        key, edge = others[port - len(keys) if family.closed else port], first + window.columns
    name, distance = key
    if isinstance(name, tuple):
        cap = family.left if right else family.right
        vertex = cap.links[name[1]][0] if strip.by_edges else name[1]
        return int(family.places * n + (0 if right else family.left.n) + vertex)
    place = name
    if strip.by_edges:
        link = family.links[name]
        place = link.left if right else link.right
    return family.vertex(n, (edge - distance if right else edge + distance) % n, place)


Pair = tuple[int, int]


def halves_decide(columns: Columns, game: str, weight: int | None = None) -> bool:
    """Whether the two halves beside the token's column are of one sort, and all that there is.

    That is so in Vertex Geography and NimG-MR on open strips without caps, each its own mirror image, whose links lead
    to the next column only.
    """
    pairs = {(link.left, link.right) for link in columns.links}
    open_strip = not (columns.closed or columns.directed or columns.left.n or columns.right.n)
    plain = columns.reach == 1 and all(i != j for i, j in columns.edges)
    mirrored = pairs == {(right, left) for left, right in pairs}
    weights = {"vertex-geography": weight is None, "nimg-mr": bool(weight)}
    few = (1 + (weight or 1)) ** columns.places <= MOST_COLUMNS
    return weights.get(game, False) and open_strip and plain and mirrored and few


def ring_steps(columns: Columns) -> tuple[int, ...] | None:
    """The steps of a family of digraphs with arcs v -> v + step modulo n; ``None`` for any other family.

    >>> from lastmove.families.columns import columns
    >>> ring_steps(columns("kotzig:n,1,3")), ring_steps(columns("cycle:n"))
    ((1, 3), None)
    """
    one = columns.closed and columns.directed and columns.places == 1 and not columns.edges
    if not one or not all(link.forward and not link.backward and link.length > 0 for link in columns.links):
        return None
    return tuple(sorted({link.length for link in columns.links})) or None


class ColumnMoves:
    """What is left at place i is digit i of a column's number: up to the weight in NimG-MR, 0 or 1 in Vertex Geography.

    >>> from lastmove.families.columns import columns
    >>> moves = ColumnMoves(columns("grid:2xn"))
    >>> moves.full, moves.pairs
    (3, [(1, 0), (2, 1), (3, 0), (3, 1)])
    >>> moves.rest(3, 0), moves.inner(3, 0), moves.entered(3, 0)
    (2, [(2, 1)], [(3, 0)])
    >>> moves = ColumnMoves(columns("grid:2xn"), weight=2)
    >>> moves.full, moves.rest(8, 0), moves.inner(8, 0), moves.entered(1, 0)
    (8, 8, [(2, 1), (5, 1)], [(0, 0)])
    """

    def __init__(self, columns: Columns, weight: int | None = None) -> None:
        k = columns.places
        self.weight = weight
        self._units: list[int] = [((weight or 1) + 1) ** i for i in range(k + 1)]
        self.columns, self.full = self._units[k], self._units[k] - 1
        self._beside: list[set[int]] = [set() for _ in range(k)]
        self._across: list[set[int]] = [set() for _ in range(k)]
        for i, j in columns.edges:
            self._beside[i].add(j)
            self._beside[j].add(i)
        for link in columns.links:
            self._across[link.left].add(link.right)
        every = ((column, place) for column in range(self.columns) for place in range(k))
        self.pairs = [(column, i) for column, i in every if weight is not None or self.left_at(column, i)]
        self.number = {pair: at for at, pair in enumerate(self.pairs)}

    def left_at(self, column: int, place: int) -> int:
        """What is left at a place."""
        return column // self._units[place] % self._units[1]

    def size(self, column: int) -> int:
        """What is left in a column: no more moves than that can lead into it."""
        return sum(self.left_at(column, place) for place in range(len(self._units) - 1))

    def rest(self, column: int, place: int) -> int:
        """What a move leaves of the token's column when the token goes: in Vertex Geography its vertex is deleted."""
        return column if self.weight is not None else column - self._units[place]

    def inner(self, column: int, place: int) -> list[Pair]:
        """The pairs after a move in the column."""
        rest = self.rest(column, place)
        return [pair for j in sorted(self._beside[place]) for pair in self._landings(rest, j)]

    def entered(self, column: int, place: int) -> list[Pair]:
        """The pairs after a move into a column, from a place of the column beside it."""
        return [pair for j in sorted(self._across[place]) for pair in self._landings(column, j)]

    def _landings(self, column: int, place: int) -> list[Pair]:
        """The pairs after the token has come to a place; in NimG-MR its weight is lowered then."""
        left = self.left_at(column, place)
        if self.weight is None:
            return [(column, place)] * left
        return [(column - (left - fewer) * self._units[place], place) for fewer in range(left)]

    def move(self, to: int, column: int, place: int) -> dict[str, object]:
        """The move that leads to a pair, as JSON: the token is then on vertex ``to``."""
        return {"to": to} if self.weight is None else {"to": to, "remaining": self.left_at(column, place)}
