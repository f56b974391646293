"""``lm.refute`` says how far it looked: in its report, and in a note where time runs out."""

from __future__ import annotations

from typing import Any

import pytest

import lastmove as lm
from lastmove.verify import refute as refutation


def silent(_: object) -> None:
    """A claim that says nothing, so that nothing refutes it."""


def report_of(claim: Any = silent, **asked: Any) -> list[str]:
    said: list[str] = []
    lm.refute(claim, report=said.append, **asked)
    return said


def test_the_report_says_what_was_tried() -> None:
    usual = lm.Nim.usual_range()
    [said] = report_of(game="nim")
    assert said.startswith("No counterexample. Every position was tried: positions of up to ")
    assert f"up to {max(stratum.size for stratum in usual.strata)} heaps" in said
    assert report_of(game="vertex-geography", n=3, directed=False) == [
        "No counterexample. Every position was tried: graphs of up to 3 vertices."
    ]
    [boards] = report_of(lambda _: None, game="vertex-geography", n=3, directed=False, of="board")
    assert boards == "No counterexample. Every board was tried: graphs of up to 3 vertices."
    cycles = [[(0, 1), (1, 2), (2, 0)]]
    assert report_of(game="vertex-geography", source=cycles) == [
        "No counterexample. Every position on the graphs of the source was tried."
    ]


def test_what_is_found_is_not_reported() -> None:
    assert report_of(lambda _: "N", game="nim", n=1) == []


def test_without_a_bound_it_ends_and_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutation, "USUAL_SECONDS", 0.0)
    with pytest.raises(lm.LimitReached) as caught:
        lm.refute(silent, game="nimg-rm")
    assert "smallest positions; n= and limits= say how far to go." in caught.value.__notes__[0]
    assert lm.refute(silent, game="nimg-rm", n=1) is None  # a size is a bound, and it holds
