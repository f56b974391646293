"""Vertexnim with the move first: go to a vertex, then lower its weight; emptied vertices are passed through."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.core.view import Edge, MoveView
from lastmove.games.graph_game import ON_GRAPHS
from lastmove.games.moves import SlideAndLower, say_taking_there
from lastmove.games.token import WeightedTokenGame
from lastmove.graphs.components import find_cut_off

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from random import Random
    from typing import Self

    from lastmove.core.position import Over
    from lastmove.core.view import GraphView
    from lastmove.games.samples import Range, Stratum
    from lastmove.games.token import Weights
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.sources import GraphSource


class VertexnimMR(WeightedTokenGame):
    """Weights on a connected graph and a token; a move goes to a vertex and lowers its weight; over when all are 0.

    The token goes to a vertex of positive weight that is an (out-)neighbour of its own, or is reached from there
    through emptied vertices only; so it may come back to its own vertex through an emptied one, or along a loop. It
    is Vertexnim with the move before the removal: an emptied vertex is deleted and its neighbours become a clique with
    loops (in a digraph p -> v -> s becomes p -> s), only that the token may stand where a vertex was. Here emptied
    vertices stay in ``graph`` with weight 0. On a single vertex the token stays, loop or not.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes; connected, or strongly connected when directed.
    weights
        Integers >= 0, by vertex or in vertex order; a networkx graph may carry them as "weight".
    start
        The token's vertex; ``None`` leaves it open (a board).
    directed
        Whether edges are arcs; taken from the graph by default.

    Examples
    --------
    >>> path = VertexnimMR([("a", "b"), ("b", "c")], [1, 1, 1], start="a")
    >>> there = path.after(SlideAndLower("b", 0))
    >>> list(there.moves())
    [SlideAndLower(to='a', remaining=0), SlideAndLower(to='c', remaining=0)]
    >>> list(there.after(SlideAndLower("c", 0)).moves())
    [SlideAndLower(to='a', remaining=0)]
    """

    __slots__ = ()

    name = "vertexnim-mr"
    title = "Vertexnim-MR"
    rules = (
        "Weights on a connected graph or strongly connected digraph, and a token. A move slides the token to an "
        "(out-)neighbour of positive weight (along a loop it stays), over emptied vertices too, even back to its own. "
        "Then it lowers the weight there by at least 1. The game ends when all vertices are empty."
    )
    loop_rule = " (along a loop it stays)"
    example = {
        "game": "vertexnim-mr",
        "vertices": ["a", "b", "c"],
        "edges": [["a", "b"], ["b", "c"]],
        "weights": [2, 3, 2],
        "start": "a",
    }
    move_class = SlideAndLower

    def __init__(
        self,
        graph: GraphSource,
        weights: Weights | int | None = None,
        start: Hashable | Over | None = None,
        *,
        directed: bool | None = None,
    ) -> None:
        super().__init__(graph, weights, start, directed=directed)
        cut_off = find_cut_off(self._board)
        if cut_off is not None:
            kind = "strongly connected" if self._board.directed else "connected"
            pair = " cannot be reached from ".join(show(self._board.vertices[v]) for v in cut_off)
            raise InputError("edges", f"{pair}; Vertexnim is played on {kind} graphs")

    def moves(self) -> Iterator[SlideAndLower]:
        names, weights = self._board.vertices, self._weights
        for v in self._reached():
            for remaining in range(weights[v]):
                yield SlideAndLower(names[v], remaining)

    def after(self, move: SlideAndLower) -> Self:
        to, remaining = self._read(move)
        v = self._number(to, move)
        weight = self._weights[v]
        if weight and v not in self._reached():
            raise self._illegal(move, f"it cannot be reached from {self.start!r}: no neighbour, and vertices between")
        if type(remaining) is not int or not 0 <= remaining < weight:
            raise self._illegal(move, f"the weight of {to!r} is {show(weight)}; leave less, at least 0")
        return self._lowered(v, remaining, v)

    def _reached(self) -> list[int]:
        """The vertices of positive weight that the token can go to, ascending."""
        neighbours, weights, token = self._board.neighbours, self._weights, self._token()
        if self._board.n == 1:
            return [token] if weights[token] else []
        seen, waiting = {*neighbours[token]}, list(neighbours[token])
        while waiting:
            v = waiting.pop()
            if not weights[v]:
                fresh = [w for w in neighbours[v] if w not in seen]
                seen.update(fresh)
                waiting += fresh
        return sorted(v for v in seen if weights[v])

    def most_moves(self) -> int:
        """Each move lowers a weight."""
        return sum(self._weights)

    def key_scope(self) -> tuple[type[VertexnimMR], Graph]:
        return VertexnimMR, self._board

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        strata = up_to(9, 7, 4, 2, 1) + up_to(9, 7, 3, 1, directed=True)
        words = ON_GRAPHS | {"weights": "weights"}
        return Range(strata=strata, random=500, random_size=7, random_weight=8, **words)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        from lastmove.games.samples import weighted_boards

        return weighted_boards(cls, stratum, connected=True)

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        from lastmove.games.samples import random_weighted

        return random_weighted(cls, rng, size, weight, connected=True)

    def view(self) -> GraphView:
        """The graph, and where the token can go over emptied vertices."""
        seen = super().view()
        if seen.token is None:
            return seen
        neighbours = self._board.neighbours[seen.token]
        over = (v for v in self._reached() if v not in neighbours and self._board.n > 1)
        return replace(seen, ways=tuple(Edge(seen.token, v) for v in over))

    def view_move(self, move: SlideAndLower) -> MoveView:
        return MoveView(self.say_move(move), to=move.to, lowers=move.to, leaves=(move.remaining,))

    def say_move(self, move: SlideAndLower) -> str:
        weight = self._weights[self._board.numbers[move.to]]
        return f"{t('move to {to}', to=move.to)}, {say_taking_there(weight, move.remaining)}"
