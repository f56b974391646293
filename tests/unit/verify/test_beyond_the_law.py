"""Statements held against batch kernels where the law does not reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.theorems import registry
from lastmove.verify.report import Conclusion, Fault
from lastmove.verify.verify import verify

if TYPE_CHECKING:
    from typing import Any

GRAPHS = [1, 2, 4, 11, 34, 156, 1044]


def decider(key: str) -> Any:
    return next(theorem for theorem in registry.deciders() if theorem.statement.key == key)


@pytest.mark.parametrize("key", ["fraenkel-scheinerman-ullman:UVG", "renault-schmidt:3.4"])
def test_true_statements_hold_beyond(key: str) -> None:
    theorem = decider(key)
    near = verify(theorem, size=3, random=0)
    far = verify(theorem, size=3, random=0, beyond=5)
    starts = 4 * GRAPHS[3] + 5 * GRAPHS[4]
    assert far.total("positions") == near.total("positions") + starts * len(far.tallies)
    assert far.total("held_n") > near.total("held_n")
    assert far.conclusion is Conclusion.HOLDS
    assert all(
        "outcomes on all graphs with up to 5 vertices, by a batch kernel" in text for text in far.ranges.values()
    )


def test_a_statement_that_is_true_only_of_small_boards_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    theorem = decider("fraenkel-scheinerman-ullman:UVG")
    honest = type(theorem).decide_board

    def wrong(self: Any, board: Any, *arguments: Any) -> Any:
        said = honest(self, board, *arguments)
        if board.graph.n == 5 and board.graph.m == 4:
            said.codes = bytes(1 - code for code in said.codes)
        return said

    monkeypatch.setattr(type(theorem), "decide_board", wrong)
    assert verify(theorem, size=3, random=0, beyond=4).conclusion is Conclusion.HOLDS
    report = verify(theorem, size=3, random=0, beyond=5)
    assert report.conclusion is Conclusion.FAILS
    assert report.counterexample is not None
    assert report.counterexample.fault is Fault.OUTCOME
    assert report.counterexample.position.starts()[-1] == 4

    def broken(self: Any, board: Any, *arguments: Any) -> Any:
        if board.graph.n == 4:
            raise RuntimeError("lost")
        return honest(self, board, *arguments)

    monkeypatch.setattr(type(theorem), "decide_board", broken)
    report = verify(theorem, size=3, random=0, beyond=4)
    assert report.counterexample is not None
    assert report.counterexample.fault is Fault.ERROR


def test_games_without_a_kernel_are_left_as_they_were() -> None:
    near, far = (verify(decider("log-space:2"), size=2, random=0, beyond=beyond) for beyond in (None, 5))
    assert near.ranges == far.ranges
    assert near.total("positions") == far.total("positions")


def test_limits_hold() -> None:
    report = verify(decider("fraenkel-scheinerman-ullman:UVG"), size=1, random=0, beyond=7, limits=lm.Limits(time=0.05))
    assert report.stopped == "time"


def test_on_the_command_line() -> None:
    options = ("fraenkel-scheinerman-ullman:UVG", "--n", "2", "--random", "0", "--beyond", "4")
    (report,) = answers(invoke("verify", *options).stdout)
    assert "by a batch kernel" in str(report)
    assert "--campaign goes with --seed" in invoke("verify", "--campaign", "0", "--beyond", "3", status=2).output
