"""A census from end to end beside geng alone, in one run: python benchmarks/census.py [n ...]

First the kernels (census_kernels.py). Then whole censuses, CPU time a graph in nanoseconds: geng alone (its graphs to
the null device), and what the census adds to it: reading, solving and counting, writing Parquet, and the rest (starting
up, footers, the manifest). Then the largest n in two processes and on two Dask workers: what handing out the work costs
beside the work itself. Wall times say little on a machine that others use.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

import census_kernels

import lastmove as lm
from lastmove.censuses.nauty import nauty_tool
from lastmove.censuses.question import CensusQuestion
from lastmove.censuses.table import Extent

GAME = "vertex-geography"
IDLE = 3.0
TASKS = 300


def used(who: int) -> float:
    """CPU seconds of this process, or of its children that have ended."""
    found = getrusage(who)
    return found.ru_utime + found.ru_stime


def geng_alone(n: int) -> float:
    """CPU seconds of geng for all connected graphs, the least of three rounds."""
    tool = nauty_tool("geng")
    assert tool is not None
    rounds = []
    for _ in range(3):
        before = used(RUSAGE_CHILDREN)
        subprocess.run([tool, "-cq", str(n)], stdout=subprocess.DEVNULL, check=True)
        rounds.append(used(RUSAGE_CHILDREN) - before)
    return min(rounds)


def whole(n: int, **options: Any) -> tuple[lm.Census, float, float, float]:
    """A census into a new directory: itself, CPU seconds here and of listers, and wall seconds."""
    with tempfile.TemporaryDirectory() as directory:
        here, children, began = used(RUSAGE_SELF), used(RUSAGE_CHILDREN), time.perf_counter()
        found = lm.census(GAME, n=n, out=Path(directory) / "run", **options)
        wall = time.perf_counter() - began
        return found, used(RUSAGE_SELF) - here, used(RUSAGE_CHILDREN) - children, wall


def end_to_end(sizes: list[int]) -> None:
    names = f"{'geng':>8}{'read':>7}{'solve':>7}{'write':>7}{'rest':>7}{'added':>8}  of geng{'bytes':>7}"
    print(f"\n{'n':>3}{'graphs':>12}{names}")
    for n in sizes:
        CensusQuestion.of(GAME, "both", None, Extent(False, n, n)).prepare(n)
        geng = geng_alone(n)
        found, cpu, _, _ = min((whole(n) for _ in range(3)), key=lambda each: each[1])
        graphs = found.manifest.summary[str(n)]["graphs"]
        phases = found.manifest.content["processor"]
        size = sum(shard["bytes"] for shard in found.manifest.shards.values())
        cells = [geng, *phases.values(), cpu - sum(phases.values()), cpu]
        print(
            f"{n:3}{graphs:12,}"
            + "".join(f"{cell / graphs * 1e9:{8 if i in (0, 5) else 7}.0f}" for i, cell in enumerate(cells))
            + f"{cpu / geng:9.2f}{size / graphs:7.2f}",
            flush=True,
        )


def in_processes(n: int) -> None:
    """Wall times of one process and of two."""
    found, _, _, alone = whole(n)
    _, _, _, wall = whole(n, jobs=2)
    print(f"\nn = {n}, {len(found.manifest.shards)} shards: one process {alone:.1f} s of wall time, two {wall:.1f} s")


def on_dask(n: int) -> None:
    """What Dask costs: the CPU of client, scheduler and workers for a task that does nothing, beside that of a shard.

    They are also busy with themselves when there is nothing to do; that grows with the wall time, which depends on who
    else uses the machine, and is measured apart and taken off.
    """
    import psutil
    from distributed import LocalCluster

    from lastmove.censuses.executors import Cluster

    def cpu() -> float:
        return used(RUSAGE_SELF) + sum(sum(worker.cpu_times()[:2]) for worker in workers)

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        whole(n, scheduler=address)  # workers load Numba and the compiled kernel
        workers = [psutil.Process(worker.pid) for worker in cluster.workers.values()]
        before = cpu()
        time.sleep(IDLE)
        idle = (cpu() - before) / IDLE
        before, began = cpu(), time.perf_counter()
        assert sum(Cluster(address).map(abs, range(TASKS), abs)) == TASKS * (TASKS - 1) // 2
        task = (cpu() - before - idle * (time.perf_counter() - began)) / TASKS
        listers = sum(sum(worker.cpu_times()[2:4]) for worker in workers)
        found, _, _, wall = whole(n, scheduler=address)
        listing = sum(sum(worker.cpu_times()[2:4]) for worker in workers) - listers
    shards = len(found.manifest.shards)
    shard = (sum(found.manifest.content["processor"].values()) + listing) / shards
    print(
        f"two Dask workers: {wall:.1f} s of wall time; a shard takes {shard * 1e3:.0f} ms of CPU (geng included), "
        f"handing it out {task * 1e3:.1f} ms: {task / shard:.1%}"
    )


def main() -> None:
    sizes = census_kernels.sizes_given(__doc__)
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
    census_kernels.measure(sizes)
    end_to_end(sizes)
    in_processes(sizes[-1])
    on_dask(sizes[-1])


if __name__ == "__main__":
    main()
