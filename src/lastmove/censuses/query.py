"""Questions about a census in SQL, answered by DuckDB.

The table is called ``census``. Beside everything that DuckDB knows (``bit_count(misere)``) there are functions for what
its columns hold:

=======================  ==============================================================================
``graph6(n, edges)``     the graph of a row as graph6; ``digraph6(n, edges)`` for digraphs
``starts(misere)``       the starts of a set as a list
``others(n, misere)``    the vertices that are not in a set, as a list
``how_many(misere)``     the number of starts in a set, whether it is an integer or a list
``edge_list(n, edges)``  the edges as a list of pairs; ``arc_list(n, edges)`` for digraphs
``degrees(n, edges)``    the degree of each vertex; ``out_degrees(n, edges)`` for digraphs
=======================  ==============================================================================
"""

from __future__ import annotations

import threading
from decimal import Decimal
from itertools import count
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import Meter, current_meter, watched
from lastmove.core.optional import extra, is_there

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.censuses.census import Census
    from lastmove.core.limits import Limits

MACROS = (
    """graph6(n, edges) as chr((63 + n)::integer) || array_to_string([chr((63 + list_sum([
        ((edges >> (6 * i + b)) & 1) << (5 - b) for b in range(6)]))::integer)
        for i in range((n * (n - 1) // 2 + 5) // 6)], '')""",
    """digraph6(n, edges) as '&' || chr((63 + n)::integer) || array_to_string([chr((63 + list_sum([
        case when 6 * i + b >= n * n or (6 * i + b) // n = (6 * i + b) % n then 0 else
        ((edges >> ((6 * i + b) // n * (n - 1) + (6 * i + b) % n - ((6 * i + b) % n > (6 * i + b) // n)::integer)) & 1)
        << (5 - b) end for b in range(6)]))::integer) for i in range((n * n + 5) // 6)], '')""",
    """edge_list(n, edges) as flatten([[[v, w] for v in range(w) if (edges >> (w * (w - 1) // 2 + v)) & 1 = 1]
        for w in range(n)])""",
    """arc_list(n, edges) as flatten([[[v, w] for w in range(n) if v != w
        and (edges >> (v * (n - 1) + w - (w > v)::integer)) & 1 = 1] for v in range(n)])""",
    """degrees(n, edges) as [len([w for w in range(n) if v != w
        and (edges >> (greatest(v, w) * (greatest(v, w) - 1) // 2 + least(v, w))) & 1 = 1]) for v in range(n)]""",
    """out_degrees(n, edges) as [len([w for w in range(n) if v != w
        and (edges >> (v * (n - 1) + w - (w > v)::integer)) & 1 = 1]) for v in range(n)]""",
)
_SETS = (
    "starts(chosen) as [v for v in range(64) if (chosen::ubigint >> v) & 1 = 1]",
    "others(n, chosen) as [v for v in range(n) if (chosen::ubigint >> v) & 1 = 0]",
    "how_many(chosen) as bit_count(chosen)",
)
_LISTS = (
    "starts(chosen) as chosen",
    "others(n, chosen) as [v for v in range(n) if not list_contains(chosen, v)]",
    "how_many(chosen) as len(chosen)",
)


