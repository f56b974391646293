"""Graphs from files of graph6, sparse6 and digraph6 lines, and from pipes.

Pipes and packed files cannot be read part by part: what they hold is kept in a plain file.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from itertools import islice, pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lastmove.censuses.sources import GRAPHS_A_BLOCK, Reading, WeightedGraph, file_name, in_tuples
from lastmove.core.errors import InputError
from lastmove.core.files import replacing, unpacked
from lastmove.graphs.graph6 import decode
from lastmove.search.batch import read_block
from lastmove.search.batch.blocks import line_length, size_of_line

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from lastmove.censuses.sources import Shard, Some
    from lastmove.search.batch import GraphBlock

_HEADERS = (b">>graph6<<", b">>sparse6<<", b">>digraph6<<")
_STEP = 1 << 20


@dataclass(frozen=True)
class Graph6File:
    """The graphs of a file of graph6, sparse6 and digraph6 lines, in any mixture."""

    path: str

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        size = self._size()
        with Path(self.path).open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        return {"tool": "file", "version": "", "path": self.path, "bytes": size, "sha256": digest}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.censuses.sources.Source`; cut by bytes: a line belongs where it begins."""
        size = self._size()
        with Path(self.path).open("rb") as file:
            line = max(1, len(file.readline()))
        parts = max(1, -(-size // (line * target)))
        ends = [size * part // parts for part in range(parts + 1)]
        return [Graph6Part(self.path, first, last) for first, last in pairwise(ends)]

    def _size(self) -> int:
        try:
            found = os.stat(self.path)
        except OSError as error:
            raise InputError("file", f"{self.path}: {error.strerror}; accepted: a file of graph6 lines") from None
        if not stat.S_ISREG(found.st_mode):  # its parts are read more than once
            raise InputError("file", f"{self.path}: it is no plain file; accepted: a file of graph6 lines")
        return found.st_size


@dataclass(frozen=True)
class Graph6Part:
    """The lines of a file that begin at these bytes: from ``first`` to before ``last``."""

    path: str
    first: int
    last: int

    @property
    def name(self) -> str:
        """The name of its file: the path and the bytes."""
        return file_name(Path(self.path).stem, f"{self.first:012}", f"{self.last:012}")

    def blocks(self) -> Reading:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return Reading(self._blocks())

    def place(self, number: int) -> str:
        """See :class:`~lastmove.censuses.sources.Shard`: the line in the whole file."""
        with Path(self.path).open("rb") as file:
            begin = _line_from(file, self.first)
            before = sum(piece.count(b"\n") for piece in _pieces(file, 0, begin))
            file.seek(begin)
            graphs = (at for at, line in enumerate(file, start=before + 1) if _text_of(line))
            return f"line {next(islice(graphs, number, None))}"

    def _blocks(self) -> Generator[Some, None, int | None]:
        listed, number = 0, 1
        with Path(self.path).open("rb") as file:
            for piece in _pieces(file, _line_from(file, self.first), _line_from(file, self.last)):
                block = _all_alike(piece)
                if block is not None:
                    listed += block.count
                    yield block
                else:
                    lines = piece.splitlines(keepends=True)
                    listed += sum(1 for line in lines if _text_of(line))
                    yield from blocks_of_lines(lines, first=number)
                number += piece.count(b"\n")
        return listed


def _line_from(file: IO[bytes], place: int) -> int:
    """Where the first line begins that does not begin before a place."""
    if place:
        file.seek(place - 1)
        file.readline()  # the rest of a line that began before, or just its newline
        return file.tell()
    return 0


def _pieces(file: IO[bytes], begin: int, end: int) -> Iterator[bytes]:
    """What stands between the beginnings of two lines, in pieces of whole lines."""
    file.seek(begin)
    while begin < end and (piece := file.read(min(_STEP, end - begin))):
        if not piece.endswith(b"\n"):
            piece += file.readline()
        begin += len(piece)
        yield piece


def _all_alike(lines: bytes) -> GraphBlock | None:
    """Lines of one size, as a lister writes them, at once: many times as fast as line by line."""
    size = size_of_line(lines.partition(b"\n")[0])
    if size is None or len(lines) % line_length(*size):
        return None
    try:
        return read_block(lines, *size)
    except InputError:  # which line it is is found line by line
        return None


def blocks_of_lines(lines: Iterable[bytes], first: int = 1) -> Iterator[Some]:
    """Lines of graph6, sparse6 and digraph6 in their order: neighbours of one size as a block where that can be.

    Raises
    ------
    InputError
        For a line that is no graph; its field says which line it is, counting from ``first``.
    """
    held: list[tuple[int, bytes]] = []
    size: tuple[int, bool] | None = None
    for number, line in enumerate(lines, start=first):
        text = _text_of(line)
        if not text:
            continue
        here = size_of_line(text)
        if held and (here != size or len(held) == GRAPHS_A_BLOCK):
            yield from _block(held, size)
            held = []
        size = here
        held.append((number, text))
    if held:
        yield from _block(held, size)


def _text_of(line: bytes) -> bytes:
    """What a line says beside its header and its end; nothing where it holds no graph."""
    return next((line.removeprefix(header) for header in _HEADERS if line.startswith(header)), line).strip()


def _block(lines: list[tuple[int, bytes]], size: tuple[int, bool] | None) -> Iterator[Some]:
    """Lines of one size; those with loops, and bad ones, are looked for by halves."""
    if size is None:
        yield from in_tuples(map(_decoded, lines))
        return
    try:
        yield read_block(b"".join(text + b"\n" for _, text in lines), *size)
    except InputError:
        half = len(lines) // 2
        if half:
            yield from _block(lines[:half], size)
            yield from _block(lines[half:], size)
        else:
            yield (_decoded(lines[0]),)


def _decoded(line: tuple[int, bytes]) -> WeightedGraph:
    try:
        return WeightedGraph(decode(line[1]))
    except InputError as error:
        raise InputError(f"line {line[0]}", str(error)) from None


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
