"""One program, one graph, one process: ``python matching_peers.py NAME FILE REPEATS`` prints a line of JSON.

``build`` is the time from arrays of ends to the program's own form of the graph, ``solve`` the least time of one
matching after that, ``memory`` by how much both made the process grow, in kB. What a program does once, to load or to
compile, it has done beforehand on small graphs.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from array import array
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matching_instances import Instance, board, read

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BIPARTITE_ONLY", "PEERS", "Peer"]


class Peer(NamedTuple):
    """How to give a graph to a program, how to ask for a matching, and how to count its edges."""

    module: str
    build: Callable[[Instance], Any]
    solve: Callable[[Any], Any]
    size: Callable[[Any], int] = len


def _pairs(found: Instance) -> list[tuple[int, int]]:
    return list(zip(found.tails.tolist(), found.heads.tolist(), strict=True))


def _sides(found: Instance) -> tuple[Any, Any, int, int]:
    """The ends of the edges by number within their sides, and how many vertices there are on each."""
    assert found.side is not None
    place = np.where(found.side, np.cumsum(found.side), np.cumsum(~found.side)) - 1
    swapped = found.side[found.tails]
    left, right = np.where(swapped, found.heads, found.tails), np.where(swapped, found.tails, found.heads)
    count = int(found.side.sum())
    return place[left], place[right], found.n - count, count


def _lastmove(found: Instance) -> Any:
    if import_module("lastmove.graphs.backend").compiled() is None:
        print("Numba is missing: this is plain Python", file=sys.stderr)
    tails, heads = (array("q", ends.tobytes()) for ends in (found.tails, found.heads))
    graph = import_module("lastmove.graphs").Graph.trusted(range(found.n), tails, heads)
    assert graph.csr.n == found.n
    return graph


def _lastmove_matching(graph: Any) -> Any:
    return import_module("lastmove.graphs").maximum_matching(graph)


def _lastmove_classes(graph: Any) -> Any:
    return import_module("lastmove.graphs").gallai_edmonds(graph).matching


def _networkx(found: Instance) -> Any:
    graph = import_module("networkx").Graph()
    graph.add_nodes_from(range(found.n))
    graph.add_edges_from(_pairs(found))
    return graph, None if found.side is None else np.flatnonzero(~found.side).tolist()


def _networkx_matching(given: Any) -> Any:
    nx, (graph, top) = import_module("networkx"), given
    if top is None:
        return nx.max_weight_matching(graph, maxcardinality=True)
    return range(len(nx.bipartite.hopcroft_karp_matching(graph, top)) // 2)


def _rustworkx(found: Instance) -> Any:
    graph = import_module("rustworkx").PyGraph(multigraph=False)
    graph.add_nodes_from(range(found.n))
    graph.add_edges_from_no_data(_pairs(found))
    return graph


def _rustworkx_matching(graph: Any) -> Any:
    return import_module("rustworkx").max_weight_matching(graph, max_cardinality=True)


def _fusion_blossom(found: Instance) -> Any:
    """Every vertex is to be matched: at 6 along an edge, at 4 with a partner of its own; so two edges never pay."""
    fb = import_module("fusion_blossom")
    edges = [(u, v, 6) for u, v in _pairs(found)] + [(v, found.n + v, 4) for v in range(found.n)]
    prepared = fb.SolverInitializer(2 * found.n, edges, list(range(found.n, 2 * found.n)))
    return fb.SolverSerial(prepared), fb.SyndromePattern(list(range(found.n)))


def _fusion_blossom_matching(given: Any) -> Any:
    solver, pattern = given
    solver.clear()
    solver.solve(pattern)
    return solver.perfect_matching().peer_matchings


def _scipy(found: Instance) -> Any:
    left, right, rows, columns = _sides(found)
    ones = np.ones(len(left), np.int8)
    return import_module("scipy.sparse").csr_array((ones, (left, right)), shape=(rows, columns))


def _scipy_matching(matrix: Any) -> Any:
    return import_module("scipy.sparse.csgraph").maximum_bipartite_matching(matrix)


def _igraph(found: Instance) -> Any:
    assert found.side is not None
    return import_module("igraph").Graph(found.n, _pairs(found)), found.side.tolist()


def _igraph_matching(given: Any) -> Any:
    graph, types = given
    return graph.maximum_bipartite_matching(types)


def _ortools(found: Instance) -> Any:
    """A flow through a source, the left side, the right side and a sink."""
    left, right, rows, columns = _sides(found)
    source, sink = rows + columns, rows + columns + 1
    tails = np.concatenate([left, np.full(rows, source), rows + np.arange(columns)])
    heads = np.concatenate([rows + right, np.arange(rows), np.full(columns, sink)])
    flow = import_module("ortools.graph.python.max_flow").SimpleMaxFlow()
    flow.add_arcs_with_capacity(tails.astype(np.int32), heads.astype(np.int32), np.ones(len(tails), np.int64))
    return flow, source, sink


def _ortools_flow(given: Any) -> Any:
    flow, source, sink = given
    flow.solve(source, sink)
    return range(flow.optimal_flow())


PEERS = {
    "lastmove": Peer("lastmove", _lastmove, _lastmove_matching, lambda found: int(found.size)),
    "lastmove, with classes": Peer("lastmove", _lastmove, _lastmove_classes, lambda found: int(found.size)),
    "networkx": Peer("networkx", _networkx, _networkx_matching),
    "rustworkx": Peer("rustworkx", _rustworkx, _rustworkx_matching),
    "fusion-blossom": Peer("fusion_blossom", _fusion_blossom, _fusion_blossom_matching),
    "scipy": Peer("scipy", _scipy, _scipy_matching, lambda found: int((found >= 0).sum())),
    "igraph": Peer("igraph", _igraph, _igraph_matching),
    "OR-tools": Peer("ortools", _ortools, _ortools_flow),
}
BIPARTITE_ONLY = ("scipy", "igraph", "OR-tools")


def measure(peer: Peer, found: Instance, repeats: int) -> dict[str, object]:
    for small in (board(5_000, 0), board(5_000, 0.1)):
        peer.solve(peer.build(small))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    graph = peer.build(found)
    build = time.perf_counter() - begin
    times: list[float] = []
    while len(times) < repeats and sum(times) < 5:
        begin = time.perf_counter()
        matching = peer.solve(graph)
        times.append(time.perf_counter() - begin)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {"size": peer.size(matching), "build": build, "solve": min(times), "memory": grown}


def main() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
    name, path, repeats = sys.argv[1:]
    missing = find_spec(PEERS[name].module) is None
    print(json.dumps({"note": "missing"} if missing else measure(PEERS[name], read(path), int(repeats))))


if __name__ == "__main__":
    main()
