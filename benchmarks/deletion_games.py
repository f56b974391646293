"""Node Kayles and Arc Kayles beside a careful solver of a page, in one run.

    python benchmarks/deletion_games.py [--columns 18] [--trees 5] [--vertices 8]

The solver beside it keeps sets of vertices as the bits of an integer, takes them apart into components, and remembers
the value of every component in a dict. Values are compared wherever both are asked. Times are of the processor; code is
compiled before. The graphs with so many vertices are listed by geng, of nauty.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.graphs import named

if TYPE_CHECKING:
    from collections.abc import Callable

KNOWN = (2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3)
"""A316632: Node Kayles on 3 x n grids."""


class Careful:
    """Grundy values and misère outcomes with bit masks, components and a dict."""

    def __init__(self, graph: lm.Graph, *, edges: bool = False) -> None:
        self.rows = graph.rows
        if edges:
            self.moves = sorted({(1 << u | 1 << v,) * 2 for u, v in graph.ends()})
        else:
            self.moves = [(1 << v, 1 << v | row) for v, row in enumerate(graph.rows)]
        self.values: dict[int, int] = {}
        self.winners: dict[int, bool] = {}

    def value(self, live: int) -> int:
        total = 0
        while live:
            piece = new = live & -live
            while new:
                reached = 0
                while new:
                    bit = new & -new
                    reached |= self.rows[bit.bit_length() - 1]
                    new ^= bit
                new = reached & live & ~piece
                piece |= new
            live ^= piece
            found = self.values.get(piece)
            if found is None:
                seen = {self.value(piece & ~gone) for needs, gone in self.moves if not needs & ~piece}
                found = 0
                while found in seen:
                    found += 1
                self.values[piece] = found
            total ^= found
        return total

    def wins_misere(self, live: int) -> bool:
        found = self.winners.get(live)
        if found is None:
            after = [live & ~gone for needs, gone in self.moves if not needs & ~live]
            found = self.winners[live] = not after or any(not self.wins_misere(left) for left in after)
        return found


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    return work(), time.process_time() - began


def line(name: str, ours: float, others: float | None, found: object) -> None:
    beside = "" if others is None else f"{others:9.2f} s {others / ours:8.1f} times"
    print(f"{name:<44} {ours:9.3f} s {beside:>28}   {found}", flush=True)


def beside(name: str, kind: Any, graph: lm.Graph) -> None:
    """One board, both solvers, the same value."""
    ours, mine = timed(lambda: lm.grundy(kind(graph)))
    theirs, other = timed(lambda: Careful(graph, edges=kind is lm.ArcKayles).value((1 << graph.n) - 1))
    assert ours == theirs, (name, ours, theirs)
    line(name, mine, other, f"value {ours}")


def tree(n: int, rng: random.Random) -> lm.Graph:
    """Any tree on n numbered vertices, all equally likely, from its Prüfer code."""
    code = [rng.randrange(n) for _ in range(n - 2)]
    degrees = [1 + code.count(v) for v in range(n)]
    edges = []
    for v in code:
        leaf = degrees.index(1)
        edges.append((leaf, v))
        degrees[leaf] = 0
        degrees[v] -= 1
    last = [v for v in range(n) if degrees[v] == 1]
    return lm.Graph.numbered(n, [*edges, (last[0], last[1])])


def main() -> None:
    """Every part in turn."""
    sys.setrecursionlimit(100_000)
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--columns", type=int, default=18)
    options.add_argument("--trees", type=int, default=5)
    options.add_argument("--vertices", type=int, default=8)
    asked = options.parse_args()
    lm.grundy(lm.NodeKayles(named("grid:5x6")))  # compiles
    lm.solve(lm.NodeKayles(named("grid:5x6")), "misere")
    print(f"{'':<44} {'lastmove':>11} {'careful':>11} {'ratio':>14}")
    beside("Node Kayles, 6 x 6 grid", lm.NodeKayles, named("grid:6x6"))
    beside("Arc Kayles, 5 x 5 grid", lm.ArcKayles, named("grid:5x5"))
    beside("Node Kayles, 3 x 14 grid", lm.NodeKayles, named("grid:3x14"))
    for n in range(1, asked.columns + 1):
        value, seconds = timed(lambda n=n: lm.grundy(lm.NodeKayles(named(f"grid:3x{n}"))))  # type: ignore[misc]
        assert n > len(KNOWN) or value == KNOWN[n - 1], (n, value)
        if n >= len(KNOWN):
            line(f"Node Kayles, 3 x {n} grid", seconds, None, f"value {value}")
    rng = random.Random(60)
    for number in range(asked.trees):
        board = tree(60, rng)
        value, seconds = timed(lambda board=board: lm.grundy(lm.NodeKayles(board)))  # type: ignore[misc]
        line(f"Node Kayles, random tree {number + 1} of 60 vertices", seconds, None, f"value {value}")
    for kind, game in ((lm.NodeKayles, "node-kayles"), (lm.ArcKayles, "arc-kayles")):
        rows, seconds = timed(lambda game=game: lm.census(game, n=asked.vertices).table().to_pylist())  # type: ignore[misc]
        boards = [_graph(row) for row in rows]
        wanted, other = timed(
            lambda boards=boards, kind=kind: [  # type: ignore[misc]
                (found.value((1 << board.n) - 1), found.wins_misere((1 << board.n) - 1))
                for board in boards
                for found in [Careful(board, edges=kind is lm.ArcKayles)]
            ]
        )
        assert [(row["grundy"], bool(row["misere"])) for row in rows] == wanted
        line(f"{kind.title}, {len(rows):,} graphs of {asked.vertices} vertices", seconds, other, "values and misère")
    for board in ("grid:4x5", "grid:5x5"):
        graph = named(board)
        answer, seconds = timed(lambda graph=graph: lm.solve(lm.NodeKayles(graph), "misere"))  # type: ignore[misc]
        theirs, other = timed(lambda graph=graph: Careful(graph).wins_misere((1 << graph.n) - 1))  # type: ignore[misc]
        assert (answer.outcome is lm.Outcome.N) == theirs
        line(f"Node Kayles, misère play, {board}", seconds, other, answer.outcome.value)


def _graph(row: dict[str, Any]) -> lm.Graph:
    from lastmove.search.batch import pairs_of

    pairs = pairs_of(row["n"])
    return lm.Graph.numbered(row["n"], [pair for i, pair in enumerate(pairs) if row["edges"] >> i & 1])


if __name__ == "__main__":
    main()
