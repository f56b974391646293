"""Where the token cannot come back: digraphs without circuits, and Geography on trees; and Edge Geography as Edge NimG.

Without circuits a vertex is won or lost by itself. On a tree a move cuts off the way back, so positions are directed
edges.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from lastmove.core.language import Phrase
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.core.position import OVER
from lastmove.games.moves import LowerAndSlide, SlideAlong, SlideAndLower
from lastmove.graphs.backend import listed
from lastmove.graphs.csr import SMALL, rows_of
from lastmove.theorems.complexity import Setting, hard
from lastmove.theorems.papers import FOLKLORE
from lastmove.theorems.rules.labels import acyclic_labels, tree_labels
from lastmove.theorems.rules.labels_check import Labelling
from lastmove.theorems.rules.labels_kernels import BY_OPTIONS
from lastmove.theorems.rules.matchings.matching import slide_range
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph
    from lastmove.theorems.rules.labels import TreeLabels


class Acyclic(Theorem):
    """Geography and NimG where the token cannot return: work backwards from the sinks.

    A vertex of the part that the token can reach is never visited twice, so what is deleted or lowered behind the
    token does not matter, and "the mover wins with the token on v" is one bit for each v: true iff some vertex the
    token may go to has it false, or there is no move and the convention is misère. In NimG-RM a vertex of weight 0 has
    no move, and on a sink of positive weight the move ends the game. In NimG-MR only out-neighbours of positive
    weight count, in Edge NimG only arcs of positive weight.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=FOLKLORE,
        number="acyclic",
        title="Digraphs without circuits",
        known_as="backward induction",
        text=(
            "Where the token cannot return to a vertex, a vertex is N if and only if the token can go from it to a P "
            "vertex; a vertex without a move is P in normal and N in misère play."
        ),
        idea=(
            "Work backwards from the dead ends. A vertex is lost if every way from it leads to a won one, and won if "
            "some way leads to a lost one. Always walk to a lost one."
        ),
        kind=Kind.THEOREM,
        games=("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "edge-nimg"),
        condition=(
            "directed graph; no circuit can be reached from the token (in Vertex Geography loops do not count, in Edge "
            "NimG arcs of weight 0)"
        ),
        verified="all digraphs on up to 3 vertices, weights to 2, every start, and random larger ones",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if not position.graph.directed or position.start is OVER:
            return None
        values = _Values(position, play)
        return values.verdict(position.graph.index(position.start))

    def decide_board(self, board: Any, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if not board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        values = _Values(board, play)
        return BoardVerdict(values.codes, values.verdict, certificate=values.certificate)


class _Values:
    """Who wins at every vertex from which no circuit can be reached."""

    def __init__(self, position: Any, play: Play) -> None:
        self.position = position
        self.play = play
        self.game = position.name
        on_arcs = self.game == "edge-nimg"
        self.graph: Graph = position.live_graph() if on_arcs else position.graph
        self.weights: tuple[int, ...] | None = None if on_arcs else getattr(position, "weights", None)
        self.rows = rows_of(self.graph)
        self.codes, self.order = acyclic_labels(
            self.rows,
            self._rule(),
            bytes(map(bool, self.weights)) if self.weights and self.game == "nimg-mr" else b"\1" * self.graph.n,
            stuck_wins=play.wins_when_stuck,
            blocked=None if self.game == "vertex-geography" else self.graph.looped,
        )

    def _rule(self) -> bytes:
        """In NimG-RM weight 0 is stuck, and on a sink of positive weight the move ends the game."""
        if self.weights is None or self.game != "nimg-rm":
            return bytes([BY_OPTIONS]) * self.graph.n
        stuck = self.play.wins_when_stuck
        known = zip(self.weights, self.rows.isolated(), strict=True)
        return bytes(stuck if not weight else not stuck if sink else BY_OPTIONS for weight, sink in known)

    def _options(self, u: int) -> list[int]:
        """Where the token can go from u."""
        around = self.rows.row(u)
        if self.weights is None:
            return around
        if self.game == "nimg-mr":
            return [v for v in around if self.weights[v]]
        return around if self.weights[u] else []

    def _ends_at(self, u: int) -> bool:
        """Whether a move from u takes tokens and ends the game (NimG-RM, no neighbour)."""
        return self.game == "nimg-rm" and not self.rows.row(u) and bool(self.weights and self.weights[u])

    def certificate(self) -> Labelling:
        """The labels, in the order in which they were found: sinks first."""
        return Labelling("acyclic", tuple(u for u in self.order if self.codes[u] == LOSES), tuple(self.order))

    def verdict(self, u: int) -> Verdict | None:
        if self.codes[u] == UNDECIDED:
            return None
        names = self.graph.vertices
        wins = self.codes[u] == WINS
        first = next(self._winning(u), None)
        if self._ends_at(u):
            why = Phrase("the move from {place}, which has no out-neighbour, ends the game", place=names[u])
        elif not self._options(u):
            why = Phrase("there is no move from {place}", place=names[u])
        elif wins:
            lost = next(v for v in self._options(u) if self.codes[v] == LOSES)
            reached = "no circuit can be reached, and the token can go from {place} to {lost}, which is P"
            why = Phrase(reached, place=names[u], lost=names[lost])
        else:
            never = "no circuit can be reached, and the token can go from {place} only to N vertices"
            why = Phrase(never, place=names[u])
        move = first and first.make(first.least)
        return Verdict(wins, move, why, partial(self._winning, u), certificate=self.certificate)

    def _winning(self, u: int) -> Iterator[MoveRange]:
        names = self.graph.vertices
        if self._ends_at(u):
            assert self.weights is not None
            if self.codes[u] == WINS:
                yield MoveRange(lambda k: LowerAndSlide(k, None), 0, self.weights[u] - 1)
            return
        for v in self._options(u):
            if self.codes[v] == WINS:
                continue
            if self.game == "edge-nimg":
                yield from _along(self.position, u, v)
            elif self.weights is None:
                yield MoveRange.single(self.position.move_class(names[v]))
            elif self.game == "nimg-mr":
                yield MoveRange(partial(SlideAndLower, names[v]), 0, self.weights[v] - 1)
            else:
                yield slide_range(names[v], 0, self.weights[u] - 1)


def _along(position: Any, u: int, v: int) -> Iterator[MoveRange]:
    """The moves of Edge NimG from one vertex to another."""
    weights, name = position.weights, position.graph.vertices[v]
    edges = [edge for edge, end in position.graph.incidence[u] if end == v and weights[edge]]
    for edge in edges:
        move = partial(SlideAlong, name, edge=edge if len(edges) > 1 else None)
        yield MoveRange(move, 0, weights[edge] - 1)


MANY = 2_000


class Trees(Theorem):
    """Vertex and Edge Geography where the token's component is a tree, both conventions, in linear time.

    After a move from u to v the token can never pass uv again, so the value of "token on v, came from u" depends on
    nothing else. One sweep from the leaves to a root gives these values for edges away from the root, one sweep back
    gives those for edges towards it, and with both every start is known.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=FOLKLORE,
        number="trees",
        title="Geography on trees",
        known_as="backward induction",
        text=(
            "On a tree the part behind the token is cut off, so the outcome is found by working backwards from the "
            "leaves: N if and only if some branch is P for the player who enters it next."
        ),
        idea=(
            "Work backwards from the ends of the branches. A branch is lost if every way on from it is won, and won if "
            "some way is lost. Always walk into a lost one."
        ),
        kind=Kind.THEOREM,
        games=("vertex-geography", "edge-geography"),
        condition=(
            "undirected; the token's component is a tree (in Vertex Geography loops and parallel edges do not count)"
        ),
        verified="all trees and forests on up to 5 vertices, every start",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        graph = position.graph
        if graph.directed or _has_no_leaf(graph):
            return None
        u = graph.index(position.start)
        return _verdict(position, play, _labels(position, play, u), u)

    def decide_board(self, board: Any, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        many = play is Play.NORMAL and board.name == "vertex-geography" and graph.n > MANY
        if graph.directed or many or _has_no_leaf(graph):  # a matching answers such a board, and faster
            return BoardVerdict.silent(graph.n)
        labels = _labels(board, play)
        verdict, evidence = partial(_verdict, board, play, labels), partial(_certificate, labels)
        return BoardVerdict(labels.codes, verdict, certificate=evidence)


def _has_no_leaf(graph: Graph) -> bool:
    """Whether a small graph has no tree for certain, seen at a glance: every vertex has two neighbours and more."""
    if graph.n + graph.m >= SMALL:
        return False
    return all(len(around) > 2 or sum(v != u for v in around) > 1 for u, around in enumerate(graph.neighbours))


def _labels(position: Any, play: Play, root: int | None = None) -> TreeLabels:
    """The labels of the trees of a graph, or of one component."""
    graph = position.graph
    rows = rows_of(graph)
    indptr = listed(rows.indptr)
    ends = [end - begin for begin, end in pairwise(indptr)]
    if position.name == "edge-geography" and sum(ends) < 2 * graph.m:  # loops and parallel edges
        ends = [0] * graph.n
        for u in watched(chain(graph.tails, graph.heads)):
            ends[u] += 1
    return tree_labels(rows, ends, stuck_wins=play.wins_when_stuck, root=root)


def _certificate(labels: TreeLabels) -> Labelling:
    """The labels of the directed edges of some trees."""
    return Labelling("trees", labels.pairs())


def _verdict(position: Any, play: Play, labels: TreeLabels, u: int) -> Verdict | None:
    if labels.codes[u] == UNDECIDED:
        return None
    names = position.graph.vertices

    def winning() -> Iterator[MoveRange]:
        for v in labels.branches(u):
            yield MoveRange.single(position.move_class(names[v]))

    evidence, name = partial(_certificate, labels), names[u]
    if not labels.rows.row(u):
        why = Phrase("there is no move from {place}", place=name)
        return Verdict(play.wins_when_stuck, None, why, winning, certificate=evidence)
    if labels.codes[u] == WINS:
        to = names[labels.branches(u)[0]]
        lost = "the component of {place} is a tree, and the branch at {to} is lost for the player to move there"
        why = Phrase(lost, place=name, to=to)
        return Verdict(True, position.move_class(to), why, winning, certificate=evidence)
    won = "the component of {place} is a tree, and every branch is won for the player to move there"
    why = Phrase(won, place=name)
    return Verdict(False, None, why, winning, certificate=evidence)


ONES = Statement(
    paper=FOLKLORE,
    number="ones",
    title="Edge Geography is Edge NimG with weights 1",
    text=(
        "Put a heap of 1 on every edge: a move along it takes the heap away, as Edge Geography deletes the edge. So "
        "Edge NimG is as hard as Edge Geography, in both conventions, on graphs and on digraphs."
    ),
    kind=Kind.REDUCTION,
    games=("edge-geography", "edge-nimg"),
    verified="all multigraphs on up to 3 vertices with up to 4 edges, every start, and random larger ones",
    claims=tuple(
        claim
        for play in Play
        for directed in (False, True)
        for claim in hard(
            Setting("edge-nimg", play, directed=directed), given=Setting("edge-geography", play, directed=directed)
        )
    ),
)

DECIDERS: tuple[Theorem, ...] = (Acyclic(), Trees())
STATEMENTS: tuple[Statement, ...] = (*(theorem.statement for theorem in DECIDERS), ONES)
