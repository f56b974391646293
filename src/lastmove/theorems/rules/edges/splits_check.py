"""Edge NimG in normal play on threshold and split graphs, and by loops: the check looks again."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import RuleCertificate
from lastmove.certificates.certificate import CheckResult, array, number, numbers
from lastmove.core.errors import Refuted, show, show_json
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.theorems.rules.edges.rounds_check import Ways, ways_of

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.boards import Answers
    from lastmove.certificates.certificate import Body


def _component(ways: Ways, root: int) -> list[int]:
    members, seen = [root], {root}
    for u in watched(members):
        for _, v, _ in ways[u]:
            if v not in seen:
                seen.add(v)
                members.append(v)
    return members


def _in_normal_play(board: Any, play: Play) -> Ways:
    if play is not Play.NORMAL:
        raise Refuted("this rule is for normal play")
    return ways_of(board, directed=False)


def _is_simple(ways: Ways, u: int) -> bool:
    """Whether a vertex has no loop and no two edges to the same vertex."""
    return len({v for _, v, _ in ways[u]} - {u}) == len(ways[u])


def thresholds(board: Any, play: Play) -> Answers:
    """LM46: ordered by degree, each vertex has all neighbours of the next one, but for the two themselves."""
    ways = _in_normal_play(board, play)
    known: dict[int, CheckResult | None] = {}

    def look(members: list[int]) -> None:
        near = {u: {v for _, v, _ in ways[u]} for u in members}
        order = sorted(members, key=lambda u: len(near[u]), reverse=True)
        nested = all(near[v] <= near[u] | {u} for u, v in pairwise(order))
        if not nested or not all(_is_simple(ways, u) for u in members):
            known.update(dict.fromkeys(members))
            return
        for u in watched(members, 16):
            above = next((v for v in order if v != u and v not in near[u]), None)
            lost = not near[u] or (above is not None and near[u] <= near[above])
            which = "some" if lost else "no"
            text = f"in a threshold graph {which} vertex not joined to the token's is joined to all its neighbours"
            known[u] = CheckResult(not lost, text)

    def answer(u: int) -> CheckResult | None:
        if u not in known:
            look(_component(ways, u))
        return known[u]

    return answer


def loops_decide(board: Any, play: Play) -> Answers:
    """LM48: no edge joins two vertices whose loops have nim-sum 0; these are P, the others N."""
    ways = _in_normal_play(board, play)
    sums = [0] * len(ways)
    for u, around in enumerate(ways):
        for weight in {edge: weight for edge, v, weight in around if v == u}.values():
            sums[u] ^= weight
    fits: dict[int, bool] = {}

    def answer(u: int) -> CheckResult | None:
        if u not in fits:
            members = _component(ways, u)
            good = not any(v != w and not sums[v] and not sums[w] for v in members for _, w, _ in ways[v])
            fits.update(dict.fromkeys(members, good))
        text = "no edge joins two vertices whose loops have the nim-sum 0; the token's loops have " + show(sums[u])
        return CheckResult(sums[u] != 0, text) if fits[u] else None

    return answer


@dataclass(frozen=True, slots=True)
class Tops(RuleCertificate):
    """Independent sets with a top: what is left of their components are cliques (LM47).

    Attributes
    ----------
    tops
        For each a vertex, and the independent set that it is in.
    """

    kind = "tops"

    tops: tuple[tuple[int, tuple[int, ...]], ...]

    def answers(self, board: Any, play: Play) -> Answers:
        ways = _in_normal_play(board, play)
        found: dict[int, CheckResult] = {}
        for top, members in watched(self.tops, 1):
            if top >= len(ways) or top not in members:
                raise Refuted(f"the top {show(top)} is not in its set")
            inside, component = set(members), _component(ways, top)
            clique = set(component) - inside
            if len(inside) != len(members) or len(inside) + len(clique) != len(component):
                raise Refuted("a set has a vertex twice, or one that is not joined to its top")
            above = {v for _, v, _ in ways[top]}
            for u in component:
                near = {v for _, v, _ in ways[u]}
                if not _is_simple(ways, u):
                    raise Refuted(f"{show(u)} has a loop, or two edges to the same vertex")
                if near - above if u in inside else len(near & clique) != len(clique) - 1:
                    raise Refuted(f"{show(u)} is neither below the top nor joined to all of the clique")
            for u in inside - {top}:
                found[u] = CheckResult(False, "another vertex of an independent set has all neighbours of the token's")
            for u in clique:
                if any(v in inside and v != top for _, v, _ in ways[u]):
                    text = "once an edge to a vertex below the top of an independent set is used up, that is lost"
                    found[u] = CheckResult(True, text)
        return found.get

    def body(self) -> dict[str, object]:
        return {"tops": [[top, list(members)] for top, members in self.tops]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("tops")
        found = []
        for raw in body.items("tops"):
            each = array(raw, "tops")
            if len(each) != 2:
                raise Refuted(f"tops: {show_json(raw)}; accepted: an array of a vertex and a set")
            found.append((number(each[0], "tops"), numbers(each[1], "tops")))
        return cls(tuple(found))
