"""``lastmove verify --campaign``: what it asks, what it finds when something is wrong, and how small it gets it."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import lastmove as lm
from commands import invoke
from lastmove.core.limits import Meter
from lastmove.core.solution import WinningMoves
from lastmove.games import GAMES, game_names
from lastmove.notation.json import problem_to_json
from lastmove.verify import campaign as running
from lastmove.verify.campaign import LIKE, MIXED, NESTED, campaign, draw, replay
from lastmove.verify.comparisons import COMPARISONS
from lastmove.verify.shrinking import shrunk, smaller

EVER = 10_000.0
"""Seconds; the number of questions is what ends these campaigns."""


def drawn(many: int) -> list[Any]:
    return [draw(Random(f"test {number}")) for number in range(many)]


def test_parts_of_every_game_have_a_size() -> None:
    """Without one they would be as large as boards of games that say nothing of themselves."""
    assert set(running.PARTS) == set(GAMES)


def test_every_game_every_sum_and_both_conventions_are_drawn() -> None:
    seen = {(each.kind, each.problem.play) for each in drawn(600)}
    assert seen == {(kind, play) for kind in [*game_names(), LIKE, MIXED, NESTED] for play in lm.Play}


def test_like_sums_have_other_rules_and_boards() -> None:
    """Parts of one game that are told apart by their rules only."""
    differ = set()
    for each in drawn(400):
        if each.kind == LIKE:
            parts = [problem_to_json(lm.Problem(part, lm.Play.NORMAL)) for part in each.problem.position.parts]
            games = {part["game"] for part in parts}
            assert len(games) == 1
            rules = {str([part.get(name) for name in ("code", "set", "edges")]) for part in parts}
            differ |= games if len(rules) > 1 else set()
    assert differ >= {"octal", "subtraction", "dag", "vertex-geography", "edge-geography", "nimg-rm"}


def test_the_same_seed_asks_the_same_questions() -> None:
    reports = [campaign(EVER, seed=4, questions=12, compiled=False).to_json() for _ in range(2)]
    for report in reports:
        report["campaign"].pop("seconds")  # type: ignore[attr-defined]
    assert reports[0] == reports[1]
    other = campaign(EVER, seed=5, questions=12, compiled=False).to_json()
    assert other["counts"] != reports[0]["counts"]


def test_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: 0.01 * next(looks)))  # at any speed
    told = json.loads(invoke("verify", "--campaign", "0.5", "--seed", "2", status=None).stdout)
    assert told["campaign"]["seed"] == 2
    assert told["campaign"]["comparisons"] == sum(sum(row.values()) for row in told["counts"].values()) > 0
    for wrong in (["--all"], ["nim"], ["--n", "3"], ["--to", "markdown"], ["--replay", "-"]):
        assert "--campaign" in invoke("verify", "--campaign", "1", *wrong, status=2).stderr
    for seconds in ("-1", "nan", "x"):
        assert "--campaign" in invoke("verify", "--campaign", seconds, status=2).stderr


@pytest.fixture
def wrong_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of winning moves in Nim lacks its last one, if it has two."""
    from lastmove.solver.decide import Task

    right = Task.list_winning

    def forgetful(self: Task, *given: Any) -> Any:
        found = right(self, *given)
        is_nim = isinstance(self.problem.position, lm.Nim)
        return WinningMoves(found[:-1], len(found) - 1) if is_nim and len(found) > 1 else found

    monkeypatch.setattr(Task, "list_winning", forgetful)


@pytest.mark.usefixtures("wrong_moves")
def test_a_missing_move_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "COMPARISONS", {"all moves": COMPARISONS["all moves"]})
    monkeypatch.setattr("lastmove.verify.campaign.game_names", lambda: ["nim"])
    report = campaign(EVER, seed=1, questions=150, compiled=False)
    found = {finding.comparison: finding for finding in report.findings if finding.kind == "nim"}
    assert "all moves" in found
    position: Any = found["all moves"].problem.position
    assert sorted(position.heaps) in ([1, 1, 1], [2, 2, 2], [1, 1, 2, 2])
    command, again = found["all moves"].commands()
    assert "--all-moves" in command
    echo, asked, *rest = shlex.split(again)
    assert (echo, rest) == ("echo", ["|", "lastmove", "verify", "--replay", "-"])
    result = invoke("verify", "--replay", "-", text=asked, status=1)
    assert "the winning moves are said to be" in result.stdout


