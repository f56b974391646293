"""Directed Vertexnim with a loop on every vertex: the sets of Definition 7 of Duchêne and Renault."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers
from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend
from lastmove.graphs.csr import CSR, rows_of
from lastmove.theorems.rules.labels.closed_sets_check_kernels import AN_ARC_LEAVES, NOT_STRONG, NOT_THERE, RIGHT, THERE
from lastmove.theorems.rules.vertexnim_check import heavy_or_ones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.certificates.boards import Answers
    from lastmove.core.play import Play

KERNELS = "theorems.rules.labels.closed_sets_check_kernels"
backend.KERNELS.add(KERNELS)

_WRONG = {
    NOT_THERE: "a set is empty, or has a vertex that is not there",
    AN_ARC_LEAVES: "an arc leaves a set for a vertex that is still there",
    NOT_STRONG: "a set is not strongly connected",
}


def closed_sets(board: Any, play: Play, _: object, sets: Sequence[Sequence[int]]) -> Answers:
    """Each set S is strongly connected among the vertices of weight 1, and no arc leaves it but to removed ones.

    An even S is labelled N and removed; an odd one is labelled P and removed together with the set T of all vertices
    with an arc into it, which are labelled N.
    """
    cases = heavy_or_ones(board, play)
    weights, n = board.weights, board.graph.n
    listed = list(chain.from_iterable(sets))
    if not all(sets) or any(u >= n for u in listed):
        raise Refuted(_WRONG[NOT_THERE])
    given = rows_of(board.graph)
    make = choose_backend(n + len(given.indices))
    kernels, rows, label = make.kernels(KERNELS), make.rows(given), make.bits(n)
    label[:] = make.flags(bytes(THERE if weight == 1 else WINS for weight in weights))
    back = make.rows(CSR(make.ints(n + 2), make.ints(len(given.indices))))
    kernels.turn_round(rows, back.indptr, back.indices)
    ends, places = list(accumulate(map(len, sets))), make.given(listed)
    wrong = kernels.check_sets(rows, back, places, make.given(ends), label, make.ints(n), make.ints(n), make.ints(n))
    if wrong != RIGHT:
        raise Refuted(_WRONG[wrong])
    labels = bytes(label)

    def answer(u: int) -> CheckResult | None:
        found = cases(u)
        if found is None and labels[u] != THERE:
            name = "P" if labels[u] == LOSES else "N"
            said = f"{len(sets)} closed sets follow Definition 7, and the token is labelled {name}"
            found = CheckResult(labels[u] == WINS, said)
        return found

    if all(weight == 1 for weight in weights):
        found = [cases(u) for u in range(n)]
        return AllAnswers(bytes(UNDECIDED if each is None else each.wins for each in found), answer)
    return AllAnswers(labels, answer)  # THERE is UNDECIDED
