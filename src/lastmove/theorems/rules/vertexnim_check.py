"""Vertexnim where counting is enough: all weights 1, one heavy vertex, components of weight 1.

Here is too what the checks of labels see of the edges of a weighted board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers, Answers, lasts
from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.play import UNDECIDED, WINS
from lastmove.games.vertexnim import Vertexnim
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import small_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.play import Play


KERNELS = "theorems.rules.labels_check_kernels"
backend.KERNELS.add(KERNELS)
NONE = -1


class Edges:
    """The edges of an undirected board with weights, and what they say of each vertex, a byte each.

    Attributes
    ----------
    light
        Whether the weight is 1.
    looped, joined, beside
        Whether there is a loop, any edge or loop, a neighbour of weight 1 (itself counts, along a loop).
    """

    def __init__(self, board: Any) -> None:
        graph = board.graph
        self._make = make = choose_backend(graph.n + graph.m)
        self._n, self._weights = graph.n, board.weights
        self._ends = make.given(graph.tails), make.given(graph.heads)
        self.looped: bytes = graph.looped
        self.light = bytes(weight == 1 for weight in board.weights)
        joined, beside = make.bits(graph.n), make.bits(graph.n)
        self._kernels = make.kernels(KERNELS)
        self._kernels.look_around(*self._ends, make.flags(self.light), joined, beside)
        self.joined, self.beside = bytes(joined), bytes(beside)

    def checked(self, lost: Sequence[int], rule: bytes, name: str) -> bytes:
        """A 1 for each vertex that is labelled P; Refuted if a label does not follow from the rule."""
        loses = bytearray(self._n)
        for u in lost:
            if u >= self._n or loses[u]:
                raise Refuted(f"lost: {u} is no vertex, or stands there twice")
            loses[u] = 1
        make, found = self._make, bytes(loses)
        weight = make.given(small_weights(self._weights))
        good = make.bits(self._n)
        wrong = self._kernels.wrong_label(*self._ends, weight, make.flags(rule), make.flags(found), good)
        if wrong != NONE:
            raise Refuted(f"vertex {wrong} is labelled {'P' if found[wrong] else 'N'} against {name}")
        return found

    def sizes_of_ones(self) -> Sequence[int]:
        """For each vertex of weight 1 the size of its component among those; 0 for the others."""
        make, sizes = self._make, self._make.ints(self._n)
        self._kernels.count_ones(*self._ends, make.flags(self.light), make.numbers(self._n), sizes)
        return listed(sizes)


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
