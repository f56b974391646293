"""Node Kayles: choose a vertex; it and its neighbours are deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.games.deletion import DeletionGame
from lastmove.games.moves import Delete  # noqa: F401 - the examples below
from lastmove.games.octal import Octal
from lastmove.graphs.canonical import is_path

if TYPE_CHECKING:
    from lastmove.core.position import Position
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
    example = {"game": "node-kayles", "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["b", "e"], ["e", "d"]]}

    def deleted(self, target: int) -> int:
        return 1 << target | self.near(target)

    def component(self, rows: tuple[int, ...]) -> Position:
        """A path of n vertices is a heap of n in the octal game 0.137, loops or not."""
        if type(self) is NodeKayles:  # a class derived from it may have other rules
            rows = tuple(row & ~(1 << v) for v, row in enumerate(rows))
            if is_path(rows):
                return Octal(PATHS, [len(rows)])
        return super().component(rows)

    def key_scope(self) -> tuple[type[NodeKayles], Graph]:
        return NodeKayles, self._board


PATHS = "0.137"
"""The octal game that Node Kayles is on paths."""
