"""Sums in normal play: the values of all components where that is little work, else as much as the question needs.

Whether a sum is made of special games: every position of value 0 below is over or has an option of value 1.

The pieces of a sum: its parts, sums within sums taken apart.
"""

from __future__ import annotations

from functools import partial, reduce
from itertools import chain, zip_longest
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import LimitReached, show
from lastmove.core.limits import watched
from lastmove.core.position import components_of
from lastmove.games.moves import LowerHeap, PartMove, Split
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal, partitions
from lastmove.games.sum import Sum
from lastmove.sums.evidence import grundy_certificate
from lastmove.sums.nimbers import GrundySearch, NimberSearch, Node, NotSpecial
from lastmove.theorems.statement import MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.core.position import Move, Position


class Piece(NamedTuple):
    """A position that is no sum, and the places in the sums around it that lead to it."""

    path: tuple[int, ...]
    position: Position

    @property
    def place(self) -> Hashable:
        """What its components are filed with: see :func:`lastmove.games.sum.filed_components`."""
        place: Hashable = ()
        for part in self.path:
            place = place, part
        return place

    def whole_move(self, move: Move) -> Move:
        """A move in this piece as a move in the whole sum."""
        for part in reversed(self.path):
            move = PartMove(part, move)
        return move


def pieces(position: Position, path: tuple[int, ...] = ()) -> Iterator[Piece]:
    """The pieces of a sum, sums within sums taken apart: special games are not closed under sums."""
    if isinstance(position, Sum):
        for number, part in enumerate(position.parts):
            yield from pieces(part, (*path, number))
    else:
        yield Piece(path, position)


LARGE = 2_000
"""From this heap on moves are not tried in the order of the game."""
SMALL = 5_000
"""With no more work than this all values are worked out; beyond it the last one only as far as the question needs."""


def sum_verdict(position: Position, meter: Meter, *, small: int = SMALL) -> Verdict:
    """Who wins a sum of components in normal play, a winning move, and the evidence.

    Parameters
    ----------
    position
        Any position; sums, heaps and games with ``components()`` are taken apart.
    meter
        What may be spent.
    small
        How many components may be looked at to find all values. Beyond that, all values but one are worked out, and
        whether the last makes the nim-sum 0.
    """
    values = _Values(position, meter)
    values.try_all(small)
    wins = not values.search.sum_has_value(values.all, 0)
    first = next(values.winning(values.guaranteed()), None) if wins else None
    move = first and first.make(first.least)
    return Verdict(
        wins,
        move,
        values.listed(),
        lambda: values.winning(values.pieces) if wins else iter(()),
        certificate=lambda: grundy_certificate(values.search, position, move),
    )


class _Values:
    """What is known of the values of the components of a sum."""

    def __init__(self, position: Position, meter: Meter) -> None:
        self.search = NimberSearch(meter)
        self.pieces = list(pieces(position))
        self.of = {piece.path: self.search.nodes(piece.position, piece.place) for piece in self.pieces}

    def try_all(self, most: int) -> None:
        """Work out every value, if that takes no more than so many components; what is found out is kept."""
        meter = self.search.meter
        part = self.search.meter = meter.part(most)
        try:
            for node in self.all:
                self.search.exact(node)
        except LimitReached:
            pass
        finally:
            self.search.meter = meter
        meter.spend(part.positions)

    @property
    def all(self) -> tuple[Node, ...]:
        return tuple(chain.from_iterable(self.of.values()))

    def listed(self) -> str:
        """The values, for people; where one was not needed exactly, what it is not; that equal ones were left out."""
        known = [node.value for node in self.all if node.value is not None]
        cancelled = sum(len(components_of(piece.position)) for piece in self.pieces) > len(self.all)
        if not self.all:
            return "every component has an equal one, and two equal ones cancel" if cancelled else "nothing is left"
        note = " (equal components cancel)" if cancelled else ""
        if not known:
            return f"the value is not 0{note}"
        shown = ", ".join(map(show, known[:8])) + (", ..." if len(known) > 8 else "")
        if len(known) == len(self.all) == 1:
            return f"the value is {shown}{note}"
        total = show(reduce(xor, known))
        rest = "" if len(known) == len(self.all) else f", and one that is not {total}"
        return f"the values are {shown}, with nim-sum {total}{rest}{note}"

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
        for piece in watched(among, 1):
            others = [node for path, nodes in self.of.items() if path != piece.path for node in nodes]
            rest = reduce(xor, map(self.search.exact, others), 0)
            if type(piece.position) is Nim:
                yield from _nim_moves(piece, piece.position.heaps, rest)
                continue
            for move in _moves(piece.position):
                self.search.meter.tick()
                after = self.search.nodes(piece.position.after(move), piece.place)
                if self.search.sum_has_value(after, rest):
                    yield MoveRange.single(piece.whole_move(move))


def _moves(position: Position) -> Iterable[Any]:
    """The moves of a position; in large heaps those that take different numbers of tokens by turns.

    By the period, if some split of a heap wins, then one that leaves a small heap does. But that may be so for one
    number of tokens taken only, and the splits after taking another number may be more than anyone can look at.
    """
    if type(position) is not Octal or position.rule.cycle or max(position.heaps, default=0) < LARGE:
        return position.moves()
    ways = [
        map(partial(Split, number), partitions(heap - taken, count))
        for number, heap in enumerate(position.heaps)
        if heap
        for taken, digit in position.rule.up_to(heap)
        for count in range(digit.bit_length())
        if digit >> count & 1
    ]
    turns = zip_longest(*ways)
    return (move for turn in turns for move in turn if move is not None)


def _nim_moves(piece: Piece, heaps: tuple[int, ...], rest: int) -> Iterator[MoveRange]:
    total = reduce(xor, heaps, rest)
    for number, heap in enumerate(watched(heaps)):
        if heap ^ total < heap:
            yield MoveRange.single(piece.whole_move(LowerHeap(number, heap ^ total)))


def violation_of(position: Position, meter: Meter) -> Position | None:
    """A position below the components that has the value 0, a move, and no option of value 1; ``None`` if none has."""
    try:
        for piece in pieces(position):
            search = GrundySearch(meter, stop=True)
            for component in components_of(piece.position):
                search.value(component)
    except NotSpecial as found:
        return found.position
    return None
