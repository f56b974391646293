"""Boards of Edge Geography with their chains made short; see :mod:`lastmove.search.fast.simplifications.chains`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lastmove.search.fast.rules import edge_geography as rules
from lastmove.search.fast.rules.edge_board import state_on, unpacked, without_pairs
from lastmove.search.fast.simplifications.chains import ChainSearch, chains_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.search.fast.board import BitBoard, State
    from lastmove.search.fast.driver import BitSearch
    from lastmove.search.fast.settings import Settings

__all__ = ["EdgeChainSearch", "Plan", "plan_for"]


class Plan(NamedTuple):
    """How to make the chains of a board short."""

    vertices: list[int]
    """The vertices that stay, in the order in which the short board numbers them."""
    inside: int
    """Those of them that lie inside a chain, as bits of the short board."""
    ends: list[tuple[int, int]]
    """The ends of each edge of the short board."""
    edges: list[int]
    """What each edge of the short board stands for, as bits of the board: itself, or a whole chain."""


def plan_for(n: int, ends: Sequence[tuple[int, int]], directed: bool) -> Plan | None:
    """How to make chains of three edges and more short; None if there are none."""
    incidence: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    balance = [0] * n
    for edge, (a, b) in enumerate(ends):
        incidence[a].append((edge, b))
        incidence[b].append((edge, a))
        balance[a] += 1
        balance[b] -= 1
    is_inner = [
        len(found) == 2 and found[0][0] != found[1][0] and not (directed and balance[v])
        for v, found in enumerate(incidence)
    ]
    long = [chain for chain in chains_of(incidence, is_inner) if len(chain.edges) > 2]
    if not long:
        return None
    gone, taken, middles = set[int](), set[int](), set[int]()
    made: list[tuple[int, tuple[int, int]]] = []
    for path, edges in long:
        whole = sum(1 << edge for edge in edges)
        if ends[edges[0]][0] != path[0]:
            path.reverse()  # the arcs of a digraph lead the other way
        gone.update(path[1:-1])
        taken.update(edges)
        stops = [path[0], path[-1]]
        if len(edges) % 2 == 0:
            stops.insert(1, path[1])
            middles.add(path[1])
        made += [(whole, pair) for pair in pairwise(stops)]
    vertices = [v for v in range(n) if v not in gone or v in middles]
    place = {v: number for number, v in enumerate(vertices)}
    made += [(1 << edge, pair) for edge, pair in enumerate(ends) if edge not in taken]
    return Plan(
        vertices,
        sum(1 << place[v] for v in middles),
        [(place[a], place[b]) for _, (a, b) in made],
        [stands_for for stands_for, _ in made],
    )


class EdgeChainSearch(ChainSearch):
    """Searches the states of a board on the one that a plan makes of it."""

    def __init__(self, board: BitBoard, settings: Settings, short: BitSearch, plan: Plan) -> None:
        super().__init__(board, settings, short)
        self.plan = plan

    def carried(self, state: State) -> tuple[int, int, State] | None:
        left, u = unpacked(self.board.rows, self.board.numbers, state[0], 0)
        kept = 0
        for number, stands_for in enumerate(self.plan.edges):
            here = left & stands_for
            if here == stands_for:
                kept |= 1 << number
            elif here:
                return None
        at = self._numbered(1 << u) & ~self.plan.inside
        if not at:
            return None
        board, numbers = self.short.board, self.short.twin.numbers
        if board.fields == 1:
            kept = without_pairs(numbers, kept)
        lost = self._numbered(state[1]) if board.fields == 2 else 0
        everywhere = (1 << len(self.plan.vertices)) - 1
        status, flip, kept, at, lost = rules.reduced(
            board.rows, numbers, kept, at, lost & ~self.plan.inside, everywhere, 0
        )
        return status, flip, state_on(board, kept, at, lost)

    def _numbered(self, chosen: int) -> int:
        """A set of vertices of the board in the numbers of the short one."""
        return sum((chosen >> v & 1) << number for number, v in enumerate(self.plan.vertices))
