"""A board as the rules of the fast search take it.

Where the numbers and the tables of a board are: for every game the same, named here and nowhere else.

The first numbers of a board say the same of every game, and :func:`heading` writes them. What a game needs beyond
them, and the room its rules work in, begins at OWN.

A name for the text of this search: compiled code and saved tables can be used with that text only.

What the rules of a game and the machine say to each other.

The machine knows no game. It is given a board (:class:`~lastmove.search.fast.board.BitBoard`) that names a
module with rules, and asks that module's ``expand`` about one state after the other; see :class:`Rules`. The same text
runs in plain Python, where a set is an integer, and compiled, where it is a tuple of 64-bit words; so rules take sets
apart with :mod:`~lastmove.search.fast.bitsets` only. Where a board's numbers and tables are is said once, in
:mod:`~lastmove.search.fast.board`.

Simplifications come in two kinds. Some rewrite what the rules have written (:class:`Rewriting`, such as twins) and run
wherever the rules run. The others stand in front of the machine and give it fewer states (chains, symmetry): they are
searches of a board, and whoever asks them need not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from lastmove.core.compiling import digest_of
from lastmove.search.thresholds import THRESHOLDS

if TYPE_CHECKING:
    from lastmove.core.limits import Meter

_SEARCH = "lastmove.search.fast"


def sources_digest(rules: str = "") -> str:
    """The digest of the version of lastmove and of the source text of every module of this search.

    Parameters
    ----------
    rules
        As a board names its rules; where these are in another package, the sources of that are added.
    """
    packages = [_SEARCH]
    for name in rules.split(":"):
        package = name.rpartition(".")[0] or name
        if package and not package.startswith(_SEARCH) and package not in packages:
            packages.append(package)
    return digest_of(*packages)


WIDTHS = (1, 2, 3, 4, 6, 8)
"""How many words a set takes in compiled code; wider ones are searched in plain Python."""

State = tuple[int, ...]
"""Sets of vertices, edges or the like, each an integer; what they mean is up to the rules."""


class TooManyOptions(Exception):
    """The options of one state cannot be listed: the weights are too large. Search the definition instead."""


class TooWide(Exception):
    """The tables of a board would take too much memory. Search the definition instead."""


def check_width(size: int, meter: Meter) -> None:
    """Refuse boards with sets of so many numbers that their tables, which grow with the square, are too much."""
    if 3 * size * size // 8 > min(meter.memory / 3, THRESHOLDS.most_table_bytes):
        raise TooWide(f"sets of {size} numbers")


@dataclass(frozen=True, eq=False)
class BitBoard:
    """What stays the same during a search.

    Parameters
    ----------
    rules
        The name of the module that holds the rules (:class:`~lastmove.search.fast.board.Rules`). With a
        colon and the name of another module behind it, what the rules write is rewritten by that one
        (:class:`~lastmove.search.fast.board.Rewriting`).
    size
        Sets hold numbers below this one.
    fields
        How many sets a state has.
    rows
        Tables of sets, all of the same height.
    numbers
        Numbers that the rules read and room that they use; the first is how many options a state can have, at least 3.
    """

    rules: str
    size: int
    fields: int
    rows: list[list[int]]
    numbers: list[int]

    @property
    def words(self) -> int:
        """How many 64-bit words a set takes, rounded up to a width that others use too: code is compiled for each."""
        needed = max(1, -(-self.size // 64))
        return next((words for words in WIDTHS if words >= needed), needed)

    @property
    def expand(self) -> Callable[..., int]:
        """The rules, in plain Python."""
        name, _, then = self.rules.partition(":")
        expand: Callable[..., int] = import_module(name).expand
        if not then:
            return expand
        rewritten: Callable[..., int] = import_module(then).rewritten

        def following(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
            return rewritten(rows, numbers, states, expand(rows, numbers, state, states, marks, empty), empty)

        return following

    @cached_property
    def digest(self) -> str:
        """A name for this board and no other: a table that was saved for it can be used again."""
        from hashlib import sha256

        everything = self.rules, self.size, self.fields, self.rows, self.numbers, sources_digest(self.rules)
        return sha256(repr(everything).encode()).hexdigest()


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


LOST, WON, SPLIT = -1, -2, -3
"""What ``expand`` says of a state instead of listing its options."""

OPEN = 2
"""What rules say of a state in its least form that is neither lost (0) nor won (1)."""

SURE = 1024
"""Likelihoods are parts of this."""


class Rules(Protocol):
    """A module with the rules of a game."""

    ALL: int
    """Every switch of the rules, turned on."""

    def expand(self, rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:
        """What is known of a state, or its options.

        Parameters
        ----------
        rows
            The tables of the board: ``row(rows, table, number, empty)`` is a set.
        numbers
            The numbers of the board, as ``board_layout`` names them, and room.
        state
            The state, a list of sets: ``field(state, i, empty)`` is one of them.
        states, marks
            Room for other states, ``put(states, place, i, found)``, and a number for each.
        empty
            The empty set in the form that is wanted.

        Returns
        -------
        int
            * WON or LOST, if it is known who wins the state;
            * how many options were written to ``states``. The mark of an option is twice its rank in the order in
              which to try them, plus 1 if the option is good for the mover when that state is won (an odd number of
              forced moves leads to it), plus 0 if it is good for the mover when that state is lost;
            * SPLIT, if three states were written: the state is worth the second one if the first is won, else the
              third. The marks say whether to take the value of a state (0) or its opposite (1), or that the second or
              third is lost (2) or won (3) without a look.

        States must have one meaning whoever asks, since what is found out about a state is kept.
        """


class Rewriting(Protocol):
    """A module with a simplification that rewrites the states that the rules have written, in place."""

    def rewritten(self, rows: Any, numbers: Any, states: Any, count: int, empty: Any) -> int:
        """Rewrite them; give ``count``, which is what ``expand`` has said."""


class GameSearch(Protocol):
    """The search of one game on one board: what ``lastmove.search.exact`` asks.

    It is made of the graph of the board, its weights if the game has any, whether play is misère, a meter, settings,
    and switches (None for those that pay).
    """

    every_start: bool
    """Whether every start of the board will be asked for."""

    def wins(self, vertex: int, state: Any, meter: Meter) -> bool:
        """Whether the player to move wins; the key of a position is its state and the token's vertex."""
