"""Renault and Schmidt: the misère version of Geography and NimG.

The theorems that decide positions are 3.4, 3.5 (with its Corollary 3.6) and 3.7; all three run the algorithm of
:mod:`lastmove.theorems.rules.matchings.matching`. The others are reductions and the hardness that follows from them.
"""

from __future__ import annotations

from abc import abstractmethod
from operator import and_
from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.core.position import OVER
from lastmove.graphs.component_kernels import NEITHER, UNMARKED
from lastmove.graphs.components import component_kinds
from lastmove.theorems.complexity import NARROW, Claim, Loops, Setting, Shape, hard, in_pspace, polynomial
from lastmove.theorems.ideas import PAIR_AND_EMPTY
from lastmove.theorems.papers import RS
from lastmove.theorems.rules.matchings.matching import MisereBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM

_VG = {(play, way): Setting("vertex-geography", play, directed=way) for play in Play for way in (True, False)}
_EG = {(play, way): Setting("edge-geography", play, directed=way) for play in Play for way in (True, False)}
_NARROW_VG = _VG[Play.NORMAL, True]._replace(shape=NARROW)
_RM_MISERE = {loops: Setting("nimg-rm", Play.MISERE, directed=False, loops=loops) for loops in Loops}
_MR = {(play, loops): Setting("nimg-mr", play, directed=False, loops=loops) for play in Play for loops in Loops}


class _MatchingTheorem(Theorem):
    """NimG-RM on an undirected graph, misère play: hypotheses on the whole board, then the matching decides."""

    cost = Cost.MATCHING

    @abstractmethod
    def holds(self, board: NimGRM, meter: Meter) -> bool:
        """Whether the hypotheses hold on the vertices of positive weight."""

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.start is OVER or position.graph.directed or not self.holds(position, meter):
            return None
        return MisereBoard.of(position, meter).verdict(position.graph.index(position.start))

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        if graph.directed or not self.holds(board, meter):
            return BoardVerdict.silent(graph.n)
        return MisereBoard.of(board, meter).board_verdict(left)


class Theorem34(_MatchingTheorem):
    """Theorem 3.4. All weights 1, no loops: misère NimG-RM is normal Vertex Geography."""

    statement = Statement(
        paper=RS,
        number="3.4",
        title="NimG-RM with all weights 1, misère play",
        text=(
            "With all weights 1 and no loops, the player to move wins if and only if every maximum matching covers the "
            "token's vertex."
        ),
        idea=PAIR_AND_EMPTY,
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected, no loops, every weight 1 (vertices of weight 0 do not count)",
        verified="all graphs on up to 4 vertices, every start",
    )

    def holds(self, board: NimGRM, meter: Meter) -> bool:  # noqa: ARG002
        return max(board.weights) <= 1 and not any(board.graph.looped)


class Theorem35(_MatchingTheorem):
    """Theorem 3.5 (and Corollary 3.6). Bipartite graphs, positive weights of any size: the matching rule."""

    statement = Statement(
        paper=RS,
        number="3.5",
        title="NimG-RM on bipartite graphs, misère play",
        text=(
            "On a bipartite graph with positive weights, the player to move wins if and only if every maximum matching "
            "covers the token's vertex."
        ),
        idea=PAIR_AND_EMPTY,
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected, bipartite, no loops (vertices of weight 0 do not count)",
        verified="all bipartite graphs on up to 4 vertices with weights to 3, every start",
        claims=polynomial(_RM_MISERE[Loops.NONE]._replace(shape=Shape(bipartite=True))),
    )

    def holds(self, board: NimGRM, meter: Meter) -> bool:
        if any(map(and_, map(bool, board.weights), board.graph.looped)):
            return False
        live = MisereBoard.of(board, meter)
        if NEITHER in live.kinds or UNMARKED not in live.kinds:
            return NEITHER not in live.kinds
        return NEITHER not in component_kinds(live.rows, b"\1" * board.graph.n)  # also those with weights 1 only


