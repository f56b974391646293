"""Edge NimG on trees: the types of all branches, each of which follows from those further on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import RuleCertificate
from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.games.edge_nimg import EdgeNimG

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.boards import Answers
    from lastmove.certificates.certificate import Body

LOST, FRAGILE, SOLID, NO_TREE, UNSEEN = range(5)


def kind_of(lost: int, bad: int, *, misere: bool) -> int:
    """The type of a vertex from its branches: how many are LOST, and how many are bad.

    A branch is bad if it is not FRAGILE behind an edge of weight at least 2.
    """
    if lost:
        return SOLID
    return FRAGILE if misere and not bad else LOST


@dataclass(frozen=True, slots=True)
class Branches(RuleCertificate):
    """Branches of trees by the edge that leads into them, as pairs [u, v]: the branch at v, seen from u.

    Attributes
    ----------
    lost
        The branches of type LOST.
    fragile
        Those of type FRAGILE, in misère play. All others are SOLID.
    """

    kind = "branches"

    lost: tuple[tuple[int, int], ...]
    fragile: tuple[tuple[int, int], ...] = ()

    def answers(self, board: Any, play: Play) -> Answers:
        if not isinstance(board, EdgeNimG) or board.graph.directed:
            raise Refuted("types of branches are for Edge NimG on undirected graphs")
        n, misere = board.graph.n, play is Play.MISERE
        given = dict.fromkeys(self.lost, LOST) | dict.fromkeys(self.fragile, FRAGILE)
        if len(given) != len(self.lost) + len(self.fragile):
            raise Refuted("a branch stands there twice")
        around: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        for (u, v), weight in zip(watched(board.graph.ends()), board.weights, strict=True):
            if weight:
                around[u].append((v, weight))
                around[v].append((u, weight))  # a loop twice: what has one is no tree
        labels = _Labels(around, given, misere=misere)
        said = "the token's component is a tree, and the types of its branches follow from each other"

        def answer(u: int) -> CheckResult | None:
            kind = labels.at(u)
            return None if kind == NO_TREE else CheckResult(kind != LOST, said)

        return answer

    def body(self) -> dict[str, object]:
        return {"lost": list(map(list, self.lost)), "fragile": list(map(list, self.fragile))}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("lost", "fragile")
        return cls(body.pairs("lost"), body.pairs("fragile"))


class _Labels:
    """What the types of branches say of each vertex; a component is looked at when one of its vertices is asked for."""

    def __init__(self, around: list[list[tuple[int, int]]], given: dict[tuple[int, int], int], *, misere: bool) -> None:
        self.around, self.given, self.misere = around, given, misere
        self.kinds = bytearray([UNSEEN]) * len(around)

    def at(self, root: int) -> int:
        """The type of a vertex with all its branches, NO_TREE if its component is none; Refuted if a type is wrong."""
        if self.kinds[root] == UNSEEN:
            members, seen = [root], {root}
            for u in watched(members):
                for v, _ in self.around[u]:
                    if v not in seen:
                        seen.add(v)
                        members.append(v)
            if sum(len(self.around[u]) for u in members) != 2 * (len(members) - 1):
                for u in members:
                    self.kinds[u] = NO_TREE
                return NO_TREE
            for v in watched(members):
                self._look_at(v)
        return self.kinds[root]

    def _look_at(self, v: int) -> None:
        """Find the type of a vertex; hold those that it has as a branch, seen from its neighbours, against its own."""
        branches = [(self.given.get((v, u), SOLID), weight) for u, weight in self.around[v]]
        lost = sum(kind == LOST for kind, _ in branches)
        bad = sum(kind != FRAGILE or weight < 2 for kind, weight in branches)
        self.kinds[v] = kind_of(lost, bad, misere=self.misere)
        for (u, _), (kind, weight) in zip(self.around[v], branches, strict=True):
            others = lost - (kind == LOST), bad - (kind != FRAGILE or weight < 2)
            if self.given.get((u, v), SOLID) != kind_of(*others, misere=self.misere):
                raise Refuted(f"the type of the branch at {v}, seen from {u}, does not follow from those behind it")
