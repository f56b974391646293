"""Shards: graphs in, rows of the table out, by a batch kernel where there is one, else board by board.

The file of a shard is written whole or not at all, and known again by its footer, which holds what was asked, the
counts, and what the lister said. Files hold no times and no names of machines: the same shard gives the same bytes
wherever and whenever it is made.
"""

from __future__ import annotations

import io
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import file_digest, sha256
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lastmove._version import __version__
from lastmove.censuses.choose_source import graph_text
from lastmove.censuses.question import board_of, weightings_of
from lastmove.censuses.sources import WeightedGraph
from lastmove.censuses.table import CensusTally, arrow, popcount
from lastmove.core.errors import InputError, LastmoveError, LimitReached
from lastmove.core.files import replacing
from lastmove.core.limits import Meter, stopping_at_limits, watched
from lastmove.core.play import Outcome, Play
from lastmove.graphs.graph import Graph
from lastmove.search.batch import block_of, pairs_of, weightings
from lastmove.search.batch.blocks import MOST_VERTICES
from lastmove.solver.solve import outcomes, solve
from lastmove.sums.genus import GenusSearch
from lastmove.sums.nimbers import NimberSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.censuses.question import CensusQuestion
    from lastmove.censuses.sources import Shard, Some
    from lastmove.search.batch import BatchKernel, GraphBlock

    Columns = dict[str, Any]
    """Arrays or lists, one for each column, equally long."""
    import pyarrow as pa

KERNEL_REASON = "batch kernel"
ROWS_AT_ONCE = 1 << 18


