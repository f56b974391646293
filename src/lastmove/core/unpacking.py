"""What gzip has packed, read as if it were not: files and pipes, whole, damaged, or made to fill the memory."""

from __future__ import annotations

import gzip
import io
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["unpacked"]

HARMLESS = 64_000_000
"""Bytes that any file may unpack to."""
MOST_TIMES = 300
"""How many times its size a larger file may unpack to: text rarely reaches 50, a file made to fill the memory 1,000."""
_BUFFER = 1 << 18


def unpacked(stream: IO[bytes]) -> IO[bytes]:
    """The stream itself, or what it holds if it begins as gzip does; whatever has no ``peek`` is taken as it is.

    Raises
    ------
    InputError
        From reading, at the place where the packed bytes are damaged, end too early or unpack to too much.
    """
    peek = getattr(stream, "peek", None)
    if peek is None or peek(2)[:2] != b"\x1f\x8b":
        return stream
    return io.BufferedReader(_Unpacking(stream), _BUFFER)


class _Counting:
    """A stream that knows how many bytes have been read from it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self.taken += len(data)
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Unpacking(io.RawIOBase):
    """What a packed stream holds; counts what goes in and what comes out."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._packed = _Counting(stream)
        self._gzip: Any = gzip.GzipFile(fileobj=self._packed, mode="rb")
        self._given = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._packed.seekable())

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with _in_one_line():
            found: int = self._gzip.seek(offset, whence)
            return found

    def readinto(self, buffer: Any, /) -> int:
        with _in_one_line():
            count: int = self._gzip.readinto1(buffer)  # what comes before a damage is given
        self._given += count
        if self._given > max(HARMLESS, MOST_TIMES * self._packed.taken):
            raise InputError(
                "input",
                f"the gzip file unpacks to more than {MOST_TIMES} times its size; "
                "if that is meant, unpack it and give the file itself",
            )
        return count


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Turn what gzip says of damaged files into an InputError."""
    try:
        yield
    except EOFError:
        raise InputError("input", "the gzip file ends too early; it was cut off") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise InputError("input", f"the gzip file is damaged: {' '.join(str(error).split())}") from None
