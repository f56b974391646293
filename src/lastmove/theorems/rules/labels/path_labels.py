"""Who wins where the token never comes back: on acyclic digraphs and on trees, every start at once."""

from __future__ import annotations

from itertools import compress, pairwise
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend, listed
from lastmove.theorems.rules.labels import path_label_kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.graphs.csr import CSR

KERNELS = "theorems.rules.labels.path_label_kernels"
backend.KERNELS.add(KERNELS)
BY_OPTIONS = path_label_kernels.BY_OPTIONS
"""The rule for a vertex whose label depends on where the token can go from it."""


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
