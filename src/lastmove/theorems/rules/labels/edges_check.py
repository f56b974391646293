"""The edges of a weighted board in the form that the checks of labels look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.errors import Refuted
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import small_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

KERNELS = "theorems.rules.labels.labels_check_kernels"
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
