"""Undirected Vertexnim, both conventions: what one pass over a board tells of every start.

The cases are those of the proof of Theorem 10, with the labelling of case (4) as an argument: LM5 gives the true one,
Definition 11 the printed one.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.components import strong_components
from lastmove.graphs.labellings import descent_labels
from lastmove.theory.boards import lost_if_it_lasts, verdict_from
from lastmove.theory.evidence import counted, labels
from lastmove.theory.statement import MoveRange

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Play
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.theory.statement import Verdict

    Labelling = Callable[[Sequence[Sequence[int]], Sequence[int], Sequence[int]], Sequence[bool]]

__all__ = ["UndirectedBoard", "slides"]


def slides(to: Hashable | None, least: int, most: int) -> MoveRange:
    """The moves to one vertex that leave between ``least`` and ``most``."""
    return MoveRange(partial(LowerAndSlide, to=to), least, most)


class UndirectedBoard:
    """An undirected Vertexnim board with everything its starts share.

    Attributes
    ----------
    looped
        Whether the token may stay; a vertex without any neighbour counts, the token stays there.
    ones
        For a vertex of weight 1 the number of its component among the vertices of weight 1; ``None`` for the others.
    sizes
        The sizes of those components.
    quiet
        Whether the vertex is in the graph G' of the proof: weight >= 2, no loop, no neighbour of weight 1.
    loses
        Whether the vertex is quiet and labelled P.
    """

    def __init__(self, board: Vertexnim, labelling: Labelling = descent_labels) -> None:
        self.board = board
        self.names = board.graph.vertices
        self.neighbours = board.graph.neighbours
        self.weights = board.weights
        self.n = len(self.names)
        self.heavy = sum(weight > 1 for weight in self.weights)
        self.looped = [u in around or not around for u, around in enumerate(self.neighbours)]
        self._find_components()
        self.quiet = [
            self.weights[u] > 1 and not self.looped[u] and all(self.weights[v] > 1 for v in around)
            for u, around in enumerate(self.neighbours)
        ]
        within = [u for u in range(self.n) if self.quiet[u]]
        self.loses = labelling(self.neighbours, self.weights, within)

    def _find_components(self) -> None:
        light = [u for u, weight in enumerate(self.weights) if weight == 1]
        self.ones: list[int | None] = [None] * self.n
        self.sizes: list[int] = []
        for number, part in enumerate(strong_components(self.neighbours, light)):
            self.sizes.append(len(part))
            for u in part:
                self.ones[u] = number

    def around(self, u: int) -> int:
        """How many vertices the component of u has among u and the vertices of weight 1."""
        number = self.ones[u]
        if number is not None:
            return self.sizes[number]
        joined = {self.ones[v] for v in self.neighbours[u]} - {None}
        return 1 + sum(self.sizes[number] for number in joined if number is not None)

    def wins(self, u: int, play: Play) -> bool:
        """Whether the mover wins with the token on u."""
        if not self.heavy:
            return not lost_if_it_lasts(self.n, play)
        return self.around(u) % 2 == 0 if self.weights[u] == 1 else not self.loses[u]

    def certificate(self, u: int | None, play: Play) -> Certificate:
        """The evidence for a start, for all of them if u is ``None``: labels, where counting is not enough."""
        if u is None or (self.quiet[u] and self.heavy > 1):
            return labels("LM5", self.loses)
        return counted("LM5", self.board, play, self.names[u])

    def verdict(self, u: int, play: Play) -> Verdict:
        """Who wins with the token on u, and every winning move."""
        return verdict_from(self.wins(u, play), self.why(u), partial(self.winning, u, play))

    def why(self, u: int) -> str:
        """The case of the proof that u is in."""
        name, weight = self.names[u], self.weights[u]
        if not self.heavy:
            return f"all weights are 1, so the game lasts exactly {_count(self.n, 'move', 'moves')}"
        if weight == 1:
            size = self.around(u)
            parity = "even" if size % 2 == 0 else "odd"
            count = _count(size, "vertex", "vertices")
            return f"the component of weight-1 vertices around the token has {count}, an {parity} number"
        if self.n == 1:
            return f"{name} is the only vertex and has weight {show(weight)}"
        if self.looped[u]:
            return f"{name} has a loop and weight {show(weight)}"
        light = next((v for v in self.neighbours[u] if self.weights[v] == 1), None)
        if light is not None:
            return f"{name} has weight {show(weight)} and its neighbour {self.names[light]} has weight 1"
        label = "P" if self.loses[u] else "N"
        return f"{name} has weight {show(weight)}, no loop, no neighbour of weight 1, and is labelled {label}"

    def small_moves(self, u: int, play: Play) -> tuple[bool, bool]:
        """Whether emptying u wins, and whether lowering it to 1 does, if the next vertex has weight 1 or is u."""
        if self.heavy == (self.weights[u] > 1):  # all other weights are 1: the number of vertices left is all
            return lost_if_it_lasts(self.n - 1, play), lost_if_it_lasts(self.n, play)
        even = self.around(u) % 2 == 0
        return even, not even

    def winning(self, u: int, play: Play) -> Iterator[MoveRange]:
        """Every winning move with the token on u.

        Lowered to k >= 2, u is still what it was for the cases (1) to (3). If u is quiet and N, let m be the least
        weight of its P neighbours: for k > m it stays N and no label changes, so every P neighbour is good; for
        k <= m it becomes P, which spoils all heavier neighbours.
        """
        most = self.weights[u] - 1
        others = [v for v in self.neighbours[u] if v != u]
        light = [v for v in others if self.weights[v] == 1]
        by_emptying, by_one = self.small_moves(u, play)
        if by_emptying:
            for v in light:
                yield slides(self.names[v], 0, 0)
            if not others:
                yield slides(None, 0, 0)
        if by_one and most:
            for v in [u, *light] if self.looped[u] else light:
                yield slides(self.names[v], 1, 1)
        lost = [v for v in others if self.loses[v]]
        floor = min((self.weights[v] for v in lost), default=2) if self.quiet[u] else 1
        for v in others:
            number = self.ones[v]
            if number is not None and self.sizes[number] % 2 == 1 and most >= 2:
                yield slides(self.names[v], 2, most)
            least = floor if self.weights[v] == floor else floor + 1
            if self.loses[v] and most >= least:
                yield slides(self.names[v], least, most)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
