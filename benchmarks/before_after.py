"""Two states of the source side by side: the searches and the matchings of both, in one run.

    git worktree add ../before COMMIT
    python benchmarks/before_after.py ../before/src            all families, at their smallest size
    python benchmarks/before_after.py ../before/src --only VG  families whose name has this in it

Each measurement is a process of its own, with one tree on its path; the trees take turns. CPU seconds, compiling left
out (each question is asked several times), the least of all times and rounds; the last column is after / before.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import geometric_mean
from typing import Any

HERE = Path(__file__).resolve().parent
BOARDS = ("geometric", "board, 10% holes", "random, degree 3")
VERTICES = 200_000
MOST = 120
"""Seconds for one question."""
BEGUN = 20_000
"""Positions of each larger board, to have the compiler at work in both trees."""
TIMES, REPEAT = 8, 20
"""How often the questions of a process are asked, and for how many seconds they are begun anew."""


def seconds(work: Any) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def search(number: int, seeds: tuple[int, ...]) -> list[float]:
    """What the questions of a family take, each at its best of several times.

    Larger boards are begun first: on a new machine small ones are not worth a compiler. The first times load what it
    made, and not after as many questions in one tree as in the other.
    """
    from search_instances import FAMILIES

    import lastmove as lm

    family, limits = FAMILIES[number], lm.Limits(time=MOST)

    def ask(seed: int) -> float:
        position = family.make(family.sizes[0], seed)
        return seconds(lambda: lm.solve(position, family.play, limits=limits))

    for size in family.sizes[1:]:
        lm.solve(family.make(size, seeds[0]), family.play, limits=lm.Limits(positions=BEGUN))
    least = [float("inf")] * len(seeds)
    until = time.perf_counter() + REPEAT
    for _ in range(TIMES):
        least = [min(known, ask(seed)) for known, seed in zip(least, seeds, strict=True)]
        if time.perf_counter() > until:
            break
    return least


def matching(name: str) -> list[float]:
    """What every start of a large board takes."""
    import numpy as np
    from matching_instances import FAMILIES, make

    import lastmove as lm

    assert name in FAMILIES, f"{name} is none of {', '.join(FAMILIES)}"
    found = make(name, VERTICES)
    board = found.n, np.stack([found.tails, found.heads], axis=1)
    lm.outcomes(lm.VertexGeography(board))
    return [seconds(lambda: lm.outcomes(lm.VertexGeography(board)))]


def asked(tree: Path, kind: str, name: str) -> list[float]:
    """The same question to a process with this tree."""
    line = [sys.executable, str(Path(__file__).resolve()), str(tree), "--child", kind, name]
    paths = f"{tree.resolve()}{os.pathsep}{HERE}"
    done = subprocess.run(line, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}, check=False)
    if done.returncode:
        sys.exit(f"{tree}, {name}: {done.stderr.strip().splitlines()[-1]}")
    found: list[float] = json.loads(done.stdout)
    return found


def row(before: Path, after: Path, kind: str, name: str, shown: str, rounds: int) -> float:
    """Measure, write a line of the table, return the ratio."""
    least = {tree: [float("inf")] for tree in (before, after)}
    for _ in range(rounds):
        for tree in least:
            times = asked(tree, kind, name)
            known = least[tree] if len(least[tree]) == len(times) else [float("inf")] * len(times)
            least[tree] = [min(pair) for pair in zip(known, times, strict=True)]
    old, new = sum(least[before]), sum(least[after])
    print(f"| {shown} | {old:.2f} | {new:.2f} | {new / old:.2f} |", flush=True)
    return new / old


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the src folder of the other tree")
    parser.add_argument("--only", default="", help="families whose name has this in it")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        kind, name = given.child
        print(json.dumps(search(int(name), (0, 1)) if kind == "search" else matching(name)))
        return
    from search_instances import FAMILIES

    after = HERE.parent / "src"
    print("| question | before | after | ratio |\n|---|---:|---:|---:|")
    ratios = [
        row(given.before, after, "search", str(number), f"{family.name}, {family.sizes[0]}", given.rounds)
        for number, family in enumerate(FAMILIES)
        if given.only in family.name and len(family.seeds) > 1
    ]
    ratios += [
        row(given.before, after, "matching", name, f"matching, {name}, {VERTICES:,}", given.rounds)
        for name in BOARDS
        if given.only in name
    ]
    print(f"| geometric mean of {len(ratios)} | | | {geometric_mean(ratios):.2f} |")


if __name__ == "__main__":
    main()
