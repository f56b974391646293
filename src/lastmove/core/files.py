"""Files written whole or not at all, files that gzip has packed, and JSON as text: read with care, written as it is.

Files are written whole whoever else writes them at the same time. What gzip has packed is read as if it were not:
files and pipes, whole, damaged, or made to fill the memory. Python's ``json`` accepts NaN, loses repeated keys and
raises several kinds of exception: here a number that no field can accept becomes an :class:`Unreadable`, so that the
reader of that field can name it, and everything else that is wrong with the text becomes an InputError. Letters are
written as they are, wherever standard output can hold them.
"""

from __future__ import annotations

import io
import json
import math
import os
import re
import sys
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

from lastmove.core.errors import InputError, escaped, has_too_many_digits, most_digits, show
from lastmove.core.limits import watched

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


try:
    import fcntl
except ImportError:  # not on Windows; an open file cannot be removed there, which serves as well
    fcntl = None  # type: ignore[assignment]


_ENDING = ".part"


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, which takes the place of ``path`` once it is written and on disk.

    It has a name of its own in the same folder, so that threads and processes that write the same file do not meet.
    If anything goes wrong it is removed, and ``path`` stays as it was.
    """
    file, temporary = _new(path)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if fcntl is not None:  # while it is open, and so held: nobody takes it for a leftover
                os.replace(temporary, path)
        if fcntl is None:
            os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _new(path: Path) -> tuple[IO[bytes], Path]:
    """A new file next to ``path``, held by this process."""
    while True:
        temporary = path.with_name(f"{path.name}.{os.urandom(4).hex()}{_ENDING}")
        try:
            file = temporary.open("xb")
        except FileExistsError:
            continue
        if fcntl is None:
            return file, temporary
        with suppress(OSError):  # some file systems have no locks
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(file.fileno()).st_nlink:  # else it was taken for a leftover before it was held
            return file, temporary
        file.close()


def remove_leftovers(path: Path) -> None:
    """Remove what a process that was killed while it wrote ``path`` has left; what somebody still writes stays."""
    remove_leftovers_in(path.parent, re.escape(path.name))


def remove_leftovers_in(folder: Path, names: str = r".+") -> None:
    """The same for all files of a folder, or for those whose names are of this form."""
    name = re.compile(names + r"\.[0-9a-f]{1,8}" + re.escape(_ENDING))
    with suppress(OSError):
        for found in sorted(folder.iterdir()):
            if name.fullmatch(found.name):
                _remove_if_left(found)


def _remove_if_left(path: Path) -> None:
    with suppress(OSError):
        if fcntl is None:
            path.unlink()
            return
        number = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
        finally:
            os.close(number)


DEEPEST_VALUE = 100
"""How deeply nested an ``id`` may be."""


class Unreadable:
    """A number that stands in the text but is no value for any field: NaN, or far too many digits."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def loads(text: str | bytes) -> object:
    """The value of a JSON text.

    Raises
    ------
    InputError
        If the text is not JSON or UTF-8, names a key twice, or is nested too deeply.
    """
    try:
        text = text if isinstance(text, str) else text.decode()
        try:  # a function that is called for every integer takes as long as all the rest
            return json.loads(text, **_HOOKS) if text.startswith("\ufeff") else _DECODER.decode(text)
        except json.JSONDecodeError:
            raise
        except ValueError:  # an integer of more digits than Python reads
            return json.loads(text, parse_int=_integer, **_HOOKS)
    except UnicodeDecodeError as error:
        raise not_utf8(error) from None
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()):
            raise InputError("", "not JSON: the text ends too early") from None
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise InputError(
            "", f"not JSON: {error.msg} at {place}: {show(error.doc[error.pos :][:30].rstrip())}"
        ) from None
    except RecursionError:
        raise InputError("", "not readable: the JSON is nested too deeply") from None


def not_utf8(error: UnicodeDecodeError) -> InputError:
    """What is wrong with bytes that are no text: the first wrong one is named."""
    byte = error.object[error.start]
    return InputError("", f"not UTF-8: byte 0x{byte:02x} at column {error.start + 1}; accepted: UTF-8")


def is_version(value: object, wanted: int) -> bool:
    """Whether a value of a file is this version of its format. In Python true and 1.0 equal 1; here they do not.

    >>> is_version(1, 1), is_version(True, 1), is_version(1.0, 1)
    (True, False, False)
    """
    return type(value) is int and value == wanted


def is_plain_json(value: object) -> bool:
    """Whether ``value`` can be written as JSON again, exactly, and is not nested absurdly deep."""
    layer = [value]
    for _ in range(DEEPEST_VALUE):
        if not layer:
            return True
        deeper: list[object] = []
        for item in layer:
            if isinstance(item, list):
                deeper += item
            elif isinstance(item, dict):
                deeper += item.values()
            elif isinstance(item, float):
                if not math.isfinite(item):
                    return False
            elif isinstance(item, int):
                if has_too_many_digits(item):
                    return False
            elif not (item is None or isinstance(item, str)):
                return False
        layer = deeper
    return False


def _integer(digits: str) -> int | Unreadable:
    count = len(digits.lstrip("-"))
    if count > most_digits():
        return Unreadable(f"an integer of {count:,} digits (at most {most_digits():,} are read)")
    return int(digits)


def _fraction(text: str) -> float | Unreadable:
    value = float(text)
    return value if math.isfinite(value) else Unreadable(text)


def _object_without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(show(key), "this key stands twice in one object")
            seen.add(key)
    return found


_HOOKS: dict[str, Any] = {
    "parse_float": _fraction,
    "parse_constant": Unreadable,
    "object_pairs_hook": _object_without_repeats,
}
_DECODER = json.JSONDecoder(**_HOOKS)
_ENCODER = json.JSONEncoder(ensure_ascii=False)

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
        import gzip  # here: most files are not packed

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
    import gzip
    import zlib

    try:
        yield
    except EOFError:
        raise InputError("input", "the gzip file ends too early; it was cut off") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise InputError("input", f"the gzip file is damaged: {' '.join(str(error).split())}") from None


_MANY = 20_000


def json_line(value: object) -> str:
    """A value as JSON on one line, with looks at the limits inside the long arrays of an object."""
    dumps = _ENCODER.encode
    if not isinstance(value, dict) or not any(type(each) is list and len(each) > _MANY for each in value.values()):
        return fitting(dumps(value))
    if not all(isinstance(name, str) for name in value):
        return fitting(dumps(value))
    fields = []
    for name, each in value.items():
        pieces = range(0, len(each), _MANY) if isinstance(each, list) else ()
        inside = ", ".join(dumps(each[start : start + _MANY])[1:-1] for start in watched(pieces, 1))
        fields.append(f"{dumps(name)}: {f'[{inside}]' if isinstance(each, list) else dumps(each)}")
    return fitting(f"{{{', '.join(fields)}}}")


def fitting(text: str) -> str:
    """JSON as standard output can hold it: letters beyond ASCII are escaped where it could not.

    A lone half of a character fits nowhere.
    """
    if not text.isascii():
        try:
            text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
        except (UnicodeEncodeError, LookupError):
            return "".join(c if " " <= c <= "~" else escaped(c) for c in text)
    return text
