"""LM31: a vertex heavier than all others together, to which the token can go and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted, show
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.games.nimg import NimGMR
from lastmove.games.vertexnim_mr import VertexnimMR

if TYPE_CHECKING:
    from lastmove.certificates.boards import Answers


def heavy_vertex(board: Any, play: Play) -> Answers:
    """N for each start with a move to such a vertex."""
    if not isinstance(board, NimGMR | VertexnimMR) or board.graph.directed or play is not Play.NORMAL:
        raise Refuted("LM31 decides undirected NimG-MR and Vertexnim-MR in normal play")
    graph, weights, total = board.graph, board.weights, sum(board.weights)
    empty = bytes(isinstance(board, VertexnimMR) and not weight for weight in weights)
    pools = _pools(graph.neighbours, empty)

    def comes_back(v: int) -> bool:
        alone = graph.n == 1 and isinstance(board, VertexnimMR)
        return alone or any(w == v or empty[w] for w in graph.neighbours[v])

    heavy = {v for v in watched(range(graph.n), 16) if 2 * weights[v] > total and comes_back(v)}
    beside = {pools[w] for v in heavy for w in graph.neighbours[v] if empty[w]}

    def answer(u: int) -> CheckResult | None:
        near = graph.neighbours[u]
        found = (u in heavy) or any(v in heavy or (empty[v] and pools[v] in beside) for v in near)
        if not found and not (empty[u] and pools[u] in beside):
            return None
        text = f"the token can go to a vertex of weight {show(max(weights))} and come back to it"
        return CheckResult(True, f"{text}, and all others together weigh less")

    return answer


def _pools(neighbours: tuple[tuple[int, ...], ...], empty: bytes) -> list[int]:
    """For each emptied vertex the first one of those it hangs together with; -1 for others."""
    pool = [-1] * len(neighbours)
    for root in watched(range(len(neighbours)), 16):
        if empty[root] and pool[root] < 0:
            pool[root] = root
            found = [root]
            for u in found:
                for v in neighbours[u]:
                    if empty[v] and pool[v] < 0:
                        pool[v] = root
                        found.append(v)
    return pool
