"""Where the numbers and the tables of a board are: for every game the same, named here and nowhere else.

The first numbers of a board say the same of every game, and :func:`heading` writes them. What a game needs beyond
them, and the room its rules work in, begins at OWN.
"""

from __future__ import annotations

__all__ = [
    "AROUND",
    "CLASSES",
    "CLASSES_AT",
    "COUNT",
    "INTO",
    "MISERE",
    "MOST",
    "OUT",
    "OWN",
    "PLANES",
    "SWITCHES",
    "UNDIRECTED",
    "heading",
]

OUT, INTO, AROUND = 0, 1, 2
"""The tables of a board whose sets hold vertices: out-neighbours, in-neighbours, both."""

MOST, MISERE, SWITCHES, COUNT, PLANES, UNDIRECTED, CLASSES, CLASSES_AT, OWN = range(9)
"""The numbers of a board: how many options a state can have, and with them states that serve as room (at least 3); the
convention; which parts of the rules are switched on; how many vertices or heaps there are; in how many planes their
weights are written; whether every arc has its opposite; how many classes of twins there are, and the place among the
numbers where these are described; the first number of the game's own."""


def heading(
    most: int, switches: int, count: int, *, misere: bool = False, planes: int = 0, undirected: bool = False
) -> list[int]:
    """The numbers that every board begins with; classes of twins are added by ``simplifications.twins``.

    Examples
    --------
    >>> heading(5, 63, 12, misere=True)[MISERE], len(heading(5, 63, 12)) == OWN
    (1, True)
    """
    return [most, int(misere), switches, count, planes, int(undirected), 0, 0]