class Theorem37(_MatchingTheorem):
    """Theorem 3.7. A loop on every vertex: weight >= 2 is N, the rest is decided by Theorem 3.4."""

    statement = Statement(
        paper=RS,
        number="3.7",
        title="NimG-RM with loops everywhere, misère play",
        text=(
            "With a loop on every vertex, a vertex of weight at least 2 is N; on the vertices of "
            "weight 1 the player to "
            "move wins if and only if every maximum matching of their graph covers the token's vertex."
        ),
        idea=(
            "On a vertex of weight 2 or more take all but one and stay there, if whoever moves on from 1 loses; else "
            "make at once the move that wins from 1. Among the vertices of weight 1 pair up neighbours and slide to "
            "the partner."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.MISERE,),
        condition="undirected, a loop on every vertex (vertices of weight 0 do not count)",
        verified="all graphs on up to 4 vertices with all loops, weights to 3, every start",
        claims=polynomial(_RM_MISERE[Loops.ALL]),
    )

    def holds(self, board: NimGRM, meter: Meter) -> bool:  # noqa: ARG002
        return all(loop or not weight for loop, weight in zip(board.graph.looped, board.weights, strict=True))


def _reduction(number: str, title: str, text: str, claims: tuple[Claim, ...], game: str) -> Statement:
    return Statement(
        paper=RS,
        number=number,
        title=title,
        text=text,
        kind=Kind.REDUCTION,
        games=(game,),
        plays=(Play.MISERE,),
        verified="all sources on up to 3 vertices, every start, and random larger ones",
        claims=claims,
    )


_NORMAL, _MISERE = Play.NORMAL, Play.MISERE
_DIRECTED, _UNDIRECTED = True, False

_LENGTH = Statement(
    paper=RS,
    number="length",
    title="Geography ends soon",
    text=(
        "A game of Vertex Geography lasts at most as many moves as there are vertices, Edge Geography as many as there "
        "are edges, and NimG with weights at most 2 twice as many as there are vertices: so Geography is in PSPACE."
    ),
    kind=Kind.THEOREM,
    games=("vertex-geography", "edge-geography"),
    claims=in_pspace(
        *(*_VG.values(), *_EG.values()),
        *(
            Setting(game, play, directed=way, shape=Shape(ones=True))
            for game in ("nimg-rm", "nimg-mr")
            for play in Play
            for way in (True, False)
        ),
    ),
)

DECIDERS: tuple[Theorem, ...] = (Theorem34(), Theorem35(), Theorem37())

