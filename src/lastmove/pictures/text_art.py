"""Boards as text art: the places are those of the pictures, on a grid of characters."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import show
from lastmove.core.showing import in_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lastmove.core.view import Edge, GraphView

    Places = Mapping[Any, tuple[float, float]]

MOST_NODES = 64
MOST_ROWS = 30
_STRETCHES = ((1.0, 2.0), (1.0, 3.0), (1.3, 3.0), (1.3, 4.0), (1.6, 5.0), (2.0, 6.0), (2.5, 7.0), (3.0, 9.0))
"""Columns for each label's width, and rows: what is tried, in this order."""


class _TooTight(Exception):
    """Something would stand on something else."""


def places_of(view: GraphView) -> Places | None:
    """A place for every vertex, by its key, to keep while a game goes on.

    ``None`` for boards too large to draw, and where good places take longer than the question may.
    """
    return in_time(lambda: _laid_out(view)) if 0 < len(view.nodes) <= MOST_NODES else None


@lru_cache(maxsize=1024)
def _laid_out(view: GraphView) -> Places:
    """Remembered, for the parts of a sum are shown again and again while it is played."""
    from lastmove.pictures.layout import graph_layout

    points = graph_layout(view)
    return {node.key: point for node, point in zip(view.nodes, points, strict=True)}


def graph_art(view: GraphView, *, width: int, places: Places | None = None) -> list[str] | None:
    """The board in lines of text, ``None`` where it cannot be drawn without lines that cross or run into names.

    Parameters
    ----------
    width
        How many columns there are.
    places
        Where the vertices stand; by default as in a picture.

    Examples
    --------
    >>> import lastmove as lm
    >>> board = lm.NimGRM([(0, 1), (1, 2)], [2, 1, 0], start=0)
    >>> print(*graph_art(board.view(), width=60), sep="\\n")
    [0:2]---- 1:1 ---- 2:0
    """
    if not view.nodes:
        return None
    places = places if places is not None and all(node.key in places for node in view.nodes) else places_of(view)
    if places is None:
        return None
    points = [places[node.key] for node in view.nodes]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    points = [(x - left, y - top) for x, y in points]
    for across, down in _STRETCHES:
        try:
            return _Canvas(view, points, across, down, width).lines()
        except _TooTight:
            continue
    return None


