"""Misère NimG-RM by regions and clusters (LM16): matchings where cycles are even, search where they are odd.

An edge of the live graph (see :mod:`lastmove.theorems.rules.matchings.matching`) lies on an odd cycle or on none.
*Clusters* are what the edges on odd cycles hold together, *regions* what the others do. A vertex lies in one region
(perhaps by itself) and in at most one cluster, and regions and clusters hang together like a tree. Two questions go
along it, for a vertex x of a region Q and a cluster C:

* is x *good*: is the token on x lost, if all of Q but x is taken away? The cluster answers.
* is x *covered*: does every maximum matching of x and the other good vertices of Q cover x? The region answers.

To answer the first, C is searched without its other covered vertices. The position is won if the token's vertex is not
good or is covered. Each answer depends on those from further out only; one way towards a root and one back give all.
"""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.play import Play
from lastmove.games.moves import LowerAndSlide
from lastmove.games.nimg import NimGRM
from lastmove.graphs.csr import rows_of_lists
from lastmove.graphs.graph import Graph
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.theorems.rules.matchings.matching import MatchingRule, OddCycleBoard

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.core.limits import Meter


class ClusterSearch:
    """Searches clusters; equal ones only once."""

    def __init__(self, meter: Meter) -> None:
        self._search = ExactSearch(Play.MISERE, meter, Settings(threads=1))
        self._boards: dict[_Part, NimGRM] = {}
        self._known: dict[tuple[_Part, int], bool] = {}

    @property
    def meter(self) -> Meter:
        """What is spent; it may be replaced."""
        return self._search.meter

    @meter.setter
    def meter(self, meter: Meter) -> None:
        self._search.meter = meter

    def loses(self, board: OddCycleBoard, kept: Sequence[int], token: int) -> bool:
        """Whether the token on a part of a board is lost, if the rest of the board is taken away."""
        part, place = _part(board, kept), kept.index(token)
        if (part, place) not in self._known:
            self._known[part, place] = not self._search.wins(self._at(part, place))
        return self._known[part, place]

    def move(self, board: OddCycleBoard, kept: Sequence[int], token: int) -> tuple[int, int]:
        """A winning move of a part that is won: what it leaves, and where it goes."""
        position = self._at(_part(board, kept), kept.index(token))
        found = next(move for move in position.moves() if not self._search.wins(position.after(move)))
        return found.remaining, kept[found.to]

    def _at(self, part: _Part, place: int) -> Any:
        if part not in self._boards:
            count, edges, weights = part
            self._boards[part] = NimGRM(Graph.numbered(count, edges), weights)
        return self._boards[part].at(place)


_Part = tuple[int, tuple[tuple[int, int], ...], tuple[int, ...]]
"""Some vertices by themselves: how many, their edges, their weights."""


def _part(board: OddCycleBoard, kept: Sequence[int]) -> _Part:
    number = {v: place for place, v in enumerate(kept)}
    edges = tuple((number[u], number[v]) for u in kept for v in board.rows.row(u) if u < v and v in number)
    weights = board.weights
    return len(kept), edges, tuple(weights[v] for v in kept)


class LiveComponent(NamedTuple):
    """A component of the live graph, taken apart."""

    vertices: list[int]
    regions: list[list[int]]
    clusters: list[list[int]]


