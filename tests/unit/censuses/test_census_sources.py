"""What people give a census to read: headers, packed files, pipes, functions, and graphs that are no boards."""

from __future__ import annotations

import gzip
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import invoke
from lastmove.censuses.choose_source import Families, Generated, Listed
from lastmove.censuses.files import Graph6File
from lastmove.censuses.nauty import Geng
from lastmove.censuses.sources import ListerFailed
from lastmove.search.batch import GraphBlock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = "vertex-geography"


def counted(out: Path, *options: str, text: str | bytes = "", status: int = 0) -> dict[str, int]:
    """How many graphs there are of each size."""
    result = invoke("census", "--game", GAME, "--out", str(out), *options, "--json", text=text, status=status)
    return {n: row["graphs"] for n, row in json.loads(result.stdout)["n"].items()}


def test_a_header_in_a_line_of_its_own_is_no_graph(tmp_path: Path) -> None:
    assert counted(tmp_path / "a", "-", text=">>graph6<<\nBw\n\n>>graph6<<C~\r\n>>digraph6<<\n") == {"3": 1, "4": 1}


def test_packed_files_are_unpacked_and_kept(tmp_path: Path) -> None:
    packed = gzip.compress(b"Bw\nC~\n")
    file = tmp_path / "some.g6.gz"
    file.write_bytes(packed)
    assert counted(tmp_path / "a", str(file)) == {"3": 1, "4": 1}
    assert counted(tmp_path / "a", str(file)) == {"3": 1, "4": 1}  # the same census again
    file.write_bytes(packed[:-3])
    result = invoke("census", "--game", GAME, "--out", str(tmp_path / "c"), str(file), status=1)
    assert result.stderr == "Error: input: the gzip file ends too early; it was cut off\n"


def test_a_named_pipe(tmp_path: Path) -> None:
    import os

    pipe = tmp_path / "pipe.g6"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"Bw\nC~\n",))
    writer.start()
    assert counted(tmp_path / "a", str(pipe)) == {"3": 1, "4": 1}
    writer.join()
    with pytest.raises(lm.InputError, match=r"file: .*: it is no plain file; accepted: a file of graph6 lines"):
        lm.census(GAME, file=pipe)
    with pytest.raises(lm.InputError, match="it is no plain file"):
        lm.census(GAME, file=tmp_path)


