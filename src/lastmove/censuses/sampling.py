"""Some graphs of a source that has too many."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING

from lastmove.censuses.sources import Reading, file_name
from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Generator

    from lastmove.censuses.sources import Shard, Some, Source

LANES = 16
_PARTS_A_LANE = 8
_GRAPHS_A_LANE = 64
"""A sample is drawn in so many lanes at once, each with its own parts of the source; in one where there are few parts,
so that none of them runs dry before the others, where few graphs are wanted, and where the parts mix sizes."""


@dataclass(frozen=True)
class Sample:
    """At most ``size`` graphs of each number of vertices, from parts of the source that are chosen at random.

    The same each time. Graphs that a lister writes one after the other are alike, so this is no uniform sample: it
    shows what there is, and its shares are no estimates.
    """

    source: Source
    size: int
    seed: int = 0

    def __post_init__(self) -> None:
        if self.size < 1:
            raise InputError("sample", f"{show(self.size)}; accepted: how many graphs of each size, at least 1")

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        return {**self.source.describe(), "sample": self.size, "seed": self.seed}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        found: list[Shard] = []
        for number, parts in enumerate(self.parts(target)):
            many = len(parts) >= LANES * _PARTS_A_LANE and self.size >= LANES * _GRAPHS_A_LANE
            lanes = LANES if many and _size(parts[0]) is not None else 1
            found += [SampleShard(self, target, number, lane, lanes) for lane in range(lanes)]
        return found

    def parts(self, target: int) -> list[list[Shard]]:
        """The shards of the source by the number of vertices, each list in an order of its own."""
        return _parts(self, target)


@lru_cache(maxsize=1)
def _parts(sample: Sample, target: int) -> list[list[Shard]]:
    found = []
    for _, same in groupby(sample.source.shards(target), key=_size):
        parts = list(same)
        Random(sample.seed).shuffle(parts)
        found.append(parts)
    return found


def _size(shard: Shard) -> int | None:
    """The number of vertices of all its graphs; ``None`` where they may differ."""
    return getattr(shard, "n", None)


@dataclass(frozen=True)
class SampleShard:
    """One lane of a sample: every ``lanes``-th part, until it has its share of the graphs."""

    sample: Sample
    target: int
    number: int
    lane: int
    lanes: int

    @property
    def _parts(self) -> list[Shard]:
        return self.sample.parts(self.target)[self.number][self.lane :: self.lanes]

    @property
    def name(self) -> str:
        """The name of its file: that of its first part, the size of the sample and the lane."""
        first = self._parts[0].name.rpartition("_")[0]
        return file_name(first, f"sample {self.sample.size}", self.sample.seed, f"{self.lane}of{self.lanes}")

    def blocks(self) -> Reading:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return Reading(self._blocks())

    def _blocks(self) -> Generator[Some, None, int | None]:
        share = self.sample.size // self.lanes + (self.lane < self.sample.size % self.lanes)
        left: defaultdict[int, int] = defaultdict(lambda: share)
        for part in self._parts:
            reading = part.blocks()
            try:
                for block in reading:
                    some = _taken(block, left)
                    if some:
                        yield some
                    if (n := _size(part)) is not None and not left[n]:
                        return None
            finally:
                reading.close()
        return None


def _taken(block: Some, left: defaultdict[int, int]) -> Some | None:
    """The first graphs of a block, as many of each size as are left to take; ``None`` where there are none."""
    if not isinstance(block, tuple):
        some = type(block)(block.n, block.directed, block.masks[: left[block.n]])
        left[block.n] -= some.count
        return some if some.count else None
    taken = []
    for each in block:
        if left[each.graph.n]:
            left[each.graph.n] -= 1
            taken.append(each)
    return tuple(taken) or None


@dataclass(frozen=True)
class UpTo:
    """The graphs of a source with at most ``size`` vertices."""

    source: Source
    size: int

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        return {**self.source.describe(), "size": self.size}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        shards = self.source.shards(target)
        return [UpToShard(shard, self.size) for shard in shards if (_size(shard) or 0) <= self.size]


@dataclass(frozen=True)
class UpToShard:
    """The graphs of a shard with at most ``size`` vertices."""

    shard: Shard
    size: int

    @property
    def name(self) -> str:
        """The name of its file: that of the shard, and the size."""
        return file_name(self.shard.name, f"to {self.size}")

    def blocks(self) -> Reading:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return Reading(self._blocks())

    def _blocks(self) -> Generator[Some, None, int | None]:
        reading = self.shard.blocks()
        try:
            for block in reading:
                if isinstance(block, tuple):
                    some = tuple(each for each in block if each.graph.n <= self.size)
                    if some:
                        yield some
                elif block.n <= self.size:
                    yield block
        finally:
            reading.close()
        return None
