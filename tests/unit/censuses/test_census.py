"""The table of a census: its totals, its columns, and what each reader makes of it."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import invoke
from lastmove.core.errors import InputError
from lastmove.core.limits import Meter
from lastmove.core.play import Outcome, Play
from lastmove.graphs.components import is_strongly_connected
from lastmove.graphs.graph6 import encode
from lastmove.graphs.random import small_graphs
from lastmove.search.batch import pairs_of, weightings
from lastmove.search.plain import PlainSearch
from page_examples import ROOT

if TYPE_CHECKING:
    from pathlib import Path

GEOGRAPHY = {
    "1": (1, 0, 1),
    "2": (1, 2, 0),
    "3": (2, 1, 5),
    "4": (6, 21, 10),
    "5": (21, 22, 77),
    "6": (112, 602, 336),
    "7": (853, 1073, 4407),
    "8": (11_117, 84_579, 42_185),
    "9": (261_080, 194_432, 1_919_959),
}
"""Connected graphs by their vertices, and the starts that win in normal and in misère play."""


def take(out: Path, *options: str, text: str = "", status: int = 0) -> Any:
    """The totals that ``lastmove census`` writes."""
    result = invoke("census", "--out", str(out), *options, "--json", text=text, status=status)
    return json.loads(result.stdout)["n"]


def asked(out: Path, sql: str) -> list[dict[str, Any]]:
    """The rows that ``lastmove query`` writes."""
    return [json.loads(line) for line in invoke("query", str(out), sql, "--json").stdout.splitlines()]


def totals(found: dict[str, dict[str, int]]) -> dict[str, tuple[int, int, int]]:
    return {n: (row["graphs"], row["normal"], row["misere"]) for n, row in found.items()}


def test_vertex_geography_on_all_connected_graphs(tmp_path: Path) -> None:
    found = take(tmp_path, "--game", "vertex-geography", "--n", "1-7")
    assert totals(found) == dict(islice(GEOGRAPHY.items(), 7))
    assert found["7"] == {"graphs": 853, "starts": 5971, "normal": 1073, "misere": 4407}


@pytest.mark.long
def test_vertex_geography_on_larger_graphs(tmp_path: Path) -> None:
    found = take(tmp_path, "--game", "vertex-geography", "--n", "8-9", "--jobs", "2")
    assert totals(found) == {n: GEOGRAPHY[n] for n in ("8", "9")}


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("nimg-rm", ["--weights", "1-3", "--n", "6"], {"6": (112, 240_265, 400_671)}),
        ("nimg-mr", ["--weights", "1-3", "--n", "6"], {"6": (112, 251_821, 274_812)}),
        ("edge-geography", ["--n", "4-5"], {"4": (6, 14, 13), "5": (21, 63, 57)}),
    ],
)
def test_other_games(game: str, options: list[str], expected: object, tmp_path: Path) -> None:
    assert totals(take(tmp_path, "--game", game, *options)) == expected


@pytest.mark.long  # nauty lists the digraphs
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--digraphs", "--n", "2-4"], {"2": (2, 3, 1), "3": (13, 16, 28), "4": (199, 545, 407)}),
        (["--directg=-o", "--n", "2-4"], {"2": (1, 1, 1), "3": (5, 6, 10), "4": (34, 72, 79)}),
    ],
)
def test_digraphs(options: list[str], expected: object, tmp_path: Path) -> None:
    assert totals(take(tmp_path, "--game", "vertex-geography", *options)) == expected


def sorted_as_written(graph: lm.Graph) -> list[tuple[int, int]]:
    """The edges in graph6's order of pairs, which is the order of weights of edges."""
    place = {pair: number for number, pair in enumerate(pairs_of(graph.n, graph.directed))}
    return sorted((ends if ends in place else ends[::-1] for ends in graph.ends()), key=place.__getitem__)


def by_the_law(board: Any, play: str) -> int:
    """The set of starts that the definition of the game calls won."""
    search = PlainSearch(Play.of(play), Meter())
    return sum(1 << number for number, start in enumerate(board.starts()) if search.wins(board.at(start)))


