"""Arc Kayles: choose an edge; its two ends are deleted, with all their edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.games.deletion import DeletionGame
from lastmove.games.moves import Delete  # noqa: F401 - the examples below
from lastmove.games.octal import Octal
from lastmove.graphs.canonical import is_path

if TYPE_CHECKING:
    from lastmove.graphs.graph import Graph


class ArcKayles(DeletionGame):
    """A graph; a move chooses an edge and deletes its ends. Parallel edges are one; a loop deletes the vertex it is on.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes, undirected.

    Examples
    --------
    >>> path = ArcKayles([("a", "b"), ("b", "c"), ("c", "d")])
    >>> [move.delete for move in path.moves()]
    [('a', 'b'), ('b', 'c'), ('c', 'd')]
    >>> list(path.after(Delete(("a", "b"))).graph.vertices)
    ['c', 'd']
    """

    __slots__ = ()

    name = "arc-kayles"
    title = "Arc Kayles"
    rules = (
        "A graph. A move chooses an edge; its two ends are deleted, with all their edges. A loop has one end; parallel "
        "edges are one edge."
    )
    loop_rule = " A loop has one end; parallel edges are one edge."
    example = {"game": "arc-kayles", "edges": [["a", "b"], ["b", "c"], ["b", "d"], ["c", "d"], ["d", "e"], ["e", "f"]]}
    chooses = "edges"

    def deleted(self, target: tuple[int, int]) -> int:
        return 1 << target[0] | 1 << target[1]

    def as_heap(self, rows: tuple[int, ...]) -> Octal | None:
        """A path of n vertices is a heap of n in the octal game 0.07; with a loop on every vertex, in 0.77."""
        loops = [row >> v & 1 for v, row in enumerate(rows)]
        bare = tuple(row & ~(1 << v) for v, row in enumerate(rows))
        if type(self) is not ArcKayles or not is_path(bare) or any(loops) != all(loops):
            return None
        return Octal(PATHS_WITH_LOOPS if all(loops) else PATHS, [len(rows)])

    @classmethod
    def fixed_moves(cls, board: Graph) -> tuple[tuple[int, int], ...] | None:
        return tuple(dict.fromkeys((1 << u | 1 << v,) * 2 for u, v in board.ends())) if cls is ArcKayles else None

    def most_moves(self) -> int:
        """Each move deletes a vertex."""
        return self._live.bit_count()

    def key_scope(self) -> tuple[type[ArcKayles], Graph]:
        return ArcKayles, self._board


PATHS, PATHS_WITH_LOOPS = "0.07", "0.77"
"""The octal games that Arc Kayles is on paths, without loops and with one on every vertex."""
