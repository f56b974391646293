"""The law itself: cycles, depth, limits, and a game made by a user."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter, resident_bytes
from lastmove.search.plain import PlainSearch


@dataclass(frozen=True)
class Countdown:
    """A user's game: take 1 or 2 from a number."""

    left: int

    def moves(self) -> range:
        return range(1, min(2, self.left) + 1)

    def after(self, take: int) -> Countdown:
        return Countdown(self.left - take)


@dataclass(frozen=True)
class Walk:
    """A user's game that need not end: step around a ring."""

    place: int
    size: int = 5

    def moves(self) -> list[str]:
        return ["on"]

    def after(self, move: str) -> Walk:  # noqa: ARG002
        return Walk((self.place + 1) % self.size, self.size)


@dataclass(frozen=True)
class Endless:
    """A user's game without an end and without a cycle."""

    place: int = 0

    def moves(self) -> list[int]:
        return [1, 2]

    def after(self, move: int) -> Endless:
        return Endless(self.place + move)


HARD = lm.NimGMR([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)], [3, 2, 3, 2, 3], start=2)
"""A position that no theorem decides."""


def test_a_users_game() -> None:
    for left in range(30):
        assert lm.solve(Countdown(left)).outcome.value == ("P" if left % 3 == 0 else "N")
        assert lm.solve(Countdown(left), play="misere").outcome.value == ("P" if left % 3 == 1 else "N")
    answer = lm.solve(Countdown(4))
    assert answer.move == 1
    assert answer.winning_moves() == [1]
    assert answer.to_json(all_moves=True)["winning_moves"] == [1]


def test_a_users_game_in_a_sum() -> None:
    both = lm.Sum([Countdown(4), lm.Nim([1])])
    assert lm.solve(both).outcome is lm.Outcome.P
    answer = lm.solve(lm.Sum([Countdown(4), lm.Nim([2])]))
    assert {"part": 1, "move": {"heap": 0, "remaining": 1}} in answer.to_json(all_moves=True)["winning_moves"]


def test_a_cycle_is_named() -> None:
    with pytest.raises(lm.CycleError, match=r"never has to end: Walk\(place=3, size=5\) -> ") as caught:
        lm.solve(Walk(3))
    assert len(caught.value.cycle) == 5
    with pytest.raises(lm.CycleError, match=r"Walk\(place=0, size=1\) -> Walk\(place=0, size=1\)"):
        lm.solve(Walk(0, 1))


def test_a_game_without_end_spends_its_limit() -> None:
    answer = lm.solve(Endless(), limits=lm.Limits(positions=1000))
    assert answer.outcome is lm.Outcome.UNKNOWN
    assert answer.reason.to_json()["limit"] == "positions"
    assert answer.reason.to_json()["positions"] == 1000
    assert answer.move is None


def test_deep_games_do_not_hit_the_recursion_limit() -> None:
    depth = 20_000
    assert lm.solve(Countdown(depth)).outcome is lm.Outcome.N
    path = lm.Graph.numbered(5_000, ((i, i + 1) for i in range(4_999)))
    answer = lm.solve(lm.VertexGeography(path, start=0))
    assert answer.outcome is lm.Outcome.N
    assert answer.remoteness() == 4_999


