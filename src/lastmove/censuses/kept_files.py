"""Packed files and pipes, which cannot be read part by part as they stand: what they hold is kept in a plain file."""

from __future__ import annotations

import re
import shutil
import tempfile
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lastmove.core.files import replacing
from lastmove.core.unpacking import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["kept_file", "kept_stream", "readable"]

_OPTIONS_OF_GENG = re.compile(r"\s*(-.*|[0-9:]*)\s*", re.DOTALL)


@contextmanager
def readable(source: Any) -> Iterator[Any]:
    """What ``source=`` names: a file, by its Path or by a text that is no options of geng, is unpacked meanwhile."""
    if isinstance(source, str) and not _OPTIONS_OF_GENG.fullmatch(source):
        source = Path(source)
    if not isinstance(source, Path):
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="lastmove-graphs-") as directory:
        yield kept_file(source, Path(directory))


def kept_file(file: str | Path, directory: Path) -> Path:
    """The file itself, or if gzip has packed it, one in the directory with what it holds."""
    path = Path(file)
    if not path.is_file():  # the source says what is wrong with it
        return path
    with path.open("rb") as stream:
        return path if unpacked(stream) is stream else kept_stream(stream, path.name.partition(".")[0], directory)


def kept_stream(stream: IO[bytes], name: str, directory: Path) -> Path:
    """What comes from a stream, unpacked, as a file: its graphs are read more than once.

    Its name follows from what is in it, so that nobody changes what another census in the directory is reading.
    """
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile() as given:
        shutil.copyfileobj(unpacked(stream), given)
        given.seek(0)
        path = directory / f"{name}-{file_digest(given, 'sha256').hexdigest()[:12]}.g6"
        given.seek(0)
        with replacing(path) as kept:
            shutil.copyfileobj(given, kept)
    return path
