"""LM25 on the square grid: every arc a path of cells that ends in a long hexagon, drawn as a tile.

A planar digraph with two sides, where no vertex has more than three arcs, nor more than two of them in, is drawn with
bars and lines on a coarse grid. Every vertex then gets a strip of cells: it stands on its bar, arcs leave it to the
left, to the right and, where there are three, up or down by the middle arm, its *stem*. At the head of an arc, where it
comes along the bar, lies a tile of six by five cells: the hexagon of LM25 with longer ways round. It needs an empty
side, so the stem must lead out.

On the chessboard the cells of one side of the digraph are white and those of the other black. So the path from a tail
to the tile has the right parity, whatever way it takes. No two cells are neighbours that ought not to be: the board is
an induced subgraph of the grid.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.reductions.chain import LARGEST_TARGET, Image, Size, simple_arcs, started
from lastmove.reductions.gadgets import UndirectedVertexGadgets, stranded
from lastmove.reductions.visibility import bars

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

Cell = tuple[int, int]

ACROSS, UP = 20, 14
"""Cells from a column of the coarse drawing to the next, and from a row to the next."""
_STRIP = 6
"""How far above and below its bar the arms of a vertex may go before they are on their lines."""
_ROOM = 8
"""How far from its vertex an arm turns: a tile is shorter."""

_LEAST = 2 * UP
"""Fewer cells than any arc needs for its line and its tile."""

_SHORT_WAY = [(5, -1), (5, -2), (4, -2), (3, -2), (2, -2), (1, -2), (1, -1)]
_LONG_WAY = [(5, 1), (5, 2), (4, 2), (3, 2), (2, 2), (2, 1)]
"""A tile, seen from its vertex at (0, 0) outwards: from p at (5, 0) to b at (1, 0), and from p to r at (2, 0)."""


class Arm(NamedTuple):
    """An arc at one of its ends: the corners of its way from the vertex to its line, and the side tiles lean to."""

    corners: tuple[Cell, ...]
    leaning: int


class _Port(NamedTuple):
    """Where an arc comes into a strip: its column, whether from above (1) or below (-1), and whether it leads out."""

    x: int
    way: int
    arc: int
    out: bool

    @property
    def arm(self) -> tuple[int, bool]:
        """What the arm to it is found by."""
        return self.arc, self.out


class Tile(NamedTuple):
    """The cells of a tile: b, r and z, those between p and b, and those between p and r."""

    b: Cell
    r: Cell
    z: Cell
    short: list[Cell]
    long: list[Cell]


class GridLayout(NamedTuple):
    """Where everything is.

    Attributes
    ----------
    places
        The cell of every vertex.
    paths
        For every arc the corners of the way from its tail to p.
    tiles
        For every arc the rest of its tile.
    pendants
        The cell of the new neighbour of every vertex that gets one.
    """

    places: list[Cell]
    paths: list[list[Cell]]
    tiles: list[Tile]
    pendants: dict[int, Cell]

    @property
    def size(self) -> Size:
        """How many cells there are, and neighbours."""
        steps = sum(abs(x2 - x) + abs(y2 - y) for path in self.paths for (x, y), (x2, y2) in pairwise(path))
        cells, edges = len(self.places) + len(self.pendants) + steps, len(self.pendants) + steps
        tile = len(_SHORT_WAY) + len(_LONG_WAY) + 3
        return Size(cells + tile * len(self.tiles), edges + (tile + 2) * len(self.tiles))

    def moved(self) -> GridLayout:
        """The same with no coordinate below 0."""
        ends = [*self.places, *self.pendants.values(), *(cell for path in self.paths for cell in path)]
        ends += [cell for tile in self.tiles for cell in (*tile.short, *tile.long)]
        left, low = min(x for x, _ in ends), min(y for _, y in ends)

        def moved(cells: Iterable[Cell]) -> list[Cell]:
            return [(x - left, y - low) for x, y in cells]

        tiles = []
        for tile in self.tiles:
            b, r, z = moved((tile.b, tile.r, tile.z))
            tiles.append(Tile(b, r, z, moved(tile.short), moved(tile.long)))
        pendants = dict(zip(self.pendants, moved(self.pendants.values()), strict=True))
        return GridLayout(moved(self.places), [moved(path) for path in self.paths], tiles, pendants)


class GridHexagons(UndirectedVertexGadgets):
    """Corollary A2 of LM25: misère Vertex Geography on an induced subgraph of the square grid, of degree 3."""

    key = "lastmove:LM25:grid"
    title = "directed Vertex Geography, normal, planar and bipartite, to Vertex Geography on the square grid, misère"
    of_formulas = "lichtenstein-sipser:VG:planar"
    bounds = "as many cells as the drawing needs: at most some hundreds for each vertex and arc of small digraphs"
    roles = {
        "v@x,y": "the vertex v, and its cell",
        "x,y": "a cell of a path that leads into the tile of an arc",
        "u>v.p@x,y": "in its tile: p, the ways q and s round it, b, r and z as in the hexagon of LM25",
        "v'@x,y": "the new neighbour of a vertex on no arc, or on one and not the start: going there loses",
    }
    joins = ()

    def apply(self, source: Any) -> Image:
        graph = started(source).graph
        layout = layout_of(graph, source.start)
        names: dict[Cell, Hashable] = {}

        def name(said: str, cells: Iterable[Cell]) -> list[Hashable]:
            for x, y in cells:
                names[x, y] = f"{said}@{x},{y}" if said else f"{x},{y}"
            return [names[cell] for cell in cells]

        places = {v: name(str(v), [cell])[0] for v, cell in zip(graph.vertices, layout.places, strict=True)}
        ways = [[layout.places[number], cell] for number, cell in layout.pendants.items()]
        for number, cell in layout.pendants.items():
            name(f"{graph.vertices[number]}'", [cell])
        gadgets: dict[Any, tuple[Hashable, ...]] = {}
        for arc, corners, tile in zip(simple_arcs(graph), layout.paths, layout.tiles, strict=True):
            u, v = (graph.vertices[end] for end in arc)
            path = _cells(corners)
            made = name("", path[1:-1])
            for role, cells in (("p", path[-1:]), ("q", tile.short), ("b", [tile.b]), ("r", [tile.r])):
                made += name(f"{u}>{v}.{role}", cells)
            made += [*name(f"{u}>{v}.s", tile.long), *name(f"{u}>{v}.z", [tile.z])]
            gadgets[u, v] = tuple(made)
            ways += [path, [path[-1], *tile.short, tile.b, layout.places[arc[1]]]]
            ways += [[path[-1], *tile.long, tile.r, tile.b], [tile.r, tile.z]]
        edges = ((names[one], names[other]) for way in ways for one, other in pairwise(way))
        return Image(source, VertexGeography(Graph(names.values(), edges), start=places[source.start]), places, gadgets)

    def size(self, source: Any) -> Size:
        least = _LEAST * len(simple_arcs(source.graph))
        if least > LARGEST_TARGET:  # to lay it out would take minutes, only to refuse it
            return Size(least, least)
        return layout_of(source.graph, source.start).size


@lru_cache(4)
def layout_of(graph: Graph, start: Hashable) -> GridLayout:
    """The cells of a digraph's vertices and arcs; an InputError if it has no place on the grid."""
    arcs = simple_arcs(graph)
    sides = _sides(graph, arcs)
    # An arc and its reverse are two edges between the same vertices: one of them goes by a point of its own.
    met: set[frozenset[int]] = set()
    pieces: list[list[tuple[int, int]]] = []
    n = graph.n
    for u, v in arcs:
        pieces.append([(u, n), (n, v)] if {u, v} in met else [(u, v)])
        n += len(pieces[-1]) - 1
        met.add(frozenset((u, v)))
    drawn = bars(n, [edge for piece in pieces for edge in piece])
    if drawn is None:
        raise InputError("edges", "the digraph is not planar; the grid is, and so must be what is drawn on it")
    ports: list[list[_Port]] = [[] for _ in range(n)]
    columns = iter(drawn.columns)
    for number, piece in enumerate(pieces):
        for u, v in piece:
            x, way = next(columns) * ACROSS, 1 if drawn.rows[u] < drawn.rows[v] else -1
            ports[u].append(_Port(x, way, number, out=True))
            ports[v].append(_Port(x, -way, number, out=False))
    free = (max(drawn.columns, default=-1) + 1) * ACROSS
    places: list[Cell] = []
    arms: list[dict[tuple[int, bool], Arm]] = []
    for vertex, there in enumerate(ports):
        y = drawn.rows[vertex] * UP
        x, found = _strip(sorted(there), y, sides[vertex] if vertex < graph.n else 0, free)
        free += 0 if there else ACROSS
        places.append((x, y))
        arms.append(found)
    paths, tiles = list[list[Cell]](), list[Tile]()
    for number, piece in enumerate(pieces):
        head = piece[-1][1]
        corners = [c for u, v in piece for c in (*arms[u][number, True].corners, *arms[v][number, False].corners[::-1])]
        turn = 1 if corners[-2][0] > corners[-1][0] else -1
        tiles.append(_tile(places[head], turn, arms[head][number, False].leaning))
        paths.append([*corners[:-1], (places[head][0] + 5 * turn, places[head][1])])  # as far as p
    pendants = {number: (places[number][0] - 1, places[number][1]) for number in stranded(graph, start)}
    return GridLayout(places[: graph.n], paths, tiles, pendants).moved()