class ClusterBoard(OddCycleBoard):
    """A board whose components are taken apart when they are asked for; it can tell every start.

    Parameters
    ----------
    graph, weights
        The board.
    search
        What searches the clusters.

    Attributes
    ----------
    good, covered
        The two answers for each vertex of the components that have been solved.
    mates
        Each vertex's mate in a maximum matching of the good vertices of its region, or -1.
    """

    def __init__(self, graph: Graph, weights: tuple[int, ...], search: ClusterSearch) -> None:
        super().__init__(graph, weights)
        self.search = search
        n = graph.n
        self.good = bytearray(b"\1" * n)
        self.covered = bytearray(n)
        self.solved = bytearray(n)
        self.partner = [-1] * n

    @cached_property
    def _around(self) -> tuple[list[list[int]], list[list[int]]]:
        """The neighbours of each vertex in its region and in its cluster."""
        even: list[list[int]] = [[] for _ in range(self.graph.n)]
        odd: list[list[int]] = [[] for _ in range(self.graph.n)]
        on_edge, touched = self.cycles.on_edge, self.cycles.vertices
        for u in range(self.graph.n):
            for v in self.rows.row(u):
                (odd if touched[u] and touched[v] and on_edge(u, v) else even)[u].append(v)
        return even, odd

    def taken_apart(self, root: int) -> LiveComponent:
        """The regions and clusters of the component of a live vertex; that vertex's region comes first."""
        even, odd = self._around
        region, cluster = set[int](), set[int]()
        found = LiveComponent([], [], [])
        pending = [root]
        while pending:
            u = pending.pop()
            if u not in region:
                part = _spread(even, u)
                region.update(part)
                found.regions.append(part)
                found.vertices.extend(part)
                pending += [v for v in part if odd[v]]
            if odd[u] and u not in cluster:
                part = sorted(_spread(odd, u))
                cluster.update(part)
                found.clusters.append(part)
                pending += part
        return found

    def states(self, cluster: Iterable[int]) -> int:
        """About how many positions a cluster has."""
        return prod(self.weights[v] + 1 for v in cluster)

    def solve(self, root: int) -> None:
        """Answer both questions for all vertices of the component of a live vertex."""
        if self.solved[root]:
            return
        parts = self.taken_apart(root)
        order = self._order(parts)
        for is_region, part, link in reversed(order):  # towards the root
            if is_region and link >= 0:
                self._cover(part, link, [link])
            elif not is_region:
                self._judge(part, [link])
        for is_region, part, link in order:  # and back
            if is_region:
                self._cover(part, -1, [v for v in part if v != link])
            else:
                self._judge(part, [v for v in part if v != link])
        for v in parts.vertices:
            self.solved[v] = 1

    def _order(self, parts: LiveComponent) -> list[tuple[bool, list[int], int]]:
        """Regions and clusters from the root outwards, each with the vertex that joins it to the one before."""
        region_of = {v: part for part in parts.regions for v in part}
        cluster_of = {v: part for part in parts.clusters for v in part}
        order: list[tuple[bool, list[int], int]] = [(True, parts.regions[0], -1)]
        for is_region, part, link in order:
            where = cluster_of if is_region else region_of
            order += [(not is_region, where[v], v) for v in part if v != link and v in where]
        return order

    def _cover(self, region: list[int], without: int, asked: list[int]) -> None:
        """Which of some vertices of a region are covered; ``without`` is left out of the matching, if it is one."""
        if len(region) == 1:
            self.covered[region[0]] = 0
            return
        self.search.meter.check()
        even, _ = self._around
        kept = [v for v in region if self.good[v] and v != without]
        number = {v: place for place, v in enumerate(kept)}
        rows = ([number[w] for w in even[v] if w in number] for v in kept)
        rule = MatchingRule(rows_of_lists(map(sorted, rows)))
        left_out = {v for v, out in zip(kept, rule.left_out, strict=True) if out}
        for v in asked:
            in_matching = v in number
            self.covered[v] = v not in left_out if in_matching else any(w in left_out for w in even[v])
        if without < 0:
            for v, mate in zip(kept, rule.mates, strict=True):
                self.partner[v] = kept[mate] if mate >= 0 else -1

    def within(self, cluster: Iterable[int], token: int) -> list[int]:
        """The part of a cluster that is searched for a token in it."""
        return [v for v in cluster if v == token or not self.covered[v]]

    def _judge(self, cluster: list[int], asked: list[int]) -> None:
        """Which of some vertices of a cluster are good."""
        for v in asked:
            self.good[v] = self.search.loses(self, self.within(cluster, v), v)

    def wins(self, u: int) -> bool:
        """Whether the mover wins with the token on u."""
        if not self.live[u]:
            return True
        self.solve(u)
        return not self.good[u] or bool(self.covered[u])

    def winning_move(self, u: int) -> LowerAndSlide:
        """A winning move from a live vertex that is won."""
        self.solve(u)
        names = self.graph.vertices
        even, odd = self._around
        if not self.covered[u]:
            left, to = self.search.move(self, self.within(sorted(_spread(odd, u)), u), u)
            return LowerAndSlide(left, names[to])
        to = self.partner[u]
        if not self.good[u]:
            to = next(v for v in even[u] if self.good[v] and not self.covered[v])
        return LowerAndSlide(0, names[to])

    def after(self, u: int, left: int) -> ClusterBoard:
        """The board with so much left on u."""
        weights = (*self.weights[:u], left, *self.weights[u + 1 :])
        return ClusterBoard(self.graph, weights, self.search)


def _spread(around: Sequence[Sequence[int]], root: int) -> list[int]:
    """Everything that hangs together with a vertex."""
    found, seen = [root], {root}
    for u in found:
        for v in around[u]:
            if v not in seen:
                seen.add(v)
                found.append(v)
    return found
