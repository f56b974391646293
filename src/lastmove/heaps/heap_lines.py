"""Files of heaps: one heap a line, in one of three encodings; ``#`` begins a comment, blank lines are skipped.

Spaces, tabs and carriage returns around a heap are blanks. Leading zeros are allowed in binary and decimal. In unary
the empty heap is written ``0``, because a blank line is no heap.
"""

from __future__ import annotations

from enum import Enum

from lastmove.core.errors import InputError, show

__all__ = ["Encoding", "LineError", "bad_symbol"]


class Encoding(Enum):
    """How the heaps of a file are written."""

    BINARY = "binary"
    UNARY = "unary"
    DECIMAL = "decimal"

    @property
    def accepted(self) -> str:
        """What a line may hold, for error messages."""
        return _ACCEPTED[self]


_ACCEPTED = {
    Encoding.BINARY: "one heap a line, written with the digits 0 and 1; # begins a comment",
    Encoding.UNARY: "one heap a line, written as a run of 1s, or as 0 when it is empty; # begins a comment",
    Encoding.DECIMAL: "one heap a line, written with the digits 0 to 9; # begins a comment",
}


class LineError(InputError):
    """A line that holds no heap; ``line`` counts from 1, blank lines included.

    >>> str(LineError(3, "'-' in column 1"))
    "line 3: '-' in column 1"
    """

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        super().__init__(f"line {line}", problem)


def bad_symbol(line: int, column: int, symbol: str, encoding: Encoding) -> LineError:
    """The error for a byte (given as the character of that code) that cannot stand where it does."""
    shown = show(symbol) if symbol.isascii() else f"byte 0x{ord(symbol):02x}"
    return LineError(line, f"{shown} in column {column}; accepted: {encoding.accepted}")
