"""Write docs/background/studies.md and its figures: two studies that a census makes possible.

    scripts/make_studies.py                         all graphs to 10 vertices, bipartite ones to 10: minutes
    scripts/make_studies.py --all 9                 a minute
    scripts/make_studies.py --bipartite 12

What is not computed in this run is quoted from an earlier one, and what is computed must agree with that.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import lastmove as lm
from lastmove.censuses.query import Rows
from lastmove.cli.tables import heat_map, plot_columns
from lastmove.graphs.graph6 import decode
from lastmove.verify.targets import is_elementary

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "background" / "studies.md"
IMAGES = ROOT / "docs" / "images"
GAME = "vertex-geography"

ALL_GRAPHS: dict[int, tuple[int, ...]] = {
    1: (1, 0, 1, 0, 1, 0, 1),
    2: (1, 2, 0, 1, 0, 0, 1),
    3: (2, 1, 5, 0, 1, 0, 2),
    4: (6, 21, 10, 2, 0, 0, 3),
    5: (21, 22, 77, 0, 9, 4, 14),
    6: (112, 602, 336, 19, 1, 8, 26),
    7: (853, 1_073, 4_407, 1, 378, 153, 425),
    8: (11_117, 84_579, 42_185, 1_798, 50, 432, 1_888),
    9: (261_080, 194_432, 1_919_959, 38, 160_308, 22_872, 161_596),
    10: (11_716_571, 116_006_929, 37_926_848, 3_636_389, 14_564, 95_608, 3_638_988),
    11: (1_006_700_565, 222_065_354, 10_041_237_656, 12_739, 818_139_883, 19_771_553, 818_560_271),
}
"""By n: graphs, winning starts in normal and in misère play, boards on which no start and every start wins in misère
play, on which the same starts win in both, and on which those of one are the others of the other."""

BIPARTITE: dict[int, tuple[int, ...]] = {
    2: (1, 1, 1),
    4: (3, 1, 1),
    6: (17, 4, 4),
    8: (182, 26, 20),
    10: (4_032, 497, 270),
    12: (212_780, 31_603, 11_481),
    14: (31_193_324, 6_503_351, 2_089_043),
}
"""By n: connected bipartite graphs, elementary ones, those on which no start wins in misère play."""

TOTALS = """select n, count(*), sum(bit_count(normal)), sum(bit_count(misere)), count(*) filter (misere = 0),
  count(*) filter (misere = (1 << n) - 1), count(*) filter (normal = misere),
  count(*) filter (normal & misere = 0 and normal | misere = (1 << n) - 1) from census group by n order by n"""
LEAVES = "select count(*) from census where misere = 0 and n > 2 and list_contains(degrees(n, edges), 1)"


def main() -> None:
    """Compute, compare, draw and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", type=int, default=10, metavar="N", help="all connected graphs to N vertices")
    parser.add_argument("--bipartite", type=int, default=10, metavar="N", help="bipartite ones to N vertices")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    graphs = lm.census(GAME, n=f"1-{given.all}", jobs=given.jobs)
    compare("all graphs", {row[0]: row[1:] for row in graphs.query(TOTALS).rows}, ALL_GRAPHS)
    assert graphs.query(LEAVES).rows == [(0,)], "a graph with a leaf on which no start wins"
    bipartite = lm.census(GAME, n=f"1-{given.bipartite}", geng="-cb", jobs=given.jobs)
    compare("bipartite graphs", elementary_counts(bipartite), BIPARTITE)
    draw(graphs)
    PAGE.write_text(page(given.all, given.bipartite), encoding="utf-8")


def compare(what: str, found: dict[int, Any], known: dict[int, tuple[int, ...]]) -> None:
    """What is computed is what is quoted, or nothing is written."""
    for n, row in found.items():
        if tuple(row) != known[n]:
            sys.exit(f"{what}, n = {n}: {row} was computed, {known[n]} was known")
        print(what, n, row, flush=True)


def elementary_counts(found: lm.Census) -> dict[int, tuple[int, int, int]]:
    """Of each even order: graphs, elementary ones, and those on which no start wins, which are all among them."""
    counts: dict[int, list[int]] = {}
    text = "coalesce(graph6, graph6(n, edges))" if "graph6" in found.manifest.content["columns"] else "graph6(n, edges)"
    for n, line, misere in found.query(f"select n, {text}, misere from census").rows:
        if n % 2:
            assert misere, f"{line}: no start wins, on a bipartite graph of odd order"
            continue
        row = counts.setdefault(n, [0, 0, 0])
        elementary = is_elementary(decode(line))
        row[0] += 1
        row[1] += elementary
        row[2] += misere == 0
        assert elementary or misere, f"{line} refutes the conjecture"
    return {n: (row[0], row[1], row[2]) for n, row in sorted(counts.items())}


def draw(graphs: lm.Census) -> None:
    """The share of winning starts against n, and over the numbers of vertices and edges."""
    import matplotlib

    matplotlib.rcParams["svg.hashsalt"] = "lastmove"  # the same figure has the same names inside, and no date
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    most = max(map(int, graphs.manifest.summary))
    shares = [(n, row[1] / row[0] / n, row[2] / row[0] / n) for n, row in ALL_GRAPHS.items()]
    title = "Vertex Geography on all connected graphs: share of winning starts"
    plot_columns(Rows(("n", "normal", "misere"), shares), title, str(IMAGES / "census-shares.svg"))
    sql = "select n, bit_count(edges) as edges, avg(bit_count(misere) / n) as share from census group by all"
    title = f"Misère Vertex Geography, connected graphs to {most} vertices: share of winning starts"
    heat_map(graphs.query(sql), title, str(IMAGES / "census-edges.svg"))


def table(names: tuple[str, ...], rows: dict[int, tuple[int, ...]]) -> str:
    lines = ["| " + " | ".join(names) + " |", "|" + "---:|" * len(names)]
    lines += ["| " + " | ".join(f"{value:,}" for value in (n, *row)) + " |" for n, row in rows.items()]
    return "\n".join(lines)


def page(to_all: int, to_bipartite: int) -> str:
    names = ("n", "graphs", "normal", "misère", "none wins", "all win", "the same", "complementary")
    text = (ROOT / "scripts" / "studies.md.in").read_text(encoding="utf-8")
    return text.format(
        to_all=to_all,
        to_bipartite=to_bipartite,
        all_graphs=table(names, ALL_GRAPHS),
        bipartite=table(("n", "graphs", "elementary", "no start wins"), BIPARTITE),
    )


if __name__ == "__main__":
    main()
