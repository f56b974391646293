"""Sources of graphs: every graph once, in shards that are read on their own."""

from __future__ import annotations

import pickle
import subprocess
from io import BytesIO
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

import lastmove as lm
from lastmove.censuses import nauty as nauty_sources
from lastmove.censuses.choose_source import AllTrees, Atlas, Families, Generated, all_graphs
from lastmove.censuses.files import Graph6File, blocks_of_lines, kept_stream
from lastmove.censuses.nauty import Geng, nauty_tool
from lastmove.censuses.sources import ListerFailed, WeightedGraph
from lastmove.graphs.graph6 import decode, encode
from lastmove.graphs.random import small_graphs
from lastmove.search.batch import GraphBlock, block_of, read_block

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lastmove.censuses.sources import Source


def listed(source: Source, target: int = 1 << 30) -> list[Any]:
    """All graphs of a source as text or with their weights, and every shard told the truth about their number."""
    found: list[Any] = []
    names = set()
    shards = source.shards(target)
    assert shards == source.shards(target)
    assert pickle.loads(pickle.dumps(source)) == source
    for shard in shards:
        assert pickle.loads(pickle.dumps(shard)) == shard
        assert shard.name.replace("-", "").replace("_", "").replace("=", "").replace(".", "").replace(",", "").isalnum()
        names.add(shard.name.lower())
        reading = shard.blocks()
        here: list[Any] = []
        for some in reading:
            if isinstance(some, GraphBlock):
                here += some.texts()
            else:
                here += [graph if weights is None else (graph, weights) for graph, weights in some]
        assert reading.listed == len(here)
        found += here
    assert len(names) == len(shards)
    return found


# Blocks


@pytest.mark.parametrize("directed", [False, True])
def test_blocks_hold_what_the_lines_say(directed: bool) -> None:
    for n in range(5 - directed):
        graphs = small_graphs(n, directed=directed)
        lines = [encode(graph, "digraph6" if directed else "graph6") for graph in graphs]
        block = read_block("".join(f"{line}\n" for line in lines).encode(), n, directed)
        assert list(block.texts()) == lines
        assert [sorted(found) for found in block.lists()] == [sorted(graph.ends()) for graph in graphs]
        assert block.edges.tolist() == block_of(block.edges, n, directed).edges.tolist()


@pytest.mark.compiled
def test_large_blocks_are_read_the_same_way_through_numba() -> None:
    import numba  # noqa: F401 - it is loaded, so it is used

    lines = b"".join(f"{encode(graph)}\n".encode() for graph in small_graphs(5)) * 1000
    block = read_block(lines, 5)
    assert block.count == 34_000
    assert block.lines == lines
    with pytest.raises(lm.InputError, match=r"graph6: line 34000 of the block is 'D!\?'; accepted: 3 characters"):
        read_block(lines[:-4] + b"D!?\n", 5)


@pytest.mark.parametrize(
    ("lines", "n", "directed", "problem"),
    [
        (b"DQc\nDQ\n", 5, False, "graph6: line 2 of the block is 'DQ'; accepted: 3 characters of graph6 for 5 vert"),
        (b"DQc\nEQc\n", 5, False, "graph6: line 2 of the block is 'EQc'"),
        (b"DQc\nD c\n", 5, False, "graph6: line 2 of the block is 'D c'"),
        (b"&A_\n", 2, True, "digraph6: a digraph has a loop"),
        (b"", 63, False, "n: 63; accepted in a block: 0 to 62 vertices"),
    ],
)
def test_lines_that_do_not_belong(lines: bytes, n: int, directed: bool, problem: str) -> None:
    with pytest.raises(lm.InputError) as caught:
        read_block(lines, n, directed)
    assert str(caught.value).startswith(problem)


