"""DuckDB in a process of its own that sees the rows of a census and nothing else.

It is started as ``python -m lastmove.censuses.sealed``.

SQL may come from strangers, and one call of a function of DuckDB can be stopped by nothing but the end of the process.
So :mod:`lastmove.censuses.query` asks a process, watches it, and ends it when a limit is spent. Questions come as lines
of JSON on standard input; answers go out as lines of JSON, the rows some at a time.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from decimal import Decimal
from itertools import count
from math import isfinite
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

from lastmove.censuses.invariants import INVARIANTS
from lastmove.core.errors import InputError, show
from lastmove.core.optional import extra, is_there

if TYPE_CHECKING:
    from collections.abc import Callable

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

_SEALED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "python_enable_replacements": "false",
    "allow_community_extensions": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "temp_directory": "",
}
"""What DuckDB may not do while it answers; ``lock_configuration`` follows when the table is there."""
_ROWS_AT_ONCE = 2_000


def main() -> None:
    """Answer until the input ends, and then leave at once, whatever DuckDB may be doing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks; it ends this one
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints is no answer
    try:
        with extra("census", "lastmove query"):
            import duckdb
            import pyarrow.dataset
    except InputError as error:
        _say(out, {"error": str(error)})
        return
    _say(out, {"ready": True})
    questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        asked = questions.get()
        try:
            settings = _SEALED | {"memory_limit": f"{asked['memory']}B"}
            with duckdb.connect(":memory:", config=settings) as database:
                _define(database, pyarrow.dataset.dataset(asked["files"], format="parquet"))
                database.execute("set lock_configuration = true")
                _answer(database, asked["sql"], out)
            _say(out, {"end": True})
        except (MemoryError, duckdb.OutOfMemoryException):
            _say(out, {"spent": "memory"})
        except InputError as error:
            _say(out, {"field": error.field, "error": error.problem})
        except duckdb.Error as error:
            _say(out, {"field": "query", "error": str(error).strip().partition("\n")[0]})


def _say(out: IO[bytes], what: dict[str, Any]) -> None:
    with suppress(BrokenPipeError):
        out.write(json.dumps(what).encode() + b"\n")
        out.flush()


def _listen(questions: SimpleQueue[dict[str, Any]]) -> None:
    """Read the questions; where there will be no more, nobody waits for the present one either."""
    for line in sys.stdin.buffer:
        questions.put(json.loads(line))
    os._exit(0)


def _define(database: Any, rows: Any) -> None:
    """The table and the functions; what reads the files is Python, for DuckDB may not."""
    database.register("census", rows)
    types = database.execute("select * from census limit 0").description
    lists = any("[]" in str(column[1]) for column in types if column[0] in ("normal", "misere"))
    for macro in (*MACROS, *(_LISTS if lists else _SETS)):
        database.execute(f"create macro {macro}")
    for name, (invariant, kind) in INVARIANTS.items():
        database.create_function(
            f"{name}_of",
            _or_null(invariant),
            ["INTEGER", "UBIGINT"],
            kind,
            null_handling="special",
            exception_handling="default",
        )
        database.execute(f"create macro {name}(n, edges) as {name}_of(n::integer, edges::ubigint)")


def _or_null(invariant: Callable[[int, int], int | None]) -> Callable[[Any, Any], int | None]:
    """The same function where SQL may ask about null; it may answer null too."""

    def asked(n: Any, edges: Any) -> int | None:
        return None if n is None or edges is None else invariant(n, edges)

    return asked


def _answer(database: Any, sql: str, out: IO[bytes]) -> None:
    statements = database.extract_statements(sql)
    if not statements:
        raise InputError("query", f"{show(sql)} asks nothing; accepted: SQL such as 'select count(*) from census'")
    for statement in statements:
        found = database.execute(statement)
    described = found.description or []
    _refuse_zones(described)
    _say(out, {"columns": _distinct([str(column[0]) for column in described])})
    while described and (rows := found.fetchmany(_ROWS_AT_ONCE)):
        _say(out, {"rows": [[_plain(value) for value in row] for row in rows]})


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


def _distinct(names: list[str]) -> list[str]:
    """The names of columns, a number behind those that are there before: no column is lost in an object.

    >>> _distinct(["n", "n", "n_1", "n"])
    ['n', 'n_1', 'n_1_1', 'n_2']
    """
    found: list[str] = []
    for name in names:
        others = (f"{name}_{number}" for number in count(1))
        found.append(name if name not in found else next(each for each in others if each not in found))
    return found


if __name__ == "__main__":
    main()
