"""Sums searched as unordered bags of components: against the law, with evidence, and with fewer positions."""

from __future__ import annotations

import json
import random
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

import lastmove as lm
from commands import solve
from lastmove.certificates.checking import check_answer
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.position import key_of
from lastmove.engine import proving
from lastmove.engine.judge import Judge
from lastmove.search.bags import BagSearch
from lastmove.search.genus import GenusSearch
from lastmove.search.plain import PlainSearch
from lastmove.search.tame import TameSearch

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
    search, law = BagSearch(play, Meter(), lambda _: None), PlainSearch(play, Meter())
    for a, b in product(range(7), repeat=2):
        position = lm.Sum([lm.Octal(first, [a]), lm.Octal(second, [b])])
        assert search.wins(position) == law.wins(position), position
    for position in below(lm.Octal(first, [9]), 300):
        assert search.wins(position) == law.wins(position), position


@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.long)])
def test_larger_wild_sums(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The winner is that of the misère value, and lost bags show it and the move, though strategies would be long."""
    monkeypatch.setattr(proving, "SHORT", 50)
    rng = random.Random("larger wild sums")
    kinds = set()
    for _ in range(count):
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


def test_fewer_positions_than_in_order() -> None:
    wild = lm.Sum([lm.Octal("0.77", [9]), lm.Octal("0.77", [7]), lm.Octal("0.137", [5])])
    ordered, bags = Meter(), Meter()
    assert PlainSearch(lm.Play.MISERE, ordered).wins(wild) == BagSearch(lm.Play.MISERE, bags, lambda _: None).wins(wild)
    assert 4 * bags.positions < ordered.positions


def test_what_the_theorem_found_is_kept() -> None:
    """TameSums gives up at the first wild component; what it knows by then is there when the search begins."""
    judge = Judge(lm.Play.MISERE, Meter())
    wild = lm.Sum([lm.Octal("0.77", [9]), lm.Octal("0.137", [8])])
    assert judge.at_once(wild) is None
    tame = judge.meter.notes[TameSearch]
    assert tame._known
    bags = judge.search.bags_of(wild)
    assert bags is not None
    assert bags.bags is tame.bags


def test_graph_parts_that_are_left_alone() -> None:
    """Once the heaps are gone, the fast search decides; both answer as the law does."""
    rng = random.Random("graphs and heaps")
    for _ in range(25):
        n = rng.randint(3, 6)
        arcs = [(u, v) for u in range(n) for v in range(n) if u != v and rng.random() < 0.4] or [(0, 1)]
        graph = rng.choice((lm.VertexGeography, lm.EdgeGeography))((n, arcs), start=0, directed=True)
        whole = lm.Sum([graph, lm.Nim([rng.randint(1, 3)]), lm.Octal("0.77", [rng.randint(0, 4)])])
        for play in lm.Play:
            judge = Judge(play, Meter())
            assert judge.search.wins(whole) == PlainSearch(play, Meter()).wins(whole), whole


def test_what_is_not_a_proof() -> None:
    """Bags that are missing, not lost, out of order or of nothing."""
    (answer,) = solve('{"game": "octal", "code": "0.77", "heaps": [24], "play": "misere"}', "--certificate")
    certificate = answer["certificate"]
    assert certificate["kind"] == "bags"
    problem = lm.Problem(lm.Octal("0.77", [24]), lm.Play.MISERE)
    assert check_answer(problem, answer).claim == {"outcome": "N", "move": "wins"}
    lost = certificate["lost"]
    descending = [bag[::-1] for bag in lost]
    wrong: Any
    for wrong in (lost[1:], lost[:-1], [], [[]], [*lost, []], [*lost, [0]], [*lost, [10**6]], descending):
        with pytest.raises(Refuted):
            check_answer(problem, {**answer, "certificate": {**certificate, "lost": wrong}})
    with pytest.raises(Refuted):
        check_answer(problem, {**answer, "outcome": "P", "move": None})
