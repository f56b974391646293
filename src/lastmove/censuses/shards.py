"""The file of one shard: written whole or not at all, and known again by its footer.

A footer holds what was asked, the counts, and what the lister said. Files hold no times and no names of machines: the
same shard gives the same bytes wherever and whenever it is made.
"""

from __future__ import annotations

import io
import json
import time
from dataclasses import dataclass, field, replace
from hashlib import file_digest, sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lastmove._version import __version__
from lastmove.censuses.solved_rows import NoBoard, rows_of
from lastmove.censuses.table import arrow
from lastmove.censuses.tallies import Tally, popcount
from lastmove.core.errors import InputError, LastmoveError
from lastmove.core.files import replacing

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

    from lastmove.censuses.question import CensusQuestion
    from lastmove.censuses.sources import Shard

__all__ = ["DamagedShard", "ShardJob", "ShardRecord", "file_of", "read_footer", "read_record", "recount"]

FOOTER = b"lastmove census"
DIGEST = b"lastmove census sha256"
"""Of the footer: pages have checksums, and what is said of them has this one."""
ROWS_A_GROUP = 1 << 20
_ENDING = ".parquet"
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, NotImplementedError)
"""What Arrow and JSON raise for bytes that nobody has written."""


class DamagedShard(LastmoveError):
    """A file that is not what a census wrote."""


@dataclass(frozen=True)
class ShardRecord:
    """A shard that is done.

    Attributes
    ----------
    file
        The name of its file.
    tally
        Its counts.
    size, digest
        The bytes of the file, and their SHA-256.
    asked, columns
        The arguments of the census it belongs to, and what its columns mean.
    seconds
        Processor time by phase, where it was made just now.
    content
        The file itself, from a worker that does not see the directory.
    """

    file: str
    tally: Tally
    size: int
    digest: str
    asked: Mapping[str, object]
    columns: Mapping[str, str]
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    content: bytes | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, object]:
        """What the manifest says of it."""
        return {
            "file": self.file,
            "graphs": self.tally.graphs,
            "rows": self.tally.boards,
            "bytes": self.size,
            "sha256": self.digest,
        }


def file_of(shard: Shard) -> str:
    """The name of a shard's file."""
    return shard.name + _ENDING


@dataclass(frozen=True)
class ShardJob:
    """Makes shards: what goes to a worker beside the shard itself.

    Attributes
    ----------
    question
        What is asked of every graph.
    asked
        All arguments of the census, for the footer.
    directory
        Where the files go.
    mark
        A file that stands there while the census runs. A worker that does not see it has another disk, and gives the
        bytes back.
    compiled
        The numbers of vertices for which the kernel is compiled before anything else: there is much to do.
    """

    question: CensusQuestion
    asked: Mapping[str, object]
    directory: Path
    mark: str
    compiled: tuple[int, ...] = ()

    def __call__(self, shard: Shard) -> ShardRecord:
        """Make a shard; safe to do twice, since the file takes its place in one step."""
        for n in set(self.compiled) & {getattr(shard, "n", None)}:
            self.question.prepare(n)
        if (self.directory / self.mark).exists():
            path = self.directory / file_of(shard)
            with replacing(path) as file:
                tally, seconds = self._write(shard, file)
            return self._record(shard, tally, path.read_bytes(), seconds)
        buffer = io.BytesIO()
        tally, seconds = self._write(shard, buffer)
        content = buffer.getvalue()
        return replace(self._record(shard, tally, content, seconds), content=content)

    def _record(self, shard: Shard, tally: Tally, content: bytes, seconds: Mapping[str, float]) -> ShardRecord:
        digest, columns = sha256(content).hexdigest(), self.question.layout.meanings()
        return ShardRecord(file_of(shard), tally, len(content), digest, self.asked, columns, seconds)

    def _write(self, shard: Shard, file: IO[bytes]) -> tuple[Tally, dict[str, float]]:
        """List, solve and write; the processor time of each, that of this thread alone."""
        layout, tally = self.question.layout, Tally()
        clock = _Laps()
        with arrow().ParquetWriter(file, layout.schema(), **layout.writing()) as writer:
            group = _RowGroup(writer)
            reading = shard.blocks()
            try:
                for block in reading:
                    clock.lap("read")
                    for columns in rows_of(block, self.question, tally):
                        clock.lap("solve")
                        group.add(columns)
                        clock.lap("write")
            except NoBoard as error:
                raise InputError(_place(shard, tally.graphs), error.problem) from None
            finally:
                reading.close()
            if reading.listed is not None and reading.listed != tally.graphs:
                raise LastmoveError(f"{shard.name}: {tally.graphs:,} graphs read, but {reading.listed:,} were listed")
            group.write()
            footer = {
                "lastmove": __version__,
                "shard": shard.name,
                "asked": self.asked,
                "columns": layout.meanings(),
                "types": _types(layout.schema()),
                "listed": reading.listed,
                "counts": tally.to_json(),
            }
            text = json.dumps(footer, sort_keys=True).encode()
            writer.add_key_value_metadata({FOOTER: text, DIGEST: sha256(text).hexdigest()})
        clock.lap("write")
        return tally, clock.seconds


