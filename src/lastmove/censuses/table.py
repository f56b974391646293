"""The columns of a census's table, and the counts of winning starts by the number of vertices.

The columns are the same in all its files, so that every reader takes them as one table. The counts are what a shard's
footer, the manifest and the summary hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from lastmove.censuses.choose_source import AllTrees, Atlas
from lastmove.censuses.nauty import Geng
from lastmove.censuses.sources import is_simple
from lastmove.core.errors import InputError
from lastmove.core.optional import extra
from lastmove.core.play import Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from lastmove.censuses.sources import Source

MOST_IN_A_WORD = {False: 11, True: 7}
"""The most vertices whose edges are one integer, by directed."""
_SETS = ((16, "uint16"), (32, "uint32"), (64, "uint64"))
_WHOLE = 1 << 60
_LEVEL = 1
"""Of zstd: higher ones cost more time than geng needs to list the graphs, and save little."""


def arrow() -> Any:
    """Arrow's Parquet module, of the extra ``census``."""
    with extra("census", "a census"):
        import pyarrow.parquet
    return pyarrow.parquet


@dataclass(frozen=True)
class Extent:
    """What is known of all graphs of a source before any is solved.

    Attributes
    ----------
    directed, least, most
        The kind of graph, and the numbers of vertices.
    weighted
        Whether the source gives weights.
    simple
        Whether all are of one kind and without loops and parallel edges.
    """

    directed: bool
    least: int
    most: int
    weighted: bool = False
    simple: bool = True


def extent_of(source: Source) -> Extent:
    """The sizes of a source's graphs: what it says itself, else found by reading it once."""
    if isinstance(source, Geng | Atlas | AllTrees):
        directed = isinstance(source, Geng) and source.directg is not None
        weighted = isinstance(source, Geng) and source.weights is not None
        return Extent(directed, min(source.sizes), max(source.sizes), weighted)
    sizes, kinds, weighted, simple = set(), set(), False, True
    for shard in source.shards(_WHOLE):
        for block in shard.blocks():
            if not isinstance(block, tuple):
                sizes.add(block.n)
                kinds.add(block.directed)
                continue
            sizes |= {each.graph.n for each in block}
            kinds |= {each.graph.directed for each in block}
            weighted |= any(each.weights is not None for each in block)
            simple = simple and all(is_simple(each.graph) for each in block)
    if not sizes:
        raise InputError("source", "it has no graphs")
    return Extent(kinds == {True}, min(sizes), max(sizes), weighted, simple and len(kinds) == 1)