def test_edges_beyond_a_word() -> None:
    block = block_of([1 << 65], 12)
    assert list(block.lists()) == [[(10, 11)]]
    with pytest.raises(lm.InputError, match="edges: graphs with 12 vertices have more pairs than the 64 bits"):
        block.edges  # noqa: B018
    with pytest.raises(lm.InputError, match="edges: 8; accepted for 3 vertices: integers of 3 bits"):
        block_of([8], 3)


# Sources that need nothing


def test_the_atlas() -> None:
    found = [decode(line) for line in listed(Atlas((3, 4, 5)))]
    assert len(found) == 2 + 6 + 21
    for n, graphs in ((3, found[:2]), (4, found[2:8]), (5, found[8:])):
        networks = [nx.Graph([*graph.ends()]) for graph in graphs]
        assert {graph.n for graph in graphs} == {n}
        assert not any(nx.is_isomorphic(one, other) for one, other in combinations(networks, 2))
    assert len(listed(Atlas((4,), connected=False))) == 11
    with pytest.raises(lm.InputError, match="n: 8; accepted here: 1 to 7 vertices; nauty lists them and is not inst"):
        Atlas((8,))


def test_families_over_ranges() -> None:
    assert listed(Families("grid:2-3xn", (2, 4))) == [lm.graphs.named(f"grid:{a}x{n}") for a in (2, 3) for n in (2, 4)]
    assert listed(Families("petersen:5,2")) == [lm.graphs.named("petersen:5,2")]
    assert len(listed(Families("path:1-10"), target=3)) == 10
    with pytest.raises(lm.InputError, match="family: 'path:n' has a letter n; say which numbers it stands for"):
        Families("path:n")
    with pytest.raises(lm.InputError, match="names no family"):
        listed(Families("pth:1-3"))


def some_graphs() -> Iterator[Any]:
    yield "Bw"
    yield [("a", "b"), ("b", "c")]
    weighted = nx.path_graph(2)
    nx.set_node_attributes(weighted, {0: 3, 1: 4}, "weight")
    yield weighted
    yield (4, [(0, 1)])


def test_a_generator_of_ones_own() -> None:
    found = listed(Generated(some_graphs))
    assert found[1] == lm.Graph("abc", [("a", "b"), ("b", "c")])
    assert found[2] == (lm.Graph(2, [(0, 1)]), (3, 4))
    parted = listed(Generated(some_graphs, parts=3))
    assert sorted(map(str, parted)) == sorted(map(str, found))


@pytest.mark.parametrize("target", [1, 7, 1000])
def test_files_are_cut_into_shards(tmp_path: Path, target: int) -> None:
    lines = [encode(graph) for n in range(1, 6) for graph in small_graphs(n)]
    mixed = [*lines, ":Fa@x^", "&AW", "&A_", "", *lines]
    file = tmp_path / "some.g6"
    file.write_text(">>graph6<<" + "\n".join(mixed))
    found = [graph if isinstance(graph, str) else None for graph in listed(Graph6File(str(file)), target)]
    assert [line for line in found if line] == [*lines, "&AW", *lines]
    assert found.count(None) == 2
    copy = kept_stream(BytesIO(file.read_bytes()), "copy", tmp_path / "new")
    assert listed(Graph6File(str(copy))) == listed(Graph6File(str(file)))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(lm.InputError, match=r"file: .*none.g6: No such file or directory; accepted: a file of graph6"):
        Graph6File(str(tmp_path / "none.g6")).shards(1)
    with pytest.raises(lm.InputError, match="line 2: graph6: "):
        list(blocks_of_lines([b"Bw\n", b"B!\n", b"Bw\n"]))
    assert [type(some) for some in blocks_of_lines([b":An\n", b"Bw\n"])] == [tuple, GraphBlock]


# nauty


