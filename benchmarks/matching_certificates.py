"""What an answer to every start of a large board costs: rows, matching and classes, and the evidence for them.

    python benchmarks/matching_certificates.py            a million vertices of each family
    python benchmarks/matching_certificates.py --n 10000

The evidence is made and checked before anything is answered; the check knows nothing of how the matching was found.
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matching_instances import FAMILIES, make

if TYPE_CHECKING:
    from collections.abc import Callable

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from lastmove.graphs.backend import compiled


def timed(work: Callable[[], Any], times: list[float]) -> Any:
    begin = time.perf_counter()
    found = work()
    times.append(time.perf_counter() - begin)
    return found


def measure(family: str, n: int) -> tuple[list[float], float]:
    """Seconds for the rows, for matching and classes, for making the certificate, and for checking it.

    And how often the forest has looked at each edge, on average.
    """
    import lastmove as lm
    from lastmove.graphs import Graph
    from lastmove.graphs.matching import Solver
    from lastmove.graphs.matching.forest import OUTER
    from lastmove.theorems.rules.matchings.matching import MatchingEvidence

    found = make(family, n)
    ends = (array("q", side.tobytes()) for side in (found.tails, found.heads))
    graph = Graph.trusted(range(found.n), *ends)
    board = lm.VertexGeography(graph)
    times: list[float] = []
    timed(lambda: graph.csr, times)
    solver = timed(lambda: Solver(graph.csr), times)
    kinds = timed(lambda: solver.kinds, times)
    times[1] += times.pop()
    certificate = timed(lambda: MatchingEvidence(solver).of_board(), times)
    shown = timed(lambda: certificate.outcomes(board, lm.Play.NORMAL), times)
    assert [code == 0 for code in shown] == [kind == OUTER for kind in kinds]
    return times, solver.work / max(1, len(graph.csr.indices))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=10**6, help="vertices (a million)")
    parser.add_argument("--rounds", type=int, default=3, help="the least time counts (3)")
    given = parser.parse_args()
    compiled()  # started now, whatever the size of the graphs
    print(
        "| graph | looks at each edge | rows, ms | matching and classes, ms | making evidence, ms | checking it, ms |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    for family in FAMILIES:
        measure(family, 10_000)  # to compile, or to load what was compiled
        rounds = [measure(family, given.n) for _ in range(given.rounds)]
        cells = [f"{1e3 * min(column):.0f}" for column in zip(*(times for times, _ in rounds), strict=True)]
        print("| " + " | ".join([family, f"{rounds[0][1]:.2f}", *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
