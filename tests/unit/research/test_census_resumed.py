"""A census that is disturbed: killed, cut off, locked out, on a full disk. In the end the table is the same."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import signal
import subprocess
import time
from typing import IO, TYPE_CHECKING, Any, cast

import pytest

import lastmove as lm
from commands import invoke
from lastmove.core import files
from lastmove.core.errors import InputError, LastmoveError
from lastmove.research.census import counting_run, shard_files
from lastmove.research.census.graph_sources import Reading
from lastmove.research.census.nauty_sources import GengShard
from lastmove.search.batch import GraphBlock
from processes import COMMAND, ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from lastmove.research.census.counting_run import CensusProgress

pytestmark = pytest.mark.long  # nauty lists the graphs, and the quick tests do without it

GAME = "vertex-geography"


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many shards of few graphs, for which nothing need be compiled."""
    monkeypatch.setattr("lastmove.research.census.census_question.GRAPHS_A_SHARD", 200)
    monkeypatch.setattr(counting_run, "_large_sizes", lambda _: ())


def contents(directory: Path) -> dict[str, bytes]:
    """The files of a table: the same shard has the same bytes however often and wherever it was made."""
    return {path.name: path.read_bytes() for path in sorted(directory.glob("*.parquet"))}


def undisturbed(directory: Path) -> dict[str, bytes]:
    lm.census(GAME, n="6-7", out=directory)
    found = contents(directory)
    assert len(found) > 4
    return found


def taken(directory: Path, notes: list[str] | None = None) -> lm.Census:
    def listen(seen: CensusProgress) -> None:
        if seen.note and notes is not None:
            notes.append(seen.note)

    return lm.census(GAME, n="6-7", out=directory, progress=listen)


class Stop(Exception):
    pass


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    expected = undisturbed(tmp_path / "whole")

    def stop(seen: CensusProgress) -> None:
        if seen.done == 3:
            raise Stop

    with pytest.raises(Stop):
        lm.census(GAME, n="6-7", out=tmp_path / "run", progress=stop)
    half = lm.open_census(tmp_path / "run")
    assert not half.manifest.complete
    assert len(half.manifest.shards) == 3
    times = {path: path.stat().st_mtime_ns for path in half.files}
    seen: list[CensusProgress] = []
    whole = lm.census(GAME, n="6-7", out=tmp_path / "run", progress=seen.append)
    assert seen[0].done == 3
    assert whole.manifest.complete
    assert contents(tmp_path / "run") == expected
    assert all(path.stat().st_mtime_ns == modified for path, modified in times.items())


def test_a_census_without_its_manifest_is_gone_on_with(tmp_path: Path) -> None:
    expected = undisturbed(tmp_path)
    (tmp_path / "manifest.json").unlink()
    victims = sorted(tmp_path.glob("*.parquet"))[::2]
    for path in victims:
        path.unlink()
    rest = lm.open_census(tmp_path)
    assert not rest.manifest.complete
    assert len(rest.manifest.shards) == len(expected) - len(victims)
    assert rest.query("select count(*) from census").rows[0][0] > 0
    taken(tmp_path)
    assert contents(tmp_path) == expected


