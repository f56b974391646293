"""The graphs on which a matching decides: undirected Vertex Geography, and NimG-RM in misère play after LM2."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lastmove.certificates.certificate import Finding
from lastmove.core.errors import Refuted
from lastmove.core.play import Play
from lastmove.games.nimg_rm import NimGRM
from lastmove.games.vertex_geography import VertexGeography

__all__ = ["Field", "playing_field"]


@dataclass(slots=True)
class Field:
    """What is left of a board: its live vertices, and their live neighbours, ascending and without loops.

    Attributes
    ----------
    weights
        The weights of NimG-RM; ``None`` for Vertex Geography.
    settled
        What is known of a vertex without a matching.
    note
        Which theorem is used, for the text.
    """

    neighbours: Sequence[Sequence[int]]
    live: Sequence[bool]
    weights: Sequence[int] | None
    settled: Callable[[int], Finding | None]
    note: str
    _plain: dict[int, bool]

    def by_matching(self, u: int) -> bool:
        """Whether a matching decides the start u: always in Vertex Geography; by LM2 in NimG-RM, if the component of
        u is bipartite or has weights 1 only."""
        if self.weights is None:
            return True
        if u not in self._plain:
            colour = {u: 0}
            bipartite = True
            found = [u]
            for x in found:
                for y in self.neighbours[x]:
                    if y not in colour:
                        colour[y] = 1 - colour[x]
                        found.append(y)
                    elif colour[y] == colour[x]:
                        bipartite = False
            answer = bipartite or all(self.weights[x] == 1 for x in found)
            self._plain.update(dict.fromkeys(found, answer))
        return self._plain[u]

    def bad(self, u: int, may_be_left_out: Callable[[int], bool]) -> set[int]:
        """The vertices in the component of u that may be bad: weight >= 2, and like a neighbour perhaps left out."""
        assert self.weights is not None
        found, seen = [u], {u}
        for x in found:
            for y in self.neighbours[x]:
                if y not in seen:
                    seen.add(y)
                    found.append(y)
        return {
            x
            for x in found
            if self.weights[x] >= 2 and may_be_left_out(x) and any(map(may_be_left_out, self.neighbours[x]))
        }

    def without(self, u: int) -> Field:
        """The same after u is emptied."""
        live = [alive and x != u for x, alive in enumerate(self.live)]
        neighbours = [[y for y in around if y != u] if x != u else [] for x, around in enumerate(self.neighbours)]
        return Field(neighbours, live, self.weights, lambda _: None, self.note, {})


def playing_field(position: Any, play: Play) -> Field:
    """The graph whose maximum matchings decide a position; Refuted if there is no such theorem."""
    if isinstance(position, VertexGeography) and play is Play.NORMAL and not position.graph.directed:
        neighbours = [[v for v in around if v != u] for u, around in enumerate(position.graph.neighbours)]
        return Field(neighbours, [True] * len(neighbours), None, lambda _: None, "", {})
    if isinstance(position, NimGRM) and play is Play.MISERE and not position.graph.directed:
        return _live_part(position)
    raise Refuted("matchings decide undirected Vertex Geography in normal play and NimG-RM in misère play only")


def _live_part(position: NimGRM) -> Field:
    """LM2: weight 0 is N, a looped vertex of weight >= 2 is N; both are dropped, and so are other loops."""
    all_neighbours, weights = position.graph.neighbours, position.weights
    heavy_loop = [weights[u] >= 2 and u in around for u, around in enumerate(all_neighbours)]
    live = [weights[u] > 0 and not heavy_loop[u] for u in range(len(weights))]
    neighbours = [
        [v for v in around if v != u and live[v]] if live[u] else [] for u, around in enumerate(all_neighbours)
    ]

    def settled(u: int) -> Finding | None:
        if not weights[u]:
            return Finding(True, "the token is on weight 0, and a player without a move wins")
        return Finding(True, "the token is on a looped vertex of weight at least 2") if heavy_loop[u] else None

    return Field(neighbours, live, weights, settled, " (after the vertices that LM2 drops)", {})
