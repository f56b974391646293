"""Sums searched as unordered bags of components: against the law, with evidence, and with fewer positions."""

from __future__ import annotations

import json
import random
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

import lastmove as lm
from commands import solve
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.position import key_of
from lastmove.search.plain import PlainSearch
from lastmove.solver import evidence as proving
from lastmove.solver.decide import Solver
from lastmove.sums.genus import GenusSearch
from lastmove.sums.search import SumSearch
from lastmove.sums.tame import TameSearch

TRIANGLE = [(0, 1), (1, 2), (2, 0)]
WILD = ["0.77", "0.75", "0.6", "0.137", "4.7", "0.156"]


def below(start: Any, most: int) -> list[Any]:
    """Positions reached from a start, each once."""
    found = {key_of(start): start}
    queue = [start]
    for position in queue:
        for move in position.moves():
            after = position.after(move)
            if len(found) < most and key_of(after) not in found:
                found[key_of(after)] = after
                queue.append(after)
    return queue


@pytest.mark.parametrize("play", lm.Play)
@pytest.mark.parametrize(("first", "second"), [*combinations_with_replacement(WILD[:4], 2)])
def test_all_small_sums(play: lm.Play, first: str, second: str) -> None:
    """Every pair of heaps up to 6, and for single heaps every position below."""
    search, law = SumSearch(play, Meter(), lambda *_: None), PlainSearch(play, Meter())
    for a, b in product(range(7), repeat=2):
        position = lm.Sum([lm.Octal(first, [a]), lm.Octal(second, [b])])
        assert search.wins(position) == law.wins(position), position
    for position in below(lm.Octal(first, [9]), 300):
        assert search.wins(position) == law.wins(position), position


def test_evidence_has_a_meter_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search could spend is no limit of the evidence that is asked for after it."""
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())
    monkeypatch.setattr(proving, "SHORT", 0)
    for position in (lm.Nim([2, 2, 2]), lm.Sum([lm.Sum([lm.Nim([2]), lm.Nim([2])]), lm.Nim([2])])):
        answer = lm.solve(position, "misere", certificate=True)
        assert answer.certificate is not None
        assert answer.certificate.kind == "bags"


def test_larger_wild_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """The winner is that of the misère value, and lost bags show it and the move, though strategies would be long."""
    monkeypatch.setattr(proving, "SHORT", 50)
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())  # many of them have a small quotient
    rng = random.Random("larger wild sums")
    kinds = set()
    for _ in range(tries(60, quick=5)):
        parts: list[Any] = [lm.Octal(rng.choice(WILD), [rng.randint(5, 10)]) for _ in range(2)]
        whole = lm.Sum([*parts, lm.Nim([rng.randint(0, 3)])])
        answer = lm.solve(whole, "misere", certificate=True)
        assert (answer.outcome is lm.Outcome.N) == (GenusSearch(Meter()).misere_value(whole) != 0)
        verified = check_answer(
            lm.Problem(whole, lm.Play.MISERE), json.loads(json.dumps(answer.to_json(certificate=True)))
        )
        assert answer.move is None or verified.claim["move"] == "wins"
        assert answer.certificate is not None
        kinds.add(answer.certificate.kind)
    assert "bags" in kinds


def test_evidence_is_found_after_a_short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search for a strategy may spend is no limit of the bags that are written instead."""
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())
    monkeypatch.setattr(proving, "SHORT", 0)
    found = lm.solve(lm.Sum([lm.Nim([2]), lm.Octal("4.7456", [2]), lm.Nim([2])]), "misere", certificate=True)
    assert found.certificate is not None
    assert found.certificate.kind == "bags"


def test_fewer_positions_than_in_order() -> None:
    wild = lm.Sum([lm.Octal("0.77", [9]), lm.Octal("0.77", [7]), lm.Octal("0.137", [5])])
    ordered, bags = Meter(), Meter()
    found = SumSearch(lm.Play.MISERE, bags, lambda *_: None).wins(wild)
    assert PlainSearch(lm.Play.MISERE, ordered).wins(wild) == found
    assert 4 * bags.positions < ordered.positions


