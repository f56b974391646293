"""Censuses that meet in one directory, and workers that give back too much or too little: nothing is mixed."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from census_runs import GAME, contents, taken, undisturbed
from commands import invoke
from lastmove.censuses import run as counting_run
from lastmove.censuses import shards as shard_files
from lastmove.censuses.nauty import GengShard
from lastmove.censuses.sources import Reading
from lastmove.core.errors import InputError, LastmoveError
from lastmove.search.batch import GraphBlock

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from lastmove.censuses.run import CensusProgress

# nauty lists the graphs, and the quick tests do without it
pytestmark = [pytest.mark.long, pytest.mark.usefixtures("small_shards")]


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
        lm.census(game, n=sizes, play=play, out=tmp_path)  # type: ignore[arg-type]
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
    monkeypatch.setattr("lastmove.censuses.census.executor", lambda *_: Twice(twice=twice))
    with pytest.raises(LastmoveError, match=words):
        taken(tmp_path)
    assert not lm.open_census(tmp_path).manifest.complete


def test_a_worker_without_the_directory_gives_bytes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = undisturbed(tmp_path / "whole")
    elsewhere: Any = lambda question, asked, directory, *_: shard_files.ShardJob(question, asked, directory, "none")  # noqa: E731
    monkeypatch.setattr(counting_run, "ShardJob", elsewhere)
    taken(tmp_path / "run")
    assert contents(tmp_path / "run") == expected
