"""NimG-MR on bipartite graphs, normal play: which vertices some largest b-matching does not fill."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import show
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.games.moves import SlideAndLower
from lastmove.graphs.backend import listed
from lastmove.graphs.component_kernels import BIPARTITE, UNMARKED
from lastmove.graphs.components import component_kinds
from lastmove.graphs.csr import rows_of, rows_within
from lastmove.graphs.matching.b_matching import BMatching
from lastmove.theorems.rules.matchings.b_matching_check import BMatchingCertificate
from lastmove.theorems.statement import BoardVerdict, MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.games.nimg import NimGMR
    from lastmove.theorems.rules.matchings.b_matching_check import Pairs

NONE = -1


class MoveFirstBoard:
    """A NimG-MR board on an undirected graph in normal play, decided for all starts by one largest b-matching.

    Nobody goes to a vertex of weight 0, so those are dropped, and with them their loops. What is left falls into
    components; b-matchings decide those that are bipartite and have no loop, the *fair* ones. From a vertex of weight 0
    a player goes into one of the components beside it.
    """

    def __init__(self, board: NimGMR) -> None:
        self.names = board.graph.vertices
        self.weights = board.weights
        self.all_rows = rows_of(board.graph)
        self.live = bytes(weight > 0 for weight in board.weights)
        rows = rows_within(self.all_rows, self.live)
        kinds = component_kinds(rows, self.live)
        self.fair = bytes(kind == BIPARTITE for kind in kinds)
        looped = bytes(map(min, board.graph.looped, self.live))
        if any(looped):
            free = component_kinds(rows, looped)
            self.fair = bytes(fair and kind == UNMARKED for fair, kind in zip(self.fair, free, strict=True))
        self.rows = rows_within(rows, self.fair)

    @cached_property
    def matching(self) -> BMatching:
        """A largest b-matching of the fair components."""
        return BMatching(
            self.rows, [weight if fair else 0 for weight, fair in zip(self.weights, self.fair, strict=True)]
        )

    @cached_property
    def towards(self) -> list[int]:
        """For each fair vertex a neighbour that some largest b-matching does not fill: a good one to go to."""
        return listed(self.matching.towards)

    def code(self, u: int) -> int:
        """WINS, LOSES or UNDECIDED for a start."""
        if self.live[u]:
            if not self.fair[u]:
                return UNDECIDED
            return WINS if self.towards[u] != NONE else LOSES
        ways = [v for v in self.all_rows.row(u) if self.live[v]]
        if any(self.fair[v] and self.matching.not_filled[v] for v in ways):
            return WINS
        return LOSES if all(self.fair[v] for v in ways) else UNDECIDED

    @cached_property
    def codes(self) -> bytes:
        """The same for every start."""
        return bytes(map(self.code, watched(range(len(self.weights)), 16)))

    def certificate(self) -> BMatchingCertificate:
        """The evidence for any start."""
        flow = self.matching.flow
        barrier = tuple(u for u, x in enumerate(self.towards) if x != NONE)
        if not isinstance(flow.taken, list):
            return BMatchingCertificate(*_flat_edges(flow), barrier)
        edges = [
            (u, flow.indices[k], flow.taken[k])
            for u in range(self.rows.n)
            for k in range(flow.indptr[u], flow.indptr[u + 1])
            if flow.taken[k] and u < flow.indices[k]
        ]
        return BMatchingCertificate(tuple((u, v) for u, v, _ in edges), tuple(taken for *_, taken in edges), barrier)

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        return BoardVerdict(self.codes, self.verdict, self.move, certificate=self.certificate)

    def move(self, u: int) -> SlideAndLower | None:
        """A winning move from a start that is won: lower the weight by 1."""
        v = next(self._good_ways(u), None)
        return None if v is None else SlideAndLower(self.names[v], self.weights[v] - 1)

    def _good_ways(self, u: int) -> Iterator[int]:
        """The neighbours to which a move wins, as far as b-matchings decide them."""
        return (v for v in self.all_rows.row(u) if self.fair[v] and self.matching.not_filled[v])

    def verdict(self, u: int) -> Verdict | None:
        """Who wins with the token on u, and how."""
        code, name = self.code(u), self.names[u]
        if code == UNDECIDED:
            return None
        size = f"a largest b-matching has size {show(self.matching.size)}"
        if code == LOSES:
            why = f"{size}, and none is larger if {name} has one more"
            return Verdict(False, None, why, certificate=self.certificate)
        move = self.move(u)
        assert move is not None  # it wins
        why = f"{size}, and one is larger if {name} has one more: some largest one does not fill {move.to}"
        known = all(self.fair[v] for v in self.all_rows.row(u) if self.live[v])
        return Verdict(True, move, why, partial(self._winning, u) if known else None, certificate=self.certificate)

    def _winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves: to a neighbour, leaving there at least as much as some largest b-matching needs."""
        for v in self._good_ways(u):
            make = partial(SlideAndLower, self.names[v])
            yield MoveRange(make, self.matching.least_load(v), self.weights[v] - 1)


def _flat_edges(flow: Any) -> tuple[Pairs, Any]:
    """The edges that are taken and how often, from arrays."""
    import numpy as np

    from lastmove.theorems.rules.matchings.matching_check import FlatPairs

    firsts = np.repeat(np.arange(len(flow.indptr) - 1), np.diff(flow.indptr))
    seconds = flow.indices.astype(np.int64)
    chosen = (flow.taken > 0) & (firsts < seconds)
    return FlatPairs(firsts[chosen], seconds[chosen]), flow.taken[chosen].tolist()
