"""Statements held against the law."""

from __future__ import annotations

import io
import json
import runpy
import sys
from functools import partial
from itertools import islice
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lastmove as lm
from commands import invoke
from lastmove.cli.research import verify as verifying
from lastmove.core.limits import Limits
from lastmove.core.play import Play
from lastmove.games.moves import LowerHeap
from lastmove.theorems import registry
from lastmove.theorems.nim import MisereBouton, NormalBouton
from lastmove.theorems.papers import FOLKLORE
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, MoveRange, Standing, Statement, Theorem, Verdict
from lastmove.verify import positions as law_module
from lastmove.verify.positions import ReferenceSearch
from lastmove.verify.report import Conclusion, Fault
from lastmove.verify.verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter

ROOT = Path(__file__).parents[3]


# Theorems made for the test


def said(number: str, *, games: tuple[str, ...] = ("nim",), standing: Standing = Standing.PROVED) -> Statement:
    return Statement(
        paper=FOLKLORE,
        number=number,
        title=f"The test's {number}",
        text="Made for a test. True instead: nothing.",
        kind=Kind.THEOREM if standing is Standing.PROVED else Kind.ERRATUM,
        standing=standing,
        games=games,
        plays=(Play.NORMAL,),
    )


class OddTotal(Theorem):
    """False: the mover wins iff the number of tokens is odd."""

    cost = Cost.CONSTANT
    statement = said("odd")

    def decide(self, position: lm.Nim, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        return Verdict(sum(position.heaps) % 2 == 1, None, "so many tokens")


class RefutedOddTotal(OddTotal):
    """The same, known to be false."""

    statement = said("odd as printed", standing=Standing.REFUTED)


class OpenOddTotal(OddTotal):
    """The same, if nobody knew."""

    statement = said("odd?", standing=Standing.OPEN)


class Silent(Theorem):
    """Declines everything."""

    cost = Cost.CONSTANT
    statement = said("silent", games=("nim", "nimg-rm"))

    def decide(self, position: object, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        return None


class AnyNeighbour(Theorem):
    """False: whoever has a neighbour wins undirected Vertex Geography."""

    cost = Cost.LINEAR
    statement = said("any neighbour", games=("vertex-geography",))

    def decide(self, position: lm.VertexGeography, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed:
            return None
        return Verdict(next(position.moves(), None) is not None, None, "there is a neighbour, or none")


class Positive(Theorem):
    """False: whoever stands on a positive weight wins NimG-RM, if all weights are positive."""

    cost = Cost.LINEAR
    statement = said("positive", games=("nimg-rm",))

    def decide(self, position: lm.NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        return Verdict(True, None, "all are positive") if min(position.weights) else None


class Wrapped(Theorem):
    """Theorem 2, with its verdicts spoilt in some way."""

    cost = Cost.CONSTANT
    statement = said("wrapped")

    def decide(self, position: lm.Nim, play: Play, meter: Meter) -> Verdict | None:
        return self.spoilt(NormalBouton().decide(position, play, meter), position)

    def spoilt(self, verdict: Verdict, position: lm.Nim) -> Verdict:
        raise NotImplementedError


class WrongMove(Wrapped):
    """Says the right outcome, and always to empty the first heap."""

    def spoilt(self, verdict: Verdict, position: lm.Nim) -> Verdict:  # noqa: ARG002
        return Verdict(verdict.wins, LowerHeap(0, 0) if verdict.wins else None, verdict.why)


class IllegalMove(Wrapped):
    """Says the right outcome, and a move in a heap that is not there."""

    def spoilt(self, verdict: Verdict, position: lm.Nim) -> Verdict:
        return Verdict(verdict.wins, LowerHeap(len(position.heaps), 0) if verdict.wins else None, verdict.why)


class MovesMissing(Wrapped):
    """Lists only its first winning move."""

    def spoilt(self, verdict: Verdict, position: lm.Nim) -> Verdict:  # noqa: ARG002
        assert verdict.winning is not None
        return Verdict(verdict.wins, verdict.move, verdict.why, partial(_first, verdict))


def _first(verdict: Verdict) -> Iterator[MoveRange]:
    assert verdict.winning is not None
    return islice(iter(verdict.winning()), 1)


class Crash(Wrapped):
    """Breaks down on three heaps."""

    def spoilt(self, verdict: Verdict, position: lm.Nim) -> Verdict:
        if len(position.heaps) == 3:
            raise KeyError("three")
        return verdict


class BoardOnly(Theorem):
    """Right on positions, which it declines; wrong on boards."""

    cost = Cost.LINEAR
    statement = said("boards", games=("adjacent-nim",))

    def decide(self, position: lm.AdjacentNim, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        return None

    def decide_board(self, board: lm.AdjacentNim, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        return BoardVerdict.of([Verdict(True, None, "always") for _ in board.starts()])


class NoBoards(OddTotal):
    """True, of a game that has no boards."""

    statement = said("no boards")

    def decide(self, position: lm.Nim, play: Play, meter: Meter) -> Verdict | None:
        return NormalBouton().decide(position, play, meter)

    def decide_board(self, board: lm.Nim, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        raise AssertionError("Nim has no boards")


# Verification


def test_a_true_theorem_holds() -> None:
    for theorem in (NormalBouton(), MisereBouton()):
        report = verify(theorem, size=3, weight=4, random=20)
        assert report.conclusion is Conclusion.HOLDS
        assert not report.failed
        assert report.counterexample is None
        assert report.total("positions") >= sum(comb(4 + heaps, heaps) for heaps in range(4)) + 20
        assert report.total("declined") == report.total("wrong") == 0
        assert min(report.total("held_n"), report.total("held_p")) > 5
        assert report.total("held") == report.total("positions")


@pytest.mark.parametrize(
    ("theorem", "conclusion"),
    [
        (OddTotal(), Conclusion.FAILS),
        (RefutedOddTotal(), Conclusion.REFUTED),
        (OpenOddTotal(), Conclusion.COUNTEREXAMPLE),
    ],
)
def test_a_false_one_is_refuted_by_the_smallest(theorem: Theorem, conclusion: Conclusion) -> None:
    report = verify(theorem, size=3, weight=3, random=10)
    assert report.conclusion is conclusion
    assert report.failed == (conclusion is Conclusion.FAILS)
    found = report.counterexample
    assert found is not None
    assert found.to_json() == {
        "position": {"game": "nim", "play": "normal", "heaps": [2]},
        "fault": "outcome",
        "claimed": {"outcome": "P"},
        "true": {"outcome": "N", "winning_moves": [{"heap": 0, "remaining": 0}]},
    }
    assert found.short() == "heaps 2: claimed P, is N"


def test_what_is_not_reached_is_not_refuted() -> None:
    assert verify(RefutedOddTotal(), size=1, weight=1, random=0).conclusion is Conclusion.NOT_REFUTED
    assert verify(OpenOddTotal(), size=1, weight=1, random=0).conclusion is Conclusion.NO_COUNTEREXAMPLE
    assert verify(OddTotal(), size=1, weight=1, random=0).conclusion is Conclusion.HOLDS


def test_counterexamples_on_graphs_are_the_smallest() -> None:
    path = verify(AnyNeighbour(), random=50).counterexample
    assert path is not None
    assert path.size == (3, 2)
    assert path.to_json()["true"] == {"outcome": "P", "winning_moves": []}
    assert path.short() == "path 1 - 0 - 2; token on 1: claimed N, is P"
    edge = verify(Positive(), size=3, random=50).counterexample
    assert edge is not None
    assert edge.to_json()["position"] == {
        "game": "nimg-rm",
        "play": "normal",
        "directed": False,
        "vertices": 2,
        "edges": [[0, 1]],
        "weights": [1, 1],
        "start": 0,
    }


def test_one_that_never_applies_is_reported() -> None:
    report = verify(Silent(), size=2, random=5)
    assert report.conclusion is Conclusion.NEVER_APPLIES
    assert [tally.game for tally in report.idle] == ["nim", "nimg-rm"]
    assert report.total("declined") == report.total("positions") > 0


@pytest.mark.parametrize(
    ("theorem", "fault", "heaps", "words"),
    [
        (WrongMove(), Fault.MOVE, (0, 1), "what wins: take 1 from heap 2 (1 -> 0)"),
        (IllegalMove(), Fault.MOVE, (1,), "which is not legal; what wins: take 1 from heap 1 (1 -> 0)"),
        (MovesMissing(), Fault.WINNING_MOVES, (1, 1, 1), "or take 1 from heap 3 (1 -> 0)"),
        (Crash(), Fault.ERROR, (0, 0, 0), "decide raised KeyError: 'three'"),
    ],
)
def test_moves_are_checked_too(theorem: Theorem, fault: Fault, heaps: tuple[int, ...], words: str) -> None:
    found = verify(theorem, size=3, weight=3, random=0).counterexample
    assert found is not None
    assert (found.fault, found.position) == (fault, lm.Nim(heaps))
    assert words in found.short()


def test_boards_are_checked_where_a_theorem_knows_them() -> None:
    report = verify(BoardOnly(), size=3, weight=3, random=0)
    found = report.counterexample
    assert found is not None
    assert found.position == lm.AdjacentNim([1, 1], start=0)
    assert report.total("declined") == 0


def test_boards_are_left_alone_where_there_is_nothing_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verify(NoBoards(), size=3, weight=3, random=5).conclusion is Conclusion.HOLDS
    monkeypatch.setattr(Theorem, "decide_board", lambda *_: pytest.fail("it only asks about the starts again"))
    report = verify(AnyNeighbour(), size=3, weight=3, random=0)
    assert report.counterexample is not None
    assert report.counterexample.fault is not Fault.ERROR


def test_limits_end_a_verification() -> None:
    report = verify(NormalBouton(), limits=Limits(positions=50))
    assert report.stopped == "positions"
    assert 0 < report.total("positions") < 500


def test_stopping_at_the_first() -> None:
    report = verify(OddTotal(), stop_at_first=True)
    assert (report.total("wrong"), report.counterexample is not None) == (1, True)


def test_the_law_is_shared_and_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = ReferenceSearch()
    first = verify(NormalBouton(), size=3, weight=5, random=0, law=shared)
    again = verify(NormalBouton(), size=3, weight=5, random=0, law=shared)
    assert first.tallies == again.tallies
    assert shared.meter.positions == 0
    monkeypatch.setattr(law_module, "MOST_REMEMBERED", 10)
    assert verify(NormalBouton(), size=3, weight=5, random=0, law=shared).tallies == first.tallies
    assert shared.meter.positions > 10


# The command


def use(monkeypatch: pytest.MonkeyPatch, *theorems: Theorem) -> None:
    """Let the registry know these theorems and no others."""
    monkeypatch.setattr(registry, "deciders", lambda: theorems)
    monkeypatch.setattr(registry, "statements", lambda: tuple(theorem.statement for theorem in theorems))


def run(*words: str) -> tuple[int, str, str]:
    result = invoke("verify", *words, status=None)
    return result.exit_code, result.stdout, result.stderr


def test_the_command_writes_json_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, NormalBouton(), RefutedOddTotal())
    status, out, _ = run("--all", "--n", "2", "--random", "3", "--seed", "5")
    reports = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [report["statement"] for report in reports] == ["log-space:2", "folklore:odd as printed"]
    assert [report["conclusion"] for report in reports] == ["holds", "refuted, as expected"]
    assert reports[0]["counterexample"] is None
    assert reports[1]["counterexample"]["position"] == {"game": "nim", "play": "normal", "heaps": [2]}
    assert reports[0]["positions"] == reports[0]["held_n"] + reports[0]["held_p"]
    assert reports[0]["seed"] == 5


def test_a_failing_theorem_ends_with_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, NormalBouton(), OddTotal())
    few = ("--n", "2", "--random", "10")
    assert run("--all", *few)[0] == 1
    assert run("log-space:2", *few)[0] == 0
    assert run("folklore:odd", *few)[0] == 1


def test_a_limit_ends_with_status_3(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, NormalBouton())
    status, out, _ = run("--all", "--time-limit", "0")
    assert (status, json.loads(out)["stopped"]) == (3, "time")


def test_the_markdown_table(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, NormalBouton(), OddTotal(), Silent())
    status, out, _ = run("--all", "--n", "1", "--weights", "0-2", "--random", "0", "--to", "markdown")
    assert status == 1
    lines = out.splitlines()
    assert lines[2] == "| log-space:2 | normal | 4 | 2 | 2 | holds |  |"
    assert lines[3] == "| folklore:odd | normal | 4 | 2 | 2 | FAILS | heaps 2: claimed P, is N |"
    assert "never applies in this range" in lines[4]
    assert {line.count("|") for line in lines} == {8}


def test_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, NormalBouton(), Positive())
    for words, expected in (
        ((), "name statements, or give --all"),
        (("--all", "log-space:2"), "name statements, or give --all"),
        (("log-space:22",), "did you mean log-space:2"),
        (("--all", "--json", "--to", "markdown"), "choose one"),
        (("--all", "--n", "-1"), "-1"),
        (("folklore:positive", "--n", "9", "--weights", "0-0"), "accepted for undirected graphs with loops"),
    ):
        status, _, complaint = run(*words)
        assert (status, expected in complaint) == (2, True), complaint
    monkeypatch.setattr(registry, "deciders", tuple)
    assert "decides no positions" in run("log-space:2")[2]


def test_the_table_for_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    verifying.show_table([verify(theorem, size=2, random=0) for theorem in (NormalBouton(), OddTotal())])
    shown = capsys.readouterr().out
    assert "holds" in shown
    assert "FAILS" in shown
    assert "heaps 2: claimed P, is N" in shown


def test_the_progress_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with verifying.progress_bar(2) as started:
        verify(NormalBouton(), size=2, random=0, progress=started("log-space:2"))
    assert "log-space:2" in screen.getvalue()


# The pages


def test_errata_are_made_from_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, NormalBouton(), RefutedOddTotal())
    page = runpy.run_path(str(ROOT / "scripts" / "make_errata.py"))["errata"]()
    assert "### The test's odd as printed\n" in page
    assert "heaps 2. Claimed P, is N." in page
    assert """lm.parse('{"game": "nim", "play": "normal", "heaps": [2]}')""" in page
    assert "True instead: nothing." in page
    assert "log-space:2`" not in page


@pytest.mark.long
def test_errata_are_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "scripts" / "make_errata.py"))["errata"]()
    assert page == (ROOT / "docs" / "background" / "errata.md").read_text(), "run scripts/make_errata.py errata"
