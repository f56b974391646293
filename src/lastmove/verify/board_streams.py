"""The boards of a census source one by one, by size: for claims that are functions."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from lastmove.censuses.choose_source import chosen_source
from lastmove.censuses.question import CensusQuestion, board_of
from lastmove.censuses.table import extent_of
from lastmove.core.errors import InputError
from lastmove.core.limits import watched
from lastmove.graphs.graph import Graph
from lastmove.search.batch import weightings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from lastmove.censuses.sources import Shard, Source
    from lastmove.games.token import TokenGame

__all__ = ["boards_by_size", "source_to"]


def source_to(source: Source | Iterable[Any] | Path | str, size: int | None) -> Source:
    """The source that ``source=`` names: options of geng stand for all its graphs of up to ``size`` vertices."""
    if isinstance(source, str):
        if size is None:
            raise InputError("size", "missing; options of geng stand for graphs of up to so many vertices")
        return chosen_source(n=range(1, size + 1), geng=source)
    return chosen_source(source=source)


def boards_by_size(
    game: str, source: Source | Iterable[Any] | Path | str, *, size: int | None = None, weight: int | None = None
) -> Iterator[Iterator[TokenGame]]:
    """The boards of each size, smallest size first; where sizes are mixed, all of them together.

    The same in each iteration: whoever has found a counterexample need not look at larger boards.
    """
    chosen = source_to(source, size)
    question = CensusQuestion.of(game, "both", weight, extent_of(chosen))
    shards = chosen.shards(question.graphs_a_shard)
    for _, same in groupby(sorted(shards, key=_n), key=_n):
        yield (board for shard in same for board in _boards(shard, question) if size is None or board.graph.n <= size)


def _n(shard: Shard) -> int:
    n: int = getattr(shard, "n", 0)
    return n


def _boards(shard: Shard, question: CensusQuestion) -> Iterator[TokenGame]:
    for block in shard.blocks():
        if isinstance(block, tuple):
            graphs: Iterable[tuple[Graph, tuple[int, ...] | None]] = block
        else:
            graphs = ((Graph.numbered(block.n, edges, directed=block.directed), None) for edges in block.lists())
        for graph, given in watched(graphs, 16):
            if given is not None or question.weights is None:
                yield board_of(question.game, graph, given)
            else:
                yield from (
                    board_of(question.game, graph, weights) for weights in weightings(graph.n, question.weights)
                )
