"""Questions that another thread stops, what Ctrl-C does, and the names of reasons."""

from __future__ import annotations

import pickle
import threading

import pytest

import lastmove as lm
from commands import HUGE
from lastmove.core.solution import LimitReason, SearchReason, TheoremReason
from lastmove.graphs.families import named


def test_a_search_is_stopped_from_another_thread() -> None:
    stop = lm.Cancel()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    answer = lm.solve(lm.parse(HUGE), limits=lm.Limits(cancel=stop))
    timer.join()
    assert answer.outcome is lm.Outcome.UNKNOWN
    assert answer.reason.to_json()["limit"] == "cancel"
    assert "cancelled" in str(answer.reason)


def test_a_flag_that_is_set_stops_boards_and_values_too() -> None:
    stop = lm.Cancel()
    stop.set()
    limits = lm.Limits(cancel=stop)
    board = lm.VertexGeography(named("random-regular:3,60"))
    assert lm.outcomes(board, play="misere", limits=limits).stopped_by == "cancel"
    with pytest.raises(lm.LimitReached, match="cancel"):
        lm.grundy(lm.EdgeGeography(named("grid:6x6"), start=0), limits=limits)


def test_flags_in_limits() -> None:
    assert lm.Limits(cancel=lm.Cancel()) == lm.Limits()
    stop = lm.Cancel()
    stop.set()
    again = pickle.loads(pickle.dumps(lm.Limits(cancel=stop, interrupts="answer")))
    assert again.interrupts == "answer"
    assert not again.cancel.is_set()
    with pytest.raises(lm.InputError, match="interrupts: 'ignore'; accepted: 'raise', 'answer'"):
        lm.Limits(interrupts="ignore")
    with pytest.raises(lm.InputError, match="cancel"):
        lm.Limits(cancel=threading.Event())  # type: ignore[arg-type]


def test_every_reason_has_a_name() -> None:
    assert TheoremReason("Renault-Schmidt", "3.5", "...").name == "Renault-Schmidt 3.5"
    assert SearchReason(12, 0.1).name == "search"
    assert [LimitReason(limit, 1, 0.1).name for limit in ("time", "interrupt")] == ["time limit", "interrupt"]


def test_an_answer_is_printed_for_people() -> None:
    won = str(lm.solve(lm.Nim([3, 5]))).splitlines()
    assert won[:2] == ["Nim, normal play: heaps 3, 5", "  N: the player to move wins"]
    assert won[2].split() == ["winning", "move", "take", "2", "from", "heap", "2", "(5", "->", "3)"]
    lost = str(lm.solve(lm.Nim([3, 3]))).splitlines()
    assert lost[1] == "  P: the player to move loses"
    assert lost[2] == "  how they win   Copy: whatever is done to one heap of an equal pair, do to the other."
    assert lost[4] == "  theorem        Bouton's theorem (Nim in log space 2)"
    unknown = str(lm.solve(lm.Octal("0.77", [90]), play="misere", limits=lm.Limits(positions=9)))
    assert unknown.splitlines()[1] == "  unknown"
