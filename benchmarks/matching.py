"""Maximum matchings side by side: ours and those of other programs, in one run.

    python benchmarks/matching.py            the table
    python benchmarks/matching.py --quick    the table for small graphs
    python benchmarks/matching.py --plot     docs/images/matching.svg, and how time and memory grow

Other programs are used where they are installed: networkx, rustworkx, scipy, igraph, ortools, fusion-blossom (pip), and
LEMON (Debian's liblemon-dev and g++). Each run is a process of its own, with limits on time and memory. Rounds go over
all programs in turn, and the least time counts: other work on the machine makes times longer, never shorter.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from matching_instances import FAMILIES, HARD_FOR_US, Instance, make, save
from matching_peers import BIPARTITE_ONLY, PEERS

HERE = Path(__file__).resolve().parent
OURS, CLASSES = "lastmove", "lastmove, with classes"
OTHERS = ("LEMON", *(name for name in PEERS if name not in (OURS, CLASSES)))
SIZES = {
    "random, degree 3": (10**4, 10**5, 10**6),
    "random, degree 5": (10**4, 10**5, 10**6),
    "bipartite, degree 3": (10**4, 10**5, 10**6),
    "bipartite, degree 5": (10**6,),
    "board": (300**2, 1000**2),
    "board, 10% holes": (300**2, 1000**2),
    "rope": (10**5, 10**6),
    "geometric": (10**5, 10**6),
    "cube, 10% holes": (46**3, 100**3),
}
ELSE, QUICK = (10**5,), (10**4,)
PLOTTED = (
    "random, degree 5",
    "bipartite, degree 3",
    "3-regular",
    "Barabási-Albert",
    "board",
    "board, 10% holes",
    "geometric",
)
STEPS = (10**4, 31_623, 10**5, 316_228, 10**6)

Result = dict[str, Any]
Curve = list[tuple[int, float]]


class Runner:
    """Runs programs on graphs, each run in a process with limits."""

    def __init__(self, folder: Path, given: argparse.Namespace) -> None:
        self.folder = folder
        self.seconds: float = given.seconds
        self.bytes = int(given.gigabytes * 2**30)
        self.repeats: int = given.repeats
        self.rounds: int = given.rounds
        self.lemon = self._compile_lemon()

    def _compile_lemon(self) -> str | None:
        made, compiler = str(self.folder / "lemon"), shutil.which("g++")
        source = str(HERE / "matching_lemon.cpp")
        if compiler is None:
            print("LEMON is missing: there is no g++")
        elif subprocess.run([compiler, "-O3", "-march=native", "-o", made, source], capture_output=True).returncode:
            print("LEMON is missing: its driver does not compile; is liblemon-dev installed?")
        else:
            return made
        return None

    def run(self, program: str, found: Instance, path: str) -> Result:
        """What the program measured, or a note why there is nothing."""
        command = [sys.executable, str(HERE / "matching_peers.py"), program]
        if program in BIPARTITE_ONLY and found.side is None:
            return {"note": "-"}
        if program == "LEMON":
            if self.lemon is None:
                return {"note": "missing"}
            command = [self.lemon]
        command += [path, str(self.repeats)]
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, timeout=self.seconds, preexec_fn=self._limit_memory
            )
        except subprocess.TimeoutExpired:
            return {"note": "time"}
        if ran.returncode:
            print(f"{program} failed: {ran.stderr.strip()[-300:]}", file=sys.stderr)
            return {"note": "failed"}
        read: Result = json.loads(ran.stdout)
        return read

    def _limit_memory(self) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (self.bytes, self.bytes))

    def compare(self, family: str, n: int, programs: tuple[str, ...]) -> tuple[Instance, dict[str, Result]]:
        """The graph and the best of several rounds; a program that failed or took seconds has one."""
        found = make(family, n)
        path = str(self.folder / "graph")
        save(found, path)
        best: dict[str, Result] = {}
        for _ in range(self.rounds):
            for program in programs:
                known = best.get(program)
                if known is None or known.get("solve", math.inf) < 3:
                    new = self.run(program, found, path)
                    best[program] = new if known is None else min(known, new, key=lambda r: r.get("solve", math.inf))
        if len({result["size"] for result in best.values() if "size" in result}) > 1:
            raise SystemExit(f"{family}, n = {n}: the sizes differ: {best}")
        return found, best


def ratio(result: Result, ours: float, limit: float) -> str:
    """How many times our time it took."""
    if result.get("note") == "time":
        return f">{limit / ours:.0f}x"
    if "note" in result:
        return str(result["note"])
    times = result["solve"] / ours
    return f"{times:.2f}x" if times < 10 else f"{times:.0f}x"


def table(runner: Runner, given: argparse.Namespace) -> None:
    """Print the table: our times, and how many times as long others take."""
    heads = ["graph", "n", "m", "ours, ms", "with D A C", "rows, ms", *OTHERS]
    print("| " + " | ".join(heads) + " |")
    print("|---" + "|---:" * (len(heads) - 1) + "|", flush=True)
    ahead = []
    for family in given.only or FAMILIES:
        stopped: set[str] = set()
        for n in QUICK if given.quick else SIZES.get(family, ELSE):
            programs = (OURS, CLASSES, *(name for name in OTHERS if name not in stopped))
            found, best = runner.compare(family, n, programs)
            stopped |= {name for name, result in best.items() if result.get("note") in ("time", "failed")}
            if "note" in best[OURS] or "note" in best[CLASSES]:
                raise SystemExit(f"{family}, n = {found.n:,}: ours was stopped or failed; give it more --seconds")
            ours = best[OURS]["solve"]
            name = f"{family} *" if family in HARD_FOR_US else family
            cells = [name, f"{found.n:,}", f"{len(found.tails):,}"]
            cells += [f"{1e3 * value:.2f}" for value in (ours, best[CLASSES]["solve"], best[OURS]["build"])]
            cells += [ratio(best.get(other, {"note": '"'}), ours, runner.seconds) for other in OTHERS]
            print("| " + " | ".join(cells) + " |", flush=True)
            quicker = (other for other in OTHERS if best.get(other, {}).get("solve", math.inf) < ours)
            ahead += [f"{other} on {family}, n = {found.n:,}" for other in quicker]
    print(
        '\n*: chosen because it is hard for us. 5.00x: five times our time. >: stopped after the limit. ": stopped on'
    )
    print("a smaller graph of the family. -: bipartite graphs only. Ahead of us: " + ("; ".join(ahead) or "nobody"))


def exponent(curve: Curve) -> float:
    """That of the power law through the points, by least squares."""
    logs = [(math.log(n), math.log(value)) for n, value in curve]
    x, y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    return float(sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs))


def plot(runner: Runner, given: argparse.Namespace) -> None:
    """Measure against n, print the exponents, and draw."""
    curves: dict[str, dict[str, Curve]] = {}
    for family in given.only or PLOTTED:
        times, memory, lemon = [], [], []
        for n in STEPS[:3] if given.quick else STEPS:
            found, best = runner.compare(family, n, (OURS, "LEMON"))
            times.append((found.n, best[OURS]["solve"]))
            memory.append((found.n, best[OURS]["memory"] / 1024))
            if "solve" in best["LEMON"]:
                lemon.append((found.n, best["LEMON"]["solve"]))
        curves[family] = {"times": times, "memory": memory, "LEMON": lemon}
        shown = ", ".join(f"{1e3 * value:.2f}" for _, value in times)
        each = memory[-1][1] * 2**20 / memory[-1][0]
        last = exponent(memory[2:]) if len(memory) > 3 else math.nan
        print(f"{family}: {shown} ms ~ n^{exponent(times):.2f}; {each:.0f} bytes a vertex ~ n^{last:.2f}", flush=True)
    draw(curves, HERE.parent / "docs/images/matching.svg")


def draw(curves: dict[str, dict[str, Curve]], path: Path) -> None:
    try:
        import matplotlib as mpl
    except ImportError:
        print("no picture: matplotlib is missing")
        return
    mpl.use("svg")
    import matplotlib.pyplot as plt

    mpl.rcParams.update(
        {"svg.hashsalt": "lastmove", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}
    )
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.8), layout="constrained")
    for number, (family, curve) in enumerate(curves.items()):
        look = {"color": f"C{number}", "marker": "o", "markersize": 3}
        left.plot(*zip(*curve["times"], strict=True), **look, label=f"{family}: $n^{{{exponent(curve['times']):.2f}}}$")
        grown = [(n, size) for n, size in curve["memory"] if size > 0]  # small graphs fit into what was there
        right.plot(*zip(*grown, strict=True), **look)
        if curve["LEMON"]:
            left.plot(*zip(*curve["LEMON"], strict=True), color=f"C{number}", linestyle=":", linewidth=1)
    for axes, title in ((left, "seconds (dotted: LEMON)"), (right, "memory in MB, with the graph")):
        axes.set(xscale="log", yscale="log", xlabel="vertices", title=title)
        axes.grid(alpha=0.25)
    figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=8)
    figure.savefig(path, metadata={"Date": None})
    print(f"wrote {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small graphs only")
    parser.add_argument("--plot", action="store_true", help="time and memory against n, as a picture")
    parser.add_argument("--seconds", type=float, default=30, help="limit for a process (30)")
    parser.add_argument("--gigabytes", type=float, default=8, help="limit for a process (8)")
    parser.add_argument("--rounds", type=int, default=3, help="over all programs; the least time counts (3)")
    parser.add_argument("--repeats", type=int, default=5, help="matchings in a process (5)")
    parser.add_argument("--only", action="append", choices=list(FAMILIES), help="a family; may be repeated")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(Path(folder), given)
        (plot if given.plot else table)(runner, given)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
