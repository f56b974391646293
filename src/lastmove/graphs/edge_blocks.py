"""Edge lists of integers, read block by block with numpy: millions of lines in a second or two.

Only what is plainly a list of integer pairs is read here; anything else (names, comments, isolated vertices, numbers
written with leading zeros) is left to the reader of :mod:`lastmove.graphs.readwrite`, which takes any edge list.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["WORTH_IT", "read_integer_pairs"]

WORTH_IT = 1 << 20
"""Below this many bytes the plain reader is as quick, and numpy need not be imported."""

_PLAIN = b"0123456789 \t\r\n"
_LONGEST_NUMBER = 18


def read_integer_pairs(text: bytes, *, directed: bool = False, block: int = 1 << 22) -> Graph | None:
    """The graph of a text of lines ``u v``, or ``None`` where the text is not just that.

    Parameters
    ----------
    text
        The whole edge list.
    directed
        Whether the pairs are arcs.
    block
        How many bytes are looked at together; work memory is proportional to it.
    """
    import numpy as np

    if text.translate(None, _PLAIN):
        return None
    ends: list[NDArray[np.int64]] = []
    begin = 0
    while begin < len(text):
        end = len(text) if begin + block >= len(text) else text.rfind(b"\n", begin, begin + block) + 1
        if end <= begin:
            return None
        pairs = _pairs(text[begin:end])
        if pairs is None:
            return None
        ends.append(pairs)
        begin = end
    edges = np.concatenate(ends) if ends else np.empty(0, dtype=np.int64)
    return _graph(edges, directed=directed) if len(edges) else None


def _pairs(text: bytes) -> NDArray[np.int64] | None:
    """The numbers of a block in which every line that is not blank has exactly two, well written."""
    import numpy as np

    symbols = np.frombuffer(text, dtype=np.uint8)
    digit = symbols >= ord("0")
    starts = np.flatnonzero(digit & ~np.concatenate(([False], digit[:-1])))
    stops = np.flatnonzero(digit & ~np.concatenate((digit[1:], [False]))) + 1
    lengths = stops - starts
    if not len(starts):
        return np.empty(0, dtype=np.int64)
    if lengths.max() > _LONGEST_NUMBER or np.any((symbols[starts] == ord("0")) & (lengths > 1)):
        return None
    line = np.searchsorted(np.flatnonzero(symbols == ord("\n")), starts)
    if len(line) % 2 or np.any(line[::2] != line[1::2]) or np.any(line[1:-1:2] == line[2::2]):
        return None
    return np.fromstring(text, dtype=np.int64, sep=" ")


def _graph(edges: NDArray[np.int64], *, directed: bool) -> Graph:
    """The graph of flat pairs; vertices 0..n-1 where those are the names, else in order of first appearance."""
    import numpy as np

    largest = int(edges.max())
    names: Sequence[int]
    if largest < 4 * len(edges):
        first = np.full(largest + 1, len(edges), dtype=np.int64)
        np.minimum.at(first, edges, np.arange(len(edges)))
        values = np.flatnonzero(first < len(edges))
        if len(values) == largest + 1:
            names = range(largest + 1)
        else:
            values = values[np.argsort(first[values])]
            place = np.empty(largest + 1, dtype=np.int64)
            place[values] = np.arange(len(values))
            edges, names = place[edges], tuple(values.tolist())
    else:
        distinct, where, numbers = np.unique(edges, return_index=True, return_inverse=True)
        order = np.argsort(where)
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        edges, names = rank[numbers], tuple(distinct[order].tolist())
    tails, heads = (array("q", np.ascontiguousarray(edges[side::2], np.int64).tobytes()) for side in (0, 1))
    return Graph.trusted(names, tails, heads, directed=directed)
