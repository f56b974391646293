"""The manifest of a census: what was asked, what is there, and the totals; made from the footers of the shards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove._version import __version__
from lastmove.censuses.shards import DamagedShard, read_record, recount
from lastmove.censuses.table import CensusTally
from lastmove.core.errors import InputError
from lastmove.core.files import is_version, replacing
from lastmove.core.play import Play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lastmove.censuses.shards import ShardRecord

NAME = "manifest.json"
FORMAT = "lastmove census"
VERSION = 1
_FIELDS = (
    "format",
    "version",
    "lastmove",
    "asked",
    "columns",
    "complete",
    "summary",
    "counts",
    "seconds",
    "processor",
    "shards",
)


@dataclass(frozen=True)
class Stored:
    """A file as it lies there: what is in it, and when it was written, in nanoseconds."""

    record: ShardRecord
    modified: int

    def to_json(self) -> dict[str, object]:
        """What the manifest says of it."""
        return {**self.record.to_json(), "modified": self.modified}


@dataclass(frozen=True)
class Manifest:
    """What ``manifest.json`` holds.

    Attributes
    ----------
    content
        The whole object.
    shards
        What is known of each file, by its name.
    """

    content: Mapping[str, Any]
    shards: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Manifest:
        """The manifest that an object is; what it must have is looked at."""
        if content["format"] != FORMAT or not is_version(content["version"], VERSION):
            raise ValueError(f"it is {content['format']} {content['version']}; accepted: {FORMAT} {VERSION}")
        shards = {shard["file"]: shard for shard in content["shards"]}
        return cls({name: content[name] for name in _FIELDS}, shards)

    @property
    def asked(self) -> Mapping[str, Any]:
        """The arguments of the census, the source and the version of its tool among them."""
        asked: Mapping[str, Any] = self.content["asked"]
        return asked

    @property
    def complete(self) -> bool:
        """Whether all shards are there."""
        return bool(self.content["complete"])

    @property
    def summary(self) -> Mapping[str, Mapping[str, int]]:
        """The totals by n."""
        summary: Mapping[str, Mapping[str, int]] = self.content["summary"]
        return summary


def made_from(stored: Sequence[Stored], asked: Mapping[str, Any], *, complete: bool, seconds: float) -> Manifest:
    """The manifest of these shards."""
    tally = CensusTally.together(each.record.tally for each in stored)
    plays = [play for play in Play if asked["play"] in ("both", play.value)]
    return Manifest.of(
        {
            "format": FORMAT,
            "version": VERSION,
            "lastmove": __version__,
            "asked": asked,
            "columns": dict(stored[0].record.columns) if stored else {},
            "complete": complete,
            "summary": tally.summary(plays, starts=asked.get("starts", True)),
            "counts": tally.to_json(),
            "seconds": round(seconds, 3),
            "processor": {
                phase: round(sum(each.record.seconds.get(phase, 0.0) for each in stored), 3)
                for phase in ("read", "solve", "write")
            },
            "shards": [each.to_json() for each in sorted(stored, key=lambda each: each.record.file)],
        }
    )


def read_manifest(directory: Path) -> Manifest | None:
    """The manifest of a directory; ``None`` where there is none, an InputError where it cannot be read."""
    try:
        return Manifest.of(json.loads((directory / NAME).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(str(directory / NAME), f"it cannot be read: {error}") from None


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Write down what is there."""
    with replacing(directory / NAME) as file:
        file.write(json.dumps(manifest.content, indent=1).encode())


def rebuilt(directory: Path) -> Manifest | None:
    """The manifest that the footers of all files tell, for a census that was killed; ``None`` where there is no file.

    Nobody knows whether it is complete, so it is not called so.
    """
    try:
        records = [(read_record(path), path.stat().st_mtime_ns) for path in sorted(directory.glob("*.parquet"))]
    except DamagedShard as damage:
        raise InputError(str(directory), f"{damage}; the same census command makes it anew") from None
    stored = [Stored(record, modified) for record, modified in records]
    if any(each.record.asked != stored[0].record.asked for each in stored):
        raise InputError(str(directory), "it holds the files of several censuses")
    return made_from(stored, stored[0].record.asked, complete=False, seconds=0.0) if stored else None


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