def test_without_nauty_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("nauty", "choose_source"):
        monkeypatch.setattr(f"lastmove.censuses.{module}.nauty_tool", lambda _: None)
    assert all_graphs((5,)) == Atlas((5,))
    assert all_graphs((5,), options="") == Atlas((5,), connected=False)
    for asked in ({"options": "-b"}, {"directg": ""}, {"weights": 2}):
        with pytest.raises(lm.InputError, match="geng: nauty lists them and is not installed: apt install nauty"):
            all_graphs((5,), **asked)
    with pytest.raises(lm.InputError, match="apt install nauty"):
        list(Geng((5,)).shards(1000)[0].blocks())


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("-u", "geng: '-u' has u; accepted: options that choose graphs"),
        ("-cq", "geng: '-cq' has q"),
        ("3/3", "geng: '3/3'; accepted: a part such as 0/4"),
        ("-c 0/3 1/3", "geng: '-c 0/3 1/3'; accepted: options, a range of edges such as 9:12, a part such as 0/4"),
        ("-c /3", "geng: '/3'; accepted: options such as -c"),
        ("; rm", "geng: ';'; accepted: options such as -c"),
        ("-c 5 6", "geng: '-c 5 6'; accepted: options, a range of edges"),
        ("-c 9:5", "geng: '9:5'; accepted: a range of edges, the least number first"),
    ],
)
def test_options_that_are_refused(options: str, problem: str) -> None:
    with pytest.raises(lm.InputError) as caught:
        Geng((5,), options)
    assert str(caught.value).startswith(problem)


def test_no_size_at_all_is_refused() -> None:
    for ask in (lambda: all_graphs(()), lambda: lm.census("vertex-geography", n=[])):
        with pytest.raises(lm.InputError, match="it names no size"):
            ask()
    with pytest.raises(lm.InputError, match="size"):
        lm.refute(lambda _: "N", game="vertex-geography", n=0, source="-c")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"n": [3.0]}, "n: 3.0; accepted: integers"),
        ({"n": 3, "play": []}, "play: no convention is named"),
        ({"n": 3, "jobs": 0}, "jobs: 0; accepted: "),
    ],
)
def test_arguments_that_are_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(lm.InputError) as caught:
        lm.census("vertex-geography", **options)
    assert str(caught.value).startswith(problem)


@pytest.mark.long
def test_sizes_and_conventions_in_lists() -> None:
    found = lm.census("vertex-geography", n=[4, 3, 3], play=["misere"]).summary["n"]
    assert found == lm.census("vertex-geography", n="3-4", play="misere").summary["n"]


def test_other_numbers_that_are_refused() -> None:
    for wrong in ({"sizes": (0,)}, {"sizes": (33,)}, {"sizes": (3,), "weights": 0}):
        with pytest.raises(lm.InputError, match="accepted"):
            Geng(**wrong)


@pytest.mark.long
def test_geng_lists_every_graph_once() -> None:
    assert nauty_tool("geng") is not None
    for n in range(1, 7):
        found = listed(Geng((n,), ""))
        assert len(found) == len(set(found)) == {1: 1, 2: 2, 3: 4, 4: 11, 5: 34, 6: 156}[n]
    parted = listed(Geng((6, 7)), target=50)
    assert sorted(parted) == sorted(chain(listed(Geng((6,))), listed(Geng((7,)))))
    assert len(listed(Geng((7,), "-bc"))) == 44
    assert len(listed(Geng((6,), "-c 5:6"))) == 6 + 13
    assert len(listed(Geng((6,), "-C -d3"))) == len(listed(Geng((6,), "-Cd3"))) > 0


@pytest.mark.long
@pytest.mark.parametrize("directg", [None, "-o"])
def test_a_part_is_listed_as_geng_cuts_it(directg: str | None) -> None:
    """However small the target is: geng cuts parts of a part in another way."""
    parts = [listed(Geng((5, 6), f"-c {part}/3 4:7", directg), target=1) for part in range(3)]
    assert parts[0]
    assert parts[1]
    assert sorted(chain(*parts)) == sorted(listed(Geng((5, 6), "-c 4:7", directg)))
    assert len(Geng((5, 6), "1/3").shards(1)) == 2


