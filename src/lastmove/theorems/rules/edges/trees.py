"""Edge NimG on trees, both conventions: a type for each way from a vertex into a branch."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.theorems.rules.edges.live import NONE, LiveEdges
from lastmove.theorems.rules.edges.trees_check import FRAGILE, LOST, SOLID, Branches
from lastmove.theorems.statement import BoardVerdict, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.theorems.statement import MoveRange


class TreeBoard:
    """The types of all branches of the trees of a board, or of one tree.

    The type of the branch that an edge leads into from u says what happens to a player who is to move at its root, the
    way back to u cut: in normal play he loses (LOST) or wins (SOLID); in misère play he loses, wins (SOLID), or wins
    but would lose if a losing way out were added (FRAGILE). Each type follows from those of the branches further on:
    one walk from the leaves to the root, and one back.

    Attributes
    ----------
    within
        A 1 for each vertex whose component is a tree.
    down, up
        The type of the branch of a vertex seen from its parent, and that of the parent's seen from it.
    lost, bad
        How many branches at a vertex are LOST; how many are not FRAGILE behind an edge of weight at least 2.
    """

    def __init__(self, board: EdgeNimG, play: Play, root: int | None = None) -> None:
        self.live = LiveEdges(board)
        self.play = play
        n = self.live.n
        self.within, self.parent, self.over = bytearray(n), [NONE] * n, [NONE] * n
        self.down, self.up = bytearray(n), bytearray(n)
        self.lost, self.bad = [0] * n, [0] * n
        parts = self.live.components() if root is None else [self.live.component(root)]
        for members in watched(parts, 1):
            if self.live.edge_count(members) == len(members) - 1:
                self._label(members)

    def _label(self, members: list[int]) -> None:
        live, parent, over = self.live, self.parent, self.over
        for u in members:
            self.within[u] = 1
            for edge, v in live.around[u]:
                if v != parent[u]:
                    parent[v], over[v] = u, edge
        for v in reversed(members):
            self.down[v] = self._type(self.lost[v], self.bad[v])
            if parent[v] != NONE:
                self._count(parent[v], over[v], self.down[v], 1)
        for v in members[1:]:
            u = parent[v]
            self.up[v] = self._without(u, over[v], self.down[v])
            self._count(v, over[v], self.up[v], 1)

    def _type(self, lost: int, bad: int) -> int:
        """The type of a vertex with so many branches that are LOST, and so many that are bad."""
        if lost:
            return SOLID
        return FRAGILE if not bad and self.play is Play.MISERE else LOST

    def _count(self, u: int, edge: int, kind: int, by: int) -> None:
        """Add or take away a branch at u."""
        self.lost[u] += by * (kind == LOST)
        self.bad[u] += by * (kind != FRAGILE or self.live.weights[edge] < 2)

    def _without(self, u: int, edge: int, kind: int) -> int:
        """The type of u without the branch of that type behind an edge."""
        lost = self.lost[u] - (kind == LOST)
        bad = self.bad[u] - (kind != FRAGILE or self.live.weights[edge] < 2)
        return self._type(lost, bad)

    def branch(self, u: int, v: int) -> int:
        """The type of the branch at v seen from its neighbour u."""
        return self.down[v] if self.parent[v] == u else self.up[u]

    @cached_property
    def codes(self) -> bytes:
        """WINS, LOSES or UNDECIDED for every start."""
        return bytes(map(self.code, watched(range(self.live.n), 16)))

    def code(self, u: int) -> int:
        """The same for one."""
        if not self.within[u]:
            return UNDECIDED
        return LOSES if self._type(self.lost[u], self.bad[u]) == LOST else WINS

    def winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves: those after which the vertex that is entered, with what is left of the way back, is LOST.

        What is left counts as 0, 1 or more.
        """
        for edge, v in self.live.ways[u]:
            weight = self.live.weights[edge]
            there, back = self.branch(u, v), self._without(u, edge, self.branch(u, v))
            lost = self.lost[v] - (back == LOST)
            bad = self.bad[v] - (back != FRAGILE or weight < 2)
            left = ((0, 0, 0, 0), (1, 1, back == LOST, 1), (2, weight - 1, back == LOST, back != FRAGILE))
            for least, most, more_lost, more_bad in left:
                if least < weight and self._type(lost + more_lost, bad + more_bad) == LOST:
                    assert least or there == LOST
                    yield self.live.moves(u, edge, least, most)

    def certificate(self) -> Branches:
        """The types of all branches."""
        pairs: dict[int, list[tuple[int, int]]] = {LOST: [], FRAGILE: [], SOLID: []}
        for v, u in enumerate(watched(self.parent)):
            if u != NONE:
                pairs[self.down[v]].append((u, v))
                pairs[self.up[v]].append((v, u))
        return Branches(tuple(pairs[LOST]), tuple(pairs[FRAGILE]))

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        return BoardVerdict(self.codes, self.verdict, certificate=self.certificate)

    def verdict(self, u: int) -> Verdict | None:
        """Who wins with the token on u, and how."""
        if not self.within[u]:
            return None
        winning, name = partial(self.winning, u), self.live.names[u]
        if not self.live.ways[u]:
            why = f"no edge of positive weight is left at {name}"
            return Verdict(self.play.wins_when_stuck, None, why, winning, certificate=self.certificate)
        where = f"the edges of positive weight make a tree around {name}"
        if self.code(u) == LOSES:
            return Verdict(False, None, f"{where}, and no way into a branch wins", certificate=self.certificate)
        first = next(winning())
        move = first.make(first.least)
        why = f"{where}, and the way to {move.to} wins"
        return Verdict(True, move, why, winning, certificate=self.certificate)
