"""Where the token never comes back: acyclic digraphs, labels on vertices; trees, labels on directed edges."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers
from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.nimg import NimGMR, NimGRM
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import rows_of
from lastmove.theorems.rules.labels.path_labels_check_kernels import BY_OPTIONS, NO_TREE, NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.certificates.boards import Answers
    from lastmove.core.play import Play
    from lastmove.graphs.csr import CSR
    from lastmove.graphs.graph import Graph

KERNELS = "theorems.rules.labels.path_labels_check_kernels"
backend.KERNELS.add(KERNELS)


def acyclic(board: Any, play: Play, lost: Sequence[int], order: Sequence[int]) -> Answers:
    """Every vertex of ``order`` comes after all its out-neighbours, and is labelled as they make it."""
    if not isinstance(board, VertexGeography | EdgeGeography | NimGRM | NimGMR) or not board.graph.directed:
        raise Refuted("this rule is for Geography and NimG on digraphs")
    graph = board.graph
    place, loses = [NONE] * graph.n, bytearray(graph.n)
    for number, u in enumerate(watched(order)):
        if u >= graph.n or place[u] != NONE:
            raise Refuted(f"order: {u} is no vertex, or stands there twice")
        place[u] = number
    for u in watched(lost):
        if u >= graph.n or place[u] == NONE:
            raise Refuted(f"lost: {u} is no vertex of the order")
        loses[u] = 1
    make = choose_backend(graph.n + graph.m)
    kernels, arcs, places = make.kernels(KERNELS), (make.given(graph.tails), make.given(graph.heads)), make.given(place)
    early = kernels.unordered_arc(*arcs, places, not isinstance(board, VertexGeography))
    if early != NONE:
        raise Refuted(f"order: an out-neighbour of {early} does not come before it")
    rule, counted = map(make.flags, _rules(board, play))
    stuck, found = int(play.wins_when_stuck), bytes(loses)
    wrong = kernels.wrong_walk(*arcs, places, rule, counted, stuck, make.flags(found), make.ints(graph.n, NONE))
    if wrong != NONE:
        label = "P" if found[wrong] else "N"
        raise Refuted(f"vertex {wrong} is labelled {label}, its out-neighbours say otherwise")

    def answer(u: int) -> CheckResult | None:
        if place[u] == NONE:
            return None
        label = "P" if found[u] else "N"
        return CheckResult(not found[u], f"no circuit can be reached, and every label follows; the token's is {label}")

    codes = bytes(UNDECIDED if at == NONE else not lose for at, lose in zip(place, found, strict=True))
    return AllAnswers(codes, answer)


def _rules(board: Any, play: Play) -> tuple[bytes, bytes]:
    """For each vertex its label, or that it depends on where the token can go; and whether the token can go there."""
    n, stuck = board.graph.n, play.wins_when_stuck
    if isinstance(board, NimGMR):
        return bytes([BY_OPTIONS]) * n, bytes(map(bool, board.weights))
    if not isinstance(board, NimGRM):
        return bytes([BY_OPTIONS]) * n, b"\1" * n
    leads = bytearray(n)
    for u in watched(board.graph.tails):
        leads[u] = 1
    # without an out-neighbour, taking tokens ends the game: the last move is made
    known = zip(board.weights, leads, strict=True)
    rule = bytes(stuck if not weight else BY_OPTIONS if lead else not stuck for weight, lead in known)
    return rule, b"\1" * n


def trees(board: Any, play: Play, lost: Sequence[tuple[int, int]], _: object) -> Answers:
    """On a tree, to move on v coming from u is lost iff no other branch at v is lost (on a leaf: iff stuck loses)."""
    if not isinstance(board, VertexGeography | EdgeGeography) or board.graph.directed:
        raise Refuted("this rule is for Geography on undirected graphs")
    graph = board.graph
    n, given = graph.n, rows_of(graph)
    if any(u >= n or v >= n for u, v in lost):
        raise Refuted("lost: an end of an edge is no vertex")
    make = choose_backend(n + graph.m)
    kernels, rows, branches = make.kernels(KERNELS), make.rows(given), make.bits(len(given.indices))
    wrong = kernels.mark_branches(rows, make.given([u for u, _ in lost]), make.given([v for _, v in lost]), branches)
    if wrong != NONE:
        raise Refuted(f"lost: {list(lost[wrong])} is no edge, or stands there twice")
    ends = make.given(_edge_counts(graph, given, once=isinstance(board, VertexGeography)))
    queue, label = make.ints(n), make.ints(n, NONE)

    def answer(u: int) -> CheckResult | None:
        if label[u] == NONE:
            bad = kernels.check_tree(rows, ends, branches, int(play.wins_when_stuck), u, queue, label)
            if bad != NONE:
                raise Refuted(f"the label of a way to {bad} does not follow from those at {bad}")
        said = "the token's component is a tree, and the labels of its directed edges follow from each other"
        return None if label[u] == NO_TREE else CheckResult(bool(label[u]), said)

    return answer


def _edge_counts(graph: Graph, rows: CSR, *, once: bool) -> list[int]:
    """The number of edge ends at each vertex; ``once``: parallel edges count once, and loops not at all."""
    if once:
        return [end - begin for begin, end in pairwise(listed(rows.indptr))]
    ends = [0] * graph.n
    for u, v in watched(graph.ends()):
        ends[u] += 1
        ends[v] += 1
    return ends