@dataclass(frozen=True)
class Layout:
    """Which columns there are.

    Attributes
    ----------
    directed, least, most
        The kind of graph, and the numbers of vertices.
    plays
        The conventions that are asked.
    weighted
        Whether a row is a weighting of a graph.
    decided
        Whether kernels decide every start of every board, so that there are neither reasons nor unknown starts.
    as_text
        Whether the graphs stand as text whatever their size: loops and parallel edges fit no integer.
    valued
        Whether boards have no starts, but a Grundy value; the sets then hold 0 where the player to move wins.
    extra
        The columns of values that are asked besides: ``grundy``, ``genus``.
    """

    directed: bool
    least: int
    most: int
    plays: tuple[Play, ...]
    weighted: bool
    decided: bool
    as_text: bool = False
    valued: bool = False
    extra: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The column of graphs as text."""
        return "digraph6" if self.directed else "graph6"

    def in_a_word(self, n: int) -> bool:
        """Whether graphs with n vertices stand in the column ``edges``."""
        return not self.as_text and n <= MOST_IN_A_WORD[self.directed]

    @property
    def graph_columns(self) -> tuple[str, ...]:
        """``edges`` where graphs are small, text where they are large, both where there are such and such."""
        return ("edges",) * self.in_a_word(self.least) + (self.text,) * (not self.in_a_word(self.most))

    @property
    def set_type(self) -> str | None:
        """The integers that hold sets of starts; ``None`` where they are lists."""
        return next((name for most, name in _SETS if self.most <= most), None)

    @property
    def set_columns(self) -> tuple[str, ...]:
        """The winning starts of each convention, and those that stayed unknown."""
        names = [play.value for play in self.plays]
        return (*names, *([] if self.decided else [f"{name}_unknown" for name in names]))

    @property
    def names(self) -> tuple[str, ...]:
        """All columns."""
        weights, reason = ("weights",) * self.weighted, ("reason",) * (not self.decided)
        return ("n", *self.graph_columns, *weights, *self.set_columns, *self.values, *reason)

    @property
    def values(self) -> tuple[str, ...]:
        """The columns of values."""
        return tuple(name for name in ("grundy", "genus") if name in self.extra or (self.valued and name == "grundy"))

    def schema(self) -> pa.Schema:
        """The columns with their types."""
        arrow()
        import pyarrow as pa

        types = {
            "n": pa.int32(),
            "grundy": pa.int32() if self.valued else pa.list_(pa.int32()),
            "genus": pa.string() if self.valued else pa.list_(pa.string()),
            "edges": pa.int64(),
            "weights": pa.list_(pa.int32()),
            "reason": pa.string(),
        }
        if self.set_type is None:
            sets: pa.DataType = pa.list_(pa.int32())
        else:
            sets = pa.type_for_alias(self.set_type)
        types |= {self.text: pa.string()} | dict.fromkeys(self.set_columns, sets)
        return pa.schema([(name, types[name]) for name in self.names])

    def writing(self) -> dict[str, Any]:
        """How Parquet is to write it: the bytes of like weight together, then zstd, about one byte a graph.

        Readers know this encoding for integers, not for text.
        """
        split = ["n", *(["edges"] if "edges" in self.names else []), *(self.set_columns if self.set_type else ())]
        return {
            "compression": "zstd",
            "compression_level": _LEVEL,
            "use_dictionary": ["reason"] if "reason" in self.names else False,
            "column_encoding": dict.fromkeys(split, "BYTE_STREAM_SPLIT"),
            "write_statistics": ["n"],  # nobody asks for ranges of sets
            "write_page_checksum": True,
        }

    def meanings(self) -> dict[str, str]:
        """What each column holds, for the manifest."""
        order = "(0,1), (0,2), (1,0), (1,2), ... row by row" if self.directed else "(0,1), (0,2), (1,2), (0,3), ..."
        sets = "bit v is vertex v" if self.set_type else "a list of vertices"
        each = "the board" if self.valued else "each start, vertex by vertex"
        if self.valued:
            sets = f"{'1' if self.set_type else '[0]'} if the board itself is one, for there is no start to choose"
        found = {
            "n": "the number of vertices",
            "edges": f"the graph: bit i (of value 2^i) is the i-th pair of vertices in the order {order}",
            self.text: f"the graph as {self.text}",
            "weights": "the weight of each vertex",
            "grundy": f"the Grundy value of {each}, null where it stayed unknown",
            "genus": f"the genus of {each}, as text, null where it stayed unknown",
            "reason": "what decided the row: theorems, search, a batch kernel, or the limit that was spent",
        }
        for play in self.plays:
            found[play.value] = f"the starts from which the player to move wins in {play.value} play: {sets}"
            found[f"{play.value}_unknown"] = f"the starts that stayed unknown in {play.value} play: {sets}"
        return {name: found[name] for name in self.names}


@cache
def _sixteen() -> NDArray[np.uint8]:
    """How many bits every number of 16 bits has."""
    import numpy as np

    counts = np.zeros(1, np.uint8)
    for _ in range(16):
        counts = np.concatenate([counts, counts + np.uint8(1)])
    return counts


def popcount(sets: NDArray[Any]) -> NDArray[np.uint8]:
    """The number of bits of each unsigned integer.

    >>> import numpy as np
    >>> popcount(np.array([0, 5, 2**63 + 1], np.uint64)).tolist()
    [0, 2, 2]
    """
    import numpy as np

    pieces = np.ascontiguousarray(sets).reshape(-1, 1).view(np.uint8)
    if pieces.shape[1] % 2:
        return _sixteen()[pieces[:, 0]]
    table, words = _sixteen(), pieces.view(np.uint16)
    counts = table[words[:, 0]]
    for column in range(1, words.shape[1]):
        counts = counts + table[words[:, column]]
    return counts


@dataclass
class SizeTally:
    """The boards with n vertices.

    Attributes
    ----------
    graphs, boards
        How many; with weights a graph is many boards.
    wins
        How many boards have i winning starts in normal play and j in misère play, by (i, j); a convention that was not
        asked for counts 0.
    unknown
        How many starts stayed unknown, normal and misère.
    """

    graphs: int = 0
    boards: int = 0
    wins: Counter[tuple[int, int]] = field(default_factory=Counter)
    unknown: list[int] = field(default_factory=lambda: [0, 0])

    def total(self, convention: int) -> int:
        """The winning starts of all boards together."""
        return sum(key[convention] * count for key, count in self.wins.items())


@dataclass
class CensusTally:
    """Counts by the number of vertices.

    Examples
    --------
    >>> import numpy as np
    >>> tally = CensusTally()
    >>> tally.add(2, graphs=1, normal=np.array([3], np.uint16), misere=np.array([0], np.uint16))
    >>> tally.to_json()
    {'2': {'graphs': 1, 'boards': 1, 'wins': [[2, 0, 1]], 'unknown': [0, 0]}}
    >>> CensusTally.from_json(tally.to_json()) == tally
    True
    """

    sizes: dict[int, SizeTally] = field(default_factory=dict)

    def add(self, n: int, *, graphs: int, normal: NDArray[Any], misere: NDArray[Any]) -> None:
        """Count boards with n vertices by their sets of winning starts, as integers."""
        self.add_counts(n, graphs=graphs, normal=popcount(normal), misere=popcount(misere))

    def add_counts(self, n: int, *, graphs: int, normal: NDArray[Any], misere: NDArray[Any]) -> None:
        """The same by the numbers of winning starts."""
        import numpy as np

        word: type[np.integer[Any]] = np.uint16 if n < 255 else np.int64
        keys = normal.astype(word) * word(n + 1) + misere
        if n < 255:
            counts = np.bincount(keys)
            places = counts.nonzero()[0]
            found = zip(places.tolist(), counts[places].tolist(), strict=True)
        else:
            places, counts = np.unique(keys, return_counts=True)
            found = zip(places.tolist(), counts.tolist(), strict=True)
        size = self.sizes.setdefault(n, SizeTally())
        size.graphs += graphs
        size.boards += len(normal)
        for key, count in found:
            size.wins[divmod(key, n + 1)] += count

    def add_board(self, n: int, wins: Sequence[int], unknown: Sequence[int], *, new_graph: bool) -> None:
        """Count one board: how many starts win and stay unknown, normal and misère."""
        size = self.sizes.setdefault(n, SizeTally())
        size.graphs += new_graph
        size.boards += 1
        size.wins[wins[0], wins[1]] += 1
        size.unknown = [before + more for before, more in zip(size.unknown, unknown, strict=True)]

    @property
    def graphs(self) -> int:
        """All graphs, of any size."""
        return sum(size.graphs for size in self.sizes.values())

    @property
    def boards(self) -> int:
        """All boards, which are the rows of the table."""
        return sum(size.boards for size in self.sizes.values())

    @classmethod
    def together(cls, tallies: Iterable[CensusTally]) -> CensusTally:
        """The counts of several tables."""
        found = cls()
        for tally in tallies:
            for n, more in tally.sizes.items():
                size = found.sizes.setdefault(n, SizeTally())
                size.graphs += more.graphs
                size.boards += more.boards
                size.wins.update(more.wins)
                size.unknown = [before + new for before, new in zip(size.unknown, more.unknown, strict=True)]
        return found

    def summary(self, plays: Sequence[Play], *, starts: bool = True) -> dict[str, dict[str, int]]:
        """The totals by n: graphs, starts and how many of these win; and how many stayed unknown, if some did.

        A board without ``starts`` counts as one.
        """
        found: dict[str, dict[str, int]] = {}
        for n, size in sorted(self.sizes.items()):
            row = {"graphs": size.graphs, "starts": n * size.boards if starts else size.boards}
            row |= {play.value: size.total(int(play.wins_when_stuck)) for play in plays}
            for play in plays:
                unknown = size.unknown[int(play.wins_when_stuck)]
                row |= {f"{play.value}_unknown": unknown} if unknown else {}
            found[str(n)] = row
        return found

    def to_json(self) -> dict[str, object]:
        """The counts, for a footer."""
        return {
            str(n): {
                "graphs": size.graphs,
                "boards": size.boards,
                "wins": [[*key, count] for key, count in sorted(size.wins.items())],
                "unknown": size.unknown,
            }
            for n, size in sorted(self.sizes.items())
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> CensusTally:
        """The counts that a footer holds."""
        return cls(
            {
                int(n): SizeTally(
                    size["graphs"], size["boards"], Counter({(i, j): c for i, j, c in size["wins"]}), size["unknown"]
                )
                for n, size in found.items()
            }
        )
