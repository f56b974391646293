"""Labels P and N on the vertices of a graph, or on the directed edges of a tree, as the rules of games need them."""

from __future__ import annotations

from itertools import compress, pairwise
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import small_weights
from lastmove.theorems.rules.labels_kernels import LabelWork

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.graphs.csr import CSR


KERNELS = "theorems.rules.labels_kernels"
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
    descend = make.kernels(KERNELS).descend
    descend(make.rows(rows), make.given(small), make.order(small), make.flags(free), loses, towards)
    return DescentLabels(bytes(loses), towards)


def beside(rows: CSR, chosen: bytes) -> bytes:
    """A 1 for each vertex with a chosen neighbour."""
    make = choose_backend(rows.n + len(rows.indices) // 2)
    found = make.bits(rows.n)
    make.kernels(KERNELS).find_beside(make.rows(rows), make.flags(chosen), found)
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
    work = LabelWork.new(rows.n, make)
    chosen = list(within)
    work.roots[: len(chosen)] = chosen
    count = make.kernels(KERNELS).label_sets(make.rows(rows), work, len(chosen), contracted)
    sets = work.sets[:count], work.ends[:count]
    return StrongLabels(bytes(work.loses), listed(work.towards), listed(work.size), listed(sets[0]), bytes(sets[1]))


def acyclic_labels(
    rows: CSR, rule: bytes, counted: bytes, *, stuck_wins: bool, blocked: bytes | None = None
) -> tuple[bytes, list[int]]:
    """For each vertex of a digraph 1 if it is won, 0 if it is lost, 2 if a circuit can be reached; and an order.

    Parameters
    ----------
    rows
        The out-neighbours of each vertex, without loops.
    rule
        For each vertex 0 or 1 if that is its label, else BY_OPTIONS.
    counted
        A 1 for each vertex that the token may go to.
    stuck_wins
        Whether a vertex without such a neighbour is won.
    blocked
        A 1 for each vertex with a loop that counts as a circuit; none by default.

    Returns
    -------
    tuple
        The labels, and the labelled vertices, each after all its out-neighbours.

    Examples
    --------
    >>> from lastmove.graphs.csr import CSR
    >>> from lastmove.theorems.rules.labels_kernels import BY_OPTIONS
    >>> path = CSR([0, 1, 2, 2], [1, 2])
    >>> acyclic_labels(path, bytes([BY_OPTIONS] * 3), bytes([1] * 3), stuck_wins=False)
    (b'\\x00\\x01\\x00', [2, 1, 0])
    """
    n, m = rows.n, len(rows.indices)
    make = choose_backend(n + m)
    kernels, own = make.kernels(KERNELS), make.rows(rows)
    order, codes = make.ints(n), make.bits(n)
    codes[:] = make.flags(bytes([UNDECIDED]) * n)
    free = make.flags(bytes(n) if blocked is None else blocked)
    size = kernels.order_sinks_first(own, free, make.ints(n), make.counters(n + 2), make.ints(m), order)
    kernels.label_in_order(own, order, size, make.flags(rule), make.flags(counted), int(stuck_wins), codes)
    return bytes(codes), listed(order[:size])


class TreeLabels(NamedTuple):
    """Labels on the components of a graph that are trees.

    Attributes
    ----------
    codes
        For each vertex 1 if the token there is won, 0 if it is lost, 2 where the component is no tree.
    lost
        For each place in the rows a 1 if who is to move there, the way back being cut, loses.
    """

    rows: CSR
    codes: bytes
    lost: bytes

    def branches(self, u: int) -> list[int]:
        """The neighbours of u that are lost for the player who is to move there, coming from u."""
        begin, end = int(self.rows.indptr[u]), int(self.rows.indptr[u + 1])
        return list(compress(self.rows.row(u), self.lost[begin:end]))

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All lost branches, each as the two ends of an edge."""
        tails = (u for u, (begin, end) in enumerate(pairwise(listed(self.rows.indptr))) for _ in range(begin, end))
        return tuple(compress(zip(watched(tails), listed(self.rows.indices), strict=True), self.lost))


def tree_labels(rows: CSR, ends: Sequence[int], *, stuck_wins: bool, root: int | None = None) -> TreeLabels:
    """Label the trees among the components of a graph, or the component of ``root`` only.

    Parameters
    ----------
    rows
        The neighbours of each vertex, without loops.
    ends
        How many ends of edges there are at each vertex; more than neighbours where a component is not to be a tree.
    stuck_wins
        Whether the player without a move wins.

    Examples
    --------
    >>> from lastmove.graphs.csr import rows_of_lists
    >>> tree_labels(rows_of_lists([[1], [0, 2], [1]]), [1, 2, 1], stuck_wins=False).codes
    b'\\x00\\x01\\x00'
    """
    n, m = rows.n, len(rows.indices)
    make = choose_backend(n + m // 2)
    codes, lost = make.bits(n), make.bits(m)
    codes[:] = make.flags(bytes([UNDECIDED]) * n)
    first, last = (0, n) if root is None else (root, root + 1)
    room = make.ints(n), make.bits(n), make.ints(n), make.ints(n), make.ints(n)
    label_trees = make.kernels(KERNELS).label_trees
    label_trees(make.rows(rows), make.given(ends), int(stuck_wins), first, last, *room, lost, codes)
    return TreeLabels(rows, bytes(codes), bytes(lost))
