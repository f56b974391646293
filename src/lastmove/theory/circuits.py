"""NimG-RM on directed circuits: Remark 5 of Duchêne and Renault, and LM3; one walk answers every start."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lastmove.certificates.parity import Parity
from lastmove.core.play import Play
from lastmove.graphs.backend import choose_backend
from lastmove.graphs.csr import rows_of
from lastmove.graphs.labellings import NONE
from lastmove.graphs.weights import small_weights
from lastmove.theory.nimg_matching import slide_range
from lastmove.theory.statement import BoardVerdict, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.games.nimg_rm import NimGRM

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
        self.following = make.given(_following(board))
        self.length, self.decisive, self.place = make.ints(n), make.ints(n, NONE), make.ints(n)
        kernels, walk = make.kernels("graphs.label_kernels"), make.ints(n)
        size = kernels.walk_circuits(self.following, make.ints(n, NONE), walk)
        weight, found = make.given(small_weights(board.weights)), (self.length, self.decisive, self.place)
        kernels.first_places(self.following, walk, size, weight, play is Play.MISERE, *found)

    def board_verdict(self, verdict: Callable[[int], Verdict | None]) -> BoardVerdict:
        """The verdicts on every start, of one of the rules below or of both."""
        if not any(self.length):
            return BoardVerdict.silent(len(self.weights))
        return BoardVerdict([verdict(u) for u in range(len(self.weights))]).certified(lambda: Parity("LM3"))

    def with_null(self, u: int) -> Verdict | None:
        """Some weight is 0: who comes to the first null vertex decides, whatever is taken on the way."""
        if self.decisive[u] == NONE or self.weights[self.decisive[u]]:
            return None
        null = int(self.place[u])
        wins = (null % 2 == 0) != self.play.wins_when_stuck
        why = f"the first vertex of weight 0 around the circuit is at place {null}"
        return self._verdict(u, wins, why, 0, self.weights[u] - 1)

    def without_null(self, u: int) -> Verdict | None:
        """All weights are positive: by the parity of the circuit and of the place of the first minimum or first 1."""
        size, first, place = int(self.length[u]), self.decisive[u], int(self.place[u])
        if not size or (first != NONE and not self.weights[first]):
            return None
        top = self.weights[u] - 1
        odd = f"the circuit has {size} vertices, an {'odd' if size % 2 else 'even'} number"
        if (size % 2 == 1) == (self.play is Play.NORMAL):
            return self._verdict(u, True, odd, 0, 0)
        if self.play is Play.NORMAL:
            least = self.weights[first]
            why = f"{odd}, and its first minimum, {least}, is at place {place}"
            return self._verdict(u, place % 2 == 0, why, least, top)
        if first == NONE:
            return self._verdict(u, True, f"{odd}, and no weight is 1", 1, 1)
        return self._verdict(u, place % 2 == 0, f"{odd}, and its first weight 1 is at place {place}", 1, top)

    def _verdict(self, u: int, wins: bool, why: str, least: int, most: int) -> Verdict:
        """The verdict; a winning move leaves between ``least`` and ``most``."""
        ways = slide_range(self.names[self.following[u]], least, most)
        move = ways.make(least) if wins and ways.size else None
        verdict = Verdict(wins, move, why, (lambda: [ways]) if wins else None)
        return verdict.certified(lambda: Parity.of("LM3", self.board.at(self.names[u]), self.play))


def _following(board: NimGRM) -> list[int]:
    """For each vertex its only out-neighbour, itself with a loop; NONE where there is none or more than one."""
    graph: Any = board.graph
    rows = rows_of(graph)
    indptr, heads = (part if isinstance(part, list) else part.tolist() for part in rows)
    found = []
    for u, ((begin, end), loop) in enumerate(zip(pairwise(indptr), graph.looped, strict=True)):
        only = end - begin + loop == 1
        found.append(NONE if not only else u if loop else heads[begin])
    return found
