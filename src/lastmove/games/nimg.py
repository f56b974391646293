"""NimG-RM ("Vertex NimG"): remove tokens from the vertex, then move. NimG-MR: move, then remove tokens there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.core.language import by_sentences, t
from lastmove.core.view import MoveView
from lastmove.games.graph_game import rules_for
from lastmove.games.moves import LowerAndSlide, SlideAndLower, say_taking_from, say_taking_there
from lastmove.games.token import OFF, WeightedTokenGame

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from lastmove.graphs.graph import Graph

_DEAD_END = " Where there is no neighbour, taking tokens ends the game."


class NimGRM(WeightedTokenGame):
    """Weights on a (di)graph and a token; a move lowers the weight under the token, then slides the token.

    With weight 0 under the token there is no move. The token may go to a vertex of weight 0, and along a loop
    it stays. A player on a vertex of positive weight without (out-)neighbours takes tokens and the game ends
    there, that player having made the last move. The graph never changes.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes.
    weights
        Integers >= 0, by vertex or in vertex order; a networkx graph may carry them as "weight".
    start
        The token's vertex; ``None`` leaves it open (a board), ``lastmove.OVER`` says the game has ended.
    directed
        Whether edges are arcs; taken from the graph by default.

    Examples
    --------
    >>> list(NimGRM([("a", "b")], {"a": 2, "b": 0}, start="a").moves())
    [LowerAndSlide(remaining=0, to='b'), LowerAndSlide(remaining=1, to='b')]
    """

    __slots__ = ()

    name = "nimg-rm"
    title = "NimG-RM"
    rules = (
        "Weights on the vertices of a graph or digraph, and a token. A move lowers the weight under the token by "
        "at least 1, then slides the token to an (out-)neighbour; along a loop it stays. With weight 0 under the "
        f"token there is no move.{_DEAD_END}"
    )
    loop_rule = "; along a loop it stays"
    example = {
        "game": "nimg-rm",
        "vertices": ["a", "b", "c"],
        "edges": [["a", "b"], ["b", "c"]],
        "weights": [2, 1, 1],
        "start": "a",
    }
    move_class = LowerAndSlide
    ends_off_board = True

    def moves(self) -> Iterator[LowerAndSlide]:
        u, names = self._token(), self._board.vertices
        if u == OFF:
            return
        neighbours = self._board.neighbours[u]
        for remaining in range(self._weights[u]):
            if not neighbours:
                yield LowerAndSlide(remaining, None)
            for v in neighbours:
                yield LowerAndSlide(remaining, names[v])

    def after(self, move: LowerAndSlide) -> Self:
        remaining, to = self._read(move)
        u = self._token()
        if u == OFF:
            raise self._illegal(move, "the game is over")
        if type(remaining) is not int or not 0 <= remaining < self._weights[u]:
            raise self._illegal(
                move, f"the weight of {self.start!r} is {show(self._weights[u])}; leave less, at least 0"
            )
        neighbours = self._board.neighbours[u]
        if to is None and not neighbours:
            return self._lowered(u, remaining, OFF)
        v = self._number(to, move)
        if v not in neighbours:
            raise self._illegal(move, f"{show(to)} is not next to {show(self.start)}")
        return self._lowered(u, remaining, v)

    def say_rules(self) -> str:
        """The rules for this board; the last sentence where some vertex has no neighbour."""
        told = rules_for(self.rules, self.loop_rule, self._board)
        return by_sentences(told.removesuffix(_DEAD_END) if all(self._board.neighbours) else told)

    def most_moves(self) -> int:
        """Each move lowers a weight."""
        return sum(self.weights)

    def key_scope(self) -> tuple[type[NimGRM], Graph]:
        return NimGRM, self._board

    def view_move(self, move: LowerAndSlide) -> MoveView:
        return MoveView(self.say_move(move), to=move.to, lowers=self.start, leaves=(move.remaining,))

    def say_move(self, move: LowerAndSlide) -> str:
        takes = say_taking_from(self.start, self._weights[self._at], move.remaining)
        end = t("the game ends there") if move.to is None else t("move to {to}", to=move.to)
        return f"{takes}, {end}"


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
            raise self._illegal(move, f"{show(to)} is not next to {show(self.start)}")
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
        return f"{t('move to {to}', to=move.to)}, {say_taking_there(weight, move.remaining)}"
