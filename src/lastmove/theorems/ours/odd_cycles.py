"""Misère NimG-RM beyond bipartite graphs and weights 1: LM14, LM15 and LM16.

The weight of a vertex counts only if the vertex lies on an odd cycle (LM15). Matchings decide wherever heavy vertices
stay out of the way (LM14), and else in the bipartite parts of a board, with search in its single clusters (LM16).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property, partial
from itertools import compress, islice
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED, Play
from lastmove.core.position import OVER
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.backend import listed
from lastmove.graphs.components import component_sizes
from lastmove.theorems.ideas import PAIR_AND_EMPTY
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.matchings.clusters import ClusterBoard, ClusterSearch
from lastmove.theorems.rules.matchings.clusters_check import Regions
from lastmove.theorems.rules.matchings.matching import MisereBoard, OddCycleBoard, slide_range
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.theorems.rules.matchings.matching import MatchingRule
    from lastmove.theorems.rules.matchings.matching_check import MatchingProof
    from lastmove.theorems.statement import MoveRange


class LM15(Theorem):
    """LM15. NimG-RM on undirected graphs, misère play: heavy vertices off the odd cycles count as weight 1.

    So where no heavy vertex lies on an odd cycle, weights do not matter and matchings decide. LM2 is the case without
    odd cycles or without heavy vertices. One search in depth and one matching answer every start of a board.
    """

    cost = Cost.MATCHING
    statement = Statement(
        paper=LM,
        number="LM15",
        title="NimG-RM on undirected graphs, misère play: odd cycles",
        text=(
            "Drop vertices as in LM2. Then the weight of a vertex that lies on no odd cycle may be replaced by 1: no "
            "outcome changes. So if no vertex of weight at least 2 in the token's component lies on an odd cycle, the "
            "player to move wins if and only if every maximum matching of the component covers the token's vertex."
        ),
        idea=PAIR_AND_EMPTY,
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected graph; after dropping, no heavy vertex of the token's component is on an odd cycle",
        verified=(
            "all graphs with loops on up to 4 vertices with weights to 4 and on 5 vertices with weights to 1, every "
            "start, and random larger ones"
        ),
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed or position.start is OVER:
            return None
        return OddCycleBoard(position.graph, position.weights).verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        return OddCycleBoard.of(board, meter).board_verdict(left)


class LM14(Theorem):
    """LM14. NimG-RM on undirected graphs, misère play, without a hypothesis on cycles.

    After the dropping of LM2, let D be the vertices that some maximum matching of the token's component leaves out, and
    call a vertex of D bad if it has weight at least 2 and a neighbour in D. If the token is in D and nothing is bad, it
    is P; if only the token is bad, N; and if emptying the token's vertex leads to a vertex that the first case calls P,
    N. Bipartite components and weights 1 never have a bad vertex, so LM2 is a special case. The rule is silent where
    other vertices are bad: the smallest such position is a triangle, where misère NimG-RM begins to be hard.
    """

    cost = Cost.MATCHING
    statement = Statement(
        paper=LM,
        number="LM14",
        title="NimG-RM on undirected graphs, misère play, beyond LM2",
        text=(
            "Drop vertices as in LM2. In the token's component call a vertex bad if some maximum matching leaves it "
            "out, it has weight at least 2, and it has a neighbour that some maximum matching leaves out. If some "
            "maximum matching leaves out the token's vertex: with no bad vertex the position is P, and if only the "
            "token's vertex is bad it is N. If emptying the token's vertex leads to a P position of the first kind, "
            "it is N."
        ),
        idea=PAIR_AND_EMPTY,
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected graph; no other vertex of the component is bad",
        verified="all graphs with loops on up to 3 vertices with weights to 3, every start, and random larger ones",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed or position.start is OVER:
            return None
        return _Study(MisereBoard.of(position, meter)).verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        study = _Study(MisereBoard.of(board, meter))
        verdicts: list[Verdict | None] = []
        for u in range(board.graph.n):
            meter.look()
            verdicts.append(study.verdict(u) if left is None or left[u] else None)
        return BoardVerdict.of(verdicts)


class _Study:
    """The bad vertices of a board, and what they and one matching say of every start."""

    def __init__(self, board: MisereBoard) -> None:
        self.board = board

    @cached_property
    def bad(self) -> bytes:
        """A 1 for each bad vertex."""
        left_out, row = self.board.rule.left_out, self.board.rows.row
        known = enumerate(zip(self.board.heavy, left_out, strict=True))
        return bytes(bool(heavy and out and any(left_out[y] for y in row(x))) for x, (heavy, out) in watched(known, 16))

    @cached_property
    def _components(self) -> tuple[Sequence[int], Counter[int], Counter[int]]:
        """The number of each vertex's component; how many bad vertices each has, and how many without a mate."""
        number = listed(component_sizes(self.board.rows, self.board.live)[0])
        bad = Counter(compress(number, self.bad))
        return number, bad, Counter(c for c, mate in zip(number, self.board.rule.mates, strict=True) if mate < 0)

    def verdict(self, u: int) -> Verdict | None:
        """What LM14 says with the token on u."""
        board = self.board
        if not board.live[u] or board.decided(u):
            return board.verdict(u)
        if not board.rule.left_out[u]:
            return self._covered(u)
        number, bad, alone = self._components
        name, c = board.graph.vertices[u], number[u]
        if not bad[c]:
            why = f"some maximum matching leaves out {name}, and no vertex of its component is bad"
            return Verdict(False, None, why, certificate=lambda: board.rule.evidence.of_start(u))
        if bad[c] == self.bad[u]:
            v = next(v for v in board.rows.row(u) if board.rule.left_out[v])
            why = f"only {name} is bad; lowering it to 1 mends that"
            to = board.graph.vertices[v]
            return Verdict(True, LowerAndSlide(1, to), why, certificate=partial(_instead, board.rule, u, v))
        if alone[c] == 1:  # without u every vertex is covered
            return None
        rest = board.rule.without(u)
        return self._emptied(u, self._good_way(u, board.rows.row(u), lambda v: bool(rest.left_out[v])))

    def _covered(self, u: int) -> Verdict | None:
        """The verdict where every maximum matching covers u: without u those left out before are so still."""
        ways = self.board.rows.row(u)
        if self._components[1][self._components[0][u]]:
            ways = [v for v in ways if not self._meets(v, u, lambda x: bool(self.bad[x]))]
        if not ways:
            return None

        def hopeless(left_out: Callable[[int], bool], work: int) -> bool:
            """Whether every way leads to a component with a bad vertex; bad ones stay bad while the search goes on."""
            return all(self._meets(v, u, partial(self._is_bad, u, left_out), most=work) for v in ways)

        return self._emptied(u, self.board.rule.ask_without(u, partial(self._good_way, u, ways), hopeless))

    def _is_bad(self, u: int, left_out: Callable[[int], bool], x: int) -> bool:
        """Whether x is bad in the graph without u."""
        return bool(self.board.heavy[x]) and left_out(x) and any(left_out(y) for y in self.board.rows.row(x) if y != u)

    def _good_way(self, u: int, ways: Sequence[int], left_out: Callable[[int], bool]) -> int | None:
        """A neighbour of u that is left out in the graph without u, in a component without a bad vertex."""
        is_bad = partial(self._is_bad, u, left_out)
        return next((v for v in watched(ways, 1) if left_out(v) and not self._meets(v, u, is_bad)), None)

    def _meets(self, start: int, u: int, test: Callable[[int], bool], most: int | None = None) -> bool:
        """Whether the component of ``start`` in the graph without u has a vertex that passes a test.

        Only the nearest ``most`` vertices are looked at, if that is given.
        """
        found, seen = [start], {u, start}
        for x in watched(islice(found, most), 1):
            if test(x):
                return True
            new = [y for y in self.board.rows.row(x) if y not in seen]
            found += new
            seen.update(new)
        return False

    def _emptied(self, u: int, v: int | None) -> Verdict | None:
        """The verdict if emptying u and going to v wins."""
        if v is None:
            return None
        names = self.board.graph.vertices
        why = f"emptying {names[u]} and moving to {names[v]} leaves a component without a bad vertex"
        evidence = partial(_evidence_without, self.board.rule, u, v)
        return Verdict(True, LowerAndSlide(0, names[v]), why, certificate=evidence)


def _instead(rule: MatchingRule, u: int, v: int) -> MatchingProof:
    """The evidence that the token u and its neighbour v are each left out by a maximum matching."""
    return replace(rule.evidence.of_start(u), instead=rule.evidence.of_start(v).matching)


def _evidence_without(rule: MatchingRule, u: int, v: int) -> MatchingProof:
    """The evidence for emptying the token's vertex u and going to v."""
    return replace(rule.without(u).evidence.of_start(v), to=v)


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
        idea=PAIR_AND_EMPTY,
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


DECIDERS: tuple[Theorem, ...] = (LM15(), LM14(), LM16())
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
