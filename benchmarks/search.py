"""The exact search side by side with a plain memoised one, and with each of its reductions switched off.

    python benchmarks/search.py                  largest sizes solved in 10 CPU seconds, this search and a dictionary
    python benchmarks/search.py --seconds 60     the same in 60
    python benchmarks/search.py --ablation       what each reduction is worth
    python benchmarks/search.py --threads        one thread and two, wall seconds
    python benchmarks/search.py --only VG        families whose name has this in it
    python benchmarks/search.py --size 48        with --ablation: another size than the smallest

A size counts as solved when four of five seeds are answered (all, where there is one). Limits are CPU seconds of one
thread, compiling left out; each measurement is a process of its own, so memory is its own as well.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

from search_instances import FAMILIES, Family
from search_memo import OutOfTime, memo_wins

from lastmove.core.errors import LimitReached
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Play
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.theorems.claim_yield import rules as claim_yield
from lastmove.theorems.claim_yield.search import ClaimYieldSearch


class CpuMeter(Meter):
    """A meter whose clock counts the CPU seconds of this process."""

    def __init__(self, seconds: float) -> None:
        self._cpu = time.process_time()
        super().__init__(Limits(time=seconds))

    @property
    def seconds(self) -> float:
        return time.process_time() - self._cpu


def run(family: Family, n: int, seed: int, way: str, seconds: float) -> dict[str, Any]:
    """Solve one position in this process."""
    position = family.make(n, seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = time.perf_counter(), time.process_time()
    positions, answer = 0, None
    if way == "memo":
        with suppress(OutOfTime, RecursionError, MemoryError):
            answer, positions = memo_wins(position, family.play is Play.MISERE, seconds)
    else:
        options, _, threads = way.partition(":")
        settings = Settings(threads=int(threads or 1), compiled=True)
        warm_up(position, family, settings, options)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        wall, cpu = time.perf_counter(), time.process_time()
        meter = CpuMeter(seconds * max(1, settings.workers))
        search = made(family, meter, settings, options)
        with suppress(LimitReached):
            answer = search.wins(position)
        positions = meter.positions
    return {
        "answer": answer,
        "positions": positions,
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - wall,
        "memory": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000,
    }


class AdjacentNimSearch:
    """Adjacent Nim with a heap above 1, by the search of its claim and yield form (LM8)."""

    def __init__(self, meter: Meter, settings: Settings, options: int) -> None:
        self.made = meter, settings, options

    def wins(self, position: Any) -> bool:
        heaps, start = position.key()
        left = [heap for heap in (*heaps[start:], *heaps[:start]) if heap]
        big = [place for place, heap in enumerate(left) if heap > 1]
        sizes, owners = [left[place] for place in big], [place % 2 == 0 for place in big]
        return ClaimYieldSearch(sizes, *self.made).first_wins(sizes, owners, len(left) % 2 == 1)


def made(family: Family, meter: Meter, settings: Settings, options: str) -> ExactSearch | AdjacentNimSearch:
    """A search, with some of the reductions switched off if ``options`` is a number."""
    if family.name.startswith("Adjacent Nim"):
        return AdjacentNimSearch(meter, settings, claim_yield.ALL if options == "fast" else int(options))
    search = ExactSearch(family.play, meter, settings)
    if options != "fast":
        search.switches = int(options)
    return search


def warm_up(position: Any, family: Family, settings: Settings, options: str) -> None:
    """Compile what the position needs: search it for a moment, long enough to make the board."""
    with suppress(LimitReached):
        made(family, CpuMeter(0.3), settings, options).wins(position)


def measure(family: Family, n: int, seed: int, way: str, seconds: float) -> dict[str, Any]:
    """The same in a process of its own."""
    arguments = [sys.executable, __file__, "--one", family.name, str(n), str(seed), way, str(seconds)]
    ran = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=60 + 20 * seconds)
    if ran.returncode:
        return {"answer": None, "positions": 0, "cpu": seconds, "wall": seconds, "memory": math.nan, "died": True}
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def largest(family: Family, way: str, seconds: float, sizes: tuple[int, ...]) -> dict[str, Any] | None:
    """The largest size that is solved, with what it took there; looked for until two sizes in a row are not."""
    best, unknowns, missed = None, 0, 0
    for n in sizes:
        found, failed = [], 0
        for seed in family.seeds:
            one = measure(family, n, seed, way, seconds)
            failed += one["answer"] is None
            found.append(one)
            if failed > len(family.seeds) // 5:
                break
        unknowns += failed
        if failed > len(family.seeds) // 5:
            missed += 1
            if missed == 2:
                break
            continue
        missed = 0
        solved = [one for one in found if one["answer"] is not None]
        best = {
            "n": n,
            "positions": max(one["positions"] for one in solved),
            "rate": sum(one["positions"] for one in solved) / max(1e-9, sum(one["cpu"] for one in solved)),
            "cpu": max(one["cpu"] for one in solved),
            "memory": max(one["memory"] for one in solved),
            "answers": [one["answer"] for one in found],
        }
    if best is not None:
        best["unknowns"] = unknowns
    return best


def sizes_for(family: Family, way: str) -> tuple[int, ...]:
    """Where to look: from the size that is known to be possible; a dictionary stops earlier."""
    if way != "memo":
        return tuple(n for n in family.sizes if n >= (family.prototype or 0))
    first = family.sizes[0]
    scaled = (round(first * tenths / 10) for tenths in range(4, 10))
    return tuple(sorted({n // 2 * 2 if first > 12 else n for n in scaled}))


def show_largest(families: list[Family], seconds: float, *, memo_too: bool) -> None:
    columns = (f"dictionary, {seconds:g} s", f"this, {seconds:g} s", "prototype, 10 s", "positions", "a second", "MB")
    print(f"| family | {' | '.join(columns)} | unknown |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for family in families:
        memo = largest(family, "memo", seconds, sizes_for(family, "memo")) if memo_too else None
        fast = largest(family, "fast", seconds, sizes_for(family, "fast"))
        first = f"| {family.name} | {memo['n'] if memo else '-'} |"
        if fast is None:
            print(f"{first} - | {family.prototype or '-'} | | | | |", flush=True)
            continue
        edge = "+" if fast["n"] == family.sizes[-1] else ""
        print(
            f"{first} {fast['n']}{edge} | {family.prototype or '-'} | {fast['positions']:,} | {fast['rate']:,.0f} | "
            f"{fast['memory']:,.0f} | {fast['unknowns']} |",
            flush=True,
        )


def show_ablation(families: list[Family], seconds: float, size: int | None) -> None:
    from search_switches import switches

    print(
        "Positions and CPU seconds over the seeds, as multiples of the full search; '>' where some were not finished.\n"
    )
    for family in families:
        n = size or family.sizes[0]
        names, usual = switches(family.make(n, 0))
        base = [measure(family, n, seed, "fast", seconds) for seed in family.seeds]
        total = sum(one["positions"] for one in base), sum(one["cpu"] for one in base)
        line = f"{family.name}, n = {n}: {total[0]:,} positions, {total[1]:.2f} s;"
        for name, bit in names.items():
            found = [measure(family, n, seed, str(usual ^ bit), seconds) for seed in family.seeds]
            assert all(
                a["answer"] in (b["answer"], None) or b["answer"] is None for a, b in zip(found, base, strict=True)
            )
            more = ">" if any(one["answer"] is None for one in found) else ""
            positions = sum(one["positions"] for one in found) / total[0]
            cpu = sum(one["cpu"] for one in found) / total[1]
            line += f" {'without' if usual & bit else 'with'} {name} {more}{positions:.2f} ({more}{cpu:.2f});"
        print("- " + line, flush=True)


def show_threads(families: list[Family], seconds: float, threads: int) -> None:
    print(f"| family | n | seed | 1 thread, wall s | {threads} threads | speed-up |\n|---|---:|---:|---:|---:|---:|")
    ratios = []
    for family in families:
        n = family.prototype or family.sizes[2]
        for seed in family.seeds[:2]:
            one = measure(family, n, seed, "fast:1", seconds)
            more = measure(family, n, seed, f"fast:{threads}", seconds)
            if one["answer"] is None or more["answer"] is None or one["wall"] < 0.5:
                continue
            assert one["answer"] == more["answer"]
            ratios.append(one["wall"] / more["wall"])
            print(
                f"| {family.name} | {n} | {seed} | {one['wall']:.2f} | {more['wall']:.2f} | {ratios[-1]:.2f} |",
                flush=True,
            )
    if ratios:
        print(f"\ngeometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("--size", type=int)
    parser.add_argument("--without-dictionary", action="store_true")
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("--threads", type=int, nargs="?", const=2)
    parser.add_argument("--one", nargs=5, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        name, n, seed, way, seconds = given.one
        family = next(family for family in FAMILIES if family.name == name)
        print(json.dumps(run(family, int(n), int(seed), way, float(seconds))))
        return
    families = [family for family in FAMILIES if given.only in family.name]
    if given.ablation:
        show_ablation(families, given.seconds, given.size)
    elif given.threads:
        show_threads(families, given.seconds, given.threads)
    else:
        show_largest(families, given.seconds, memo_too=not given.without_dictionary)


if __name__ == "__main__":
    main()
