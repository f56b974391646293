"""Labels P and N on the vertices of a graph, as the rules for games on graphs need them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import watched
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import small_weights
from lastmove.theorems.rules.labels.strong_label_kernels import Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.graphs.csr import CSR

KERNELS = "theorems.rules.labels.strong_label_kernels"
backend.KERNELS.add(KERNELS)

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
    """The labelling of Definition 7 of Duchêne and Renault; vertices outside have 0, NONE and 0.

    Attributes
    ----------
    loses
        For each vertex a byte: 1 if it is P.
    towards
        For an N vertex an out-neighbour that the proof moves to: a P vertex of the set that made it N, or another
        vertex of its own even set. NONE for the others.
    size
        The size of the closed set the vertex was labelled in; 0 for those that lead into one.
    listed, ends
        The closed sets one after the other, in the order in which they were labelled, and a 1 where one ends.
    """

    loses: bytes
    towards: Sequence[int]
    size: Sequence[int]
    listed: list[int]
    ends: bytes

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The closed sets."""
        places = [0, *(k for k, end in enumerate(self.ends, start=1) if end)]
        return tuple(tuple(self.listed[begin:end]) for begin, end in pairwise(watched(places)))


def strong_labels(rows: CSR, within: Iterable[int], *, contracted: int = NONE) -> StrongLabels:
    """Label a digraph from its sinks: Definition 7 of Duchêne and Renault.

    Take a strongly connected set S that no arc leaves. If its size is even, its vertices are N and are removed. If it
    is odd, they are P, the vertices with an arc into S are N, and both are removed. Go on until nothing is left; the
    labels do not depend on the choices.

    Parameters
    ----------
    rows
        The out-neighbours of each vertex; loops change nothing.
    within
        The vertices of the subgraph to label.
    contracted
        A vertex of ``within`` to be read as deleted with its arcs p -> v -> s replaced by p -> s. It is not counted,
        and its own label only says whether leading to it is leading to a P vertex.

    Examples
    --------
    >>> from lastmove.graphs.csr import CSR
    >>> strong_labels(CSR([0, 1, 2, 3], [1, 0, 0]), [0, 1, 2]).sets
    ((0, 1), (2,))

    Notes
    -----
    Components come sinks first, so when one is reached every P vertex it leads to is known. What leads there is N, and
    only if that takes something away must the rest be divided again: O(n m) at worst, linear where that is rare.
    """
    make = choose_backend(rows.n + len(rows.indices))
    work = Work.new(rows.n, make)
    chosen = list(within)
    work.roots[: len(chosen)] = chosen
    count = make.kernels(KERNELS).label_sets(make.rows(rows), work, len(chosen), contracted)
    sets = work.sets[:count], work.ends[:count]
    return StrongLabels(bytes(work.loses), listed(work.towards), listed(work.size), listed(sets[0]), bytes(sets[1]))