@pytest.mark.parametrize("target", [1, 2, 3, 1 << 20])
def test_a_graph_that_is_no_board_is_named_with_its_line(
    target: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lastmove.censuses.question.BOARDS_A_SHARD", target)
    text = ">>graph6<<\nBw\n\nBw\r\n" + "Bw\n" * 7 + "B?\nBw\n"
    result = invoke("census", "--game", "vertexnim", "--out", str(tmp_path), "-", text=text, status=1)
    assert result.stderr.startswith("Error: line 12: B? is no board of vertexnim: edges: 1 cannot be reached from 0")


@pytest.mark.parametrize("text", ["Bw\nC~\n\nB?\n", ">>graph6<<\n\nB?\nC~\n", "Bw\nBw\nBw"])
@pytest.mark.parametrize("target", [1, 2, 5])
def test_the_lines_of_parts_of_a_file(text: str, target: int, tmp_path: Path) -> None:
    file = tmp_path / "some.g6"
    file.write_text(text)
    expected = [f"line {number}" for number, line in enumerate(text.split("\n"), 1) if line and line[0] != ">"]
    found = []
    for shard in Graph6File(str(file)).shards(target):
        graphs = sum(len(some) if isinstance(some, tuple) else some.count for some in shard.blocks())
        found += [shard.place(number) for number in range(graphs)]  # type: ignore[attr-defined]
    assert found == expected


def apart() -> Iterator[Any]:
    yield "Bw"
    yield [(0, 1)]
    yield (3, [(0, 1)])


def broken() -> Iterator[Any]:
    yield "Bw"
    yield 7


def nothing() -> Any:
    return None


@pytest.mark.parametrize("source", [apart, list(apart()), Generated(apart, parts=2)])
def test_graphs_of_ones_own_are_named_by_their_number(source: Any) -> None:
    with pytest.raises(lm.InputError, match=r"^graph 3: B_ is no board of vertexnim: edges: 2 cannot be reached"):
        lm.census("vertexnim", source=source)
    assert [shard.place(0) for shard in Listed.of(apart()).shards(1)] == ["graph 1", "graph 2", "graph 3"]  # type: ignore[attr-defined]


def test_what_is_no_graph_is_named_by_its_number() -> None:
    for source in (broken, list(broken())):
        with pytest.raises(lm.InputError, match=r"^graph 2: graph: 7; accepted: an edge list"):
            lm.census(GAME, source=source)
    with pytest.raises(lm.InputError, match=r"^source: .*nothing gives None; accepted: graphs"):
        lm.census(GAME, source=nothing)


def test_a_function_that_other_processes_do_not_find() -> None:
    with pytest.raises(lm.InputError, match=r"^source: .*accepted with jobs: what other processes find"):
        lm.census(GAME, source=lambda: ["Bw"], jobs=2)
    assert lm.census(GAME, source=lambda: ["Bw"]).manifest.summary["3"]["misere"] == 3


def test_a_function_that_gives_other_graphs_is_another_source(tmp_path: Path) -> None:
    given = ["Bw"]
    source = Generated(lambda: list(given))
    lm.census(GAME, source=source, out=tmp_path)
    assert lm.census(GAME, source=source, out=tmp_path).manifest.summary["3"]["graphs"] == 1
    given.append("C~")
    with pytest.raises(lm.InputError, match=r"^out: .* holds another census: its source is"):
        lm.census(GAME, source=source, out=tmp_path)


def test_the_letter_n_is_one_number() -> None:
    assert Families("grid:nxn", (2, 3)).specs() == ["grid:2x2", "grid:3x3"]
    assert Families("complete-multipartite:n,1-2,n", (3, 4)).specs() == [
        f"complete-multipartite:{n},{k},{n}" for n in (3, 4) for k in (1, 2)
    ]
    with pytest.raises(lm.InputError, match=r"^n: 'path:3' has no letter n"):
        lm.census(GAME, family="path:3", n="2-4")
    with pytest.raises(lm.InputError, match=r"^family: 'path:5-3': 5-3; accepted: a range, the least number first"):
        lm.census(GAME, family="path:5-3")


def test_a_sample_has_every_size_of_a_file_and_of_a_family(tmp_path: Path) -> None:
    assert counted(tmp_path / "a", "--family", "path:1-5", "--sample", "2") == {str(n): 1 for n in range(1, 6)}
    text = "Bw\nBW\nB?\nC~\nBw\n:Cd\nC^\n@\n"
    assert counted(tmp_path / "b", "-", "--sample", "2", text=text) == {"1": 1, "3": 2, "4": 2}


@pytest.mark.long  # nauty's own programs
def test_the_program_that_fails_is_named() -> None:
    with pytest.raises(ListerFailed, match="directg -x: it ended with status 1"):
        list(Geng((2,), directg="-x").shards(1000)[0].blocks())
    with pytest.raises(ListerFailed, match="geng -Z 4: it ended with status 1"):
        list(Geng((4,), "-Z", directg="").shards(1000)[0].blocks())


def test_lines_of_one_size_are_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.g6"
    file.write_text("Bw\n" * 1000)
    monkeypatch.setattr("lastmove.censuses.files.blocks_of_lines", None)
    for target in (1 << 20, 7):
        shards = Graph6File(str(file)).shards(target)
        found = [some for shard in shards for some in shard.blocks()]
        assert len(found) == len(shards)
        assert sum(some.count for some in found if isinstance(some, GraphBlock)) == 1000


def test_a_path_is_a_source(tmp_path: Path) -> None:
    file = tmp_path / "some.g6"
    file.write_text("C~\nBw\n")
    assert lm.census(GAME, source=file).manifest.summary == lm.census(GAME, file=file).manifest.summary
    by_sql = lm.refute("n < 3", game=GAME, source=file)
    by_function = lm.refute(lambda found: len(found) < 3, game=GAME, source=file, of="board")
    assert by_sql is not None
    assert by_function is not None
    assert by_sql.graph6 == by_function.graph6 == "Bw"
    with pytest.raises(lm.InputError, match=r"^source: 5; accepted: a source, the Path of a file, graphs"):
        lm.census(GAME, source=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("step", [1, 5, 11])
@pytest.mark.parametrize("target", [1, 3, 1 << 20])
def test_files_are_the_same_in_pieces(step: int, target: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.g6"
    lines = ["Bw", "BW", "", "C~", ":Cd", "C^", "&AW", "&A_", "B?", "@"]
    monkeypatch.setattr("lastmove.censuses.files._STEP", step)
    for ending in ("", "\n"):
        file.write_text("\n".join(lines) + ending)
        found = lm.census(GAME, file=file).query("select n from census").rows
        assert [n for (n,) in found] == [3, 3, 4, 4, 4, 2, 2, 3, 1]
        monkeypatch.setattr("lastmove.censuses.question.BOARDS_A_SHARD", target)
    file.write_text("\n".join([*lines, "B w", "Bw"]))
    with pytest.raises(lm.InputError, match=r"^line 11: graph6: character 2"):
        lm.census(GAME, file=file)
