"""Edge NimG in normal play where the weights do not matter: threshold and split graphs; and by loops."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.theorems.rules.edges.live import NONE, LiveEdges
from lastmove.theorems.rules.edges.splits_check import Tops
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import BoardVerdict, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.certificates.certificate import Certificate
    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.games.moves import SlideAlong


class RuledBoard:
    """Starts decided by a look at the component: what wins, who, and why; one class for three rules.

    Attributes
    ----------
    codes
        WINS, LOSES or UNDECIDED for each vertex.
    ways
        For a vertex that is won the edge to go along, and what to leave on it.
    """

    def __init__(self, board: EdgeNimG, root: int | None = None) -> None:
        self.board = board
        self.live = LiveEdges(board)
        self.codes = bytearray([UNDECIDED]) * self.live.n
        self.ways: dict[int, tuple[int, int]] = {}
        self.tops: list[tuple[int, tuple[int, ...]]] = []
        self.evidence: Callable[[], Certificate] = lambda: Tops(tuple(self.tops))
        self.parts = self.live.components() if root is None else [self.live.component(root)]

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        return BoardVerdict(bytes(self.codes), self.verdict, self.move, certificate=self.evidence)

    def move(self, u: int) -> SlideAlong | None:
        """A winning move from a start that is won."""
        return self.live.move(u, *self.ways[u]) if self.codes[u] == WINS else None

    def verdict(self, u: int) -> Verdict | None:
        """Who wins with the token on u, and how."""
        if self.codes[u] == UNDECIDED:
            return None
        return Verdict(self.codes[u] == WINS, self.move(u), self.why(u), certificate=self.evidence)

    def why(self, u: int) -> str:
        """Why the rule applies, in words."""
        raise NotImplementedError

    def simple(self, members: list[int]) -> bool:
        """Whether a component has neither loops nor parallel edges."""
        return all(len({v for _, v in self.live.ways[u]} - {u}) == len(self.live.ways[u]) for u in members)


class ThresholdBoard(RuledBoard):
    """LM46: in a threshold graph neighbourhoods are nested, up to the two vertices themselves."""

    def __init__(self, board: EdgeNimG, root: int | None = None) -> None:
        super().__init__(board, root)
        self.evidence = partial(Parity, "LM46")
        for members in watched(self.parts, 1):
            if len(members) > 1 and self.simple(members):
                self._label(members)

    def _label(self, members: list[int]) -> None:
        ways = self.live.ways
        order = sorted(members, key=lambda u: (-len(ways[u]), u))
        first, last, removed = 0, len(order) - 1, 0
        while first <= last:  # without a vertex joined to all, or one joined to none, it is no threshold graph
            if len(ways[order[first]]) - removed == last - first:
                first, removed = first + 1, removed + 1
            elif len(ways[order[last]]) == removed:
                last -= 1
            else:
                return
        for u in watched(order, 16):
            near = {v for _, v in ways[u]} | {u}
            above = next((v for v in order if v not in near), NONE)
            if above != NONE and len(ways[above]) >= len(ways[u]):
                self.codes[u] = LOSES
            else:
                self.codes[u] = WINS
                self.ways[u] = min(ways[u], key=lambda way: (len(ways[way[1]]), way[1]))[0], 0

    def why(self, u: int) -> str:
        name = self.live.names[u]
        if self.codes[u] == WINS:
            return f"the component is a threshold graph, and every vertex not joined to {name} has fewer edges"
        return f"the component is a threshold graph, and a vertex not joined to {name} has as many edges or more"


class SplitBoard(RuledBoard):
    """LM47: a clique and independent vertices, of which one, the top, has all neighbours of each of the others."""

    def __init__(self, board: EdgeNimG, root: int | None = None) -> None:
        super().__init__(board, root)
        for members in watched(self.parts, 1):
            if len(members) > 1 and self.simple(members):
                self._label(members)

    def _label(self, members: list[int]) -> None:
        ways = self.live.ways
        order = sorted(members, key=lambda u: (-len(ways[u]), u))
        size = next((k for k, u in enumerate(order) if len(ways[u]) < k), len(order))
        clique, inside = set(order[:size]), order[size:]
        alone = next((u for u in order[:size] if all(v in clique for _, v in ways[u])), NONE)
        if alone != NONE:
            clique.remove(alone)
            inside = [alone, *inside]
        near = {u: {v for _, v in ways[u]} for u in members}
        if any(len(near[u] & clique) != len(clique) - 1 for u in clique) or any(near[u] - clique for u in inside):
            return
        if len(inside) < 2 or any(near[u] - near[inside[0]] for u in inside):
            return
        tops = [u for u in inside if len(near[u]) == len(near[inside[0]])]
        for top in tops[:2]:  # with two of them each shows the other
            self.tops.append((top, tuple(inside)))
            for u in inside:
                if u != top:
                    self.codes[u] = LOSES
        for u in clique:
            edge = next((edge for edge, v in ways[u] if self.codes[v] == LOSES), NONE)
            if edge != NONE:
                self.codes[u] = WINS
                self.ways[u] = edge, 0

    def why(self, u: int) -> str:
        name = self.live.names[u]
        if self.codes[u] == WINS:
            to = self.live.names[self.live.other_end(self.ways[u][0], u)]
            return f"a clique with {name} and independent vertices make the component, and {to} is none of the tops"
        return f"a clique and independent vertices make the component, and another one has all neighbours of {name}"


class LoopBoard(RuledBoard):
    """LM48: no edge joins two vertices whose loops have the nim-sum 0."""

    def __init__(self, board: EdgeNimG, root: int | None = None) -> None:
        super().__init__(board, root)
        self.evidence = partial(Parity, "LM48")
        self.sums = [0] * self.live.n
        for u in range(self.live.n):
            for edge, v in self.live.ways[u]:
                self.sums[u] ^= self.live.weights[edge] if v == u else 0
        for members in watched(self.parts, 1):
            others = ((u, v) for u in members if not self.sums[u] for _, v in self.live.ways[u])
            if all(u == v or self.sums[v] for u, v in others):
                for u in members:
                    self._label(u)

    def _label(self, u: int) -> None:
        total = self.sums[u]
        self.codes[u] = WINS if total else LOSES
        if total:
            lost = (edge for edge, v in self.live.ways[u] if not self.sums[v])
            edge = next(lost, NONE)
            left = 0
            if edge == NONE:
                heaps = ((edge, self.live.weights[edge]) for edge, v in self.live.ways[u] if v == u)
                edge, left = next((edge, weight ^ total) for edge, weight in heaps if weight ^ total < weight)
            self.ways[u] = edge, left

    def why(self, u: int) -> str:
        which = "another nim-sum than 0" if self.sums[u] else "the nim-sum 0"
        return (
            f"no edge joins two vertices whose loops have the nim-sum 0, and those at {self.live.names[u]} have {which}"
        )
