"""Small rules of Vertexnim-MR: the check looks and counts again."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import lasts
from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.games.vertexnim_mr import VertexnimMR

if TYPE_CHECKING:
    from lastmove.certificates.boards import Answers
    from lastmove.core.play import Play


def _weights(board: Any) -> tuple[int, ...]:
    if not isinstance(board, VertexnimMR):
        raise Refuted("this rule decides Vertexnim-MR")
    return board.weights


def _by_parity(weights: tuple[int, ...], play: Play) -> CheckResult | None:
    """Who wins if no weight is above 1."""
    if max(weights) > 1:
        return None
    count = sum(weights)
    return CheckResult(lasts(count, play), f"no weight is above 1: the game lasts exactly {count} moves", count)


def light_boards(board: Any, play: Play) -> Answers:
    """LM51: no weight above 1, or just one, and the token can go there."""
    weights = _weights(board)
    parity = _by_parity(weights, play)
    heavy = [v for v, weight in enumerate(weights) if weight > 1]
    if parity is not None:
        return lambda _: parity
    if len(heavy) > 1:
        raise Refuted("more than one weight is above 1")
    into: list[list[int]] = [[] for _ in weights]
    for u, around in enumerate(board.graph.neighbours):
        for v in around:
            into[v].append(u)
    ways, waiting = set(heavy) if len(weights) == 1 else set[int](), list(heavy)
    for v in waiting:  # backwards, over emptied vertices
        for u in into[v]:
            if u not in ways:
                ways.add(u)
                if not weights[u]:
                    waiting.append(u)
    found = CheckResult(True, "just one weight is above 1, and the token can go there and leave 0 or 1")
    return lambda u: found if u in ways else None


def complete_boards(board: Any, play: Play) -> Answers:
    """LM52: every vertex can be reached from every other one, so it is Nim."""
    weights, n = _weights(board), board.graph.n
    if any(len(set(around) - {u}) != n - 1 for u, around in enumerate(board.graph.neighbours)):
        raise Refuted("two vertices are not joined")
    if n > 1 and all(weights) and any(u not in around for u, around in enumerate(board.graph.neighbours)):
        raise Refuted("no weight is 0, and a vertex has no loop")
    total = reduce(xor, weights)
    found = _by_parity(weights, play) or CheckResult(total != 0, "every vertex can always be reached, as in Nim")
    return lambda _: found


def short_paths(board: Any, play: Play) -> Answers:
    """LM53: an edge with positive weights, or a path of three vertices."""
    weights, neighbours = _weights(board), board.graph.neighbours
    if board.graph.directed or any(u in around for u, around in enumerate(neighbours)):
        raise Refuted("the graph is no path without loops")
    degrees = sorted(map(len, neighbours))
    parity = _by_parity(weights, play)
    if parity is not None and degrees in ([1, 1], [1, 1, 2]):
        return lambda _: parity
    if degrees == [1, 1] and all(weights):
        return lambda u: CheckResult(
            weights[u] < weights[1 - u], "on an edge the larger weight has to be the other one"
        )
    if degrees != [1, 1, 2]:
        raise Refuted("the graph is no path of two vertices of positive weight or of three vertices")
    middle = max(range(3), key=lambda u: len(neighbours[u]))
    x, y = (weights[u] for u in neighbours[middle])
    m = weights[middle]

    def answer(u: int) -> CheckResult:
        if m == 0:
            wins = x != y
        elif u != middle:
            wins = x == y or x + y < m
        elif x == 0 or y == 0:
            wins = m != x + y
        else:
            wins = x + y > m
        return CheckResult(wins, "the rule for paths of three vertices decides")

    return answer
