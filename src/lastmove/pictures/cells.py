"""Boards of cells: pieces of the square grid whose vertices are named after their cells, drawn where these are.

A name is ``x,y``, or a word and ``@x,y``, with y upwards; every edge joins two cells side by side. So are the boards
named that reductions make on the grid: the words say which vertices of a digraph and which tiles the cells stand for.
Such boards may have many thousands of cells, so these are drawn row by row and column by column.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.core.play import Outcome
from lastmove.pictures.scene import STYLES, Box, Curve, Disc, Group, Label, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.core.view import GraphView
    from lastmove.pictures.marks import Marks
    from lastmove.pictures.scene import Item

_NAME = re.compile(r"(?:(.*)@)?(0|[1-9][0-9]{0,5}),(0|[1-9][0-9]{0,5})", re.DOTALL)
_TILE = re.compile(r".*>.*\.[pqbrsz]", re.DOTALL)
MOST_CELLS = 300_000
_WIDE, _LEAST, _LARGEST = 1600.0, 2.0, 12.0
"""How wide the picture of a large board is, and the sides of cells, in pixels."""

_STYLES: dict[Outcome | None, str] = {Outcome.P: "edge-win", Outcome.N: "edge-lose", None: "edge-legal"}

Cell = tuple[int, int]


def cells_of(view: GraphView) -> list[Cell] | None:
    """The cell of every node, if the view is a board of cells.

    >>> import lastmove as lm
    >>> cells_of(lm.VertexGeography([("u@0,0", "1,0"), ("1,0", "v@1,1")]).view())
    [(0, 0), (1, 0), (1, 1)]
    """
    if view.directed or not view.nodes or len(view.nodes) > MOST_CELLS or view.ways or view.has_weighted_edges:
        return None
    cells: list[Cell] = []
    for node in watched(view.nodes):
        found = _NAME.fullmatch(node.key) if isinstance(node.key, str) and node.weight in (None, 0, 1) else None
        if found is None:
            return None
        cells.append((int(found[2]), int(found[3])))
    side_by_side = all(
        abs(cells[edge.tail][0] - cells[edge.head][0]) + abs(cells[edge.tail][1] - cells[edge.head][1]) == 1
        for edge in watched(view.edges)
    )
    return cells if side_by_side and len(set(cells)) == len(cells) else None


def cell_items(view: GraphView, cells: Sequence[Cell], marks: Marks) -> tuple[Item, ...]:
    """The shapes of a board of cells: paths, tiles darker, old vertices as discs with their names, token and marks."""
    left, high = min(x for x, _ in cells), max(y for _, y in cells)
    side = min(_LARGEST, max(_LEAST, _WIDE / (1 + max(x for x, _ in cells) - left)))
    points = [((x - left) * side, (high - y) * side) for x, y in cells]
    words = [str(node.key).rpartition("@")[0] for node in view.nodes]
    in_tile = [_TILE.fullmatch(word) is not None for word in words]
    ring = max(6.0, side)
    items: list[Item] = []
    for tiles, kind, style in ((False, "paths", "edge-faded"), (True, "tiles", "edge")):
        edges = [edge for edge in view.edges if (in_tile[edge.tail] or in_tile[edge.head]) == tiles]
        runs = _runs([(cells[edge.tail], cells[edge.head]) for edge in edges])
        lines = [Curve(tuple(((x - left) * side, (high - y) * side) for x, y in run), style) for run in watched(runs)]
        if lines:
            items.append(Group(kind, tuple(lines)))
    for number, (word, (x, y)) in enumerate(zip(words, points, strict=True)):
        outcome = marks.outcomes.get(view.nodes[number].key)
        if word and not in_tile[number]:
            free = ring + 4 if number == view.token else side
            items.append(Group("node", tuple(_vertex(word, x, y, side, free)), number, word))
        if outcome is not None:
            half = max(2.0, side / 3)
            wins = outcome is Outcome.N
            items.append(Disc(x, y, half, "badge-n") if wins else Box(x, y, 2 * half, 2 * half, 0, "badge-p"))
    for move in marks.moves:
        there = None if move.move.to is None else view.place(move.move.to)
        if there is not None and view.token is not None:
            items.append(Curve((points[view.token], points[there]), _STYLES.get(move.outcome, "edge-unknown")))
    if view.token is not None:
        items.append(Disc(*points[view.token], ring, "token"))
    return tuple(items)


def _vertex(word: str, x: float, y: float, side: float, free: float) -> Iterator[Item]:
    """A vertex of what the board was made of, with its name ``free`` above it where there is room."""
    yield Disc(x, y, max(1.5, side / 2.5), "node")
    if text_width(word, STYLES["beside"].size) <= 18 * side:
        yield Label(x, y - free - STYLES["beside"].size / 2, word, "beside")


def _runs(edges: Iterable[tuple[Cell, Cell]]) -> Iterator[tuple[Cell, Cell]]:
    """The same edges as few long lines."""
    rows: dict[tuple[bool, int], list[int]] = defaultdict(list)
    for (x, y), (x2, y2) in edges:
        rows[x == x2, x if x == x2 else y].append(min(x + y, x2 + y2) - (x if x == x2 else y))
    for (upright, line), places in rows.items():
        places.sort()
        begun = places[0]
        for here, after in pairwise([*places, places[-1] + 2]):
            if after > here + 1:
                ends = (begun, here + 1)
                first, last = ((line, end) if upright else (end, line) for end in ends)
                yield first, last
                begun = after
