"""Reductions beside their statements: the list, the tables, what `verify` finds, and the corollaries on shape."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

import lastmove as lm
from commands import answers, invoke
from effort import tries
from lastmove.reductions import REDUCTIONS, reduction, reductions, statement_of
from lastmove.reductions.chain import GameSide
from lastmove.reductions.gadgets import DirectedVertices, UndirectedVertices, WeightedGadgets
from lastmove.reductions.run import RunningReduction, running
from lastmove.theorems.registry import find
from lastmove.verify.reductions import verify_reduction
from lastmove.verify.report import Conclusion

if TYPE_CHECKING:
    from lastmove.reductions.chain import Image

SHAPES = {claim.statement.key: claim for claim in running() if claim.shape is not None}


def test_every_reduction_has_its_statement() -> None:
    too_heavy = {"lastmove:LM33", "lastmove:LM33 misère"}
    assert {each.statement.key for each in running()} == {*REDUCTIONS, *SHAPES} - too_heavy
    for step in reductions():
        assert find(step.key).verified
        assert step.title
        no_new_vertices = ("lastmove:LM26 misère", "lastmove:LM27", "folklore:ones")
        assert step.roles or step.key in no_new_vertices
    assert set(SHAPES) == {f"renault-schmidt:{number}" for number in ("2.2", "2.4", "3.2", "3.3")}


@pytest.mark.parametrize("claim", running(), ids=lambda claim: claim.statement.key)
def test_what_verify_says(claim: RunningReduction) -> None:
    report = verify_reduction(claim, size=2, random=15)
    assert report.conclusion is Conclusion.HOLDS
    assert report.total("held_n")
    assert report.total("held_p")


class OneTooMany(DirectedVertices):
    """Two new neighbours in a row: the parity is wrong."""

    def apply(self, source: Any) -> Image:
        image = super().apply(source)
        graph = image.target.graph
        longer = [(f"{v}'", f"{v}''") for v in source.graph.vertices]
        board = lm.Graph([*graph.vertices, *(end for _, end in longer)], [*graph.edges, *longer], directed=True)
        return replace(image, target=lm.VertexGeography(board, start=source.start))

    def size(self, source: Any) -> Any:
        return (
            super()
            .size(source)
            ._replace(vertices=3 * source.graph.n, edges=super().size(source).edges + source.graph.n)
        )


class Unwoven(UndirectedVertices):
    """The gadget without one of its edges."""

    joins = tuple(pair for pair in UndirectedVertices.joins if pair != ("3", "5"))


class Lighter(WeightedGadgets):
    """The gadget with weight 1 at its way out."""

    def board(self, graph: lm.Graph, start: Any, old: int) -> lm.NimGRM:
        return lm.NimGRM(graph, [1] * graph.n, start=start if old else None)


class WrongMove(DirectedVertices):
    """Says of no move what it stands for."""

    def lower(self, image: Image, move: Any) -> Any:  # noqa: ARG002
        return None


@pytest.mark.parametrize("broken", [OneTooMany, Unwoven, Lighter, WrongMove])
def test_verify_finds_a_broken_reduction(broken: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made = broken()
    monkeypatch.setattr("lastmove.reductions.chain.reduction", lambda _: made)
    report = verify_reduction(RunningReduction(find(made.key), made), size=3, random=0)
    assert report.conclusion is Conclusion.FAILS
    found = report.counterexample
    assert found is not None
    assert lm.parse(json.loads(json.dumps(found.to_json()["position"]))).position == found.position


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = ["renault-schmidt:2.1", "renault-schmidt:2.2", "lichtenstein-sipser:VG"]
    found = answers(invoke("verify", *keys, "--n", "2", "--random", "5").stdout)
    assert [report["statement"] for report in found] == keys
    assert all(report["conclusion"] == "holds" for report in found)
    assert found[2]["cases"][0]["game"] == "formula"
    assert "decides no positions" in invoke("verify", "renault-schmidt:length", status=2).stderr
    assert "is no reduction that can be searched" in invoke("verify", "lastmove:LM33", status=2).stderr
    stopped = answers(invoke("verify", keys[0], "--time-limit", "0", status=3).stdout)
    assert stopped[0]["stopped"] == "time"
    made = OneTooMany()
    monkeypatch.setattr("lastmove.reductions.chain.reduction", lambda _: made)
    assert "FAILS" in invoke("verify", keys[0], "--n", "2", "--random", "0", "--to", "markdown", status=1).stdout


def test_the_tables_name_what_runs() -> None:
    tables = {table["table"]: table["cells"] for table in answers(invoke("theorems", "--tables").stdout)}
    assert tables["3"]["misere"]["NimG-RM"]["reductions"] == ["lichtenstein-sipser:VG", "renault-schmidt:3.1"]
    assert tables["3"]["normal"]["NimG-RM"]["reductions"] == []
    chain = ["lichtenstein-sipser:VG", "lastmove:LM12", "renault-schmidt:2.6"]
    assert tables["1"]["misere"]["Edge Geography"]["reductions"] == chain
    assert tables["2"]["normal"]["Edge Geography"]["reductions"][-1] == "fraenkel-scheinerman-ullman:EG"
    assert tables["1"]["misere"]["Vertex Geography, planar bipartite, degree ≤ 4"]["reductions"][-1].endswith(":2.1")
    for rows in tables.values():
        for row in rows.values():
            for cell in row.values():
                assert {statement_of(key) for key in cell["reductions"]} <= set(REDUCTIONS)
                assert cell["complexity"].startswith("PSPACE") or not cell["reductions"]
                if cell["complexity"].startswith("PSPACE"):  # a chain that runs from a formula to a board
                    assert statement_of(cell["reductions"][0]) in ["lichtenstein-sipser:VG", "lastmove:LM26"]


def planar_digraph(rng: random.Random) -> lm.Graph:
    """A random planar graph of degree at most 3, often bipartite, its edges turned at random."""
    graph = nx.Graph()
    graph.add_nodes_from(range(rng.randint(4, 10)))
    sides = rng.random() < 0.5
    for _ in range(40):
        u, v = rng.sample(list(graph), 2)
        same = sides and u % 2 == v % 2
        if same or graph.has_edge(u, v) or max(graph.degree[u], graph.degree[v]) >= 3:
            continue
        graph.add_edge(u, v)
        if not nx.check_planarity(graph)[0]:
            graph.remove_edge(u, v)
    arcs = [(u, v) if rng.random() < 0.5 else (v, u) for u, v in graph.edges]
    return lm.Graph(len(graph), arcs, directed=True)


def test_corollaries_on_random_planar_digraphs() -> None:
    rng = random.Random("planar")
    most = {"renault-schmidt:2.2": 4, "renault-schmidt:2.4": 5, "renault-schmidt:3.3": 3}
    bipartite = 0
    for _ in range(tries(30)):
        graph = planar_digraph(rng)
        source = lm.VertexGeography(graph, start=rng.randrange(graph.n))
        bipartite += nx.is_bipartite(nx.Graph(list(graph.edges)))
        for key, claim in SHAPES.items():
            image = claim.reduction.apply(source)
            assert claim.shape is not None
            assert claim.shape(image) is None, key
            drawn = nx.Graph(list(image.target.graph.edges))
            assert nx.check_planarity(drawn)[0]
            if key in most:
                assert max((degree for _, degree in drawn.degree), default=0) <= most[key]
    assert bipartite >= tries(10)


def test_corollaries_can_fail() -> None:
    source = lm.VertexGeography([(0, 1), (1, 2), (2, 3)], start=0, directed=True)
    for key, claim in SHAPES.items():
        image = claim.reduction.apply(source)
        complete = lm.Graph(image.target.graph.vertices, nx.complete_graph(image.target.graph.vertices).edges)
        if image.target.name == "nimg-rm":
            worse: Any = lm.NimGRM(complete, [3] * complete.n, start=0)
        else:
            worse = lm.VertexGeography(complete, start=0)
        assert claim.shape is not None
        assert claim.shape(replace(image, target=worse)), key


def test_sides_in_words() -> None:
    assert str(GameSide("nimg-rm", lm.Play.MISERE, directed=False)) == "undirected nimg-rm in misère play"
    assert str(GameSide("formula", lm.Play.NORMAL)) == "formulas"
    assert reduction("renault-schmidt:3.8").across(GameSide("nimg-mr", lm.Play.MISERE, directed=False)) is None
