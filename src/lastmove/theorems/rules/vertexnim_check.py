"""Vertexnim where counting is enough: all weights 1, one heavy vertex, components of weight 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers, Answers, lasts
from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.play import UNDECIDED, WINS
from lastmove.games.vertexnim import Vertexnim
from lastmove.theorems.rules.labels.edges_check import Edges

if TYPE_CHECKING:
    from lastmove.core.play import Play


def few_weights(board: Any, play: Play) -> Answers:
    """LM4: all weights are 1, or only the token's is not. Any Vertexnim."""
    if not isinstance(board, Vertexnim):
        raise Refuted("LM4 decides Vertexnim")
    weights = board.weights
    heavy, n = sum(weight > 1 for weight in weights), len(weights)

    def answer(u: int) -> CheckResult | None:
        if not heavy:
            return CheckResult(lasts(n, play), f"all weights are 1: the game lasts exactly {n} moves", n)
        alone = heavy == 1 and weights[u] > 1
        return CheckResult(True, "only the token's vertex has a weight above 1") if alone else None

    return answer


def undirected_cases(board: Any, play: Play) -> AllAnswers:
    """LM5, cases 0 to 3: those that need no labels."""
    if not isinstance(board, Vertexnim) or board.graph.directed:
        raise Refuted("LM5 decides Vertexnim on undirected graphs")
    weights = board.weights
    few = few_weights(board, play)
    edges = Edges(board)
    size = edges.sizes_of_ones()

    def answer(u: int) -> CheckResult | None:
        found = few(u)
        if found is not None:
            return found
        if weights[u] == 1:
            said = f"the component of weight-1 vertices with the token has {size[u]} vertices"
            return CheckResult(size[u] % 2 == 0, said, size[u])
        if edges.looped[u]:
            return CheckResult(True, "the token is on a loop and on a weight above 1")
        if edges.beside[u]:
            return CheckResult(True, "the token is on a weight above 1 beside a weight 1")
        return None

    if edges.light.count(0) > 1:
        known = zip(edges.light, size, edges.looped, edges.beside, strict=True)
        codes = bytes(
            count % 2 == 0 if one else WINS if loop or near else UNDECIDED for one, count, loop, near in known
        )
    else:
        found = map(answer, range(len(weights)))
        codes = bytes(UNDECIDED if finding is None else finding.wins for finding in found)
    return AllAnswers(codes, answer)


def looped_everywhere(board: Any) -> bool:
    """Whether this is directed Vertexnim with a loop on every vertex; a single vertex counts."""
    if not isinstance(board, Vertexnim) or not board.graph.directed:
        return False
    return board.graph.n == 1 or all(board.graph.looped)


def heavy_or_ones(board: Any, play: Play) -> Answers:
    """Theorems 6 and 14 of Duchêne and Renault, the cases that need no labels: a weight above 1, or all weights 1."""
    if not looped_everywhere(board):
        raise Refuted("this decides directed Vertexnim with a loop on every vertex")
    few, weights = few_weights(board, play), board.weights
    return lambda u: few(u) or (CheckResult(True, "the token is on a weight above 1") if weights[u] > 1 else None)
