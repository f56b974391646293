"""A question: a position together with the convention it is played under."""

from __future__ import annotations

from dataclasses import dataclass, field

from lastmove.core.errors import InputError, show
from lastmove.core.play import Play
from lastmove.core.position import Position

__all__ = ["Problem", "check_problem"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and a convention. No position stores its convention; this pair does.

    ``id`` is whatever the asker wants to find again in the answer.
    """

    position: Position
    play: Play = Play.NORMAL
    id: object = field(default=None, compare=False)


def check_problem(value: object) -> Problem:
    """``value`` itself if it is a problem; an InputError otherwise."""
    if not isinstance(value, Problem):
        raise InputError("problem", f"{show(value)}; accepted: a problem, such as lastmove.Problem(position, play)")
    return value
