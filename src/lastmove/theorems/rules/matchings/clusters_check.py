"""LM16: which vertices of a board are not good, and matchings of the others; clusters are played out by the check.

For each vertex of a component the certificate says whether it is good, and the check holds every such claim against
the claims about other vertices. That proves all of them: regions and clusters hang together like a tree, and each claim
depends only on those further out, so claims that agree everywhere are right from the leaves inwards.

The graph of a region is bipartite. Let D be what alternating paths from vertices that the matching leaves out reach in
an even number of steps. If no edge joins two vertices of D, the matching is maximum and D are the vertices that some
maximum matching leaves out: the neighbours of D are a barrier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Budget, Certificate, CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.play import UNDECIDED, WINS
from lastmove.core.position import OVER
from lastmove.graphs.backend import listed
from lastmove.graphs.csr import rows_of_lists
from lastmove.theorems.rules.matchings.matching_check import KERNELS, playing_field
from lastmove.theorems.rules.matchings.matching_check_kernels import find, odd_edges

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play
    from lastmove.theorems.rules.matchings.matching_check import Field


@dataclass(frozen=True, slots=True)
class Regions(Certificate):
    """The vertices that are not good, and the edges of a maximum matching of the good vertices of each region.

    ``roots`` names a vertex of each component that is spoken of.
    """

    kind = "regions"

    roots: tuple[int, ...]
    not_good: tuple[int, ...]
    matching: tuple[tuple[int, int], ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:
        if getattr(position, "start", None) in (None, OVER):
            raise Refuted("there is no token")
        check = _ClusterCheck(_field(position, play), self)
        token = position.graph.index(position.start)
        settled = check.field.settled(token)
        if settled is not None:
            return settled
        check.component(token)
        said = f"{len(self.not_good):,} vertices are not good, as their clusters show, and a matching of "
        said += f"{len(self.matching):,} edges is maximum in the regions of the others"
        return CheckResult(check.wins(token), said)

    def outcomes(self, board: Any, play: Play) -> bytes:
        check = _ClusterCheck(_field(board, play), self)
        codes = bytearray(UNDECIDED if live else WINS for live in check.field.live)
        for root in self.roots:
            if root >= len(codes) or codes[root] != UNDECIDED:
                raise Refuted(f"roots: {root} is no live vertex, or its component was there before")
            for v in check.component(root):
                codes[v] = check.wins(v)
        return bytes(codes)

    def body(self) -> dict[str, object]:
        return {
            "roots": list(self.roots),
            "not_good": list(self.not_good),
            "matching": list(map(list, self.matching)),
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("roots", "not_good", "matching")
        body.get("matching")
        return cls(body.numbers("roots"), body.numbers("not_good"), body.pairs("matching"))


def _field(position: Any, play: Play) -> Field:
    field = playing_field(position, play)
    if field.weights is None:
        raise Refuted("LM16 decides NimG-RM in misère play")
    return field


class _ClusterCheck:
    """A board, and what a certificate claims of its vertices."""

    def __init__(self, field: Field, claimed: Regions) -> None:
        assert field.weights is not None
        self.field = field
        self.weights: Sequence[int] = field.weights
        n = field.rows.n
        self.bad = set(claimed.not_good)
        self.even: list[list[int]] = [[] for _ in range(n)]
        self.odd: list[list[int]] = [[] for _ in range(n)]
        self._sort_edges()
        self.mate = self._mates(claimed.matching)
        self.left_out = self._left_out()
        self.budget = Budget()
        self._lost: dict[object, bool] = {}

    def _sort_edges(self) -> None:
        """The neighbours of each vertex by edges on no odd cycle, and by edges on one."""
        make, n = self.field.backend, self.field.rows.n
        depth, parent, leader, odd = make.ints(n, -1), make.ints(n, -1), make.numbers(n), make.bits(n)
        kernels = make.kernels(KERNELS)
        kernels.odd_edges(self.field.rows, make.vertices(n), depth, parent, leader, make.ints(n), odd)
        parent, depth, leader, odd = map(listed, (parent, depth, leader, odd))
        on_odd = [parent[v] >= 0 and bool(odd[find(leader, v)]) for v in range(n)]  # the edge to the parent
        for u in range(n):
            for v in self.field.rows.row(u):
                if parent[v] == u:
                    is_odd = on_odd[v]
                elif parent[u] == v or depth[u] >= depth[v]:
                    is_odd = on_odd[u]  # an edge outside the tree is in the block of the edges above both its ends
                else:
                    is_odd = on_odd[v]
                (self.odd if is_odd else self.even)[u].append(v)

    def _mates(self, matching: Iterable[tuple[int, int]]) -> dict[int, int]:
        mate: dict[int, int] = {}
        for u, v in matching:
            if u >= len(self.even) or v not in self.even[u] or u in mate or v in mate or {u, v} & self.bad:
                raise Refuted(f"matching: {u} and {v} are not joined in a region, are not good, or are matched twice")
            mate[u], mate[v] = v, u
        return mate

    def _left_out(self) -> set[int]:
        """The good vertices that alternating paths reach in an even number of steps."""
        found = [v for v, live in enumerate(self.field.live) if live and v not in self.mate and v not in self.bad]
        seen = set(found)
        for u in found:
            for v in self.even[u]:
                other = self.mate.get(v)
                if other is not None and other not in seen:
                    seen.add(other)
                    found.append(other)
        return seen

    def component(self, root: int) -> list[int]:
        """The vertices of a component, once all claims about them are checked."""
        vertices = _spread((self.even, self.odd), root)
        clusters = set[int]()
        for v in vertices:
            if v in self.bad and not self.odd[v]:
                raise Refuted(f"{v} lies on no odd cycle, so it is good")
            if v in self.left_out and any(w in self.left_out for w in self.even[v]):
                raise Refuted("the matching is not maximum in its region")
            if self.odd[v] and v not in clusters:
                cluster = sorted(_spread((self.odd,), v))
                clusters.update(cluster)
                for token in cluster:
                    kept = [w for w in cluster if w == token or not self.covered(w)]
                    if self._loses(kept, token) == (token in self.bad):
                        raise Refuted(f"it is not so that {token} is {'not ' * (token in self.bad)}good")
        return vertices

    def covered(self, v: int) -> bool:
        """Whether every maximum matching of v and the other good vertices of its region covers v."""
        if v in self.bad:
            return any(w in self.left_out for w in self.even[v])
        return v not in self.left_out

    def wins(self, v: int) -> bool:
        """Whether the mover wins, if all claims hold."""
        return v in self.bad or self.covered(v)

    def _loses(self, kept: list[int], token: int) -> bool:
        """Whether the token is lost on some vertices by themselves, all moves being played out."""
        number = {v: place for place, v in enumerate(kept)}
        around = tuple(tuple(number[w] for w in self.odd[v] if w in number) for v in kept)
        weights = tuple(self.weights[v] for v in kept)
        return not self._played(around, weights, number[token])

    def _played(self, around: tuple[tuple[int, ...], ...], weights: tuple[int, ...], token: int) -> bool:
        """Whether the mover wins a position; weights off the odd cycles of what is left do not matter, by LM15.

        Depth first with a stack: ``pending`` has positions, their options, and which one is looked at.
        """
        first = around, _lighter(around, weights), token
        pending: list[list[Any]] = [[first, self._options(*first), 0]]
        while pending:
            top = pending[-1]
            position, options, place = top
            if position in self._lost:
                pending.pop()
            elif place == len(options):
                self._lost[position] = True
            elif options[place] not in self._lost:
                pending.append([options[place], self._options(*options[place]), 0])
            elif self._lost[options[place]]:
                self._lost[position] = False
            else:
                top[2] = place + 1
        return not self._lost[first]

    def _options(self, around: tuple[tuple[int, ...], ...], weights: tuple[int, ...], token: int) -> list[Any]:
        """What moves lead to; those to weight 0 lose, and are left out."""
        self.budget.spend(10 * (1 + weights[token]) * len(around))
        found: list[Any] = []
        for left in range(weights[token]):
            after = (*weights[:token], left, *weights[token + 1 :])
            light = _lighter(around, after)
            found += [(around, light, v) for v in around[token] if after[v]]
        return found


def _lighter(around: tuple[tuple[int, ...], ...], weights: tuple[int, ...]) -> tuple[int, ...]:
    """The weights with 1 for those that lie on no odd cycle of the vertices that are left."""
    if max(weights) < 2:
        return weights
    n = len(weights)
    rows = rows_of_lists([v for v in near if weights[v]] if weights[u] else [] for u, near in enumerate(around))
    parent, leader, odd = [-1] * n, list(range(n)), [0] * n
    odd_edges(rows, [0] * n, [-1] * n, parent, leader, [0] * n, odd)
    touched = set[int]()
    for v in range(n):
        if parent[v] >= 0 and odd[find(leader, v)]:
            touched |= {v, parent[v]}
    return tuple(w if v in touched else min(w, 1) for v, w in enumerate(weights))


def _spread(arounds: tuple[Sequence[Sequence[int]] | Mapping[int, Sequence[int]], ...], root: int) -> list[int]:
    """Everything that hangs together with a vertex."""
    found, seen = [root], {root}
    for u in found:
        for around in arounds:
            for v in around[u]:
                if v not in seen:
                    seen.add(v)
                    found.append(v)
    return found
