"""Labels P and N on vertices or on directed edges, with conditions that each can be seen from its neighbours.

The labels are never worked out here: that they satisfy the conditions is enough, because the conditions refer from each
vertex to lighter, earlier or further ones only, so that no two labellings satisfy them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import AllAnswers, Answers, RuleCertificate
from lastmove.certificates.certificate import CheckResult, numbers, pairs
from lastmove.core.errors import Refuted, show
from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.games.edge_geography import EdgeGeography
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.games.nimg import NimGMR, NimGRM
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs import backend
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import CSR, rows_of
from lastmove.theorems.rules.labels_check_kernels import (
    AN_ARC_LEAVES,
    BY_NEIGHBOURS,
    BY_OPTIONS,
    MUST_LOSE,
    MUST_WIN,
    NO_TREE,
    NONE,
    NOT_STRONG,
    NOT_THERE,
    RIGHT,
    THERE,
)
from lastmove.theorems.rules.vertexnim_check import Edges, heavy_or_ones, undirected_cases

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.graphs.graph import Graph

    Lists = tuple[tuple[int, ...], ...]

KERNELS = "theorems.rules.labels_check_kernels"
backend.KERNELS.add(KERNELS)

_OTHER = bytes([1, 0]) + bytes(254)
"""From a label P to LOSES and from N to WINS, for ``bytes.translate``."""
_WRONG = {
    NOT_THERE: "a set is empty, or has a vertex that is not there",
    AN_ARC_LEAVES: "an arc leaves a set for a vertex that is still there",
    NOT_STRONG: "a set is not strongly connected",
}


@dataclass(frozen=True, slots=True)
class Labelling(RuleCertificate):
    """The vertices labelled P (the others are N), and what else the rule needs.

    Attributes
    ----------
    rule
        LM1, LM5, definition-7, acyclic or trees.
    lost
        The vertices labelled P; for trees the directed edges [u, v] such that the player to move on v, the token coming
        from u, loses.
        Empty for Definition 7, where the sets say it.
    lists
        ``order`` for acyclic digraphs, ``sets`` for Definition 7.
    """

    kind = "labelling"

    rule: str
    lost: tuple[int, ...] | Lists = ()
    lists: tuple[int, ...] | Lists = ()

    def answers(self, board: Any, play: Play) -> Answers:
        return RULES[self.rule](board, play, self.lost, self.lists)

    def body(self) -> dict[str, object]:
        found: dict[str, object] = {"rule": self.rule}
        if self.rule != "definition-7":
            found["lost"] = [list(edge) for edge in self.lost] if self.rule == "trees" else list(self.lost)  # type: ignore[arg-type]
        if self.rule == "acyclic":
            found["order"] = list(self.lists)
        if self.rule == "definition-7":
            found["sets"] = [list(each) for each in self.lists]  # type: ignore[arg-type]
        return found

    @classmethod
    def read(cls, body: Body) -> Self:
        rule = body.text("rule")
        if rule not in RULES:
            raise Refuted(f"rule: {show(rule)}; accepted: {', '.join(RULES)}")
        if rule == "definition-7":
            body.only("rule", "sets")
            return cls(rule, (), tuple(numbers(each, "sets") for each in body.items("sets")))
        if rule == "trees":
            body.only("rule", "lost")
            return cls(rule, pairs(body.get("lost"), "lost"))
        body.only("rule", "lost", *(["order"] if rule == "acyclic" else []))
        return cls(rule, body.numbers("lost"), body.numbers("order") if rule == "acyclic" else ())


def _lm1(board: Any, play: Play, lost: Sequence[int], _: object) -> Answers:
    """LM1: weight 0 is P; else N iff a loop, no neighbour, or a lighter P neighbour."""
    if not isinstance(board, NimGRM) or board.graph.directed or play is not Play.NORMAL:
        raise Refuted("LM1 decides NimG-RM on undirected graphs in normal play")
    edges = Edges(board)
    known = zip(board.weights, edges.looped, edges.joined, strict=True)
    rule = bytes(
        MUST_LOSE if not weight else MUST_WIN if loop or not joined else BY_NEIGHBOURS for weight, loop, joined in known
    )
    loses = edges.checked(lost, rule, "LM1")
    said = "the labels satisfy LM1 at every vertex, and the token's vertex is labelled "
    return AllAnswers(loses.translate(_OTHER), lambda u: CheckResult(not loses[u], said + ("P" if loses[u] else "N")))


def _lm5(board: Any, play: Play, lost: Sequence[int], _: object) -> Answers:
    """LM5: the cases that need no labels, and on quiet vertices N iff a lighter quiet P neighbour."""
    cases = undirected_cases(board, play)
    edges = Edges(board)
    known = zip(edges.light, edges.looped, edges.joined, edges.beside, strict=True)
    rule = bytes(
        MUST_WIN if light or loop or near or not joined else BY_NEIGHBOURS for light, loop, joined, near in known
    )
    loses = edges.checked(lost, rule, "LM5")

    def answer(u: int) -> CheckResult | None:
        found = cases(u)
        if found is None:
            label = "P" if loses[u] else "N"
            found = CheckResult(not loses[u], f"the labels of the quiet vertices satisfy LM5; the token's is {label}")
        return found

    quiet = zip(cases.codes, loses, strict=True)
    return AllAnswers(bytes(not lost if code == UNDECIDED else code for code, lost in quiet), answer)


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


def acyclic(board: Any, play: Play, lost: Sequence[int], order: Sequence[int]) -> Answers:
    """Every vertex of ``order`` comes after all its out-neighbours, and is labelled as they make it."""
    games = VertexGeography | EdgeGeography | NimGRM | NimGMR | EdgeNimG
    if not isinstance(board, games) or not board.graph.directed:
        raise Refuted("this rule is for Geography and NimG on digraphs")
    graph = board.live_graph() if isinstance(board, EdgeNimG) else board.graph
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


RULES: dict[str, Callable[..., Answers]] = {
    "LM1": _lm1,
    "LM5": _lm5,
    "definition-7": closed_sets,
    "acyclic": acyclic,
    "trees": trees,
}
