"""Edge NimG where all weights are at most 1: what theorems say of Edge Geography, carried over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.games.moves import SlideAlong
from lastmove.theorems.rules.edges.ones_check import AsEdgeGeography
from lastmove.theorems.statement import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.theorems.rules.edges.live import LiveEdges
    from lastmove.theorems.statement import MoveRange, Theorem


def carried(found: Verdict, live: LiveEdges, u: int, theorem: Theorem) -> Verdict:
    """The verdict on Edge NimG with the token on u, from that on the same position of Edge Geography."""
    inner, winning = found.certificate, found.winning
    assert inner is not None

    def moves(move: Any) -> Iterator[SlideAlong]:
        """The moves over each of the edges that lead to the same vertex, which are alike."""
        for edge, v in live.ways[u]:
            if live.names[v] == move.to:
                yield live.move(u, edge, 0)

    def all_winning() -> Iterator[MoveRange]:
        assert winning is not None
        for span in winning():
            for k in range(span.least, span.most + 1):
                for move in moves(span.make(k)):
                    yield live.moves(u, live_edge(move), 0, 0)

    def live_edge(move: SlideAlong) -> int:
        return next(e for e, v in live.ways[u] if live.names[v] == move.to and move.edge in (None, e))

    first = None if found.move is None else next(moves(found.move))
    statement = theorem.statement
    why = f"no weight is above 1, and in Edge Geography, by {statement.paper.name} {statement.number}, {found.why}"
    return Verdict(
        found.wins,
        first,
        why,
        None if winning is None else all_winning,
        certificate=lambda: AsEdgeGeography(inner()),
    )
