"""The weights of a board as a caller gives them: a mapping or a list, checked."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.graphs.graph import Graph

__all__ = ["checked_weights"]


def checked_weights(graph: Graph, given: Any, least: int) -> tuple[int, ...]:
    """A weight for each vertex in order; an InputError names a vertex that has none, or less than ``least``."""
    if hasattr(given, "keys"):
        for vertex in given:
            if vertex not in graph.numbers:
                raise InputError("weights", f"{show(vertex)} is not a vertex; {graph.describe_vertices()}")
        missing = next((v for v in graph.vertices if v not in given), None)
        if missing is not None:
            raise InputError("weights", f"vertex {show(missing)} has none; every vertex needs one")
        listed = [given[vertex] for vertex in graph.vertices]
    else:
        try:
            listed = list(given)
        except TypeError:
            raise InputError("weights", f"{show(given)}; accepted: a list or a mapping of integers") from None
        if len(listed) != graph.n:
            raise InputError("weights", f"{len(listed)} weights for {graph.n} vertices; every vertex needs one")
    return tuple(_weight(value, graph.vertices[place], least) for place, value in enumerate(listed))


def _weight(value: object, vertex: Hashable, least: int) -> int:
    try:
        weight = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        weight = None
    if weight is None or weight < least:
        problem = f"vertex {show(vertex)} has weight {show(value)}; weights are integers >= {least}"
        raise InputError("weights", problem)
    return weight
