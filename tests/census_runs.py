"""Censuses that are taken twice, undisturbed and disturbed, and what is in their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lastmove as lm

if TYPE_CHECKING:
    from pathlib import Path

    from lastmove.censuses.run import CensusProgress

GAME = "vertex-geography"


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
