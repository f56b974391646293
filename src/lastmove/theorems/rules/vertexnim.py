"""Directed Vertexnim with a loop on every vertex, both conventions: one labelling decides every start."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.csr import rows_of
from lastmove.theorems.board import lost_if_it_lasts, verdict_from
from lastmove.theorems.rule_certificates import counted
from lastmove.theorems.rules.labels import strong_labels
from lastmove.theorems.rules.labels_check import Labelling
from lastmove.theorems.rules.undirected_vertexnim import slides
from lastmove.theorems.statement import Opinion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Play
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.theorems.rules.labels import StrongLabels
    from lastmove.theorems.statement import MoveRange

__all__ = ["LoopedBoard"]


class LoopedBoard:
    """A directed Vertexnim board with a loop on every vertex; a single one counts as looped, the token stays there."""

    def __init__(self, board: Vertexnim) -> None:
        self.board = board
        self.names = board.graph.vertices
        self.rows = rows_of(board.graph)
        self.weights = board.weights
        self.n = len(self.names)
        self.heavy = sum(weight > 1 for weight in self.weights)

    @property
    def is_looped(self) -> bool:
        """Whether every vertex has its loop."""
        return self.n == 1 or all(self.board.graph.looped)

    @cached_property
    def labels(self) -> StrongLabels:
        """Definition 7 on the vertices of weight 1."""
        return strong_labels(self.rows, [u for u, weight in enumerate(self.weights) if weight == 1])

    def within_reach(self, u: int) -> list[int]:
        """u and the vertices of weight 1 that u leads to through vertices of weight 1."""
        found = [u]
        seen = {u}
        for x in found:
            for v in self.rows.row(x):
                if self.weights[v] == 1 and v not in seen:
                    seen.add(v)
                    found.append(v)
        return found

    def wins(self, u: int, play: Play) -> bool:
        """Whether the mover wins with the token on u."""
        if not self.heavy:
            return not lost_if_it_lasts(self.n, play)
        return self.weights[u] > 1 or not self.labels.loses[u]

    def codes(self, play: Play) -> bytes:
        """The same for every start, a byte each."""
        if not self.heavy:
            return bytes([not lost_if_it_lasts(self.n, play)]) * self.n
        return bytes(not loses for loses in self.labels.loses)  # a weight above 1 is never labelled P

    def certificate(self, u: int | None, play: Play) -> Certificate:
        """The evidence for a start, for all of them if u is ``None``: labels, where counting is not enough."""
        if u is None or (self.weights[u] == 1 and self.heavy):
            return Labelling("definition-7", (), self.labels.sets if self.heavy else ())
        return counted("theorem-6", self.board, play, self.names[u])

    def verdict(self, u: int, play: Play) -> Opinion:
        """Who wins with the token on u, a winning move, and all of them when asked for."""
        winning = partial(self.winning, u, play)
        if self.heavy == (self.weights[u] > 1):
            return self._last_weight(u, play)
        if self.weights[u] == 1:
            if self.labels.loses[u]:
                return Opinion(False, None, self._why(u))
            return Opinion(True, LowerAndSlide(0, self.names[self.labels.towards[u]]), self._why(u), winning)
        why = f"{self.names[u]} has a loop and weight {show(self.weights[u])}"
        return Opinion(True, self._heavy_move(u), why, winning)

    def _heavy_move(self, u: int) -> LowerAndSlide:
        """A winning move from weight >= 2: lower u to 1 and stay; or, if a winning move answers that, make it."""
        if self.weights[u] > 2:  # if u stays heavy the labels stay: no need to label again
            lost = next((v for v in self.rows.row(u) if self.labels.loses[v]), None)
            if lost is not None:
                return LowerAndSlide(2, self.names[lost])
        lowered = strong_labels(self.rows, self.within_reach(u))
        if lowered.loses[u]:
            return LowerAndSlide(1, self.names[u])
        return LowerAndSlide(0, self.names[lowered.towards[u]])

    def _why(self, u: int) -> str:
        size = self.labels.size[u]
        if not size:
            v = self.names[self.labels.towards[u]]
            return f"{self.names[u]} has weight 1 and is labelled N, since it leads to {v}, which is labelled P"
        label, parity = ("N", "even") if size % 2 == 0 else ("P", "odd")
        count = f"{size} vertices" if size > 1 else "1 vertex"
        return f"{self.names[u]} has weight 1 and is labelled {label}, in a closed set of {count}, an {parity} number"

    def _last_weight(self, u: int, play: Play) -> Opinion:
        """The verdict where no other vertex has weight >= 2."""
        if self.weights[u] == 1:
            moves = "1 move" if self.n == 1 else f"{self.n} moves"
            why = f"all weights are 1, so the game lasts exactly {moves}"
        else:
            why = f"{self.names[u]} has weight {show(self.weights[u])} and all others have weight 1"
        return verdict_from(self.wins(u, play), why, partial(self.winning, u, play))

    def winning(self, u: int, play: Play) -> Iterator[MoveRange]:
        """Every winning move with the token on u: label what emptying it leaves, what lowering it to 1 leaves, and
        what all other moves leave; a heavier vertex is never good to go to."""
        most = self.weights[u] - 1
        others = self.rows.row(u)
        light = [v for v in others if self.weights[v] == 1]
        if self.heavy == (most > 0):
            if lost_if_it_lasts(self.n - 1, play):
                yield from (slides(self.names[v], 0, 0) for v in others)
                if not others:
                    yield slides(None, 0, 0)
            if most and lost_if_it_lasts(self.n, play):
                yield from (slides(self.names[v], 1, 1) for v in [u, *others])
        else:
            reach = self.within_reach(u)
            emptied = strong_labels(self.rows, reach, contracted=u)
            yield from (slides(self.names[v], 0, 0) for v in light if emptied.loses[v])
            if most:
                lowered = strong_labels(self.rows, reach)
                yield from (slides(self.names[v], 1, 1) for v in [u, *light] if lowered.loses[v])
        if most >= 2:
            yield from (slides(self.names[v], 2, most) for v in light if self.labels.loses[v])
