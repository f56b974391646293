"""NimG-RM on directed circuits: Remark 5 of Duchêne and Renault, and LM3; one walk answers every start."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import rows_of
from lastmove.graphs.weights import small_weights
from lastmove.theorems.rules.labels import NONE
from lastmove.theorems.rules.nimg_matching import slide_range
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import UNDECIDED, BoardVerdict, Verdict

if TYPE_CHECKING:
    from lastmove.games.nimg import NimGRM
    from lastmove.graphs.graph import Graph

__all__ = ["CircuitBoard"]


class CircuitBoard:
    """A NimG-RM board on a digraph, and the circuits that are all a token on them can reach.

    Each vertex of such a circuit has one out-neighbour.

    Attributes
    ----------
    length
        For each vertex the length of its circuit; 0 where it is on none.
    decisive, place
        The first vertex around the circuit that decides, and its place, from 1: one of weight 0; without any, one of
        least weight (normal play) or of weight 1 (misère play). NONE and 0 where there is none.
    """

    def __init__(self, board: NimGRM, play: Play) -> None:
        graph = board.graph
        self.board = board
        self.play = play
        self.names, self.weights = graph.vertices, board.weights
        make, n = choose_backend(graph.n + graph.m), graph.n
        following = make.given(_following(graph))
        kernels, walk = make.kernels("graphs.label_kernels"), make.ints(n)
        size = kernels.walk_circuits(following, make.ints(n, NONE), walk)
        found = make.ints(n), make.ints(n, NONE), make.ints(n)
        weight = make.given(small_weights(board.weights))
        kernels.first_places(following, walk, size, weight, play is Play.MISERE, *found)
        self.following = listed(following)
        self.length, self.decisive, self.place = map(listed, found)

    def has_null(self, u: int) -> bool:
        """Whether some weight on the circuit of u is 0."""
        return self.decisive[u] != NONE and not self.weights[self.decisive[u]]

    def wins(self, u: int) -> bool:
        """Whether the mover wins on the vertex u of a circuit, by LM3; what comes first decides by its place."""
        even = self.place[u] % 2 == 0
        if self.has_null(u):
            return even != self.play.wins_when_stuck
        return self._by_length(u) or self.decisive[u] == NONE or even

    def _by_length(self, u: int) -> bool:
        """Whether the length of the circuit is enough for a win, where all weights are positive."""
        return (self.length[u] % 2 == 1) == (self.play is Play.NORMAL)

    def _least(self, u: int) -> int:
        """The least that a winning move from u leaves."""
        if self.has_null(u) or self._by_length(u):
            return 0
        return 1 if self.play is Play.MISERE else self.weights[self.decisive[u]]

    def move(self, u: int) -> LowerAndSlide | None:
        """A winning move from a vertex that is won; ``None`` if that has no move."""
        least = self._least(u)
        return LowerAndSlide(least, self.names[self.following[u]]) if least < self.weights[u] else None

    def verdict(self, u: int) -> Verdict | None:
        """What LM3 says of the start u."""
        if not self.length[u]:
            return None
        place, size, top = self.place[u], self.length[u], self.weights[u] - 1
        why, most = f"the circuit has {size} vertices, an {'odd' if size % 2 else 'even'} number", top
        if self.has_null(u):
            why = f"the first vertex of weight 0 around the circuit is at place {place}"
        elif self._by_length(u):
            most = 0
        elif self.decisive[u] == NONE:
            why, most = f"{why}, and no weight is 1", 1
        elif self.play is Play.MISERE:
            why += f", and its first weight 1 is at place {place}"
        else:
            why += f", and its first minimum, {self.weights[self.decisive[u]]}, is at place {place}"
        evidence = partial(self._certificate, u)
        if not self.wins(u):
            return Verdict(False, None, why, certificate=evidence)
        ways = slide_range(self.names[self.following[u]], self._least(u), most)
        return Verdict(True, self.move(u), why, lambda: [ways], certificate=evidence)

    def _certificate(self, u: int) -> Parity:
        return Parity.of("LM3", self.board.at(self.names[u]), self.play)

    def board_verdict(self, *, nulls: bool) -> BoardVerdict:
        """The verdicts on every start; without ``nulls``, on those whose circuits have no weight 0."""
        kept = [bool(size) and (nulls or not self.has_null(u)) for u, size in enumerate(self.length)]
        codes = bytes(self.wins(u) if keep else UNDECIDED for u, keep in enumerate(kept))
        return BoardVerdict.lazy(codes, self.verdict, self.move).certified(lambda: Parity("LM3"))


def _following(graph: Graph) -> list[int]:
    """For each vertex its only out-neighbour, itself with a loop; NONE where there is none or more than one."""
    indptr, heads = map(listed, rows_of(graph))
    found = []
    for u, ((begin, end), loop) in enumerate(zip(pairwise(indptr), graph.looped, strict=True)):
        only = end - begin + loop == 1
        found.append(NONE if not only else u if loop else heads[begin])
    return found
