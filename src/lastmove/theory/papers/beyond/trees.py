"""Geography on trees: a move cuts off the way back, so positions are directed edges."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lastmove.certificates.labelling import Labelling
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.graphs.bipartite import component
from lastmove.theory.citations import FOLKLORE
from lastmove.theory.statement import BoardVerdict, Cost, Kind, MoveRange, Opinion, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.limits import Meter

__all__ = ["DECIDERS"]

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
        if graph.directed:
            return None
        u = graph.index(position.start)
        lost = self._component(position, play, u)
        return _verdict(position, play, u, lost[u]).certified(partial(_certificate, [lost])) if lost else None

    def decide_board(self, board: Any, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        graph = board.graph
        if play is Play.NORMAL and board.name == "vertex-geography" and graph.n > MANY:
            return BoardVerdict.silent(graph.n)  # a matching answers such a board, and faster
        found: dict[int, Opinion] = {}
        seen: set[int] = set()
        trees: list[dict[int, list[int]]] = []
        for u in watched(range(0 if graph.directed else graph.n)):
            if u not in seen:
                trees.append(self._component(board, play, u))
                found |= {v: _verdict(board, play, v, lost) for v, lost in watched(trees[-1].items(), 16)}
                seen |= set(component(graph.neighbours, u))
        return BoardVerdict([found.get(u) for u in range(graph.n)]).certified(partial(_certificate, trees))

    def _component(self, position: Any, play: Play, root: int) -> dict[int, list[int]]:
        """The lost branches at every vertex of the component of ``root``; nothing if it is not a tree."""
        graph = position.graph  # made anew at every asking once a move has been made
        tree = component(graph.neighbours, root)
        neighbours = {u: [v for v in graph.neighbours[u] if v != u] for u in tree}
        if position.name == "edge-geography":
            edges = {edge for u in tree for edge, _ in graph.incidence[u]}
            count = len(edges)
        else:
            count = sum(map(len, neighbours.values())) // 2
        if count != len(tree) - 1:
            return {}
        return _lost_branches(tree, neighbours, stuck_wins=play.wins_when_stuck)


def _certificate(trees: list[dict[int, list[int]]]) -> Labelling:
    """The labels of the directed edges of some trees."""
    return Labelling("trees", tuple((u, v) for lost in trees for u, branches in lost.items() for v in branches))


def _lost_branches(order: Sequence[int], neighbours: dict[int, list[int]], *, stuck_wins: bool) -> dict[int, list[int]]:
    """For each vertex the neighbours that lose for the player who is to move there, the way back being cut."""
    parent = {order[0]: -1}
    for u in watched(order, 16):
        for v in neighbours[u]:
            if v != parent[u]:
                parent[v] = u
    lost: dict[int, list[int]] = {u: [] for u in order}
    from_above: dict[int, bool] = {}
    for v in reversed(order[1:]):  # leaves first: what v is for a player coming from its parent
        from_above[v] = bool(lost[v]) or (len(neighbours[v]) == 1 and stuck_wins)
        if not from_above[v]:
            lost[parent[v]].append(v)
    for v in order[1:]:  # root first: what the parent is for a player coming from v
        u = parent[v]
        others = len(lost[u]) - (not from_above[v])
        wins = others > 0 or (len(neighbours[u]) == 1 and stuck_wins)
        if not wins:
            lost[v].append(u)
    return lost


def _verdict(position: Any, play: Play, u: int, lost: list[int]) -> Opinion:
    graph = position.graph
    names, neighbours = graph.vertices, [v for v in graph.neighbours[u] if v != u]

    def winning() -> Iterator[MoveRange]:
        for v in sorted(lost):
            yield MoveRange.single(position.move_class(names[v]))

    if not neighbours:
        return Opinion(play.wins_when_stuck, None, f"there is no move from {names[u]}", winning)
    if lost:
        to = names[min(lost)]
        why = f"the component of {names[u]} is a tree, and the branch at {to} is lost for the player to move there"
        return Opinion(True, position.move_class(to), why, winning)
    why = f"the component of {names[u]} is a tree, and every branch is won for the player to move there"
    return Opinion(False, None, why, winning)


DECIDERS: tuple[Theorem, ...] = (Trees(),)
