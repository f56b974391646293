"""Nim in logarithmic space, for real: section 4 of the paper as a program for a log-space machine.

The program sees its input only through ``read(i)`` and keeps every number in a register that is counted, so that the
bound of the paper can be measured. For n < 2**63 input symbols, the decision and the move together take at most
**6 log2(n) + 23** bits of registers in binary and **4 log2(n) + 32** in unary: six (four) numbers up to n, the rest
being flags and numbers up to log2(n). (To say where a bad unary tape is wrong takes one number more.) What is left to
Python is the finite control: which line of the program comes next, the symbol just read, the convention. An instruction
works on its registers in place; the difference of two would be formed in one of them and undone.

Input alphabet: ``0``, ``1``, newline between heaps; blanks and comments (:mod:`lastmove.heaps.nim_files`).
Binary heaps begin with the most significant bit; unary heaps are runs of ``1``, or ``0``. Output: ``0``, ``1``,
newline, one symbol after the other to a function that gives nothing back.

The nim-sum of binary heaps may be as long as the input, and no register can hold it. It is looked at through a window
of as many bits as n has in binary: one sweep over the tape, 3 n + 3 reads at most, finds the bits of the nim-sum in the
window. Heaps of at most L bits take at most ceil(L / log2 n) windows for the decision (it looks for the leading 1 from
the top and may end early) and as many to write the move: O(n + n L / log n) reads. Unary heaps are at most n, and one
window shows them whole: O(n) reads.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from lastmove.core.play import Play
from lastmove.heaps.nim_files import Encoding, bad_symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lastmove.heaps.nim_files import LineError

END = "end of tape"
"""What is read behind the last symbol."""


class Tape(Protocol):
    """A read-only input tape."""

    def read(self, place: int, /) -> str:
        """The symbol at a place (from 0), or END behind the last one."""


class InputTape:
    """A file as a tape of bytes, each given as the character of that code; it begins where the stream stands.

    One block of the file is in memory at a time. That block is part of the device: its size does not depend on the
    input, and a program sees nothing of it but the symbol it asks for.

    Parameters
    ----------
    stream
        An open binary file that can seek.

    Examples
    --------
    >>> from io import BytesIO
    >>> tape = InputTape(BytesIO(b"101"))
    >>> tape.read(2), tape.read(1), tape.read(3) is END
    ('1', '0', True)
    """

    BLOCK = 1 << 16

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._origin = stream.tell()
        self._first = 0
        self._block = ""

    def read(self, place: int, /) -> str:
        """The symbol at a place, or END behind the last one."""
        offset = place - self._first
        if 0 <= offset < len(self._block):
            return self._block[offset]
        self._first = place - place % self.BLOCK
        self._stream.seek(self._origin + self._first)
        self._block = self._stream.read(self.BLOCK).decode("latin-1")
        offset = place - self._first
        return self._block[offset] if offset < len(self._block) else END


class Registers:
    """Named registers that hold integers >= 0, and a count of the bits they take up.

    A register is opened for a while, starting at 0 and one bit wide. It grows when a larger value is put into it and
    keeps that width until it is closed, as cells of a work tape do. ``bits`` counts all registers that are open now,
    ``peak`` is the most it has ever been. There is a fixed number of registers in a program, so the marks that would
    separate them on one tape cost a constant factor.

    Examples
    --------
    >>> r = Registers()
    >>> with r.open("head", "sum"):
    ...     r.head = 5
    ...     r.head -= 5
    ...     r.bits
    4
    >>> r.bits, r.peak
    (0, 4)
    """

    bits: int
    peak: int
    _largest: dict[str, int]

    def __init__(self) -> None:
        self.__dict__.update(bits=0, peak=0, _largest={})

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

    def __setattr__(self, name: str, value: int) -> None:
        if not 0 <= value <= self._largest[name]:
            self._widen(name, value)
        self.__dict__[name] = value

    @contextmanager
    def open(self, *names: str) -> Iterator[None]:
        """Registers that exist while the block runs."""
        for name in names:
            if name in self.__dict__:
                raise ValueError(f"the register {name!r} is open already")
            self.__dict__[name] = 0
            self._largest[name] = 1
        self._count(len(names))
        try:
            yield
        finally:
            for name in names:
                del self.__dict__[name]
                self._count(-self._largest.pop(name).bit_length())

    def _widen(self, name: str, value: int) -> None:
        if value < 0:
            raise ValueError(f"the register {name!r} cannot hold {value}: registers are not negative")
        old = self._largest[name].bit_length()
        self._largest[name] = (1 << value.bit_length()) - 1
        self._count(value.bit_length() - old)

    def _count(self, change: int) -> None:
        self.__dict__["bits"] = self.bits + change
        self.__dict__["peak"] = max(self.peak, self.bits)


class Findings(NamedTuple):
    """What is read off when a machine halts.

    Attributes
    ----------
    wins
        Whether the player to move wins.
    nim_sum_bits
        How many bits the nim-sum has: 0 if it is 0, else one more than the place of its leading 1.
    all_small
        Whether every heap is at most 1.
    empty
        Whether the tape holds no heap at all.
    moved
        Whether a winning move was written.
    """

    wins: bool
    nim_sum_bits: int
    all_small: bool
    empty: bool
    moved: bool


BLANKS = frozenset(" \t\r")
DIGITS = frozenset("01")
LINE_ENDS = frozenset(("\n", END))


class LogSpaceMachine(ABC):
    """Who wins the Nim position on a tape, and a winning move, in logarithmic space.

    Parameters
    ----------
    tape
        The input, one heap a line. Only its ``read`` is used.

    Examples
    --------
    >>> from io import BytesIO
    >>> program = BinaryMachine(InputTape(BytesIO(b"11\\n101\\n")))
    >>> written = []
    >>> program.solve(Play.MISERE, written.append).wins, "".join(written)
    (True, '1\\n11\\n')
    """

    encoding: ClassVar[Encoding]

    def __init__(self, tape: Tape) -> None:
        self.registers = Registers()
        self._read = tape.read

    def decide(self, play: Play) -> Findings:
        """Who wins; a :class:`LineError` where the tape holds anything but heaps."""
        return self.solve(play, None)

    def solve(self, play: Play, write: Callable[[str], object] | None) -> Findings:
        """Who wins; and, if the player to move does, a winning move.

        The move is written symbol by symbol: the number of the heap (from 0, in binary), a newline, what is left of
        the heap in the encoding of the input, a newline; nothing where there is no winning move. The heap is the first
        one on the tape on which some move wins.
        """
        r = self.registers
        with r.open("head", "start", "big", "some", "width", "low", "top", "moved"):
            self._survey()
            self._find_top()
            if write is not None and self._wins(play) and self._choose_and_write(play, write):
                r.moved = 1
            return Findings(self._wins(play), r.top, r.big == 0, r.some == 0, r.moved == 1)

    def _wins(self, play: Play) -> bool:
        """Theorem 2, and in misère play Theorem 3."""
        r = self.registers
        return (r.top != 0) != (play is Play.MISERE and r.big == 0)

    def _survey(self) -> None:
        """Check the tape; ``big``: how many heaps are above 1, counted to 2; ``low``: the bits of the largest."""
        r = self.registers
        r.head = 0
        while self._next_heap():
            r.some = 1
            if r.head - r.start > 1 and r.big < 2:
                r.big += 1
            self._measure()
        r.width = r.head.bit_length()

    def _find_top(self) -> None:
        """``top``: the bits of the nim-sum, found by moving the window down from the largest heap's first bit."""
        r = self.registers
        with r.open("sum", "place"):
            while r.low and not r.top:
                r.low = (r.low - 1) // r.width * r.width
                self._add_up(every=True)
                if r.sum:
                    r.top = r.low + r.sum.bit_length()

    def _add_up(self, *, every: bool) -> None:
        """``sum``: the window on the nim-sum of every heap, or of every heap but the one at ``chosen``."""
        r = self.registers
        r.sum = 0
        r.head = 0
        while self._next_heap():
            if every or r.start != r.chosen:
                self._add_heap()

    def _choose_and_write(self, play: Play, write: Callable[[str], object]) -> bool:
        """Find the first heap to lower and write the move; False where no heap is left to lower.

        With two heaps above 1, and always in normal play, the move makes the nim-sum 0. Otherwise misère play wants it
        to become 1, and the heap to lower is the one above 1 or else any 1: the first one larger than ``big``.
        """
        r = self.registers
        leave_one = play is Play.MISERE and r.big < 2
        with r.open("chosen"):
            with r.open("number"):
                r.head = 0
                while self._next_heap():
                    if (r.head - r.start > r.big) if leave_one else self._has_top():
                        break
                    r.number += 1
                else:
                    return False
                r.chosen = r.start
                r.low = 0
                self._measure()
                self._write_number(write)
            write("\n")
            with r.open("sum", "place", "begun"):
                self._write_others(leave_one, write)
            write("\n")
        return True

    def _write_number(self, write: Callable[[str], object]) -> None:
        r = self.registers
        with r.open("place"):
            r.place = max(1, r.number.bit_length())
            while r.place:
                r.place -= 1
                write("1" if r.number >> r.place & 1 else "0")

    def _next_heap(self) -> bool:
        """Put ``head`` behind the next heap, ``start`` on its first 1 or, if it is 0, at ``head``; False at the end."""
        r, read = self.registers, self._read
        new_line = r.head == 0
        while (symbol := read(r.head)) not in DIGITS or not new_line:
            if symbol == END:
                return False
            if symbol == "\n":
                new_line = True
            elif symbol == "#":
                while read(r.head + 1) not in LINE_ENDS:
                    r.head += 1
            elif symbol not in BLANKS:
                raise self._refusal()
            r.head += 1
        self._pass_digits()
        return True

    def _refusal(self) -> LineError:
        """The error for the symbol under the head; line and column are counted from the beginning."""
        r = self.registers
        with r.open("line", "column", "place"):
            while r.place < r.head:
                r.column += 1
                if self._read(r.place) == "\n":
                    r.line += 1
                    r.column = 0
                r.place += 1
            return bad_symbol(r.line + 1, r.column + 1, self._read(r.head), self.encoding)

    @abstractmethod
    def _pass_digits(self) -> None:
        """Move ``head`` over a heap and set ``start``."""

    @abstractmethod
    def _measure(self) -> None:
        """``low``: the bits of this heap, if they are more."""

    @abstractmethod
    def _add_heap(self) -> None:
        """Add the bits ``low`` .. ``low + width - 1`` of this heap to ``sum``, without carries."""

    @abstractmethod
    def _has_top(self) -> bool:
        """Whether this heap has a 1 in the place of the nim-sum's leading 1."""

    @abstractmethod
    def _write_others(self, leave_one: bool, write: Callable[[str], object]) -> None:
        """Write the nim-sum of all but ``chosen``, of at most ``low`` bits, its last bit changed if ``leave_one``."""


