"""Misère Edge Geography at degree at most 3: a maximum matching, and which edges every maximum matching has.

The core is the graph without its vertices of degree 1. Its maximum matching is shown as in
:mod:`lastmove.theorems.rules.matchings.matching_check`. Outside the barrier and the odd components every maximum
matching is perfect; there *steps* put away vertices whose mates are settled, one after the other. See
docs/reference/certificates.md for the proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.boards import AllAnswers, RuleCertificate
from lastmove.certificates.certificate import Budget, CheckResult, array, numbers, pairs
from lastmove.core.errors import Refuted
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.graphs.backend import KERNELS as KNOWN_KERNELS
from lastmove.graphs.csr import rows_of, rows_within
from lastmove.theorems.rules.matchings.degree_three_check_kernels import (
    ALWAYS,
    FINE,
    NO_BRIDGE,
    NONE,
    NOT_CLOSED,
    NOT_STRONG,
    NOT_THERE,
)
from lastmove.theorems.rules.matchings.matching_check import KERNELS as MATCHING_KERNELS
from lastmove.theorems.rules.matchings.matching_check import Field, Maximum, Pairs, columns

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.boards import Answers
    from lastmove.certificates.certificate import Body
    from lastmove.graphs.graph import Graph

KERNELS = "theorems.rules.matchings.degree_three_check_kernels"
KNOWN_KERNELS.add(KERNELS)

PROBLEMS = {
    NOT_THERE: "a vertex or an edge is not there, or comes twice",
    NOT_CLOSED: "a set has a neighbour that is not matched with it, or holds a vertex with its mate",
    NOT_STRONG: "the vertices of a set do not reach each other",
    NO_BRIDGE: "an edge is no bridge",
}


class ShownByMates(NamedTuple):
    """What a certificate shows: of every start; of the core; and which vertices always have the same mate."""

    codes: bytes
    core: bytes
    mate: Any
    found: Any
    met: Any
    text: str


@dataclass(frozen=True, slots=True)
class DegreeThree(RuleCertificate):
    """A maximum matching of the core and what shows its forced edges, by vertex numbers.

    Attributes
    ----------
    matching, barrier, cycles, parents
        The matching and what shows which vertices of the core others leave out: as in a certificate ``matching``.
    steps
        Sets of vertices whose neighbours are their mates, and the two ends of bridges; in order.
    bridges
        The numbers of the steps that are bridges.
    others
        Perfect matchings of what the steps leave.
    forced
        Edges of the matching there, each with a barrier behind its ends: without both there are two more odd
        components than the barrier has vertices.
    """

    kind = "degree-three"

    matching: Pairs
    barrier: Sequence[int]
    cycles: Sequence[Pairs] = ()
    parents: Pairs = ()
    steps: Sequence[Sequence[int]] = ()
    bridges: Sequence[int] = ()
    others: Sequence[Pairs] = ()
    forced: Sequence[Sequence[int]] = ()

    def answers(self, board: Any, play: Play) -> Answers:
        shown = self._shown(board, play)

        def finding(place: int) -> CheckResult | None:
            code = shown.codes[place]
            return None if code == UNDECIDED else CheckResult(code == WINS, shown.text)

        return AllAnswers(shown.codes, finding)

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        """A move to a vertex that some maximum matching leaves out, along the matching, or along a forced edge."""
        shown = self._shown(position, play)
        graph = position.graph
        token, to = graph.index(position.start), graph.index(move.to)
        degree = graph.degrees[token]
        if degree == 2:
            along = shown.core[token] == WINS and shown.mate[token] == to
            return CheckResult(False, "it goes along the matching") if along else None
        if graph.degrees[to] > 1 and shown.core[to] == LOSES:
            return CheckResult(False, "some maximum matching leaves out where it goes")
        forced = degree == 3 and shown.mate[token] == to and shown.found[token] == ALWAYS and shown.met[token] == 1
        return CheckResult(False, "every maximum matching has the edge it uses") if forced else None

    def _shown(self, board: Any, play: Play) -> ShownByMates:
        if not isinstance(board, EdgeGeography) or board.graph.directed or play is not Play.MISERE:
            raise Refuted("this decides undirected Edge Geography in misère play only")
        graph, n = board.graph, board.graph.n
        rows, degrees = rows_of(graph), graph.degrees
        fair = _fair(graph)
        live = bytes(good and degree > 1 for good, degree in zip(fair, degrees, strict=True))
        field = Field(rows_within(rows, live), live, None, "")
        maximum = Maximum(field, self.matching, self.barrier)
        core = maximum.codes(field, self.cycles, self.parents)

        make = field.backend
        kernels = make.kernels(KERNELS)
        even, found = make.bits(n), make.bits(n)
        for v, part in enumerate(maximum.part):
            even[v] = part != NONE and not maximum.odd[part]
        counts = even.copy()
        self._follow(field, maximum, counts, found)
        met = make.ints(n)
        kernels.find_spare(make.given(graph.tails), make.given(graph.heads), maximum.mate, met)
        codes = make.bits(n)
        known = make.flags(core), even, found, met
        allowed = make.flags(fair), make.given(degrees), make.flags(graph.looped)
        kernels.starts_of(make.rows(rows), *allowed, *known, codes)
        edges = "1 edge" if maximum.size == 1 else f"{maximum.size:,} edges"
        text = f"a matching of {edges} is maximum in the graph without its vertices of degree 1, as a barrier shows"
        return ShownByMates(bytes(codes), core, maximum.mate, found, met, text)

    def _follow(self, field: Field, maximum: Maximum, counts: Any, found: Any) -> None:
        """Find which vertices always have the same mate; Refuted where it is not shown."""
        make, n = field.backend, field.rows.n
        kernels, rows, mate = make.kernels(KERNELS), field.rows, maximum.mate
        ends: list[int] = []
        for step in self.steps:
            ends.append(len(step) + (ends[-1] if ends else 0))
        chosen = bytearray(len(ends))
        for k in self.bridges:
            if k >= len(ends):
                raise Refuted(f"bridges: there is no step {k}")
            chosen[k] = 1
        steps = make.given(list(chain.from_iterable(self.steps))), make.given(ends), make.flags(bytes(chosen))
        cut, when = make.bits(len(rows.indices)), make.counters(n)
        room = make.counters(n), make.counters(n), make.vertices(n)
        problem = kernels.put_away(rows, mate, *steps, counts, cut, when, found, *room)
        if problem == FINE and self.bridges:
            problem = kernels.hold_bridges(rows, mate, *steps, counts, cut, when, make.numbers(n))
        if problem != FINE:
            raise Refuted(f"steps: {PROBLEMS[problem]}")
        budget = Budget()
        for pairs_there in self.others:
            budget.spend(n)
            other = make.ints(n, NONE)
            us, vs = map(make.given, columns(pairs_there))
            fine = make.kernels(MATCHING_KERNELS).pair_up(rows, us, vs, other) == NONE
            if not fine or not kernels.other_mates(counts, mate, other, found):
                raise Refuted("others: one of them is no perfect matching of what the steps leave")
        for u, v, *barrier in self.forced:
            budget.spend(n)
            inside = make.bits(n)
            wrong = make.kernels(MATCHING_KERNELS).mark_barrier(counts, make.given(barrier), inside)
            if wrong != NONE or not (u < n and v < n and counts[u] and mate[u] == v):
                raise Refuted("forced: an edge is not in the matching where the steps leave it, or a barrier is wrong")
            odd = kernels.more_odd_parts(rows, u, v, inside, counts, cut, make.bits(n), make.vertices(n))
            if odd < len(barrier) + 2:
                raise Refuted("forced: a barrier does not show that every maximum matching has the edge")
            found[u] = found[v] = ALWAYS

    def body(self) -> dict[str, object]:
        found: dict[str, object] = {"matching": list(map(list, self.matching)), "barrier": list(self.barrier)}
        more: dict[str, list[Any]] = {
            "cycles": [list(map(list, cycle)) for cycle in self.cycles],
            "parents": list(map(list, self.parents)),
            "steps": list(map(list, self.steps)),
            "bridges": list(self.bridges),
            "others": [list(map(list, other)) for other in self.others],
            "forced": list(map(list, self.forced)),
        }
        return found | {name: value for name, value in more.items() if value}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("matching", "barrier", "cycles", "parents", "steps", "bridges", "others", "forced")
        body.get("matching")
        forced = tuple(numbers(each, "forced") for each in array(body.optional("forced") or [], "forced"))
        if any(len(each) < 2 for each in forced):
            raise Refuted("forced: an edge has two ends")
        return cls(
            body.pairs("matching"),
            body.numbers("barrier"),
            tuple(pairs(cycle, "cycles") for cycle in array(body.optional("cycles") or [], "cycles")),
            body.pairs("parents"),
            tuple(numbers(step, "steps") for step in array(body.optional("steps") or [], "steps")),
            numbers(body.optional("bridges") or [], "bridges"),
            tuple(pairs(other, "others") for other in array(body.optional("others") or [], "others")),
            forced,
        )


def _fair(graph: Graph) -> bytes:
    """A 1 for each vertex in whose component all degrees are at most 3."""
    large = [v for v, degree in enumerate(graph.degrees) if degree > 3]
    fair = bytearray(b"\1" * graph.n)
    for v in large:
        fair[v] = 0
    for v in large:  # grows while it is walked through
        for w in graph.neighbours[v]:
            if fair[w]:
                fair[w] = 0
                large.append(w)
    return bytes(fair)