class NoBoard(LastmoveError):
    """A graph on which the game cannot be played; the tally says how many graphs came before it."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def rows_of(block: Some, question: CensusQuestion, tally: CensusTally) -> Iterator[Columns]:
    """The rows of some graphs in their order, piece by piece, counted in the tally."""
    for part in _as_blocks(block, question) if isinstance(block, tuple) else [block]:
        kernel = None if isinstance(part, list) else question.kernel(part.n, part.directed)
        if isinstance(part, list) or kernel is None:
            yield _one_by_one(_graphs(part), question, tally)
            continue
        places = len(pairs_of(part.n, part.directed)) if question.on_edges else part.n
        rows_a_graph = (question.weights or 1) ** places
        for some in watched(part.parts(max(1, ROWS_AT_ONCE // rows_a_graph)), 1):
            yield from _where_it_can(some, kernel, question, tally)


def _as_blocks(
    graphs: tuple[WeightedGraph, ...], question: CensusQuestion
) -> Iterator[GraphBlock | list[WeightedGraph]]:
    """Graphs without weights as blocks, neighbours of one size together; what fits in no block as it is."""
    if question.extent.weighted or not question.extent.simple:
        yield list(graphs)
        return
    for (n, directed), same in groupby(graphs, key=lambda each: (each.graph.n, each.graph.directed)):
        if 1 <= n <= MOST_VERTICES:
            yield block_of([_edges(each.graph) for each in same], n, directed)
        else:
            yield list(same)


def _graphs(part: GraphBlock | list[WeightedGraph]) -> list[WeightedGraph]:
    if isinstance(part, list):
        return part
    return [WeightedGraph(Graph.numbered(part.n, edges, directed=part.directed)) for edges in part.lists()]


def _where_it_can(
    block: GraphBlock, kernel: BatchKernel, question: CensusQuestion, tally: CensusTally
) -> Iterator[Columns]:
    """What the kernel solves by the kernel, the other graphs one by one."""
    taken = kernel.takes(block)
    if taken.all():
        yield _all_at_once(block, kernel, question, tally)
        return
    first = 0
    for fits, same in groupby(taken.tolist()):
        last = first + len(list(same))
        some = replace(block, masks=block.masks[first:last])
        if fits:
            yield _all_at_once(some, kernel, question, tally)
        else:
            yield _one_by_one(_graphs(some), question, tally)
        first = last


def _all_at_once(block: GraphBlock, kernel: BatchKernel, question: CensusQuestion, tally: CensusTally) -> Columns:
    import numpy as np

    layout = question.layout
    found = kernel.solve(block)
    rows = len(found.normal)
    weighted = [len(ends) if question.on_edges else block.n for ends in block.lists()] if layout.weighted else []
    repeats = [(question.weights or 1) ** places for places in weighted] or 1
    columns: Columns = {"n": np.full(rows, block.n, np.int32)}
    for name in layout.graph_columns:
        if (name == "edges") != layout.in_a_word(block.n):
            columns[name] = [None] * rows
        else:
            graphs = block.edges.view(np.int64) if name == "edges" else np.array(list(block.texts()), dtype=object)
            columns[name] = np.repeat(graphs, repeats) if rows > block.count else graphs
    if layout.weighted:
        columns["weights"] = _weight_lists(weighted, question.weights or 1)
    none = np.zeros(rows, np.uint16)
    sets = {play: found.of(play) if play in question.plays else none for play in Play}
    tally.add(block.n, graphs=block.count, normal=sets[Play.NORMAL], misere=sets[Play.MISERE])
    for play in question.plays:
        columns[play.value] = _as_sets(sets[play], layout.set_type)
        columns[f"{play.value}_unknown"] = _as_sets(none, layout.set_type)
    columns["grundy"] = found.grundy
    columns["reason"] = [KERNEL_REASON] * (0 if layout.decided else rows)
    return {name: columns[name] for name in layout.names}


def _weight_lists(places: Sequence[int], k: int) -> Any:
    """All weightings of one graph after the other, which have so many weights each, as an Arrow array of lists."""
    import numpy as np
    import pyarrow as pa

    blocks = {n: np.array(list(weightings(n, k)), np.int32).reshape(k**n, n) for n in set(places)}
    lengths = np.concatenate([np.full(len(blocks[n]), n, np.int32) for n in places] or [np.zeros(0, np.int32)])
    values = np.concatenate([blocks[n].ravel() for n in places] or [np.zeros(0, np.int32)])
    return pa.ListArray.from_arrays(np.concatenate([np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)]), values)


def _as_sets(sets: NDArray[Any], set_type: str | None) -> NDArray[np.unsignedinteger] | list[list[int]]:
    if set_type is not None:
        return sets.astype(set_type, copy=False)
    return [_starts_in(each) for each in sets.tolist()]


def _starts_in(bits: int) -> list[int]:
    return [v for v in range(bits.bit_length()) if bits >> v & 1]


def _one_by_one(graphs: Sequence[WeightedGraph], question: CensusQuestion, tally: CensusTally) -> Columns:
    layout = question.layout
    columns: Columns = {name: [] for name in layout.names}
    for graph, given in watched(graphs, 1):
        in_a_word = layout.in_a_word(graph.n)
        edges, text = (_edges(graph), None) if in_a_word else (None, graph_text(graph))
        for number, weights in enumerate(watched(_weightings(graph, given, question), 1)):
            row: dict[str, object] = {"n": graph.n, "edges": edges, layout.text: text}
            row["weights"] = None if weights is None else list(weights)
            wins, unknown, reasons = [0, 0], [0, 0], dict[str, None]()
            for play in question.plays:
                place = int(play.wins_when_stuck)
                won, lacking = _answered(graph, weights, play, question, reasons)
                wins[place], unknown[place] = len(won), len(lacking)
                row[play.value], row[f"{play.value}_unknown"] = (
                    each if layout.set_type is None else sum(1 << v for v in each) for each in (won, lacking)
                )
            for name in layout.values:
                row[name] = _values(name, graph, weights, question)
            row["reason"] = ", ".join(reasons)
            tally.add_board(graph.n, wins, unknown, new_graph=number == 0)
            for name, column in columns.items():
                column.append(row[name])
    return columns


def _answered(
    graph: Graph, weights: Sequence[int] | None, play: Play, question: CensusQuestion, reasons: dict[str, None]
) -> tuple[list[int], list[int]]:
    """The numbers of the starts that win and of those that stayed unknown; what decided them goes into ``reasons``."""
    try:
        board = board_of(question.game, graph, weights)
        if question.layout.valued:
            solution = solve(board, play, limits=question.limits, threads=1)
            reasons[solution.reason.name] = None
            said = solution.outcome
            return [0] if said is Outcome.N else [], [0] if said is Outcome.UNKNOWN else []
        found = outcomes(board, play, limits=question.limits, threads=1)
    except InputError as error:
        raise NoBoard(f"{graph_text(graph)} is no board of {question.game}: {error}") from None
    reasons.update(dict.fromkeys(sorted(reason.name for reason, _ in found.reasons)))
    outcome = list(found.values())
    won, lacking = ([v for v, each in enumerate(outcome) if each is wanted] for wanted in (Outcome.N, Outcome.UNKNOWN))
    return won, lacking


def _values(name: str, graph: Graph, weights: Sequence[int] | None, question: CensusQuestion) -> Any:
    """The Grundy value or the genus of a board, or of each of its starts; ``None`` for what a limit left unknown."""
    board: Any = board_of(question.game, graph, weights)
    meter = Meter(question.limits)
    search: Any = NimberSearch(meter).value if name == "grundy" else GenusSearch(meter).genus
    found: list[int | str | None] = []
    with suppress(LimitReached), stopping_at_limits(meter):
        for start in board.starts() if board.has_token else (None,):
            value = search(board if start is None else board.at(start))
            found.append(value if name == "grundy" else str(value))
    if not board.has_token:
        return found[0] if found else None
    return found + [None] * (graph.n - len(found))


def _weightings(
    graph: Graph, given: tuple[int, ...] | None, question: CensusQuestion
) -> Iterator[tuple[int, ...] | None]:
    if given is not None:
        yield given
    elif question.weights is None:
        yield None
    else:
        yield from weightings_of(question, graph)


def _edges(graph: Graph) -> int:
    """The bits of a graph's edges, in the order of :func:`~lastmove.search.batch.pairs_of`."""
    places = _places(graph.n, graph.directed)
    return sum(1 << places[ends] for ends in graph.ends())