STATEMENTS: tuple[Statement, ...] = (
    _LENGTH,
    _reduction(
        "2.1",
        "Directed Vertex Geography, misère play",
        "Give every vertex one new out-neighbour: normal play on the old digraph has the outcome of misère play on the "
        "new one. So misère Vertex Geography on directed graphs is PSPACE-complete.",
        hard(_VG[_MISERE, _DIRECTED], given=_VG[_NORMAL, _DIRECTED]),
        "vertex-geography",
    ),
    Statement(
        paper=RS,
        number="2.2",
        title="... on planar bipartite digraphs of degree at most 4",
        text="Theorem 2.1 keeps planarity and the two sides and adds 1 to degrees, so such digraphs stay hard.",
        kind=Kind.HARDNESS,
        games=("vertex-geography",),
        plays=(_MISERE,),
        claims=hard(_VG[_MISERE, _DIRECTED]._replace(shape=NARROW._replace(degree=4)), given=_NARROW_VG),
    ),
    _reduction(
        "2.3",
        "Undirected Vertex Geography, misère play",
        "Replace every arc by an undirected gadget of eight vertices and give every vertex one new neighbour: normal "
        "play on the digraph has the outcome of misère play on the graph. So misère Vertex Geography "
        "on undirected graphs "
        "is PSPACE-complete.",
        hard(_VG[_MISERE, _UNDIRECTED], given=_VG[_NORMAL, _DIRECTED]),
        "vertex-geography",
    ),
    Statement(
        paper=RS,
        number="2.4",
        title="... on planar graphs of degree at most 5",
        text="The gadget of Theorem 2.3 is planar with vertices of degree at most 5, so such graphs stay hard.",
        kind=Kind.HARDNESS,
        games=("vertex-geography",),
        plays=(_MISERE,),
        claims=hard(_VG[_MISERE, _UNDIRECTED]._replace(shape=Shape(planar=True, degree=5)), given=_NARROW_VG),
    ),
    _reduction(
        "2.5",
        "Undirected Edge Geography, misère play",
        "Give every vertex one new neighbour: normal play on the old graph has the outcome of misère "
        "play on the new one "
        "(by induction on edges). So misère Edge Geography on undirected graphs is PSPACE-complete.",
        hard(_EG[_MISERE, _UNDIRECTED], given=_EG[_NORMAL, _UNDIRECTED]),
        "edge-geography",
    ),
    _reduction(
        "2.6",
        "Directed Edge Geography, misère play",
        "The same with one new out-neighbour for every vertex (by induction on arcs). So misère Edge Geography on "
        "directed graphs is PSPACE-complete.",
        hard(_EG[_MISERE, _DIRECTED], given=_EG[_NORMAL, _DIRECTED]),
        "edge-geography",
    ),
    _reduction(
        "3.1",
        "NimG-RM without loops, misère play",
        "Replace every arc by a gadget of four vertices, one of them of weight 2, all others 1: "
        "normal Vertex Geography on "
        "the digraph has the outcome of misère NimG-RM. So the latter is PSPACE-hard.",
        hard(_RM_MISERE[Loops.NONE], given=_VG[_NORMAL, _DIRECTED]),
        "nimg-rm",
    ),
    Statement(
        paper=RS,
        number="3.2",
        title="... with weights at most 2",
        text="Theorem 3.1 uses weights 1 and 2 only, and such games last at most 2|V| moves: PSPACE-complete.",
        kind=Kind.HARDNESS,
        games=("nimg-rm",),
        plays=(_MISERE,),
    ),
    Statement(
        paper=RS,
        number="3.3",
        title="... on planar graphs of degree at most 3",
        text="The gadget of Theorem 3.1 is planar and adds nothing to degrees, so such graphs stay hard.",
        kind=Kind.HARDNESS,
        games=("nimg-rm",),
        plays=(_MISERE,),
        claims=hard(_RM_MISERE[Loops.NONE]._replace(shape=Shape(planar=True, degree=3)), given=_NARROW_VG),
    ),
    Theorem34.statement,
    Theorem35.statement,
    Statement(
        paper=RS,
        number="3.6",
        title="... in time O(sqrt(n) m)",
        text=(
            "The rule of Theorem 3.5 is decided by one maximum matching (Hopcroft and Karp's "
            "algorithm is meant), and the "
            "strategy is to empty the vertex and move along the matching."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(_MISERE,),
        condition="as for 3.5, which the engine names",
    ),
    Theorem37.statement,
    _reduction(
        "3.8",
        "NimG-MR, misère play",
        "Hang a chain of three vertices of weight 1 on every vertex (with loops, where every vertex "
        "has one): normal play "
        "has the outcome of misère play on the new graph. So misère NimG-MR is PSPACE-hard, with and without loops.",
        (
            *hard(_MR[_MISERE, Loops.ALL], given=_MR[_NORMAL, Loops.ALL]),
            *hard(_MR[_MISERE, Loops.NONE], given=_MR[_NORMAL, Loops.NONE]),
        ),
        "nimg-mr",
    ),
    Statement(
        paper=RS,
        number="4",
        title="Bipartite graphs",
        text=(
            "How hard are misère undirected Vertex Geography and misère NimG-MR on bipartite graphs? Answered: "
            "PSPACE-complete (LM25), and PSPACE-hard, complete with all weights 1 (LM27)."
        ),
        kind=Kind.OPEN_PROBLEM,
        games=("vertex-geography", "nimg-mr"),
        plays=(_MISERE,),
    ),
    Statement(
        paper=RS,
        number="3.6 algorithm",
        title="The algorithm of Corollary 3.6",
        text=(
            "The corollary names an algorithm of Edmonds and Karp for the matching; Hopcroft and Karp's is meant. The "
            "bound stands."
        ),
        kind=Kind.ERRATUM,
        games=("nimg-rm",),
        plays=(_MISERE,),
    ),
    Statement(
        paper=RS,
        number="3.1 proof",
        title="Slip in the proof of 3.1",
        text=(
            "The proof says that the player who enters the gadget is not the one who leaves it; it is the same player, "
            "and X_w is written for X_z. The theorem stands."
        ),
        kind=Kind.ERRATUM,
        games=("nimg-rm",),
        plays=(_MISERE,),
    ),
    Statement(
        paper=RS,
        number="2.5 proof",
        title="Slip in the proofs of 2.5 and 2.6",
        text="The induction must be on the number of edges, not vertices: no vertex is deleted. The theorems stand.",
        kind=Kind.ERRATUM,
        games=("edge-geography",),
        plays=(_MISERE,),
    ),
)
