"""What a log-space machine has: a read-only input tape and registers that are counted in bits.

A Turing machine of logarithmic space may read its input as often as it likes, write each symbol of its answer once, and
keep O(log n) bits of its own for an input of n symbols. Here

* the input tape is any object with ``read(i)``; :class:`InputTape` is one on an open file of any size;
* the output tape is a function that takes one symbol at a time and gives nothing back;
* everything else that a program remembers is in :class:`Registers`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

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
