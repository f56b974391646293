"""Opponents that can be beaten: a perfect player who now and then makes any move."""

from __future__ import annotations

import random
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastmove.core.position import Move, Position

__all__ = ["Level", "slip"]

MOST_LOOKED_AT = 10_000


class Level(Enum):
    """How well the engine plays."""

    PERFECT = "perfect"
    ERRS = "errs"
    BEGINNER = "beginner"

    @property
    def chance(self) -> float:
        """How likely it is that a move is made without thinking."""
        return {Level.PERFECT: 0.0, Level.ERRS: 0.25, Level.BEGINNER: 0.7}[self]


def slip(position: Position, level: Level, *, seed: int, turn: int) -> Move | None:
    """Any legal move where the engine does not think this time, ``None`` where it does.

    The same seed and turn slip in the same way.

    >>> import lastmove as lm
    >>> slip(lm.Nim([3, 4, 5]), Level.PERFECT, seed=0, turn=0) is None
    True
    """
    rng = random.Random(f"slip {seed} {turn}")
    if rng.random() >= level.chance:
        return None
    moves = list(islice(position.moves(), MOST_LOOKED_AT))
    return rng.choice(moves) if moves else None
