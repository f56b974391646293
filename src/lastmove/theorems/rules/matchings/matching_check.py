"""A maximum matching with the barrier that proves it maximum, and what it says of the token.

For a set A of vertices every matching leaves out at least odd(G - A) - |A| vertices, one for each odd component of
G - A that has no partner in A. A matching that leaves out no more is maximum; and then every maximum matching covers A
and the even components. See docs/reference/certificates.md for the proofs, and for how cycles and parents show a whole
board. The graph whose maximum matchings decide is that of normal Vertex Geography, or of misère NimG-RM after LM2.

Small certificates hold tuples. Those of large boards hold flat arrays, which look the same from outside and take 8
bytes a pair, so that making and checking them costs less than the answer itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, overload

from lastmove.certificates.certificate import Certificate, CheckResult, array, number, pairs
from lastmove.core.errors import Refuted
from lastmove.core.play import LOSES, UNDECIDED, Play
from lastmove.core.position import OVER
from lastmove.games.nimg import NimGRM
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs import backend
from lastmove.graphs.backend import KERNELS as KNOWN_KERNELS
from lastmove.graphs.backend import Backend, choose_backend
from lastmove.graphs.csr import CSR, rows_of, rows_within
from lastmove.theorems.rules.matchings.matching_check_kernels import BROKEN, FINE, IN_BARRIER, NO_EDGE, NONE, NOT_ODD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from lastmove.certificates.certificate import Body


Pair = tuple[int, int]


class FlatPairs(Sequence[Pair]):
    """Pairs of numbers, from two numpy arrays."""

    __slots__ = ("xs", "ys")

    def __init__(self, xs: Any, ys: Any) -> None:
        self.xs = xs
        self.ys = ys

    def __len__(self) -> int:
        return len(self.xs)

    @overload
    def __getitem__(self, place: int) -> Pair: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Pair, ...]: ...
    def __getitem__(self, place: int | slice) -> Pair | tuple[Pair, ...]:
        if isinstance(place, slice):
            return tuple(zip(self.xs[place].tolist(), self.ys[place].tolist(), strict=True))
        return int(self.xs[place]), int(self.ys[place])

    def __iter__(self) -> Iterator[Pair]:
        return zip(self.xs.tolist(), self.ys.tolist(), strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} pairs>"


class FlatCycles(Sequence[tuple[Pair, ...]]):
    """Lists of pairs, one after the other; ``ends`` says where each ends among the pairs."""

    __slots__ = ("ends", "pairs")

    def __init__(self, pairs: FlatPairs, ends: Any) -> None:
        self.pairs = pairs
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, place: int) -> tuple[Pair, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[Pair, ...], ...]: ...
    def __getitem__(self, place: int | slice) -> tuple[Any, ...]:
        return tuple(self)[place]

    def __iter__(self) -> Iterator[tuple[Pair, ...]]:
        pairs = tuple(self.pairs)
        return (pairs[begin:end] for begin, end in pairwise([0, *self.ends.tolist()]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} cycles>"


def columns(pairs: Iterable[Pair]) -> tuple[Any, Any]:
    """The first numbers of all pairs, and the second ones."""
    if isinstance(pairs, FlatPairs):
        return pairs.xs, pairs.ys
    listed = list(pairs)
    return [x for x, _ in listed], [y for _, y in listed]


def cycle_columns(cycles: Iterable[Sequence[Pair]]) -> tuple[Any, Any, Any]:
    """The same for all pairs of all lists together, and where each list ends."""
    if isinstance(cycles, FlatCycles):
        return cycles.pairs.xs, cycles.pairs.ys, cycles.ends
    flat: list[Pair] = []
    ends: list[int] = []
    for cycle in cycles:
        flat += cycle
        ends.append(len(flat))
    return *columns(flat), ends


KERNELS = "theorems.rules.matchings.matching_check_kernels"
KNOWN_KERNELS.add(KERNELS)


@dataclass(slots=True)
class Field:
    """What is left of a board: its live vertices, and their live neighbours, ascending and without loops.

    Attributes
    ----------
    rows
        The neighbours, by vertex number; none for vertices that are not live.
    live
        A 1 for each live vertex.
    weights
        The weights of NimG-RM; ``None`` for Vertex Geography.
    backend
        How the checks of this field are run: its size decides.
    note
        Which theorem is used, for the text.
    """

    rows: CSR
    live: bytes
    weights: Sequence[int] | None
    note: str
    backend: Backend = field(init=False)
    _decidable: Any = None

    def __post_init__(self) -> None:
        self.backend = choose_backend(self.rows.n + len(self.rows.indices) // 2)
        self.rows = self.backend.rows(self.rows)

    def settled(self, u: int) -> CheckResult | None:
        """What is known of a vertex without a matching: nothing if it is live."""
        if self.live[u] or self.weights is None:
            return None
        if not self.weights[u]:
            return CheckResult(True, "the token is on weight 0, and a player without a move wins")
        return CheckResult(True, "the token is on a looped vertex of weight at least 2")

    @property
    def decidable(self) -> Any:
        """A 1 for each vertex that a matching decides: by LM15 in NimG-RM, if no vertex of weight 2 or more in its
        component lies on an odd cycle. ``None`` for Vertex Geography, where matchings decide all."""
        if self._decidable is None and self.weights is not None:
            make, n = self.backend, self.rows.n
            heavy = make.flags(bytes(weight >= 2 for weight in self.weights))
            self._decidable = make.bits(n)
            room = make.vertices(n), make.ints(n, -1), make.ints(n, -1), make.numbers(n), make.ints(n), make.bits(n)
            kernels = make.kernels(KERNELS)
            kernels.decidable(self.rows, heavy, *room, make.bits(n), self._decidable)
        return self._decidable

    def by_matching(self, u: int) -> bool:
        """Whether a matching decides the start u."""
        return self.weights is None or bool(self.decidable[u])

    def bad(self, u: int, may_be_left_out: Callable[[int], bool]) -> set[int]:
        """The vertices in the component of u that may be bad.

        Those of weight >= 2 that some maximum matching leaves out, with a neighbour that some other leaves out.
        """
        assert self.weights is not None
        found, seen = [u], {u}
        for x in found:
            for y in self.rows.row(x):
                if y not in seen:
                    seen.add(y)
                    found.append(y)
        return {
            x
            for x in found
            if self.weights[x] >= 2 and may_be_left_out(x) and any(map(may_be_left_out, self.rows.row(x)))
        }

    def without(self, u: int) -> Field:
        """The same after u is emptied."""
        live = bytearray(self.live)
        live[u] = 0
        return Field(rows_within(self.rows, bytes(live)), bytes(live), self.weights, self.note)


def playing_field(position: Any, play: Play) -> Field:
    """The graph whose maximum matchings decide a position; Refuted if there is no such theorem."""
    if isinstance(position, VertexGeography) and play is Play.NORMAL and not position.graph.directed:
        return Field(rows_of(position.graph), b"\1" * position.graph.n, None, "")
    if isinstance(position, NimGRM) and play is Play.MISERE and not position.graph.directed:
        # LM2: weight 0 is N, a looped vertex of weight >= 2 is N; both are dropped, and so are other loops.
        graph, weights = position.graph, position.weights
        live = bytes(w > 0 and not (w >= 2 and loop) for w, loop in zip(weights, graph.looped, strict=True))
        return Field(rows_within(rows_of(graph), live), live, weights, " (after the vertices that LM2 drops)")
    raise Refuted("matchings decide undirected Vertex Geography in normal play and NimG-RM in misère play only")


Pairs = Sequence[tuple[int, int]]
"""Tuples; for large boards :class:`~lastmove.theorems.rules.matchings.matching_check.FlatPairs`."""

backend.KERNELS.add(KERNELS)
PROBLEMS = {
    NO_EDGE: "an edge is not in the graph",
    IN_BARRIER: "an edge is on the wrong side of the barrier, or a vertex of it comes twice",
    NOT_ODD: "a cycle is not odd, or goes through a piece twice",
    BROKEN: "two edges of a cycle do not meet in one piece",
}


@dataclass(frozen=True, slots=True)
class MatchingProof(Certificate):
    """A maximum matching of the graph that decides, by vertex numbers.

    Attributes
    ----------
    matching, barrier
        The edges of the matching, and the set A.
    cycles
        For whole boards: odd cycles of pieces, each an array of edges in order. At first every vertex is a piece; a
        cycle makes one piece of those it goes through. Pieces show that odd components are factor-critical.
    parents
        For whole boards: for vertices of A an edge to an odd component, leading back to one that is left out.
    instead
        For LM14: a matching of the same size that leaves out a neighbour of the token.
    to
        For LM14: the neighbour to go to after emptying the token's vertex; the matching is one of the graph without it.
    """

    kind = "matching"

    matching: Pairs
    barrier: Sequence[int]
    cycles: Sequence[Pairs] = ()
    parents: Pairs = ()
    instead: Pairs | None = None
    to: int | None = None

    def outcome(self, position: Any, play: Play) -> CheckResult:
        field = playing_field(position, play)
        if position.start is None or position.start is OVER:
            raise Refuted("there is no token")
        token = position.graph.index(position.start)
        settled = field.settled(token)
        if settled is not None:
            return settled
        if self.to is not None:
            return self._by_emptying(field, token, self.to)
        maximum = Maximum(field, self.matching, self.barrier)
        covered = maximum.covers(token)
        if not covered and maximum.mate[token] != NONE and not self._leaves_out(field, maximum, token):
            raise Refuted("the matching covers the token, and nothing shows whether every maximum matching does")
        return self._by_rule(field, maximum, token, covered)

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        """A move along the matching wins, if every maximum matching covers the token.

        Then the graph without the token's vertex has maximum matchings with one edge less; this one, without the edge
        of the move, is one of them, and leaves out where the token went. In NimG-RM the vertex is emptied.
        """
        if not self.outcome(position, play).wins or (isinstance(position, NimGRM) and move.remaining):
            return None
        token, to = position.graph.index(position.start), position.graph.index(move.to)
        if playing_field(position, play).settled(token) is not None:
            return None  # then it was something else that showed the outcome
        if self.to is not None:
            return CheckResult(False, "it is the move that the certificate is about") if self.to == to else None
        along = self.instead is None and ((token, to) in self.matching or (to, token) in self.matching)
        return CheckResult(False, "it goes along the matching") if along else None

    def _by_rule(self, field: Field, maximum: Maximum, token: int, covered: bool) -> CheckResult:
        said = f"a matching of {_edges(maximum.size)} is maximum ({_counted(maximum, len(self.barrier))})"
        if field.by_matching(token):
            how = "every maximum one covers the token" if covered else "one of that size leaves out the token"
            return CheckResult(covered, f"{said}, and {how}{field.note}")
        if covered:
            raise Refuted("a vertex of weight 2 or more in the live component of the token lies on an odd cycle")
        bad = field.bad(token, maximum.may_be_left_out)
        if not bad:
            return CheckResult(False, f"{said}, one leaves out the token, and no vertex is bad{field.note}")
        if bad != {token} or self.instead is None:
            raise Refuted("vertices other than the token may be bad, or it is not shown that the token is")
        other = Maximum(field, self.instead, self.barrier)
        if all(other.mate[v] != NONE for v in field.rows.row(token)):
            raise Refuted("the second matching leaves out no neighbour of the token")
        return CheckResult(True, f"{said}, others leave out the token and a neighbour, and only the token is bad")

    def _by_emptying(self, field: Field, token: int, to: int) -> CheckResult:
        if to not in field.rows.row(token):
            raise Refuted("'to' is no live neighbour of the token")
        rest = field.without(token)
        maximum = Maximum(rest, self.matching, self.barrier)
        if maximum.mate[to] != NONE:
            raise Refuted("the matching covers the vertex to go to")
        if not rest.by_matching(to) and rest.bad(to, maximum.may_be_left_out):
            raise Refuted("a vertex is bad after the move")
        said = "a maximum matching of the graph without the token's vertex leaves out the vertex to go to"
        return CheckResult(True, f"{said}, and no vertex is bad there{field.note}")

    def _leaves_out(self, field: Field, maximum: Maximum, token: int) -> bool:
        return bool(self.cycles or self.parents) and self._shown(field, maximum)[token] == LOSES

    def outcomes(self, board: Any, play: Play) -> bytes:
        field = playing_field(board, play)
        shown = self._shown(field, Maximum(field, self.matching, self.barrier))
        decidable = field.decidable
        if decidable is None or all(decidable):
            return shown
        known = zip(shown, decidable, field.live, strict=True)
        return bytes(code if yes or not live else UNDECIDED for code, yes, live in known)

    def _shown(self, field: Field, maximum: Maximum) -> bytes:
        """What is shown of every vertex, where matchings decide."""
        return maximum.codes(field, self.cycles, self.parents)

    def body(self) -> dict[str, object]:
        found: dict[str, object] = {"matching": list(map(list, self.matching)), "barrier": list(self.barrier)}
        if self.cycles:
            found["cycles"] = [list(map(list, cycle)) for cycle in self.cycles]
        if self.parents:
            found["parents"] = list(map(list, self.parents))
        if self.instead is not None:
            found["instead"] = list(map(list, self.instead))
        if self.to is not None:
            found["to"] = self.to
        return found

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("matching", "barrier", "cycles", "parents", "instead", "to")
        body.get("matching")
        cycles = array(body.optional("cycles") or [], "cycles")
        instead, to = body.optional("instead"), body.optional("to")
        return cls(
            body.pairs("matching"),
            body.numbers("barrier"),
            tuple(pairs(cycle, "cycles") for cycle in cycles),
            body.pairs("parents"),
            None if instead is None else pairs(instead, "instead"),
            None if to is None else number(to, "to"),
        )


class Maximum:
    """A matching that its barrier has shown to be maximum.

    ``part`` numbers the components of the graph without the barrier (-1 outside them), ``odd`` says which are odd,
    ``inside`` which vertices are in the barrier. The loops are in
    :mod:`lastmove.theorems.rules.matchings.matching_check_kernels`.
    """

    def __init__(self, field: Field, matching: Pairs, barrier: Sequence[int]) -> None:
        make, n = field.backend, field.rows.n
        kernels = make.kernels(KERNELS)
        self.size = len(matching)
        self.mate: Any = make.ints(n, NONE)
        us, vs = columns(matching)
        wrong = kernels.pair_up(field.rows, make.given(us), make.given(vs), self.mate)
        if wrong != NONE:
            u, v = matching[wrong]
            raise Refuted(f"matching: there is no edge between the vertices {u} and {v}, or it meets another one")
        self.inside: Any = make.bits(n)
        live = make.flags(field.live)
        wrong = kernels.mark_barrier(live, make.given(barrier), self.inside)
        if wrong != NONE:
            raise Refuted(f"barrier: {barrier[wrong]} is no vertex of the graph, or stands there twice")
        self.part: Any = make.ints(n, NONE)
        self.odd: Any = make.bits(n)
        self.parts: int = kernels.parts_of(field.rows, live, self.inside, self.part, self.odd, make.vertices(n))
        if 2 * self.size != field.live.count(1) + len(barrier) - bytes(self.odd).count(1):
            raise Refuted(f"the barrier does not show that a matching of {_edges(self.size)} is maximum")

    def may_be_left_out(self, u: int) -> bool:
        """Whether u is in an odd component: all other vertices are covered by every maximum matching."""
        return self.part[u] != NONE and bool(self.odd[self.part[u]])

    def covers(self, u: int) -> bool:
        """Whether it is shown that every maximum matching covers u."""
        return bool(self.inside[u]) or (self.part[u] != NONE and not self.odd[self.part[u]])

    def codes(self, field: Field, cycles: Sequence[Pairs], parents: Pairs) -> bytes:
        """WINS for what every maximum matching covers, LOSES where it is shown that one does not.

        That is in odd components that cycles make one piece of (they are factor-critical), and from which parents lead
        back to one that is left out.
        """
        make, n = field.backend, field.rows.n
        kernels, given = make.kernels(KERNELS), make.given
        leader, whole = make.numbers(n), self.odd.copy()
        xs, ys, ends = map(given, cycle_columns(cycles))
        _refuse("cycles", kernels.contract(field.rows, self.inside, xs, ys, ends, leader, make.ints(n, NONE)))
        kernels.critical(self.part, leader, make.ints(self.parts, NONE), whole)
        above, below = map(given, columns(parents))
        reached = make.bits(self.parts)
        lists = (make.ints(self.parts, NONE), make.ints(n, NONE), reached, make.vertices(self.parts))
        found = kernels.reach(field.rows, self.inside, self.part, self.mate, above, below, whole, *lists)
        _refuse("parents", found)
        codes = make.bits(n)
        kernels.codes_of(make.flags(field.live), self.inside, self.part, self.odd, reached, codes)
        return bytes(codes)


def _refuse(name: str, problem: int) -> None:
    """Refuted if a kernel has found something wrong."""
    if problem != FINE:
        raise Refuted(f"{name}: {PROBLEMS[problem]}")


def _counted(maximum: Maximum, barrier: int) -> str:
    """Why no matching is larger: of the odd parts that are left without the barrier, each needs a partner in it."""
    odd = bytes(maximum.odd).count(1)
    parts = f"{odd:,} odd {'part' if odd == 1 else 'parts'}"
    if not odd:
        return "it covers every vertex"
    if not barrier:
        return f"{parts}, and each leaves a vertex over"
    return f"remove the barrier: {parts}, only {barrier:,} {'partner' if barrier == 1 else 'partners'}"


def _edges(count: int) -> str:
    return "1 edge" if count == 1 else f"{count:,} edges"
