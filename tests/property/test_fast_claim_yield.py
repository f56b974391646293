"""The fast search of claiming and yielding against its rules, and against the law on Adjacent Nim."""

from __future__ import annotations

import random
from itertools import product

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.errors import TooLarge
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Play
from lastmove.core.solution import TheoremReason
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from lastmove.theorems.claim_yield import rules as claim_yield
from lastmove.theorems.claim_yield.check import MOST_STATES
from lastmove.theorems.claim_yield.game import ClaimYield, good_move, mover_wins, plan
from lastmove.theorems.claim_yield.search import ClaimYieldSearch

Heaps = tuple[tuple[int, bool], ...]
Known = dict[tuple[Heaps, bool], bool]

both_ways = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])  # it compiles


def by_rules(heaps: Heaps, flag: bool, known: Known) -> bool:
    """Whether True wins, by the rules alone: heaps with their owners in the order of their turns."""
    if not heaps:
        return flag
    found = known.get((heaps, flag))
    if found is None:
        (size, owner), rest = heaps[0], heaps[1:]
        stays = ((size - 1, owner),) if flag != owner and size > 2 else ()
        claimed = by_rules(rest + stays, owner, known)
        found = owner if claimed == owner else by_rules(rest, not owner, known)
        known[heaps, flag] = found
    return found


def fast(heaps: Heaps, *, compiled: bool = False, options: int = claim_yield.ALL, threads: int = 1) -> ClaimYieldSearch:
    return ClaimYieldSearch([size for size, _ in heaps], Meter(), Settings(threads=threads, compiled=compiled), options)


def wins(search: ClaimYieldSearch, heaps: Heaps, flag: bool) -> bool:
    return search.first_wins([size for size, _ in heaps], [owner for _, owner in heaps], flag)


def random_list(draw: random.Random, most: int, top: int) -> Heaps:
    return tuple((draw.randint(2, top), draw.random() < 0.5) for _ in range(draw.randint(1, most)))


def check_all(count: int, top: int) -> int:
    """All lists of so many heaps, by one search."""
    known: Known = {}
    search = fast(((top, True),) * count)
    kinds = list(product(range(2, top + 1), (False, True)))
    compared = 0
    for heaps in product(kinds, repeat=count):
        for flag in (False, True):
            assert wins(search, heaps, flag) == by_rules(heaps, flag, known), (heaps, flag)
            compared += 1
    return compared


def test_all_short_lists() -> None:
    assert sum(check_all(count, top) for count, top in ((0, 2), (1, 9), (2, 7), (3, 5), (4, 4), (5, 3))) == 5_986


@pytest.mark.long
def test_all_longer_lists() -> None:
    for count, top in ((3, 9), (4, 6), (5, 5), (6, 4), (8, 3)):
        assert check_all(count, top) == 2 * (2 * top - 2) ** count


def check_random(draw: random.Random, lists: int, most: int, tops: tuple[int, ...], *, compiled: bool) -> None:
    """Random lists and what comes of them along a random play, asked of one search."""
    seen = set()
    for _ in range(lists):
        heaps, flag = random_list(draw, most, draw.choice(tops)), draw.random() < 0.5
        search, known = fast(heaps, compiled=compiled), Known()
        while heaps:
            expected = by_rules(heaps, flag, known)
            assert wins(search, heaps, flag) == expected, (heaps, flag)
            seen.add((expected, flag))
            (size, owner), rest = heaps[0], heaps[1:]
            claims = draw.random() < 0.6
            stays = claims and flag != owner and size > 2
            heaps, flag = (*rest, (size - 1, owner)) if stays else rest, owner == claims
    assert len(seen) == 4


@both_ways
def test_random_lists(compiled: bool) -> None:
    check_random(random.Random(1), 300, 9, (3, 4, 5, 8, 20), compiled=compiled)


@pytest.mark.long
@both_ways
def test_many_random_lists(compiled: bool) -> None:
    check_random(random.Random(2), 3_000, 12, (3, 4, 5, 8), compiled=compiled)
    check_random(random.Random(3), 2_000, 7, (5, 20, 60), compiled=compiled)


def test_every_part_of_the_rules_can_be_switched_off() -> None:
    draw = random.Random(4)
    for options in range(claim_yield.ALL + 1):
        for _ in range(tries(40)):
            heaps, flag = random_list(draw, 8, draw.choice((3, 5, 9))), draw.random() < 0.5
            assert wins(fast(heaps, options=options), heaps, flag) == by_rules(heaps, flag, {}), (heaps, flag)


