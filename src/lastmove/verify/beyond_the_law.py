"""Outcomes that a statement claims, held against batch kernels on all graphs of sizes that the law does not reach.

The law looks at one position after the other; a kernel answers every start of thousands of graphs at once. Only
outcomes are compared, not moves. The kernels themselves are tested against the law.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.censuses.made_sources import all_graphs
from lastmove.core.errors import LimitReached
from lastmove.core.optional import needed
from lastmove.core.play import Outcome
from lastmove.games import game_class
from lastmove.graphs.graph import Graph
from lastmove.search.batch import GraphBlock, kernel_for, weightings
from lastmove.theorems.statement import UNDECIDED, WINS
from lastmove.verify.report import Counterexample, Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.theorems.statement import Theorem
    from lastmove.verify.report import Tally

__all__ = ["look_beyond"]

_AT_ONCE = 512


def look_beyond(
    theorem: Theorem,
    tallies: Sequence[Tally],
    sizes: range,
    weight: int,
    meter: Meter,
    progress: Callable[[], None],
) -> bool:
    """Compare what a theorem says of every start of all graphs of these sizes; whether there is a kernel for them.

    Parameters
    ----------
    theorem
        The statement.
    tallies
        One for each convention, all of the same game: what is found goes there.
    sizes
        The numbers of vertices.
    weight
        Games with weights are looked at with all weights from 1 to this.
    meter
        Stops the comparison when a limit is spent.
    progress
        Called after every board.
    """
    needed("numpy")
    kind: Any = game_class(tallies[0].game)
    weighted = "weights" in kind.fields
    for n in sizes:
        kernel = kernel_for(tallies[0].game, n=n, weights=weight if weighted else None)
        if kernel is None:
            return False
        chosen: list[tuple[int, ...] | None] = list(weightings(n, weight)) if weighted else [None]
        for block in _blocks(n):
            said = kernel.solve(block)
            true = {tally.play: said.of(tally.play).tolist() for tally in tallies}
            for number, edges in enumerate(block.lists()):
                graph = Graph.numbered(n, edges)
                for place, weights in enumerate(chosen, start=number * len(chosen)):
                    meter.look()
                    board = kind(graph) if weights is None else kind(graph, weights)
                    for tally in tallies:
                        _compare(theorem, tally, board, true[tally.play][place], meter)
                    progress()
    return True


def _blocks(n: int) -> Iterator[GraphBlock]:
    """All graphs with n vertices, some at a time."""
    for shard in all_graphs((n,), options="").shards(1 << 30):
        for block in shard.blocks():
            assert isinstance(block, GraphBlock)
            yield from block.parts(_AT_ONCE)


def _compare(theorem: Theorem, tally: Tally, board: Any, true: int, meter: Meter) -> None:
    """Every start of one board; bit v of ``true`` says whether start number v wins."""
    try:
        codes = theorem.decide_board(board, tally.play, meter).codes
    except LimitReached:
        raise
    except Exception as error:  # a theorem that breaks down is a finding, not the end of the run
        problem = f"decide_board raised {type(error).__name__}: {error}"
        tally.wrong += 1
        tally.blame(Counterexample(board.at(board.starts()[0]), tally.play, Fault.ERROR, {"error": problem}, {}))
        return
    for v, (start, code) in enumerate(zip(board.starts(), codes, strict=True)):
        tally.positions += 1
        if code == UNDECIDED:
            tally.declined += 1
            continue
        wins = bool(true >> v & 1)
        if wins:
            tally.held_n += 1
        else:
            tally.held_p += 1
        if (code == WINS) != wins:
            tally.wrong += 1
            claimed, found = ({"outcome": Outcome.for_mover(said).value} for said in (code == WINS, wins))
            tally.blame(Counterexample(board.at(start), tally.play, Fault.OUTCOME, claimed, found))
