"""Quotients that are kept: the same answers as from a process that knows nothing, in any order, from any thread."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.core.position import Position
from lastmove.quotients import sums
from lastmove.quotients.check import Quotient
from lastmove.quotients.sums import HeapQuotient, KeptQuotients
from lastmove.search.plain import PlainSearch
from lastmove.sums.tame import TameSearch, Wild, WildHeaps, wild_heaps
from lastmove.theorems import sums as theorems

CODES = ("0.77", "0.75", "0.71", "0.123", "0.077")


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    theorems._kept_quotients.cache_clear()


def said(position: Position) -> tuple[object, ...]:
    """An answer with everything that does not depend on the clock."""
    found = lm.solve(position, play="misere", certificate=True)
    reason = found.reason.to_json()
    return found.outcome, found.move, reason, found.winning_moves(), found.certificate


def some(rng: random.Random) -> Position:
    code = rng.choice(CODES)
    heaps = [rng.randrange(1, 30) for _ in range(rng.randrange(2, 4))]
    if rng.random() < 0.3:
        return lm.Sum([lm.Octal(code, heaps), lm.Octal(rng.choice(CODES), [rng.randrange(1, 9)])])
    return lm.Octal(code, heaps)


def test_answers_do_not_depend_on_what_is_kept() -> None:
    rng = random.Random(35)
    positions = [some(rng) for _ in range(25)]
    alone = []
    for position in positions:
        theorems._kept_quotients.cache_clear()
        alone.append(said(position))
    theorems._kept_quotients.cache_clear()
    order = list(range(len(positions)))
    rng.shuffle(order)
    again = {number: said(positions[number]) for number in [*order, *order]}
    assert [again[number] for number in range(len(positions))] == alone


def test_what_is_kept_is_the_law() -> None:
    law = PlainSearch(lm.Play.MISERE, Meter())
    for first in range(7):
        for second in range(7):
            position = lm.Octal("0.77", [first, second, 6])
            assert (lm.solve(position, play="misere").outcome is lm.Outcome.N) == law.wins(position)


def test_threads_share_what_is_kept() -> None:
    positions = [lm.Octal("0.77", [size, 5 + size % 3]) for size in range(6, 18)]
    alone = [said(position) for position in positions]
    theorems._kept_quotients.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(said, positions * 2)) == alone * 2


def test_heaps_beyond_a_period_need_no_more_work(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptQuotients(most=200, steps=10_000)
    first = kept.of(lm.Octal("0.77", [500, 3]), Meter())
    monkeypatch.setattr(sums, "SumQuotient", partial(pytest.fail, "worked out again"))
    assert first is not None
    for size in (200, 499, 100_000):
        assert kept.of(lm.Octal("0.77", [size, 3]), Meter()) is first


def test_what_is_given_up_is_not_tried_again() -> None:
    kept = KeptQuotients(most=20, steps=10_000)
    first, again = Meter(), Meter()
    assert kept.of(lm.Octal("0.77", [40, 3]), first) is None
    assert kept.of(lm.Octal("0.77", [40, 3]), again) is None
    assert again.positions == first.positions
    few = Meter(lm.Limits(positions=first.positions - 1))
    with pytest.raises(lm.LastmoveError):
        kept.of(lm.Octal("0.77", [40, 3]), few)


def test_a_limit_says_nothing_about_the_next_question() -> None:
    position = lm.Octal("0.77", [40, 30])
    assert lm.solve(position, play="misere", limits=lm.Limits(positions=50)).outcome is lm.Outcome.UNKNOWN
    assert lm.solve(position, play="misere").outcome is lm.Outcome.N


def test_kept_quotients_stay_within_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "MOST_KEPT", 300_000)
    kept = KeptQuotients(most=200, steps=10_000)
    for size in range(5, 40):
        found = kept.of(lm.Octal("0.77", [size, 3]), Meter())
        assert isinstance(found, HeapQuotient)
    assert 0 < kept._size <= 300_000
    assert kept._size == sum(each.size for each in kept._kept.values())
    assert len(kept._kept) < 35


def test_a_copy_of_checked_evidence_is_checked_anew() -> None:
    evidence = lm.solve(lm.Octal("0.77", [9, 4]), play="misere", certificate=True).certificate
    assert isinstance(evidence, Quotient)
    assert evidence.seen.monoid is not None
    for other in (pickle.loads(pickle.dumps(evidence)), copy.deepcopy(evidence), replace(evidence)):
        assert other == evidence
        assert other.seen.monoid is None
        assert other.outcome(lm.Octal("0.77", [9, 4]), lm.Play.MISERE).wins


@pytest.mark.parametrize("position", [lm.Nim([3]), lm.Octal("0.77", [12]), lm.Octal("0.75", [2])])
def test_seen_evidence_is_still_about_its_heaps_only(position: Position) -> None:
    evidence = lm.solve(lm.Octal("0.77", [9, 4]), play="misere", certificate=True).certificate
    assert isinstance(evidence, Quotient)
    with pytest.raises(lm.LastmoveError):
        evidence.outcome(position, lm.Play.MISERE)


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "0.33", "4.7", "0.26", "0.356", "0.1F", "0.[3]"])
def test_the_first_wild_heap_is_the_one_that_genus_finds(code: str) -> None:
    rule = lm.Octal(code, []).rule
    for heap in range(13):
        search = TameSearch(Meter())
        try:
            for size in range(heap + 1):
                search.pair(lm.Octal(code, [size]))
            wild = False
        except Wild:
            wild = True
        assert WildHeaps(rule).is_wild(heap, Meter()) == wild == wild_heaps(rule).is_wild(heap, Meter())


def test_a_wild_heap_that_is_known_counts_as_before() -> None:
    first, again = Meter(), Meter()
    heaps = WildHeaps(lm.Octal("0.77", []).rule)
    assert heaps.is_wild(30, first)
    assert heaps.is_wild(30, again)
    assert first.positions == again.positions > 0
    with pytest.raises(lm.LimitReached):
        heaps.is_wild(30, Meter(lm.Limits(positions=first.positions - 1)))
