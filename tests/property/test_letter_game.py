"""The letter game (LM17) and what follows from it, LM18 to LM23: against its rules, the law, and through ``solve``."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest

import lastmove as lm
from effort import tries
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.core.solution import TheoremReason
from lastmove.games.moves import Lower
from lastmove.theorems import ours
from lastmove.theorems.claim_yield.letters import LetterGame
from lastmove.theorems.claim_yield.letters_check import (
    Letters,
    automaton,
    by_one_owner,
    by_signs,
    letter_list,
    near,
    rewritten,
    shortened,
)
from theory_checks import Law

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lastmove.theorems.statement import Theorem

pytestmark = pytest.mark.long

THEOREMS: dict[str, Theorem] = {t.statement.number: t for t in ours.DECIDERS}
NEW = ("LM11", "LM18", "LM19", "LM20", "LM21")
Heaps = tuple[int, ...]


@cache
def played(heaps: Heaps, letter: int) -> int:
    """The winner by the rules of the letter game alone."""
    if not heaps:
        return letter
    owner = heaps[0] & 1
    deleted = played(heaps[1:], owner)
    if letter != owner or heaps[0] < 4 or deleted == owner:
        return deleted
    return played((*heaps[1:], heaps[0] - 2), 1 - owner)


def lists(most: int, lives: int) -> Iterator[tuple[Heaps, int]]:
    for count in range(1, most + 1):
        for heaps in product(range(2, 2 * lives + 2), repeat=count):
            for letter in (0, 1):
                yield heaps, letter


def random_list(rng: random.Random, most: int = 9) -> tuple[Heaps, int]:
    top = rng.choice((1, 2, 3, 5, 8))
    equal = rng.random() < 0.3
    count = rng.randint(1, most)
    return tuple(2 * (top if equal else rng.randint(1, top)) + rng.randint(0, 1) for _ in range(count)), rng.randint(
        0, 1
    )


def check_list(heaps: Heaps, letter: int) -> set[str]:
    """Everything that names a winner or rewrites a list; who spoke."""
    winner = played(heaps, letter)
    assert played(*rewritten(heaps, letter)) == winner, (heaps, letter)
    assert played(near(heaps), letter) == winner, (heaps, letter)
    assert LetterGame(Meter()).winner(heaps, letter) == winner, (heaps, letter)
    said = {"LM18": by_one_owner(heaps, letter), "LM21": by_signs(heaps, letter)}
    if max(heaps) < 8:
        said["LM20"] = automaton(3).decide(heaps, letter)
    for number, found in said.items():
        assert found in (None, winner), (number, heaps, letter)
    return {f"{number} {found}" for number, found in said.items() if found is not None}


def test_all_small_lists() -> None:
    spoke = set[str]()
    for heaps, letter in lists(4, 3):
        spoke |= check_list(heaps, letter)
    assert spoke == {f"{number} {winner}" for number in ("LM18", "LM20", "LM21") for winner in (0, 1)}


@pytest.mark.long
def test_all_lists_of_five_and_of_six() -> None:
    for heaps, letter in lists(5, 3):
        check_list(heaps, letter)
    for heaps, letter in lists(6, 2):
        check_list(heaps, letter)
    played.cache_clear()


def test_random_lists() -> None:
    rng = random.Random("lists")
    for number in range(tries(20_000, quick=600)):
        check_list(*random_list(rng))
        if number % 2000 == 0:
            played.cache_clear()


def test_rules_hold_whatever_stands_around() -> None:
    """LM23: a part of a list is rewritten, the rest of it is not."""
    rng = random.Random("around")
    changed = 0
    for _ in range(tries(3000)):
        before, part, behind = (random_list(rng, 5)[0] for _ in range(3))
        inner = shortened(part)
        changed += inner != part
        for letter in (0, 1):
            one, two = (played(before + middle + behind, letter) for middle in (part, inner))
            assert one == two, (before, part, behind)
    assert changed > tries(300)


def test_where_conjecture_e2_is_false() -> None:
    """Heaps of one life; what is printed of the conjecture in docs/background/proofs-adjacent-nim.md."""

    def sides(k: int, life: int, behind: Heaps) -> tuple[int, int]:
        """The winner of x^(2k-1) y^k x and of x^(2k-1) y^(k-1), with the letter X."""
        x, y = 2 * life, 2 * life + 1
        before = (x,) * (2 * k - 1)
        return played((*before, *(y,) * k, x, *behind), 0), played((*before, *(y,) * (k - 1), *behind), 0)

    for k in range(2, 6):
        assert sides(k, 1, ()) == (0, 1)
    assert sides(4, 2, (4,)) == (0, 1)
    for k, life in product((1, 2, 3), (2, 3)):
        for behind in product(range(2, 2 * life + 2), repeat=2):
            won, also = sides(k, life, behind)
            assert won == also, (k, life, behind)


def test_the_letter_game_is_adjacent_nim() -> None:
    """LM17, by the law."""
    for play in Play:
        for count, high in ((1, 5), (2, 5), (3, 4), (4, 3), (5, 3)):
            law = Law(play)
            for heaps in product(range(1, high + 1), repeat=count):
                if max(heaps) > 1:
                    wins = law.wins(lm.AdjacentNim(heaps, start=0))
                    assert (played(*letter_list(heaps)) == 0) == wins, heaps


def test_gaps() -> None:
    """LM22 as it is stated, by the rules."""
    rng = random.Random("gaps")
    for _ in range(tries(1500)):
        count = rng.randint(1, 5)
        most, low = max(2, count), rng.randint(0, 3)
        lives = [
            rng.randint(1, low) if low and rng.random() < 0.5 else low + most + rng.randint(1, 4) for _ in range(count)
        ]
        owners = [rng.randint(0, 1) for _ in range(count)]
        heaps = tuple(2 * life + owner for life, owner in zip(lives, owners, strict=True))
        lower = tuple(heap - 2 * (heap >> 1 > low) for heap in heaps)
        for letter in (0, 1):
            assert played(heaps, letter) == played(lower, letter), (heaps, low)


def circles(number: str, rng: random.Random) -> Iterator[list[int]]:
    """Circles on which a theorem has to speak."""
    while True:
        count = rng.randint(3, 40)
        top = rng.choice((5, 9, 10**30))
        heaps = [rng.randint(2, top) for _ in range(count)]
        ones = 1 if number == "LM11" else rng.randint(2, 4)
        if number == "LM20":
            heaps = [rng.randint(1, 4) for _ in range(rng.randint(10, 300))]
        elif number == "LM21":
            heaps, ones = (
                [rng.randint(count + 9, top + count + 9) for _ in range(count)],
                rng.randint(2, count // 2 + 1),
            )
        for place in rng.sample(range(len(heaps)), min(ones, len(heaps) - 1)) if number != "LM20" else ():
            heaps[place] = 1
        yield heaps


@pytest.mark.parametrize("number", NEW)
def test_a_hundred_answers_through_solve(number: str) -> None:
    """Both outcomes, in both conventions; moves are held against the answers one move later."""
    rng = random.Random(f"fires {number}")
    fired: list[lm.Outcome] = []
    for heaps in circles(number, rng):
        play = rng.choice(list(Play))
        position = lm.AdjacentNim(heaps, start=0)
        solution = lm.solve(position, play, all_moves=True, certificate=True)
        if not isinstance(solution.reason, TheoremReason) or solution.reason.number != number:
            continue
        fired.append(solution.outcome)
        assert solution.certificate is not None, heaps
        winning = solution.winning_moves()
        good = {move.remaining for move in winning}
        edges = {
            0,
            1,
            2,
            heaps[0] // 2,
            heaps[0] - 1,
            *({left + d for left in (min(good), max(good)) for d in (-1, 1)} if good else ()),
        }
        for left in sorted(edges):
            if 0 <= left < heaps[0] and (left in good or winning.total == len(winning)):
                after = lm.solve(position.after(Lower(left)), play).outcome
                assert after is (lm.Outcome.P if left in good else lm.Outcome.N), (heaps, left)
        if min(fired.count(lm.Outcome.N), fired.count(lm.Outcome.P)) >= 20 and len(fired) >= 100:
            break


MISSES: dict[str, Callable[[random.Random], list[int]]] = {
    "LM11": lambda rng: [1, 1, *(rng.randint(2, 9) for _ in range(rng.randint(1, 6)))],
    "LM18": lambda rng: [rng.randint(2, 9), 1, *(rng.randint(2, 9) for _ in range(2)), 1, rng.randint(2, 9)],
    "LM19": lambda rng: [value for _ in range(rng.randint(10, 14)) for value in (rng.randint(2, 6), 1)],
    "LM20": lambda rng: [5, *(rng.randint(1, 4) for _ in range(rng.randint(1, 9)))],
    "LM21": lambda rng: [rng.randint(2, 9) for _ in range(2 * rng.randint(1, 5))],
}
"""Circles that just fail: two heaps of 1, doubles of both players, too many odd runs, a 5, an offset of 0."""


@pytest.mark.parametrize("number", NEW)
def test_a_hundred_near_misses(number: str) -> None:
    rng = random.Random(f"misses {number}")
    for _ in range(tries(100)):
        position = lm.AdjacentNim(MISSES[number](rng), start=0)
        for play in Play:
            assert THEOREMS[number].decide(position, play, Meter()) is None, position
        solution = lm.solve(position)
        assert solution.outcome is not lm.Outcome.UNKNOWN
        assert not (isinstance(solution.reason, TheoremReason) and solution.reason.number == number)


def test_many_heaps_and_huge_ones() -> None:
    rng = random.Random("many and huge")
    outcomes = set()
    for ones in range(5):
        for count in (199, 200):
            heaps = [rng.randint(2, 10**30) for _ in range(count)]
            for place in rng.sample(range(count), ones):
                heaps[place] = 1
            position = lm.AdjacentNim(heaps, start=rng.choice([p for p in range(count) if heaps[p] > 1]))
            solution = lm.solve(position, all_moves=True, certificate=True)
            assert solution.certificate is not None
            outcomes.add(solution.outcome)
            if solution.outcome is lm.Outcome.N:
                assert solution.move is not None
                assert lm.solve(position.after(solution.move)).outcome is lm.Outcome.P
    small = [rng.randint(1, 4) for _ in range(10_000)]
    solution = lm.solve(lm.AdjacentNim(small, start=0), all_moves=True, certificate=True)
    assert isinstance(solution.reason, TheoremReason)
    assert solution.reason.number == "LM20"
    assert len(outcomes) == 2


def test_automata() -> None:
    assert [len(automaton(life).step) for life in (1, 2, 3)] == [3, 9, 211]


def test_evidence_that_is_changed_is_refused() -> None:
    """Take a list away, or name another winner: refused, or still true."""
    rng = random.Random("changed lists")
    refused = 0
    for _ in range(tries(300)):
        heaps = [1 if rng.random() < 0.4 else rng.randint(5, 9) for _ in range(rng.randint(8, 16))]
        if max(heaps) < 2:
            continue
        position = lm.AdjacentNim(heaps, start=0)
        verdict = THEOREMS["LM19"].decide(position, Play.NORMAL, Meter())
        if verdict is None:
            continue
        assert verdict.certificate is not None
        true = verdict.certificate()
        assert isinstance(true, Letters)
        assert certificate_from_json(true.to_json()) == true
        if not true.lists:
            continue
        place = rng.randrange(len(true.lists))
        winner, letter, listed = true.lists[place]
        for instead in ((), ((1 - winner, letter, listed),)):
            changed = Letters((*true.lists[:place], *instead, *true.lists[place + 1 :]))
            try:
                assert changed.outcome(position, Play.NORMAL).wins == verdict.wins
            except Refuted:
                refused += 1
    assert refused > tries(20)
