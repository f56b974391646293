"""Holding the members of a family against the law: what the tests of families share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.limits import Meter
from lastmove.families.columns import Columns, columns_from_json
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    import lastmove as lm

__all__ = ["against_the_law", "ring", "strip"]


def _size(board: Any) -> int:
    """How much there is to play for: edges, weights, or vertices."""
    return board.graph.m if board.name == "edge-geography" else sum(getattr(board, "weights", [1] * board.graph.n))


def against_the_law(found: lm.FamilyAnswer, most: int) -> int:
    """Compare all starts, with the move that is named, of the members of at most this size; how many were decided.

    A family that is proved has to decide each of them.
    """
    tried, law, n = 0, PlainSearch(found.play, Meter()), found.columns.least
    while _size(board := found.board(n)) <= most:
        for v in range(board.graph.n):
            answer: Any = found.answer(n, v)
            at, about = board.at(v), (found.columns, n, v)
            if answer["outcome"] == "unknown":
                assert found.status != "proved", about
                continue
            assert (answer["outcome"] == "N") == law.wins(at), about
            if answer["move"] is not None:
                assert not law.wins(at.after(at.move_from_json(answer["move"]))), about
            else:
                assert answer["outcome"] == "P" or not list(at.moves()), about
            tried += 1
        n += 1
    return tried


def strip(places: int, edges: object, links: object, **more: object) -> Columns:
    """An open family of one's own; ``links`` are pairs (left, right) or triples with a length."""
    return _own(places, edges, links, closed=False, **more)


def ring(places: int, edges: object, links: object, **more: object) -> Columns:
    """A family of one's own, closed to a ring."""
    return _own(places, edges, links, closed=True, **more)


def _own(places: int, edges: object, links: object, *, closed: bool, **more: object) -> Columns:
    return columns_from_json({"column": places, "edges": edges, "links": links, "ring": closed, **more})
