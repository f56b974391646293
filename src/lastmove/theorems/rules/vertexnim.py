"""Vertexnim, both conventions: one pass over a board decides every start.

Directed boards with a loop on every vertex are decided by one labelling. The cases of undirected boards are those of
the proof of Theorem 10, with the labelling of case (4) as an argument: LM5 gives the true one, Definition 11 the
printed one.
"""

from __future__ import annotations

from functools import cached_property, partial
from operator import or_
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.backend import listed
from lastmove.graphs.components import component_sizes
from lastmove.graphs.csr import rows_of
from lastmove.theorems.board import counted, labels, lost_if_it_lasts, verdict_from
from lastmove.theorems.rules.labels import NONE, beside, descent_labels, strong_labels
from lastmove.theorems.rules.labels_check import Labelling
from lastmove.theorems.statement import MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.play import Play
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.graphs.csr import CSR
    from lastmove.theorems.rules.labels import StrongLabels

    Labeller = Callable[[CSR, Sequence[int], bytes], bytes]


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
        For a vertex of weight 1 the number of its component among the vertices of weight 1; NONE for the others.
    sizes
        The sizes of those components.
    quiet
        Whether the vertex is in the graph G' of the proof: weight >= 2, no loop, no neighbour of weight 1.
    loses
        Whether the vertex is quiet and labelled P.
    """

    def __init__(self, board: Vertexnim, labelling: Labeller | None = None) -> None:
        self.board = board
        self.names = board.graph.vertices
        self.rows = rows_of(board.graph)
        self.weights = board.weights
        self.n = len(self.names)
        light = bytes(weight == 1 for weight in self.weights)
        self.heavy = light.count(0)
        self.looped = bytes(map(or_, board.graph.looped, self.rows.isolated()))
        self.ones, self.sizes = component_sizes(self.rows, light)
        known = zip(light, self.looped, beside(self.rows, light), strict=True)
        self.quiet = bytes(not (one or loop or near) for one, loop, near in known)
        self.loses = (labelling or _true_losses)(self.rows, self.weights, self.quiet)

    def around(self, u: int) -> int:
        """How many vertices the component of u has among u and the vertices of weight 1."""
        if self.ones[u] != NONE:
            return int(self.sizes[self.ones[u]])
        joined = {int(self.ones[v]) for v in self.rows.row(u)} - {NONE}
        return 1 + sum(int(self.sizes[number]) for number in joined)

    def wins(self, u: int, play: Play) -> bool:
        """Whether the mover wins with the token on u."""
        if not self.heavy:
            return not lost_if_it_lasts(self.n, play)
        return self.around(u) % 2 == 0 if self.weights[u] == 1 else not self.loses[u]

    def codes(self, play: Play) -> bytes:
        """The same for every start, one byte each."""
        if not self.heavy:
            return bytes([self.wins(0, play)]) * self.n
        even = bytes(size % 2 == 0 for size in listed(self.sizes))
        known = zip(listed(self.ones), self.loses, strict=True)
        return bytes(even[number] if number != NONE else not lost for number, lost in known)

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
        light = next((v for v in self.rows.row(u) if self.weights[v] == 1), None)
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
        others = self.rows.row(u)
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
            if number != NONE and self.sizes[number] % 2 == 1 and most >= 2:
                yield slides(self.names[v], 2, most)
            least = floor if self.weights[v] == floor else floor + 1
            if self.loses[v] and most >= least:
                yield slides(self.names[v], least, most)


def _true_losses(rows: CSR, weights: Sequence[int], quiet: bytes) -> bytes:
    """The labels of LM5."""
    return descent_labels(rows, weights, quiet).loses


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


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

    def verdict(self, u: int, play: Play) -> Verdict:
        """Who wins with the token on u, a winning move, and all of them when asked for."""
        winning = partial(self.winning, u, play)
        if self.heavy == (self.weights[u] > 1):
            return self._last_weight(u, play)
        if self.weights[u] == 1:
            if self.labels.loses[u]:
                return Verdict(False, None, self._why(u))
            return Verdict(True, LowerAndSlide(0, self.names[self.labels.towards[u]]), self._why(u), winning)
        why = f"{self.names[u]} has a loop and weight {show(self.weights[u])}"
        return Verdict(True, self._heavy_move(u), why, winning)

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

    def _last_weight(self, u: int, play: Play) -> Verdict:
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
