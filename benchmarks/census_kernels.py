"""What a census adds to listing the graphs, up to the answers in memory: python benchmarks/census_kernels.py [n ...]

Everything in one run, CPU time a graph in nanoseconds, the least of three rounds: geng alone (its graphs to the null
device), then the same geng read through a pipe, sliced and solved by the compiled kernel (every start, both
conventions); the plain kernel on a part of them, and the ten-line memo (misère, every start) on a sample. Then digraphs
and NimG in the same way. Wall times say little on a machine that others use.
"""

from __future__ import annotations

import argparse
import functools
import random
import subprocess
import time
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.censuses.nauty import Geng
from lastmove.search.batch import GraphBlock, block_of, kernel_for

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3
SAMPLE = 200
PLAIN = 20_000


def sizes_given(about: str | None) -> list[int]:
    """The numbers of vertices on the command line."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("n", type=int, nargs="*", help="numbers of vertices; 8 9 10 by default")
    found: list[int] = parser.parse_args().n or [8, 9, 10]
    return found


def main() -> None:
    measure(sizes_given(__doc__))


def measure(sizes: list[int]) -> None:
    """The whole table."""
    print(f"{'':32}{'graphs':>12}{'lister':>9}{'read':>7}{'solve':>7}{'added':>7}  of lister{'plain':>9}{'memo':>11}")
    for n in sizes:
        row(f"Vertex Geography, n = {n}", Geng((n,)), "vertex-geography")
    row("Vertex Geography, digraphs n = 6", Geng((6,), directg=""), "vertex-geography")
    row("Vertex Geography, oriented n = 7", Geng((7,), directg="-o"), "vertex-geography")
    for game in ("nimg-rm", "nimg-mr"):
        row(f"{game}, n = 8, weights 1..2", Geng((8,)), game, weights=2)
    row("edge-geography, n = 7", Geng((7,)), "edge-geography")
    stream()


def row(title: str, source: Geng, game: str, weights: int | None = None) -> None:
    """One line of the table."""
    (shard,) = source.shards(1 << 60)
    lister = least(lambda: listed(shard))
    n, directed = source.sizes[0], source.directg is not None
    kernel: Any = kernel_for(game, n=n, directed=directed, weights=weights, compiled=True)
    kernel.prepare()
    blocks: list[GraphBlock] = []
    whole = least(lambda: read(shard, kernel, blocks))
    graphs = sum(block.count for block in blocks)
    solving = least(lambda: [kernel.solve(block) for block in blocks])
    plain: Any = kernel_for(game, n=n, directed=directed, weights=weights, compiled=False)
    part = blocks[-1].cut(PLAIN)[0]
    plainly = least(lambda: plain.solve(part), rounds=1) / part.count
    a_graph = 1e9 / graphs
    memo = "" if game != "vertex-geography" else f"{1e9 * memo_time(blocks):11,.0f}"
    print(
        f"{title:32}{graphs:12,}{lister * a_graph:9.0f}{(whole - solving) * a_graph:7.0f}{solving * a_graph:7.0f}"
        f"{whole * a_graph:7.0f}{whole / lister:11.2f}{plainly * 1e9:9,.0f}{memo}",
        flush=True,
    )


def least(work: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The least CPU seconds of some rounds; of the processes that the work starts where it says so itself."""
    found = []
    for _ in range(rounds):
        before = getrusage(RUSAGE_SELF)
        said = work()
        after = getrusage(RUSAGE_SELF)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found.append(said if isinstance(said, float) else used)
    return min(found)


def listed(shard: Any) -> float:
    """The CPU seconds of the lister alone."""
    before = getrusage(RUSAGE_CHILDREN)
    pipe = " | ".join(" ".join(command) for command in shard.commands())
    subprocess.run(f"({pipe}) > /dev/null 2>&1", shell=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def read(shard: Any, kernel: Any, blocks: list[GraphBlock]) -> None:
    """List, read and solve."""
    blocks.clear()
    for block in shard.blocks():
        kernel.solve(block)
        blocks.append(block)


def memo(near: list[list[int]]) -> list[bool]:
    """The ten lines: misère Vertex Geography, every start."""

    @functools.cache
    def wins(live: int, v: int) -> bool:
        live &= ~(1 << v)
        options = [w for w in near[v] if live >> w & 1]
        return not options or any(not wins(live, w) for w in options)

    return [wins((1 << len(near)) - 1, v) for v in range(len(near))]


def memo_time(blocks: list[GraphBlock]) -> float:
    """CPU seconds of the memo for one graph, on a sample; its answers are compared too."""
    rng = random.Random(1)
    seconds = 0.0
    for _ in range(SAMPLE):
        block = rng.choice(blocks)
        number = rng.randrange(block.count)
        one = block_of([int(block.edges[number])], block.n, block.directed)
        near: list[list[int]] = [[] for _ in range(block.n)]
        for v, w in next(one.lists()):
            near[v].append(w)
            if not block.directed:
                near[w].append(v)
        began = time.process_time()
        found = memo(near)
        seconds += time.process_time() - began
        kernel: Any = kernel_for("vertex-geography", n=block.n, directed=block.directed, compiled=False)
        assert int(kernel.solve(one).misere[0]) == sum(win << v for v, win in enumerate(found))
    return seconds / SAMPLE


def stream() -> None:
    """``lm.outcomes_many`` on boards that are there already, against the memo on the same boards."""
    from lastmove.search.batch import kernels as batch_kernels

    boards = [lm.VertexGeography(line) for block in Geng((8,)).shards(1 << 60)[0].blocks() for line in _texts(block)]
    sample = random.Random(2).sample(boards, SAMPLE)
    one_by_one = least(lambda: [memo([list(near) for near in board.graph.neighbours]) for board in sample]) / SAMPLE
    for name, pays in (("plain", 1e9), ("Numba", -1.0)):
        batch_kernels._PAYS_FOR_START = pays
        many = least(lambda: [None for _ in lm.outcomes_many(boards, play="misere")]) / len(boards)
        print(
            f"outcomes_many, n = 8, {name}: {many * 1e6:.1f} µs a board; the memo {one_by_one * 1e6:.0f} µs: "
            f"{one_by_one / many:.0f} times as fast"
        )


def _texts(block: Any) -> Any:
    return block.texts()


if __name__ == "__main__":
    main()