def test_a_wrong_search_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fast search of NimG-RM is wrong about boards with weights of 4 and more together."""
    from lastmove.search.fast.weighted import NimGRMSearch

    right = NimGRMSearch.wins

    def wrong(self: NimGRMSearch, at: int, state: Any, meter: Any = None) -> bool:
        return bool(right(self, at, state, meter)) != bool(sum(state) >= 4)

    monkeypatch.setattr(NimGRMSearch, "wins", wrong)
    monkeypatch.setattr(running, "COMPARISONS", {"search": COMPARISONS["search"]})
    report = campaign(EVER, seed=3, questions=160, compiled=False)
    found = next(f for f in report.findings if (f.comparison, f.kind) == ("search", "nimg-rm"))
    position: Any = found.problem.position
    assert sum(position.weights) == 4
    assert position.graph.m == 0
    assert replay(found.to_json()) == found.said


def test_a_theorem_that_lies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its evidence does not pass the check, and that is a disagreement too."""
    from lastmove.theorems.registry import theorems_for

    pair = lm.Nim([1, 1])
    theorem = next(t for t in theorems_for("nim", lm.Play.NORMAL) if t.decide(pair, lm.Play.NORMAL, Meter()))
    right = type(theorem).decide

    def lying(self: Any, position: Any, *given: Any) -> Any:
        verdict = right(self, position, *given)
        return verdict if verdict is None or verdict.move is not None else replace(verdict, wins=True)

    monkeypatch.setattr(type(theorem), "decide", lying)
    monkeypatch.setattr(running, "COMPARISONS", {"answer": COMPARISONS["answer"]})
    monkeypatch.setattr("lastmove.verify.campaign.game_names", lambda: ["nim"])
    report = campaign(EVER, seed=2, questions=150, compiled=False)
    assert any(f.comparison == "answer" and "InternalError" in f.said for f in report.findings)


class Countdown(lm.Nim):
    """A game of another package."""

    __slots__ = ()
    name = "countdown"
    example = {"game": "countdown", "heaps": [2, 1]}

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Countdown:  # noqa: ARG003
        return cls([rng.randint(0, 3) for _ in range(rng.randint(0, 3))])


def test_games_of_other_packages_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "countdown", f"{__name__}:Countdown")
    report = campaign(EVER, seed=0, questions=60, compiled=False)
    assert report.counts["countdown"]["answer"] > 0
    assert not any(kind == "countdown" for _, kind in report.wrong)


def test_positions_get_smaller_until_nothing_is_left() -> None:
    for each in drawn(60):
        for less in smaller(each.problem):
            assert less.play is each.problem.play
            assert less != each.problem
        problem, before = shrunk(each.problem, each.before, lambda *_: True)
        assert not before
        assert not list(smaller(problem))


def test_replay_refuses_what_it_cannot_read() -> None:
    for text in ("[]", "{}", '{"comparison": "answer", "position": 3}', '{"comparison": "x"}', "{"):
        assert "error" in invoke("verify", "--replay", "-", text=text, status=1).output
    asked = '{"comparison": "board", "position": {"game": "nim", "heaps": [1]}}'
    assert invoke("verify", "--replay", "-", text=asked).stdout == "there is nothing to compare\n"
    asked = '{"comparison": "answer", "seed": 3, "question": 5}'
    assert invoke("verify", "--replay", "-", text=asked).stdout == "everything agrees\n"


@pytest.mark.long
def test_a_campaign_finds_nothing() -> None:
    """Some hundred questions, the compiled comparisons too; every comparison is made."""
    report = campaign(EVER, seed=2024, questions=150, compiled=True)
    assert report.findings == []
    assert {name for row in report.counts.values() for name in row} == set(COMPARISONS)
    assert report.by_law > 100


def test_ctrl_c_gives_the_report_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "draw", stop)
    assert invoke("verify", "--campaign", "5", status=130).stdout
