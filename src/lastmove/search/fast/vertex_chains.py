"""Boards of Vertex Geography with their chains made short; see :mod:`lastmove.search.fast.simplifications.chains`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lastmove.search.fast.board_layout import SWITCHES
from lastmove.search.fast.rules import vertex_geography as rules
from lastmove.search.fast.simplifications.chains import ChainSearch, chains_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.search.fast.board import BitBoard, State
    from lastmove.search.fast.driver import BitSearch
    from lastmove.search.fast.settings import Settings

__all__ = ["Plan", "VertexChainSearch", "plan_for"]


class _Shortened(NamedTuple):
    """A long chain, as sets of the board: all of it, its first and last vertex, its ends, what it becomes.

    ``entered_first`` and ``entered_last`` are where the token goes, on the short board, instead of to the first and
    the last vertex.
    """

    whole: int
    first: int
    last: int
    begin: int
    end: int
    entered_first: int
    entered_last: int
    kept: bool


class Plan(NamedTuple):
    """How to make the chains of a board short."""

    vertices: list[int]
    """The vertices that stay, in the order in which the short board numbers them."""
    out: list[int]
    """The out-neighbours of each, in these numbers."""
    chains: list[_Shortened]


def plan_for(out: Sequence[int], into: Sequence[int], is_free: Sequence[bool], misere: bool) -> Plan | None:
    """How to make chains short, ``is_free`` saying which vertices have no way out of the block; None if all are."""
    least = 1 if misere else 0
    long = _long_chains(out, into, is_free, least + 1)
    if not long:
        return None
    changes = [_short_path(path, least) for path in long]
    arcs = list(out)
    gone = 0
    for path, short in zip(long, changes, strict=True):
        two_way = out[path[1]] >> path[0] & 1
        gone |= _bits(path[1:-1]) & ~_bits(short[1:-1])
        for v, w in pairwise(path):
            arcs[v] &= ~(1 << w)
            arcs[w] &= ~(1 << v)
        for v, w in pairwise(short):
            arcs[v] |= 1 << w
            arcs[w] |= two_way << v
    vertices = [v for v in range(len(out)) if not gone >> v & 1]
    place = {v: number for number, v in enumerate(vertices)}
    short_out = [sum(1 << place[w] for w in vertices if arcs[v] >> w & 1) for v in vertices]
    chains = [_as_sets(path, short, place) for path, short in zip(long, changes, strict=True)]
    return Plan(vertices, short_out, chains)


def _long_chains(out: Sequence[int], into: Sequence[int], is_free: Sequence[bool], most: int) -> list[list[int]]:
    """The chains with more than ``most`` inner vertices, ends included, in the direction of their arcs."""
    incidence: list[list[tuple[int, int]]] = [[] for _ in out]
    is_inner: list[bool] = []
    edges = 0
    for v, (onward, before) in enumerate(zip(out, into, strict=True)):
        one_way = onward.bit_count() == before.bit_count() == 1
        is_inner.append(is_free[v] and (onward | before).bit_count() == 2 and (onward == before or one_way))
        around = (onward | before) >> v + 1 << v + 1
        while around:
            w = (around & -around).bit_length() - 1
            around &= around - 1
            incidence[v].append((edges, w))
            incidence[w].append((edges, v))
            edges += 1
    found = []
    for path, _ in chains_of(incidence, is_inner):
        if len(path) - 2 > most and path[0] != path[-1]:
            found.append(path if out[path[0]] >> path[1] & 1 else path[::-1])
    return found


def _short_path(path: Sequence[int], least: int) -> list[int]:
    """The chain with as few inner vertices, an odd or an even number as before, as there may be."""
    inner = path[1:-1]
    kept = [[], [inner[0]], [inner[0], inner[-1]]][least + (len(inner) - least) % 2]
    return [path[0], *kept, path[-1]]


def _as_sets(path: Sequence[int], short: Sequence[int], place: dict[int, int]) -> _Shortened:
    return _Shortened(
        _bits(path[1:-1]), 1 << path[1], 1 << path[-2], 1 << path[0], 1 << path[-1],
        1 << place[short[1]], 1 << place[short[-2]], len(short) > 2,
    )  # fmt: skip


def _bits(vertices: Sequence[int]) -> int:
    return sum(1 << v for v in vertices)


class VertexChainSearch(ChainSearch):
    """Searches the states of a board on the one that a plan makes of it."""

    def __init__(self, board: BitBoard, settings: Settings, short: BitSearch, plan: Plan) -> None:
        super().__init__(board, settings, short)
        self.plan = plan

    def carried(self, state: State) -> tuple[int, int, State] | None:
        left, moves, *others = state
        lost = others[0] if others else 0
        out_of_place = entered = present = 0
        for chain in self.plan.chains:
            here = left & chain.whole
            out_of_place |= chain.whole
            if not here:
                if not chain.kept and left & chain.begin and left & chain.end:
                    return None
                continue
            if here != chain.whole or lost & here:
                return None
            if chain.kept:
                present |= chain.entered_first | chain.entered_last
            if moves & here == chain.first and not left & chain.begin:
                entered |= chain.entered_first
            elif moves & here == chain.last and not left & chain.end:
                entered |= chain.entered_last
            elif moves & here:
                return None
        return self._reduced(
            self._numbered(left & ~out_of_place) | present,
            self._numbered(moves & ~out_of_place) | entered,
            self._numbered(lost & ~out_of_place),
        )

    def _reduced(self, left: int, moves: int, lost: int) -> tuple[int, int, State]:
        board = self.short.board
        fields = board.fields
        lost = lost if fields > 2 else left
        switches = board.numbers[SWITCHES]
        status, flip, *state = rules.reduced(board.rows, switches, left, moves & left, lost, 1, left, 0)
        return status, flip, tuple(state[:fields])

    def _numbered(self, chosen: int) -> int:
        """A set of the board in the numbers of the short one."""
        return sum((chosen >> v & 1) << number for number, v in enumerate(self.plan.vertices))