@pytest.mark.parametrize(
    ("game", "k"),
    [
        *(("vertex-geography", 0), ("edge-geography", 0)),
        *((game, 2) for game in ("nimg-rm", "nimg-mr", "edge-nimg", "vertexnim", "vertexnim-mr")),
    ],
)
@pytest.mark.parametrize("directed", [False, True])
def test_every_row_is_what_the_law_says(game: str, k: int, directed: bool, tmp_path: Path) -> None:
    make = {
        "vertex-geography": lm.VertexGeography,
        "edge-geography": lm.EdgeGeography,
        "nimg-rm": lm.NimGRM,
        "nimg-mr": lm.NimGMR,
        "vertexnim": lm.Vertexnim,
        "edge-nimg": lm.EdgeNimG,
        "vertexnim-mr": lm.VertexnimMR,
    }[game]
    graphs = [g for n in (1, 2, 3) for g in small_graphs(n, directed=directed)]
    if game.startswith("vertexnim"):
        graphs = [g for g in graphs if is_strongly_connected(g)]
    kind = "digraph6" if directed else "graph6"
    lines = "".join(encode(graph, kind) + "\n" for graph in graphs)
    take(tmp_path, "--game", game, *(["--weights", f"1-{k}"] if k else []), "-", text=lines)
    rows = asked(tmp_path, "select * from census")
    graphs = [lm.Graph(g.n, sorted_as_written(g), directed=directed) for g in graphs]
    places = [g.m if game == "edge-nimg" else g.n for g in graphs]
    expected = [(g, w) for g, n in zip(graphs, places, strict=True) for w in (weightings(n, k) if k else [None])]
    assert len(rows) == len(expected)
    for row, (graph, weights) in zip(rows, expected, strict=True):
        board: Any = make(graph) if weights is None else make(graph, weights)
        assert row["n"] == graph.n
        pairs = pairs_of(graph.n, directed)
        edges = {pair for place, pair in enumerate(pairs) if row["edges"] >> place & 1}
        assert edges == set(graph.ends())
        assert k == 0 or row["weights"] == list(weights or ())
        assert [row[play] for play in ("normal", "misere")] == [by_the_law(board, p) for p in ("normal", "misere")]
        assert row.get("normal_unknown", 0) == row.get("misere_unknown", 0) == 0
        assert ("reason" in row) == (game == "vertexnim")


def test_what_a_limit_leaves_unknown_is_in_neither_set(tmp_path: Path) -> None:
    options = ["--game", "edge-geography", "--family", "circulant:9,1,2,3", "--position-limit", "2"]
    found = take(tmp_path, *options, status=3)
    rows = asked(tmp_path, "select * from census")
    unknown = sum(row["normal_unknown"].bit_count() for row in rows)
    assert found["9"]["normal_unknown"] == unknown > 0
    assert all(row["normal"] & row["normal_unknown"] == 0 for row in rows)
    assert any("positions limit" in row["reason"] for row in rows)


def test_boards_of_more_than_64_vertices_have_lists(tmp_path: Path) -> None:
    take(tmp_path, "--game", "vertex-geography", "--family", "path:63-66")
    for row in asked(tmp_path, "select *, how_many(misere) as wins from census"):
        board = lm.VertexGeography(lm.graphs.named(f"path:{row['n']}"))
        assert row["graph6"] == encode(board.graph)
        for play in ("normal", "misere"):
            won = [v for v, outcome in lm.outcomes(board, play).items() if outcome is Outcome.N]
            assert row[play] == won
        assert row["wins"] == len(row["misere"])


def test_sizes_on_both_sides_of_a_word(tmp_path: Path) -> None:
    take(tmp_path, "--game", "vertex-geography", "--family", "cycle:n", "--n", "10-13", "--play", "misere")
    rows = asked(tmp_path, "select *, graph6(n, edges) as text from census order by n")
    assert [row["edges"] is None for row in rows] == [False, False, True, True]
    texts = [row["graph6"] or row["text"] for row in rows]
    assert texts == [encode(lm.graphs.named(f"cycle:{n}")) for n in range(10, 14)]
    assert "normal" not in rows[0]


@pytest.mark.long  # nauty lists the graphs
def test_a_sample_is_the_same_each_time(tmp_path: Path) -> None:
    options = ["--game", "vertex-geography", "--n", "8-9", "--sample", "50"]
    first = take(tmp_path / "a", *options)
    assert {n: row["graphs"] for n, row in first.items()} == {"8": 50, "9": 50}
    assert take(tmp_path / "b", *options) == first


