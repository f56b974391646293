"""The meter: what is counted, what is looked at and how often, and who looks at which meter."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

import lastmove as lm
from lastmove.core import limits as core
from lastmove.core.limits import Allowance, Limits, Meter, current_meter, look, need, visit, watched, watching


def repeat(work: Callable[[], None]) -> None:
    for _ in range(1000):
        work()


class Memory:
    """Stands in for the memory of the process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bytes = 1_000_000_000
        monkeypatch.setattr(core, "resident_bytes", lambda: self.bytes)
        monkeypatch.setattr(core, "_MEMORY_CHECK_SECONDS", 0.0)


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    return Memory(monkeypatch)


def test_memory_is_looked_at(memory: Memory) -> None:
    meter = Meter(Limits(memory=10))
    meter.check()
    memory.bytes += 10_000_000
    meter.check()
    memory.bytes += 1
    for work in (meter.check, lambda: meter.spend(1)):
        with pytest.raises(lm.LimitReached) as stop:
            work()
        assert stop.value.limit == "memory"


def test_ticks_look_at_memory_too(memory: Memory) -> None:
    meter = Meter(Limits(memory=10))
    memory.bytes += 20_000_000
    with pytest.raises(lm.LimitReached, match="memory"):
        repeat(meter.tick)


def test_growth_is_measured_from_the_beginning_of_the_question(memory: Memory) -> None:
    meter = Meter(Limits(memory=10))
    memory.bytes += 20_000_000  # before anything was looked at
    with pytest.raises(lm.LimitReached, match="memory"):
        meter.check()


def test_memory_is_looked_at_now_and_then_only(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "_MEMORY_CHECK_SECONDS", 1000.0)
    meter = Meter(Limits(memory=10))
    meter.check()
    memory.bytes += 20_000_000
    meter.check()


def test_without_a_limit_half_of_all_memory_may_be_taken(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "half_of_memory", lambda: 50e6)
    meter = Meter()
    memory.bytes += 10**9  # small questions never look
    meter.check()
    memory.bytes += 60_000_000
    with pytest.raises(lm.LimitReached, match="memory"):
        meter.check()


def test_memory_that_is_about_to_be_taken(memory: Memory) -> None:
    meter = Meter(Limits(memory=10))
    with watching(meter):
        need(10_000_000)
        with pytest.raises(lm.LimitReached, match="memory"):
            need(10_000_001)
        memory.bytes += 4_000_000
        with pytest.raises(lm.LimitReached, match="memory"):
            need(6_000_001)
    need(1e30)  # no question, no limit


def test_a_part_has_the_limits_of_the_whole(memory: Memory) -> None:
    part = Meter(Limits(memory=10)).part(5)
    memory.bytes += 11_000_000
    with pytest.raises(lm.LimitReached, match="memory"):
        part.check()


def clock(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Let every look at the clock take so many seconds."""
    ticking = count()
    monkeypatch.setattr("time.perf_counter", lambda: next(ticking) * step)


def test_slow_positions_are_looked_at_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.perf_counter", lambda: now)
    meter = Meter(Limits(time=10))
    for _ in range(1000):  # a tenth of a second each
        now += 0.1
        try:
            meter.tick()
        except lm.LimitReached:
            break
    assert now < 12.5  # a position out of 64 would have been too seldom: they take 6.4 seconds
    assert meter.positions < 125


def test_looks_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(Limits(time=1000))
    checks: list[int] = []
    check = Meter.check

    def counted(self: Meter) -> None:
        checks.append(1)
        check(self)

    monkeypatch.setattr(Meter, "check", counted)
    with watching(meter):
        for _ in range(10_000):
            look()
    assert len(checks) < 2_000


def test_who_is_watched() -> None:
    look()
    visit()
    assert current_meter() is None
    outer, inner = Meter(), Meter(Limits(positions=2))
    with watching(outer):
        with pytest.raises(lm.LimitReached), watching(inner):
            repeat(visit)
        assert current_meter() is outer
        visit()
    assert (outer.positions, inner.positions) == (1, 2)
    assert current_meter() is None


def test_watched_items_are_the_items(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(watched(range(5))) == [0, 1, 2, 3, 4]
    with watching(Meter(Limits(time=1000))):
        assert list(watched(range(5), 2)) == [0, 1, 2, 3, 4]
    clock(monkeypatch, 1.0)
    with watching(Meter(Limits(time=20))), pytest.raises(lm.LimitReached, match="time"):
        for _ in watched(count(), 1):
            pass


def test_the_parts_of_a_question_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock(monkeypatch, 1.0)
    allowance = Allowance(Limits(time=10, memory=5, positions=7))
    assert allowance.left() == Limits(time=9, memory=5, positions=7)
    assert allowance.left(0.5) == Limits(time=4, memory=5, positions=7)
    for _ in range(10):
        allowance.left()
    assert allowance.left().time == 0


def test_a_question_inside_another_ends_with_it() -> None:
    cancel = lm.Cancel()
    with watching(Meter(Limits(time=0, cancel=cancel))):
        inner = Meter(Limits(time=1000))
        assert inner.seconds_left <= 0
        with pytest.raises(lm.LimitReached, match="time"):
            inner.check()
    with watching(Meter(Limits(cancel=cancel))):
        cancel.set()
        with pytest.raises(lm.LimitReached, match="cancel"):
            Meter().check()
    assert Meter(Limits(time=1000)).seconds_left > 0