def _place(shard: Shard, number: int) -> str:
    """Where a graph of a shard comes from, as far as the shard knows: graphs that a program lists stand nowhere."""
    where = getattr(shard, "place", None)
    return "graph" if where is None else str(where(number))


class _Laps:
    """The processor time of this thread, lap by lap; a Dask worker has threads of its own."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(("read", "solve", "write"), 0.0)
        self._last = time.thread_time()

    def lap(self, name: str) -> None:
        now = time.thread_time()
        self.seconds[name] += now - self._last
        self._last = now


class _RowGroup:
    """Rows that wait until there are enough of them to be written together."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._waiting: list[dict[str, Any]] = []
        self._rows = 0

    def add(self, columns: dict[str, Any]) -> None:
        self._waiting.append(columns)
        self._rows += len(columns["n"])
        if self._rows >= ROWS_A_GROUP:
            self.write()

    def write(self) -> None:
        import pyarrow as pa

        schema = self._writer.schema
        arrays = [
            pa.chunked_array([pa.array(piece[each.name], type=each.type) for piece in self._waiting], type=each.type)
            for each in schema
        ]
        self._writer.write_table(pa.table(arrays, schema=schema), row_group_size=ROWS_A_GROUP)
        self._waiting, self._rows = [], 0


def _types(schema: pa.Schema) -> list[list[str]]:
    """The columns in their order, with their types; the checksums of pages do not cover them."""
    inner = [
        getattr(each.type, "value_type", None) for each in schema
    ]  # of a list: Arrow and Parquet name it differently
    return [[each.name, str(each.type) if of is None else f"{of}[]"] for each, of in zip(schema, inner, strict=True)]


def read_footer(path: Path) -> dict[str, Any]:
    """What a census has written into a file's footer; a DamagedShard if it is cut off or no file of a census."""
    parquet = arrow()
    try:
        footer = parquet.read_metadata(path)
        text = footer.metadata[FOOTER]
        intact = footer.metadata[DIGEST] == sha256(text).hexdigest().encode()
        found = json.loads(text)
        named = {name: found[name] for name in ("asked", "columns", "counts", "shard")}
        intact &= found["types"] == _types(footer.schema.to_arrow_schema())
    except _UNREADABLE as error:
        raise DamagedShard(f"{path.name}: {error}") from None
    if not intact:
        raise DamagedShard(f"{path.name}: its footer is not as it was written")
    if path.name != named["shard"] + _ENDING:
        raise DamagedShard(f"{path.name}: it is the shard {named['shard']}")
    return {**named, "rows": footer.num_rows}


def read_record(path: Path) -> ShardRecord:
    """What a file's footer says, and its digest; a DamagedShard if it is cut off or no file of a census."""
    found = read_footer(path)
    try:
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        tally = Tally.from_json(found["counts"])
    except _UNREADABLE as error:
        raise DamagedShard(f"{path.name}: {error}") from None
    if found["rows"] != tally.boards:
        raise DamagedShard(f"{path.name}: {found['rows']:,} rows, but its footer counts {tally.boards:,}")
    return ShardRecord(path.name, tally, path.stat().st_size, digest, found["asked"], found["columns"])


def recount(path: Path, record: ShardRecord) -> None:
    """Read the whole file; a DamagedShard if a page is not as it was written, or the counts are not the footer's."""
    found = Tally()
    try:
        file = arrow().ParquetFile(path, page_checksum_verification=True)
        for batch in file.iter_batches():
            _count(batch, found)
    except _UNREADABLE as error:
        raise DamagedShard(f"{path.name}: {error}") from None
    if {n: size.wins for n, size in found.sizes.items()} != {n: size.wins for n, size in record.tally.sizes.items()}:
        raise DamagedShard(f"{path.name}: the rows are not those that its footer counts")


def _count(batch: Any, tally: Tally) -> None:
    """Count the rows of a batch by their numbers of winning starts."""
    import numpy as np

    sizes = batch.column("n").to_numpy()
    counts = {
        name: _members(batch.column(name)) if name in batch.schema.names else np.zeros(len(sizes), np.uint8)
        for name in ("normal", "misere")
    }
    for n in np.unique(sizes).tolist():
        chosen = sizes == n
        tally.add_counts(n, graphs=0, normal=counts["normal"][chosen], misere=counts["misere"][chosen])


def _members(sets: Any) -> Any:
    """How many starts each set of a column has."""
    import pyarrow as pa

    if pa.types.is_list(sets.type):
        import pyarrow.compute as pc

        return pc.list_value_length(sets).to_numpy(zero_copy_only=False)
    return popcount(sets.to_numpy())