@cache
def _places(n: int, directed: bool) -> dict[tuple[int, int], int]:
    """The bit of each pair, in both directions where an edge is undirected."""
    found = {pair: place for place, pair in enumerate(pairs_of(n, directed))}
    return found if directed else found | {(w, v): place for (v, w), place in found.items()}


FOOTER = b"lastmove census"
DIGEST = b"lastmove census sha256"
"""Of the footer: pages have checksums, and what is said of them has this one."""
ROWS_A_GROUP = 1 << 20
_ENDING = ".parquet"
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, NotImplementedError)
"""What Arrow and JSON raise for bytes that nobody has written."""


class DamagedShard(LastmoveError):
    """A file that is not what a census wrote."""


@dataclass(frozen=True)
class ShardRecord:
    """A shard that is done.

    Attributes
    ----------
    file
        The name of its file.
    tally
        Its counts.
    size, digest
        The bytes of the file, and their SHA-256.
    asked, columns
        The arguments of the census it belongs to, and what its columns mean.
    seconds
        Processor time by phase, where it was made just now.
    content
        The file itself, from a worker that does not see the directory.
    """

    file: str
    tally: CensusTally
    size: int
    digest: str
    asked: Mapping[str, object]
    columns: Mapping[str, str]
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    content: bytes | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, object]:
        """What the manifest says of it."""
        return {
            "file": self.file,
            "graphs": self.tally.graphs,
            "rows": self.tally.boards,
            "bytes": self.size,
            "sha256": self.digest,
        }


