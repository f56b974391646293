"""The words for outcomes and conventions that people read, wherever they read them; numbers of things in words."""

from __future__ import annotations

from lastmove.core.language import t
from lastmove.core.play import Outcome, Play

ENDS = {Play.NORMAL: "a player who cannot move loses", Play.MISERE: "a player who cannot move wins"}
"""How a game ends in each convention."""
VERDICT = {
    Outcome.N: "N: the player to move wins",
    Outcome.P: "P: the player to move loses",
    Outcome.UNKNOWN: "unknown",
}


def say_ending(play: Play) -> str:
    """How a game ends in a convention, in the language that is spoken."""
    return t(ENDS[play])


def say_play(play: Play) -> str:
    """A convention in two words, in the language that is spoken."""
    return t(play_name(play))


def with_accent(name: str) -> str:
    """The name of a convention, or of a column, as people write it.

    >>> with_accent("misere"), with_accent("normal")
    ('misère', 'normal')
    """
    return "misère" if name == "misere" else name


def play_name(play: Play) -> str:
    """A convention in two words.

    >>> play_name(Play.MISERE)
    'misère play'
    """
    return f"{with_accent(play.value)} play"


def counted(count: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "heap"), counted(1200, "heap")
    ('1 heap', '1,200 heaps')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
