"""All small graphs, one of each shape: nothing is lost by leaving out the ways to number its vertices."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from operator import itemgetter
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.core.limits import watched
from lastmove.graphs.components import find_circuit
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Callable

    Counts = tuple[int, ...]
    Shuffle = Callable[[Counts], Counts]

__all__ = ["LARGEST", "small_graphs"]

LARGEST = {(False, False): 7, (False, True): 5, (True, False): 5, (True, True): 4}
"""The most vertices, by (directed, loops): beyond, there are too many graphs to list in a few seconds."""


@cache
def small_graphs(
    n: int,
    *,
    directed: bool = False,
    loops: bool = False,
    multiplicity: int = 1,
    most_edges: int | None = None,
    acyclic: bool = False,
) -> tuple[Graph, ...]:
    """Every graph on n vertices up to isomorphism, fewest edges first.

    Parameters
    ----------
    n
        The number of vertices.
    directed, loops
        Whether the edges are arcs; whether a vertex may have a loop.
    multiplicity
        How often an edge (or loop) may be repeated.
    most_edges
        How many edges there may be, repeated ones counted; ``None`` for any number.
    acyclic
        Digraphs without circuits only.

    Examples
    --------
    >>> [len(small_graphs(n)) for n in range(1, 6)]
    [1, 2, 4, 11, 34]

    Notes
    -----
    A graph with one edge more is a listed graph with an edge added. Each new one is listed once and all its
    renumberings, n! at most, are marked as seen: time O(graphs * n!).
    """
    largest = LARGEST[directed, loops]
    if not 0 <= n <= largest:
        kind = f"{'directed' if directed else 'undirected'} graphs with{'' if loops else 'out'} loops"
        raise InputError("size", f"{n}; accepted for {kind}: 0 to {largest} vertices")
    slots = [(u, v) for u in range(n) for v in range(n) if (directed or u <= v) and (loops or u != v)]
    shuffles = _renumberings(n, slots, directed)

    def allowed(counts: Counts) -> bool:
        return not acyclic or not _has_circuit(n, slots, counts)

    found: list[Counts] = []
    level: list[Counts] = [(0,) * len(slots)]
    edges = 0
    while level:
        found += level
        edges += 1
        level = [] if edges - 1 == most_edges else _with_one_more(level, multiplicity, shuffles, allowed)
    return tuple(
        Graph.numbered(
            n, [slot for slot, count in zip(slots, counts, strict=True) for _ in range(count)], directed=directed
        )
        for counts in found
    )


def _renumberings(n: int, slots: list[tuple[int, int]], directed: bool) -> list[Shuffle]:
    """What each permutation of the vertices does to the numbers of edges in each slot."""
    place = {slot: number for number, slot in enumerate(slots)}
    if not directed:
        place |= {(v, u): number for (u, v), number in place.items()}
    if len(slots) < 2:
        return [tuple]
    return [itemgetter(*(place[p[u], p[v]] for u, v in slots)) for p in permutations(range(n))]


def _with_one_more(
    level: list[Counts], multiplicity: int, shuffles: list[Shuffle], allowed: Callable[[Counts], bool]
) -> list[Counts]:
    """The graphs that have one edge more than those of ``level``."""
    seen: set[Counts] = set()
    found: list[Counts] = []
    for counts in watched(level, 1):
        for slot, count in enumerate(counts):
            larger = (*counts[:slot], count + 1, *counts[slot + 1 :])
            if count < multiplicity and larger not in seen:
                images = {shuffle(larger) for shuffle in shuffles}
                seen |= images
                if allowed(larger):
                    found.append(max(images))
    return sorted(found, reverse=True)


def _has_circuit(n: int, slots: list[tuple[int, int]], counts: Counts) -> bool:
    neighbours: list[list[int]] = [[] for _ in range(n)]
    for (u, v), count in zip(slots, counts, strict=True):
        if count:
            neighbours[u].append(v)
    return bool(find_circuit(neighbours))