@pytest.mark.long
def test_digraphs_and_weights() -> None:
    assert len(listed(Geng((4,), directg=""))) == 199
    assert len(listed(Geng((5,), directg="-o"), target=100)) == 535
    weighted = listed(Geng((3,), weights=2))
    assert len(weighted) == 10
    assert {weights for _, weights in weighted} >= {(1, 1, 1), (2, 2, 2)}
    assert all(isinstance(graph, lm.Graph) for graph, _ in weighted)
    assert Geng((3,), directg="-o", weights=2).describe()["tool"] == "geng | directg | vcolg"
    assert all(graph.directed for graph, _ in listed(Geng((3,), directg="-o", weights=2)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "directg", "counts"),
    [("-c -d2", None, (0, 0, 1, 3, 11)), ("-c 6:7", None, (0, 0, 0, 1, 9)), ("-d2 -D2", "-o", (0, 0, 2, 4, 4))],
)
def test_sizes_without_such_a_graph_have_none(
    options: str, directg: str | None, counts: tuple[int, ...]
) -> None:  # geng calls them impossible, and ends as if something were wrong
    for n, count in enumerate(counts, start=1):
        assert len(listed(Geng((n,), options, directg))) == count
        assert len(listed(Geng((n,), options, directg), 1)) == count
    found = lm.census("vertex-geography", n="1-4", geng="-c -d2")
    assert [(n, row["graphs"]) for n, row in found.manifest.summary.items()] == [("3", 1), ("4", 3)]


@pytest.mark.long
def test_a_lister_that_fails_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "geng"
    real = nauty_tool("geng")
    for script, problem in (
        (f'{real} "$@" 2>/dev/null | head -3; exit 3', "it ended with status 3"),
        (f'{real} "$@" 2>/dev/null', "it does not say how many graphs it listed"),
        (f'{real} "$@"; kill -9 $$', "it ended with status -9"),
    ):
        tool.write_text(f"#!/bin/sh\n{script}\n")
        tool.chmod(0o755)
        monkeypatch.setattr(nauty_sources, "nauty_tool", lambda _: str(tool))
        with pytest.raises(ListerFailed, match=problem):
            list(Geng((5,)).shards(1000)[0].blocks())


@pytest.mark.long
def test_who_stops_reading_ends_the_lister() -> None:
    reading = Geng((10,)).shards(1 << 40)[0].blocks()
    next(reading)
    reading.close()
    assert reading.listed is None
    left = subprocess.run(["pgrep", "-P", str(_me()), "geng"], capture_output=True, check=False).stdout
    assert left == b""


def _me() -> int:
    import os

    return os.getpid()


def test_a_weighted_graph_has_weights_only_where_they_are_given() -> None:
    assert WeightedGraph(lm.Graph(1)).weights is None


def test_trees() -> None:
    counts = {n: len(listed(AllTrees((n,)))) for n in range(1, 11)}
    assert list(counts.values()) == [1, 1, 1, 2, 3, 6, 11, 23, 47, 106]
    assert all(nx.is_tree(nx.Graph(list(decode(line).ends()))) for line in listed(AllTrees((2, 5, 8))))
    found = lm.census("vertex-geography", n="1-8", trees=True)
    totals: Any = found.summary["n"]
    assert totals["8"]["graphs"] == 23
    same: Any = lm.census("vertex-geography", source=list(nx.nonisomorphic_trees(8))).summary["n"]
    assert totals["8"] == same["8"]
    for options, field in (
        ({"family": "path:n"}, "family"),
        ({"geng": "-c"}, "geng"),
        ({"n": None}, "n"),
        ({"n": "0"}, "n"),
    ):
        with pytest.raises(lm.InputError) as problem:
            lm.census("vertex-geography", **{"n": "3", "trees": True, **options})  # type: ignore[arg-type]
        assert problem.value.field == field
