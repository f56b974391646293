"""Claims held against the law: the smallest counterexample, or none."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.core.play import PlayName
from lastmove.search.plain import PlainSearch
from lastmove.verify.positions import exhaustive


def nim_sum(position: Any) -> str:
    return "N" if reduce(xor, position.heaps, 0) else "P"


def starts_of(board: Any) -> list[Any]:
    return [board.at(start) for start in board.starts()] if board.is_board else [board]


def test_a_theorem_is_not_refuted_and_its_misuse_is() -> None:
    assert lm.refute(nim_sum, game="nim", n=3, weights=4) is None
    found = lm.refute(nim_sum, game=lm.Nim, play="misère", n=3, weights=4)
    assert found is not None
    assert (found.position, found.play) == (lm.Nim([]), lm.Play.MISERE)
    assert str(found) == "Nim, misère play: no heaps\n  claimed P, is N"
    again = lm.parse(found.to_json()["position"])  # type: ignore[arg-type]
    assert lm.solve(again).outcome.value == found.true["outcome"]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(("game", "size"), [("nim", 2), ("vertex-geography", 3), ("nimg-rm", 2), ("octal", 2)])
def test_the_counterexample_is_smallest(game: str, size: int, play: PlayName) -> None:
    """That all is P is wrong first where the law first says N."""
    search = PlainSearch(lm.Play.of(play), Meter())
    positions = (position for board in exhaustive(game, size, 1) for position in starts_of(board))
    first = next(position for position in positions if search.wins(position))
    found = lm.refute(lambda _: "P", game=game, play=play, n=size, weights=1)
    assert found is not None
    assert found.position.measure() == first.measure()
    assert (found.claimed["outcome"], found.true["outcome"]) == ("P", "N")


def test_a_claim_may_say_nothing_or_an_outcome() -> None:
    assert lm.refute(lambda _: None, game="dag", n=3) is None
    assert lm.refute(lambda p: lm.solve(p, play="misere").outcome, game="nimg-rm", play="misere", n=2) is None


def test_what_is_no_claim() -> None:
    with pytest.raises(lm.InputError, match=r"claim: it returned True for .*accepted: 'N', 'P', None"):
        lm.refute(lambda _: True, game="nim")  # type: ignore[arg-type,return-value]
    with pytest.raises(lm.InputError, match="did you mean 'nim'"):
        lm.refute(nim_sum, game="nimm")
    with pytest.raises(lm.InputError, match="n: -1"):
        lm.refute(nim_sum, game="nim", n=-1)
    with pytest.raises(lm.LimitReached):
        lm.refute(nim_sum, game="nim", n=4, weights=6, limits=lm.Limits(positions=50))


@pytest.mark.parametrize("directed", [False, True])
def test_graphs_alone_or_digraphs_alone(directed: bool) -> None:
    seen = set()

    def look(position: Any) -> None:
        seen.add(position.graph.directed)

    assert lm.refute(look, game="vertex-geography", n=3, directed=directed) is None
    assert seen == {directed}


def test_heaps_are_on_no_digraph() -> None:
    with pytest.raises(lm.InputError, match="directed: True; nim is not played on digraphs"):
        lm.refute(nim_sum, game="nim", directed=True)
    assert lm.refute(nim_sum, game="nim", n=2, weights=2, directed=False) is None


def test_boards_on_graphs_alone() -> None:
    def is_undirected(outcomes: Any) -> bool:
        return not outcomes.problem.position.graph.directed

    assert lm.refute(is_undirected, game="vertex-geography", of="board", n=3, directed=False) is None
    assert lm.refute(is_undirected, game="vertex-geography", of="board", n=3) is not None
    for claim, source in (("misere = 0", None), (nim_sum, "-c")):
        with pytest.raises(lm.InputError, match="directed: False; it goes without a source and with functions only"):
            lm.refute(claim, game="vertex-geography", source=source, directed=False)  # type: ignore[arg-type]


def test_a_claim_that_says_nothing_is_stopped_too() -> None:
    """Then nothing is searched, but the positions and the claim itself take time."""
    asked: list[Any] = []
    with pytest.raises(lm.LimitReached, match="time"):
        lm.refute(asked.append, game="nim", n=2, weights=4, limits=lm.Limits(time=0))
    assert len(asked) <= 1


def test_a_size_is_an_integer() -> None:
    with pytest.raises(lm.InputError, match=r"n: 1\.5; accepted: an integer >= 0"):
        lm.refute(nim_sum, game="nim", n=1.5)  # type: ignore[call-overload]


@pytest.mark.parametrize("source", [None, "-c", ["Bw"]])
@pytest.mark.parametrize("claim", ["n > 0", nim_sum])
@pytest.mark.parametrize("wrong", [{"n": "4"}, {"n": 2.5}, {"n": -1}, {"weights": "1"}])
def test_numbers_are_checked_for_sources_and_in_sql_too(source: Any, claim: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(lm.InputError, match="accepted: an integer >= 0"):
        lm.refute(claim, game="nimg-rm", source=source, **wrong)


def test_a_board_that_stays_unknown_refutes_nothing() -> None:
    def some_start_wins(found: Any) -> bool:
        return found.count(lm.Outcome.N) > 0 or len(found) < 2

    few = lm.Limits(positions=0)
    assert lm.refute(some_start_wins, game="vertex-geography", play="misere", n=2, of="board", limits=few) is None
    assert lm.refute(some_start_wins, game="vertex-geography", play="normal", n=2, of="board") is not None
