"""Grundy values, genera and tables of heap games asked for by many threads are those that one thread finds."""

from __future__ import annotations

import random
import threading
from functools import partial
from itertools import count
from typing import Any

import pytest

import lastmove as lm
from hammering import WAIT, hammered
from lastmove.heaps.values import mex

THREADS = 8
NEW = count(1)
"""Games that nobody has asked about in this process: tables are empty only once."""


def values_of(digits: list[int], most: int) -> list[int]:
    """The values of the heaps of a code 0.d1d2..., by the definition."""
    found = [0]
    for heap in range(1, most + 1):
        reached = set()
        for taken, digit in enumerate(digits, 1):
            left = heap - taken
            if left == 0 and digit & 1:
                reached.add(0)
            if left > 0 and digit & 2:
                reached.add(found[left])
            if left > 1 and digit & 4:
                reached |= {found[a] ^ found[left - a] for a in range(1, left)}
        found.append(mex(reached))
    return found


def fresh_codes(rng: random.Random, number: int) -> list[list[int]]:
    """Codes that no test has asked about before."""
    return [[rng.randrange(8) for _ in range(4)] + [int(d) for d in oct(next(NEW))[2:]] + [7] for _ in range(number)]


def written(digits: list[int]) -> str:
    return "0." + "".join(map(str, digits))


def hammer_octal(seed: int, codes: int, most: int) -> None:
    rng = random.Random(seed)
    chosen = fresh_codes(rng, codes)
    truth = {written(digits): values_of(digits, most) for digits in chosen}
    asked = [[(code, rng.randrange(most // 2, most)) for code in truth] for _ in range(THREADS)]
    found = hammered(lambda each: lm.grundy(lm.Octal(each[0], [each[1]])), asked)
    for questions, answers in zip(asked, found, strict=True):
        assert answers == [truth[code][heap] for code, heap in questions]
    for code, values in truth.items():  # nor are they wrong for good
        assert [lm.grundy(lm.Octal(code, [heap])) for heap in range(most)] == values[:most]


def test_octal_games_in_small_heaps() -> None:
    hammer_octal(1, 30, 90)


def test_octal_games_in_large_heaps() -> None:
    hammer_octal(2, 4, 400)


def subtract(amounts: tuple[int, ...], heap: int) -> list[tuple[int, ...]]:
    """The rules of a subtraction game, as a function may give them."""
    return [(heap - amount,) for amount in amounts if amount <= heap]


def test_subtraction_games_and_games_from_functions() -> None:
    rng = random.Random(3)
    sets = [tuple(sorted({*rng.sample(range(1, 12), 3), 12 + next(NEW)})) for _ in range(6)]
    truth = {}
    for amounts in sets:
        found: list[int] = []
        for heap in range(300):
            found.append(mex(found[heap - amount] for amount in amounts if amount <= heap))
        truth[amounts] = found
    rules = {amounts: lm.HeapRules(partial(subtract, amounts)) for amounts in sets}

    def ask(question: tuple[tuple[int, ...], int, bool]) -> int:
        amounts, heap, own = question
        return lm.grundy(rules[amounts](heap) if own else lm.Subtraction(amounts, [heap]))

    asked = [[(rng.choice(sets), rng.randrange(300), rng.random() < 0.5) for _ in range(40)] for _ in range(THREADS)]
    for questions, answers in zip(asked, hammered(ask, asked), strict=True):
        assert answers == [truth[amounts][heap] for amounts, heap, _ in questions]


def test_tables_and_periods() -> None:
    rng = random.Random(4)
    chosen = fresh_codes(rng, 4)
    truth = {written(digits): values_of(digits, 700) for digits in chosen}
    asked = [[(code, rng.randrange(20, 700)) for code in truth for _ in range(2)] for _ in range(THREADS)]
    found = hammered(lambda each: lm.heap_values(each[0], each[1]), asked)
    periods: dict[str, set[Any]] = {code: set() for code in truth}
    for questions, answers in zip(asked, found, strict=True):
        for (code, to), answer in zip(questions, answers, strict=True):
            assert list(answer) == truth[code][: to + 1]
            periods[code].add((answer.period, answer.preperiod))
    assert all(len(seen) == 1 for seen in periods.values())


def test_values_can_be_listed() -> None:
    kayles = lm.heap_values("0.77", 100)
    assert kayles.period == 12
    assert list(kayles) == kayles.values.tolist() == [kayles[heap] for heap in range(101)]
    assert all(type(value) is int for value in kayles)


def test_who_waits_for_a_table_keeps_his_time_limit() -> None:
    """A thread works on heap 100 without end; others read what is there, and wait for the rest in their time."""
    go_on, at_work = threading.Event(), threading.Event()

    def take_one(heap: int) -> list[tuple[int, ...]]:
        if heap == 100:
            at_work.set()
            go_on.wait(WAIT)
        return [(heap - 1,)] if heap else []

    rules = lm.HeapRules(take_one)
    slow = threading.Thread(target=lm.grundy, args=(rules(100),), daemon=True)
    slow.start()
    assert at_work.wait(WAIT)
    assert lm.grundy(rules(51), limits=lm.Limits(time=0)) == 1
    with pytest.raises(lm.LimitReached, match="time"):
        lm.grundy(rules(101), limits=lm.Limits(time=0.05))
    go_on.set()
    slow.join(WAIT)
    assert lm.grundy(rules(101)) == 1


def test_misere_values_and_forms() -> None:
    rng = random.Random(5)
    positions = [lm.Octal(written(digits), [rng.randrange(4, 9)]) for digits in fresh_codes(rng, 10)]
    asked = [rng.sample(positions, len(positions)) for _ in range(THREADS)]
    found = hammered(lambda p: (lm.genus(p), lm.misere_grundy(p), lm.misere_canonical_form(p)), asked)
    for questions, answers in zip(asked, found, strict=True):
        for position, (genus, value, form) in zip(questions, answers, strict=True):
            assert (genus, value) == (lm.genus(position), lm.misere_grundy(position))
            assert form is lm.misere_canonical_form(position)  # equal forms are one object


@pytest.mark.long
def test_many_octal_games() -> None:
    for seed in range(10, 18):
        hammer_octal(seed, 20, 120)
        hammer_octal(seed + 100, 3, 600)
