"""Duchêne and Renault and our own results on Adjacent Nim, against the law and against themselves."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import prod

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.games.moves import Lower
from lastmove.theorems import duchene_renault, ours
from lastmove.theorems.claim_yield.game import ClaimYield, good_move, mover_wins
from lastmove.theorems.statement import Standing
from theory_checks import Law, Tally, consistent

THEOREMS = {
    theorem.statement.number: theorem
    for theorem in (*duchene_renault.DECIDERS, *ours.DECIDERS)
    if "adjacent-nim" in theorem.statement.games
}
PROVED = [theorem for theorem in THEOREMS.values() if theorem.statement.standing is Standing.PROVED]


def check_all(tally: Tally, count: int, low: int, high: int, *, turned: random.Random | None = None) -> None:
    """All circles; with ``turned``, one by chance of those that can be turned into each other, with all its starts."""
    laws = [Law(play) for play in Play]
    for heaps in product(range(low, high + 1), repeat=count):
        if turned is not None:
            turns = [heaps[by:] + heaps[:by] for by in range(count)]
            if heaps != min(turns):
                continue
            heaps = turned.choice(turns)
        for law in laws:
            tally.check(PROVED, lm.AdjacentNim(heaps), law)


@pytest.mark.long
def test_small() -> None:
    tally = Tally()
    for count, high in ((1, 9), (2, 7), (3, 5), (4, 4), (5, 2)):
        check_all(tally, count, 0, high)
    check_all(tally, 7, 1, 2)
    tally.enough("3", "LM8", "LM9", "LM10", "LM11", "LM18", "LM19", "LM20", "LM21", least=40)
    assert tally.positions > 5_000


@pytest.mark.long
def test_larger() -> None:
    tally, rng = Tally(), random.Random("turned")
    for count, low, high in ((5, 0, 4), (5, 1, 5), (6, 1, 4), (7, 1, 3), (9, 1, 2)):
        check_all(tally, count, low, high, turned=rng)
    tally.enough("3", "LM8", "LM9", "LM10", "LM18", "LM19", "LM20", least=600)
    assert tally.positions > 20_000


def random_heaps(rng: random.Random, states: int) -> list[int]:
    light, high = rng.random(), rng.choice((2, 3, 5, 8, 20))
    heaps = [1 if rng.random() < light else rng.randint(2, high) for _ in range(rng.randint(1, 9))]
    while prod(heap + 1 for heap in heaps) > states:
        heaps[heaps.index(max(heaps))] -= 1
    return heaps


def test_random_against_the_law() -> None:
    rng = random.Random("adjacent nim")
    tally = Tally()
    for _ in range(120):
        heaps = random_heaps(rng, 1500)
        for play in Play:
            tally.check(PROVED, lm.AdjacentNim(heaps), Law(play))
    tally.enough("LM8", "LM10")


@cache
def claim_yield(heaps: tuple[tuple[int, bool], ...], flag: bool) -> bool:
    """The game of LM8 by its rules alone: big heaps (size, owner) in the order of the walk; whether True wins."""
    if not heaps:
        return flag
    (size, owner), rest = heaps[0], heaps[1:]
    stays = ((size - 1, owner),) if flag != owner and size > 2 else ()
    results = [claim_yield(rest + stays, owner), claim_yield(rest, not owner)]
    return owner if owner in results else not owner


def by_rules(heaps: list[int]) -> bool:
    big = tuple((heap, place % 2 == 0) for place, heap in enumerate(heaps) if heap > 1)
    return claim_yield(big, len(heaps) % 2 == 1)


def test_skipping_laps_changes_nothing() -> None:
    """LM8 without the shortcuts: no laps skipped, LM10 not used."""
    rng = random.Random("claim and yield")
    for _ in range(tries(4000)):
        heaps = [rng.choice((1, 2, 3, rng.randint(1, 8), rng.randint(1, 30))) for _ in range(rng.randint(1, 8))]
        assert mover_wins(heaps, Play.NORMAL, Meter()) == (by_rules(heaps) if max(heaps) > 1 else len(heaps) % 2 == 1)
    claim_yield.cache_clear()


def test_huge_heaps_against_itself() -> None:
    rng = random.Random("huge adjacent nim")
    seen = set()
    for _ in range(tries(250)):
        base = 10 ** rng.choice((1, 3, 1000))
        heaps = [rng.choice((1, rng.randint(2, 6), base + rng.randint(0, 6))) for _ in range(rng.randint(1, 9))]
        position = lm.AdjacentNim(heaps, start=0)
        near = {0, 1, 2, heaps[0] // 2, heaps[0] - 1} | {heap + d for heap in heaps for d in (-2, -1, 0, 1, 2)}
        samples = [Lower(k) for k in sorted(near) if 0 <= k < heaps[0]]
        for play in Play:
            seen.add((play, consistent(THEOREMS["LM8"], position, play, samples)))
    assert len(seen) == 4


def test_many_heaps() -> None:
    """Large circles are no trouble for the linear theorems, all starts at once, and limits stop LM8."""
    rng = random.Random("many heaps")
    heaps = [rng.randint(2, 10**6) for _ in range(20_000)]
    said = THEOREMS["3"].decide_board(lm.AdjacentNim(heaps), Play.NORMAL, Meter())
    assert said.codes[heaps.index(min(heaps))] == 0
    assert {said.codes[number] for number in range(20_000)} == {0, 1}
    small = [rng.randint(1, 2) for _ in range(20_000)]
    assert set(THEOREMS["LM9"].decide_board(lm.AdjacentNim(small), Play.MISERE, Meter()).codes) == {0, 1}
    alternating = [rng.choice((1, 2, 3)) if place % 2 else 10**100 for place in range(20_000)]
    codes = THEOREMS["LM10"].decide_board(lm.AdjacentNim(alternating), Play.NORMAL, Meter()).codes
    assert len(codes) == 20_000
    hard = [rng.choice((1, rng.randint(30, 70))) for _ in range(400)]
    with pytest.raises(lm.LimitReached):
        THEOREMS["LM8"].decide(lm.AdjacentNim(hard, 0), Play.NORMAL, Meter(lm.Limits(positions=500)))


NEAR_MISSES = [
    ("3", [2, 1, 3]),
    ("LM9", [2, 3, 1]),
    ("LM10", [1, 1, 1]),  # no big heap
    ("LM10", [2, 1, 2, 2]),  # the mover's two heaps in a row, the opponent's last
    ("LM10", [2, 2]),  # the mover's heap comes first and the flag is the opponent's
    ("LM11", [1]),
    ("LM11", [2, 2]),
    ("LM11", [1, 2, 1]),
    ("LM18", [1, 1]),  # no big heap
    ("LM18", [2, 1, 2, 2, 1, 2]),  # both own two in a row
    ("LM19", [1]),
    ("LM19", [2, 1] * 10),  # nine odd runs of ones between the big heaps
    ("LM20", [1, 5, 1]),
    ("LM20", [1, 1]),
    ("LM21", [3, 3]),  # an offset 0
    ("LM21", [4, 1, 2, 2, 4]),  # offsets of one sign, but a heap of their owner is small
    ("LM4", [2, 1, 1]),  # LM9 and LM10 decide these
]


@pytest.mark.parametrize(("number", "heaps"), NEAR_MISSES)
def test_near_misses(number: str, heaps: list[int]) -> None:
    for play in THEOREMS[number].statement.plays:
        for zeros in ([], [0], [0, 0]):
            board = lm.AdjacentNim([*heaps, *zeros])
            assert THEOREMS[number].decide(board.at(0), play, Meter()) is None
            assert THEOREMS[number].decide_board(board, play, Meter())[0] is None


def test_finished_games() -> None:
    over = lm.AdjacentNim([0, 0])
    for theorem in THEOREMS.values():
        for play in theorem.statement.plays:
            assert theorem.decide(over, play, Meter()) is None
            assert len(theorem.decide_board(over, play, Meter())) == 0


def positive(count: int, high: int) -> product[tuple[int, ...]]:
    return product(range(1, high + 1), repeat=count)


def test_raising_a_heap_never_hurts_its_owner() -> None:
    """LM6, by the law."""
    for play in Play:
        for count, high in ((1, 6), (2, 6), (3, 4), (4, 3), (5, 3)):
            law = Law(play)
            for heaps in positive(count, high - 1):
                wins = law.wins(lm.AdjacentNim(heaps, start=0))
                for place in range(count):
                    raised = (*heaps[:place], heaps[place] + 1, *heaps[place + 1 :])
                    if wins == (place % 2 == 0):
                        assert law.wins(lm.AdjacentNim(raised, start=0)) == wins, (heaps, place)


def test_two_moves_are_enough() -> None:
    """LM7, by the law."""
    for play in Play:
        for count, high in ((1, 6), (2, 6), (3, 4), (4, 4), (5, 3)):
            law = Law(play)
            for heaps in positive(count, high):
                position = lm.AdjacentNim(heaps, start=0)
                if law.wins(position):
                    two = {0, 1 if count % 2 else heaps[0] - 1}
                    assert any(move.remaining in two for move in law.winning(position)), heaps


def test_one_1() -> None:
    """LM11 against LM8, which the other tests hold against the law."""
    counts = {False: 0, True: 0}
    for count, high in ((2, 9), (3, 8), (4, 7), (5, 5), (6, 4), (7, 3), (8, 3)):
        for others in product(range(2, high + 1), repeat=count - 1):
            for one in range(count):
                heaps = [*others[:one], 1, *others[one:]]
                verdict = THEOREMS["LM11"].decide(lm.AdjacentNim(heaps, start=0), Play.NORMAL, Meter())
                assert verdict is not None
                assert verdict.wins == mover_wins(heaps, Play.NORMAL, Meter()), heaps
                counts[verdict.wins] += 1
    assert min(counts.values()) > 1000


@pytest.mark.long
def test_one_1_further() -> None:
    rng = random.Random("one 1")
    for _ in range(20_000):
        heaps = [rng.randint(2, rng.choice((3, 5, 8))) for _ in range(rng.randint(6, 12))]
        heaps[rng.randrange(len(heaps))] = 1
        verdict = THEOREMS["LM11"].decide(lm.AdjacentNim(heaps, start=0), Play.NORMAL, Meter())
        assert verdict is not None
        assert verdict.wins == mover_wins(heaps, Play.NORMAL, Meter()), heaps


def test_good_moves() -> None:
    for play in Play:
        for heaps in product(range(1, 4), repeat=4):
            left = good_move(heaps, play, ClaimYield(heaps, Meter()))
            assert (left is not None) == mover_wins(heaps, play, Meter())
            if left is not None:
                after = (*heaps[1:], left) if left else heaps[1:]
                assert not mover_wins(after, play, Meter()), heaps
