"""Graphs from files of graph6, sparse6 and digraph6 lines, and from pipes."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import file_digest
from itertools import islice, pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.graphs.graph6 import decode
from lastmove.research.census.graph_sources import GRAPHS_A_BLOCK, Reading, WeightedGraph, file_name, in_tuples
from lastmove.search.batch import read_block
from lastmove.search.batch.graph_blocks import size_of_line

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from lastmove.research.census.graph_sources import Shard, Some

__all__ = ["Graph6File", "Graph6Part", "blocks_of_lines", "spooled"]

_HEADERS = (b">>graph6<<", b">>sparse6<<", b">>digraph6<<")
_STEP = 1 << 20


@dataclass(frozen=True)
class Graph6File:
    """The graphs of a file of graph6, sparse6 and digraph6 lines, in any mixture."""

    path: str

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.research.census.graph_sources.Source`."""
        size = self._size()
        with Path(self.path).open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        return {"tool": "file", "version": "", "path": self.path, "bytes": size, "sha256": digest}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.research.census.graph_sources.Source`; cut by bytes: a line belongs where it begins."""
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
        """See :class:`~lastmove.research.census.graph_sources.Shard`."""
        return Reading(self._blocks())

    def place(self, number: int) -> str:
        """See :class:`~lastmove.research.census.graph_sources.Shard`: the line in the whole file."""
        with Path(self.path).open("rb") as file:
            lines = sum(chunk.count(b"\n") for chunk in _bytes_to(file, self.first))
            if self.first and _byte_before(file, self.first) != b"\n":
                lines += 1  # the line in which this part begins belongs to the one before
            graphs = (at for at, line in enumerate(self._lines(file), start=lines + 1) if _text_of(line))
            return f"line {next(islice(graphs, number, None))}"

    def _blocks(self) -> Generator[Some, None, int | None]:
        listed = 0

        def counted(lines: Iterable[bytes]) -> Iterator[bytes]:
            nonlocal listed
            for line in lines:
                listed += bool(_text_of(line))
                yield line

        with Path(self.path).open("rb") as file:
            yield from blocks_of_lines(counted(self._lines(file)))
        return listed

    def _lines(self, file: IO[bytes]) -> Iterator[bytes]:
        file.seek(max(0, self.first - 1))
        if self.first:
            file.readline()  # the rest of a line that began before, or just its newline
        while file.tell() < self.last and (line := file.readline()):
            yield line


def blocks_of_lines(lines: Iterable[bytes]) -> Iterator[Some]:
    """Lines of graph6, sparse6 and digraph6 in their order: neighbours of one size as a block where that can be.

    Raises
    ------
    InputError
        For a line that is no graph; its field says which line it is, counting from 1.
    """
    held: list[tuple[int, bytes]] = []
    size: tuple[int, bool] | None = None
    for number, line in enumerate(lines, start=1):
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


def _bytes_to(file: IO[bytes], end: int) -> Iterator[bytes]:
    """What stands before a place in a file, piece by piece."""
    file.seek(0)
    while end > 0 and (piece := file.read(min(end, _STEP))):
        end -= len(piece)
        yield piece


def _byte_before(file: IO[bytes], place: int) -> bytes:
    file.seek(place - 1)
    return file.read(1)


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


def spooled(stream: IO[bytes], path: str | os.PathLike[str]) -> Graph6File:
    """What comes from a pipe, kept in a file: shards are read more than once, a pipe only once."""
    with Path(path).open("wb") as file:
        while data := stream.read(_STEP):
            file.write(data)
    return Graph6File(os.fspath(path))
