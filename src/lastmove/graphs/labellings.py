"""Labels P and N on the vertices of a graph, as the rules for games on graphs need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look, watched
from lastmove.graphs.backend import choose_backend
from lastmove.graphs.components import strong_components
from lastmove.graphs.weights import small_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["NONE", "DescentLabels", "StrongLabels", "beside", "descent_labels", "strong_labels"]

NONE = -1
"""No vertex."""


class DescentLabels(NamedTuple):
    """Labels by increasing weight.

    Attributes
    ----------
    loses
        For each vertex a byte: 1 if it is P.
    towards
        For a free N vertex a lighter P neighbour; NONE for the others.
    """

    loses: bytes
    towards: Sequence[int]


def descent_labels(rows: CSR, weights: Sequence[int], free: bytes, lost: bytes | None = None) -> DescentLabels:
    """Label the free vertices of a graph: P without a P neighbour of strictly smaller weight, N with one.

    Parameters
    ----------
    rows
        The graph.
    weights
        Integers >= 0 of any size.
    free
        A 1 for each vertex to be labelled.
    lost
        A 1 for each vertex that is P without being free; none by default.

    Notes
    -----
    The label of a vertex depends on lighter ones only, so they are given by increasing weight. Sorting is all that
    costs more than linear time.

    Examples
    --------
    >>> from lastmove.graphs.csr import rows_of_lists
    >>> path = rows_of_lists([[1], [0, 2], [1, 3], [2]])
    >>> list(descent_labels(path, [2, 3, 4, 4], bytes([1, 1, 1, 1])).loses)
    [1, 0, 1, 1]
    """
    make = choose_backend(rows.n + len(rows.indices) // 2)
    small = small_weights(weights)
    loses, towards = make.bits(rows.n), make.ints(rows.n, NONE)
    loses[:] = make.flags(lost if lost is not None else bytes(rows.n))
    descend = make.kernels("graphs.label_kernels").descend
    descend(make.rows(rows), make.given(small), make.order(small), make.flags(free), loses, towards)
    return DescentLabels(bytes(loses), towards)


def beside(rows: CSR, chosen: bytes) -> bytes:
    """A 1 for each vertex with a chosen neighbour."""
    make = choose_backend(rows.n + len(rows.indices) // 2)
    found = make.bits(rows.n)
    make.kernels("graphs.label_kernels").find_beside(make.rows(rows), make.flags(chosen), found)
    return bytes(found)


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
        look()
        part = pending.pop()
        if contracted in part:
            part.sort(key=lambda u: u != contracted)
        rest = [u for u in watched(part) if not _leads_to_p(neighbours, labels, u, contracted)]
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
