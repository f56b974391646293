"""Misère sums: g-, genus and canonical forms against the definition, and the theorems about special and tame games."""

from __future__ import annotations

import random
from collections import Counter
from functools import reduce
from itertools import combinations
from operator import xor
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.position import key_of
from lastmove.games import GAMES, game_class
from lastmove.heaps.values import mex
from lastmove.search.plain import PlainSearch
from lastmove.search.trampoline import evaluate
from lastmove.sums.genus import ZERO, FormSearch, Genus, GenusSearch, simplest
from lastmove.sums.nimbers import GrundySearch, NotSpecial
from lastmove.sums.search import SumSearch
from lastmove.sums.tame import TameSearch, Wild
from lastmove.theorems.sums import SpecialSums, TameSums
from reference import cases

MISERE = lm.Play.MISERE


def misere_value(position: Any) -> int:
    """g- by its definition."""

    def recipe(at: Any) -> Any:
        values = []
        for move in at.moves():
            values.append((yield at.after(move)))
        return mex(values) if values else 1

    found: int = evaluate(position, recipe, {}, Meter(), key_of=key_of)
    return found


def random_dag(rng: random.Random, size: int) -> lm.Dag:
    """A position with few options, and so with many games that are not special, and wild ones."""
    edges = [(a, b) for a in range(1, size) for b in range(a) if b == a - 1 or rng.random() < 0.35]
    return lm.Dag(edges, start=size - 1)


def is_special(position: Any) -> bool:
    try:
        GrundySearch(Meter(), stop=True).value(position)
    except NotSpecial:
        return False
    return True


def kayles_by_hand(to: int) -> tuple[list[int], list[list[int]]]:
    """g+ of the heaps of Kayles, and g- of each with no, one, two and three Nim heaps of 2; from the rules alone.

    A position is a bag of rows of pins and of Nim heaps (written as negative numbers); nothing of lastmove is used.
    """
    known: dict[tuple[tuple[int, ...], int], int] = {}

    def options(bag: tuple[int, ...]) -> set[tuple[int, ...]]:
        found = set()
        for place, n in enumerate(bag):
            rest = (*bag[:place], *bag[place + 1 :])
            nim = [(-k, 0) for k in range(-n)]
            left = nim or [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]
            found |= {tuple(sorted(x for x in (*rest, *some) if x)) for some in left}
        return found

    def value(bag: tuple[int, ...], over: int) -> int:
        if (bag, over) not in known:
            near = {value(option, over) for option in options(bag)}
            least = 0 if near else over
            while least in near:
                least += 1
            known[bag, over] = least
        return known[bag, over]

    heaps = [(n,) if n else () for n in range(to + 1)]
    misere = [[value(tuple(sorted((*heap, *[-2] * twos))), 1) for twos in range(4)] for heap in heaps]
    return [value(heap, 0) for heap in heaps], misere


def test_published_misere_values_of_kayles() -> None:
    """g- of 0.77 (W. L. Sibert, J. H. Conway, Mathematical Kayles, 1992), and its genus (Winning Ways, chapter 13).

    The rows were recomputed here from the definition, up to heap 12; they are not copied from the books.
    """
    normal, misere = kayles_by_hand(12)
    for n in range(13):
        found = lm.genus(lm.Octal("0.77", [n]))
        assert found.value == normal[n]
        assert [found.superscript(twos) for twos in range(4)] == misere[n]
    values = [lm.misere_grundy(lm.Octal("0.77", [n])) for n in range(21)]
    assert values == [1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0]
    genera = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046"
    assert " ".join(str(lm.genus(lm.Octal("0.77", [n]))) for n in range(13)) == genera


def test_genus_is_its_definition() -> None:
    rng = random.Random("genus")
    for _ in range(tries(60)):
        position = random_dag(rng, rng.randint(2, 6))
        found = lm.genus(position)
        assert found == GenusSearch(Meter()).genus(position)
        assert found.value == GrundySearch(Meter()).value(position)
        assert lm.misere_grundy(position) == misere_value(position)
        for number in range(4):
            assert found.superscript(number) == misere_value(lm.Sum([position, lm.Nim([2] * number)])), position


@pytest.mark.parametrize("game", ["nim", "octal", "subtraction", "dag", "sum", "vertexnim"])
def test_misere_values_are_their_definition(game: str) -> None:
    rng = random.Random(f"misere {game}")
    for _ in range(tries(60)):
        position = lm.parse(cases.generate(game, rng)).position
        assert lm.misere_grundy(position) == misere_value(position), position


def test_misere_forms_by_birthday() -> None:
    """1, 2, 3, 5, 22 games are born by day 0, 1, 2, 3, 4 (Conway, On Numbers and Games, chapter 12)."""
    known = {ZERO}
    counts = [1]
    for _ in range(4):
        known |= {simplest(chosen) for size in range(len(known) + 1) for chosen in combinations(known, size)}
        counts.append(len(known))
    assert counts == [1, 2, 3, 5, 22]
    assert all(simplest(form.options) is form for form in known)


