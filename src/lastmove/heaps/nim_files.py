"""Nim on files of heaps, one heap a line: who wins and how, as fast as the file can be read.

The file is read in blocks, at most twice. Heaps that fit into 64 bits are parsed and added up as arrays; longer ones
are Python integers, one at a time. Memory is a few blocks and the longest line, however many lines there are.

There are three encodings. ``#`` begins a comment, blank lines are skipped; spaces, tabs and carriage returns around a
heap are blanks. Leading zeros are allowed in binary and decimal. In unary the empty heap is written ``0``, because a
blank line is no heap.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import IO, TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InputError, most_digits, show
from lastmove.core.optional import later
from lastmove.core.play import Play
from lastmove.games.moves import LowerHeap

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Places = NDArray[np.intp]
else:
    np = later("numpy")


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


BLOCK = 1 << 20

_LINES = {
    Encoding.BINARY: re.compile(rb"[ \t\r]*(?:([01]+)[ \t\r]*)?(?:#.*)?", re.DOTALL),
    Encoding.UNARY: re.compile(rb"[ \t\r]*(?:(0|1+)[ \t\r]*)?(?:#.*)?", re.DOTALL),
    Encoding.DECIMAL: re.compile(rb"[ \t\r]*(?:([0-9]+)[ \t\r]*)?(?:#.*)?", re.DOTALL),
}
_COMMENT = re.compile(rb"#[^\n]*")
_BLANK_INSIDE = re.compile(rb"[^ \t\r\n][ \t\r]+[^ \t\r\n]")
_PLAIN = {Encoding.BINARY: b"01\n", Encoding.UNARY: b"01\n", Encoding.DECIMAL: b"0123456789\n"}
_BASE = {Encoding.BINARY: 2, Encoding.DECIMAL: 10}
_FITS = {Encoding.BINARY: 64, Encoding.DECIMAL: 19}
"""So many digits are always below 2**64."""


class NimFacts(NamedTuple):
    """What decides a position of Nim.

    Attributes
    ----------
    heaps
        How many heaps there are, empty ones included.
    nim_sum
        Their binary sum without carries.
    big
        How many heaps are above 1.
    normal, misere
        A winning move in each convention, on the first heap that has one; ``None`` where there is none.
    """

    heaps: int
    nim_sum: int
    big: int
    normal: LowerHeap | None
    misere: LowerHeap | None

    def wins(self, play: Play) -> bool:
        """Whether the player to move wins: Theorems 2 and 3."""
        return (self.nim_sum != 0) != (play is Play.MISERE and self.big == 0)

    def move(self, play: Play) -> LowerHeap | None:
        """A winning move."""
        return self.normal if play is Play.NORMAL else self.misere


def nim_facts(stream: IO[bytes], encoding: Encoding) -> NimFacts:
    """The facts about the heaps of a file, one heap a line.

    Parameters
    ----------
    stream
        A binary file that can seek, read from where it stands.
    encoding
        How the heaps are written.

    Raises
    ------
    LineError
        For a line that holds anything but one heap, and for a decimal heap of more digits than Python converts
        (4,300); binary and unary heaps have no limit.

    Examples
    --------
    >>> from io import BytesIO
    >>> nim_facts(BytesIO(b"3\\n5  # the larger one\\n"), Encoding.DECIMAL).misere
    LowerHeap(heap=1, remaining=3)
    """
    origin = stream.tell()
    tally = _Tally()
    for batch in _batches(stream, encoding):
        tally.add(batch)
    if tally.big < 2:
        normal, misere = tally.moves_without_two_big_heaps()
    elif tally.nim_sum == 0:
        normal = misere = None
    else:
        stream.seek(origin)
        normal = misere = _equalising_move(_batches(stream, encoding), tally.nim_sum)
    return NimFacts(tally.heaps, tally.nim_sum, tally.big, normal, misere)


class _Batch(NamedTuple):
    """The heaps of a few lines: as 64-bit words, and by place those that are too long (0 among the words)."""

    words: Words
    longer: dict[int, int]


class _Tally:
    """The first pass."""

    def __init__(self) -> None:
        self.heaps = 0
        self.nim_sum = 0
        self.big = 0
        self._first_one: int | None = None
        self._first_big: LowerHeap | None = None  # its number and its size

    def add(self, batch: _Batch) -> None:
        words, longer = batch
        self.nim_sum ^= int(np.bitwise_xor.reduce(words)) if len(words) else 0
        for heap in longer.values():
            self.nim_sum ^= heap
        if self._first_one is None:
            ones = np.flatnonzero(words == 1)
            self._first_one = self.heaps + int(ones[0]) if len(ones) else None
        above = np.flatnonzero(words > 1)
        if self._first_big is None and (len(above) or longer):
            first = min([*map(int, above[:1]), *longer])
            self._first_big = LowerHeap(self.heaps + first, longer.get(first, int(words[first])))
        self.big += len(above) + len(longer)
        self.heaps += len(words)

    def moves_without_two_big_heaps(self) -> tuple[LowerHeap | None, LowerHeap | None]:
        """The winning moves, normal and misère, where at most one heap is above 1."""
        if self._first_big is not None:
            others = self.nim_sum ^ self._first_big.remaining
            return self._first_big._replace(remaining=others), self._first_big._replace(remaining=others ^ 1)
        take_one = None if self._first_one is None else LowerHeap(self._first_one, 0)
        return (take_one, None) if self.nim_sum else (None, take_one)


def _equalising_move(batches: Iterator[_Batch], nim_sum: int) -> LowerHeap:
    """The second pass: the first heap with a 1 where the nim-sum has its leading 1, lowered to make it 0."""
    top = nim_sum.bit_length() - 1
    before = 0
    for words, longer in batches:
        found = [place for place, heap in longer.items() if heap >> top & 1][:1]
        if top < 64:
            found += map(int, np.flatnonzero(words & np.uint64(1 << top))[:1])
        if found:
            first = min(found)
            return LowerHeap(before + first, longer.get(first, int(words[first])) ^ nim_sum)
        before += len(words)
    raise InputError("input", "it changed while it was read; accepted: a file that nobody writes to")


def _batches(stream: IO[bytes], encoding: Encoding) -> Iterator[_Batch]:
    line = 1
    for block in _whole_lines(stream):
        heaps = block if _is_plain(block, encoding) else _only_heaps(block)
        batch = _parsed(heaps, encoding, line) if _is_plain(heaps, encoding) else None
        if batch is None:
            raise _first_error(block, encoding, line)
        yield batch
        line += block.count(b"\n")


def _is_plain(block: bytes, encoding: Encoding) -> bool:
    return not block.translate(None, _PLAIN[encoding])


def _whole_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The file in blocks that end with a line; a line longer than a block is put together once."""
    pieces: list[bytes] = []
    while block := stream.read(BLOCK):
        end = block.rfind(b"\n") + 1
        if end:
            yield b"".join([*pieces, block[:end]])
            pieces = []
        pieces.append(block[end:])
    if any(pieces):
        yield b"".join(pieces)


