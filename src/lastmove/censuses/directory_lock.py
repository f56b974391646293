"""One census at a time writes to a directory."""

from __future__ import annotations

import errno
import json
import os
import socket
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows, where nobody is kept out
    fcntl = None  # type: ignore[assignment]

__all__ = ["alone_in"]

LOCK = ".lock"


@contextmanager
def alone_in(directory: Path) -> Iterator[None]:
    """Hold the directory; an InputError that says who holds it if somebody does.

    The system lets go of it when a process ends, however it ends, so nothing is ever left locked.
    """
    file = os.open(directory / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = f"{directory}: {_holder(file)} is writing there; wait for it, or choose another"
            raise InputError("out", problem) from None
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP):  # a file system without locks
                raise
        os.ftruncate(file, 0)
        since = datetime.now().isoformat(" ", "seconds")
        os.pwrite(file, json.dumps({"pid": os.getpid(), "host": socket.gethostname(), "since": since}).encode(), 0)
        yield
    finally:
        os.close(file)


def _holder(file: int) -> str:
    try:
        found = json.loads(os.pread(file, 1000, 0))
        return f"another census (process {found['pid']} on {found['host']}, since {found['since']})"
    except (OSError, ValueError, KeyError, TypeError):  # it is just writing this down
        return "another census"
