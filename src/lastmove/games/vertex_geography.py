"""Vertex Geography: slide the token; the vertex it leaves is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.games.graph_game import ON_GRAPHS
from lastmove.games.moves import Slide
from lastmove.games.token import TokenGame

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from typing import Self

    from lastmove.core.position import Over
    from lastmove.games.samples import Range, Stratum
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.sources import GraphSource

_set = object.__setattr__


class VertexGeography(TokenGame):
    """A token on a (di)graph; a move slides it to an (out-)neighbour and deletes the vertex it leaves.

    Loops are never playable, and parallel edges change nothing.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes.
    start
        The token's vertex; ``None`` leaves it open (a board).
    directed
        Whether edges are arcs; taken from the graph by default.

    Examples
    --------
    >>> path = VertexGeography([("a", "b"), ("b", "c")], start="b")
    >>> list(path.moves())
    [Slide(to='a'), Slide(to='c')]
    >>> list(path.after(Slide("a")).graph.vertices)
    ['a', 'c']
    """

    __slots__ = ("_live",)

    name = "vertex-geography"
    title = "Vertex Geography"
    rules = (
        "A token on a vertex of a graph or digraph. A move slides it to an (out-)neighbour, and the vertex it "
        "left is deleted. Loops cannot be used."
    )
    loop_rule = " Loops cannot be used."
    example = {
        "game": "vertex-geography",
        "play": "misere",
        "directed": False,
        "vertices": ["a", "b", "c"],
        "edges": [["a", "b"], ["b", "c"]],
        "start": "a",
    }
    move_class = Slide

    _live: int
    """The vertices that are still there, as bits."""

    def __init__(
        self, graph: GraphSource, start: Hashable | Over | None = None, *, directed: bool | None = None
    ) -> None:
        super().__init__(graph, start, directed=directed)
        _set(self, "_live", (1 << self._board.n) - 1)

    @property
    def graph(self) -> Graph:
        board = self._board
        return board if self._live.bit_count() == board.n else board.induced(self._live)

    def at(self, start: Hashable) -> Self:
        at = self._place(start)
        if at >= 0 and not self._live >> at & 1:
            raise InputError("start", f"{show(start)} was deleted; {self.graph.describe_vertices()}")
        return self._moved(at, _live=self._live)

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        strata = up_to(*[0] * 6) + up_to(*[0] * 4, directed=True)
        return Range(strata=strata, random=500, random_size=10, random_weight=0, **ON_GRAPHS)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        from lastmove.graphs.random import small_graphs

        return map(cls, small_graphs(stratum.size, directed=stratum.directed))

    def moves(self) -> Iterator[Slide]:
        u, live, names = self._token(), self._live, self._board.vertices
        for v in self._board.neighbours[u]:
            if live >> v & 1 and v != u:
                yield Slide(names[v])

    def after(self, move: Slide) -> Self:
        u, v = self._token(), self._number(self._read(move).to, move)
        if v == u or not self._live >> v & 1 or v not in self._board.neighbours[u]:
            raise self._illegal(move, f"{show(move.to)} is not next to {show(self.start)}")
        return self._moved(v, _live=self._live & ~(1 << u))

    def most_moves(self) -> int:
        """Each move deletes a vertex."""
        return self.board.n

    def key(self) -> tuple[int, int]:
        return self._live, self._at

    def key_scope(self) -> tuple[type[VertexGeography], Graph]:
        return VertexGeography, self._board

    def say_move(self, move: Slide) -> str:
        return t("move to {to}", to=move.to)
