"""Games of one's own: the loop over a table says what the definition says, within the same limits."""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterator
from itertools import count
from typing import Any, NamedTuple

import pytest

import lastmove as lm
from lastmove.core.limits import Limits, Meter
from lastmove.search.own_games import OtherKind, OwnGames
from lastmove.search.plain import PlainSearch
from lastmove.sums.nimbers import NimberSearch

Rules = tuple[tuple[int, ...], ...]


class Whole(NamedTuple):
    """A position of a game that is a list of options for each number; told apart by all of it."""

    rules: Rules
    at: int

    def moves(self) -> Iterator[int]:
        return iter(self.rules[self.at])

    def after(self, move: int) -> Whole:
        return self._replace(at=move)


class Keyed(Whole):
    """The same with a key, so that positions are compared, too."""

    __slots__ = ()

    def key(self) -> Hashable:
        return self.at % 3


class Scoped(Whole):
    """The same with key and scope."""

    __slots__ = ()

    def key(self) -> Hashable:
        return self.at

    def key_scope(self) -> Hashable:
        return Scoped, self.rules


class Twins(Whole):
    """The same; it falls apart into itself and nothing."""

    __slots__ = ()

    def components(self) -> list[Whole]:
        return [self]


class Even(NamedTuple):
    """Moves lead to positions of another class, equal as tuples to others of this one."""

    at: int

    def moves(self) -> Iterator[int]:
        return iter(range(self.at))

    def after(self, move: int) -> Even | Odd:
        return Odd(move) if self.at % 2 else Even(move)


class Odd(NamedTuple):
    """No move; yet equal to Even of the same number."""

    at: int

    def moves(self) -> Iterator[int]:
        return iter(())

    def after(self, move: int) -> Odd:
        raise AssertionError(move)


class Circle(NamedTuple):
    at: int

    def moves(self) -> Iterator[int]:
        return iter((0, self.at + 1))

    def after(self, move: int) -> Circle:
        return Circle(move % 5 + 1)


class Wide(NamedTuple):
    """Endlessly many moves to the end of the game, all of them lost for whoever makes them in misère play."""

    over: bool = False

    def moves(self) -> Iterator[int]:
        return iter(()) if self.over else count()

    def after(self, move: int) -> Wide:  # noqa: ARG002
        return Wide(over=True)


class Long(NamedTuple):
    left: int

    def moves(self) -> Iterator[int]:
        return iter((self.left - 1,)) if self.left else iter(())

    def after(self, move: int) -> Long:
        return Long(move)


def games(kind: type[Whole], rng: random.Random) -> Iterator[Any]:
    for _ in range(40):
        n = rng.randrange(1, 14)
        rules = tuple(tuple(m for m in range(v) if rng.random() < 0.4) for v in range(n))
        for at in range(n):
            yield kind(rules, at)


@pytest.mark.parametrize("kind", [Whole, Keyed, Scoped, Twins])
@pytest.mark.parametrize("play", list(lm.Play))
def test_it_says_what_the_definition_says(kind: type[Whole], play: lm.Play) -> None:
    own, law = OwnGames(play), PlainSearch(play, Meter())
    for position in games(kind, random.Random(7)):
        wins = law.wins(position)
        assert own.wins(position, Meter()) == wins
        found = lm.solve(position, play=play)
        assert (found.outcome is lm.Outcome.N) == wins
        if found.move is not None:
            assert not law.wins(position.after(found.move))


@pytest.mark.parametrize("kind", [Whole, Keyed, Scoped, Twins])
def test_its_values_are_those_of_the_other_search(kind: type[Whole]) -> None:
    own = OwnGames(lm.Play.NORMAL)
    for position in games(kind, random.Random(8)):
        value = NimberSearch(Meter()).value(position)
        assert own.value(position, Meter()) == lm.grundy(position) == value


@pytest.mark.parametrize("play", list(lm.Play))
def test_positions_of_several_classes_are_kept_apart(play: lm.Play) -> None:
    law = PlainSearch(play, Meter())
    with pytest.raises(OtherKind):
        OwnGames(play).wins(Even(5), Meter())
    for at in range(8):
        assert (lm.solve(Even(at), play=play).outcome is lm.Outcome.N) == law.wins(Even(at))
        assert lm.grundy(Even(at)) == NimberSearch(Meter()).value(Even(at))


def test_a_game_that_need_not_end_is_an_error_with_the_same_words() -> None:
    with pytest.raises(lm.CycleError) as stop:
        PlainSearch(lm.Play.NORMAL, Meter()).wins(Circle(3))
    with pytest.raises(lm.CycleError) as own:
        OwnGames(lm.Play.NORMAL).wins(Circle(3), Meter())
    assert str(own.value) == str(stop.value)
    with pytest.raises(lm.CycleError) as own:
        lm.grundy(Circle(3))
    assert str(own.value) == str(stop.value)


def test_what_a_limit_stops_can_be_asked_again() -> None:
    own, law = OwnGames(lm.Play.MISERE), PlainSearch(lm.Play.MISERE, Meter())
    for most in range(1, 40):
        with pytest.raises(lm.LimitReached) as stop:
            own.wins(Long(100), Meter(Limits(positions=most)))
        assert (stop.value.limit, stop.value.positions) == ("positions", most)
    meter = Meter(Limits(positions=101))
    assert own.wins(Long(100), meter) == law.wins(Long(100))
    assert meter.positions == 101
    with pytest.raises(lm.LimitReached):
        own.value(Long(100), Meter(Limits(positions=100)))
    assert own.value(Long(100), Meter(Limits(positions=101))) == 0


def test_long_games_need_no_stack() -> None:
    assert lm.solve(Long(100_001)).outcome is lm.Outcome.N
    assert lm.grundy(Long(100_001)) == 1


def test_endless_lists_of_moves_obey_limits() -> None:
    began = time.monotonic()
    assert lm.solve(Wide(), play="misere", limits=Limits(time=0.1)).outcome is lm.Outcome.UNKNOWN
    with pytest.raises(lm.LimitReached):
        lm.grundy(Wide(), limits=Limits(time=0.1))
    assert time.monotonic() - began < 60


def test_what_a_game_raises_leaves_nothing_half_done() -> None:
    broken = [True]

    class Breaks(NamedTuple):
        left: int

        def moves(self) -> Iterator[int]:
            if self.left == 3 and broken[0]:
                raise ZeroDivisionError
            return iter(range(self.left))

        def after(self, move: int) -> Breaks:
            return Breaks(move)

    own = OwnGames(lm.Play.NORMAL)
    with pytest.raises(ZeroDivisionError):
        own.value(Breaks(6), Meter())
    broken.clear()
    broken.append(False)
    assert own.wins(Breaks(6), Meter())
    assert own.value(Breaks(6), Meter()) == 6
