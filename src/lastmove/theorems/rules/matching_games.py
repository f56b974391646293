"""The graph whose maximum matchings decide a game: normal Vertex Geography, and misère NimG-RM after LM2."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lastmove.certificates.certificate import Finding
from lastmove.core.errors import Refuted
from lastmove.core.play import Play
from lastmove.games.nimg import NimGRM
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.backend import KERNELS as KNOWN_KERNELS
from lastmove.graphs.backend import Backend, choose_backend
from lastmove.graphs.csr import CSR, rows_of, rows_within

__all__ = ["Field", "playing_field"]

KERNELS = "theorems.rules.odd_cycle_checks"
KNOWN_KERNELS.add(KERNELS)


@dataclass(slots=True)
class Field:
    """What is left of a board: its live vertices, and their live neighbours, ascending and without loops.

    Attributes
    ----------
    rows
        The neighbours, by vertex number; none for vertices that are not live.
    live
        A 1 for each live vertex.
    weights
        The weights of NimG-RM; ``None`` for Vertex Geography.
    backend
        How the checks of this field are run: its size decides.
    note
        Which theorem is used, for the text.
    """

    rows: CSR
    live: bytes
    weights: Sequence[int] | None
    note: str
    backend: Backend = field(init=False)
    _decidable: Any = None

    def __post_init__(self) -> None:
        self.backend = choose_backend(self.rows.n + len(self.rows.indices) // 2)
        self.rows = self.backend.rows(self.rows)

    def settled(self, u: int) -> Finding | None:
        """What is known of a vertex without a matching: nothing if it is live."""
        if self.live[u] or self.weights is None:
            return None
        if not self.weights[u]:
            return Finding(True, "the token is on weight 0, and a player without a move wins")
        return Finding(True, "the token is on a looped vertex of weight at least 2")

    @property
    def decidable(self) -> Any:
        """A 1 for each vertex that a matching decides: by LM15 in NimG-RM, if no vertex of weight 2 or more in its
        component lies on an odd cycle. ``None`` for Vertex Geography, where matchings decide all."""
        if self._decidable is None and self.weights is not None:
            make, n = self.backend, self.rows.n
            heavy = make.flags(bytes(weight >= 2 for weight in self.weights))
            self._decidable = make.bits(n)
            room = make.vertices(n), make.ints(n, -1), make.ints(n, -1), make.numbers(n), make.ints(n), make.bits(n)
            kernels = make.kernels(KERNELS)
            kernels.decidable(self.rows, heavy, *room, make.bits(n), self._decidable)
        return self._decidable

    def by_matching(self, u: int) -> bool:
        """Whether a matching decides the start u."""
        return self.weights is None or bool(self.decidable[u])

    def bad(self, u: int, may_be_left_out: Callable[[int], bool]) -> set[int]:
        """The vertices in the component of u that may be bad.

        Those of weight >= 2 that some maximum matching leaves out, with a neighbour that some other leaves out.
        """
        assert self.weights is not None
        found, seen = [u], {u}
        for x in found:
            for y in self.rows.row(x):
                if y not in seen:
                    seen.add(y)
                    found.append(y)
        return {
            x
            for x in found
            if self.weights[x] >= 2 and may_be_left_out(x) and any(map(may_be_left_out, self.rows.row(x)))
        }

    def without(self, u: int) -> Field:
        """The same after u is emptied."""
        live = bytearray(self.live)
        live[u] = 0
        return Field(rows_within(self.rows, bytes(live)), bytes(live), self.weights, self.note)


def playing_field(position: Any, play: Play) -> Field:
    """The graph whose maximum matchings decide a position; Refuted if there is no such theorem."""
    if isinstance(position, VertexGeography) and play is Play.NORMAL and not position.graph.directed:
        return Field(rows_of(position.graph), b"\1" * position.graph.n, None, "")
    if isinstance(position, NimGRM) and play is Play.MISERE and not position.graph.directed:
        # LM2: weight 0 is N, a looped vertex of weight >= 2 is N; both are dropped, and so are other loops.
        graph, weights = position.graph, position.weights
        live = bytes(w > 0 and not (w >= 2 and loop) for w, loop in zip(weights, graph.looped, strict=True))
        return Field(rows_within(rows_of(graph), live), live, weights, " (after the vertices that LM2 drops)")
    raise Refuted("matchings decide undirected Vertex Geography in normal play and NimG-RM in misère play only")
