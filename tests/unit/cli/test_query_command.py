"""``lastmove query`` and ``lastmove targets``: answers, tables, sequences, plots, and what is no question."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import lastmove as lm
from commands import invoke
from databases import database_without
from lastmove.censuses.run import CensusProgress
from lastmove.cli.research.census import progress_text
from lastmove.core.errors import InputError
from lastmove.core.optional import extra, install
from lastmove.graphs.random import small_graphs
from lastmove.theorems.registry import find
from lastmove.verify.targets import TARGETS, is_elementary
from processes import on_terminal

if TYPE_CHECKING:
    from pathlib import Path

WINS = "select n, sum(bit_count(misere)) as wins from census group by n order by n"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    directory = str(tmp_path_factory.mktemp("census"))
    lm.census("vertex-geography", n="1-6", out=directory)
    return directory


def test_totals_without_a_question(run: str) -> None:
    rows = [json.loads(line) for line in invoke("query", run).stdout.splitlines()]
    assert rows[-1] == {"n": 6, "graphs": 112, "normal": 602, "misere": 336}


def test_people_get_a_table(run: str) -> None:
    status, seen = on_terminal("query", run)
    assert status == 0
    assert seen.splitlines()[0].split() == ["n", "graphs", "normal", "misere"]
    assert seen.splitlines()[-1].split() == ["6", "112", "602", "336"]


def test_tables_and_sequences(run: str) -> None:
    assert invoke("query", run, WINS, "--to", "csv").stdout == "n,wins\n1,1\n2,0\n3,5\n4,10\n5,77\n6,336\n"
    title, *terms = invoke("query", run, WINS, "--to", "bfile").stdout.splitlines()
    assert title.startswith("# vertex-geography; tool ")
    assert terms == ["1 1", "2 0", "3 5", "4 10", "5 77", "6 336"]
    latex = invoke("query", run, "select n, 'a_b & c' as \"d%\" from census where n = 1", "--to", "latex").stdout
    assert latex.splitlines()[1:] == [
        r"\begin{tabular}{rr}",
        r"n & d\% \\ \hline",
        r"1 & a\_b \& c \\",
        r"\end{tabular}",
    ]


def test_a_sequence_is_held_against_given_values(run: str) -> None:
    invoke("query", run, WINS, "--check", "1, 0, 5, 10")
    wrong = invoke("query", run, WINS, "--check", "1,0,5,11", status=1)
    assert wrong.stderr == "check: a(4) is 10, not 11\n"


def test_a_check_of_nothing_is_no_check(run: str) -> None:
    nothing = "select n, count(*) from census where n > 99 group by n"
    assert invoke("query", run, nothing, "--check", "1,2", status=1).stderr == "check: the answer has no rows\n"


def test_what_is_no_sequence_leaves_no_half_file(run: str) -> None:
    assert invoke("query", run, "select n from census", "--to", "bfile", status=2).stdout == ""


def test_latex_says_what_the_cells_say(run: str) -> None:
    cells = "select [1, 2] as a, 'Eq|w<>*^~\\\\' as b, null as c"
    lines = invoke("query", run, cells, "--to", "latex").stdout.splitlines()
    b = r"Eq\textbar{}w\textless{}\textgreater{}{*}\textasciicircum{}\textasciitilde{}" + r"\textbackslash{}" * 2
    assert lines[3] == rf"{{[}}1, 2] & {b} &  \\"


def test_values_that_json_does_not_know(run: str) -> None:
    sql = """select n * 0.5 as half, 2.0 as two, date '2020-01-31' as day, 'ab'::blob as bytes, 'nan'::double as none,
             [1.5, null] as list, {'a': interval 2 day} as named, map {1: 2} as map from census where n = 1"""
    expected = {"half": 0.5, "two": 2, "day": "2020-01-31", "bytes": "6162", "none": "nan", "list": [1.5, None]}
    found = json.loads(invoke("query", run, sql).stdout)
    assert found == expected | {"named": {"a": "2 days, 0:00:00"}, "map": {"1": 2}}


def test_columns_of_one_name_are_all_there(run: str) -> None:
    found = invoke("query", run, "select n, n + 1 as n from census where n = 1").stdout
    assert json.loads(found) == {"n": 1, "n_1": 2}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["selec"], "query: Parser Error"),
        (["select nobody from census"], "query: Binder Error"),
        ([WINS, "--check", "1,x"], "check: '1,x'; accepted: integers with commas between them"),
        (["select n from census", "--to", "bfile"], "query: a sequence has two columns of integers"),
        (["select n, n from census where n > 4", "--to", "bfile"], "query: the first column of a sequence is n, n + 1"),
        (["select n, 'a' from census", "--plot", "x.svg"], "plot: the column 'a' holds something else than numbers"),
        (["select n, n from census", "--heat-map", "x.svg"], "heat-map: 143 rows of 2 columns"),
    ],
)
def test_what_is_no_question(words: list[str], problem: str, run: str) -> None:
    result = invoke("query", run, *words, status=2)
    assert problem in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(("name", "other"), [("st*r", "star"), ("wh?t", "what"), ("a[1]", "a1"), ("it's", "its")])
def test_names_of_directories_are_no_patterns(name: str, other: str, tmp_path: Path) -> None:
    for directory, n in ((name, 3), (other, 4)):
        lm.census("vertex-geography", file=_lines(tmp_path, n), out=tmp_path / directory)
    assert lm.open_census(tmp_path / name).query("select n from census").rows == [(3,)]


def _lines(directory: Path, n: int) -> Path:
    file = directory / "same.g6"
    file.write_text({3: "Bw\n", 4: "C~\n"}[n])
    return file


def test_no_census_there(tmp_path: Path) -> None:
    assert "there is no census" in invoke("query", str(tmp_path), status=2).stderr
    (tmp_path / "manifest.json").write_text("{")
    assert "it cannot be read" in invoke("query", str(tmp_path), status=2).stderr


@pytest.mark.long
def test_plots(run: str, tmp_path: Path) -> None:
    invoke("query", run, "--plot", str(tmp_path / "shares.svg"))
    sql = "select n, bit_count(edges) as edges, avg(bit_count(misere) / n) as share from census group by all"
    invoke("query", run, sql, "--heat-map", str(tmp_path / "map.svg"))
    for name in ("shares.svg", "map.svg"):
        assert "<svg" in (tmp_path / name).read_text()


@pytest.mark.parametrize(
    ("module", "words", "named"),
    [
        ("pyarrow", ["census", "--game", "vertex-geography", "--n", "3", "--out", "there"], "census"),
        ("distributed", ["solve", "nim:1", "--scheduler", "tcp://127.0.0.1:1"], "cluster"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, words: list[str], named: str, run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (module, f"{module}.parquet"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    result = invoke(*[run if word == "RUN" else word for word in words], status=2)
    assert install(named) in result.stderr.splitlines()[-1]


def test_a_missing_database_is_named(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database_without("duckdb", monkeypatch)
    said = invoke("query", run, status=2).stderr.splitlines()[-1]
    assert said.endswith("lastmove query needs duckdb: pip install duckdb pyarrow")


def test_an_extra_that_is_broken_is_named_too() -> None:
    words = r"a census cannot load what it needs \(no library\): pip install"
    with pytest.raises(InputError, match=words), extra("census", "a census"):
        raise ImportError("no library\nmore words")


def test_progress_says_rate_and_estimate() -> None:
    assert progress_text(CensusProgress(10, 4, 4, 0), 3.0) == "4 of 10 shards"
    seen = CensusProgress(shards=2000, done=104, found=4, graphs=50_000_000)
    assert progress_text(seen, 50.0) == "104 of 2,000 shards, 50,000,000 graphs, 1,000,000 a second, about 16 min left"


def test_targets_belong_to_open_problems() -> None:
    listed = [json.loads(line) for line in invoke("targets").stdout.splitlines()]
    assert [each["target"] for each in listed] == [target.key for target in TARGETS]
    for target in TARGETS:
        assert find(target.statement).kind.value == "open problem"


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.key)
def test_what_targets_say_is_so(target: object) -> None:
    key = target.key  # type: ignore[attr-defined]
    false = "the smallest counterexample is" in target.checked  # type: ignore[attr-defined]
    size = min(target.size, 7)  # type: ignore[attr-defined]
    (said,) = invoke("targets", key, "--n", str(size), status=int(false)).stdout.splitlines()
    found = json.loads(said)["counterexample"]
    assert (found is not None) == false
    assert found is None or found["graph6"] in target.checked  # type: ignore[attr-defined]


def test_a_target_that_is_none() -> None:
    assert "accepted: bipartite-elementary, " in invoke("targets", "none", status=2).stderr


def test_elementary_graphs() -> None:
    """Against the definition: take away the ends of each edge, and match the rest."""
    from lastmove.graphs import Graph, maximum_matching
    from lastmove.graphs.components import component, two_colouring

    counts: dict[int, int] = {}
    for n in (2, 4, 6):
        for graph in small_graphs(n):
            near = graph.neighbours
            if len(component(near, 0)) < n or two_colouring(near, component(near, 0)) is None:
                continue

            def matched(gone: set[int], graph: Graph = graph) -> bool:
                rest = [(u, v) for u, v in graph.ends() if not {u, v} & gone]
                return 2 * maximum_matching(Graph.numbered(graph.n, rest)).size == graph.n - len(gone)

            expected = all(matched({u, v}) for u, v in graph.ends())
            assert is_elementary(graph) == expected
            counts[n] = counts.get(n, 0) + expected
    assert counts == {2: 1, 4: 1, 6: 4}