class BinaryMachine(LogSpaceMachine):
    """Heaps in binary, the most significant bit first."""

    encoding = Encoding.BINARY

    def _pass_digits(self) -> None:
        r, read = self.registers, self._read
        while read(r.head) == "0":
            r.head += 1
        r.start = r.head
        while read(r.head) in DIGITS:
            r.head += 1

    def _measure(self) -> None:
        r = self.registers
        if r.head - r.start > r.low:
            r.low = r.head - r.start

    def _add_heap(self) -> None:
        r, read = self.registers, self._read
        r.place = 0
        while r.place < r.width and r.start + r.low + r.place < r.head:
            if read(r.head - 1 - r.low - r.place) == "1":
                r.sum ^= 1 << r.place
            r.place += 1

    def _has_top(self) -> bool:
        r = self.registers
        return r.start + r.top <= r.head and self._read(r.head - r.top) == "1"

    def _write_others(self, leave_one: bool, write: Callable[[str], object]) -> None:
        r = self.registers
        while r.low:
            r.low = (r.low - 1) // r.width * r.width
            self._add_up(every=False)
            if leave_one and r.low == 0:
                r.sum ^= 1
            self._write_window(write)
        if not r.begun:
            write("0")

    def _write_window(self, write: Callable[[str], object]) -> None:
        """Write the bits in the window, once the first 1 is met."""
        r = self.registers
        r.place = r.width
        while r.place:
            r.place -= 1
            if r.sum >> r.place & 1:
                r.begun = 1
            if r.begun:
                write("1" if r.sum >> r.place & 1 else "0")


