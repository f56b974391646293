"""Graphs in, rows of the table out: by a batch kernel where there is one, else board by board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from lastmove.censuses.listed_source import graph_text
from lastmove.censuses.question import board_of
from lastmove.censuses.sources import WeightedGraph
from lastmove.core.errors import InputError, LastmoveError
from lastmove.core.limits import watched
from lastmove.core.play import Outcome, Play
from lastmove.graphs.graph import Graph
from lastmove.search.batch import block_of, pairs_of, weightings
from lastmove.search.batch.blocks import MOST_VERTICES
from lastmove.solver.solve import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.censuses.question import CensusQuestion
    from lastmove.censuses.sources import Some
    from lastmove.censuses.tallies import Tally
    from lastmove.search.batch import BatchKernel, GraphBlock

    Columns = dict[str, Any]
    """Arrays or lists, one for each column, equally long."""

__all__ = ["KERNEL_REASON", "NoBoard", "rows_of"]

KERNEL_REASON = "batch kernel"
ROWS_AT_ONCE = 1 << 18


class NoBoard(LastmoveError):
    """A graph on which the game cannot be played; the tally says how many graphs came before it."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def rows_of(block: Some, question: CensusQuestion, tally: Tally) -> Iterator[Columns]:
    """The rows of some graphs in their order, piece by piece, counted in the tally."""
    for part in _as_blocks(block, question) if isinstance(block, tuple) else [block]:
        kernel = None if isinstance(part, list) else question.kernel(part.n, part.directed)
        if isinstance(part, list) or kernel is None:
            yield _one_by_one(_graphs(part), question, tally)
            continue
        rows_a_graph = (question.weights or 1) ** part.n
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


def _where_it_can(block: GraphBlock, kernel: BatchKernel, question: CensusQuestion, tally: Tally) -> Iterator[Columns]:
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


def _all_at_once(block: GraphBlock, kernel: BatchKernel, question: CensusQuestion, tally: Tally) -> Columns:
    import numpy as np

    layout = question.layout
    found = kernel.solve(block)
    rows = len(found.normal)
    repeats = rows // block.count if block.count else 1
    columns: Columns = {"n": np.full(rows, block.n, np.int32)}
    for name in layout.graph_columns:
        if (name == "edges") != layout.in_a_word(block.n):
            columns[name] = [None] * rows
        else:
            graphs = block.edges.view(np.int64) if name == "edges" else np.array(list(block.texts()), dtype=object)
            columns[name] = np.repeat(graphs, repeats) if repeats > 1 else graphs
    if layout.weighted:
        columns["weights"] = _weight_lists(block.n, question.weights or 1, block.count)
    none = np.zeros(rows, np.uint16)
    sets = {play: found.of(play) if play in question.plays else none for play in Play}
    tally.add(block.n, graphs=block.count, normal=sets[Play.NORMAL], misere=sets[Play.MISERE])
    for play in question.plays:
        columns[play.value] = _as_sets(sets[play], layout.set_type)
        columns[f"{play.value}_unknown"] = _as_sets(none, layout.set_type)
    columns["reason"] = [KERNEL_REASON] * (0 if layout.decided else rows)
    return {name: columns[name] for name in layout.names}


def _weight_lists(n: int, k: int, graphs: int) -> Any:
    """All weightings of one graph after the other, as an Arrow array of lists."""
    import numpy as np
    import pyarrow as pa

    values = np.tile(np.array(list(weightings(n, k)), np.int32), (graphs, 1))
    offsets = np.arange(0, values.size + 1, n, dtype=np.int32)
    return pa.ListArray.from_arrays(offsets, values.ravel())


def _as_sets(sets: NDArray[Any], set_type: str | None) -> NDArray[np.unsignedinteger] | list[list[int]]:
    if set_type is not None:
        return sets.astype(set_type, copy=False)
    return [_members(each) for each in sets.tolist()]


def _members(bits: int) -> list[int]:
    return [v for v in range(bits.bit_length()) if bits >> v & 1]


def _one_by_one(graphs: Sequence[WeightedGraph], question: CensusQuestion, tally: Tally) -> Columns:
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
        found = outcomes(board, play, limits=question.limits, threads=1)
    except InputError as error:
        raise NoBoard(f"{graph_text(graph)} is no board of {question.game}: {error}") from None
    reasons.update(dict.fromkeys(sorted(reason.name for reason, _ in found.reasons)))
    outcome = list(found.values())
    won, lacking = ([v for v, each in enumerate(outcome) if each is wanted] for wanted in (Outcome.N, Outcome.UNKNOWN))
    return won, lacking


def _weightings(
    graph: Graph, given: tuple[int, ...] | None, question: CensusQuestion
) -> Iterator[tuple[int, ...] | None]:
    if given is not None:
        yield given
    elif question.weights is None:
        yield None
    else:
        yield from weightings(graph.n, question.weights)


def _edges(graph: Graph) -> int:
    """The bits of a graph's edges, in the order of :func:`~lastmove.search.batch.pairs_of`."""
    places = _places(graph.n, graph.directed)
    return sum(1 << places[ends] for ends in graph.ends())


@cache
def _places(n: int, directed: bool) -> dict[tuple[int, int], int]:
    """The bit of each pair, in both directions where an edge is undirected."""
    found = {pair: place for place, pair in enumerate(pairs_of(n, directed))}
    return found if directed else found | {(w, v): place for (v, w), place in found.items()}