def test_a_damaged_manifest_is_made_anew_from_the_footers(tmp_path: Path) -> None:
    expected = undisturbed(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    assert lm.open_census(tmp_path).query("select count(*) from census").rows == [(965,)]
    assert taken(tmp_path).manifest.complete
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"]
    assert contents(tmp_path) == expected


def change_a_value(path: Path) -> None:
    """Rewrite a file with one start more in its first row, footer and all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(path, partitioning=None)
    misere = table["misere"].to_pylist()
    misere[0] ^= 1
    changed = table.set_column(3, "misere", pa.array(misere, pa.uint16()))
    pq.write_table(changed.replace_schema_metadata(table.schema.metadata), path)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip_a_bit(path: Path) -> None:
    """Change a bit among the pages."""
    content = bytearray(path.read_bytes())
    content[len(content) // 4] ^= 1
    path.write_bytes(content)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def put_another_in_its_place(path: Path) -> None:
    path.write_bytes(min(path.parent.glob("*.parquet")).read_bytes())


def change_a_count(path: Path) -> None:
    """Another number of graphs in the footer, which the rows do not show."""
    content = path.read_bytes()
    place = content.index(b'"graphs": ') + len(b'"graphs": ')
    path.write_bytes(content[:place] + (b"8" if content[place : place + 1] == b"9" else b"9") + content[place + 1 :])


def rename_a_column(path: Path) -> None:
    """In the schema, for which pages have no checksum."""
    content = path.read_bytes()
    place = content.index(b"edges", len(content) // 5)
    path.write_bytes(content[:place] + b"Edges" + content[place + 5 :])


DAMAGES = [change_a_value, cut_off, flip_a_bit, empty, put_another_in_its_place, change_a_count, rename_a_column]


@pytest.mark.parametrize("with_manifest", [True, False])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_shards_are_noticed_and_made_anew(damage: Any, with_manifest: bool, tmp_path: Path) -> None:
    expected = undisturbed(tmp_path)
    victim = sorted(tmp_path.glob("*.parquet"))[2]
    damage(victim)
    if with_manifest:
        with pytest.raises(InputError, match="damaged or gone"):
            lm.open_census(tmp_path).query("select * from census")
    else:
        (tmp_path / "manifest.json").unlink()
    notes: list[str] = []
    taken(tmp_path, notes)
    assert len(notes) == 1
    assert victim.name in notes[0]
    assert "made anew" in notes[0]
    assert contents(tmp_path) == expected


def test_files_that_were_copied_are_still_the_same(tmp_path: Path) -> None:
    undisturbed(tmp_path)
    for path in tmp_path.glob("*.parquet"):
        os.utime(path)
    assert lm.open_census(tmp_path).query("select count(*) from census").rows == [(965,)]


def test_a_full_disk_ends_it_in_a_line_and_the_next_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = undisturbed(tmp_path / "whole")
    written = 0

    class Full:
        """A file on a disk that has little room left."""

        def __init__(self, file: IO[bytes]) -> None:
            self._file = file

        def write(self, data: bytes) -> int:
            nonlocal written
            written += len(data)
            if written > 12_000:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return self._file.write(data)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._file, name)

    write = shard_files.ShardJob._write
    monkeypatch.setattr(
        shard_files.ShardJob, "_write", lambda job, shard, file: write(job, shard, cast("Any", Full(file)))
    )
    with pytest.raises(OSError, match="No space left"):
        taken(tmp_path / "run")
    assert not list((tmp_path / "run").glob("*.part"))
    assert 0 < len(contents(tmp_path / "run")) < len(expected)
    monkeypatch.setattr(shard_files.ShardJob, "_write", write)
    taken(tmp_path / "run")
    assert contents(tmp_path / "run") == expected


def test_two_censuses_do_not_write_to_one_directory(tmp_path: Path) -> None:
    def second(seen: CensusProgress) -> None:
        if seen.done == 1:
            words = rf"out: .*: another census \(process {os.getpid()} on .*, since .*\) is writing there"
            with pytest.raises(InputError, match=words):
                taken(tmp_path)

    lm.census(GAME, n="6-7", out=tmp_path, progress=second)
    assert lm.open_census(tmp_path).manifest.complete


def test_another_census_is_not_mixed_with_this_one(tmp_path: Path) -> None:
    undisturbed(tmp_path)
    result = invoke("census", "--game", "edge-geography", "--n", "6-7", "--out", str(tmp_path), status=2)
    assert 'its game is "vertex-geography", not "edge-geography"' in result.stderr


@pytest.mark.parametrize("play", ["both", "normal"])
def test_files_of_a_killed_census_are_not_mixed_with_another(play: str, tmp_path: Path) -> None:
    before = undisturbed(tmp_path)
    (tmp_path / "manifest.json").unlink()
    game, sizes = ("edge-geography", "5") if play == "both" else (GAME, "6-7")
    with pytest.raises(InputError, match=r"holds another census: its (game|play) is"):
        lm.census(game, n=sizes, play=play, out=tmp_path)
    assert contents(tmp_path) == before


def test_a_file_of_nobody_is_not_taken_in(tmp_path: Path) -> None:
    undisturbed(tmp_path)
    (tmp_path / "another.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"another\.parquet is no part of this census.*move it away"):
        taken(tmp_path)


def test_a_pipe_does_not_change_what_another_census_reads(tmp_path: Path) -> None:
    options = ["census", "--game", GAME, "--out", str(tmp_path), "-"]
    first = invoke(*options, text="Bw\nC~\n").stdout
    other = invoke(*options, text="D~{\n", status=2)
    assert "holds another census: its source is" in other.stderr
    path = lm.open_census(tmp_path).manifest.asked["source"]["path"]
    with open(path, encoding="ascii") as kept:
        assert kept.read() == "Bw\nC~\n"
    again = invoke(*options, text="Bw\nC~\n").stdout
    assert json.loads(again)["n"] == json.loads(first)["n"]


def test_questions_about_an_unfinished_census_say_so(tmp_path: Path) -> None:
    count = ["query", str(tmp_path), "select count(*) as boards from census"]
    expected = undisturbed(tmp_path)
    assert invoke(*count).stderr == ""
    last = max(expected)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["complete"] = False
    manifest["shards"] = [shard for shard in manifest["shards"] if shard["file"] != last]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))  # of a first run; a second one was killed later
    found = invoke(*count)
    assert json.loads(found.stdout) == {"boards": 965}
    assert f"not known to be complete: this is from {len(expected)} shards" in found.stderr


def test_rows_are_held_against_what_the_lister_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = GengShard.blocks

    def short(shard: GengShard) -> Reading:
        def all_but_one() -> Generator[Any, None, int]:
            listed = 0
            for block in blocks(shard):
                assert isinstance(block, GraphBlock)
                listed += block.count
                yield block.cut(block.count - 1)[0]
            return listed

        return Reading(all_but_one())

    monkeypatch.setattr(GengShard, "blocks", short)
    with pytest.raises(LastmoveError, match="111 graphs read, but 112 were listed"):
        lm.census(GAME, n=6, out=tmp_path)
    assert not contents(tmp_path)


class Twice:
    """An executor that gives one answer twice, or one too few."""

    def __init__(self, *, twice: bool) -> None:
        self.twice = twice

    def map(self, work: Any, items: Any, lost: Any) -> Iterator[Any]:  # noqa: ARG002
        found = [work(item) for item in items]
        return iter([*found, found[0]] if self.twice else found[1:])


@pytest.mark.parametrize(("twice", "words"), [(True, "came back twice"), (False, "1 shards did not come back")])
def test_every_shard_comes_back_once(twice: bool, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.research.census.taking.executor", lambda *_: Twice(twice=twice))
    with pytest.raises(LastmoveError, match=words):
        taken(tmp_path)
    assert not lm.open_census(tmp_path).manifest.complete


def test_a_worker_without_the_directory_gives_bytes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = undisturbed(tmp_path / "whole")
    elsewhere: Any = lambda question, asked, directory, *_: shard_files.ShardJob(question, asked, directory, "none")  # noqa: E731
    monkeypatch.setattr(counting_run, "ShardJob", elsewhere)
    taken(tmp_path / "run")
    assert contents(tmp_path / "run") == expected


def test_leftovers_of_a_kill_are_removed_and_what_is_still_written_stays(tmp_path: Path) -> None:
    left = tmp_path / "geng.parquet.0123abcd.part"
    left.write_bytes(b"half")
    with files.replacing(tmp_path / "other.parquet") as held:
        held.write(b"x")
        taken(tmp_path)
    assert not left.exists()
    assert (tmp_path / "other.parquet").exists()


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    # a game without a kernel, board by board: this takes long enough to be stopped
    words = [*COMMAND, "census", "--game", "vertexnim", "--weights", "1-2", "--n", "7", "--out", str(tmp_path)]
    with subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not list(tmp_path.glob("*.part")):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.endswith("shards are there; the same command goes on from there\n")
    assert not list(tmp_path.glob("*.part"))
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"] is False


def test_a_killed_process_changes_nothing(tmp_path: Path) -> None:
    expected = undisturbed(tmp_path / "whole")
    killed: list[int] = []

    def kill_one(seen: CensusProgress) -> None:
        workers = [child for child in multiprocessing.active_children() if child.pid]
        if seen.done and workers and not killed:
            killed.append(workers[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    lm.census(GAME, n="6-7", out=tmp_path / "run", jobs=2, progress=kill_one)
    assert killed
    assert contents(tmp_path / "run") == expected
    assert not list((tmp_path / "run").glob("*.part"))


def test_killed_ten_times_at_random(tmp_path: Path) -> None:
    """The command in processes, with a source of many parts; the table is that of an undisturbed run."""
    words = ["census", "--game", "vertexnim", "--weights", "1-2", "--geng=-c", "--n", "5-6", "--jobs", "2"]
    whole = subprocess.run([*COMMAND, *words, "--out", str(tmp_path / "whole")], env=ENVIRONMENT, check=True)
    assert whole.returncode == 0
    rng = random.Random(7)
    kills = 0
    for _ in range(200):
        if kills == 10:
            break
        with subprocess.Popen([*COMMAND, *words, "--out", str(tmp_path / "run")], env=ENVIRONMENT) as process:
            try:
                process.wait(timeout=rng.uniform(0.4, 2.5))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            else:  # done before it was killed: begin anew with fewer shards
                for path in list((tmp_path / "run").glob("*.parquet"))[::2]:
                    path.unlink()
    assert kills == 10
    subprocess.run([*COMMAND, *words, "--out", str(tmp_path / "run")], env=ENVIRONMENT, check=True)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")
    assert not list((tmp_path / "run").glob("*.part"))
