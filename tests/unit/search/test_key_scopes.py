"""Keys tell positions apart within one scope; no table mistakes one game, board or weight for another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import pytest

import lastmove as lm
from lastmove.certificates.check import check_answer
from lastmove.core.limits import Meter
from lastmove.core.position import is_told_apart, key_of, scope_of
from lastmove.games.moves import PartMove
from lastmove.notation.json import problem_to_json
from lastmove.play.opponent import Opponent
from lastmove.search.exact import ExactSearch
from lastmove.search.plain import PlainSearch
from lastmove.sums.nimbers import NimberSearch


def filed(position: Any) -> tuple[object, object]:
    return scope_of(position), key_of(position)


@dataclass(frozen=True)
class Countdown:
    """Take some number of tokens that is allowed; the key leaves out what is allowed."""

    allowed: tuple[int, ...]
    left: int

    def moves(self) -> Any:
        return [take for take in self.allowed if take <= self.left]

    def after(self, move: int) -> Any:
        return type(self)(self.allowed, self.left - move)

    def key(self) -> int:
        return self.left


class ScopedCountdown(Countdown):
    def key_scope(self) -> object:
        return ScopedCountdown, self.allowed


class OtherRules(ScopedCountdown):
    """Derived from a class with a scope, and played by other rules, which the scope does not know."""

    def moves(self) -> Any:
        return super().moves()[:1]


class UncomparedCountdown:
    """The same game without a way to compare positions."""

    def __init__(self, allowed: tuple[int, ...], left: int) -> None:
        self.allowed = allowed
        self.left = left

    moves = Countdown.moves
    after = Countdown.after
    key = Countdown.key


@dataclass(frozen=True)
class ListedCountdown:
    """The same game with a list inside: positions are compared, and not hashable."""

    allowed: list[int]
    left: int

    moves = Countdown.moves
    after = Countdown.after
    key = Countdown.key


class Up(NamedTuple):
    """No key at all; equal to the Down that holds the same number."""

    left: int

    def moves(self) -> Any:
        return range(1, self.left + 1)

    def after(self, move: int) -> Any:
        return Down(self.left - move)


class Down(NamedTuple):
    left: int

    def moves(self) -> Any:
        return range(1, min(self.left, 2) + 1)

    def after(self, move: int) -> Any:
        return Up(self.left - move)


SETS = [(1,), (1, 2), (2,), (1, 3), (2, 3), (1, 2, 3)]


def law(position: Any, play: lm.Play) -> bool:
    """The definition, without any table."""
    moves = list(position.moves())
    if not moves:
        return play.wins_when_stuck
    return any(not law(position.after(move), play) for move in moves)


@pytest.mark.parametrize("kind", [Countdown, ScopedCountdown, OtherRules, UncomparedCountdown, ListedCountdown])
@pytest.mark.parametrize("play", lm.Play)
def test_like_parts_of_ones_own(kind: Any, play: lm.Play) -> None:
    for first, second in product(SETS, repeat=2):
        sums = [lm.Sum([kind(first, 3), kind(second, 4)])]
        sums.append(lm.Sum([lm.Sum([kind(first, 3), lm.Nim([])]), lm.Sum([kind(second, 4), lm.Nim([1])])]))
        for position in sums:
            answer = lm.solve(position, play)
            winning = [move for move in position.moves() if not law(position.after(move), play)]
            assert answer.outcome is lm.Outcome.for_mover(law(position, play)), position
            assert answer.winning_moves() == winning, position


@pytest.mark.parametrize("kind", [Countdown, ScopedCountdown, OtherRules, ListedCountdown])
@pytest.mark.parametrize("play", lm.Play)
def test_many_questions_about_ones_own(kind: Any, play: lm.Play) -> None:
    plain, exact, opponent = PlainSearch(play, Meter()), ExactSearch(play, Meter()), Opponent(play)
    for allowed in SETS:
        for left in range(8):
            position = kind(allowed, left)
            assert plain.wins(position) == exact.wins(position) == law(position, play)
            if position.moves():
                assert opponent.choose(position).outcome is lm.Outcome.for_mover(law(position, play))


def test_named_tuples_of_two_classes() -> None:
    search = PlainSearch(lm.Play.NORMAL, Meter())
    for left in range(9):
        for position in (Up(left), Down(left)):
            assert search.wins(position) == law(position, lm.Play.NORMAL)


def test_what_is_told_apart() -> None:
    assert is_told_apart(Countdown((1,), 2))
    assert not is_told_apart(UncomparedCountdown((1,), 2))
    assert filed(Countdown((1,), 2)) == filed(Countdown((1,), 2)) != filed(Countdown((2,), 2))
    assert filed(Countdown((1,), 2)) != filed(ScopedCountdown((1,), 2)) != filed(OtherRules((1,), 2))
    assert len({key_of(Countdown((1,), 2)), key_of(Countdown((1,), 2)), key_of(Countdown((2,), 2))}) == 2
    assert filed(Up(3)) != filed(Down(3))
    assert scope_of(UncomparedCountdown((1,), 2), "here") != scope_of(UncomparedCountdown((1,), 2), "there")


def test_rules_of_heaps_are_told_apart_for_good() -> None:
    """Rules that are gone must not be met again under a number that the next ones got."""
    search = NimberSearch(Meter())
    for taken in range(1, 60):
        rules = lm.HeapRules(lambda n, taken=taken: [n - taken] if n >= taken else [])  # type: ignore[misc]
        assert search.value(rules(60)) == 60 // taken % 2
        del rules


def test_like_boards() -> None:
    """Digraphs with equal names and other arcs, equal graphs with other weights, and a game on another's board."""
    three, two = [("a", "b"), ("b", "c")], [("a", "b"), ("a", "c")]
    assert filed(lm.Dag(three, start="a")) != filed(lm.Dag(two, start="a"))
    assert filed(lm.Dag(three, start="a")) == filed(lm.Dag(list(three), start="a"))
    path = lm.Graph(3, [(0, 1), (1, 2)])
    assert filed(lm.VertexGeography(path, start=0)) != filed(lm.EdgeGeography(path, start=0))
    assert filed(lm.NimGRM(path, [1, 1, 1], start=0)) != filed(lm.NimGRM(path, [1, 1, 2], start=0))
    assert filed(lm.NimGRM(path, [1, 1, 1], start=0)) != filed(lm.NimGMR(path, [1, 1, 1], start=0))
    assert filed(lm.Nim([3])) != filed(lm.Octal("0.77", [3])) != filed(lm.Octal("0.137", [3]))
    assert filed(lm.Sum([lm.Octal("0.77", [3])])) != filed(lm.Sum([lm.Octal("0.137", [3])]))
    for play in lm.Play:
        search = ExactSearch(play, Meter())
        for kind in (lm.NimGRM, lm.NimGMR, lm.Vertexnim):
            for weights in product((1, 2, 3), repeat=3):
                position = kind(path, weights, start=0)
                assert search.wins(position) == PlainSearch(play, Meter()).wins(position), position


def test_a_derived_class_is_not_searched_as_its_base() -> None:
    class OneMove(lm.VertexGeography):
        """It ends after one move."""

        def moves(self) -> Any:
            return super().moves() if self.graph.n == self.board.n else iter(())

    search = ExactSearch(lm.Play.NORMAL, Meter())
    assert not search.wins(lm.VertexGeography([(0, 1), (1, 2)], start=0))
    assert search.wins(OneMove([(0, 1), (1, 2)], start=0))


@pytest.mark.parametrize("play", lm.Play)
def test_evidence_does_not_depend_on_where_play_began(play: lm.Play) -> None:
    """Two parts that began on one board: read again from JSON, each begins on a board of its own."""
    arcs = [(a, b) for a in "abc" for b in "abc" if a != b]
    begun = lm.VertexGeography(arcs, start="a", directed=True)
    for move in begun.moves():
        for position in (lm.Sum([begun.after(move), begun]), lm.Sum([begun, begun]).after(PartMove(0, move))):
            problem = lm.Problem(position, play)
            answer = lm.solve(problem, certificate=True).to_json(certificate=True)
            assert check_answer(lm.parse(problem_to_json(problem)), answer).claim["outcome"] == answer["outcome"]
