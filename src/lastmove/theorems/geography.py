"""Undirected Geography, normal play: Fraenkel, Scheinerman and Ullman."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.language import Phrase
from lastmove.core.play import Play
from lastmove.games.moves import Slide
from lastmove.graphs.csr import rows_of
from lastmove.theorems.complexity import Setting, Shape, polynomial
from lastmove.theorems.ideas import EVEN_SETS
from lastmove.theorems.papers import FSU, SEREEKIATDILOK_VICHITKUNAKORN
from lastmove.theorems.rules.edges.grids import GridRule
from lastmove.theorems.rules.matchings.even_sets import EvenSetRule
from lastmove.theorems.rules.matchings.matching import MatchingRule
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter
    from lastmove.games.edge_geography import EdgeGeography
    from lastmove.games.vertex_geography import VertexGeography
    from lastmove.graphs.graph import Graph


class UndirectedVertexGeography(Theorem):
    """Vertex Geography on an undirected graph, normal play: N iff every maximum matching covers the token.

    Strategy: slide along the matching. The opponent then always finds the token on a covered vertex's partner; were
    the play to end on an uncovered vertex, the edges played would turn the matching into one that leaves out the
    start. All winning moves from u: its neighbours that some maximum matching of the graph without u leaves out.
    """

    cost = Cost.MATCHING
    statement = Statement(
        paper=FSU,
        number="UVG",
        title="Undirected Vertex Geography, normal play",
        known_as="matching criterion for Geography",
        text="The player to move wins if and only if every maximum matching covers the token's vertex.",
        idea=(
            "Pair up neighbouring vertices, as many pairs as you can, and always slide to the partner of your vertex. "
            "Wherever your opponent goes, that vertex has a partner, too."
        ),
        kind=Kind.THEOREM,
        games=("vertex-geography",),
        plays=(Play.NORMAL,),
        condition="undirected graph",
        verified="all graphs on up to 5 vertices, every start",
        claims=polynomial(Setting("vertex-geography", Play.NORMAL, directed=False)),
    )

    def decide(self, position: VertexGeography, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        graph = position.graph
        if graph.directed:
            return None
        return self._verdict(graph, MatchingRule(rows_of(graph)), graph.index(position.start))

    def decide_board(self, board: VertexGeography, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        if graph.directed:
            return BoardVerdict.silent(graph.n)
        rule = MatchingRule(rows_of(graph))
        names = graph.vertices
        return BoardVerdict(
            rule.codes,
            partial(self._verdict, graph, rule),
            lambda u: Slide(names[rule.mates[u]]),
            lambda: map(Slide, map(names.__getitem__, rule.mates)),
            certificate=rule.evidence.of_board,
        )

    def _verdict(self, graph: Graph, rule: MatchingRule, u: int) -> Verdict:
        names = graph.vertices

        def winning() -> Iterator[MoveRange]:
            for v in rule.winning_neighbours(u):
                yield MoveRange.single(Slide(names[v]))

        edges = Phrase("1 edge") if rule.size == 1 else Phrase("{count} edges", count=f"{rule.size:,}")
        evidence = partial(rule.evidence.of_start, u)
        if rule.left_out[u]:
            why = Phrase("some maximum matching, of {edges}, leaves out {place}", edges=edges, place=names[u])
            return Verdict(False, None, why, certificate=evidence)
        covers = "a maximum matching has {edges}, and every maximum matching covers {place}"
        why = Phrase(covers, edges=edges, place=names[u])
        return Verdict(True, Slide(names[rule.mate[u]]), why, winning, certificate=evidence)


class BipartiteEdgeGeography(Theorem):
    """Edge Geography on an undirected bipartite graph, normal play, over GF(2).

    u is P iff some set S of vertices on u's side contains u and every vertex of the other side has an even number of
    edges (parallel ones counted) into S. Otherwise there is a set Y on the other side with an odd number of edges
    to u and an even number to every other vertex of u's side; moving from u to any neighbour in Y wins, for without the
    edge used Y is such a set S for the new vertex.
    """

    cost = Cost.ELIMINATION
    statement = Statement(
        paper=FSU,
        number="UEG",
        title="Undirected Edge Geography on bipartite graphs, normal play",
        known_as="even-kernel criterion",
        text=(
            "The player to move loses if and only if some set of vertices on the token's side contains the token's "
            "vertex and receives an even number of edges from every vertex of the other side."
        ),
        idea=EVEN_SETS,
        kind=Kind.THEOREM,
        games=("edge-geography",),
        plays=(Play.NORMAL,),
        condition="undirected graph; the token's component is bipartite (parallel edges count, loops exclude)",
        verified="all bipartite multigraphs on up to 4 vertices with up to 2 parallel edges, every start",
        claims=polynomial(Setting("edge-geography", Play.NORMAL, directed=False, shape=Shape(bipartite=True))),
    )

    def decide(self, position: EdgeGeography, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        graph = position.graph
        if graph.directed:
            return None
        u = graph.index(position.start)
        return EvenSetRule(graph, [u]).verdict(u)

    def decide_board(self, board: EdgeGeography, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        if graph.directed:
            return BoardVerdict.silent(graph.n)
        rule = EvenSetRule(graph, (u for u in range(graph.n) if left is None or left[u]))
        return BoardVerdict(rule.codes, rule.verdict, lambda u: rule.moves[u], certificate=rule.certificate)


class GridEdgeGeography(Theorem):
    """Theorem 2. Edge Geography on a rectangular grid, normal play.

    Modulo 2, the even sets of a grid of m by n squares are the solutions of a wave equation that vanish beyond its
    sides: g(i + j) + g(i - j), where g is even and has the period 2 gcd(m + 1, n + 1). One of them contains a square if
    and only if the gcd divides neither its row nor its column.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=SEREEKIATDILOK_VICHITKUNAKORN,
        number="2",
        title="Edge Geography on rectangular grids, normal play",
        text=(
            "On a grid of m by n squares the player to move loses if and only if gcd(m + 1, n + 1) divides neither the "
            "row nor the column of the token, counted from 1."
        ),
        idea=EVEN_SETS,
        kind=Kind.THEOREM,
        games=("edge-geography",),
        plays=(Play.NORMAL,),
        condition="undirected graph; the token's component is a rectangular grid, its vertices in any order",
        verified="all grids of up to 12 by 12 squares, every start",
    )

    def decide(self, position: EdgeGeography, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        graph = position.graph
        if graph.directed:
            return None
        u = graph.index(position.start)
        return GridRule(graph, [u]).verdict(u)

    def decide_board(self, board: EdgeGeography, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        if graph.directed:
            return BoardVerdict.silent(graph.n)
        return GridRule(graph, (u for u in range(graph.n) if left is None or left[u])).board_verdict()


DECIDERS: tuple[Theorem, ...] = (UndirectedVertexGeography(), BipartiteEdgeGeography(), GridEdgeGeography())
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
