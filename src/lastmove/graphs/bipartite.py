"""Two-colourings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.graphs.backend import choose_backend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["all_sides", "component", "component_kinds", "two_colouring"]


def component_kinds(rows: CSR, marked: bytes) -> bytes:
    """For each vertex UNMARKED where no vertex of its component has a 1 in ``marked``, else BIPARTITE or NEITHER."""
    make, n = choose_backend(rows.n + len(rows.indices) // 2), rows.n
    kinds = make.bits(n)
    sort_components = make.kernels("graphs.parity_kernels").sort_components
    sort_components(make.rows(rows), make.flags(marked), make.bits(n), make.vertices(n), kinds)
    return bytes(kinds)


def component(neighbours: Sequence[Sequence[int]], start: int) -> list[int]:
    """The vertices of the connected component of ``start``, breadth first; neighbours must be symmetric."""
    found = [start]
    seen = {start}
    for u in found:
        look()
        for v in neighbours[u]:
            if v not in seen:
                seen.add(v)
                found.append(v)
    return found


def two_colouring(neighbours: Sequence[Sequence[int]], vertices: Sequence[int]) -> dict[int, int] | None:
    """The side, 0 or 1, of each vertex of a connected component, or ``None`` if it has an odd cycle or a loop.

    Parameters
    ----------
    neighbours
        A symmetric graph.
    vertices
        A component of it as :func:`component` lists it; its first vertex is on side 0.

    Examples
    --------
    >>> two_colouring([[1], [0, 2], [1]], [0, 1, 2])
    {0: 0, 1: 1, 2: 0}
    """
    side = {vertices[0]: 0}
    for u in vertices:
        look()
        for v in neighbours[u]:
            if side.setdefault(v, 1 - side[u]) == side[u]:
                return None
    return side


def all_sides(neighbours: Sequence[Sequence[int]]) -> tuple[tuple[int, int] | None, ...]:
    """For each vertex of a symmetric graph the first one of its component, and its side; ``None`` for odd components.

    >>> all_sides([[1], [0], [2]])
    ((0, 0), (0, 1), None)
    """
    found: list[tuple[int, int] | None] = [None] * len(neighbours)
    seen = bytearray(len(neighbours))
    for root in range(len(neighbours)):
        look()
        if not seen[root]:
            part = component(neighbours, root)
            for u in part:
                seen[u] = 1
            for u, side in (two_colouring(neighbours, part) or {}).items():
                found[u] = root, side
    return tuple(found)
