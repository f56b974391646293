"""What the rules of a game and the machine say to each other.

The machine knows no game. It is given a board (:class:`~lastmove.search.fast.board.BitBoard`) that names a
module with rules, and asks that module's ``expand`` about one state after the other; see :class:`Rules`. The same text
runs in plain Python, where a set is an integer, and compiled, where it is a tuple of 64-bit words; so rules take sets
apart with :mod:`~lastmove.search.fast.bitsets` only. Where a board's numbers and tables are is said once, in
:mod:`~lastmove.search.fast.board_layout`.

Simplifications come in two kinds. Some rewrite what the rules have written (:class:`Rewriting`, such as twins) and run
wherever the rules run. The others stand in front of the machine and give it fewer states (chains, symmetry): they are
searches of a board, and whoever asks them need not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from lastmove.core.limits import Meter

__all__ = ["LOST", "OPEN", "SPLIT", "SURE", "WON", "GameSearch", "Rewriting", "Rules"]

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
