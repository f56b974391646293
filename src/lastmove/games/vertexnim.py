"""Vertexnim: lower the weight under the token, then move; an emptied vertex is contracted away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.core.position import OVER
from lastmove.core.view import MoveView
from lastmove.games.graph_game import ON_GRAPHS
from lastmove.games.moves import LowerAndSlide, say_taking_from
from lastmove.games.token import OFF, WeightedTokenGame
from lastmove.graphs.components import find_cut_off
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from random import Random
    from typing import Self

    from lastmove.core.position import Over
    from lastmove.games.samples import Range, Stratum
    from lastmove.games.token import Weights
    from lastmove.graphs.sources import GraphSource

_set = object.__setattr__


class Vertexnim(WeightedTokenGame):
    """Positive weights on a connected graph and a token; the game ends when the graph is empty.

    A move lowers the weight under the token, then slides the token to a neighbour, or leaves it there along a
    loop. A vertex whose weight became 0 is deleted: in a graph its neighbours become a clique and each gets a loop;
    in a digraph every pair of arcs p -> v -> s becomes an arc p -> s (p = s gives a loop). Who empties a vertex
    goes to another one. On a single vertex the token stays, loop or not, and emptying it ends the game.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes; connected, or strongly connected when directed.
    weights
        Integers >= 1, by vertex or in vertex order; a networkx graph may carry them as "weight".
    start
        The token's vertex; ``None`` leaves it open (a board), ``lastmove.OVER`` goes with the empty graph.
    directed
        Whether edges are arcs; taken from the graph by default.

    Examples
    --------
    >>> path = Vertexnim([("a", "b"), ("b", "c")], [1, 1, 1], start="b")
    >>> sorted(path.after(LowerAndSlide(0, "a")).graph.edges)
    [('a', 'a'), ('a', 'c'), ('c', 'c')]
    """

    __slots__ = ("_rows",)

    name = "vertexnim"
    title = "Vertexnim"
    rules = (
        "Positive weights on a connected graph or strongly connected digraph, and a token. A move lowers the "
        "weight under the token by at least 1, then slides the token to an (out-)neighbour; along a loop it stays. "
        "A vertex that became 0 is deleted: its neighbours become a clique with loops (in a digraph p -> v -> s "
        "becomes p -> s), and the token goes to another vertex. The game ends when the graph is empty."
    )
    example = {
        "game": "vertexnim",
        "vertices": ["a", "b", "c"],
        "edges": [["a", "b"], ["b", "c"]],
        "weights": [2, 1, 1],
        "start": "a",
    }
    move_class = LowerAndSlide
    ends_off_board = True
    least_weight = 1

    _rows: tuple[int, ...] | None
    """The neighbours of each vertex now, as bits (its own bit for a loop); None while nothing was deleted."""

    def __init__(
        self,
        graph: GraphSource,
        weights: Weights | int | None = None,
        start: Hashable | Over | None = None,
        *,
        directed: bool | None = None,
    ) -> None:
        super().__init__(graph, weights, start, directed=directed)
        _set(self, "_rows", None)
        cut_off = find_cut_off(self._board)
        if cut_off is not None:
            kind = "strongly connected" if self._board.directed else "connected"
            pair = " cannot be reached from ".join(show(self._board.vertices[v]) for v in cut_off)
            raise InputError("edges", f"{pair}; Vertexnim is played on {kind} graphs")
        if start is OVER and self._board.n:
            raise InputError("start", "null means that the game is over, but the graph is not empty")

    @property
    def graph(self) -> Graph:
        if self._rows is None:
            return self._board
        left = [v for v, weight in enumerate(self._weights) if weight]
        place = {v: new for new, v in enumerate(left)}
        both_ways = self._board.directed
        pairs = [(place[u], place[v]) for u in left for v in _bits(self._rows[u]) if both_ways or u <= v]
        names = [self._board.vertices[v] for v in left]
        return Graph.numbered(len(left), pairs, directed=both_ways).renamed(names)

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(weight for weight in self._weights if weight)

    def at(self, start: Hashable) -> Self:
        at = self._place(start)
        if not self._weights[at]:
            raise InputError("start", f"{show(start)} was deleted; {self.graph.describe_vertices()}")
        return self._moved(at, _weights=self._weights, _rows=self._rows)

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        strata = up_to(9, 7, 5, 4, 2) + up_to(9, 7, 4, 2, directed=True)
        strata += up_to(3, directed=True, first=4, uniform=True)
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

    def moves(self) -> Iterator[LowerAndSlide]:
        u = self._token()
        if u == OFF:
            return
        names, row = self._board.vertices, self._current_rows()[u]
        others = [names[v] for v in _bits(row & ~(1 << u))]
        stays = bool(row >> u & 1) or not others
        for to in others or [None]:
            yield LowerAndSlide(0, to)
        for remaining in range(1, self._weights[u]):
            if stays:
                yield LowerAndSlide(remaining, names[u])
            for to in others:
                yield LowerAndSlide(remaining, to)

    def after(self, move: LowerAndSlide) -> Self:
        remaining, to = self._read(move)
        u = self._token()
        if u == OFF:
            raise self._illegal(move, "the game is over")
        weight = self._weights[u]
        if type(remaining) is not int or not 0 <= remaining < weight:
            raise self._illegal(move, f"the weight of {self.start!r} is {show(weight)}; leave less, at least 0")
        rows = self._current_rows()
        others = rows[u] & ~(1 << u)
        weights = (*self._weights[:u], remaining, *self._weights[u + 1 :])
        if to is None:
            if others or remaining:
                raise self._illegal(move, "the token leaves the board only when the last vertex is emptied")
            return self._moved(OFF, _weights=weights, _rows=self._without(u))
        v = self._number(to, move)
        may_stay = remaining > 0 and (rows[u] >> u & 1 or not others)
        if not (may_stay if v == u else others >> v & 1):
            raise self._illegal(move, f"the token cannot go there from {self.start!r}")
        return self._moved(v, _weights=weights, _rows=self._rows if remaining else self._without(u))

    def most_moves(self) -> int:
        """Each move lowers a weight."""
        return sum(self.weights)

    def _current_rows(self) -> tuple[int, ...]:
        return self._board.rows if self._rows is None else self._rows

    def _without(self, u: int) -> tuple[int, ...]:
        """The rows after u is emptied: who could step onto u can now step to where u led."""
        rows = list(self._current_rows())
        bit = 1 << u
        onward = rows[u] & ~bit
        rows[u] = 0
        for v, row in enumerate(rows):
            if row & bit:
                rows[v] = (row | onward) & ~bit
        return tuple(rows)

    def key_scope(self) -> tuple[type[Vertexnim], Graph]:
        return Vertexnim, self._board

    def view_move(self, move: LowerAndSlide) -> MoveView:
        return MoveView(self.say_move(move), to=move.to, lowers=self.start, leaves=(move.remaining,))

    def say_move(self, move: LowerAndSlide) -> str:
        weight = self._weights[self._at]
        if move.to is None:
            return t("take all {weight} from {place}, the last vertex", weight=show(weight), place=self.start)
        goes = t("stay there") if move.to == self.start else t("move to {to}", to=move.to)
        return f"{say_taking_from(self.start, weight, move.remaining)}, {goes}"


def _bits(row: int) -> Iterator[int]:
    """The positions of the set bits, ascending."""
    while row:
        lowest = row & -row
        yield lowest.bit_length() - 1
        row ^= lowest
