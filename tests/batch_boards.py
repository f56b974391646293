"""Boards for batch kernels, and what the law says of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.censuses.choose_source import all_graphs
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.games import game_class
from lastmove.graphs.backend import compiled as numba_backend
from lastmove.graphs.random import small_graphs
from lastmove.search.batch import GraphBlock, kernel_for
from lastmove.search.batch.blocks import block_of_graphs
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.search.batch import BatchOutcomes

__all__ = ["blocks_listed", "by_law", "every_graph", "law_agrees", "solved_both_ways", "totals"]


@cache
def every_graph(n: int, *, directed: bool = False) -> GraphBlock:
    """All graphs with n vertices up to isomorphism."""
    graphs = small_graphs(n, directed=directed)
    return block_of_graphs(graphs, n, directed=directed, loops=False, parallel=False)[0]


def blocks_listed(n: int, *, options: str = "-c", directg: str | None = None) -> Iterator[GraphBlock]:
    """The same from the usual source, which needs nauty for more than 7 vertices and for digraphs."""
    for shard in all_graphs((n,), options=options, directg=directg).shards(1 << 30):
        reading = shard.blocks()
        count = 0
        for block in reading:
            if isinstance(block, tuple):
                graphs = [graph for graph, _ in block]
                block = block_of_graphs(graphs, n, directed=directg is not None, loops=False, parallel=False)[0]
            count += block.count
            yield block
        assert reading.listed == count


def solved_both_ways(game: str, block: GraphBlock, weights: Any = None) -> BatchOutcomes:
    """What the compiled kernel says, after the plain one has said the same; the plain one alone without Numba."""
    found = []
    for compiled in (True, False) if numba_backend() is not None else (False,):
        kernel = kernel_for(game, n=block.n, directed=block.directed, weights=weights, compiled=compiled)
        assert kernel is not None
        assert kernel.takes(block).all()
        assert ("compiled" in kernel.name) == compiled
        found.append(kernel.solve(block, moves=True))
    for play in Play:
        assert (found[0].of(play) == found[-1].of(play)).all()
        first, last = found[0].moves_of(play), found[-1].moves_of(play)
        assert (first is None) == (last is None)
        assert first is None or last is None or (first == last).all()
    return found[0]


def by_law(board: Any, play: Play) -> int:
    """The winning starts of a board by the definition, as a set of bits."""
    law = PlainSearch(play, Meter())
    return sum(law.wins(board.at(start)) << number for number, start in enumerate(board.starts()))


def law_agrees(game: str, block: GraphBlock, said: BatchOutcomes, weightings: Sequence[Any] = ((),)) -> int:
    """Compare everything that a kernel said with the law; how many starts win, both conventions together."""
    made: Any = game_class(game)
    wins = 0
    for number, edges in enumerate(block.lists()):
        graph = lm.Graph(block.n, edges, directed=block.directed)
        for place, weights in enumerate(weightings):
            board = made(graph, weights) if weights else made(graph)
            for play in Play:
                found = int(said.of(play)[number * len(weightings) + place])
                assert found == by_law(board, play), (game, play, edges, weights)
                wins += found.bit_count()
                _moves_win(board, play, said, number)
    return wins


def _moves_win(board: Any, play: Play, said: BatchOutcomes, number: int) -> None:
    """Every move that a kernel names is legal and wins, and one is named wherever there is one."""
    known = said.moves_of(play)
    if known is None:
        return
    law = PlainSearch(play, Meter())
    for v, start in enumerate(board.starts()):
        to = int(known[number]) >> 4 * v & 15
        position = board.at(start)
        if to == 15:
            assert all(law.wins(position.after(move)) for move in position.moves())
        else:
            assert not law.wins(position.after(board.move_class(board.starts()[to])))


def totals(game: str, blocks: Iterable[GraphBlock], weights: int | None = None) -> tuple[int, int, int]:
    """How many graphs there are, and how many starts win, normal and misère."""
    import numpy as np

    graphs = normal = misere = 0
    for block in blocks:
        kernel = kernel_for(game, n=block.n, directed=block.directed, weights=weights)
        assert kernel is not None
        said = kernel.solve(block)
        graphs += block.count
        normal += int(np.bitwise_count(said.normal).sum())
        misere += int(np.bitwise_count(said.misere).sum())
    return graphs, normal, misere
