"""A census that is stopped or killed and gone on with: in the end the table is the same."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

import lastmove as lm
from census_runs import GAME, Stop, contents, taken, undisturbed
from commands import invoke
from lastmove.core import files
from processes import COMMAND, ENVIRONMENT

if TYPE_CHECKING:
    from pathlib import Path

    from lastmove.censuses.run import CensusProgress

# nauty lists the graphs, and the quick tests do without it
pytestmark = [pytest.mark.long, pytest.mark.usefixtures("small_shards")]


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
