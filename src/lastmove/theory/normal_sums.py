"""Sums in normal play with only as much of each value as the question needs."""

from __future__ import annotations

from functools import reduce
from itertools import chain
from operator import xor
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.games.moves import LowerHeap
from lastmove.games.nim import Nim
from lastmove.search.nimbers import NimberSearch, Node
from lastmove.theory.pieces import Piece, pieces
from lastmove.theory.statement import MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

__all__ = ["pruned_verdict"]


def pruned_verdict(position: Position, meter: Meter) -> Verdict:
    """Who wins a sum: all values but one are worked out, and whether the last makes the nim-sum 0.

    Every game that is a sum of components may be asked about. There is no evidence: the values of most positions
    below are never known.
    """
    values = _Values(position, meter)
    wins = not values.search.sum_has_value(values.all, 0)
    first = next(values.winning(values.guaranteed()), None) if wins else None
    return Verdict(
        wins,
        first and first.make(first.least),
        f"the values are {values.listed()}",
        lambda: values.winning(values.pieces) if wins else iter(()),
    )


class _Values:
    """What is known of the values of the components of a sum."""

    def __init__(self, position: Position, meter: Meter) -> None:
        self.search = NimberSearch(meter)
        self.pieces = list(pieces(position))
        self.of = {piece.path: self.search.nodes(piece.position, piece.path) for piece in self.pieces}

    @property
    def all(self) -> tuple[Node, ...]:
        return tuple(chain.from_iterable(self.of.values()))

    def listed(self) -> str:
        """The values, for people; where one was not needed exactly, what it is not."""
        known = [node.value for node in self.all if node.value is not None]
        total = reduce(xor, known, 0)
        shown = ", ".join(map(show, known[:8])) + (", ..." if len(known) > 8 else "")
        if len(known) == len(self.all):
            return f"{shown}, with nim-sum {show(total)}"
        rest = f"one that is not {show(total)}"
        return f"{shown}, with nim-sum {show(total)}, and {rest}" if known else rest

    def guaranteed(self) -> list[Piece]:
        """A piece in which some move must make the nim-sum 0.

        A component whose value is not known has an option with the value that was asked for. If all are known, a move
        in a component with the leftmost 1 of the nim-sum will do.
        """
        total = reduce(xor, (node.value or 0 for node in self.all), 0)
        known = all(node.value is not None for node in self.all)
        for piece in self.pieces:
            for node in self.of[piece.path]:
                if node.value is None or (known and node.value ^ total < node.value):
                    return [piece]
        return self.pieces

    def winning(self, among: list[Piece]) -> Iterator[MoveRange]:
        """Every move in some pieces after which the nim-sum is 0."""
        for piece in among:
            others = [node for path, nodes in self.of.items() if path != piece.path for node in nodes]
            rest = reduce(xor, map(self.search.exact, others), 0)
            if isinstance(piece.position, Nim):
                yield from _nim_moves(piece, piece.position.heaps, rest)
                continue
            for move in piece.position.moves():
                after = self.search.nodes(piece.position.after(move), piece.path)
                if self.search.sum_has_value(after, rest):
                    yield MoveRange.single(piece.whole_move(move))


def _nim_moves(piece: Piece, heaps: tuple[int, ...], rest: int) -> Iterator[MoveRange]:
    total = reduce(xor, heaps, rest)
    for number, heap in enumerate(heaps):
        if heap ^ total < heap:
            yield MoveRange.single(piece.whole_move(LowerHeap(number, heap ^ total)))
