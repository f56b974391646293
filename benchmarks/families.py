"""Types, seconds and memory of families, beside the search on the largest member that it solves in a few seconds.

python benchmarks/families.py [--seconds S] [SPEC ...]
"""

from __future__ import annotations

import argparse
import resource
import time

import lastmove as lm

SPECS = ("grid:3xn", "grid:4xn", "grid:5xn", "king:3xn", "king:4xn", "prism:n", "torus:3xn", "petersen:n,2")


def main() -> None:
    """Measure each family in both conventions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", default=SPECS)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--game", default="vertex-geography")
    given = parser.parse_args()
    for spec in given.specs:
        for play in ("normal", "misere"):
            before = time.process_time()
            found = lm.family(spec, game=given.game, play=play, limits=lm.Limits(time=given.seconds))
            spent = time.process_time() - before
            nodes = len(found.growth.types.functions.nodes)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            reached = min(len(walk.types) for walk in found.growth.walks) - 1
            print(f"{spec:14} {play:7} {found.status:8} {found.types:6} types {nodes:9} nodes", end=" ")
            print(f"{reached:3} columns {spent:7.2f} s (CPU) {memory:6} MB at most", end="; ")
            print(f"search: {searched(found, given.seconds / 3)}")


def searched(found: lm.FamilyAnswer, seconds: float) -> str:
    """The largest member whose every start the solver answers in so many seconds."""
    best = "none"
    n = found.columns.least
    while n <= 40:
        before = time.perf_counter()
        result = lm.outcomes(found.board(n), play=found.play, limits=lm.Limits(time=seconds))
        if result.stopped_by is not None:
            break
        best = f"n = {n} in {time.perf_counter() - before:.2f} s"
        n += 1
    return best


if __name__ == "__main__":
    main()
