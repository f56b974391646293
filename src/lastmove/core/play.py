"""The two conventions and the three answers."""

from __future__ import annotations

from enum import Enum

from lastmove.core.errors import InputError, show

__all__ = ["Outcome", "Play", "without_accent"]


def without_accent(name: str) -> str:
    """The name of a convention as JSON has it, where somebody wrote ``misère``."""
    return "misere" if name in ("mis\u00e8re", "mise\u0300re") else name


class Play(Enum):
    """The convention: what happens to the player who cannot move.

    >>> Play.of("misere").wins_when_stuck
    True
    """

    NORMAL = "normal"
    MISERE = "misere"

    @property
    def wins_when_stuck(self) -> bool:
        """Whether a player who has no move wins (misère) or loses (normal)."""
        return self is Play.MISERE

    @classmethod
    def of(cls, value: object) -> Play:
        """The convention written as ``value``; anything but ``normal`` and ``misere`` is an InputError.

        ``misère`` is taken too.
        """
        if isinstance(value, Play):
            return value
        if isinstance(value, str):
            found = _PLAYS.get(value) or _PLAYS.get(without_accent(value))
            if found is not None:
                return found
        raise InputError("play", f"{show(value)} is no convention; accepted: 'normal', 'misere'")


_PLAYS = {play.value: play for play in Play}


class Outcome(Enum):
    """Who wins: N the player to move (next), P the other one (previous), or unknown."""

    N = "N"
    P = "P"
    UNKNOWN = "unknown"

    @classmethod
    def for_mover(cls, wins: bool) -> Outcome:
        """N if the player to move wins, else P."""
        return cls.N if wins else cls.P
