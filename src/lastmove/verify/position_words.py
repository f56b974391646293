"""Small positions in words, whole: their graph edge by edge, their weights, their token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import printable
from lastmove.games.token import TokenGame, WeightedTokenGame

if TYPE_CHECKING:
    from lastmove.games.base import Game
    from lastmove.graphs.graph import Graph

__all__ = ["in_words"]


def in_words(position: Game) -> str:
    """A position in one line that leaves nothing out; a graph that is a path is written from end to end.

    Examples
    --------
    >>> from lastmove.games.nimg import NimGRM
    >>> in_words(NimGRM([(0, 1), (1, 1)], [2, 1], start=0))
    'edges 0 - 1, 1 - 1; weights 0: 2, 1: 1; token on 0'
    >>> in_words(NimGRM([(0, 1), (2, 0)], [3, 4, 2], start=1))
    'path 1 - 0 - 2 with weights 4, 3, 2; token on 1'
    """
    if not isinstance(position, TokenGame):
        return position.summary()
    graph, names = position.graph, position.graph.vertices
    weights = position.weights if isinstance(position, WeightedTokenGame) else None
    path = _along(graph)
    if path:
        words = f"path {' - '.join(str(names[v]) for v in path)}"
        if weights is not None:
            words += f" with weights {', '.join(str(weights[v]) for v in path)}"
    else:
        words = _edge_by_edge(graph)
        if weights is not None:
            words += "; weights " + ", ".join(f"{v}: {weight}" for v, weight in zip(names, weights, strict=True))
    return printable(f"{words}; token on {position.start}")


def _along(graph: Graph) -> list[int]:
    """The vertices of a path of three or more from its first end on; an empty list for any other graph."""
    around = graph.neighbours
    ends = [v for v in range(graph.n) if len(around[v]) == 1]
    if graph.directed or graph.n < 3 or graph.m != graph.n - 1 or len(ends) != 2:
        return []
    walk = [ends[0]]
    while onward := [v for v in around[walk[-1]] if v not in walk]:
        if len(onward) > 1:
            return []
        walk += onward
    return walk if len(walk) == graph.n else []


def _edge_by_edge(graph: Graph) -> str:
    joint = " → " if graph.directed else " - "
    edges = ", ".join(f"{u}{joint}{v}" for u, v in graph.edges) or "none"
    words = f"{'arcs' if graph.directed else 'edges'} {edges}"
    covered = {end for edge in graph.edges for end in edge}
    alone = [str(v) for v in graph.vertices if v not in covered]
    if alone:
        words += f"; {'vertex' if len(alone) == 1 else 'vertices'} {', '.join(alone)} without edges"
    return words
