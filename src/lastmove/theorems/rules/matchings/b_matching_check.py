"""A largest b-matching with the barrier that proves that none is larger, and what it says of every start.

Let every edge outside the barrier A join two vertices of C, which are the vertices outside A that have such an edge.
Every edge that is taken then uses up 1 of the weight of A, or 2 of the weight of C. So twice the size of a b-matching
is at most 2 w(A) + w(C), and a b-matching that reaches this is a largest one. One more at a vertex outside A changes
the bound by less than 2: no b-matching is then larger. See docs/reference/certificates.md for the proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.boards import AllAnswers, RuleCertificate
from lastmove.certificates.certificate import CheckResult, number
from lastmove.core.errors import Refuted, show
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.games.nimg import NimGMR
from lastmove.graphs.backend import KERNELS as KNOWN_KERNELS
from lastmove.graphs.backend import Plain, choose_backend
from lastmove.graphs.csr import LARGEST, rows_of
from lastmove.theorems.rules.matchings.matching_check import KERNELS as MATCHING_KERNELS
from lastmove.theorems.rules.matchings.matching_check import columns

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.boards import Answers
    from lastmove.certificates.certificate import Body

KERNELS = "theorems.rules.matchings.b_matching_check_kernels"
KNOWN_KERNELS.add(KERNELS)

Pairs = Sequence[tuple[int, int]]
"""Tuples; for large boards :class:`~lastmove.theorems.rules.matchings.matching_check.FlatPairs`."""


class ShownByFlow(NamedTuple):
    """What a certificate shows: of every start, which vertices some largest b-matching does not fill, and in words."""

    codes: bytes
    reached: Any
    text: str


@dataclass(frozen=True, slots=True)
class BMatchingCertificate(RuleCertificate):
    """A largest b-matching of the vertices of positive weight in components without odd cycles, by vertex numbers.

    Attributes
    ----------
    matching
        The edges that are taken.
    taken
        How often each of them is taken.
    barrier
        The set A.
    """

    kind = "b-matching"

    matching: Pairs
    taken: Sequence[int]
    barrier: Sequence[int]

    def answers(self, board: Any, play: Play) -> Answers:
        shown = self._shown(board, play)

        def finding(place: int) -> CheckResult | None:
            code = shown.codes[place]
            said = "makes a larger one" if code == WINS else "makes none larger"
            text = f"{shown.text}, and one more at the token's vertex {said}"
            return None if code == UNDECIDED else CheckResult(code == WINS, text)

        return AllAnswers(shown.codes, finding)

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        """To lower by 1 a vertex that some largest b-matching does not fill wins: that one is still a largest one."""
        shown = self._shown(position, play)
        v = position.graph.index(move.to)
        if not shown.reached[v] or move.remaining != position.weights[v] - 1:
            return None
        return CheckResult(False, "it lowers by 1 a vertex that some largest b-matching does not fill")

    def _shown(self, board: Any, play: Play) -> ShownByFlow:
        if not isinstance(board, NimGMR) or board.graph.directed or play is not Play.NORMAL:
            raise Refuted("b-matchings decide undirected NimG-MR in normal play only")
        graph, weights, n = board.graph, board.weights, board.graph.n
        if len(self.taken) != len(self.matching):
            raise Refuted(f"{len(self.taken)} numbers for {len(self.matching)} edges that are taken")
        heaviest = max(weights)
        if any(amount > heaviest for amount in self.taken):
            raise Refuted("an edge is taken more often than any vertex has weight")
        make = choose_backend(n + graph.m) if heaviest < LARGEST else Plain()
        rows, kernels = make.rows(rows_of(graph)), make.kernels(KERNELS)
        fair, live = make.bits(n), make.flags(bytes(weight > 0 for weight in weights))
        kernels.mark_fair(rows, live, make.flags(bytes(graph.looped)), make.numbers(2 * n), fair)

        spare, used = make.counters(n), make.bits(len(rows.indices))
        us, vs = map(make.given, columns(self.matching))
        wrong = kernels.load(rows, fair, make.given(weights), us, vs, make.given(self.taken), spare, used)
        if wrong >= 0:
            u, v = self.matching[wrong]
            where = f"{show(u)} and {show(v)}"
            raise Refuted(f"matching: there is no edge between the vertices {where} to take, or they lack the weight")
        inside, rest = make.bits(n), make.bits(n)
        wrong = make.kernels(MATCHING_KERNELS).mark_barrier(fair, make.given(self.barrier), inside)
        if wrong >= 0:
            raise Refuted(f"barrier: {show(self.barrier[wrong])} is no vertex that counts, or stands there twice")
        kernels.mark_rest(rows, fair, inside, rest)
        size = sum(self.taken)
        if 2 * size != 2 * sum(compress(weights, inside)) + sum(compress(weights, rest)):
            raise Refuted(f"the barrier does not show that no b-matching is larger than {show(size)}")
        reached, beside = make.bits(n), make.bits(n)
        kernels.reach(rows, fair, spare, used, reached, beside, make.vertices(n))

        codes = bytearray([UNDECIDED]) * n
        for u in watched(range(n), 16):
            if fair[u]:
                codes[u] = LOSES if not inside[u] else WINS if beside[u] else UNDECIDED
            elif not weights[u]:
                codes[u] = _from_nothing([v for v in graph.neighbours[u] if weights[v]], fair, inside, rest, reached)
        text = f"a b-matching of size {show(size)} is a largest one, as a barrier of {len(self.barrier):,} shows"
        return ShownByFlow(bytes(codes), reached, text)

    def body(self) -> dict[str, object]:
        return {
            "matching": list(map(list, self.matching)),
            "taken": list(self.taken),
            "barrier": list(self.barrier),
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("matching", "taken", "barrier")
        body.get("matching")
        taken = tuple(number(amount, "taken", below=None) for amount in body.items("taken"))
        return cls(body.pairs("matching"), taken, body.numbers("barrier"))


def _from_nothing(ways: Sequence[int], fair: Any, inside: Any, rest: Any, reached: Any) -> int:
    """What is shown of a start of weight 0 from its neighbours of positive weight.

    It is won if some largest b-matching does not fill one of them, and lost if all of them are in the barrier or the
    rest, which every largest b-matching fills.
    """
    if any(reached[v] for v in ways):
        return WINS
    return LOSES if all(fair[v] and (inside[v] or rest[v]) for v in ways) else UNDECIDED
