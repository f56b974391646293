"""SQL of strangers: DuckDB sees the table of a census and nothing else, and it ends by a limit or by Ctrl-C."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import lastmove as lm
from commands import invoke
from databases import database_without
from processes import Running

SECRET = [("the variable of a program that asks",)]
ONE_CALL = "select length(repeat('x', 4000000000))"
"""DuckDB looks at no limit before such a call ends: many seconds, and gigabytes."""
LONG = "select sum(a.n * b.n * c.n * d.n) from census a, census b, census c, census d, census e, census f"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("census")
    lm.census("vertex-geography", n="1-6", out=directory)
    (directory / "link").symlink_to("/etc")
    return directory


def state(directory: Path) -> dict[str, tuple[int, int]]:
    """Every file there, and when it was changed."""
    there = ((path, path.stat()) for path in sorted(directory.iterdir()))
    return {path.name: (found.st_size, found.st_mtime_ns) for path, found in there}


TOUCHING = [
    "select * from read_csv('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from read_text('DIR/manifest.json')",
    "select * from read_text('DIR/../DIR/manifest.json')",
    "select * from read_blob('DIR/link/passwd')",
    "select * from read_parquet('SHARD')",
    "select * from parquet_metadata('SHARD')",
    "select * from sniff_csv('/etc/passwd')",
    "select * from glob('*')",
    "select * from 'http://127.0.0.1:9/x.csv'",
    "copy census to 'DIR/made.csv'",
    "copy census to 'SHARD' (use_tmp_file false)",
    "copy census to '/dev/stdout'",
    "with a as (copy census to 'SHARD' (use_tmp_file false)) select 1",
    "explain analyze copy census to 'SHARD' (use_tmp_file false)",
    "export database 'DIR/made'",
    "import database 'DIR'",
    "attach 'DIR/made.db'",
    "attach 'SHARD' as other",
    "install httpfs",
    "load httpfs",
    "load 'DIR/made.duckdb_extension'",
    "set enable_external_access = true",
    "reset enable_external_access",
    "set lock_configuration = false",
    "set temp_directory = 'DIR/made'",
    "pragma enable_profiling",
    "set profiling_output = 'DIR/made'",
    "call enable_logging(storage = 'file', storage_path = 'DIR/made')",
    "create persistent secret made (type s3)",
    "select getenv('HOME')",
    "select * from SECRET",
    "select * from read_text('/proc/self/environ')",
]


@pytest.mark.parametrize("sql", TOUCHING)
def test_sql_touches_no_file(sql: str, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shard = min(run.glob("*.parquet"))
    before = state(run)
    words = sql.replace("SHARD", str(shard)).replace("DIR", str(run))
    result = invoke("query", str(run), words, status=2)
    assert result.stderr.splitlines()[-1].startswith("Error: query: ")
    assert (state(run), os.listdir(tmp_path)) == (before, [])


def test_a_claim_touches_no_file(run: Path) -> None:
    claim = "(select count(*) from read_text('/etc/passwd')) = 0"
    for words in (["--census", str(run)], ["--game", "vertex-geography", "--n", "3"]):
        assert "file system operations are disabled" in invoke("refute", claim, *words, status=2).stderr


def test_large_sorts_leave_no_files(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    invoke("query", str(run), "select a.edges from census a, census b order by random() limit 1")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("sql", [" ", ";", " ; ;", "/* nothing */", "\n"])
def test_a_question_that_asks_nothing(sql: str, run: Path) -> None:
    said = invoke("query", str(run), sql, status=2).stderr.splitlines()[-1]
    assert "asks nothing; accepted: SQL such as 'select count(*) from census'" in said


@pytest.mark.long
def test_times_with_a_zone_need_no_package(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database_without("pytz", monkeypatch)
    for sql in ("select now() as t", "select [now()] as t", "select {'a': now()} as t"):
        said = invoke("query", str(run), sql, status=2).stderr.splitlines()[-1]
        assert said.endswith("the column 't' is a time with a zone, which needs pytz; cast it to timestamp or varchar")
    assert json.loads(invoke("query", str(run), "select now()::timestamp > '2020-01-01' as t").stdout) == {"t": True}
    assert invoke("query", str(run), "select now()::varchar as t").stdout.startswith('{"t": "20')


def test_several_statements_and_pivots_are_answered(run: Path) -> None:
    assert invoke("query", str(run), "create macro twice(x) as 2 * x; select twice(3) as six").stdout == '{"six": 6}\n'
    pivot = "pivot (select n, misere = 0 as lost from census) on lost using count(*) order by n limit 2"
    found = [json.loads(line) for line in invoke("query", str(run), pivot).stdout.splitlines()]
    assert found == [{"n": 1, "false": 1, "true": 0}, {"n": 2, "false": 0, "true": 1}]


LIMITED: list[tuple[list[str], str]] = [
    (["query", "RUN", "select * from census, range(10000000)", "--memory-limit", "20"], "memory"),
    (["refute", f"({ONE_CALL}) > 0", "--census", "RUN", "--memory-limit", "200"], "memory"),
    (["targets", "bipartite-elementary", "--n", "13", "--time-limit", "0.3"], "time"),
    (["new", "complete:9000", "--time-limit", "0.3"], "time"),
    (["new", "random-tree:3000000", "--memory-limit", "20"], "memory"),
    (["new", "complete:500", "--to", "graphml", "--memory-limit", "20"], "memory"),
]
LIMITED_TOO: list[tuple[list[str], str]] = [
    (["query", "RUN", LONG, "--time-limit", "0.3"], "time"),
    (["query", "RUN", ONE_CALL, "--time-limit", "0.5"], "time"),
    (["query", "RUN", ONE_CALL, "--memory-limit", "200"], "memory"),
    (["refute", f"({LONG}) > 0", "--census", "RUN", "--time-limit", "0.3"], "time"),
    (["refute", "n > 0", "--game", "nimg-mr", "--weights", "1-3", "--n", "7", "--time-limit", "0.3"], "time"),
    (["targets", "directed-vertexnim", "--n", "5", "--time-limit", "0.3"], "time"),
]
"""The same doors by other ways."""


@pytest.mark.parametrize(
    ("words", "limit"), [*LIMITED, *(pytest.param(*each, marks=pytest.mark.long) for each in LIMITED_TOO)]
)
def test_limits_end_the_work(words: list[str], limit: str, run: Path) -> None:
    result = invoke(*[str(run) if word == "RUN" else word for word in words], status=3)
    assert result.stdout == ""
    assert f"the {limit} limit was reached" in result.stderr


def test_limits_of_a_conversion_are_for_each_position() -> None:
    large = invoke("new", "complete:200", "--game", "vertex-geography").stdout
    small = invoke("new", "path:3", "--game", "vertex-geography").stdout
    result = invoke("convert", "--to", "json", "--time-limit", "0", text=large + small, status=3)
    assert result.stderr.count("the time limit was reached") == 2
    assert invoke("convert", "--to", "json", "--time-limit", "600", text=large + small).stdout == large + small


@pytest.mark.long
def test_limits_in_python(run: Path) -> None:
    census = lm.open_census(run)
    with pytest.raises(lm.LimitReached, match="time"):
        census.query(LONG, limits=lm.Limits(time=0.2))
    assert census.query("select count(*) from census", limits=lm.Limits(time=600)).rows == [(143,)]
    with pytest.raises(lm.LimitReached, match="memory"):
        census.query(ONE_CALL, limits=lm.Limits(memory=100))
    assert census.query("select count(*) from census").rows == [(143,)]
    cancel = lm.Cancel()
    cancel.set()
    with pytest.raises(lm.LimitReached, match="cancel"):
        census.query(LONG, limits=lm.Limits(cancel=cancel))


@pytest.mark.long
@pytest.mark.parametrize(
    "words", [["query", "RUN", LONG], ["refute", f"({LONG}) > 0", "--census", "RUN"]], ids=["query", "refute"]
)
def test_ctrl_c_ends_a_long_query(words: list[str], run: Path) -> None:
    with Running(*[str(run) if word == "RUN" else word for word in words]) as asking:
        asking.wait_until_busy(1.5)
        status, out, err = asking.interrupt()
    assert (status, out, err) == (130, "", "")