@pytest.mark.parametrize("kind", ["time", "memory", "positions"])
def test_limits_answer_unknown(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # How fast a process grows depends on what it had freed before, so here it grows with every look.
    sizes = count(0, 3 << 20)
    monkeypatch.setattr("lastmove.core.limits.resident_bytes", lambda: next(sizes))
    limits = {
        "time": lm.Limits(time=0.05),
        "memory": lm.Limits(memory=5),
        "positions": lm.Limits(positions=500),
    }[kind]
    big = lm.NimGMR(lm.graphs.named("petersen:5,2"), [9] * 10, start=0)  # without twins, which would make it small
    answer = lm.solve(big, limits=limits)
    assert answer.outcome is lm.Outcome.UNKNOWN
    reason = answer.reason.to_json()
    assert (reason["kind"], reason["limit"]) == ("limit", kind)
    assert "winning_moves" not in answer.to_json(all_moves=True)
    if kind == "time":
        assert reason["seconds"] >= 0.05  # type: ignore[operator]
    if kind == "positions":
        assert reason["positions"] == 500


def test_a_search_in_plain_python_keeps_to_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = count(0, 3 << 20)
    monkeypatch.setattr("lastmove.core.limits.resident_bytes", lambda: next(sizes))
    answer = lm.solve(Endless(), limits=lm.Limits(memory=5, positions=100_000))
    assert answer.reason.to_json()["limit"] == "memory"


def test_memory_is_looked_at_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Growth up to the limit is allowed; a look costs more than a position, so there are few."""
    sizes = iter([100, 5_000_100, 5_000_101])
    monkeypatch.setattr("lastmove.core.limits.resident_bytes", lambda: next(sizes))
    monkeypatch.setattr("lastmove.core.limits._MEMORY_CHECK_SECONDS", 1e9)
    meter = Meter(lm.Limits(memory=5))
    for _ in range(10):
        meter.check()
    assert list(sizes) == [5_000_101]

    sizes = iter([100, 5_000_100, 5_000_101])
    monkeypatch.setattr("lastmove.core.limits._MEMORY_CHECK_SECONDS", 0)
    meter = Meter(lm.Limits(memory=5))
    meter.check()
    with pytest.raises(lm.LimitReached, match="memory"):
        meter.check()


def test_limits_that_suffice_change_nothing() -> None:
    free = lm.solve(HARD)
    visited = free.reason.to_json()["positions"]
    assert isinstance(visited, int)
    tight = lm.solve(HARD, limits=lm.Limits(time=60, memory=1000, positions=visited))
    assert (free.outcome, free.move) == (tight.outcome, tight.move)


def test_moves_left_undecided_are_listed() -> None:
    whole = lm.solve(HARD)
    visited = lm.solve(HARD, limits=lm.Limits(positions=100)).reason.to_json()["positions"]  # too few for a table
    assert isinstance(visited, int)
    answer = lm.solve(HARD, limits=lm.Limits(positions=visited), all_moves=True)
    assert answer.outcome is lm.Outcome.N
    winning = answer.winning_moves()
    assert winning.undecided
    assert set(winning) <= set(whole.winning_moves()) <= set(winning) | set(winning.undecided)
    assert "undecided_moves" in answer.to_json(all_moves=True)


def test_the_search_goes_on_after_a_limit() -> None:
    search = PlainSearch(lm.Play.NORMAL, Meter(lm.Limits(positions=100)))
    position = lm.Nim([4, 5, 6])
    with pytest.raises(lm.LimitReached, match="positions limit was reached after 100 positions"):
        search.wins(position)
    search.meter = Meter()
    assert search.wins(position)


def test_interrupts_are_raised_or_answered_as_unknown() -> None:
    @dataclass(frozen=True)
    class Interrupted(Countdown):
        def after(self, take: int) -> Countdown:
            if self.left < 5:
                raise KeyboardInterrupt
            return Interrupted(self.left - take)

    with pytest.raises(KeyboardInterrupt):
        lm.solve(Interrupted(10))
    answer = lm.solve(Interrupted(10), limits=lm.Limits(interrupts="answer"))
    assert answer.outcome is lm.Outcome.UNKNOWN
    assert answer.reason.to_json()["limit"] == "interrupt"


def test_long_lists_of_winning_moves_are_cut_and_counted() -> None:
    @dataclass(frozen=True)
    class Wide:
        over: bool = False

        def moves(self) -> range:
            return range(0 if self.over else 12_345)

        def after(self, move: int) -> Wide:  # noqa: ARG002
            return Wide(True)

    answer = lm.solve(Wide()).to_json(all_moves=True)
    assert len(answer["winning_moves"]) == 10_000
    assert answer["winning_moves_total"] == 12_345


class NotHashable:
    __hash__ = None  # type: ignore[assignment]

    def moves(self) -> Iterator[int]:
        return iter(())

    def after(self, move: int) -> NotHashable:  # noqa: ARG002
        return self


class ListAsKey(lm.Nim):
    """A game of one's own whose key cannot be kept in a table."""

    __slots__ = ()

    def key(self) -> Any:
        return list(self.heaps)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (42, r"position: 42 has no moves\(\) and after\(move\)"),
        (Countdown, "has no moves"),
        (NotHashable(), "NotHashable is not hashable"),
        (ListAsKey([1, 2]), "ListAsKey is not hashable"),
        (lm.VertexGeography([(0, 1)]), "start: missing"),
    ],
)
def test_what_is_no_position(position: Any, message: str) -> None:
    with pytest.raises(lm.InputError, match=message):
        lm.solve(position)


@pytest.mark.parametrize("limit", [-1, float("nan"), True, "1"])
def test_bad_limits(limit: Any) -> None:
    with pytest.raises(lm.InputError, match=r"limit: .*accepted: a number >= 0"):
        lm.Limits(time=limit)


def test_memory_is_measured() -> None:
    before = resident_bytes()
    with mmap.mmap(-1, 50 << 20) as held:  # memory of its own, not what the process had freed
        held.write(bytes(50 << 20))
        assert resident_bytes() - before > 40 << 20
