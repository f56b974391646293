"""Whether a sum is made of special games: every position of value 0 below is over or has an option of value 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.position import components_of
from lastmove.sums.grundy_values import GrundySearch, NotSpecial
from lastmove.sums.sum_parts import pieces

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

__all__ = ["violation_of"]


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
