"""Labels P and N on the vertices of a graph, as the rules for games on graphs need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.graphs.components import strong_components

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["NONE", "StrongLabels", "descent_labels", "strong_labels"]

NONE = -1
"""No vertex."""


def descent_labels(neighbours: Sequence[Sequence[int]], weights: Sequence[int], within: Iterable[int]) -> list[bool]:
    """For each vertex whether it is P: inside, and without a P neighbour of strictly smaller weight.

    The labels of a vertex depend on lighter ones only, so they are given by increasing weight. Vertices outside
    ``within`` are not labelled (False) and do not count as neighbours. Sorting is all that costs more than linear time.

    Examples
    --------
    >>> descent_labels([[1], [0, 2], [1, 3], [2]], [2, 3, 4, 4], range(4))
    [True, False, True, True]
    """
    loses = [False] * len(neighbours)
    for u in sorted(within, key=weights.__getitem__):
        loses[u] = not any(loses[v] and weights[v] < weights[u] for v in neighbours[u])
    return loses


class StrongLabels(NamedTuple):
    """The labelling of Definition 7 of Duchêne and Renault; vertices outside have False, NONE and 0.

    Attributes
    ----------
    loses
        Whether the vertex is P.
    towards
        For an N vertex an out-neighbour that the proof moves to: a P vertex of the set that made it N, or another
        vertex of its own even set. NONE for the others.
    size
        The size of the closed set the vertex was labelled in; 0 for those that lead into one.
    sets
        The closed sets, in the order in which they were labelled.
    """

    loses: list[bool]
    towards: list[int]
    size: list[int]
    sets: list[list[int]]


def strong_labels(
    neighbours: Sequence[Sequence[int]], within: Iterable[int], *, contracted: int = NONE
) -> StrongLabels:
    """Label a digraph from its sinks: Definition 7 of Duchêne and Renault.

    Take a strongly connected set S that no arc leaves. If its size is even, its vertices are N and are removed. If it
    is odd, they are P, the vertices with an arc into S are N, and both are removed. Go on until nothing is left; the
    labels do not depend on the choices.

    Parameters
    ----------
    neighbours
        The out-neighbours of each vertex; loops change nothing.
    within
        The vertices of the subgraph to label.
    contracted
        A vertex of ``within`` to be read as deleted with its arcs p -> v -> s replaced by p -> s. It is not counted,
        and its own label only says whether leading to it is leading to a P vertex.

    Notes
    -----
    Components come sinks first, so when one is reached every P vertex it leads to is known. What leads there is N, and
    only if that takes something away must the rest be divided again: O(n m) at worst, linear where that is rare.
    """
    labels = StrongLabels([False] * len(neighbours), [NONE] * len(neighbours), [0] * len(neighbours), [])
    pending = strong_components(neighbours, within)[::-1]
    while pending:
        part = pending.pop()
        if contracted in part:
            part.sort(key=lambda u: u != contracted)
        rest = [u for u in part if not _leads_to_p(neighbours, labels, u, contracted)]
        if len(rest) == len(part):
            _close(neighbours, labels, part, contracted)
        else:
            pending += strong_components(neighbours, rest)[::-1]
    return labels


def _leads_to_p(neighbours: Sequence[Sequence[int]], labels: StrongLabels, u: int, contracted: int) -> bool:
    """Whether u has an arc to a P vertex; it is labelled N then, or P in name only if it is contracted."""
    towards = next((v for v in neighbours[u] if labels.loses[v]), NONE)
    if towards == NONE:
        return False
    if u == contracted:
        labels.loses[u] = True
    else:
        labels.towards[u] = towards
    return True


def _close(neighbours: Sequence[Sequence[int]], labels: StrongLabels, part: list[int], contracted: int) -> None:
    """Label a strongly connected set that no arc leaves."""
    size = len(part) - (contracted in part)
    inside = set(part)
    labels.sets.append(part)
    for u in part:
        labels.loses[u] = size % 2 == 1
        labels.size[u] = size
        if size % 2 == 0:
            labels.towards[u] = next((v for v in neighbours[u] if v in inside and v != u), NONE)
