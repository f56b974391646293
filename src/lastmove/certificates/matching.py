"""A maximum matching with the barrier that proves it maximum, and what it says of the token.

For a set A of vertices every matching leaves out at least odd(G - A) - |A| vertices, one for each odd component of
G - A that has no partner in A. A matching that leaves out no more is maximum; and then every maximum matching covers A
and the even components. See docs/certificates.md for the proofs, and for how cycles and parents show a whole board.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import LOSES, UNDECIDED, WINS, Certificate, Finding
from lastmove.certificates.matching_games import playing_field
from lastmove.certificates.reading import array, number, pairs
from lastmove.core.errors import Refuted
from lastmove.core.position import OVER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from lastmove.certificates.matching_games import Field
    from lastmove.certificates.reading import Body
    from lastmove.core.play import Play

    Pairs = tuple[tuple[int, int], ...]

__all__ = ["Matching", "Maximum"]

NONE = -1


@dataclass(frozen=True, slots=True)
class Matching(Certificate):
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
    barrier: tuple[int, ...]
    cycles: tuple[Pairs, ...] = ()
    parents: Pairs = ()
    instead: Pairs | None = None
    to: int | None = None

    def outcome(self, position: Any, play: Play) -> Finding:
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

    def _by_rule(self, field: Field, maximum: Maximum, token: int, covered: bool) -> Finding:
        said = f"a matching of {_edges(maximum.size)} is maximum, as a barrier of {len(self.barrier)} shows"
        if field.by_matching(token):
            how = "every maximum one covers the token" if covered else "one of that size leaves out the token"
            return Finding(covered, f"{said}, and {how}{field.note}")
        if covered:
            raise Refuted("the live component of the token is not bipartite and has a weight above 1")
        bad = field.bad(token, maximum.may_be_left_out)
        if not bad:
            return Finding(False, f"{said}, one leaves out the token, and no vertex is bad{field.note}")
        if bad != {token} or self.instead is None:
            raise Refuted("vertices other than the token may be bad, or it is not shown that the token is")
        other = Maximum(field, self.instead, self.barrier)
        if all(other.mate[v] != NONE for v in field.neighbours[token]):
            raise Refuted("the second matching leaves out no neighbour of the token")
        return Finding(True, f"{said}, others leave out the token and a neighbour, and only the token is bad")

    def _by_emptying(self, field: Field, token: int, to: int) -> Finding:
        if to not in field.neighbours[token]:
            raise Refuted("'to' is no live neighbour of the token")
        rest = field.without(token)
        maximum = Maximum(rest, self.matching, self.barrier)
        if maximum.mate[to] != NONE:
            raise Refuted("the matching covers the vertex to go to")
        if not rest.by_matching(to) and rest.bad(to, maximum.may_be_left_out):
            raise Refuted("a vertex is bad after the move")
        said = "a maximum matching of the graph without the token's vertex leaves out the vertex to go to"
        return Finding(True, f"{said}, and no vertex is bad there{field.note}")

    def _leaves_out(self, field: Field, maximum: Maximum, token: int) -> bool:
        return bool(self.cycles or self.parents) and self._shown(field, maximum)[token] == LOSES

    def outcomes(self, board: Any, play: Play) -> bytes:
        field = playing_field(board, play)
        shown = self._shown(field, Maximum(field, self.matching, self.barrier))
        for u in range(len(shown)):
            settled = field.settled(u)
            if settled is not None:
                shown[u] = settled.wins
            elif not field.by_matching(u):
                shown[u] = UNDECIDED
        return bytes(shown)

    def _shown(self, field: Field, maximum: Maximum) -> bytearray:
        """What is shown of every vertex of the field."""
        shown = bytearray(WINS if maximum.covers(u) else UNDECIDED for u in range(len(maximum.mate)))
        whole = maximum.factor_critical(field, self.cycles)
        reached = maximum.reached(field, self.parents, whole)
        for u, part in enumerate(maximum.part):
            if part != NONE and reached[part]:
                shown[u] = LOSES
        return shown

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

    ``part`` numbers the components of the graph without the barrier (-1 outside them), ``odd`` says which are odd.
    """

    def __init__(self, field: Field, matching: Pairs, barrier: tuple[int, ...]) -> None:
        n = len(field.neighbours)
        self.size = len(matching)
        self.mate = [NONE] * n
        for u, v in matching:
            _check_edge(field, u, v)
            if self.mate[u] != NONE or self.mate[v] != NONE:
                raise Refuted("two edges of the matching meet")
            self.mate[u], self.mate[v] = v, u
        self.part = [NONE] * n
        self.inside = [False] * n
        for a in barrier:
            if a >= n or not field.live[a] or self.inside[a]:
                raise Refuted(f"barrier: {a} is no vertex of the graph, or stands there twice")
            self.inside[a] = True
        self.odd: list[bool] = []
        self._find_parts(field)
        live = sum(field.live)
        if 2 * self.size != live + len(barrier) - sum(self.odd):
            raise Refuted(f"the barrier does not show that a matching of {_edges(self.size)} is maximum")

    def _find_parts(self, field: Field) -> None:
        part, inside, neighbours = self.part, self.inside, field.neighbours
        for root, live in enumerate(field.live):
            if live and not inside[root] and part[root] == NONE:
                name = len(self.odd)
                part[root] = name
                found = [root]
                for u in found:
                    for v in neighbours[u]:
                        if part[v] == NONE and not inside[v]:
                            part[v] = name
                            found.append(v)
                self.odd.append(len(found) % 2 == 1)

    def may_be_left_out(self, u: int) -> bool:
        """Whether u is in an odd component: all other vertices are covered by every maximum matching."""
        return self.part[u] != NONE and self.odd[self.part[u]]

    def covers(self, u: int) -> bool:
        """Whether it is shown that every maximum matching covers u."""
        return self.inside[u] or (self.part[u] != NONE and not self.odd[self.part[u]])

    def factor_critical(self, field: Field, cycles: Sequence[Pairs]) -> list[bool]:
        """For each odd component whether odd cycles of pieces make one piece of it."""
        leader = list(range(len(self.part)))

        def piece(u: int) -> int:
            while leader[u] != u:
                leader[u] = u = leader[leader[u]]
            return u

        for cycle in cycles:
            for x, y in cycle:
                _check_edge(field, x, y)
                if self.inside[x] or self.inside[y]:
                    raise Refuted("a cycle goes through the barrier")
            pieces = [piece(x) for x, _ in cycle]
            if len(cycle) % 2 == 0 or len(set(pieces)) != len(cycle) or len(cycle) < 3:
                raise Refuted("a cycle is not odd, or goes through a piece twice")
            if any(piece(y) != pieces[(i + 1) % len(cycle)] for i, (_, y) in enumerate(cycle)):
                raise Refuted("two edges of a cycle do not meet in one piece")
            for other in pieces:
                leader[other] = pieces[0]
        whole = list(self.odd)
        first: dict[int, int] = {}
        for u, part in enumerate(self.part):
            if part != NONE and first.setdefault(part, piece(u)) != piece(u):
                whole[part] = False
        return whole

    def reached(self, field: Field, parents: Pairs, whole: Sequence[bool]) -> list[bool]:
        """For each component whether it is factor-critical and parents lead back to one that is left out."""
        below: dict[int, list[int]] = {}
        seen: set[int] = set()
        for a, y in parents:
            _check_edge(field, a, y)
            if not self.inside[a] or self.inside[y] or a in seen:
                raise Refuted("a parent edge does not lead from the barrier to a component, or there are two")
            seen.add(a)
            below.setdefault(self.part[y], []).append(a)
        exposed = {p for p, mate in zip(self.part, self.mate, strict=True) if p != NONE and mate == NONE and whole[p]}
        found = list(exposed)
        reached = [False] * len(whole)
        for part in found:
            reached[part] = True
            for a in below.get(part, ()):
                child = self.part[self.mate[a]]
                if whole[child] and not reached[child]:
                    found.append(child)
        return reached


def _check_edge(field: Field, u: int, v: int) -> None:
    if u >= len(field.neighbours) or not _adjacent(field.neighbours[u], v):
        raise Refuted(f"there is no edge between the vertices {u} and {v}")


def _adjacent(around: Sequence[int], v: int) -> bool:
    place = bisect_left(around, v)
    return place < len(around) and around[place] == v


def _edges(count: int) -> str:
    return "1 edge" if count == 1 else f"{count:,} edges"