@pytest.mark.long  # nauty lists the graphs
def test_functions_of_queries(tmp_path: Path) -> None:
    take(tmp_path / "graphs", "--game", "vertex-geography", "--n", "5")
    take(tmp_path / "digraphs", "--game", "vertex-geography", "--digraphs", "--n", "3")
    sql = "select *, graph6(n, edges) as text, starts(misere) as won, others(n, misere) as lost, "
    for row in asked(tmp_path / "graphs", f"{sql} edge_list(n, edges) as list, degrees(n, edges) as deg from census"):
        graph = lm.VertexGeography(row["text"]).graph
        assert sorted(map(tuple, row["list"])) == sorted(graph.ends())
        assert row["deg"] == [len(neighbours) for neighbours in graph.neighbours]
        assert sorted(row["won"] + row["lost"]) == [0, 1, 2, 3, 4]
        assert sum(1 << v for v in row["won"]) == row["misere"]
    sql = "select digraph6(n, edges) as text, arc_list(n, edges) as list, out_degrees(n, edges) as deg from census"
    for row in asked(tmp_path / "digraphs", sql):
        graph = lm.VertexGeography(row["text"]).graph
        assert sorted(map(tuple, row["list"])) == sorted(graph.ends())
        assert row["deg"] == [len(neighbours) for neighbours in graph.neighbours]


def test_pandas_polars_and_duckdb_read_the_directory(tmp_path: Path) -> None:
    import duckdb
    import pandas as pd
    import polars as pl

    found = lm.census("vertex-geography", n="1-6", out=tmp_path)
    expected = sorted(found.query("select n, edges, normal, misere from census").rows)
    assert len(expected) == 143
    by_pandas = pd.concat(pd.read_parquet(path) for path in found.files)
    assert sorted(map(tuple, by_pandas.itertuples(index=False))) == expected
    assert sorted(pl.read_parquet(f"{tmp_path}/*.parquet").rows()) == expected
    with duckdb.connect() as database:
        assert sorted(database.execute(f"select * from '{tmp_path}/*.parquet'").fetchall()) == expected
    assert sorted(zip(*found.table().to_pydict().values(), strict=True)) == expected
    columns = json.loads((tmp_path / "manifest.json").read_text())["columns"]
    assert list(columns) == ["n", "edges", "normal", "misere"]
    assert "(0,1), (0,2), (1,2)" in columns["edges"]


def own_graphs() -> list[Any]:
    return [[(0, 1), (1, 2)], "Bw"]


def test_graphs_of_ones_own() -> None:
    import networkx as nx

    listed = lm.census("vertex-geography", source=[[(0, 1), (1, 2)], "Bw", nx.path_graph(4)])
    assert totals(listed.manifest.summary) == {"3": (2, 1, 5), "4": (1, 4, 2)}  # type: ignore[arg-type]
    made = lm.census("vertex-geography", source=own_graphs, play="misere")
    assert made.manifest.summary == {"3": {"graphs": 2, "starts": 6, "misere": 5}}
    weighted = nx.Graph([(0, 1)])
    weighted.nodes[0]["weight"], weighted.nodes[1]["weight"] = 2, 1
    rows = lm.census("nimg-rm", source=[weighted]).query("select weights, normal from census").rows
    assert rows == [([2, 1], by_the_law(lm.NimGRM(weighted), "normal"))]