class UnaryMachine(LogSpaceMachine):
    """Heaps as runs of ``1``: their sizes fit into registers, and the window shows them whole."""

    encoding = Encoding.UNARY

    def _pass_digits(self) -> None:
        r, read = self.registers, self._read
        empty = read(r.head) == "0"
        if empty:
            r.head += 1
        r.start = r.head
        while not empty and read(r.head) == "1":
            r.head += 1

    def _measure(self) -> None:
        r = self.registers
        if (r.head - r.start).bit_length() > r.low:
            r.low = (r.head - r.start).bit_length()

    def _add_heap(self) -> None:
        r = self.registers
        r.sum ^= r.head - r.start

    def _has_top(self) -> bool:
        r = self.registers
        return (r.head - r.start) >> (r.top - 1) & 1 == 1

    def _write_others(self, leave_one: bool, write: Callable[[str], object]) -> None:
        r = self.registers
        self._add_up(every=False)
        if leave_one:
            r.sum ^= 1
        if not r.sum:
            write("0")
        while r.sum:
            write("1")
            r.sum -= 1


def machine(tape: Tape, encoding: Encoding) -> LogSpaceMachine:
    """The machine for an encoding, binary or unary."""
    return BinaryMachine(tape) if encoding is Encoding.BINARY else UnaryMachine(tape)
