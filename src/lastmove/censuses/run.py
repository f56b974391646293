"""A census from its beginning, or from where it was left, to its end.

One census at a time writes to a directory.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import socket
import time
from collections import Counter
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lastmove.censuses.manifest import Stored, made_from, read_manifest, stored_shard, write_manifest
from lastmove.censuses.shards import DamagedShard, ShardJob, file_of, read_footer
from lastmove.censuses.table import arrow
from lastmove.core.errors import InputError, LastmoveError
from lastmove.core.files import remove_leftovers_in, replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lastmove.censuses.executors import Executor
    from lastmove.censuses.manifest import Manifest
    from lastmove.censuses.question import CensusQuestion
    from lastmove.censuses.shards import ShardRecord
    from lastmove.censuses.sources import Shard, Source

try:
    import fcntl
except ImportError:  # not on Windows, where nobody is kept out
    fcntl = None  # type: ignore[assignment]


LOCK = ".lock"


@contextmanager
def alone_in(directory: Path, work: str = "census") -> Iterator[None]:
    """Hold the directory for some work; an InputError that says who holds it if somebody does.

    The system lets go of it when a process ends, however it ends, so nothing is ever left locked.
    """
    file = os.open(directory / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = f"{directory}: {_holder(file, work)} is writing there; wait for it, or choose another"
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


def _holder(file: int, work: str) -> str:
    try:
        found = json.loads(os.pread(file, 1000, 0))
        return f"another {work} (process {found['pid']} on {found['host']}, since {found['since']})"
    except (OSError, ValueError, KeyError, TypeError):  # it is just writing this down
        return f"another {work}"


_MARK = ".census-"


@dataclass(frozen=True)
class CensusProgress:
    """How far a census is.

    Attributes
    ----------
    shards, done, found
        How many shards there are, how many are done, and how many of these were there before.
    graphs
        How many graphs were solved in this run.
    note
        Something to say: a damaged shard that is made anew.
    """

    shards: int
    done: int
    found: int
    graphs: int
    note: str = ""


def count(
    source: Source,
    question: CensusQuestion,
    directory: Path,
    executor: Executor,
    *,
    sample: int | None = None,
    progress: Callable[[CensusProgress], None] | None = None,
) -> Manifest:
    """Make all shards that are not there, and the manifest.

    However this ends (a full disk, Ctrl-C, a kill), the shards that are done stay, and the next call goes on.

    Raises
    ------
    InputError
        If another census writes to the directory, or another one's table is there.
    """
    arrow()
    directory = directory.resolve()  # other processes may stand elsewhere
    directory.mkdir(parents=True, exist_ok=True)
    asked = _as_read({**question.describe(), "source": source.describe(), "sample": sample})
    started = time.perf_counter()
    with alone_in(directory):
        remove_leftovers_in(directory)
        for mark in directory.glob(f"{_MARK}*"):
            mark.unlink()
        try:
            known = read_manifest(directory)
        except InputError:  # then what is there is read anew
            known = None
        if known is not None and known.asked != asked:
            raise InputError("out", f"{directory} holds another census: {_difference(known.asked, asked)}")
        shards = source.shards(question.graphs_a_shard)
        _refuse_strangers(directory, {file_of(shard) for shard in shards}, asked)
        run = _Run(directory, asked, shards, known, progress)
        complete = False
        try:
            run.make_the_rest(question, executor)
            complete = True
        finally:
            remove_leftovers_in(directory)
            with nullcontext() if complete else suppress(OSError):  # what went wrong first is what is told
                seconds = time.perf_counter() - started
                found = made_from(list(run.stored.values()), asked, complete=complete, seconds=seconds)
                write_manifest(directory, found)
    return found


def _as_read(asked: Mapping[str, object]) -> Mapping[str, object]:
    """The arguments as they will be read back: lists where there were tuples."""
    found: Mapping[str, object] = json.loads(json.dumps(asked))
    return found


def _refuse_strangers(directory: Path, names: set[str], asked: Mapping[str, object]) -> None:
    """An InputError where files of another census, or of nobody, would be read as part of this table."""
    for path in sorted(directory.glob("*.parquet")):
        try:
            there = read_footer(path)["asked"]
        except DamagedShard:
            if path.name in names:  # it is made anew
                continue
            there = asked
        if there != asked:
            raise InputError("out", f"{directory} holds another census: {_difference(there, asked)}")
        if path.name not in names:
            problem = f"{path.name} is no part of this census, and would be read as one; move it away"
            raise InputError("out", f"{directory}: {problem}")


def _difference(there: Mapping[str, object], asked: Mapping[str, object]) -> str:
    name = next(name for name in {**there, **asked} if there.get(name) != asked.get(name))
    return f"its {name} is {json.dumps(there.get(name))}, not {json.dumps(asked.get(name))}; choose another directory"


class _Run:
    """The shards of a census and which of them are there."""

    def __init__(
        self,
        directory: Path,
        asked: Mapping[str, object],
        shards: Sequence[Shard],
        known: Manifest | None,
        progress: Callable[[CensusProgress], None] | None,
    ) -> None:
        self.directory = directory
        self.asked = asked
        self.progress = progress
        self.shards = {file_of(shard): shard for shard in shards}
        if len(self.shards) != len(shards):
            raise LastmoveError("two shards have the same name")
        self.stored: dict[str, Stored] = {}
        self.graphs = 0
        for name in self.shards:
            self._look_for(name, known)
        self.found = len(self.stored)

    def _look_for(self, name: str, known: Manifest | None) -> None:
        try:
            stored = stored_shard(self.directory, name, self.asked, known)
        except DamagedShard as damage:
            self._tell(f"{damage}; it is made anew")
            (self.directory / name).unlink()
            return
        if stored is not None:
            self.stored[name] = stored

    def make_the_rest(self, question: CensusQuestion, executor: Executor) -> None:
        """Have every shard made that is not there; each comes back once."""
        left = [shard for name, shard in self.shards.items() if name not in self.stored]
        compiled = _large_sizes(left)
        for n in compiled:  # here, once: the processes that follow find the code on the disk
            question.prepare(n)
        self._tell()
        mark = self.directory / f"{_MARK}{secrets.token_hex(8)}"
        mark.touch()
        job = ShardJob(question, self.asked, self.directory, mark.name, compiled)
        records = executor.map(job, left, _lost)
        try:
            for record in records:
                self._take(record)
        finally:
            if hasattr(records, "close"):
                records.close()
            mark.unlink(missing_ok=True)
        missing = set(self.shards) - set(self.stored)
        if missing:
            raise LastmoveError(f"{len(missing)} shards did not come back, {min(missing)} among them")

    def _take(self, record: ShardRecord) -> None:
        name = record.file
        if name not in self.shards or name in self.stored:
            raise LastmoveError(f"{name} came back twice, or was not asked for")
        path = self.directory / name
        if record.content is not None:
            with replacing(path) as file:
                file.write(record.content)
        self.stored[name] = Stored(record, path.stat().st_mtime_ns)
        self.graphs += record.tally.graphs
        self._tell()

    def _tell(self, note: str = "") -> None:
        if self.progress is not None:
            found = getattr(self, "found", 0)
            self.progress(CensusProgress(len(self.shards), len(self.stored), found, self.graphs, note))


def _large_sizes(shards: Sequence[Shard]) -> tuple[int, ...]:
    """The numbers of vertices that have more than one shard, and so many graphs."""
    counts = Counter(getattr(shard, "n", None) for shard in shards)
    return tuple(sorted(n for n, count in counts.items() if n is not None and count > 1))


def _lost(shard: Shard) -> ShardRecord:
    raise LastmoveError(f"{file_of(shard)}: the process that made it ended, twice; perhaps memory ran out")
