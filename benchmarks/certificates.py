"""What certificates cost: deciding a position by its theorem, making the certificate, checking it; bytes of long ones.

Run ``python benchmarks/certificates.py``; the page on certificates has tables of its figures. Times are the least of a
few runs, in milliseconds. With ``--sizes`` only the second table is made: strategies, in bytes for each position, plain
and packed, and how many positions a checker has to keep at a time.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import time
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.theorems.registry import theorems_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.theorems.statement import Verdict


def positions() -> Iterator[tuple[str, Any, lm.Play]]:
    """What is measured: a title, a position, the convention."""
    rng = random.Random("cost")
    normal, misere = lm.Play.NORMAL, lm.Play.MISERE
    n = 20_000
    tree = [(rng.randrange(max(0, v - 3), v), v) for v in range(1, n)]
    weights = [rng.randint(1, 9) for _ in range(n)]
    yield "Nim, 20,000 heaps of 60 bits", lm.Nim([rng.randrange(2**60) for _ in range(n)]), normal
    yield "LM1, 20,000 vertices", lm.NimGRM((n, tree), weights, start=0), normal
    yield "Theorem 10 with LM5, a tree of 20,000 vertices", lm.Vertexnim((n, tree), weights, start=0), normal
    sparse = [(rng.randrange(2000), rng.randrange(2000)) for _ in range(3000)]
    yield "Vertex Geography, 2,000 vertices, 3,000 edges", lm.VertexGeography((2000, sparse), start=0), normal
    yield "LM2, a tree of 2,000 vertices", lm.NimGRM((2000, tree[:1999]), weights[:2000], start=0), misere
    yield "trees, 20,000 vertices", lm.EdgeGeography((n, tree), start=0), misere
    acyclic = lm.VertexGeography((n, tree), start=0, directed=True)
    yield "acyclic, 20,000 vertices", acyclic, misere
    bipartite = [(u, 300 + rng.randrange(300)) for u in range(300) for _ in range(3)]
    yield "Edge Geography over GF(2), 600 vertices", lm.EdgeGeography((600, bipartite), start=0), normal
    circle = [rng.randint(2, 99) for _ in range(n)]
    yield "Adjacent Nim, Theorem 3, 20,000 heaps", lm.AdjacentNim(circle, start=0), normal
    ones = [rng.choice((1, 4, 5)) for _ in range(24)]
    yield "Adjacent Nim, LM8, 24 heaps", lm.AdjacentNim(ones, start=0), normal
    yield "Kayles, heaps of 60 and 71", lm.Octal("0.77", [60, 71]), normal
    yield "Kayles, heaps of 10^100 and 71", lm.Octal("0.77", [10**100, 71]), normal
    yield "0.007, a heap of 5,000", lm.Octal("0.007", [5000, 3]), normal
    grid = lm.VertexGeography(lm.graphs.named("grid:4x4"), start=5)
    yield "two Vertex Geography boards, 4 x 4", lm.Sum([grid, grid]), normal
    yield "0.73, heaps of 40, 37 and 31 (tame)", lm.Octal("0.73", [40, 37, 31]), misere
    yield (
        "subtraction sums (special)",
        lm.Sum([lm.Subtraction({1, 2}, [900]), lm.Subtraction({1, 2, 3}, [900])]),
        misere,
    )


STRATEGIES: tuple[tuple[str, str, type[Any], int | None], ...] = (
    ("Vertex Geography, 4 x 4", "grid:4x4", lm.VertexGeography, None),
    ("Vertex Geography, a cube of 16 vertices", "hypercube:4", lm.VertexGeography, None),
    ("Edge Geography, 3 x 4", "grid:3x4", lm.EdgeGeography, None),
    ("NimG-MR, a cycle of 6, weights of 3", "cycle:6", lm.NimGMR, 3),
    ("NimG-RM, 5 vertices that are all joined, weights of 3", "complete:5", lm.NimGRM, 3),
    ("Vertexnim-MR, a path of 4, weights of 3", "path:4", lm.VertexnimMR, 3),
)


def sizes() -> None:
    """Print how long strategies are."""
    print("| misère | positions | bytes a position | packed | kept at a time |\n|---|---:|---:|---:|---:|")
    for title, family, game, weight in STRATEGIES:
        graph = lm.graphs.named(family)
        board = game(graph, start=0) if weight is None else game(graph, [weight] * graph.n, start=0)
        found: Any = lm.solve(board, "misere", certificate=True).to_json(certificate=True)["certificate"]
        steps, text = found["steps"], json.dumps(found).encode()
        waiting, most = {0}, 1
        for place, step in enumerate(steps):
            waiting.remove(place)
            waiting |= {to for _, to in step["moves"]}
            most = max(most, len(waiting))
        packed = len(gzip.compress(text, mtime=0)) / len(steps)
        print(f"| {title} | {len(steps):,} | {len(text) / len(steps):.0f} | {packed:.0f} | {most:,} |", flush=True)


def least(work: Any, runs: int) -> tuple[Any, float]:
    """What some work gives, and the least time it took in milliseconds."""
    best = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        found = work()
        best = min(best, time.perf_counter() - began)
    return found, 1000 * best


def main() -> None:
    """Print the tables."""
    if "--sizes" in sys.argv:
        return sizes()
    print("| | decide | make | check |\n|---|---:|---:|---:|")
    for title, position, play in positions():
        theorems = theorems_for(position.name, play)

        def decide(position: Any = position, play: lm.Play = play, theorems: Any = theorems) -> Verdict:
            forget()
            said = (theorem.decide(position, play, Meter()) for theorem in theorems)
            found: Verdict = next(verdict for verdict in said if verdict is not None)
            return found

        verdict, decided = least(decide, 5)
        assert verdict.certificate is not None
        certificate, made = least(verdict.certificate, 5)
        found, checked = least(lambda: certificate.outcome(position, play), 5)  # noqa: B023
        assert found.wins == verdict.wins
        print(f"| {title} | {decided:.2g} | {made:.2g} | {checked:.2g} |", flush=True)
    print()
    return sizes()


def forget() -> None:
    """Tables of heap games are kept; here each decision works them out again."""
    from lastmove.heaps.tables import array_table
    from lastmove.heaps.values import listed_table

    array_table.cache_clear()
    listed_table.cache_clear()


if __name__ == "__main__":
    main()
