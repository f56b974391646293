"""NimG-MR: move to a neighbour, then remove tokens there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.core.view import MoveView
from lastmove.games.moves import SlideAndLower
from lastmove.games.token import WeightedTokenGame

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from lastmove.graphs.graph import Graph

__all__ = ["NimGMR"]


class NimGMR(WeightedTokenGame):
    """Weights on a (di)graph and a token; a move slides it to a vertex of positive weight and lowers that.

    Along a loop the token stays and lowers the weight under it. Without an (out-)neighbour of positive weight
    there is no move. The graph never changes.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes.
    weights
        Integers >= 0, by vertex or in vertex order; a networkx graph may carry them as "weight".
    start
        The token's vertex; ``None`` leaves it open (a board).
    directed
        Whether edges are arcs; taken from the graph by default.

    Examples
    --------
    >>> list(NimGMR([("a", "b"), ("a", "c")], {"a": 1, "b": 2, "c": 0}, start="a").moves())
    [SlideAndLower(to='b', remaining=0), SlideAndLower(to='b', remaining=1)]
    """

    __slots__ = ()

    name = "nimg-mr"
    title = "NimG-MR"
    rules = (
        "Weights on the vertices of a graph or digraph, and a token. A move slides the token to an "
        "(out-)neighbour of positive weight (along a loop it stays), then lowers the weight there by at least 1."
    )
    loop_rule = " (along a loop it stays)"
    example = {
        "game": "nimg-mr",
        "vertices": ["a", "b", "c"],
        "edges": [["a", "b"], ["b", "c"]],
        "weights": {"a": 2, "b": 1, "c": 1},
        "start": "a",
    }
    move_class = SlideAndLower

    def moves(self) -> Iterator[SlideAndLower]:
        names, weights = self._board.vertices, self._weights
        for v in self._board.neighbours[self._token()]:
            for remaining in range(weights[v]):
                yield SlideAndLower(names[v], remaining)

    def after(self, move: SlideAndLower) -> Self:
        to, remaining = self._read(move)
        v = self._number(to, move)
        if v not in self._board.neighbours[self._token()]:
            raise self._illegal(move, f"it is no neighbour of {self.start!r}")
        if type(remaining) is not int or not 0 <= remaining < self._weights[v]:
            raise self._illegal(move, f"the weight of {to!r} is {show(self._weights[v])}; leave less, at least 0")
        return self._lowered(v, remaining, v)

    def most_moves(self) -> int:
        """Each move lowers a weight."""
        return sum(self.weights)

    def key_scope(self) -> tuple[type[NimGMR], Graph]:
        return NimGMR, self._board

    def view_move(self, move: SlideAndLower) -> MoveView:
        return MoveView(self.say_move(move), to=move.to, lowers=move.to, leaves=(move.remaining,))

    def say_move(self, move: SlideAndLower) -> str:
        weight = self._weights[self._board.numbers[move.to]]
        return f"move to {move.to}, lower it from {show(weight)} to {show(move.remaining)}"
