"""How many small positions `lastmove solve` answers: alone, in two processes, on a cluster, and beside its peers.

    python benchmarks/streams.py [--lines 5000] [--cluster] [--before SRC]

Seconds are CPU time of all processes less what one line costs, so that starting is not counted; ``wall`` says how long
one waits, and is worth something on an idle machine only. The peers are what a loop of one's own costs: ``json`` reads
and writes the same lines and solves nothing, ``lm.solve`` is called on positions that are parsed already, and for Nim
``by hand`` is the ten-line program that somebody would write. ``--before`` measures another source tree too, in the
same run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1] / "src"


def nim(rng: random.Random) -> dict[str, Any]:
    return {"game": "nim", "heaps": [rng.randrange(12) for _ in range(rng.randrange(1, 5))]}


def kayles(rng: random.Random) -> dict[str, Any]:
    return {"game": "octal", "code": "0.77", "heaps": [rng.randrange(20) for _ in range(rng.randrange(1, 4))]}


def subtraction(rng: random.Random) -> dict[str, Any]:
    return {"game": "subtraction", "set": [1, 3, 4], "heaps": [rng.randrange(20) for _ in range(rng.randrange(1, 4))]}


def geography(rng: random.Random) -> dict[str, Any]:
    n = rng.randrange(4, 9)
    edges = [[u, v] for u in range(n) for v in range(u) if rng.random() < 0.4]
    return {"game": "vertex-geography", "vertices": n, "edges": edges, "start": rng.randrange(n)}


def any_game(rng: random.Random) -> dict[str, Any]:
    return rng.choice((nim, kayles, subtraction, geography))(rng)


def lines_of(kind: Any, count: int, seed: int) -> list[str]:
    rng = random.Random(f"{kind.__name__} {seed}")
    return [
        json.dumps({"id": number, "play": rng.choice(("normal", "misere")), **kind(rng)}) for number in range(count)
    ]


def spent(*words: str, source: Path = HERE) -> tuple[float, float]:
    """CPU and wall seconds of a command."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-c", "from lastmove.cli.main import main; main()", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(source)})
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def own(work: Any, lines: list[Any]) -> float:
    began = time.process_time()
    for line in lines:
        work(line)
    return time.process_time() - began


def only_json(line: str) -> str:
    return json.dumps(json.loads(line))


def by_hand(line: str) -> str:
    found = json.loads(line)
    heaps = found["heaps"]
    total, big = reduce(xor, heaps, 0), sum(heap > 1 for heap in heaps)
    wins = (total != 0) != (found["play"] == "misere" and not big)
    move = None
    for number, heap in enumerate(heaps):
        others = total ^ heap
        left = others if found["play"] == "normal" or big > (heap > 1) else others ^ 1
        if wins and left < heap:
            move = {"heap": number, "remaining": left}
    return json.dumps({"id": found["id"], "outcome": "N" if wins else "P", "move": move})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=5_000)
    parser.add_argument("--cluster", action="store_true", help="also on two workers of Dask")
    parser.add_argument("--before", type=Path, help="the src of another tree")
    given = parser.parse_args()
    sys.path.insert(0, str(HERE))
    import lastmove as lm

    with tempfile.TemporaryDirectory() as folder:
        for kind in (nim, kayles, subtraction, geography, any_game):
            lines = lines_of(kind, given.lines, 1)
            file, one = Path(folder, "lines.jsonl"), Path(folder, "one.jsonl")
            file.write_text("\n".join(lines))
            one.write_text(lines[0])
            problems = [lm.parse(json.loads(line)) for line in lines]
            own(lm.solve, problems[:200])
            peers = {"json": own(only_json, lines), "lm.solve": own(lm.solve, problems)}
            if kind is nim:
                peers["by hand"] = own(by_hand, lines)
            for name, seconds in peers.items():
                show(kind.__name__, name, given.lines, seconds)
            for name, source in (("before", given.before), ("now", HERE)):
                if source is not None:
                    for words in ([], ["--jobs", "2"]):
                        start = min(spent("solve", *words, str(one), source=source)[0] for _ in range(2))
                        cpu, wall = min(spent("solve", *words, str(file), source=source) for _ in range(2))
                        label = f"solve{'' if not words else ' --jobs 2'} {name if given.before else ''}"
                        show(kind.__name__, label, given.lines, cpu - start, wall)
        if given.cluster:
            on_cluster(lines, file)


def on_cluster(lines: list[str], file: Path) -> None:
    """The last lines on two workers of Dask; only the wall tells what that is worth."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL") as made:
        began = os.times()
        cpu, wall = spent("solve", "--scheduler", made.scheduler_address, str(file))
        here = os.times()
        print(f"{'any_game':12} solve --scheduler: {wall:.1f} s wall, {cpu:.1f} s of CPU to hand out and write")
        del began, here, lines


def show(kind: str, name: str, count: int, cpu: float, wall: float | None = None) -> None:
    waited = "" if wall is None else f"   {wall:6.1f} s wall"
    rate = f"{1e6 * cpu / count:8.1f} us of CPU a line {count / max(cpu, 1e-9):10,.0f}/s"
    print(f"{kind:12} {name:22} {rate}{waited}", flush=True)


if __name__ == "__main__":
    main()
