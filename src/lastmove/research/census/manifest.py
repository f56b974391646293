"""The manifest of a census: what was asked, what is there, and the totals; made from the footers of the shards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove._version import __version__
from lastmove.core.errors import InputError
from lastmove.core.files import replacing
from lastmove.core.play import Play
from lastmove.research.census.shard_files import DamagedShard, read_record, recount
from lastmove.research.census.tallies import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lastmove.research.census.layout import Layout
    from lastmove.research.census.shard_files import ShardRecord

__all__ = ["Manifest", "Stored", "read_manifest", "stored_shard", "write_manifest"]

NAME = "manifest.json"
FORMAT = "lastmove census"
VERSION = 1


@dataclass(frozen=True)
class Stored:
    """A file as the manifest knows it."""

    record: ShardRecord
    modified: int

    def to_json(self) -> dict[str, object]:
        return {**self.record.to_json(), "modified": self.modified}


@dataclass(frozen=True)
class Manifest:
    """What ``manifest.json`` holds.

    Attributes
    ----------
    asked
        The arguments of the census, the source and the version of its tool among them.
    complete
        Whether all shards are there.
    summary
        The totals by n.
    shards
        What is known of each file, by its name.
    content
        The whole object.
    """

    asked: Mapping[str, Any]
    complete: bool
    summary: Mapping[str, Mapping[str, int]]
    shards: Mapping[str, Mapping[str, Any]]
    content: Mapping[str, Any]

    @property
    def plays(self) -> tuple[Play, ...]:
        """The conventions that were asked."""
        return tuple(play for play in Play if self.asked["play"] in ("both", play.value))


def read_manifest(directory: Path) -> Manifest | None:
    """The manifest of a directory; ``None`` where there is none, an InputError where it cannot be read."""
    try:
        found = json.loads((directory / NAME).read_text(encoding="utf-8"))
        if found["format"] != FORMAT or found["version"] != VERSION:
            raise ValueError(f"it is {found['format']} {found['version']}; accepted: {FORMAT} {VERSION}")
        shards = {shard["file"]: shard for shard in found["shards"]}
        return Manifest(found["asked"], found["complete"], found["summary"], shards, found)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(str(directory / NAME), f"it cannot be read: {error}") from None


def write_manifest(
    directory: Path,
    asked: Mapping[str, object],
    layout: Layout,
    stored: Sequence[Stored],
    *,
    complete: bool,
    seconds: float,
) -> Manifest:
    """Write down what is there."""
    tally = Tally.together(each.record.tally for each in stored)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "lastmove": __version__,
        "asked": asked,
        "columns": layout.meanings(),
        "complete": complete,
        "summary": tally.summary(layout.plays),
        "counts": tally.to_json(),
        "seconds": round(seconds, 3),
        "shards": [each.to_json() for each in sorted(stored, key=lambda each: each.record.file)],
    }
    with replacing(directory / NAME) as file:
        file.write(json.dumps(content, indent=1).encode())
    found = read_manifest(directory)
    assert found is not None
    return found


def stored_shard(directory: Path, name: str, asked: Mapping[str, object], known: Manifest | None) -> Stored | None:
    """The shard in a file, if it is there and belongs to this census.

    A file that the manifest knows is held against its digest; any other is read whole, since the census that wrote it
    may have ended before it wrote the manifest. A DamagedShard says what is wrong.
    """
    path = directory / name
    if not path.exists():
        return None
    record = read_record(path)
    if record.asked != asked:
        raise DamagedShard(f"{name}: it was made with other arguments")
    listed = known.shards.get(name) if known is not None else None
    if listed is None:
        recount(path, record)
    elif listed["sha256"] != record.digest:
        raise DamagedShard(f"{name}: it is not the file that {NAME} lists")
    return Stored(record, path.stat().st_mtime_ns)
