"""Every error lastmove raises on purpose.

::

    LastmoveError
    ├── InputError (also a ValueError)   a position, an option or a file cannot be read
    ├── IllegalMoveError (a ValueError)  the move is not among the position's moves
    ├── CycleError                       a game comes back to a position it has left
    ├── Refuted                          a certificate does not prove what it is given for
    ├── InternalError                    lastmove found itself wrong, and gives no answer
    └── LimitReached                     a search spent its limit; `solve` answers unknown instead

An :class:`InputError` names the field, the value and what is accepted, in one line. All of them can be pickled, so that
they come back from other processes: one whose ``__init__`` takes more than its message says so in ``__reduce__``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 60
_MOST_DIGITS = 40


class LastmoveError(Exception):
    """The root of all errors of this package."""


class InputError(LastmoveError, ValueError):
    """A value that cannot be accepted.

    Parameters
    ----------
    field
        Where it stands, as a path such as ``parts[1].weights``; empty when the whole input is meant.
    problem
        What was found and what is accepted.
    """

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        self.problem = problem
        super().__init__(f"{field}: {problem}" if field else problem)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.field, self.problem), self.__dict__

    def inside(self, path: str) -> InputError:
        """The same error, seen from the object that holds this one at ``path``."""
        return InputError(f"{path}.{self.field}" if self.field else path, self.problem)


class IllegalMoveError(LastmoveError, ValueError):
    """A move that the rules do not allow in this position."""


class CycleError(LastmoveError):
    """A game in which play can come back to an earlier position; such a game need not end.

    ``cycle`` holds the positions in order; a move from the last leads back to the first.
    """

    def __init__(self, cycle: Sequence[object]) -> None:
        self.cycle = tuple(cycle)
        shown = [show(position) for position in self.cycle[:4]]
        if len(self.cycle) > 4:
            shown.append(f"... ({len(self.cycle)} positions)")
        shown.append(show(self.cycle[0]))
        super().__init__(f"the game never has to end: {' -> '.join(shown)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.cycle,), self.__dict__


class Refuted(LastmoveError):
    """A certificate that does not prove the outcome it is given for."""


class TooLarge(Refuted):
    """A certificate whose check would take too long."""


class InternalError(LastmoveError):
    """An answer of lastmove whose own certificate does not prove it: a mistake in the program, to be reported."""


class LimitReached(LastmoveError):
    """A search stopped because a stated limit was spent.

    ``limit`` is ``"time"``, ``"memory"``, ``"positions"``, ``"cancel"`` or ``"interrupt"``; ``positions`` counts the
    positions that had been visited.
    """

    def __init__(self, limit: str, positions: int) -> None:
        self.limit = limit
        self.positions = positions
        super().__init__(f"the {limit} limit was reached after {positions:,} positions")

    def to_json(self) -> dict[str, object]:
        """What an answer says of it."""
        return {"kind": "limit", "limit": self.limit, "positions": self.positions}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.limit, self.positions), self.__dict__


def show(value: object) -> str:
    """A short, safe, one-line picture of any value, for error messages.

    >>> show("b"), show(-1), show([1, 2])
    ("'b'", '-1', '[1, 2]')
    >>> show(10**5000)
    'an integer of more than 4300 digits'
    """
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    try:
        text = str(value) if is_integer else repr(value)
    except (ValueError, RecursionError):
        return "an integer of more than 4300 digits" if is_integer else f"a {type(value).__name__} too large to print"
    if is_integer:
        return text if len(text) <= _MOST_DIGITS else f"{text[:12]}... (an integer of {len(text.lstrip('-'))} digits)"
    text = printable(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def printable(text: str, *, keep: str = "") -> str:
    """Text without control characters, which a name may hold and a terminal would obey; those in ``keep`` stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else ascii(c)[1:-1] for c in text)


def escaped(character: str) -> str:
    """A character as JSON writes it in ASCII: one number of four digits, or two."""
    halves = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{halves[place : place + 4]}" for place in range(0, len(halves), 4))


def show_json(value: object) -> str:
    """The picture of a value with null, true and false spelled as in JSON."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else show(value)


def most_digits() -> int:
    """The number of digits beyond which Python itself refuses to read or write an integer."""
    return sys.get_int_max_str_digits() or sys.maxsize


def is_integer(text: str) -> bool:
    """Whether a text is digits 0 to 9, and no more of them than Python reads. Digits of other scripts do not count.

    >>> is_integer("12"), is_integer("-1"), is_integer("9" * 4301), is_integer("\uff13")
    (True, False, False, False)
    """
    return text.isascii() and text.isdecimal() and len(text) <= most_digits()


def has_too_many_digits(value: int) -> bool:
    """Whether Python would refuse to write ``value`` in decimal."""
    if value.bit_length() < 3 * most_digits():
        return False
    try:
        str(value)
    except ValueError:
        return True
    return False
