"""Which graphs a census takes: the options of the command and of ``lm.census`` become a source.

Graphs may be in hand already (a list of networkx graphs, edge lists, strings), or be made here: named families over
ranges of numbers, the atlas of networkx, a generator of one's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove._version import __version__
from lastmove.censuses.files import Graph6File, blocks_of_lines
from lastmove.censuses.nauty import HOW_TO_GET_NAUTY, Geng, nauty_tool
from lastmove.censuses.sources import Reading, WeightedGraph, file_name, in_tuples, is_simple
from lastmove.core.errors import InputError, show
from lastmove.graphs.families import named
from lastmove.graphs.graph6 import decode, encode
from lastmove.graphs.sources import as_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from lastmove.censuses.sources import Shard, Some, Source
    from lastmove.graphs.graph import Graph


def graph_text(graph: Graph) -> str:
    """The graph in the shortest format of the graph6 family that can hold it."""
    if graph.directed:
        return encode(graph, "digraph6")
    return encode(graph, "graph6" if is_simple(graph) else "sparse6")


def given_graphs(graphs: Iterable[Any]) -> Iterator[WeightedGraph]:
    """Anything that a graph game takes as graphs and weights; an InputError says which one, from 1 on, is none."""
    for number, given in enumerate(graphs, start=1):
        try:
            graph, weights = as_graph(given)
            yield WeightedGraph(graph, None if weights is None else _weights(graph.vertices, weights))
        except InputError as error:
            raise InputError(f"graph {number}", str(error)) from None


def _weights(vertices: Iterable[Any], weights: Any) -> tuple[int, ...]:
    found = tuple(weights.get(vertex) for vertex in vertices)
    if not all(type(weight) is int for weight in found):
        raise InputError("weights", f"{show(found)}; accepted: an integer for every vertex")
    return found


@dataclass(frozen=True)
class Listed:
    """Graphs as lines of text, each with the weights of its vertices or ``None``: a source, and a shard of itself.

    Examples
    --------
    >>> Listed.of([[(0, 1), (1, 2)], "Bw"]).entries
    (('Bg', None), ('Bw', None))
    """

    entries: tuple[tuple[str, tuple[int, ...] | None], ...]
    first: int = 0

    @classmethod
    def of(cls, graphs: Iterable[Any]) -> Listed:
        """The source of anything that a graph game takes; the names of vertices become numbers."""
        entries = []
        for graph, weights in given_graphs(graphs):
            entries.append((graph_text(graph), weights))
        return cls(tuple(entries))

    @property
    def _digest(self) -> str:
        return sha256(repr(self.entries).encode()).hexdigest()

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        return {"tool": "list", "version": "", "graphs": len(self.entries), "sha256": self._digest}

    def shards(self, target: int) -> list[Shard]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        return [Listed(self.entries[at : at + target], at) for at in range(0, len(self.entries), target)]

    @property
    def name(self) -> str:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return file_name("list", f"{self.first:07}", self._digest)

    def place(self, number: int) -> str:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return f"graph {self.first + number + 1}"

    def blocks(self) -> Reading:
        """See :class:`~lastmove.censuses.sources.Shard`."""
        return Reading(self._blocks())

    def _blocks(self) -> Generator[Some, None, int | None]:
        yield from in_tuples(WeightedGraph(decode(text), weights) for text, weights in self.entries)
        return len(self.entries)


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
        return (WeightedGraph(named(spec)) for spec in self.specs())


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
class AllTrees:
    """All trees of some sizes, up to isomorphism, from networkx.

    >>> [graph.m for graph, _ in AllTrees((4,)).graphs()]
    [3, 3]
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        if bad := [n for n in self.sizes if n < 1]:
            raise InputError("n", f"{bad[0]}; accepted: numbers of vertices from 1 on")

    def describe(self) -> dict[str, object]:
        """See :class:`~lastmove.censuses.sources.Source`."""
        import networkx

        return {"tool": "networkx trees", "version": networkx.__version__, "n": list(self.sizes)}

    def shards(self, target: int) -> list[Shard]:  # noqa: ARG002 - to find the first tree of a part costs as much as it
        """See :class:`~lastmove.censuses.sources.Source`."""
        return [_Slice(AllTrees((n,)), file_name("trees", f"n={n:02}"), 0, None, 1) for n in self.sizes]

    def graphs(self) -> Iterator[WeightedGraph]:
        """All of them, in order."""
        import networkx

        for n in self.sizes:
            trees = networkx.nonisomorphic_trees(n) if n > 1 else [networkx.empty_graph(n)]
            for tree in trees:
                yield WeightedGraph(as_graph(tree).graph)


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

    source: Families | Atlas | AllTrees | Generated
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

        if isinstance(self.source, Atlas | AllTrees):
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


