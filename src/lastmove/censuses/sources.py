"""Where the graphs of a census come from: what a source and its shards are.

A source is cut into shards: small records, each of which is read on its own, on any machine, as often as need be. A new
source is two frozen classes with these methods.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lastmove.core.errors import LastmoveError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from lastmove.graphs.graph import Graph
    from lastmove.search.batch import GraphBlock

    Some = GraphBlock | tuple["WeightedGraph", ...]
    """What a shard gives at a time."""

GRAPHS_A_BLOCK = 1 << 16
_BOARDS_AT_ONCE = 1000


class ListerFailed(LastmoveError):
    """A program that lists graphs did not end as it should, so some graphs may be missing."""


class WeightedGraph(NamedTuple):
    """A graph, and the weights of its vertices in order if the source gives them."""

    graph: Graph
    weights: tuple[int, ...] | None = None


class Reading:
    """The graphs of a shard, block by block; when it has ended, ``listed`` is what the lister says it listed.

    Whoever has all blocks compares what came with ``listed``; ``None`` where nobody counts but the reader.

    Parameters
    ----------
    blocks
        A generator of the blocks that returns what was listed.
    """

    def __init__(self, blocks: Generator[Some, None, int | None]) -> None:
        self.listed: int | None = None
        self._blocks = blocks

    def __iter__(self) -> Reading:
        return self

    def __next__(self) -> Some:
        try:
            return next(self._blocks)
        except StopIteration as end:
            self.listed = end.value if end.value is not None else self.listed
            raise StopIteration from None

    def close(self) -> None:
        """Stop reading: a lister that still runs is ended."""
        self._blocks.close()


class Shard(Protocol):
    """One part of a source: frozen, picklable, and read anew each time.

    A shard may also have a method ``place(number)``, which says where its graph of that number, counting from 0, stands
    in what somebody has given, such as ``"line 17"``: for messages.
    """

    @property
    def name(self) -> str:
        """The name of its file, without an ending; no two shards of a source have the same."""

    def blocks(self) -> Reading:
        """Its graphs: blocks of graphs of one size, or tuples of graphs with their weights."""


class Source(Protocol):
    """Somewhere graphs come from: frozen and picklable."""

    def describe(self) -> dict[str, object]:
        """The tool, its version and its options, for the manifest."""

    def shards(self, target: int) -> list[Shard]:
        """The source in parts of about ``target`` graphs, where it can be cut at all; the same ones each time."""


def file_name(*words: object) -> str:
    """A file name that says what these words say; its last characters differ wherever a word does.

    >>> file_name("geng -c -d2", "n=10", "03of16")
    'geng-c-d2_n=10_03of16_7439c183'
    """
    texts = [str(word) for word in words if str(word)]
    plain = "_".join(re.sub(r"[^A-Za-z0-9.,=]+", "-", text).strip("-.") for text in texts)
    return f"{plain[:100]}_{sha256(repr(texts).encode()).hexdigest()[:8]}"


def in_tuples(graphs: Iterable[WeightedGraph]) -> Iterator[tuple[WeightedGraph, ...]]:
    """Some graphs at a time."""
    some: list[WeightedGraph] = []
    for graph in graphs:
        some.append(graph)
        if len(some) == _BOARDS_AT_ONCE:
            yield tuple(some)
            some = []
    if some:
        yield tuple(some)


def is_simple(graph: Graph) -> bool:
    """Whether there are neither loops nor parallel edges."""
    ends = [(u, v) if graph.directed or u < v else (v, u) for u, v in graph.ends()]
    return len(set(ends)) == len(ends) and all(u != v for u, v in ends)