def _only_heaps(block: bytes) -> bytes:
    """The same lines without comments and without the blanks around heaps."""
    block = _COMMENT.sub(b"", block)
    return block if _BLANK_INSIDE.search(block) else block.translate(None, b" \t\r")


def _first_error(block: bytes, encoding: Encoding, line: int) -> LineError:
    """What is wrong with the first line that is not accepted."""
    for number, text in enumerate(block.split(b"\n"), start=line):
        match = _LINES[encoding].match(text)
        assert match is not None  # it matches the empty prefix
        if match.end() < len(text):
            return bad_symbol(number, match.end() + 1, chr(text[match.end()]), encoding)
        _value(match[1] or b"0", encoding, number)
    raise AssertionError("every line is accepted")


def _parsed(block: bytes, encoding: Encoding, line: int) -> _Batch | None:
    """The heaps of lines that hold only digits, all at once; ``None`` where a unary line is neither 0 nor 1s."""
    data = np.frombuffer(block, np.uint8)
    ends = np.flatnonzero(data == ord("\n"))
    if not block.endswith(b"\n"):
        ends = np.append(ends, len(data))
    sizes = np.diff(ends, prepend=-1) - 1
    lines = np.flatnonzero(sizes)  # the others are blank
    ends, sizes = ends[lines], sizes[lines]
    if encoding is Encoding.UNARY:
        return _unary_batch(data, ends, sizes)
    words = _words(data, ends, np.minimum(sizes, _FITS[encoding]), _BASE[encoding])
    longer: dict[int, int] = {}
    for place in map(int, np.flatnonzero(sizes > _FITS[encoding])):
        digits = block[ends[place] - sizes[place] : ends[place]]
        heap = _value(digits, encoding, line + int(lines[place]))
        if heap >> 64:
            longer[place] = heap
        words[place] = 0 if heap >> 64 else heap
    return _Batch(words, longer)


def _words(data: NDArray[np.uint8], ends: Places, sizes: Places, base: int) -> Words:
    """The numbers whose ``sizes`` digits stand before ``ends``: the last digits of all of them, then the next."""
    words = np.zeros(len(ends), np.uint64)
    least = int(sizes.min(initial=64))
    for place in range(int(sizes.max(initial=0))):
        digits = (data[ends - 1 - place] - ord("0")).astype(np.uint64)
        if place >= least:
            digits[sizes <= place] = 0
        words += digits * np.uint64(base**place)
    return words


def _unary_batch(data: NDArray[np.uint8], ends: Places, sizes: Places) -> _Batch | None:
    empty = np.searchsorted(ends, np.flatnonzero(data == ord("0")))
    if np.any(sizes[empty] != 1):
        return None
    words = sizes.astype(np.uint64)
    words[empty] = 0
    return _Batch(words, {})


def _value(digits: bytes, encoding: Encoding, line: int) -> int:
    if encoding is Encoding.UNARY:
        return 0 if digits == b"0" else len(digits)
    if encoding is Encoding.BINARY:
        return int(digits, 2)
    most = most_digits()
    significant = digits.lstrip(b"0")
    if len(significant) > most:
        raise LineError(
            line,
            f"a decimal heap of {len(significant):,} digits; accepted: at most {most:,} digits "
            "(heaps in binary or unary have no limit)",
        )
    return int(significant or b"0")
