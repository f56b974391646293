"""Searches on disk that several threads and processes write at once: the file is always whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import lastmove as lm
from hammering import hammered
from lastmove.core.files import remove_leftovers, replacing
from processes import ENVIRONMENT

HARD = lm.VertexGeography(
    [(u, v) for u in range(40) for v in range(40) if u != v and random.Random(f"{u} {v}").random() < 0.3],
    start=0,
    directed=True,
)


def stopped(path: Path, positions: int = 1500) -> lm.Solution:
    """A search that is soon stopped and saved."""
    return lm.solve(HARD, "misere", limits=lm.Limits(positions=positions), threads=1, checkpoint=path)


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".part"))


def hammer_checkpoints(folder: Path, rounds: int) -> None:
    path = folder / "search"
    found = hammered(lambda _: stopped(path).outcome, [[None] * rounds] * 4)
    assert found == [[lm.Outcome.UNKNOWN] * rounds] * 4
    assert stopped(path).outcome is lm.Outcome.UNKNOWN  # it can be read
    assert [each.name for each in folder.iterdir()] == ["search"]


def test_threads_write_one_checkpoint(tmp_path: Path) -> None:
    hammer_checkpoints(tmp_path, 3)


def test_threads_write_checkpoints_of_their_own(tmp_path: Path) -> None:
    boards = [lm.VertexGeography(HARD.graph, start=start) for start in range(4)]

    def ask(start: int) -> bool:
        path = tmp_path / str(start)
        limits = lm.Limits(positions=1000)
        found = lm.solve(boards[start], "misere", limits=limits, threads=1, checkpoint=path)
        return found.outcome is lm.Outcome.UNKNOWN and path.exists()

    assert hammered(ask, [[start] * 3 for start in range(4)]) == [[True] * 3] * 4
    assert leftovers(tmp_path) == []


def test_a_writer_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    with pytest.raises(TypeError), replacing(path) as file:
        file.write(None)  # type: ignore[call-overload]
    assert path.read_bytes() == b"old"
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert leftovers(tmp_path) == []


def test_leftovers_are_removed_and_files_being_written_are_not(tmp_path: Path) -> None:
    path = tmp_path / "search"
    for name in ("search.0123abcd.part", "search.4711.part", "search.mine.part", "other.0123abcd.part"):
        (tmp_path / name).write_bytes(b"half")
    with replacing(path) as file:
        file.write(b"whole")
        remove_leftovers(path)
    assert path.read_bytes() == b"whole"
    assert leftovers(tmp_path) == ["other.0123abcd.part", "search.mine.part"]


KILLED = """
import os, signal, sys
from pathlib import Path
from lastmove.core.files import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"half of it")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_writer_left_is_removed_by_the_next_search(tmp_path: Path) -> None:
    path = tmp_path / "search"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], env=ENVIRONMENT, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert len(leftovers(tmp_path)) == 1
    assert stopped(path).outcome is lm.Outcome.UNKNOWN
    assert os.listdir(tmp_path) == ["search"]


@pytest.mark.long
def test_threads_write_one_checkpoint_often(tmp_path: Path) -> None:
    hammer_checkpoints(tmp_path, 30)
