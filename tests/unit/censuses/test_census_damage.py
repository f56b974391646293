"""Files of a census that are damaged, cut off or on a full disk: in the end the table is the same."""

from __future__ import annotations

import errno
import os
from typing import IO, TYPE_CHECKING, Any, cast

import pytest

import lastmove as lm
from census_runs import contents, taken, undisturbed
from lastmove.censuses import shards as shard_files
from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


# nauty lists the graphs, and the quick tests do without it
pytestmark = [pytest.mark.long, pytest.mark.usefixtures("small_shards")]


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