def chosen_source(
    *,
    n: int | str | Iterable[int] | None = None,
    geng: str | None = None,
    directg: str | None = None,
    digraphs: bool = False,
    trees: bool = False,
    family: str | None = None,
    file: str | Path | None = None,
    source: Source | Callable[[], Iterable[Any]] | Iterable[Any] | Path | None = None,
) -> Source:
    """The source that the options name; an InputError where they name none, or two."""
    others = {"trees": trees or None, "family": family, "file": file, "source": source}
    given = [name for name, value in others.items() if value is not None]
    if len(given) > 1:
        raise InputError(given[1], f"it does not go with {given[0]}: choose one source of graphs")
    if not given:
        if n is None:
            raise InputError("n", "missing; accepted: numbers of vertices such as 7 or 1-7, a family, or a file")
        arcs = directg if directg is not None or not digraphs else ""
        return all_graphs(sizes_of(n), options="-c" if geng is None else geng, directg=arcs)
    for name, value in {"geng": geng, "directg": directg, "digraphs": digraphs or None}.items():
        if value is not None:
            raise InputError(name, f"it goes with graphs that geng lists, not with {given[0]}")
    if trees:
        if n is None:
            raise InputError("n", "missing; accepted: numbers of vertices such as 7 or 1-7")
        return AllTrees(sizes_of(n))
    if family is not None:
        return Families(family, () if n is None else sizes_of(n))
    if n is not None:
        raise InputError("n", f"it does not go with {given[0]}, which says itself how large its graphs are")
    return _own(source) if file is None else Graph6File(str(Path(file).resolve()))


def _own(source: Source | Callable[[], Iterable[Any]] | Iterable[Any] | Path | None) -> Source:
    """A source, a file, a function that gives graphs, or graphs."""
    if isinstance(source, Path):
        return Graph6File(str(source.resolve()))
    if hasattr(source, "shards"):
        return source  # type: ignore[return-value]
    if callable(source):
        return Generated(source)
    if isinstance(source, Iterable) and not isinstance(source, str | bytes):
        return Listed.of(source)
    accepted = "accepted: a source, the Path of a file, graphs, or a function that gives graphs"
    raise InputError("source", f"{show(source)}; {accepted}")


def sizes_of(n: int | str | Iterable[int] | None) -> tuple[int, ...]:
    """The numbers of vertices that a text such as ``"1-7"`` names.

    >>> sizes_of("3-5"), sizes_of(7), sizes_of("8")
    ((3, 4, 5), (7,), (8,))
    """
    if n is not None and not isinstance(n, int | str):
        sizes = tuple(dict.fromkeys(n))
        if bad := [each for each in sizes if type(each) is not int]:
            raise InputError("n", f"{show(bad[0])}; accepted: integers, the numbers of vertices")
        return sizes
    ends = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", str(n), re.ASCII)
    if ends is None or int(ends[1]) > int(ends[2] or ends[1]):
        raise InputError("n", f"{show(n)}; accepted: a number of vertices such as 7, or a range such as 1-7")
    return tuple(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
