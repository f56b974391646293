"""Files that are written whole or not at all, whoever else writes them at the same time."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows; an open file cannot be removed there, which serves as well
    fcntl = None  # type: ignore[assignment]

__all__ = ["remove_leftovers", "remove_leftovers_in", "replacing"]

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
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_ENDING}")
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
