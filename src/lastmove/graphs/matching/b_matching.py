"""A largest b-matching of a bipartite graph with weights on its vertices, and which vertices others do not fill.

A b-matching takes each edge some number of times, so that every vertex v is on at most w(v) of what is taken. It
*fills* v if there are exactly w(v). With all weights 1 it is a matching.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from lastmove.graphs.backend import Plain, choose_backend, listed
from lastmove.graphs.csr import LARGEST
from lastmove.graphs.matching.flow import LEFT, NONE, RIGHT, Flow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.graphs.backend import Backend
    from lastmove.graphs.csr import CSR


class BMatching:
    """A largest b-matching, found when this is made, and further questions about it.

    Parameters
    ----------
    rows
        A bipartite graph.
    weights
        For each vertex an integer >= 0 of any size.
    backend
        How to run; by default the size of the graph decides. Weights beyond 2^62 are for lists.

    Examples
    --------
    >>> from lastmove.graphs.csr import rows_of_lists
    >>> star = BMatching(rows_of_lists([[1, 2], [0], [0]]), [5, 4, 3])
    >>> star.size, star.not_filled, star.least_load(2)
    (5, [0, 1, 1], 1)
    """

    def __init__(self, rows: CSR, weights: Sequence[int], *, backend: Backend | None = None) -> None:
        if backend is None:
            fits = max(weights, default=0) < LARGEST
            backend = choose_backend(rows.n + len(rows.indices) // 2) if fits else Plain()
        self.backend = backend
        self._kernels = backend.kernels("graphs.matching.flow")
        self.flow = Flow.new(backend.rows(rows), weights, backend)
        self._kernels.begin(self.flow)
        self._kernels.serve_leaves(self.flow)
        self._kernels.push_all(self.flow, LEFT)

    @cached_property
    def size(self) -> int:
        """How many edges are taken, each counted as often as it is."""
        return sum(listed(self.flow.taken)) // 2

    @cached_property
    def _marks(self) -> tuple[Any, Any]:
        n = len(self.flow.side)
        marks = self.backend.bits(n), self.backend.ints(n, NONE)
        self._kernels.mark_not_filled(self.flow, *marks)
        return marks

    @property
    def not_filled(self) -> Any:
        """For each vertex a 1 if some largest b-matching does not fill it: a list or a numpy array."""
        return self._marks[0]

    @property
    def towards(self) -> Any:
        """For each vertex a neighbour that some largest b-matching does not fill, -1 where there is none."""
        return self._marks[1]

    def least_load(self, v: int) -> int:
        """The least that a largest b-matching takes at v.

        Notes
        -----
        Without v the largest b-matching is smaller by just as much. So v is taken away, and what was taken there is
        pushed elsewhere, as far as that can be done.
        """
        flow = self.flow.copy()
        load = sum(map(int, flow.taken[flow.indptr[v] : flow.indptr[v + 1]]))
        self._kernels.take_away(flow, v)
        return load - int(self._kernels.push_all(flow, RIGHT if flow.side[v] == RIGHT else LEFT))
