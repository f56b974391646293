"""The rows of an undirected graph from the ends of its edges, in linear time.

Every edge goes into the buckets of both its ends, and the buckets, emptied in order, fill the rows in order: twice a
bucket sort. The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

__all__ = ["close_gaps", "count_ends", "fill_buckets", "fill_rows"]


def count_ends(tails: Sequence[int], heads: Sequence[int], starts: MutableSequence[int]) -> int:
    """Let ``starts[v + 1]`` be where the bucket of v begins, loops left out; the size of all buckets.

    ``starts`` has n + 2 places, all 0.
    """
    for edge in range(len(tails)):
        look()
        u, v = tails[edge], heads[edge]
        if u != v:
            starts[u + 2] += 1
            starts[v + 2] += 1
    for place in range(2, len(starts)):
        starts[place] += starts[place - 1]
    return starts[len(starts) - 1]


def fill_buckets(
    tails: Sequence[int], heads: Sequence[int], starts: MutableSequence[int], buckets: MutableSequence[int]
) -> None:
    """Fill the buckets; then ``starts[v]`` is where that of v begins.

    Invariant: ``starts[v + 1]`` is the next free place in the bucket of v.
    """
    for edge in range(len(tails)):
        look()
        u, v = tails[edge], heads[edge]
        if u != v:
            buckets[starts[u + 1]] = v
            buckets[starts[v + 1]] = u
            starts[u + 1] += 1
            starts[v + 1] += 1


def fill_rows(
    starts: Sequence[int], buckets: Sequence[int], ends: MutableSequence[int], indices: MutableSequence[int]
) -> None:
    """Fill the rows, which begin where the buckets do and end at ``ends``: ascending and without repeats.

    The vertices whose buckets hold u come in ascending order, and one that comes again does so at once.
    """
    for u in range(len(ends)):
        ends[u] = starts[u]
    for v in range(len(ends)):
        look()
        for k in range(starts[v], starts[v + 1]):
            u = buckets[k]
            if ends[u] == starts[u] or indices[ends[u] - 1] != v:
                indices[ends[u]] = v
                ends[u] += 1


def close_gaps(starts: MutableSequence[int], ends: Sequence[int], indices: MutableSequence[int]) -> int:
    """Let each row begin where the one before it ends; the size of all rows."""
    size = 0
    for u in range(len(ends)):
        look()
        begin, starts[u] = starts[u], size
        for k in range(begin, ends[u]):
            indices[size] = indices[k]
            size += 1
    starts[len(ends)] = size
    return size
