"""One rule for several theorems: the mover wins iff every maximum matching covers the token.

It decides undirected Vertex Geography in normal play and, after a reduction, NimG-RM in misère play. The theorems
test their own hypotheses and call :class:`MatchingRule` on the graph that is left.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lastmove.graphs.matching import inessential, maximum_matching
from lastmove.theory.gallai_edmonds import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MatchingRule"]


class MatchingRule:
    """A maximum matching of a graph, the vertices it decides, and the moves along it.

    Parameters
    ----------
    neighbours
        The neighbours of every vertex; loops are ignored.
    """

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours = neighbours
        self.mate = maximum_matching(neighbours)
        self.left_out = inessential(neighbours, self.mate)

    def wins(self, u: int) -> bool:
        """Whether every maximum matching covers u."""
        return not self.left_out[u]

    def without(self, u: int) -> MatchingRule:
        """The same rule for the graph without u (u stays as an isolated vertex)."""
        return MatchingRule(
            [[v for v in around if v != u] if w != u else [] for w, around in enumerate(self.neighbours)]
        )

    def winning_neighbours(self, u: int) -> list[int]:
        """The neighbours of u that some maximum matching of the graph without u leaves out."""
        if not self.wins(u):
            return []
        rest = self.without(u)
        return [v for v in self.neighbours[u] if v != u and rest.left_out[v]]

    @cached_property
    def evidence(self) -> Evidence:
        """What proves the matching maximum, and who is left out."""
        return Evidence(self.neighbours, self.mate)

    @cached_property
    def size(self) -> int:
        """The number of edges in a maximum matching."""
        return sum(mate >= 0 for mate in self.mate) // 2