class Rows(NamedTuple):
    """An answer: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows, each with the names of its columns."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


def load_duckdb() -> Any:
    """DuckDB, and what it reads tables with; an InputError that names the extra where they are missing.

    Before a limit is set: they are a hundred megabytes, which are not of the question.
    """
    with extra("census", "lastmove query"):
        import duckdb
        import pyarrow.dataset  # noqa: F401
    return duckdb


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
    duckdb = load_duckdb()
    meter = Meter(limits) if limits is not None else current_meter() or Meter()
    _check_files(census)
    try:
        with duckdb.connect(":memory:", config=_SEALED | {"memory_limit": f"{int(meter.memory)}B"}) as database:
            _define(database, census)
            database.execute("set lock_configuration = true")
            return _Asking(database, sql).answer(meter)
    except (MemoryError, duckdb.OutOfMemoryException):
        raise LimitReached("memory", meter.positions) from None
    except duckdb.Error as error:
        raise InputError("query", str(error).strip().partition("\n")[0]) from None


_SEALED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "python_enable_replacements": "false",
    "allow_community_extensions": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "temp_directory": "",
}
"""What DuckDB may not do while it answers; ``lock_configuration`` follows when the table is there."""


class _Asking(threading.Thread):
    """A question that is being answered by DuckDB in a thread of its own, so that this one can stop it."""

    def __init__(self, database: Any, sql: str) -> None:
        super().__init__(daemon=True)
        self._database, self._sql = database, sql
        self._stopped, self._ended = threading.Event(), threading.Event()  # Ctrl-C in join() may call it ended too soon
        self._found: Rows | BaseException = Rows((), [])

    def answer(self, meter: Meter) -> Rows:
        """The answer; LimitReached or KeyboardInterrupt once the thread has ended."""
        self.start()
        try:
            while not self._ended.wait(_SECONDS_A_LOOK):
                meter.check()
        finally:
            self._stopped.set()
            while not self._ended.wait(_SECONDS_A_LOOK):
                self._database.interrupt()
        if isinstance(self._found, BaseException):
            raise self._found
        return self._found

    def run(self) -> None:
        """Ask, and fetch the rows some at a time."""
        try:
            self._found = self._asked()
        except BaseException as error:
            self._found = error
        finally:
            self._ended.set()

    def _asked(self) -> Rows:
        statements = self._database.extract_statements(self._sql)
        if not statements:
            problem = f"{show(self._sql)} asks nothing; accepted: SQL such as 'select count(*) from census'"
            raise InputError("query", problem)
        for statement in statements:
            found = self._database.execute(statement)
        described = found.description or []
        _refuse_zones(described)
        rows: list[tuple[Any, ...]] = []
        while described and not self._stopped.is_set() and (some := found.fetchmany(_ROWS_AT_ONCE)):
            rows += [tuple(map(_plain, row)) for row in some]
        return Rows(_distinct([str(column[0]) for column in described]), rows)


_SECONDS_A_LOOK = 0.02
_ROWS_AT_ONCE = 2_000


def _refuse_zones(described: list[Any]) -> None:
    """Python makes a time with a zone out of one in SQL only with pytz, which nothing else needs."""
    for name, kind, *_ in described:
        if "TIME ZONE" in str(kind) and not is_there("pytz"):
            problem = f"the column {show(name)} is a time with a zone, which needs pytz"
            raise InputError("query", f"{problem}; cast it to timestamp or varchar")


def _plain(value: Any) -> Any:
    """A value as JSON can hold it: decimals as numbers; dates, bytes and what is no number as text."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if value is None or isinstance(value, bool | int | str) or (isinstance(value, float) and isfinite(value)):
        return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    return value.hex() if isinstance(value, bytes) else str(value)


def _distinct(names: list[str]) -> tuple[str, ...]:
    """The names of columns, a number behind those that are there before: no column is lost in an object.

    >>> _distinct(["n", "n", "n_1", "n"])
    ('n', 'n_1', 'n_1_1', 'n_2')
    """
    found: list[str] = []
    for name in names:
        others = (f"{name}_{number}" for number in count(1))
        found.append(name if name not in found else next(each for each in others if each not in found))
    return tuple(found)


def _define(database: Any, census: Census) -> None:
    """The table and the functions; what reads the files is Python, for DuckDB may not."""
    import pyarrow.dataset

    if not census.files:
        raise InputError(str(census.directory), "the census has no shards yet")
    database.register("census", pyarrow.dataset.dataset(list(map(str, census.files)), format="parquet"))
    types = database.execute("select * from census limit 0").description
    lists = any("[]" in str(column[1]) for column in types if column[0] in ("normal", "misere"))
    for macro in (*MACROS, *(_LISTS if lists else _SETS)):
        database.execute(f"create macro {macro}")


def _check_files(census: Census) -> None:
    """The files are those of the manifest. One of the same size and time is taken for the same; else it is read."""
    from lastmove.censuses.shards import DamagedShard, read_record

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
