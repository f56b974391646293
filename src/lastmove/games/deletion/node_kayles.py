"""Node Kayles: choose a vertex; it and its neighbours are deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.games.deletion import DeletionGame
from lastmove.games.moves import Delete  # noqa: F401 - the examples below
from lastmove.games.octal import Octal
from lastmove.graphs.canonical import is_path

if TYPE_CHECKING:
    from lastmove.graphs.graph import Graph


class NodeKayles(DeletionGame):
    """A graph; a move chooses a vertex and deletes it with its neighbours. Loops and parallel edges change nothing.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes, undirected.

    Examples
    --------
    >>> path = NodeKayles([("a", "b"), ("b", "c"), ("c", "d")])
    >>> [move.delete for move in path.moves()]
    ['a', 'b', 'c', 'd']
    >>> list(path.after(Delete("a")).graph.vertices)
    ['c', 'd']
    """

    __slots__ = ()

    name = "node-kayles"
    title = "Node Kayles"
    rules = "A graph. A move chooses a vertex; it and all its neighbours are deleted."
    example = {"game": "node-kayles", "edges": [["a", "b"], ["b", "c"], ["b", "d"], ["c", "e"], ["d", "e"]]}

    def deleted(self, target: int) -> int:
        return 1 << target | self.near(target)

    def as_heap(self, rows: tuple[int, ...]) -> Octal | None:
        """A path of n vertices is a heap of n in the octal game 0.137, loops or not."""
        bare = tuple(row & ~(1 << v) for v, row in enumerate(rows))
        is_heap = type(self) is NodeKayles and is_path(bare)  # a class derived from it may have other rules
        return Octal(PATHS, [len(rows)]) if is_heap else None

    @classmethod
    def fixed_moves(cls, board: Graph) -> tuple[tuple[int, int], ...] | None:
        return tuple((1 << v, 1 << v | row) for v, row in enumerate(board.rows)) if cls is NodeKayles else None

    def key_scope(self) -> tuple[type[NodeKayles], Graph]:
        return NodeKayles, self._board


PATHS = "0.137"
"""The octal game that Node Kayles is on paths."""