def test_what_the_theorem_found_is_kept() -> None:
    """TameSums gives up at the first wild component; what it knows by then is there when the search begins."""
    solver = Solver(lm.Play.MISERE, Meter())
    kayles = lm.HeapRules(lambda n: [(a, n - k - a) for k in (1, 2) if k <= n for a in range((n - k) // 2 + 1)])
    wild = lm.Sum([kayles(9), lm.Octal("0.137", [8])])
    for theorem in solver.theorems(wild):
        if theorem.statement.paper.key != "plambeck-siegel":
            assert theorem.decide(wild, lm.Play.MISERE, solver.meter) is None
    tame = solver.meter.notes[TameSearch]
    assert tame._known
    bags = solver.search.bags_of(wild)
    assert bags is not None
    assert bags.bags is tame.bags


def test_graph_parts_that_are_left_alone() -> None:
    """Once the heaps are gone, the fast search decides; both answer as the law does."""
    rng = random.Random("graphs and heaps")
    for _ in range(tries(25)):
        n = rng.randint(3, 6)
        arcs = [(u, v) for u in range(n) for v in range(n) if u != v and rng.random() < 0.4] or [(0, 1)]
        graph = rng.choice((lm.VertexGeography, lm.EdgeGeography))((n, arcs), start=0, directed=True)
        whole = lm.Sum([graph, lm.Nim([rng.randint(1, 3)]), lm.Octal("0.77", [rng.randint(0, 4)])])
        for play in lm.Play:
            solver = Solver(play, Meter())
            assert solver.search.wins(whole) == PlainSearch(play, Meter()).wins(whole), whole


@pytest.mark.parametrize("play", lm.Play)
def test_large_heaps_beside_the_rest(play: lm.Play) -> None:
    """Around the size from which on a heap wins, and far above it; one heap size is lost beside every part."""
    rng = random.Random("large heaps")
    parts: list[Any] = [lm.Octal(code, [n]) for code in ["4.7", "0.77", "0.3"] for n in range(5)]
    parts += [lm.Nim([1]), lm.Nim([]), lm.Subtraction([2], [3]), lm.AdjacentNim([2, 1, 1], start=0)]
    parts += [lm.VertexGeography(TRIANGLE, start=0), lm.EdgeGeography(TRIANGLE, start=0)]
    weighted: list[Any] = [lm.NimGRM, lm.NimGMR, lm.Vertexnim, lm.EdgeNimG, lm.VertexnimMR]
    parts += [kind(TRIANGLE, [1, 2, 1], start=0) for kind in weighted]
    parts += [lm.Sum([rng.choice(parts), rng.choice(parts)]) for _ in range(6)]
    for part in parts:
        search, law = SumSearch(play, Meter(), lambda *_: None), PlainSearch(play, Meter())
        found = [search.wins(lm.Sum([part, lm.Nim([heap])])) for heap in range(12)]
        assert found == [law.wins(lm.Sum([part, lm.Nim([heap])])) for heap in range(12)], part
        assert found.count(False) == 1
        assert search.wins(lm.Sum([part, lm.Nim([10**30])]))


@pytest.mark.long
def test_a_hard_graph_beside_a_heap() -> None:
    """Once the heap is gone, the graph is left to the fast search; a heap of a million is not walked through."""
    rng = random.Random("a hard graph")
    arcs = [(u, v) for u in range(32) for v in rng.sample([w for w in range(32) if w != u], 3)]
    graph = lm.VertexGeography((32, arcs), start=0, directed=True)
    answers = [lm.solve(lm.Sum([graph, lm.Nim([heap])]), "misere") for heap in range(5)]
    lost = [heap for heap, answer in enumerate(answers) if answer.outcome is lm.Outcome.P]
    assert len(lost) <= 1
    whole = lm.Sum([graph, lm.Nim([10**6])])
    far = lm.solve(whole, "misere")
    assert far.outcome is lm.Outcome.N
    assert far.move is not None
    assert far.move.part == 1
    assert lm.solve(whole.after(far.move), "misere").outcome is lm.Outcome.P


def test_what_is_not_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bags that are missing, not lost, out of order or of nothing."""
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())
    (answer,) = solve('{"game": "octal", "code": "0.77", "heaps": [24], "play": "misere"}', "--certificate")
    certificate = answer["certificate"]
    assert certificate["kind"] == "bags"
    problem = lm.Problem(lm.Octal("0.77", [24]), lm.Play.MISERE)
    assert check_answer(problem, answer).claim == {
        "outcome": "N",
        "move": "wins",
        "not_shown": ["reason"],
    }
    lost = certificate["lost"]
    descending = [bag[::-1] for bag in lost]
    wrong: Any
    for wrong in (lost[1:], lost[:-1], [], [[]], [*lost, []], [*lost, [0]], [*lost, [10**6]], descending):
        with pytest.raises(Refuted):
            check_answer(problem, {**answer, "certificate": {**certificate, "lost": wrong}})
    with pytest.raises(Refuted):
        check_answer(problem, {**answer, "outcome": "P", "move": None})
