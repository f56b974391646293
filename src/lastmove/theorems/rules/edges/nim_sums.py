"""Edge NimG on bipartite graphs, normal play: sets into which every vertex has the nim-sum 0, or all but one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.limits import need, watched
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.theorems.rules.edges.live import LiveEdges
from lastmove.theorems.rules.edges.nim_sums_check import NimSums
from lastmove.theorems.statement import BoardVerdict, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.games.edge_nimg import EdgeNimG

Rows = list[list[tuple[int, int]]]
"""For each vertex of one side the (place on the other side, weight) of its edges."""


class NimSumBoard:
    """The sets that decide starts of a board.

    A set S on one side is a bit mask. Sets whose nim-sums vanish at some vertices of the other side are closed under
    symmetric difference, so they are kept as a basis; each vertex more makes the space smaller. To leave out each of
    the vertices in turn costs log n times as much as not to: half of them are added, the space for the other half goes
    on from there.

    Attributes
    ----------
    chosen
        For each start that is decided its set.
    codes
        WINS, LOSES or UNDECIDED for every start.
    """

    def __init__(self, board: EdgeNimG, root: int | None = None) -> None:
        self.live = live = LiveEdges(board)
        self.chosen: dict[int, tuple[int, ...]] = {}
        found = bytearray([UNDECIDED]) * live.n
        for members in watched(live.components() if root is None else [live.component(root)], 1):
            side = live.sides(members)
            if side is not None:
                for own in (0, 1):
                    ours = sorted(u for u in members if side[u] == own)
                    theirs = sorted(u for u in members if side[u] != own)
                    if root is None or side[root] == own:
                        self._study(ours, theirs, found, root)
        self.codes = bytes(found)

    def _rows(self, ours: list[int], theirs: list[int]) -> Rows:
        place = {v: number for number, v in enumerate(theirs)}
        return [[(place[v], self.live.weights[edge]) for edge, v in self.live.ways[u]] for u in ours]

    def _study(self, ours: list[int], theirs: list[int], found: bytearray, root: int | None) -> None:
        """Decide the starts of one side, or one of them."""
        need((len(ours) ** 2 + len(theirs) ** 2) // 8)
        zero = _vanishing([1 << k for k in range(len(ours))], self._rows(theirs, ours))
        for mask in zero:
            members = tuple(u for k, u in enumerate(ours) if mask >> k & 1)
            for u in members:
                if u not in self.chosen:
                    self.chosen[u], found[u] = members, LOSES
        rows = self._rows(ours, theirs)
        wanted = [k for k, u in enumerate(ours) if found[u] == UNDECIDED and (root is None or u == root)]
        fixed = [rows[k] for k, u in enumerate(ours) if k not in set(wanted)]
        todo = [(_vanishing([1 << k for k in range(len(theirs))], fixed), wanted)]
        while todo:
            basis, open_still = todo.pop()
            if not basis or not open_still:
                continue
            if len(open_still) > 1:
                halves = open_still[: len(open_still) // 2], open_still[len(open_still) // 2 :]
                for half, others in (halves, halves[::-1]):
                    todo.append((_vanishing(basis, [rows[k] for k in others]), half))
                continue
            row, u = rows[open_still[0]], ours[open_still[0]]
            mask = next((mask for mask in basis if _sum(mask, row)), 0)
            if mask:
                self.chosen[u] = tuple(v for k, v in enumerate(theirs) if mask >> k & 1)
                found[u] = WINS

    def certificate(self) -> NimSums:
        """The sets of all starts that are decided."""
        return NimSums(tuple(dict.fromkeys(self.chosen.values())))

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        return BoardVerdict(self.codes, self.verdict, certificate=self.certificate)

    def verdict(self, u: int) -> Verdict | None:
        """Who wins with the token on u, and how."""
        code, name = self.codes[u], self.live.names[u]
        if code == UNDECIDED:
            return None
        evidence = partial(NimSums, (self.chosen[u],))
        inside = set(self.chosen[u])
        if code == LOSES:
            why = f"every vertex has edges of nim-sum 0 into a set of {len(inside):,} vertices with {name}"
            return Verdict(False, None, why, certificate=evidence)
        heaps = [(edge, self.live.weights[edge]) for edge, v in self.live.ways[u] if v in inside]
        total = 0
        for _, weight in heaps:
            total ^= weight
        edge, weight = next((edge, weight) for edge, weight in heaps if weight ^ total < weight)
        why = f"{name} alone has edges of another nim-sum than 0 into a set of {len(inside):,} vertices"
        return Verdict(True, self.live.move(u, edge, weight ^ total), why, certificate=evidence)


def _sum(mask: int, row: list[tuple[int, int]]) -> int:
    """The nim-sum of the weights of a vertex into a set."""
    total = 0
    for place, weight in row:
        if mask >> place & 1:
            total ^= weight
    return total


def _vanishing(basis: list[int], rows: Iterable[list[tuple[int, int]]]) -> list[int]:
    """A basis of the sets of a space into which each of these vertices has the nim-sum 0.

    >>> _vanishing([1, 2, 4], [[(0, 5), (1, 5)], [(2, 1)]])
    [3]
    """
    for row in watched(rows, 1):
        if not basis:
            break
        pivots: dict[int, tuple[int, int]] = {}
        kept = []
        for mask in basis:
            value = _sum(mask, row)
            while value and value.bit_length() in pivots:
                other, its_mask = pivots[value.bit_length()]
                value, mask = value ^ other, mask ^ its_mask
            if value:
                pivots[value.bit_length()] = value, mask
            else:
                kept.append(mask)
        basis = kept
    return basis
