"""Types, seconds and memory of families, beside the search on the largest member that it solves in a few seconds.

python benchmarks/families.py [--seconds S] [SPEC ...]
python benchmarks/families.py --strips

Each family is measured in a process of its own; misère 5 x n needs some minutes (--seconds 900).
With --strips: long strips with random holes, every start, as ``lm.outcomes`` answers them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import time

import lastmove as lm
from lastmove.core.errors import LimitReached
from lastmove.core.limits import Meter
from lastmove.search.exact import ExactSearch

SPECS = (
    *("grid:3xn", "grid:4xn", "grid:5xn", "grid:6xn", "king:3xn", "king:4xn", "prism:n", "antiprism:n", "torus:3xn"),
    *("petersen:n,2", "circulant:n,1,2"),
)
STRIPS = ((3, 1000, 0.1), (4, 100, 0.0), (4, 100, 0.05), (4, 1000, 0.1), (4, 1000, 0.2), (5, 200, 0.25))


def main() -> None:
    """Measure each family in both conventions, or the strips."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", default=SPECS)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--game", default="vertex-geography")
    parser.add_argument("--weight", type=int)
    parser.add_argument("--strips", action="store_true")
    given = parser.parse_args()
    plays = ("normal", "misere")
    cases = [(spec, play, given.game, given.weight, given.seconds) for spec in given.specs for play in plays]
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for line in pool.imap(strip, STRIPS) if given.strips else pool.imap(measured, cases):
            print(line, flush=True)


def measured(case: tuple[str, str, str, int | None, float]) -> str:
    """One family as a line of a table."""
    spec, play, game, weight, seconds = case
    before = time.process_time()
    found = lm.family(spec, game=game, play=play, weights=weight, limits=lm.Limits(time=seconds))
    spent = time.process_time() - before
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    functions = getattr(getattr(found.proof, "types", None), "functions", None)  # matchings and halves have none
    nodes = 0 if functions is None else len(functions.nodes)
    name = f"{game}{'' if weight is None else f', weight {weight}'}"
    figures = f"{found.types:,} | {nodes:,} | {found.proof.grown} | {spent:.2f} | {memory}"
    return f"| {name} | `{spec}` | {play} | {found.status} | {figures} | {searched(found, seconds / 3)} |"


def searched(found: lm.FamilyAnswer, seconds: float) -> str:
    """The largest member whose every start the search answers in so many seconds, and how long it takes."""
    best = "none"
    for n in range(found.columns.least, 41):
        board = found.board(n)
        meter, before = Meter(lm.Limits(time=seconds)), time.process_time()
        search = ExactSearch(found.play, meter)
        search.expect_every_start(board)
        try:
            for v in range(board.graph.n):
                search.wins(board.at(v))
        except LimitReached:
            break
        best = f"n = {n}, {time.process_time() - before:.2f} s"
    return best


def strip(case: tuple[int, int, float]) -> str:
    """Every start of a strip with holes in misère Vertex Geography."""
    width, length, holes = case
    rng = random.Random(f"{case}")
    kept = [(i, j) for j in range(length) for i in range(width) if rng.random() >= holes]
    number = {place: v for v, place in enumerate(kept)}
    near = [(u, number.get(other)) for (i, j), u in number.items() for other in ((i + 1, j), (i, j + 1))]
    board = lm.VertexGeography((len(kept), [(u, v) for u, v in near if v is not None]))
    before = time.process_time()
    found = lm.outcomes(board, play="misere", limits=lm.Limits(time=300))
    spent = time.process_time() - before
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    why = ", ".join(f"{count:,} by {reason.name}" for reason, count in found.reasons)
    return f"| {width} x {length}, {holes:.0%} holes | {len(kept):,} | {why} | {spent:.1f} | {memory} |"


if __name__ == "__main__":
    main()
