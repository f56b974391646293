"""The pieces of a sum: its parts, sums within sums taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.games.moves import PartMove
from lastmove.games.sum import Sum

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lastmove.core.position import Move, Position

__all__ = ["Piece", "pieces"]


class Piece(NamedTuple):
    """A position that is no sum, and the places in the sums around it that lead to it."""

    path: tuple[int, ...]
    position: Position

    @property
    def place(self) -> Hashable:
        """What its components are filed with: see :func:`lastmove.games.component_bags.filed_components`."""
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