def test_huge_heaps() -> None:
    """Gaps are made small: the same lists with gaps that are just large enough, by the rules."""
    draw = random.Random(5)
    for _ in range(tries(300)):
        count = draw.randint(1, 5)
        steps = [draw.randint(0, 2) for _ in range(3)]
        kinds = [(level, step) for level in range(3) for step in steps]
        drawn = [(*draw.choice(kinds), draw.random() < 0.5) for _ in range(count)]
        flag = draw.random() < 0.5

        def lists(gap: int, drawn: list[tuple[int, int, bool]] = drawn) -> Heaps:
            return tuple((2 + level * gap + step, owner) for level, step, owner in drawn)

        huge = lists(10 ** draw.choice((3, 30, 300)))
        assert wins(fast(huge), huge, flag) == by_rules(lists(count + 6), flag, {}), (huge, flag)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_long_lists_in_parts(compiled: bool) -> None:
    """Longer than a word, where the rules alone do not come to an end: a choice wins where its result does."""
    draw = random.Random(6)
    for count in (63, 64, 65, 70, 130):
        heaps = tuple((draw.choice((2, 2, 3, 4)), draw.random() < 0.5) for _ in range(count))
        search, flag = fast(heaps, compiled=compiled, threads=2), False
        while heaps:
            (size, owner), rest = heaps[0], heaps[1:]
            stays = ((size - 1, owner),) if flag != owner and size > 2 else ()
            results = [wins(search, rest + stays, owner), wins(search, rest, not owner)]
            assert wins(search, heaps, flag) == (owner if owner in results else not owner)
            heaps, flag = (rest + stays, owner) if draw.random() < 0.5 else (rest, not owner)


def check_adjacent_nim(count: int, top: int) -> None:
    for play in Play:
        law = PlainSearch(play, Meter())
        for heaps in product(range(1, top + 1), repeat=count):
            assert mover_wins(heaps, play, Meter()) == law.wins(lm.AdjacentNim(heaps, start=0)), (heaps, play)


def test_adjacent_nim() -> None:
    for count, top in ((1, 6), (2, 6), (3, 5), (4, 4), (5, 3), (6, 2)):
        check_adjacent_nim(count, top)


@pytest.mark.long
def test_more_adjacent_nim() -> None:
    for count, top in ((3, 9), (4, 6), (5, 4), (6, 3), (7, 3)):
        check_adjacent_nim(count, top)


def test_what_was_too_long_for_the_rules_is_proved() -> None:
    """A plan is found, is short enough, and passes its check, which knows nothing of the search."""
    seen = set()
    for seed, count in product(range(6), (44, 45, 60)):
        draw = random.Random(seed)
        heaps = [draw.randint(1, 5) for _ in range(count)]
        game = ClaimYield(heaps, Meter())
        won = good_move(heaps, Play.NORMAL, game) is not None
        found = plan(heaps, game).outcome(lm.AdjacentNim(heaps, start=0), Play.NORMAL)
        assert found.wins == won
        seen.add(won)
    assert len(seen) == 2


def test_limits_stop_the_search_and_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(7)
    heaps = [draw.randint(1, 5) for _ in range(80)]
    with pytest.raises(lm.LimitReached):
        mover_wins(
            [draw.choice((1, 30 + draw.randint(0, 40))) for _ in range(400)], Play.NORMAL, Meter(Limits(positions=500))
        )
    states = len(plan(heaps, ClaimYield(heaps, Meter())).choices)  # type: ignore[attr-defined]
    assert 10 < states < MOST_STATES
    monkeypatch.setattr("lastmove.theorems.claim_yield.game.MOST_STATES", 10)
    with pytest.raises(TooLarge, match="too many states"):
        plan(heaps, ClaimYield(heaps, Meter()))
    answer = lm.solve(lm.AdjacentNim(heaps, start=0))
    assert answer.outcome is not None
    assert isinstance(answer.reason, TheoremReason)
    assert answer.reason.number == "LM8"
    found = lm.outcomes(lm.AdjacentNim(heaps[:40]))
    assert found.count(lm.Outcome.N) + found.count(lm.Outcome.P) == 40
    assert "too many states" in found.certificate_note


def test_small_heaps_take_few_positions() -> None:
    """With heaps up to 3 the positions grow with the number of heaps, not exponentially."""
    for seed, count in product(range(5), (100, 400)):
        draw = random.Random(seed)
        heaps = [draw.choice((1, 2, 3, 3)) for _ in range(count)]
        meter = Meter(Limits(positions=4 * count))
        game = ClaimYield(heaps, meter)
        left = good_move(heaps, Play.NORMAL, game)
        big = [place for place, heap in enumerate(heaps) if heap > 1]
        # After one lap all heaps are 2, and the owner of the last one wins (LM9): so it can be worked out backwards.
        assert (left is not None) == backwards([(heaps[place], place % 2 == 0) for place in big], count % 2 == 1)


def backwards(heaps: list[tuple[int, bool]], flag: bool) -> bool:
    """Heaps up to 3 from the last one on: by who owns the last heap that was kept so far, and who has the flag."""
    value = {(last, has): has if last is None else last for last in (None, False, True) for has in (False, True)}
    for size, owner in reversed(heaps):
        value = {
            (last, has): owner
            if owner in (value[last if has == owner or size == 2 else owner, owner], value[last, not owner])
            else not owner
            for last, has in value
        }
    return value[None, flag]


def test_working_backwards_is_right() -> None:
    draw = random.Random(8)
    for _ in range(tries(500)):
        heaps, flag = random_list(draw, 10, 3), draw.random() < 0.5
        assert backwards(list(heaps), flag) == by_rules(heaps, flag, {})
