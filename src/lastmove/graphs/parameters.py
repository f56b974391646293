"""The checks that families of graphs make on their parameters."""

from __future__ import annotations

import operator
from random import Random

from lastmove.core.errors import InputError, show

__all__ = ["MOST_EDGES", "MOST_VERTICES", "check_size", "generator", "integer"]

MOST_VERTICES = 10_000_000
MOST_EDGES = 50_000_000


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
    for count, most, what in ((n, MOST_VERTICES, "vertices"), (m, MOST_EDGES, "edges")):
        if count > most:
            raise InputError(field, f"the graph would have {show(count)} {what}; accepted: at most {most}")
