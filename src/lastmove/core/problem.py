"""A question: a position together with the convention it is played under."""

from __future__ import annotations

from dataclasses import dataclass, field

from lastmove.core.play import Play
from lastmove.core.position import Position

__all__ = ["Problem"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and a convention. No position stores its convention; this pair does.

    ``id`` is whatever the asker wants to find again in the answer.
    """

    position: Position
    play: Play = Play.NORMAL
    id: object = field(default=None, compare=False)