def test_forms_can_stand_for_their_positions() -> None:
    rng = random.Random("forms")
    forms = FormSearch(Meter())
    for _ in range(tries(150)):
        position, other = random_dag(rng, rng.randint(2, 6)), random_dag(rng, rng.randint(2, 5))
        form = lm.misere_canonical_form(position)
        before = PlainSearch(MISERE, Meter()).wins(lm.Sum([position, other]))
        assert PlainSearch(MISERE, Meter()).wins(lm.Sum([form, other])) == before
        assert forms.plus(form, lm.misere_canonical_form(other)).wins == before
        assert lm.misere_canonical_form(lm.Sum([position, other])).wins == before
    assert lm.misere_canonical_form(lm.Nim([3])).nim_heap == 3
    assert repr(lm.misere_canonical_form(lm.Nim([2, 2]))) == "{3, 2}"


def test_special_sums() -> None:
    """Right on thousands of sums of special games, refused where one of them is not special."""
    rng = random.Random("special")
    pool = [random_dag(rng, rng.randint(2, 8)) for _ in range(tries(500))]
    special = [game for game in pool if is_special(game)]
    others = [game for game in pool if not is_special(game)]
    assert len(special) > tries(80)
    assert len(others) > tries(20)
    theorem, outcomes = SpecialSums(), Counter[bool]()
    for _ in range(tries(3000)):
        position = lm.Sum(rng.choices(special, k=rng.choice((2, 2, 3))))
        verdict = theorem.decide(position, MISERE, Meter())
        law = PlainSearch(MISERE, Meter())
        assert verdict is not None
        assert verdict.wins == law.wins(position), position
        assert (verdict.move is not None) == verdict.wins, position
        if verdict.move is not None:
            assert not law.wins(position.after(verdict.move)), position
        outcomes[verdict.wins] += 1
    assert min(outcomes.values()) > tries(200)
    wrong = 0
    for _ in range(tries(300)):
        position = lm.Sum([rng.choice(others), rng.choice(pool)])
        assert theorem.decide(position, MISERE, Meter()) is None
        values = [GrundySearch(Meter()).value(part) for part in position.parts]
        rule = reduce(xor, values) != (1 if max(values) <= 1 else 0)
        wrong += rule != PlainSearch(MISERE, Meter()).wins(position)
    assert wrong > tries(20), "where games are not special, the rule is often wrong"


def test_tame_sums() -> None:
    """Right wherever it speaks, also where games are not special, and silent exactly where something is wild."""
    rng = random.Random("tame")
    theorem, fired = TameSums(), Counter[tuple[bool, bool]]()
    silent = 0
    for _ in range(tries(2500)):
        position = lm.Sum([random_dag(rng, rng.randint(2, 8)) for _ in range(rng.choice((1, 2, 2)))])
        verdict = theorem.decide(position, MISERE, Meter())
        if verdict is None:
            silent += 1
            with pytest.raises(Wild):
                TameSearch(Meter()).pair(position)
            continue
        law = PlainSearch(MISERE, Meter())
        winning = [move for move in position.moves() if not law.wins(position.after(move))]
        assert verdict.wins == law.wins(position), position
        listed = verdict.winning_moves()
        assert listed is not None
        assert sorted(map(repr, listed)) == sorted(map(repr, winning)), position
        assert verdict.move in winning if winning else verdict.move is None
        fired[verdict.wins, all(map(is_special, position.parts))] += 1
    assert silent > tries(50)
    assert min(fired.values()) > tries(20), fired
    assert len(fired) == 4, fired


def test_tame_heap_games_are_decided_where_search_is_hopeless() -> None:
    for code in ("0.56", "0.73", "4.12", "4.73", "0.3"):
        position = lm.Octal(code, [40, 37, 31])
        answer = lm.solve(position, play="misere", limits=lm.Limits(time=20))
        assert answer.outcome is not lm.Outcome.UNKNOWN, code
        if answer.move is not None:
            after = lm.solve(position.after(answer.move), play="misere", limits=lm.Limits(time=20))
            assert after.outcome is lm.Outcome.P


def test_reasons_say_the_method() -> None:
    special = lm.solve(lm.Sum([lm.Subtraction({1, 2}, [4]), lm.Nim([3])]), play="misere")
    tame = lm.solve(lm.Sum([lm.Dag(TAME, start="g"), lm.Nim([3])]), play="misere")
    wild = lm.solve(lm.Octal("0.77", [5, 2]), play="misere")
    assert [answer.to_json()["reason"]["kind"] for answer in (special, tame, wild)] == ["theorem"] * 3
    assert special.to_json()["reason"]["number"] == "Problem 1"
    assert tame.to_json()["reason"]["source"] == "Conway"
    assert wild.to_json()["reason"]["source"] == "Plambeck-Siegel"
    said = special.to_json()["reason"]["text"]
    assert "of 5 positions below (Nim aside) those with the value 0 and a move, 1, have an option of value 1" in said
    assert "as Subtraction([1, 2], [3]) has Subtraction([1, 2], [1])" in said
    said = tame.to_json()["reason"]["text"]
    assert "every part is tame" in said
    assert "some part counts like heaps above 1" in said


