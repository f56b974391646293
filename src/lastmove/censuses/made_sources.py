"""Graphs that are made here: named families over ranges of numbers, the atlas of networkx, a user's own generator."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Any

from lastmove._version import __version__
from lastmove.censuses.files import blocks_of_lines
from lastmove.censuses.listed_source import given_graphs, graph_text
from lastmove.censuses.nauty import HOW_TO_GET_NAUTY, Geng, nauty_tool
from lastmove.censuses.sources import Reading, WeightedGraph, file_name, in_tuples
from lastmove.core.errors import InputError, show
from lastmove.graphs.families import family
from lastmove.graphs.graph6 import encode
from lastmove.graphs.sources import as_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from lastmove.censuses.sources import Shard, Some, Source

__all__ = ["Atlas", "Families", "Generated", "all_graphs"]

_ATLAS = 7
"""Vertices of the largest graphs in the atlas."""
_MOST_SPECS = 1_000_000


@dataclass(frozen=True)
class Families:
    """The graphs of a named family: a letter ``n`` runs over the sizes, and ``a-b`` over the numbers from a to b.

    >>> Families("grid:2-3xn", (2, 3)).specs()
    ['grid:2x2', 'grid:2x3', 'grid:3x2', 'grid:3x3']
    >>> Families("grid:nxn", (2, 3)).specs()
    ['grid:2x2', 'grid:3x3']
    """

    spec: str
    sizes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        has_letter = "n" in self._words()
        if has_letter and not self.sizes:
            raise InputError("family", f"{show(self.spec)} has a letter n; say which numbers it stands for")
        if self.sizes and not has_letter:
            raise InputError("n", f"{show(self.spec)} has no letter n that it could stand for")
        self.specs()

    def _words(self) -> list[str]:
        """The numbers, ranges and letters behind the name, and what stands between them."""
        return re.split(r"([x,])", self.spec.partition(":")[2])

    def specs(self) -> list[str]:
        """The specs of its graphs, in order; a letter n that stands there twice is the same number in both places."""
        name, colon, _ = self.spec.partition(":")
        words = self._words()
        places = [place for place, word in enumerate(words) if word == "n"]
        choices = [
            [str(n) for n in self.sizes] if place in places[:1] else self._choices(words[place])
            for place in range(len(words))
        ]
        if prod(map(len, choices)) > _MOST_SPECS:
            raise InputError("family", f"{show(self.spec)} stands for more than {_MOST_SPECS} graphs")
        found = []
        for chosen in product(*choices):
            each = [chosen[places[0]] if place in places else word for place, word in enumerate(chosen)]
            found.append(f"{name}{colon}{''.join(each)}")
        return found

    def _choices(self, word: str) -> list[str]:
        span = re.fullmatch(r"([0-9]{1,7})-([0-9]{1,7})", word)
        if span is None:
            return [word]
        if int(span[1]) > int(span[2]):
            raise InputError("family", f"{show(self.spec)}: {word}; accepted: a range, the least number first")
        if int(span[2]) - int(span[1]) >= _MOST_SPECS:
            raise InputError("family", f"{show(self.spec)} stands for more than {_MOST_SPECS} graphs")
        return [str(n) for n in range(int(span[1]), int(span[2]) + 1)]

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        return {"tool": "lastmove families", "version": __version__, "family": self.spec, "n": list(self.sizes)}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        specs = self.specs()
        sizes = f"n={min(self.sizes)}-{max(self.sizes)}" if self.sizes else ""
        return [
            _Slice(self, file_name(self.spec, sizes, f"{first:07}of{len(specs)}"), first, first + target, 1)
            for first in range(0, len(specs), target)
        ]

    def graphs(self) -> Iterator[WeightedGraph]:
        """All of them, in order."""
        return (WeightedGraph(family(spec)) for spec in self.specs())


@dataclass(frozen=True)
class Atlas:
    """All graphs with up to 7 vertices, from networkx: for where nauty is missing."""

    sizes: tuple[int, ...]
    connected: bool = True

    def __post_init__(self) -> None:
        if bad := [n for n in self.sizes if not 1 <= n <= _ATLAS]:
            raise InputError("n", f"{bad[0]}; accepted here: 1 to {_ATLAS} vertices; {HOW_TO_GET_NAUTY}")

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        import networkx

        about = {"version": networkx.__version__, "connected": self.connected, "n": list(self.sizes)}
        return {"tool": "networkx atlas", **about, "note": HOW_TO_GET_NAUTY}

    def shards(self, target: int) -> list[Shard]:  # noqa: ARG002 - there are few
        """See :class:`~lastmove.censuses.sources.Source`."""
        kind = "connected" if self.connected else "all"
        return [
            _Slice(Atlas((n,), self.connected), file_name("atlas", kind, f"n={n:02}"), 0, None, 1) for n in self.sizes
        ]

    def graphs(self) -> Iterator[WeightedGraph]:
        """All of them, in order."""
        import networkx

        for graph in networkx.graph_atlas_g():
            if len(graph) in self.sizes and (not self.connected or networkx.is_connected(graph)):
                yield WeightedGraph(as_graph(graph).graph)


@dataclass(frozen=True)
class Generated:
    """The graphs that a function gives, each anything that a graph game takes.

    Parameters
    ----------
    make
        A function without arguments, at the top of a module (other processes must find it), that gives the same graphs
        in the same order each time. What has weights gives them too.
    parts
        How many shards there are; each runs through all graphs and takes every so manieth.
    """

    make: Callable[[], Iterable[Any]]
    parts: int = 1

    @property
    def _name(self) -> str:
        return f"{self.make.__module__}.{self.make.__qualname__}"

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`.

        All graphs are made for it: a function that gives others than it did is another source, whatever its name.
        """
        digest = sha256()
        for graph, weights in self.graphs():
            digest.update(f"{graph_text(graph)} {weights}\n".encode())
        return {"tool": self._name, "version": "", "parts": self.parts, "sha256": digest.hexdigest()}

    def shards(self, target: int) -> list[Shard]:  # noqa: ARG002 - nobody knows how many there are
        """See :class:`~lastmove.censuses.sources.Source`."""
        names = [file_name(self._name, f"{part:06}of{self.parts}") for part in range(self.parts)]
        return [_Slice(self, name, part, None, self.parts) for part, name in enumerate(names)]

    def graphs(self) -> Iterator[WeightedGraph]:
        """All of them, in order."""
        made = self.make()
        if not isinstance(made, Iterable):
            raise InputError("source", f"{self._name} gives {show(made)}; accepted: graphs, one after the other")
        return given_graphs(made)


