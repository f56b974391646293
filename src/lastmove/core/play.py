"""The two conventions and the three answers; a question: a position together with its convention."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from lastmove.core.errors import InputError, show
from lastmove.core.position import Position

PlayName = Literal["normal", "misere", "mis\u00e8re"]
"""The conventions as texts, so that a type checker finds a slip of the keyboard."""

LOSES, WINS, UNDECIDED = 0, 1, 2
"""The outcome of a start as a byte: the mover loses, wins, or nothing is said."""


def without_accent(name: str) -> str:
    """The name of a convention as JSON has it, where somebody wrote ``misère``."""
    return "misere" if name in ("mis\u00e8re", "mise\u0300re") else name


class Play(Enum):
    """The convention: what happens to the player who cannot move.

    ``Play(name)`` takes ``misère`` too; any other name is an InputError.

    >>> Play("misere").wins_when_stuck
    True
    """

    NORMAL = "normal"
    MISERE = "misere"

    @property
    def wins_when_stuck(self) -> bool:
        """Whether a player who has no move wins (misère) or loses (normal)."""
        return self is Play.MISERE

    @classmethod
    def _missing_(cls, value: object) -> Play:
        """What any other value stands for."""
        if isinstance(value, str) and without_accent(value) == "misere":
            return cls.MISERE
        raise InputError("play", f"{show(value)} is no convention; accepted: 'normal', 'misere'")

    @classmethod
    def of(cls, value: object) -> Play:
        """The convention that is written as ``value``, or is ``value``; an InputError for anything else."""
        return cls(value)


class Outcome(Enum):
    """Who wins: N the player to move (next), P the other one (previous), or unknown."""

    N = "N"
    P = "P"
    UNKNOWN = "unknown"

    @classmethod
    def for_mover(cls, wins: bool) -> Outcome:
        """N if the player to move wins, else P."""
        return cls.N if wins else cls.P


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