def file_of(shard: Shard) -> str:
    """The name of a shard's file."""
    return shard.name + _ENDING


@dataclass(frozen=True)
class ShardJob:
    """Makes shards: what goes to a worker beside the shard itself.

    Attributes
    ----------
    question
        What is asked of every graph.
    asked
        All arguments of the census, for the footer.
    directory
        Where the files go.
    mark
        A file that stands there while the census runs. A worker that does not see it has another disk, and gives the
        bytes back.
    compiled
        The numbers of vertices for which the kernel is compiled before anything else: there is much to do.
    """

    question: CensusQuestion
    asked: Mapping[str, object]
    directory: Path
    mark: str
    compiled: tuple[int, ...] = ()

    def __call__(self, shard: Shard) -> ShardRecord:
        """Make a shard; safe to do twice, since the file takes its place in one step."""
        for n in set(self.compiled) & {getattr(shard, "n", None)}:
            self.question.prepare(n)
        if (self.directory / self.mark).exists():
            path = self.directory / file_of(shard)
            with replacing(path) as file:
                tally, seconds = self._write(shard, file)
            return self._record(shard, tally, path.read_bytes(), seconds)
        buffer = io.BytesIO()
        tally, seconds = self._write(shard, buffer)
        content = buffer.getvalue()
        return replace(self._record(shard, tally, content, seconds), content=content)

    def _record(self, shard: Shard, tally: CensusTally, content: bytes, seconds: Mapping[str, float]) -> ShardRecord:
        digest, columns = sha256(content).hexdigest(), self.question.layout.meanings()
        return ShardRecord(file_of(shard), tally, len(content), digest, self.asked, columns, seconds)

    def _write(self, shard: Shard, file: IO[bytes]) -> tuple[CensusTally, dict[str, float]]:
        """List, solve and write; the processor time of each, that of this thread alone."""
        layout, tally = self.question.layout, CensusTally()
        clock = _Laps()
        with arrow().ParquetWriter(file, layout.schema(), **layout.writing()) as writer:
            group = _RowGroup(writer)
            reading = shard.blocks()
            try:
                for block in reading:
                    clock.lap("read")
                    for columns in rows_of(block, self.question, tally):
                        clock.lap("solve")
                        group.add(columns)
                        clock.lap("write")
            except NoBoard as error:
                raise InputError(_place(shard, tally.graphs), error.problem) from None
            finally:
                reading.close()
            if reading.listed is not None and reading.listed != tally.graphs:
                raise LastmoveError(f"{shard.name}: {tally.graphs:,} graphs read, but {reading.listed:,} were listed")
            group.write()
            footer = {
                "lastmove": __version__,
                "shard": shard.name,
                "asked": self.asked,
                "columns": layout.meanings(),
                "types": _types(layout.schema()),
                "listed": reading.listed,
                "counts": tally.to_json(),
            }
            text = json.dumps(footer, sort_keys=True).encode()
            writer.add_key_value_metadata({FOOTER: text, DIGEST: sha256(text).hexdigest()})
        clock.lap("write")
        return tally, clock.seconds


def _place(shard: Shard, number: int) -> str:
    """Where a graph of a shard comes from, as far as the shard knows: graphs that a program lists stand nowhere."""
    where = getattr(shard, "place", None)
    return "graph" if where is None else str(where(number))


class _Laps:
    """The processor time of this thread, lap by lap; a Dask worker has threads of its own."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(("read", "solve", "write"), 0.0)
        self._last = time.thread_time()

    def lap(self, name: str) -> None:
        now = time.thread_time()
        self.seconds[name] += now - self._last
        self._last = now


class _RowGroup:
    """Rows that wait until there are enough of them to be written together."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._waiting: list[dict[str, Any]] = []
        self._rows = 0

    def add(self, columns: dict[str, Any]) -> None:
        self._waiting.append(columns)
        self._rows += len(columns["n"])
        if self._rows >= ROWS_A_GROUP:
            self.write()

    def write(self) -> None:
        import pyarrow as pa

        schema = self._writer.schema
        arrays = [
            pa.chunked_array([pa.array(piece[each.name], type=each.type) for piece in self._waiting], type=each.type)
            for each in schema
        ]
        self._writer.write_table(pa.table(arrays, schema=schema), row_group_size=ROWS_A_GROUP)
        self._waiting, self._rows = [], 0


