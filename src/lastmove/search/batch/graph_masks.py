"""Graphs of one size as a block, whatever their vertices are called."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from lastmove.search.batch.blocks import GraphBlock, pairs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.graphs.graph import Graph

__all__ = ["block_of_graphs"]

_WORD = 64


def block_of_graphs(
    graphs: Sequence[Graph], n: int, *, directed: bool, loops: bool, parallel: bool
) -> tuple[GraphBlock, NDArray[np.bool_]]:
    """The graphs with n vertices without loops, parallel edges as one; and which of them are as they should be.

    Parameters
    ----------
    graphs
        Graphs, or digraphs, with n vertices each.
    loops, parallel
        Whether graphs may have them, which the block leaves out.
    """
    import numpy as np

    tails, heads = (
        np.frombuffer(b"".join(ends), np.int64)
        for ends in ([graph.tails for graph in graphs], [graph.heads for graph in graphs])
    )
    counts = np.array([len(graph.tails) for graph in graphs], np.int64)
    bits = _bits(n, directed)
    masks = np.zeros((len(graphs), bits.shape[1]), np.uint64)
    filled = np.flatnonzero(counts)
    if len(filled):
        firsts = (np.cumsum(counts) - counts)[filled]
        masks[filled] = np.bitwise_or.reduceat(bits[tails * n + heads], firsts, axis=0)
    good = np.ones(len(graphs), np.bool_)
    if not (loops and parallel):
        owner = np.repeat(np.arange(len(graphs)), counts)
        looped = np.bincount(owner[tails == heads], minlength=len(graphs))
        if not loops:
            good &= looped == 0
        if not parallel:
            different = np.unpackbits(masks.view(np.uint8).reshape(len(graphs), -1), axis=1).sum(axis=1)
            good &= different + looped == counts
    return GraphBlock(n, directed, masks), good


@cache
def _bits(n: int, directed: bool) -> NDArray[np.uint64]:
    """For each u n + v the words with the bit of that pair; none for loops."""
    import numpy as np

    pairs = pairs_of(n, directed)
    found = np.zeros((n * n, max(1, -(-len(pairs) // _WORD))), np.uint64)
    for place, (u, v) in enumerate(pairs):
        for pair in ((u, v),) if directed else ((u, v), (v, u)):
            found[pair[0] * n + pair[1], place // _WORD] = 1 << place % _WORD
    return found