def test_the_studies_say_what_the_script_writes() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_studies.py"))
    there = (ROOT / "docs" / "background" / "studies.md").read_text()
    computed = re.search(r"all connected graphs to (\d+) vertices and the\nbipartite ones to (\d+);", there)
    assert computed is not None
    assert script["page"](*map(int, computed.groups())) == there, "run scripts/make_studies.py"
    known = {str(n): row[:3] for n, row in script["ALL_GRAPHS"].items()}
    assert {n: known[n] for n in GEOGRAPHY} == GEOGRAPHY


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--n", "9-3"], "n: '9-3'"),
        ([], "n: missing"),
        (["--n", "3", "--weights", "1-2"], "weights: vertex-geography has none"),
        pytest.param(["--n", "3", "--geng=-cu"], "geng: '-cu'", marks=pytest.mark.long),  # it is nauty's option
        (["--family", "grid:2xn", "--digraphs", "--n", "3"], "digraphs: it goes with graphs that geng lists"),
        (["--n", "3", "no-such-file.g6"], "n: it does not go with file"),
        (["no-such-file.g6"], "no-such-file.g6"),
        (["--n", "3", "--scheduler", "here"], "scheduler: 'here'"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line(options: list[str], problem: str, tmp_path: Path) -> None:
    result = invoke("census", "--game", "vertex-geography", "--out", str(tmp_path / "run"), *options, status=2)
    assert problem in result.stderr.splitlines()[-1]


def test_games_without_a_token_on_a_graph_are_refused() -> None:
    with pytest.raises(InputError, match="game: 'nim'; accepted: a game on a graph: vertex-geography"):
        lm.census("nim", n=3)


def test_a_bad_line_and_a_graph_that_is_no_board(tmp_path: Path) -> None:
    options = ["census", "--out", str(tmp_path), "-"]
    bad = invoke(*options, "--game", "vertex-geography", text="Bw\nB w\n", status=1)
    assert "line 2" in bad.stderr
    apart = invoke(*options, "--game", "vertexnim", text="B?\n", status=1)
    assert "B? is no board of vertexnim" in apart.stderr


@pytest.mark.long  # nauty lists the graphs
def test_graphs_on_which_none_all_the_same_and_the_other_starts_win() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_studies.py"))
    found = {row[0]: row[1:] for row in lm.census("vertex-geography", n="1-8").query(script["TOTALS"]).rows}
    assert found == {n: row for n, row in script["ALL_GRAPHS"].items() if n <= 8}


@pytest.mark.long  # it starts commands
def test_the_benchmark_says_what_it_measures() -> None:
    for name in ("census.py", "census_kernels.py"):
        words = [sys.executable, str(ROOT / "benchmarks" / name)]
        said = subprocess.run([*words, "--help"], capture_output=True, text=True, check=True).stdout
        assert "CPU time a graph" in " ".join(said.split())
        wrong = subprocess.run([*words, "ten"], capture_output=True, text=True, check=False)
        assert wrong.returncode == 2
        assert wrong.stderr.splitlines()[-1].endswith("argument n: invalid int value: 'ten'")


def _values_by_hand(rows: list[set[int]], token: int, gone: frozenset[int]) -> tuple[int, int]:
    """The Grundy value of Vertex Geography, and the misère one, by their definition."""
    gone |= {token}
    options = [_values_by_hand(rows, v, gone) for v in rows[token] - gone]
    if not options:
        return 0, 1
    return tuple(min(set(range(len(options) + 1)) - {option[side] for option in options}) for side in (0, 1))  # type: ignore[return-value]


def test_values_of_every_start() -> None:
    found = lm.census("vertex-geography", n="1-5", values=["genus", "grundy"])
    for row in found.table().to_pylist():
        rows: list[set[int]] = [set() for _ in range(row["n"])]
        for i, (u, v) in enumerate(pairs_of(row["n"])):
            if row["edges"] >> i & 1:
                rows[u].add(v)
                rows[v].add(u)
        values = [_values_by_hand(rows, v, frozenset()) for v in range(row["n"])]
        assert row["grundy"] == [normal for normal, _ in values]
        assert [genus.partition("^")[0] for genus in row["genus"]] == [str(normal) for normal, _ in values]
        assert [genus.partition("^")[2][0] for genus in row["genus"]] == [str(misere) for _, misere in values]
        assert row["normal"] == sum(1 << v for v, (normal, _) in enumerate(values) if normal)


def test_values_as_options(tmp_path: Path) -> None:
    take(tmp_path / "a", "--game", "arc-kayles", "--n", "1-4", "--values", "genus")
    assert asked(tmp_path / "a", "select grundy, genus from census where n = 3") == [
        {"grundy": 1, "genus": "1^031"},
        {"grundy": 1, "genus": "1^031"},
    ]
    take(tmp_path / "b", "--game", "nimg-rm", "--weights", "1-2", "--n", "2", "--values", "grundy")
    assert [row["grundy"] for row in asked(tmp_path / "b", "select grundy from census")] == [
        [lm.grundy(lm.NimGRM([(0, 1)], list(weights), start=v)) for v in (0, 1)] for weights in weightings(2, 2)
    ]
    with pytest.raises(InputError, match=r"values: .*accepted: grundy, genus"):
        lm.census("arc-kayles", n=2, values=["misere"])


def test_values_within_limits() -> None:
    found = lm.census(
        "vertex-geography", source=[lm.graphs.named("complete:6")], values="grundy", limits=lm.Limits(positions=3)
    )
    assert found.table().to_pylist()[0]["grundy"] == [None] * 6