def _types(schema: pa.Schema) -> list[list[str]]:
    """The columns in their order, with their types; the checksums of pages do not cover them."""
    inner = [
        getattr(each.type, "value_type", None) for each in schema
    ]  # of a list: Arrow and Parquet name it differently
    return [[each.name, str(each.type) if of is None else f"{of}[]"] for each, of in zip(schema, inner, strict=True)]


def read_footer(path: Path) -> dict[str, Any]:
    """What a census has written into a file's footer; a DamagedShard if it is cut off or no file of a census."""
    parquet = arrow()
    try:
        footer = parquet.read_metadata(path)
        text = footer.metadata[FOOTER]
        intact = footer.metadata[DIGEST] == sha256(text).hexdigest().encode()
        found = json.loads(text)
        named = {name: found[name] for name in ("asked", "columns", "counts", "shard")}
        intact &= found["types"] == _types(footer.schema.to_arrow_schema())
    except _UNREADABLE as error:
        raise DamagedShard(f"{path.name}: {error}") from None
    if not intact:
        raise DamagedShard(f"{path.name}: its footer is not as it was written")
    if path.name != named["shard"] + _ENDING:
        raise DamagedShard(f"{path.name}: it is the shard {named['shard']}")
    return {**named, "rows": footer.num_rows}


def read_record(path: Path) -> ShardRecord:
    """What a file's footer says, and its digest; a DamagedShard if it is cut off or no file of a census."""
    found = read_footer(path)
    try:
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        tally = CensusTally.from_json(found["counts"])
    except _UNREADABLE as error:
        raise DamagedShard(f"{path.name}: {error}") from None
    if found["rows"] != tally.boards:
        raise DamagedShard(f"{path.name}: {found['rows']:,} rows, but its footer counts {tally.boards:,}")
    return ShardRecord(path.name, tally, path.stat().st_size, digest, found["asked"], found["columns"])


def recount(path: Path, record: ShardRecord) -> None:
    """Read the whole file; a DamagedShard if a page is not as it was written, or the counts are not the footer's."""
    found = CensusTally()
    try:
        file = arrow().ParquetFile(path, page_checksum_verification=True)
        for batch in file.iter_batches():
            _count(batch, found)
    except _UNREADABLE as error:
        raise DamagedShard(f"{path.name}: {error}") from None
    if {n: size.wins for n, size in found.sizes.items()} != {n: size.wins for n, size in record.tally.sizes.items()}:
        raise DamagedShard(f"{path.name}: the rows are not those that its footer counts")


def _count(batch: Any, tally: CensusTally) -> None:
    """Count the rows of a batch by their numbers of winning starts."""
    import numpy as np

    sizes = batch.column("n").to_numpy()
    counts = {
        name: _members(batch.column(name)) if name in batch.schema.names else np.zeros(len(sizes), np.uint8)
        for name in ("normal", "misere")
    }
    for n in np.unique(sizes).tolist():
        chosen = sizes == n
        tally.add_counts(n, graphs=0, normal=counts["normal"][chosen], misere=counts["misere"][chosen])


def _members(sets: Any) -> Any:
    """How many starts each set of a column has."""
    import pyarrow as pa

    if pa.types.is_list(sets.type):
        import pyarrow.compute as pc

        return pc.list_value_length(sets).to_numpy(zero_copy_only=False)
    return popcount(sets.to_numpy())
