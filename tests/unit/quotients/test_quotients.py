"""Misère quotients: known ones, their periods, presentations, structure, limits and saved work."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.search.plain import PlainSearch

KNOWN = {  # code: (largest heap, order, P, period, preperiod)
    "0.123": (30, 20, 5, 5, 5),
    "0.75": (24, 8, 2, 2, 8),
    "0.77": (170, 40, 9, 12, 71),
    "0.15": (160, 42, 12, 10, 66),
    "0.152": (160, 34, 6, 48, 25),
    "0.07": (25, 144, 23, None, None),
}


@pytest.mark.parametrize("code", KNOWN)
def test_known_quotients(code: str) -> None:
    heap, *facts = KNOWN[code]
    found = lm.quotient(code, heap=heap)
    assert found.status == "proved"
    assert [found.order, found.p_order, found.period, found.preperiod] == facts
    assert found.tame is False
    assert len(found.phi) == heap + 1
    assert found.growth[-1][1:] == (found.order, found.p_order)


def test_growth_of_kayles_and_of_a_game_that_begins_late() -> None:
    steps = [[1, 2, 1], [2, 6, 2], [5, 12, 3], [9, 18, 6], [12, 24, 8], [25, 32, 9], [27, 40, 9]]
    assert lm.quotient("0.77", heap=30).to_json()["growth"] == steps
    assert lm.quotient("0.07", heap=14).to_json()["growth"] == [[2, 2, 1], [4, 6, 2], [10, 12, 3], [14, 24, 5]]


def test_the_period_is_proved_by_its_window_and_not_before() -> None:
    assert lm.quotient("0.75", heap=20).period is None  # 2 * 8 + 2 + 2 = 20: the heap 21 is the last one looked at
    assert lm.quotient("0.75", heap=21).period == 2


def test_0_75_is_r8() -> None:
    found = lm.quotient("0.75", heap=8)
    assert str(found.presentation) == "< a, b, c | a^2 = 1, bc = ab, c^2 = b^2, b^3 = b >"
    assert found.p_portion == ["a", "b^2"]
    assert found.phi == ["1", "a", "b", "a", "b", "c", "b", "c", "b"]
    assert found.idempotents == ["1", "b^2"]
    assert found.archimedean_components == [["1", "a"], ["b", "ab", "b^2", "ab^2", "c", "ac"]]


@pytest.mark.parametrize("heap", range(10))
def test_nim_is_tame(heap: int) -> None:
    found = lm.quotient("0.[3]", heap=heap)
    order = heap + 1 if heap < 2 else 2 + (1 << heap.bit_length())
    assert (found.order, found.tame) == (order, True)


@pytest.mark.parametrize("code", ["0.77", "0.123", "4.7", "0.26", "0.3F", "0.[37]"])
def test_relations_are_a_complete_presentation(code: str) -> None:
    """Rewriting with the relations alone takes every product of two elements to the word of their product."""
    found = lm.quotient(code, heap=10)
    presentation, monoid = found.presentation, found.monoid
    assert presentation is not None
    assert monoid is not None
    letters = presentation.generators
    rules = [(powers(left, letters), powers(right, letters)) for left, right in presentation.relations]
    for x, y in product(range(monoid.order), repeat=2):
        both = (powers(presentation.words[element], letters) for element in (x, y))
        word = [a + b for a, b in zip(*both, strict=True)]
        while True:
            hit = next((rule for rule in rules if all(a >= b for a, b in zip(word, rule[0], strict=True))), None)
            if hit is None:
                break
            word = [a - b + c for a, b, c in zip(word, *hit, strict=True)]
        assert word == powers(presentation.words[monoid.product[x, y]], letters)


def powers(word: str, letters: tuple[str, ...]) -> list[int]:
    found = [0] * len(letters)
    rest = "" if word == "1" else word
    while rest:
        name, rest = rest[0], rest[1:]
        power = ""
        if rest.startswith("^"):
            rest = rest[1:]
            while rest and rest[0].isdigit():
                power, rest = power + rest[0], rest[1:]
        found[letters.index(name)] += int(power or 1)
    return found


@pytest.mark.parametrize("code", ["0.77", "0.123", "0.07", "4.7", "0.26", "0.54", "0.[37]", "0.3F"])
def test_outcomes_are_those_of_the_law(code: str) -> None:
    largest = 4 if code == "4.7" else 6
    found = lm.quotient(code, heap=largest)
    law = PlainSearch(lm.Play.MISERE, Meter())
    for heaps in combinations_with_replacement(range(1, largest + 1), 3):
        assert found.outcome(*heaps) == ("N" if law.wins(lm.Octal(code, heaps)) else "P"), heaps


def test_subtraction_games_and_python_functions() -> None:
    taken = lm.quotient({1, 3, 4}, heap=40)
    assert (taken.status, taken.order, taken.tame, taken.period, taken.preperiod) == ("proved", 6, True, 7, 1)
    grundys = lm.HeapRules(lambda n: [(a, n - a) for a in range(1, n) if 2 * a < n], name="Grundy's game")
    found = lm.quotient(grundys, heap=14)
    assert (found.status, found.period, found.source.code) == ("proved", None, "Grundy's game")
    law = PlainSearch(lm.Play.MISERE, Meter())
    for heaps in combinations_with_replacement(range(1, 10), 2):
        assert found.outcome(*heaps) == ("N" if law.wins(grundys(*heaps)) else "P")


class Corridor:
    """Step one or two places to the left, or from an even place to its half: a game of a user."""

    def __init__(self, place: int) -> None:
        self.place = place

    def moves(self) -> list[int]:
        found = {self.place - 1, self.place - 2} | ({self.place // 2} if self.place % 2 == 0 else set())
        return sorted(left for left in found if 0 <= left < self.place)

    def after(self, move: int) -> Corridor:
        return Corridor(move)

    def __hash__(self) -> int:
        return hash(self.place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Corridor) and other.place == self.place


CLOSED: list[list[Any]] = [
    [lm.VertexGeography([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)], start=0)],
    [lm.NimGRM([(0, 1), (1, 2), (2, 0)], [2, 1, 2], start=0), lm.Octal("0.77", [6])],
    [lm.EdgeGeography([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], start=0), lm.Nim([2])],
    [Corridor(9), Corridor(6)],
    [
        lm.Dag([("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d")], start="a"),
        lm.Sum([lm.Nim([3]), Corridor(5)]),
    ],
]


@pytest.mark.parametrize("positions", CLOSED)
def test_closed_sets_are_those_of_the_law(positions: list[Any]) -> None:
    found = lm.quotient(positions)
    assert found.status == "proved"
    law = PlainSearch(lm.Play.MISERE, Meter())
    for chosen in combinations_with_replacement(range(len(positions)), 2):
        whole = lm.Sum([positions[number] for number in chosen])
        assert found.outcome(*chosen) == ("N" if law.wins(whole) else "P")


def test_a_position_is_a_closed_set_too_and_equal_components_are_one() -> None:
    both = lm.quotient([lm.Octal("0.77", [2]), lm.Nim([2]), lm.Octal("0.[3]", [2])])
    assert len(set(both.phi)) == 1
    assert lm.quotient(lm.Nim([2])).order == both.order == 6


@pytest.mark.parametrize("code", ["0.26", "0.27", "0.54", "0.57", "4.7"])
def test_what_keeps_growing_stops_honestly(code: str) -> None:
    found = lm.quotient(code, heap=1000, limits=lm.Limits(positions=2000))
    said = found.to_json()
    assert (said["status"], said["heap"], said["period"]) == ("bounded", 1000, None)
    assert said["reason"] == {"kind": "limit", "limit": "positions", "positions": 2000}
    reached = found.source.reached
    assert 5 < reached < 100
    assert len(found.phi) == reached + 1
    again = lm.quotient(code, heap=reached)
    assert (again.status, again.order, again.p_order) == ("proved", found.order, found.p_order)


def test_nothing_known_is_unknown() -> None:
    for found in (
        lm.quotient("0.77", heap=30, limits=lm.Limits(positions=0)),
        lm.quotient(lm.Octal("0.77", [30]), limits=lm.Limits(positions=5)),
    ):
        assert found.status == "unknown"
        assert found.stopped_by is not None
        assert found.certificate is None


@pytest.mark.long
def test_stopped_work_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    stopped = lm.quotient("0.07", heap=25, limits=lm.Limits(positions=1200), checkpoint=file)
    assert stopped.status == "bounded"
    found = lm.quotient("0.07", heap=25, checkpoint=file)
    assert (found.status, found.order, found.p_order) == ("proved", 144, 23)
    assert found.to_json()["growth"] == lm.quotient("0.07", heap=25).to_json()["growth"]
    assert lm.quotient("0.07", heap=9, checkpoint=file).order == 6


def test_wrong_hints_do_no_harm(tmp_path: Path) -> None:
    from lastmove.quotients.heap_games import SavedContexts

    file = tmp_path / "saved.json"
    SavedContexts(file, "0.77").save({1: {(7, 5), (3,)}, 4: {(9, 9), (2,)}, 6: {(8,)}}, 9)
    found = lm.quotient("0.77", heap=12, checkpoint=file)
    assert (found.status, found.order, found.p_order) == ("proved", 24, 8)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"sum": "0"}, "its sum is wrong"),
        ({"format": "other"}, "is not a saved quotient of this version"),
        ({"heap": 3}, "its sum is wrong"),
        (None, "is not a saved quotient"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, change: dict[str, object] | None, problem: str) -> None:
    file = tmp_path / "saved.json"
    lm.quotient("0.26", heap=99, limits=lm.Limits(positions=900), checkpoint=file)
    body = json.loads(file.read_text())
    file.write_text("[" if change is None else json.dumps({**body, **change}))
    with pytest.raises(lm.InputError, match=problem):
        lm.quotient("0.26", heap=99, checkpoint=file)


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    lm.quotient("0.26", heap=99, limits=lm.Limits(positions=900), checkpoint=file)
    with pytest.raises(lm.InputError, match=r"was saved for '0\.26', not for '0\.27'"):
        lm.quotient("0.27", heap=99, checkpoint=file)


@pytest.mark.parametrize(
    ("what", "options", "problem"),
    [
        ("0.x", {"heap": 3}, "code: '0.x'"),
        ("kayles", {"heap": 3}, "is a name; its code is '0.77'"),
        ("octopus", {"heap": 3}, "is no octal code"),
        ("0.77", {}, "heap: None; accepted: an integer >= 0"),
        ("0.77", {"heap": -1}, "heap: -1"),
        ("0.77", {"heap": True}, "heap: True"),
        ([], {}, "positions: there are none"),
        (lm.Nim([2]), {"heap": 3}, "heap: 3; it goes with a heap game"),
        (lm.Nim([2]), {"checkpoint": "x"}, "checkpoint: it goes with an octal code"),
        ((0, 1), {"heap": 3}, "set"),
        (17, {}, "17"),
        (lm.HeapRules(lambda n: [n]), {"heap": 3}, "each heap left must be smaller"),
        ("0.77", {"heap": 3, "checkpoint": "/no/such/folder/file"}, "there is no such folder"),
    ],
)
def test_bad_input_is_said_in_one_line(what: Any, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(lm.InputError) as error:
        lm.quotient(what, **options)
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


class Round:
    """A game that comes back: no closed set of positions that end."""

    def __init__(self, place: int) -> None:
        self.place = place

    def moves(self) -> list[int]:
        return [(self.place + 1) % 3]

    def after(self, move: int) -> Round:
        return Round(move)

    def __hash__(self) -> int:
        return self.place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and other.place == self.place


def test_play_that_comes_back_is_refused() -> None:
    with pytest.raises(lm.CycleError):
        lm.quotient(Round(0))


@pytest.mark.long
def test_pictures_are_for_small_quotients() -> None:
    assert "badge-p" in lm.draw(lm.quotient("0.75", heap=8))
    with pytest.raises(lm.InputError, match="at most 60 elements"):
        lm.draw(lm.quotient("0.07", heap=25))
    assert lm.quotient("0.07", heap=25)._repr_svg_() is None
