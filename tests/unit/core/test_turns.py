"""Threads that share something take turns, and nobody waits beyond a time limit."""

from __future__ import annotations

import pytest

import lastmove as lm
from hammering import hammered
from lastmove.core.errors import LimitReached
from lastmove.core.limits import Meter, TimedLock


def test_a_thread_that_waits_keeps_its_time_limit() -> None:
    turns = TimedLock()

    def ask(limit: float) -> str:
        try:
            with turns.taken(Meter(lm.Limits(time=limit))):
                return "done"
        except LimitReached as stop:
            return stop.limit

    with turns.taken(Meter()):
        assert hammered(ask, [[0.01], [0.0]]) == [["time"], ["time"]]
    assert hammered(ask, [[60.0], [1e300]]) == [["done"], ["done"]]


def test_nobody_works_in_the_middle_of_his_own_work() -> None:
    turns = TimedLock()
    with turns.taken(Meter()), pytest.raises(lm.LastmoveError, match="middle of its own"), turns.taken(Meter()):
        pass
    with turns.taken(Meter()):
        pass
