"""Questions about a census in SQL, answered by DuckDB in a process of its own.

The table is called ``census``. Beside everything that DuckDB knows (``bit_count(misere)``) there are functions for what
its columns hold:

=======================  ==============================================================================
``graph6(n, edges)``     the graph of a row as graph6; ``digraph6(n, edges)`` for digraphs
``starts(misere)``       the starts of a set as a list
``others(n, misere)``    the vertices that are not in a set, as a list
``how_many(misere)``     the number of starts in a set, whether it is an integer or a list
``edge_list(n, edges)``  the edges as a list of pairs; ``arc_list(n, edges)`` for digraphs
``degrees(n, edges)``    the degree of each vertex; ``out_degrees(n, edges)`` for digraphs
``girth(n, edges)``      the length of a shortest cycle, null in a forest; and, of graphs without directions too,
                         ``planar(n, edges)``, ``matching_number(n, edges)``, ``automorphisms(n, edges)``
=======================  ==============================================================================
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, LimitReached
from lastmove.core.limits import Meter, TimedLock, current_meter, resident_bytes, watched
from lastmove.core.notebook import shown_as
from lastmove.core.optional import needed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.censuses.census import Census
    from lastmove.core.limits import Limits


class Rows(NamedTuple):
    """An answer: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return shown_as("html", self)

    def to_pandas(self) -> Any:
        """The answer as a DataFrame; pandas is imported here and comes with no extra of lastmove."""
        return needed("pandas").DataFrame(self.rows, columns=list(self.columns))

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows, each with the names of its columns."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


def query(census: Census, sql: str, limits: Limits | None = None) -> Rows:
    """The answer to a question in SQL; an InputError with DuckDB's words if it is none.

    DuckDB sees the table and nothing else: no file, no address, no extension, no variable of Python, no settings.

    Raises
    ------
    LimitReached
        When a limit is spent first, of these or of the question around it. Ctrl-C ends a long one too.

    Examples
    --------
    >>> import lastmove as lm
    >>> found = lm.census("vertex-geography", n=3)
    >>> query(found, "select graph6(n, edges) as graph, starts(misere) as wins from census order by edges").rows
    [('BW', [0, 1]), ('Bw', [0, 1, 2])]
    """
    database = start_database()
    meter = Meter(limits) if limits is not None else current_meter() or Meter()
    _check_files(census)
    with database.turns.taken(meter):
        return database.ask(list(map(str, census.files)), sql, meter)


def start_database() -> SealedDatabase:
    """The process that answers, started if need be; an InputError that names the extra where DuckDB is missing.

    Call it before a limit is set: starting takes half a second, which is not of the question.
    """
    with _starting:
        found = _running.get(os.getpid())  # a process that was forked has a database of its own
        if found is None or not found.is_there:
            found = _running[os.getpid()] = SealedDatabase()
        return found


_running: dict[int, SealedDatabase] = {}
_starting = threading.Lock()
_SECONDS_A_LOOK = 0.02


class SealedDatabase:
    """DuckDB in a process that is ended when a question has spent its limits."""

    def __init__(self) -> None:
        self.turns = TimedLock()
        isolated = "-I" if sys.flags.isolated else "-P"  # no modules from the folder that it is started in
        self._process = subprocess.Popen(
            [sys.executable, isolated, "-m", "lastmove.censuses.sealed"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        atexit.register(self.end)
        said = self._said()
        if "error" in said:
            self.end()
            raise InputError("", said["error"])

    @property
    def is_there(self) -> bool:
        """Whether the process is alive."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, whatever it is doing."""
        atexit.unregister(self.end)
        self._process.kill()
        self._process.wait()
        for pipe in (self._stdin, self._stdout):
            with suppress(OSError):
                pipe.close()

    def ask(self, files: list[str], sql: str, meter: Meter) -> Rows:
        """The answer; if a limit is spent first, or Ctrl-C comes, the process ends with the question."""
        question = {"files": files, "sql": sql, "memory": int(meter.memory)}
        answer = _Answer(self)
        before = resident_bytes(self._process.pid)
        try:
            self._stdin.write(json.dumps(question).encode() + b"\n")
            self._stdin.flush()
            answer.start()
            while not answer.ended.wait(_SECONDS_A_LOOK):
                meter.check()
                if resident_bytes(self._process.pid) - before > meter.memory:
                    raise LimitReached("memory", meter.positions)
        except BaseException:
            self.end()
            raise
        said = answer.last
        if "spent" in said:
            raise LimitReached(said["spent"], meter.positions)
        if "error" in said:
            raise InputError(said["field"], said["error"])
        return Rows(tuple(answer.columns), answer.rows)

    def _said(self) -> dict[str, Any]:
        """What the process says next; where it ended, its memory was not enough."""
        line = self._stdout.readline()
        found: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {"spent": "memory"}
        return found


class _Answer(threading.Thread):
    """What the process says to one question, read in a thread so that the one that asks can look at its limits."""

    def __init__(self, database: SealedDatabase) -> None:
        super().__init__(daemon=True)
        self._database = database
        self.columns: list[str] = []
        self.rows: list[tuple[Any, ...]] = []
        self.last: dict[str, Any] = {}
        self.ended = threading.Event()  # Ctrl-C in join() may call the thread ended too soon

    def run(self) -> None:
        try:
            while True:
                said = self._database._said()
                if "columns" in said:
                    self.columns = said["columns"]
                elif "rows" in said:
                    self.rows += map(tuple, said["rows"])
                else:
                    self.last = said
                    return
        except (OSError, ValueError):  # the pipe was closed with the process
            self.last = {"spent": "memory"}
        finally:
            self.ended.set()


def _check_files(census: Census) -> None:
    """There are files, those of the manifest. One of the same size and time is taken for the same; else it is read."""
    from lastmove.censuses.shards import DamagedShard, read_record

    if not census.files:
        raise InputError(str(census.directory), "the census has no shards yet")
    for path in watched(census.files, 1):
        listed = census.manifest.shards[path.name]
        try:
            found = path.stat()
            same = found.st_size == listed["bytes"]
            if same and found.st_mtime_ns != listed["modified"]:
                same = read_record(path).digest == listed["sha256"]
        except (OSError, DamagedShard):
            same = False
        if not same:
            problem = "it is damaged or gone; the same census command makes it anew"
            raise InputError(str(path), problem)
