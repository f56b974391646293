"""A board as the rules of the fast search take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lastmove.search.fast.digest import sources_digest

if TYPE_CHECKING:
    from lastmove.core.limits import Meter

__all__ = ["WIDTHS", "BitBoard", "State", "TooManyOptions", "TooWide", "check_width"]

_MOST_BYTES = 100e6

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
    if 3 * size * size // 8 > min(meter.memory / 3, _MOST_BYTES):
        raise TooWide(f"sets of {size} numbers")


@dataclass(frozen=True, eq=False)
class BitBoard:
    """What stays the same during a search.

    Parameters
    ----------
    rules
        The name of the module that holds the rules (:class:`~lastmove.search.fast.rules_protocol.Rules`). With a
        colon and the name of another module behind it, what the rules write is rewritten by that one
        (:class:`~lastmove.search.fast.rules_protocol.Rewriting`).
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
        everything = self.rules, self.size, self.fields, self.rows, self.numbers, sources_digest(self.rules)
        return sha256(repr(everything).encode()).hexdigest()
