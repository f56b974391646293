"""Walks on the tables of a board: what can be reached, what is next to a set."""

from __future__ import annotations

from typing import Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import both, either, first, rest, row, some, without
from lastmove.search.fast.board import AROUND


def reached(rows: Any, table: int, left: Any, begin: Any, empty: Any) -> Any:
    """The vertices of ``left`` that can be reached from those of ``begin``, these included."""
    seen = begin
    frontier = begin
    while some(frontier):
        look()
        following = empty
        while some(frontier):
            v = first(frontier)
            frontier = rest(frontier)
            following = either(following, row(rows, table, v, empty))
        frontier = without(both(following, left), seen)
        seen = either(seen, frontier)
    return seen


def next_to(rows: Any, gone: Any, empty: Any) -> Any:
    """The vertices next to those of a set."""
    found = empty
    while some(gone):
        v = first(gone)
        gone = rest(gone)
        found = either(found, row(rows, AROUND, v, empty))
    return found