TAME = [("g", "f2"), ("f2", "1"), ("f2", "0"), ("1", "0")]
"""A position with one option, a Nim heap of 2: both its values are 0, it is not over, and it is not special."""


def test_compare() -> None:
    found = lm.compare(lm.Sum([lm.Dag(TAME, start="g"), lm.Nim([2])]))
    assert (found.tame, found.special, str(found.genus)) == (True, False, "2^20")
    assert found.violation is not None
    kayles = lm.compare(lm.Octal("0.77", [5]))
    assert (kayles.tame, kayles.normal.outcome.value, kayles.misere.outcome.value) == (False, "N", "N")
    assert kayles.wild is not None
    assert kayles.wild.position == lm.Octal("0.77", [5])
    assert "id" not in kayles.to_json()
    assert lm.compare(lm.parse({"game": "nim", "heaps": [1], "id": "a"})).to_json()["id"] == "a"
    rng = random.Random("compare")
    for _ in range(tries(60)):
        position = lm.parse(cases.generate("sum", rng)).position
        compared = lm.compare(position)
        for play, answer in (("normal", compared.normal), ("misere", compared.misere)):
            assert (answer.outcome is lm.Outcome.N) == PlainSearch(lm.Play(play), Meter()).wins(position)


def test_compare_answers_where_the_values_are_too_expensive() -> None:
    board = lm.VertexGeography(lm.graphs.named("grid:5x5"), start=0)
    found = lm.compare(board, limits=lm.Limits(positions=3_000))
    assert found.normal.outcome is lm.Outcome.P
    assert (found.genus, found.special, found.tame) == (None, None, None)
    assert found.stopped_by is not None
    written = found.to_json()
    assert written["genus"] is None
    assert written["values_reason"] == {"kind": "limit", "limit": "positions", "positions": 3_000}


@pytest.mark.parametrize("game", GAMES)
def test_compare_works_for_every_game(game: str) -> None:
    position = lm.parse({**game_class(game).example, "play": "normal"}).position
    found = lm.compare(position)
    outcomes = [lm.solve(position, play).outcome for play in ("normal", "misere")]
    assert [found.normal.outcome, found.misere.outcome] == outcomes
    assert found.same_winner == (outcomes[0] is outcomes[1])
    assert found.genus is not None


def test_tame_genera_are_those_of_nim() -> None:
    """0^120 and 1^031 of heaps of 1, and n^n(n^2) of the others; no Nim position has a genus like 2^302."""
    heaps = [lm.Nim(heaps) for heaps in ([], [1], [1, 1], [2], [2, 2], [2, 3], [2, 2, 1], [1, 4], [7, 5])]
    found = {lm.genus(position) for position in heaps}
    assert {str(genus) for genus in found} == {"0^120", "1^031", "2^20", "0^02", "1^13", "5^57"}
    assert all(genus.is_tame for genus in found)
    likewise = [Genus(value, (value ^ 1, value ^ 2, value)) for value in (2, 3, 4)]
    assert not any(genus.is_tame for genus in [*likewise, Genus(0, (2, 0)), Genus(1, (0, 2)), Genus(0, (1, 3, 1))])


def test_forms_know_how_long_their_text_is() -> None:
    """So that a form that is too long to be written is not written first."""
    rng = random.Random("lengths of forms")
    forms = [ZERO]
    for _ in range(60):
        forms.append(simplest(rng.sample(forms, rng.randint(0, min(5, len(forms))))))
    short = [form for form in forms if form.nim_heap is None and form.length < 500]
    assert len(short) > 10
    assert all(form.length == len(repr(form)) for form in short)
    assert all(form.length == 1 for form in forms if form.nim_heap is not None)


def test_what_special_sums_found_is_kept() -> None:
    """Where they give up, the theorem on tame games and the search go on from their values, and answer as the law."""
    rng = random.Random("kept values")
    alone = together = 0
    for _ in range(tries(150)):
        whole = lm.Sum([random_dag(rng, 6), random_dag(rng, 6), lm.Nim([rng.randint(0, 2)])])
        meter, other = Meter(), Meter()
        if SpecialSums().decide(whole, MISERE, meter) is not None:
            continue
        spent = meter.positions
        verdict, fresh = TameSums().decide(whole, MISERE, meter), TameSums().decide(whole, MISERE, other)
        wins = PlainSearch(MISERE, Meter()).wins(whole)
        assert (verdict is None) == (fresh is None)
        if verdict is not None and fresh is not None:
            assert verdict.wins == fresh.wins == wins
            assert verdict.why == fresh.why
            assert verdict.certificate is not None
            verdict.certificate().outcome(whole, MISERE)
        assert SumSearch(MISERE, meter, lambda *_: None).wins(whole) == wins
        together += meter.positions - spent
        SumSearch(MISERE, other, lambda *_: None).wins(whole)
        alone += other.positions
    assert together < alone
