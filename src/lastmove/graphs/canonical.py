"""Sets of vertices as bits of integers: connected pieces, and an order of vertices that no renaming changes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Rows = tuple[int, ...]

MOST_LEAVES = 128
"""So many orders are compared. Then the best of these is taken: renamed graphs may then come in different orders."""


def bits_of(members: int) -> Iterator[int]:
    """The places of the bits that are set, ascending.

    >>> list(bits_of(0b10110))
    [1, 2, 4]
    """
    while members:
        least = members & -members
        yield least.bit_length() - 1
        members ^= least


def pieces_of(live: int, near: Callable[[int], int]) -> Iterator[tuple[list[int], Rows]]:
    """The connected pieces of a graph, by their least vertices: the vertices of each, and its rows of neighbours.

    >>> list(pieces_of(0b1011, [0b1000, 0, 0b1000, 0b0101].__getitem__))
    [([0, 3], (2, 1)), ([1], (0,))]
    """
    while live:
        piece = new = live & -live
        while new:
            reached = 0
            for v in bits_of(new):
                reached |= near(v)
            new = reached & live & ~piece
            piece |= new
        live &= ~piece
        members = list(bits_of(piece))
        place = {v: 1 << number for number, v in enumerate(members)}
        yield members, tuple(sum(place[w] for w in bits_of(near(v) & piece)) for v in members)


@lru_cache(maxsize=1 << 16)
def canonical_order(rows: Rows) -> tuple[int, ...]:
    """An order of the vertices in which graphs that differ by names only are mostly written alike.

    Whatever the order is, it is an order of the same graph: graphs written alike are isomorphic. The other direction
    holds where the search below ends, as it does on all small graphs.

    Parameters
    ----------
    rows
        For each vertex its neighbours as bits, its own bit for a loop.

    Notes
    -----
    Vertices are told apart by what they see of each other, again and again, until nothing changes. Where several are
    still alike, each in turn comes before the others, but only one of twins, and the least graph counts.
    """
    best: tuple[Rows, tuple[int, ...]] | None = None
    leaves = 0
    stack = [refined(rows, [list(range(len(rows)))] if rows else [])]
    while stack and leaves < MOST_LEAVES:
        cells = stack.pop()
        place = next((number for number, cell in enumerate(cells) if len(cell) > 1), None)
        if place is None:
            leaves += 1
            order = tuple(cell[0] for cell in cells)
            written = _written(rows, order)
            if best is None or written < best[0]:
                best = written, order
            continue
        cell, tried = cells[place], list[int]()
        for v in cell:
            if any(_are_twins(rows, u, v) for u in tried):
                continue
            tried.append(v)
            rest = [w for w in cell if w != v]
            stack.append(refined(rows, [*cells[:place], [v], rest, *cells[place + 1 :]]))
    assert best is not None or not rows
    return best[1] if best else ()


def _are_twins(rows: Rows, u: int, v: int) -> bool:
    """Whether to exchange two vertices changes nothing."""
    both = 1 << u | 1 << v
    return rows[u] & ~both == rows[v] & ~both and rows[u] >> u & 1 == rows[v] >> v & 1


def refined(rows: Rows, cells: list[list[int]]) -> list[list[int]]:
    """Cells split by how many neighbours their vertices have in each cell, until that splits nothing."""
    while True:
        masks = [sum(1 << v for v in cell) for cell in cells]
        found = []
        for cell in cells:
            if len(cell) == 1:
                found.append(cell)
                continue
            seen: dict[tuple[int, ...], list[int]] = {}
            for v in cell:
                look()  # a circle of hundreds of vertices is split step by step, for each of its vertices
                counts = (rows[v] >> v & 1, *((rows[v] & mask).bit_count() for mask in masks))
                seen.setdefault(counts, []).append(v)
            found += [seen[counts] for counts in sorted(seen)]
        if len(found) == len(cells):
            return found
        cells = found


def _written(rows: Rows, order: tuple[int, ...]) -> Rows:
    """The rows of the graph in another order."""
    place = [0] * len(rows)
    for new, old in enumerate(order):
        place[old] = 1 << new
    return tuple(sum(place[v] for v in bits_of(rows[u])) for u in order)


def is_path(rows: Rows) -> bool:
    """Whether a connected graph without loops is a path.

    >>> is_path((0b010, 0b101, 0b010)), is_path((0b110, 0b101, 0b011))
    (True, False)
    """
    degrees = [row.bit_count() for row in rows]
    return max(degrees, default=0) <= 2 and sum(degrees) == 2 * len(rows) - 2
