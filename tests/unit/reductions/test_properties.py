"""What targets look like, beside networkx."""

from __future__ import annotations

import json
import math
import random
from typing import TYPE_CHECKING, Any

import networkx as nx

import lastmove as lm
from commands import answers, invoke, jsonl
from effort import tries
from lastmove.reductions import properties as room
from lastmove.reductions.properties import properties

if TYPE_CHECKING:
    import pytest


def by_networkx(graph: lm.Graph) -> dict[str, Any]:
    multi: Any = nx.MultiGraph()
    multi.add_nodes_from(graph.vertices)
    multi.add_edges_from(graph.edges)
    simple = nx.Graph(multi)
    girth = 1 if nx.number_of_selfloops(multi) else 2 if len(simple.edges) < len(multi.edges) else nx.girth(simple)
    return {
        "bipartite": nx.is_bipartite(multi),
        "planar": nx.check_planarity(simple)[0],
        "max_degree": max(degree for _, degree in multi.degree),
        "girth": None if girth == math.inf else girth,
        "max_weight": None,
        "vertices": graph.n,
        "edges": graph.m,
    }


def test_random_graphs() -> None:
    rng = random.Random("properties")
    kinds = set()
    for _ in range(tries(1500)):
        n = rng.randint(1, 10)
        edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, 3 * n))]
        simple = {(min(u, v), max(u, v)) for u, v in edges if u != v}
        graph = lm.Graph(n, edges if rng.random() < 0.2 else sorted(simple), directed=rng.random() < 0.3)
        found = properties(lm.EdgeGeography(graph, start=0))
        assert found == by_networkx(graph)
        kinds.add((found["bipartite"], found["planar"], found["girth"]))
    assert len(kinds) > 8


def test_weights_and_the_form_of_an_answer() -> None:
    arc = {"game": "vertex-geography", "directed": True, "edges": [["u", "v"]], "start": "u"}
    (line,) = answers(invoke("reduce", "--to", "nimg-rm", "--properties", "--solve", text=jsonl(arc)).stdout)
    assert list(line) == ["position", "chain", "map", "properties", "answer"]
    assert line["properties"]["max_weight"] == 2
    for command in ("solve", "check"):  # they read such lines
        assert "error" not in answers(invoke(command, text=jsonl(line)).stdout)[0]
    (line,) = answers(invoke("reduce", "--to", "vertex-geography", text=jsonl(arc)).stdout)
    assert "properties" not in line
    heap = {"game": "nim", "heaps": [1]}
    (line,) = answers(invoke("reduce", "--to", "nim", "--properties", text=jsonl(heap), status=1).stdout)
    assert "no graph" in line["error"]


def test_large_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = lm.Graph(4000, [(u, (u + 1) % 4000) for u in range(4000)], directed=True)
    target = lm.reduce(lm.VertexGeography(circle, start=0), to="vertex-geography", by="lastmove:LM25:girth=10")
    found = properties(target.problem.position)
    assert (found["bipartite"], found["planar"], found["girth"], found["vertices"]) == (True, True, 10, 52_000)
    monkeypatch.setattr(room, "MOST_STEPS_FOR_GIRTH", 1000)
    monkeypatch.setattr(room, "PLANARITY_SECONDS", 0.0)
    dense = lm.VertexGeography(nx.complete_graph(12), start=0)
    found = properties(dense)
    assert found["planar"] is None
    assert properties(target.problem.position)["girth"] is None
    notes: Any = found["notes"]
    assert set(notes) == {"planar"}
    stopped = properties(target.problem.position, lm.Limits(time=0))
    assert stopped["bipartite"] is None
    assert stopped["vertices"] == 52_000
    assert json.dumps(stopped)
