"""What a picture shows of an answer: labels of starts, matchings, barriers, sets, digits, what is counted."""

from __future__ import annotations

from typing import Any

import networkx as nx

import lastmove as lm
from drawings import SVG, groups, read, styled, texts


def test_what_a_parity_argument_counts_is_marked() -> None:
    edges = [("u", "a"), ("u", "b"), ("a", "x"), ("b", "y"), ("x", "y")]
    answer = lm.solve(lm.Vertexnim(edges, [1, 1, 1, 3, 2], start="u"))
    root = read(lm.draw(answer, certificate=True))
    assert len(styled(root, "frame", "node")) == 3
    circle = lm.solve(lm.AdjacentNim([3, 2, 4, 2], start=0))
    framed = [g for g in groups(read(lm.draw(circle, certificate=True)), "node") if styled(g, "frame")]
    assert [group.attrib["data-number"] for group in framed] == ["1"], "the first smallest heap"


def test_labels_of_every_start() -> None:
    found = lm.outcomes(lm.VertexGeography([("a", "b"), ("b", "c"), ("c", "d"), ("d", "b")]))
    root = read(lm.draw(found))
    letters = [e.text for e in styled(root, "badge-text", "node")]
    assert sorted(map(str, letters)) == sorted(outcome.value for outcome in found.values())
    assert not styled(root, "token", "node")
    for group in groups(root, "node"):
        vertex = list(found)[int(group.attrib["data-number"])]
        shape = "circle" if found[vertex] is lm.Outcome.N else "rect"
        (badge,) = [e for e in group if (e.get("class") or "").startswith("lm-badge-") and e.tag != f"{SVG}text"]
        assert badge.tag == f"{SVG}{shape}", "N is round and P is square"


def test_a_matching_and_its_barrier() -> None:
    answer = lm.solve(lm.VertexGeography(nx.complete_bipartite_graph(2, 3), start=0))
    certificate: Any = answer.certificate
    root = read(lm.draw(answer, certificate=True))
    assert len(groups(root, "matched")) == len(certificate.matching) == 2
    assert len(styled(root, "frame", "node")) == len(certificate.barrier) == 2
    assert "barrier: no matching covers more" in texts(root)


def test_other_evidence() -> None:
    labelled = lm.solve(lm.NimGRM([("a", "b"), ("b", "c")], [2, 1, 0], start="a"))
    root = read(lm.draw(labelled, certificate=True))
    assert [e.text for e in styled(root, "badge-text", "node")] == ["P", "N", "P"]
    even = lm.solve(lm.EdgeGeography(nx.cycle_graph(4), start=0))
    chosen: Any = even.certificate
    assert len(styled(read(lm.draw(even, certificate=True)), "frame", "node")) == len(chosen.set)
    nim = read(lm.draw(lm.solve(lm.Nim([3, 5, 6])), certificate=True))
    assert [e.text for e in styled(nim, "digits")] == ["011", "101", "110"]
    assert [e.text for e in styled(nim, "digits-total")] == ["000"]
    total = read(lm.draw(lm.solve(lm.Sum([lm.Octal("0.77", [3]), lm.Nim([1, 2])])), certificate=True))
    assert [text for text in texts(total) if text.startswith("value")] == ["value 3", "value 3"]
    tree = lm.solve(lm.VertexGeography(nx.star_graph(3), start=1), "misere", certificate=True)
    assert read(lm.draw(tree, certificate=True)) is not None
