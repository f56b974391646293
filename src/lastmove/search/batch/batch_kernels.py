"""Which kernel solves many boards of a game at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lastmove.search.batch import plain_geography

if TYPE_CHECKING:
    from lastmove.search.batch.batch_outcomes import BatchOutcomes
    from lastmove.search.batch.graph_blocks import GraphBlock

__all__ = ["BatchKernel", "kernel_for"]


class BatchKernel(Protocol):
    """Solves all graphs of a block."""

    @property
    def name(self) -> str:
        """What it is, in a word or two, for reasons and manifests."""

    def solve(self, block: GraphBlock) -> BatchOutcomes:
        """The winning starts of every graph, in both conventions."""


def kernel_for(
    game: str,
    *,
    n: int,
    directed: bool = False,  # noqa: ARG001 - not yet
    weights: int | None = None,
) -> BatchKernel | None:
    """The kernel for boards of a game with n vertices; ``None`` where there is none.

    Parameters
    ----------
    game
        The name of the game.
    n, directed
        What all boards have in common.
    weights
        For games with weights: all of 1..k for every vertex, and this is k.

    Examples
    --------
    >>> from lastmove.search.batch import read_block
    >>> kernel = kernel_for("vertex-geography", n=3, directed=False)
    >>> kernel.solve(read_block(b"BW\\n", 3)).misere.tolist()  # the path 0 - 2 - 1
    [3]
    """
    if game == "vertex-geography" and weights is None and 1 <= n <= plain_geography.LARGEST:
        return plain_geography.PlainVertexGeography()
    return None
