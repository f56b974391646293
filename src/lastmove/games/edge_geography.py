"""Edge Geography: slide the token; the edge it used is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.core.language import t
from lastmove.core.view import MoveView
from lastmove.games.graph_game import ON_GRAPHS
from lastmove.games.moves import SlideOver
from lastmove.games.token import TokenGame

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from random import Random
    from typing import Self

    from lastmove.core.position import Over
    from lastmove.games.samples import Range, Stratum
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.sources import GraphSource

_set = object.__setattr__


class EdgeGeography(TokenGame):
    """A token on a (di)graph; a move slides it along an edge and deletes that edge.

    An undirected edge goes in both directions at once, a loop can be used once, and parallel edges are separate
    edges. A move names the vertex it goes to and uses the first remaining edge that leads there.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes; parallel edges by repeating the pair.
    start
        The token's vertex; ``None`` leaves it open (a board).
    directed
        Whether edges are arcs; taken from the graph by default.

    Examples
    --------
    >>> there = EdgeGeography([("a", "b"), ("a", "b")], start="a").after(SlideOver("b"))
    >>> there.after(SlideOver("a")).graph.m
    0
    """

    __slots__ = ("_live",)

    name = "edge-geography"
    title = "Edge Geography"
    rules = (
        "A token on a vertex of a graph or digraph. A move slides it along an edge, and that edge is deleted. "
        "A loop can be used once; parallel edges are separate edges."
    )
    loop_rule = " A loop can be used once; parallel edges are separate edges."
    example = {
        "game": "edge-geography",
        "vertices": ["a", "b", "c"],
        "edges": [["a", "b"], ["b", "c"], ["b", "c"]],
        "start": "a",
    }
    move_class = SlideOver

    _live: int
    """The edges that are still there, as bits."""

    def __init__(
        self, graph: GraphSource, start: Hashable | Over | None = None, *, directed: bool | None = None
    ) -> None:
        super().__init__(graph, start, directed=directed)
        _set(self, "_live", (1 << self._board.m) - 1)

    @property
    def graph(self) -> Graph:
        board = self._board
        return board if self._live.bit_count() == board.m else board.with_edges(self._live)

    def at(self, start: Hashable) -> Self:
        return self._moved(self._place(start), _live=self._live)

    def with_edges(self, kept: Iterable[int]) -> Self:
        """This board with these of its edges left."""
        return self._moved(self._at, _live=sum(1 << edge for edge in kept))

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        strata = up_to(4, 6, 8, 8) + up_to(9, first=5, uniform=True) + up_to(4, 6, 7, 5, directed=True)
        words = ON_GRAPHS | {"weights": "edges", "uniform": " without loops"}
        return Range(strata=strata, random=500, random_size=8, random_weight=13, **words)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        """The weight of a stratum is the number of edges; an edge may be there twice."""
        from lastmove.graphs.random import small_graphs

        loops, most = not stratum.uniform, stratum.weight
        return map(
            cls, small_graphs(stratum.size, directed=stratum.directed, loops=loops, multiplicity=2, most_edges=most)
        )

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        from lastmove.games.samples import some
        from lastmove.graphs.random import sample_graph

        return cls(sample_graph(rng, some(rng, size), parallel=weight))

    def moves(self) -> Iterator[SlideOver]:
        live, names = self._live, self._board.vertices
        seen = set()
        for edge, v in self._board.incidence[self._token()]:
            if live >> edge & 1 and v not in seen:
                seen.add(v)
                yield SlideOver(names[v])

    def after(self, move: SlideOver) -> Self:
        v = self._number(self._read(move).to, move)
        live = self._live
        edges = (e for e, end in self._board.incidence[self._token()] if end == v and live >> e & 1)
        chosen = next(edges, None) if move.edge is None else self._edge(move)
        if chosen is None:
            raise self._illegal(move, f"no edge leads there from {self.start!r}")
        return self._moved(v, _live=live & ~(1 << chosen))

    def most_moves(self) -> int:
        """Each move deletes an edge."""
        return self.board.m

    def _edge(self, move: SlideOver) -> int | None:
        """The board's number of the edge that ``move`` names by its number in ``graph`` as it stands now."""
        remaining = [edge for edge in range(self._board.m) if self._live >> edge & 1]
        number = move.edge
        if type(number) is not int or not 0 <= number < len(remaining):
            raise self._illegal(move, f"there is no edge {show(number)}; the edges are 0..{len(remaining) - 1}")
        chosen = remaining[number]
        leads_there = (chosen, self._number(move.to, move)) in self._board.incidence[self._token()]
        return chosen if leads_there else None

    def key(self) -> tuple[int, int]:
        return self._live, self._at

    def key_scope(self) -> tuple[type[EdgeGeography], Graph]:
        return EdgeGeography, self._board

    def move_to_json(self, move: SlideOver) -> dict[str, object]:
        written = super().move_to_json(move)
        if move.edge is None:
            del written["edge"]
        return written

    def view_move(self, move: SlideOver) -> MoveView:
        return MoveView(self.say_move(move), to=move.to, edge=move.edge)

    def say_move(self, move: SlideOver) -> str:
        return t("move to {to}", to=move.to)
