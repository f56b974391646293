"""Where the token never comes back: acyclic digraphs, labels on vertices; trees, labels on directed edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Finding
from lastmove.core.errors import Refuted
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.nimg_mr import NimGMR
from lastmove.games.nimg_rm import NimGRM
from lastmove.games.vertex_geography import VertexGeography

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.certificates.every_start import Answers
    from lastmove.core.play import Play
    from lastmove.graphs.graph import Graph

__all__ = ["acyclic", "trees"]


def acyclic(board: Any, play: Play, lost: Sequence[int], order: Sequence[int]) -> Answers:
    """Every vertex of ``order`` comes after all its out-neighbours, and is labelled as they make it."""
    if not isinstance(board, VertexGeography | EdgeGeography | NimGRM | NimGMR) or not board.graph.directed:
        raise Refuted("this rule is for Geography and NimG on digraphs")
    neighbours = board.graph.neighbours
    n = len(neighbours)
    loses = set(lost)
    seen = [False] * n
    for u in order:
        if u >= n or seen[u]:
            raise Refuted(f"order: {u} is no vertex, or stands there twice")
        ways = neighbours[u]
        if isinstance(board, VertexGeography):
            ways = tuple(v for v in ways if v != u)
        if not all(seen[v] for v in ways):
            raise Refuted(f"order: an out-neighbour of {u} does not come before it")
        seen[u] = True
        if _wins(board, play, u, ways, loses) == (u in loses):
            raise Refuted(f"vertex {u} is labelled {'P' if u in loses else 'N'}, its out-neighbours say otherwise")

    def answer(u: int) -> Finding | None:
        if not seen[u]:
            return None
        label = "P" if u in loses else "N"
        return Finding(u not in loses, f"no circuit can be reached, and every label follows; the token's is {label}")

    return answer


def _wins(board: Any, play: Play, u: int, ways: Sequence[int], loses: set[int]) -> bool:
    """Whether the mover wins on u, if the labels of all vertices it leads to are right."""
    if isinstance(board, NimGRM):
        if not board.weights[u]:
            return play.wins_when_stuck
        if not ways:  # taking tokens ends the game: the last move is made
            return not play.wins_when_stuck
    if isinstance(board, NimGMR):
        ways = [v for v in ways if board.weights[v]]
    return any(v in loses for v in ways) if ways else play.wins_when_stuck


def trees(board: Any, play: Play, lost: Sequence[tuple[int, int]], _: object) -> Answers:
    """On a tree, to move on v coming from u is lost iff no other branch at v is lost (on a leaf: iff stuck loses)."""
    if not isinstance(board, VertexGeography | EdgeGeography) or board.graph.directed:
        raise Refuted("this rule is for Geography on undirected graphs")
    graph = board.graph
    neighbours = [[v for v in around if v != u] for u, around in enumerate(graph.neighbours)]
    branches = set(lost)
    if len(branches) != len(lost) or any(u >= graph.n or v >= graph.n for u, v in lost):
        raise Refuted("lost: an edge stands there twice, or has an end that is no vertex")
    edges = _edge_counts(graph, once=isinstance(board, VertexGeography))
    label: dict[int, bool | None] = {}

    def look(root: int) -> None:
        """Check the labels of a component, if it is a tree."""
        found, seen = [root], {root}
        for u in found:
            for v in neighbours[u]:
                if v not in seen:
                    seen.add(v)
                    found.append(v)
        is_tree = sum(edges[u] for u in found) == 2 * (len(found) - 1)
        for u in found:
            label[u] = _label(u, neighbours[u], branches, stuck_wins=play.wins_when_stuck) if is_tree else None

    def answer(u: int) -> Finding | None:
        if u not in label:
            look(u)
        wins = label[u]
        said = "the token's component is a tree, and the labels of its directed edges follow from each other"
        return None if wins is None else Finding(wins, said)

    return answer


def _edge_counts(graph: Graph, *, once: bool) -> list[int]:
    """The number of edge ends at each vertex; ``once``: parallel edges count once, and loops not at all."""
    if once:
        return [len(around) - (u in around) for u, around in enumerate(graph.neighbours)]
    return [len(ends) + sum(v == u for _, v in ends) for u, ends in enumerate(graph.incidence)]


def _label(u: int, around: Sequence[int], lost: set[tuple[int, int]], *, stuck_wins: bool) -> bool:
    """Whether u is won, after a look at the label of each edge that leads to it."""
    good = sum((u, v) in lost for v in around)
    for v in around:
        wins = good - ((u, v) in lost) > 0 or (len(around) == 1 and stuck_wins)
        if wins == ((v, u) in lost):
            raise Refuted(f"the label of the way from {v} to {u} does not follow from those at {u}")
    return good > 0 if around else stuck_wins