@dataclass(frozen=True)
class _Slice:
    """Some graphs of a source that makes all of them one after the other."""

    source: Families | Atlas | Generated
    name: str
    first: int
    last: int | None
    step: int

    def place(self, number: int) -> str:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return f"graph {self.first + number * self.step + 1}"

    def blocks(self) -> Reading:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return Reading(self._blocks())

    def _blocks(self) -> Generator[Some, None, int | None]:
        listed = 0

        def counted() -> Iterator[WeightedGraph]:
            nonlocal listed
            for graph in islice(self.source.graphs(), self.first, self.last, self.step):
                listed += 1
                yield graph

        if isinstance(self.source, Atlas):
            yield from blocks_of_lines(f"{encode(graph)}\n".encode() for graph, _ in counted())
        else:
            yield from in_tuples(counted())
        return listed


def all_graphs(
    sizes: tuple[int, ...], *, options: str = "-c", directg: str | None = None, weights: int | None = None
) -> Source:
    """All graphs of some sizes, from geng; without nauty, from the atlas if it has them.

    Raises
    ------
    InputError
        Where nauty is needed and missing; the message says how to get it.
    """
    if not sizes:
        raise InputError("n", "it names no size; accepted: numbers of vertices from 1 on")
    if nauty_tool("geng") is not None:
        return Geng(sizes, options, directg, weights)
    if options.strip() in ("", "-c") and directg is None and weights is None and max(sizes, default=0) <= _ATLAS:
        return Atlas(sizes, connected=bool(options.strip()))
    raise InputError("geng", HOW_TO_GET_NAUTY)
