"""Graphs as slices: for each pair of vertices one large integer, which has a bit for each graph.

Python's integers have any length, so one operation on two of them works on thousands of graphs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.search.batch.blocks import pairs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.search.batch.blocks import GraphBlock

__all__ = ["arcs_of", "sets_of", "sliced"]


def sliced(block: GraphBlock) -> list[int]:
    """An integer for each pair of :func:`~lastmove.search.batch.blocks.pairs_of`; bit g is the g-th graph."""
    import numpy as np

    pairs = len(pairs_of(block.n, block.directed))
    rows = np.ascontiguousarray(block.masks).view(np.uint8).reshape(block.count, -1)
    found = []
    for first in range(0, pairs, 8):
        bits = np.unpackbits(rows[:, first // 8 : first // 8 + 1], axis=1, bitorder="little")
        columns = np.packbits(bits.T, axis=1, bitorder="little")
        found += [int.from_bytes(column.tobytes(), "little") for column in columns[: pairs - first]]
    return found


def arcs_of(block: GraphBlock) -> list[list[int]]:
    """The same by vertices: ``arcs[v][w]`` says in which graphs v has an arc (or edge) to w."""
    arcs = [[0] * block.n for _ in range(block.n)]
    for (v, w), slice_ in zip(pairs_of(block.n, block.directed), sliced(block), strict=True):
        arcs[v][w] = slice_
        if not block.directed:
            arcs[w][v] = slice_
    return arcs


def sets_of(slices: Sequence[int], count: int) -> NDArray[np.unsignedinteger]:
    """Back again: for each graph the set of the slices in which its bit is set, as an integer."""
    import numpy as np

    width = next(width for width in (16, 32, 64) if len(slices) <= width)
    found = np.zeros(count, np.dtype(f"u{width // 8}"))
    size = -(-count // 8)
    for v, slice_ in enumerate(slices):
        bits = np.unpackbits(np.frombuffer(slice_.to_bytes(size, "little"), np.uint8), bitorder="little")
        found |= bits[:count].astype(found.dtype) << found.dtype.type(v)
    return found
