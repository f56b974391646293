"""Edge NimG and Vertexnim-MR beside the ten-line memo, in one run.

    python benchmarks/edge_nimg.py [--vertices 5] [--top 2]     all graphs, all weights of edges from 1, every start
    python benchmarks/edge_nimg.py --hard [--seeds 10]           3-regular graphs, one start: 14 vertices and 21 edges

For all boards the memo has two rows: one that begins anew with each weighting, and one that all weightings of a graph
share. lastmove answers one board after the other (``lm.outcomes``), many at once (``lm.outcomes_many``), and all
together by the kernel of a census, both conventions in one. Each ratio is the time of the first memo divided by that of
lastmove. Outcomes are compared. Times are of the processor; code is compiled before.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.graphs import named
from lastmove.graphs.random import small_graphs
from lastmove.search.batch import kernel_for, weightings
from lastmove.search.batch.blocks import block_of_graphs
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

Known = dict[tuple[tuple[int, ...], int], bool]


def on_edges(graph: lm.Graph, misere: bool, known: Known) -> Callable[[tuple[int, ...], int], bool]:
    """Edge NimG in ten lines."""
    around = graph.incidence

    def wins(weights: tuple[int, ...], u: int) -> bool:
        if (weights, u) not in known:
            moves = [(e, v, left) for e, v in around[u] for left in range(weights[e])]
            known[weights, u] = (misere and not moves) or any(
                not wins((*weights[:e], left, *weights[e + 1 :]), v) for e, v, left in moves
            )
        return known[weights, u]

    return wins


def over_vertices(graph: lm.Graph, misere: bool, known: Known) -> Callable[[tuple[int, ...], int], bool]:
    """Vertexnim-MR in some more."""
    around = graph.neighbours

    def reached(weights: tuple[int, ...], u: int) -> set[int]:
        seen, waiting = {*around[u]}, list(around[u])
        while waiting:
            v = waiting.pop()
            if not weights[v]:
                waiting += [w for w in around[v] if w not in seen]
                seen.update(around[v])
        return {v for v in seen if weights[v]}

    def wins(weights: tuple[int, ...], u: int) -> bool:
        if (weights, u) not in known:
            moves = [(v, left) for v in reached(weights, u) for left in range(weights[v])]
            known[weights, u] = (misere and not moves) or any(
                not wins((*weights[:v], left, *weights[v + 1 :]), v) for v, left in moves
            )
        return known[weights, u]

    return wins


GAMES: dict[str, tuple[Any, Any, Callable[[lm.Graph], int]]] = {
    "edge-nimg": (lm.EdgeNimG, on_edges, lambda graph: graph.m),
    "vertexnim-mr": (lm.VertexnimMR, over_vertices, lambda graph: graph.n),
}


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time, and what came out."""
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


def all_boards(n: int, top: int) -> None:
    """Every graph, every weighting, every start."""
    columns = ["game", "play", "boards", "memo, s", "shared memo, s"]
    for each in ("outcomes", "outcomes_many", "census"):
        columns += [f"{each}, s", "ratio"]
    print(f"| {' | '.join(columns)} |\n|---|---|{'---:|' * (len(columns) - 2)}")
    for name, (made, memo, places) in GAMES.items():
        graphs = [graph for graph in small_graphs(n) if name == "edge-nimg" or is_connected(graph)]
        kernel: Any = kernel_for(name, n=n, weights=top)
        block = block_of_graphs(graphs, n, directed=False, loops=False, parallel=False)[0]
        census, said = timed(lambda: kernel.solve(block))  # noqa: B023
        graphs = [lm.Graph(n, edges) for edges in block.lists()]  # edges in the order of the block
        questions = [(graph, list(weightings(places(graph), top))) for graph in graphs]
        boards = [made(graph, weights) for graph, given in questions for weights in given]
        for play in ("normal", "misere"):

            def told(shared: bool) -> list[bool]:
                misere, found = play == "misere", []  # noqa: B023 - called at once
                for graph, given in questions:  # noqa: B023
                    known: Known = {}
                    for weights in given:
                        known = known if shared else {}
                        wins = memo(graph, misere, known)  # noqa: B023
                        found += [wins(weights, u) for u in range(graph.n)]
                return found

            own, expected = timed(lambda: told(False))
            shared, _ = timed(lambda: told(True))
            alone, first = timed(lambda: [lm.outcomes(board, play) for board in boards])  # noqa: B023
            many, second = timed(lambda: list(lm.outcomes_many(boards, play)))  # noqa: B023
            for found in (first, second):
                assert [outcome is lm.Outcome.N for each in found for outcome in each.values()] == expected
            sets = said.of(lm.Play.of(play)).tolist()
            assert [bool(won >> v & 1) for won in sets for v in range(n)] == expected
            told_of = f"| {name} | {play} | {len(boards):,} | {own:.1f} | {shared:.2f} "
            for ours in (alone, many, census):
                told_of += f"| {ours:.3f} | {own / ours:.0f} "
            print(f"{told_of}|", flush=True)


def is_connected(graph: lm.Graph) -> bool:
    """Whether Vertexnim can be played on it."""
    try:
        lm.VertexnimMR(graph, 1)
    except lm.InputError:
        return False
    return True


def hard_boards(seeds: int) -> None:
    """One start of 3-regular graphs, weights from 1 to 3: what every question costs, and all together."""
    print("| game | play | seed | memo, s | its positions | lastmove, s | positions | ratio |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name, (made, memo, places) in GAMES.items():
        n = 14 if name == "edge-nimg" else 8
        for play in ("normal", "misere"):
            whole = [0.0, 0.0]
            for seed in range(seeds):
                graph, rng = named(f"random-regular:3,{n}", seed=seed + 1), random.Random(seed)
                weights = tuple(rng.randint(1, 3) for _ in range(places(graph)))
                problem = lm.Problem(made(graph, weights, start=0), lm.Play.of(play))
                if not seed:  # loads, or compiles, what all use
                    ExactSearch(problem.play, Meter(), Settings(compiled=True, threads=1)).wins(problem.position)
                ours, answer = timed(lambda: lm.solve(problem, threads=1))  # noqa: B023
                known: Known = {}
                own, wins = timed(lambda: memo(graph, play == "misere", known)(weights, 0))  # noqa: B023
                assert (answer.outcome is lm.Outcome.N) == wins
                whole = [whole[0] + own, whole[1] + ours]
                visited = getattr(answer.reason, "positions", "theorem")
                told = f"| {name} | {play} | {seed} | {own:.3f} | {len(known):,} | {ours:.4f} | {visited} "
                print(f"{told}| {own / ours:.0f} |", flush=True)
            ratio = whole[0] / whole[1]
            print(f"| {name} | {play} | all | {whole[0]:.2f} | | {whole[1]:.3f} | | {ratio:.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vertices", type=int, default=5)
    parser.add_argument("--top", type=int, default=2)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--seeds", type=int, default=10)
    wanted = parser.parse_args()
    sys.setrecursionlimit(100_000)
    if wanted.hard:
        hard_boards(wanted.seeds)
    else:
        all_boards(wanted.vertices, wanted.top)


if __name__ == "__main__":
    main()
