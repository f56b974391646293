"""The checks that families of graphs make on their parameters, and how large a graph a few words may ask for."""

from __future__ import annotations

import operator
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MOST_EDGES", "MOST_VERTICES", "at_most", "check_size", "generator", "integer", "most_vertices"]

MOST_VERTICES = 10_000_000
MOST_EDGES = 50_000_000

_allowed: ContextVar[tuple[int, int]] = ContextVar("_allowed", default=(MOST_VERTICES, MOST_EDGES))


@contextmanager
def at_most(vertices: int, edges: int) -> Iterator[None]:
    """Within it, a few words may ask for so many vertices and edges and not more: for input of strangers.

    >>> with at_most(100, 100):
    ...     most_vertices()
    100
    """
    before = _allowed.set((vertices, edges))
    try:
        yield
    finally:
        _allowed.reset(before)


def most_vertices(most: int = MOST_VERTICES) -> int:
    """How many vertices a few words may ask for, ``most`` unless fewer are allowed here."""
    return min(most, _allowed.get()[0])


def integer(field: str, value: int, least: int, most: int | None = None) -> int:
    """``value`` if it is an integer in the range; an InputError that names ``field`` otherwise."""
    try:
        number = least - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        accepted = f"at least {least}" if most is None else f"from {least} to {show(most)}"
        raise InputError(field, f"{show(value)}; accepted: an integer {accepted}")
    return number


def generator(seed: int) -> Random:
    """The random numbers of a seed."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError("seed", f"{show(seed)}; accepted: an integer")
    return Random(seed)


def check_size(field: str, n: int, m: int) -> None:
    """An InputError if a graph of n vertices and m edges is too large to be built on request."""
    vertices, edges = _allowed.get()
    for count, most, what in ((n, vertices, "vertices"), (m, edges, "edges")):
        if count > most:
            raise InputError(field, f"the graph would have {show(count)} {what}; accepted: at most {most}")
