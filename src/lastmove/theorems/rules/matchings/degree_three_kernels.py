"""Misère Edge Geography at degree at most 3: from the classes of a matching to a move for every start.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.graphs.matching.forced_kernels import FORCED
from lastmove.graphs.matching.forest import OUTER

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["choose_moves"]

NONE = -1


def choose_moves(
    rows: CSR,
    fair: Sequence[int],
    degrees: Sequence[int],
    looped: Sequence[int],
    doubled: Sequence[int],
    kinds: Sequence[int],
    mate: Sequence[int],
    state: Sequence[int],
    codes: MutableSequence[int],
    towards: MutableSequence[int],
) -> None:
    """The code of every start, and where to go from those that are won; NONE where there is no move to make.

    ``kinds``, ``mate`` and ``state`` are those of the graph without vertices of degree 1; ``doubled`` has a 1 for each
    vertex that two edges join to its mate.
    """
    for u in range(len(codes)):
        look()
        towards[u] = NONE
        if not fair[u]:
            codes[u] = UNDECIDED
            continue
        if degrees[u] == 0:
            codes[u] = WINS
            continue
        if degrees[u] == 2:
            if kinds[u] != OUTER:
                towards[u] = mate[u]
        else:
            for k in range(rows.indptr[u], rows.indptr[u + 1]):
                v = rows.indices[k]
                if degrees[v] > 1 and kinds[v] == OUTER and towards[u] == NONE:
                    towards[u] = v
            if towards[u] == NONE and degrees[u] == 3:
                if looped[u] and kinds[u] == OUTER:
                    towards[u] = u
                elif state[u] == FORCED and not doubled[u]:
                    towards[u] = mate[u]
        codes[u] = WINS if towards[u] != NONE else LOSES