@dataclass(slots=True)
class _Canvas:
    """A sheet of characters with the names on it."""

    view: GraphView
    points: Sequence[tuple[float, float]]
    across: float
    down: float
    width: int
    signs: dict[tuple[int, int], str] = field(default_factory=dict)
    owners: dict[tuple[int, int], Edge] = field(default_factory=dict)
    labels: dict[tuple[int, int], int] = field(default_factory=dict)
    spots: list[tuple[int, int]] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Names first, then edges; what remains is cut at the right."""
        self._place_names()
        seen = Counter((min(e.tail, e.head), max(e.tail, e.head)) for e in self.view.edges)
        drawn: set[tuple[int, int]] = set()
        usable = [edge for edge in self.view.edges if edge.tail != edge.head and edge.weight != 0]
        for edge in usable:
            pair = (min(edge.tail, edge.head), max(edge.tail, edge.head))
            if pair not in drawn:
                drawn.add(pair)
                self._draw(edge)
        if self.view.directed:
            for edge in usable:
                self._point(edge)
        for edge in usable:
            if edge.weight is not None and seen[min(edge.tail, edge.head), max(edge.tail, edge.head)] == 1:
                self._write_weight(edge, show(edge.weight))
        rows = max(row for row, _ in self.signs) + 1
        text = [[" "] * (self.width) for _ in range(rows)]
        for (row, column), sign in self.signs.items():
            text[row][column] = sign
        return ["".join(line).rstrip() for line in text] + list(self._notes(seen))

    def _place_names(self) -> None:
        names = [self._name(number) for number in range(len(self.points))]
        wide = max(map(len, names))
        unit = self.across * (wide + 4)
        for number, (x, y) in enumerate(self.points):
            row, column = round(y * self.down), round(x * unit)
            self.spots.append((row, column + wide // 2))
            start = column + (wide - len(names[number]) + 1) // 2  # one digit stands above the last of two
            if start + len(names[number]) > self.width or row >= MOST_ROWS:
                raise _TooTight
            for place in range(start - 1, start + len(names[number]) + 1):
                if (row, place) in self.labels:
                    raise _TooTight
            for place, sign in enumerate(names[number], start):
                self.labels[row, place] = number
                self.signs[row, place] = sign

    def _name(self, number: int) -> str:
        node = self.view.nodes[number]
        name = node.name if node.weight is None else f"{node.name}:{show(node.weight)}"
        return f"[{name}]" if number == self.view.token else f" {name} "

    def _draw(self, edge: Edge) -> None:
        ends, own = (edge.tail, edge.head), 0
        cells = [(cell, sign) for cell, sign in self._cells(edge) if self.labels.get(cell) not in ends]
        for cell, sign in cells:
            if cell in self.labels:
                raise _TooTight
            other = self.owners.get(cell)
            if other is None:
                own += 1
                self.owners[cell] = edge
                self.signs[cell] = sign
            elif not {other.tail, other.head} & {*ends}:
                raise _TooTight
        if not own or 3 * own < 2 * len(cells):
            raise _TooTight

    def _cells(self, edge: Edge) -> Iterator[tuple[tuple[int, int], str]]:
        """The cells that a line from name to name goes through, and what it looks like there."""
        (r0, c0), (r1, c1) = self.spots[edge.tail], self.spots[edge.head]
        if r0 > r1 or (r0 == r1 and c0 > c1):
            r0, c0, r1, c1 = r1, c1, r0, c0
        rows, columns = r1 - r0, c1 - c0
        if abs(columns) > 3 * rows:  # flat: a sign in every column
            step = 1 if columns > 0 else -1
            for place in range(1, abs(columns)):
                row, before = (round(r0 + rows * at / abs(columns)) for at in (place, place - 1))
                yield (row, c0 + step * place), "-" if row == before else ("\\" if step > 0 else "/")
            return
        sign = "|" if abs(columns) * 2 < rows else ("\\" if columns > 0 else "/")
        for place in range(1, rows):
            yield (r0 + place, round(c0 + columns * place / rows)), sign

    def _point(self, arc: Edge) -> None:
        """The head of an arrow in the last cell before its vertex."""
        (r0, c0), (r1, c1) = self.spots[arc.tail], self.spots[arc.head]
        cells = [cell for cell, _ in self._cells(arc) if cell not in self.labels]
        last = min(cells, key=lambda cell: (abs(cell[0] - r1), abs(cell[1] - c1)))
        if self.signs[last] in "<>^v" or len(cells) < 2:
            raise _TooTight
        flat = abs(c1 - c0) > 3 * abs(r1 - r0)
        self.signs[last] = (">" if c1 > c0 else "<") if flat else ("v" if r1 > r0 else "^")

    def _write_weight(self, edge: Edge, text: str) -> None:
        """The weight of an edge, in the middle of its line; lines that cross there share no cell with it."""
        cells = [cell for cell, _ in self._cells(edge) if cell not in self.labels]
        row, middle = cells[len(cells) // 2] if cells else (0, 0)
        start = middle - len(text) // 2
        taken = {(row, column) for column in range(start, start + len(text))}
        kept = {(row, start - 1), (row, start + len(text))}  # so that a number ends where it does
        if len(cells) < len(text) + 2 and abs(self.spots[edge.tail][0] - self.spots[edge.head][0]) < 2:
            raise _TooTight
        if not cells or start < 0 or any(self.labels.get(cell) is not None for cell in taken | kept):
            raise _TooTight
        if any(self.owners.get(cell) not in (None, edge) or self.signs.get(cell, " ") in "<>^v" for cell in taken):
            raise _TooTight
        if any(self.signs.get(cell, " ").isdigit() for cell in taken | kept):
            raise _TooTight
        for column, sign in enumerate(text, start):
            self.signs[row, column] = sign
            self.owners[row, column] = edge

    def _notes(self, seen: Counter[tuple[int, int]]) -> Iterator[str]:
        """What lines cannot show: loops, and edges that are there several times."""
        nodes = self.view.nodes
        if self.view.has_weighted_edges:
            yield from self._weight_notes(seen)
            return
        loops = [nodes[u].name for u, v in seen if u == v]
        if loops:
            yield f"loops on: {', '.join(loops)}"
        arcs = Counter((e.tail, e.head) for e in self.view.edges) if self.view.directed else seen
        several = [f"{nodes[u].name}-{nodes[v].name} {count} times" for (u, v), count in arcs.items() if count > 1]
        if several:
            yield f"more than once: {', '.join(several)}"

    def _weight_notes(self, seen: Counter[tuple[int, int]]) -> Iterator[str]:
        """The weights of loops, and of edges that share a line."""
        nodes, joint = self.view.nodes, ">" if self.view.directed else "-"
        loops = [
            f"{nodes[e.tail].name} ({show(e.weight or 0)})" for e in self.view.edges if e.tail == e.head and e.weight
        ]
        if loops:
            yield f"loops on: {', '.join(loops)}"
        several = [
            f"{nodes[e.tail].name}{joint}{nodes[e.head].name} ({show(e.weight or 0)})"
            for e in self.view.edges
            if e.tail != e.head and e.weight and seen[min(e.tail, e.head), max(e.tail, e.head)] > 1
        ]
        if several:
            yield f"on one line: {', '.join(several)}"