def _sides(graph: Graph, arcs: Sequence[tuple[int, int]]) -> list[int]:
    """The two sides of a digraph; an InputError if it has none, or a vertex has too many arcs."""
    near: list[list[int]] = [[] for _ in range(graph.n)]
    into = Counter(head for _, head in arcs)
    for u, v in arcs:
        near[u].append(v)
        near[v].append(u)
    for vertex, ends in enumerate(near):
        if len(ends) > 3 or into[vertex] > 2:
            has = f"{show(graph.vertices[vertex])} has {len(ends)} arcs, {into[vertex]} of them in"
            raise InputError("edges", f"{has}; on the grid a vertex has at most 3, and at most 2 of them in")
    sides = [-1] * graph.n
    for first in range(graph.n):
        if sides[first] < 0:
            sides[first] = 0
            waiting = [first]
            for u in waiting:  # it grows
                waiting += [v for v in near[u] if sides[v] < 0]
                for v in near[u]:
                    if sides[v] == sides[u]:
                        raise InputError("edges", "the digraph has an odd cycle; on the grid there are even ones only")
                    sides[v] = 1 - sides[u]
    return sides


def _strip(ports: Sequence[_Port], y: int, side: int, free: int) -> tuple[int, dict[tuple[int, bool], Arm]]:
    """The column of a vertex at height ``y``, and its arms; ``free`` is a column for one that has none."""

    def coloured(x: int) -> int:
        """This column or the next: where the vertex is on the colour of its side."""
        return x + (x + y + side) % 2

    if not ports:
        return coloured(free), {}
    if len(ports) == 1:
        x = coloured(ports[0].x - _ROOM)
    elif len(ports) == 2:
        x = coloured((ports[0].x + ports[1].x) // 2)
    elif ports[1].out:
        x = coloured(ports[1].x)
    else:
        x = coloured(ports[0].x if ports[0].out else ports[2].x)
        return x, _around(x, y, ports)
    leaning = -ports[1].way if len(ports) == 3 else -1
    arms = {port.arm: _arm(port, leaning, (x, y), (port.x, y)) for port in ports}
    if len(ports) == 3:
        arms[ports[1].arm] = _stem(ports[1], x, y)
    return x, arms


def _around(x: int, y: int, ports: Sequence[_Port]) -> dict[tuple[int, bool], Arm]:
    """The arms of a vertex at (x, y) if the middle one of three leads in: the stem is an outer one, one arm goes round.

    Seen so that the stem is on the left and goes up, next to it clockwise comes the arm to the right, and then the one
    that goes to the left, down, and back below the vertex.
    """
    turn = 1 if ports[0].out else -1
    stem, middle, last = ports[::turn]
    right, back = (middle, last) if middle.way == stem.way else (last, middle)
    low, beside = y - stem.way * (_STRIP - 1), x - turn * _ROOM
    return {
        stem.arm: _stem(stem, x, y),
        right.arm: _arm(right, -stem.way, (x, y), (right.x, y)),
        back.arm: _arm(back, -stem.way, (x, y), (beside, y), (beside, low), (back.x, low)),
    }


def _stem(port: _Port, x: int, y: int) -> Arm:
    """Straight up or down, with a step to the side where the vertex is not on the column of the line."""
    high = y + port.way * (_STRIP - 2)
    return Arm(((x, y), (x, high), (port.x, high), (port.x, y + port.way * _STRIP)), 0)


def _arm(port: _Port, leaning: int, *corners: Cell) -> Arm:
    """An arm with these corners, the last of them on the column of the line and the first at the vertex."""
    return Arm((*corners, (port.x, corners[0][1] + port.way * _STRIP)), leaning)


def _tile(place: Cell, turn: int, leaning: int) -> Tile:
    """The tile at a vertex to the right (1) or left (-1) of it that leans up (1) or down (-1)."""
    x, y = place
    short, long = ([(x + turn * out, y - leaning * lean) for out, lean in way] for way in (_SHORT_WAY, _LONG_WAY))
    b, r, z = ((x + turn * out, y) for out in (1, 2, 3))
    return Tile(b, r, z, short, long)


def _cells(corners: Sequence[Cell]) -> list[Cell]:
    """The cells on a way with these corners."""
    found = [corners[0]]
    for (x, y), (x2, y2) in pairwise(corners):
        across, up = (x2 > x) - (x2 < x), (y2 > y) - (y2 < y)
        found += [(x + across * step, y + up * step) for step in range(1, abs(x2 - x) + abs(y2 - y) + 1)]
    return found
