"""Geography on trees: a move cuts off the way back, so positions are directed edges."""

from __future__ import annotations

from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED, WINS, Play
from lastmove.graphs.backend import listed
from lastmove.graphs.csr import SMALL, rows_of
from lastmove.theorems.papers import FOLKLORE
from lastmove.theorems.rules.labels.labels_check import Labelling
from lastmove.theorems.rules.labels.path_labels import tree_labels
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph
    from lastmove.theorems.rules.labels.path_labels import TreeLabels

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
        why = f"there is no move from {name}"
        return Verdict(play.wins_when_stuck, None, why, winning, certificate=evidence)
    if labels.codes[u] == WINS:
        to = names[labels.branches(u)[0]]
        why = f"the component of {name} is a tree, and the branch at {to} is lost for the player to move there"
        return Verdict(True, position.move_class(to), why, winning, certificate=evidence)
    why = f"the component of {name} is a tree, and every branch is won for the player to move there"
    return Verdict(False, None, why, winning, certificate=evidence)


DECIDERS: tuple[Theorem, ...] = (Trees(),)
STATEMENTS: tuple[Statement, ...] = tuple(theorem.statement for theorem in DECIDERS)
