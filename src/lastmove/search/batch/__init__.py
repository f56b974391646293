"""Who wins every start of many small boards, solved together: one bit a board.

Where the positions of a game do not depend on the graph, only the moves do, many graphs can be worked on at once: each
bit of a word is another graph, and one operation on words answers for all of them. :func:`kernel_for` has the kernel
of a game.
"""

from lastmove.search.batch.blocks import GraphBlock, block_of, pairs_of, read_block
from lastmove.search.batch.kernels import BatchKernel, kernel_for
from lastmove.search.batch.outcomes import BatchOutcomes, weightings

__all__ = [
    "BatchKernel",
    "BatchOutcomes",
    "GraphBlock",
    "block_of",
    "kernel_for",
    "pairs_of",
    "read_block",
    "weightings",
]
