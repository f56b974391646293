"""LM16: misère NimG-RM by matchings in the bipartite parts of a board and search in its single clusters."""

from __future__ import annotations

from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

from lastmove.core.play import UNDECIDED, Play
from lastmove.core.position import OVER
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.matchings.clusters import ClusterBoard, ClusterSearch
from lastmove.theorems.rules.matchings.clusters_check import Regions
from lastmove.theorems.rules.matchings.matching import slide_range
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.theorems.statement import MoveRange

MOST_STATES = 10**10
"""A component with a cluster of more positions than this is left to other methods."""


class LM16(Theorem):
    """LM16. NimG-RM on undirected graphs, misère play: only single clusters of odd cycles need search.

    Boards of thousands of vertices are decided in a moment if their odd cycles come in small clusters. A component that
    is one cluster and nothing else is left to LM14 and to the search.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=LM,
        number="LM16",
        title="NimG-RM on undirected graphs, misère play: clusters of odd cycles",
        text=(
            "Drop vertices as in LM2. Clusters are held together by edges on odd cycles, regions by the other edges. "
            "Call a vertex good if the token on it is lost once the rest of its region is taken away, and covered if "
            "every maximum matching of it and the other good vertices of its region covers it. The player to move "
            "wins if and only if the token's vertex is not good or is covered; and a vertex of a cluster is good if "
            "and only if the token on it is lost in the cluster without its other covered vertices. So matchings in "
            "regions and search in single clusters decide; the search is exponential in the size of the cluster."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition=(
            "undirected graph; after dropping, a heavy vertex of the token's component is on an odd cycle, and the "
            "component is more than one cluster"
        ),
        verified=(
            "all graphs with loops on up to 4 vertices with weights to 4 and on 5 vertices with weights to 1, every "
            "start, and random larger ones"
        ),
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed or position.start is OVER:
            return None
        board = ClusterBoard(position.graph, position.weights, ClusterSearch(meter))
        u = position.graph.index(position.start)
        return _verdict(board, u) if _takes(board, u) else None

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        if graph.directed:
            return BoardVerdict.silent(graph.n)
        clusters = ClusterBoard(graph, board.weights, ClusterSearch(meter))
        codes = bytearray([UNDECIDED]) * graph.n
        roots: list[int] = []
        seen = bytearray(graph.n)
        for u in range(graph.n) if left is None else compress(range(graph.n), left):
            if clusters.live[u] and not seen[u] and not clusters.decided(u):
                parts = clusters.taken_apart(u)
                for v in parts.vertices:
                    seen[v] = 1
                if _takes(clusters, u):
                    roots.append(u)
                    for v in parts.vertices:
                        codes[v] = clusters.wins(v)
        if not roots:
            return BoardVerdict.silent(graph.n)
        evidence = partial(_evidence, clusters, roots)
        return BoardVerdict(bytes(codes), partial(_verdict, clusters), clusters.winning_move, certificate=evidence)


def _takes(board: ClusterBoard, u: int) -> bool:
    """Whether the component of u is one that this theorem is for."""
    if not board.live[u] or board.decided(u):
        return False
    parts = board.taken_apart(u)
    alone = len(parts.clusters) == 1 and len(parts.clusters[0]) == len(parts.vertices)
    return not alone and all(board.states(cluster) <= MOST_STATES for cluster in parts.clusters)


def _verdict(board: ClusterBoard, u: int) -> Verdict:
    name = board.graph.vertices[u]
    evidence = partial(_evidence, board, [u])
    if board.wins(u):
        why = f"every maximum matching of {name} and the good vertices of its region covers {name}"
        if not board.covered[u]:
            why = f"the token on {name} is won in its cluster, without the rest of its region"
        return Verdict(True, board.winning_move(u), why, partial(_winning, board, u), certificate=evidence)
    why = f"{name} is lost in its cluster, and some maximum matching of its region leaves it out"
    if not board.cycles.vertices[u]:
        why = f"{name} lies on no odd cycle, and some maximum matching of the good vertices of its region leaves it out"
    return Verdict(False, None, why, certificate=evidence)


def _winning(board: ClusterBoard, u: int) -> Iterator[MoveRange]:
    """All winning moves. Off the odd cycles everything that is left on u counts as 1, so the board stays as it is."""
    names, weight = board.graph.vertices, board.weights[u]
    counts = range(weight) if board.cycles.vertices[u] else range(1)
    for left in counts:
        board.search.meter.check()
        after = board.after(u, left)
        for v in board.all_rows.row(u):
            if not after.wins(v):
                yield slide_range(names[v], left, left)
    if not board.cycles.vertices[u] and weight > 1:
        for v in board.all_rows.row(u):
            if not board.wins(v):
                yield slide_range(names[v], 1, weight - 1)


def _evidence(board: ClusterBoard, roots: list[int]) -> Regions:
    """The answers for the components of some vertices, with the matchings."""
    vertices = sorted(v for root in roots for v in board.taken_apart(root).vertices)
    for root in roots:
        board.solve(root)
    pairs = tuple((v, board.partner[v]) for v in vertices if v < board.partner[v])
    return Regions(tuple(roots), tuple(v for v in vertices if not board.good[v]), pairs)


DECIDERS: tuple[Theorem, ...] = (LM16(),)
STATEMENTS: tuple[Statement, ...] = (LM16.statement,)
