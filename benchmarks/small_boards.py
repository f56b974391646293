"""Small boards through ``lm.outcomes``, one at a time or many, with the ten-line memo beside it.

    python benchmarks/small_boards.py [--boards 300] [--sizes 5,6,7,8]
    python benchmarks/small_boards.py --stream 10000 [--plain]      made boards through lm.outcomes_many
    python benchmarks/small_boards.py --middling                    random boards of 13 to 20 vertices, misère

For every game and convention: processor time a board for the memo and for lastmove, and their ratio. Boards are random
samples of the connected graphs of a size (all of them if they are fewer), from nauty-geng where it is installed, else
from the atlas of networkx (up to 7 vertices). The outcomes are compared. Numba must not have been loaded at the end.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import networkx as nx

import lastmove as lm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def vertex_memo(graph: Any, misere: bool) -> list[bool]:
    """Vertex Geography in ten lines."""

    @cache
    def wins(token: int, left: int) -> bool:
        options = [v for v in graph[token] if left >> v & 1]
        if not options:
            return misere
        return any(not wins(v, left & ~(1 << v)) for v in options)

    everything = (1 << len(graph)) - 1
    return [wins(u, everything & ~(1 << u)) for u in graph]


def edge_memo(graph: Any, misere: bool) -> list[bool]:
    """Edge Geography in ten lines."""
    number = {edge: place for place, edge in enumerate(graph.edges)}
    if not graph.is_directed():
        number |= {(v, u): place for (u, v), place in number.items()}

    @cache
    def wins(token: int, left: int) -> bool:
        options = [(v, number[token, v]) for v in graph[token] if left >> number[token, v] & 1]
        if not options:
            return misere
        return any(not wins(v, left & ~(1 << edge)) for v, edge in options)

    return [wins(u, (1 << graph.number_of_edges()) - 1) for u in graph]


def nimg_rm_memo(graph: Any, misere: bool) -> list[bool]:
    """NimG-RM in ten lines; the weights are 1 and 2."""

    @cache
    def wins(token: int, weights: tuple[int, ...]) -> bool:
        if not weights[token]:
            return misere
        lower = [(*weights[:token], left, *weights[token + 1 :]) for left in range(weights[token])]
        return any(not wins(v, left) for left in lower for v in graph[token]) if graph[token] else not misere

    return [wins(u, weights_of(graph)) for u in graph]


def nimg_mr_memo(graph: Any, misere: bool) -> list[bool]:
    """NimG-MR in ten lines."""

    @cache
    def wins(token: int, weights: tuple[int, ...]) -> bool:
        options = [(v, left) for v in graph[token] for left in range(weights[v])]
        if not options:
            return misere
        return any(not wins(v, (*weights[:v], left, *weights[v + 1 :])) for v, left in options)

    return [wins(u, weights_of(graph)) for u in graph]


def weights_of(graph: Any) -> tuple[int, ...]:
    return tuple(1 + v % 2 for v in graph)


GAMES: dict[str, tuple[Callable[[Any], Any], Callable[[Any, bool], list[bool]]]] = {
    "vertex-geography": (lm.VertexGeography, vertex_memo),
    "edge-geography": (lm.EdgeGeography, edge_memo),
    "nimg-rm": (lambda graph: lm.NimGRM(graph, weights_of(graph)), nimg_rm_memo),
    "nimg-mr": (lambda graph: lm.NimGMR(graph, weights_of(graph)), nimg_mr_memo),
}


def connected_graphs(size: int, most: int) -> list[Any]:
    """At most so many connected graphs with so many vertices, drawn with a fixed seed."""
    if shutil.which("nauty-geng"):
        done = subprocess.run(["nauty-geng", "-cq", str(size)], capture_output=True, check=True)
        graphs = done.stdout.split()
        chosen = graphs if len(graphs) <= most else random.Random(size).sample(graphs, most)
        return [nx.from_graph6_bytes(line) for line in chosen]
    from networkx.generators.atlas import graph_atlas_g

    found = [graph for graph in graph_atlas_g()[1:] if len(graph) == size and nx.is_connected(graph)]
    return found if len(found) <= most else random.Random(size).sample(found, most)


def as_digraphs(graphs: Iterable[Any]) -> list[Any]:
    """The same with each edge turned into one arc or two."""
    draw = random.Random(1)
    found = []
    for graph in graphs:
        made = nx.DiGraph()
        made.add_nodes_from(graph)
        for u, v in graph.edges:
            made.add_edges_from([[(u, v)], [(v, u)], [(u, v), (v, u)]][draw.randrange(3)])
        found.append(made)
    return found


def seconds(work: Callable[[], Any], rounds: int = 3) -> tuple[float, Any]:
    """The least processor time of a few rounds, and what came out."""
    best, found = float("inf"), None
    for _ in range(rounds):
        began = time.process_time()
        found = work()
        best = min(best, time.process_time() - began)
    return best, found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--sizes", default="5,6,7,8")
    parser.add_argument("--stream", type=int, help="so many boards at once, the sampled ones again and again")
    parser.add_argument("--plain", action="store_true", help="without Numba")
    parser.add_argument("--middling", action="store_true", help="Vertex Geography on 13 to 20 vertices")
    wanted = parser.parse_args()
    if wanted.plain:
        sys.modules["numba"] = None  # type: ignore[assignment]
    if wanted.middling:
        middling()
        return
    print("| game | boards | n | play | memo, µs a board | lastmove, µs | ratio |\n|---|---|---:|---|---:|---:|---:|")
    for size in map(int, wanted.sizes.split(",")):
        graphs = connected_graphs(size, wanted.boards)
        kinds = {"graphs": graphs, "digraphs": as_digraphs(graphs)}
        for kind, chosen in kinds.items():
            for game, (make, memo) in GAMES.items():
                boards = [graph for graph in chosen if game == "vertex-geography" or graph.number_of_edges() <= 12]
                for play in ("normal", "misere"):
                    one_row(game, kind, size, play, boards, make, memo, wanted.stream)
    assert wanted.stream or "numba" not in sys.modules


def middling() -> None:
    print("| n | p | memo, ms | lastmove, ms |\n|---:|---:|---:|---:|")
    for n in (13, 14, 16, 18, 20):
        for p in (0.12, 0.2, 0.3, 0.5):
            graph = nx.gnp_random_graph(n, p, seed=3)
            own, expected = seconds(lambda: vertex_memo(graph, True), 1)  # noqa: B023
            ours, found = seconds(lambda: lm.outcomes(lm.VertexGeography(graph), "misere"))  # noqa: B023
            assert [outcome is lm.Outcome.N for outcome in found.values()] == expected
            print(f"| {n} | {p} | {own * 1e3:.1f} | {ours * 1e3:.1f} |")


def one_row(
    game: str,
    kind: str,
    size: int,
    play: str,
    graphs: list[Any],
    make: Callable[[Any], Any],
    memo: Any,
    stream: int | None,
) -> None:
    if not graphs:
        return
    own, expected = seconds(lambda: [memo(graph, play == "misere") for graph in graphs])
    if stream:
        boards = [make(graph) for graph in graphs]
        many = (boards * (1 + stream // len(boards)))[:stream]
        ours, found = seconds(lambda: list(lm.outcomes_many(many, play)))
        ours, found = ours * len(graphs) / len(many), found[: len(graphs)]
    else:
        ours, found = seconds(lambda: [lm.outcomes(make(graph), play) for graph in graphs])
    assert [[outcome is lm.Outcome.N for outcome in each.values()] for each in found] == expected
    each = 1e6 / len(graphs)
    print(
        f"| {game} | {len(graphs)} {kind} | {size} | {play} | {own * each:.0f} | {ours * each:.0f} | {ours / own:.2f} |"
    )


if __name__ == "__main__":
    main()
