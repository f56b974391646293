"""Families: limits hold in every question, an unknown is never P, and input that cannot do is refused by name."""

from __future__ import annotations

import itertools
import json
import pickle
import threading
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.certificates.certificate import Budget
from lastmove.core.errors import LimitReached
from lastmove.core.play import PlayName
from lastmove.families import check_matchings
from lastmove.families.by_types import ShortRings
from lastmove.parts import LOOK_EVERY
from lastmove.parts.types import Functions

if TYPE_CHECKING:
    from pathlib import Path

PAIR = {"column": 2, "edges": [[0, 1]], "links": [[0, 0], [1, 1]]}
WIDE = {
    "column": 8,
    "edges": [[i, (i + 1) % 8] for i in range(8)] + [[0, 3], [1, 6]],
    "links": [[i, (3 * i + 1) % 8] for i in range(8)],
    "ring": True,
    "least": 2,
}
"""Its member of two columns is too short for types: a search answers."""


def test_combinations_that_make_no_new_node_look_at_the_limits_too() -> None:
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1

    functions = Functions(ports_close=False, look=look)
    made = [0, 1]
    for port in range(3):
        leave = functions.exit(port, port)
        made = [functions.choice(leave, f, g) for f, g in itertools.product(made, repeat=2)]
    for f, g in itertools.product(made[2:], repeat=2):
        functions.choice(f, g, made[5])
    assert len(functions.nodes) < LOOK_EVERY
    assert looks > 10


def test_functions_that_grow_count_for_the_limit_of_positions() -> None:
    """Here a few thousand positions take minutes: what they depend on outside has ever more nodes."""
    limits = lm.Limits(positions=2_000, time=60)
    assert lm.family("petersen:n,2", game="nimg-mr", play="misere", limits=limits).stopped_by == "positions"


def test_members_too_short_for_types_are_searched_within_the_limits() -> None:
    found = lm.family(WIDE, play="misere", limits=lm.Limits(positions=3))
    assert (found.status, found.n_starts) == ("unknown", {})
    answer: Any = found.answer(2, 0)
    assert (answer["outcome"], answer["reason"]["kind"], answer["reason"]["limit"]) == ("unknown", "limit", "positions")
    assert set(found.outcomes(2).values()) == {lm.Outcome.UNKNOWN}
    every: Any = found.answer(2)
    assert set(every["outcomes"].values()) == {"unknown"}
    assert [(reason["limit"], reason["count"]) for reason in every["reasons"]] == [("positions", 16)]


def test_a_member_whose_move_is_not_found_within_the_limits_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lm.family({**PAIR, "ring": True, "least": 2})
    assert found.answer(2, 0)["outcome"] == "N"

    def spent(*_: object) -> None:
        raise LimitReached("time", 0)

    monkeypatch.setattr(ShortRings, "move", spent)
    answer: Any = found.answer(2, 0)
    assert (answer["outcome"], answer["reason"]["limit"]) == ("unknown", "time")
    assert "move" not in answer


def test_an_answer_that_was_interrupted_ends_the_command_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise LimitReached("interrupt", 0)

    monkeypatch.setattr(ShortRings, "row", interrupted)
    words = ["family", "circulant:n,1", "--play", "misere", "--at", "2", "--start", "0"]
    assert answers(invoke(*words, status=130).stdout)[0]["reason"]["limit"] == "interrupt"


@pytest.mark.parametrize(
    ("spec", "more", "said"),
    [
        ("grid:65xn", {}, "family: a part of grid:65xn has 65 ports; accepted: at most 64"),
        ("circulant:n,33", {"play": "misere"}, "66 ports; accepted: at most 64"),
        ("path:n", {"play": "mis"}, "play: 'mis' is no convention; accepted: 'normal', 'misere'"),
        ("path:n", {"game": []}, "game: []; accepted: vertex-geography"),
        ("path:n", {"game": "nimg-mr", "weights": 100}, "weights: 100; accepted: an integer from 0 to 99"),
        ({**PAIR, "name": "grid:4xn"}, {}, "name: 'grid:4xn' names a family"),
        ({**PAIR, "directed": True, "links": [[0, 0, -61]]}, {}, "links: -61; accepted: an integer from -60 to -1"),
    ],
)
def test_what_cannot_do_is_refused_by_name(spec: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(lm.InputError) as caught:
        lm.family(spec, **more)
    assert said in str(caught.value)


def test_the_command_refuses_them_without_a_traceback(tmp_path: Path) -> None:
    assert "70 ports" in invoke("family", "grid:70xn", status=2).stderr
    words = ["family", "path:n", "--game", "nimg-rm", "--weights", "1-2", "--at", "0"]
    assert "does not go with --weights" in invoke(*words, status=2).stderr
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**PAIR, "name": "ladder:n"}), encoding="utf-8")
    assert "names a family" in invoke("family", str(file), status=2).stderr


@pytest.mark.parametrize("spec", ["circulant:n,1", "circulant:n,2", "circulant:n,3"])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_the_check_knows_the_short_rings_of_a_name(spec: str, play: PlayName) -> None:
    """Whose edges are single where a link meets itself, half way round."""
    words = ["family", spec, "--game", "edge-geography", "--play", play, "--certificate"]
    assert answers(invoke("check", text=invoke(*words).stdout).stdout)[0]["verified"] is True


def test_a_long_column_is_checked_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_matchings, "Budget", lambda *_: Budget(300_000))
    chain = {"column": 30, "edges": [[i, i + 1] for i in range(29)], "links": [[0, 29], [7, 7]]}
    found = json.dumps(lm.family(chain).to_json(certificate=True))
    assert answers(invoke("check", text=found).stdout)[0]["verified"] is True


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("wrong", [[], {}, None, True, 7, "x", [[]]])
def test_a_value_of_another_kind_is_refused_wherever_it_stands(play: PlayName, wrong: object) -> None:
    true: Any = json.loads(json.dumps(lm.family("cycle:n", play=play).to_json(certificate=True)))
    lines = [json.dumps({**true, field: wrong}) for field in ("family", "game", "play", "preperiod", "period")]
    fields = [name for name in true["certificate"] if wrong is not True or name != "version"]
    lines += [json.dumps({**true, "certificate": {**true["certificate"], field: wrong}}) for field in fields]
    for found in answers(invoke("check", text="\n".join(lines), status=1).stdout):
        assert found.get("verified", False) is False, found


@pytest.mark.parametrize("spec", ["grid:3xn", "cycle:n", PAIR])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_an_answer_can_be_pickled(spec: Any, play: PlayName) -> None:
    found = lm.family(spec, play=play)
    again = pickle.loads(pickle.dumps(found))
    assert again.to_json(certificate=True) == found.to_json(certificate=True)
    assert again.answer(41) == found.answer(41)
    assert again.board(5).graph == found.board(5).graph


def test_threads_ask_one_after_the_other_and_keep_their_time_limit() -> None:
    found = lm.family("grid:3xn", play="misere")
    every = found.outcomes(9)
    asked: list[Any] = []
    found.questions.limits = lm.Limits(time=0.05)

    def ask() -> None:
        asked.extend((found.answer(9, 0), found.outcomes(9)))

    thread = threading.Thread(target=ask)
    with found.questions.within():
        thread.start()
        thread.join()
    assert (asked[0]["outcome"], asked[0]["reason"]["limit"]) == ("unknown", "time")
    assert set(asked[1].values()) == {lm.Outcome.UNKNOWN}
    found.questions.limits = lm.Limits()
    assert found.outcomes(9) == every


def test_caps_have_rows_of_their_own() -> None:
    found = lm.family(
        {**PAIR, "left": {"n": 2, "links": [[0, 0]]}, "right": {"n": 1, "links": [[0, 1]]}}, play="misere"
    )
    outcomes = list(lm.outcomes(found.board(4), play="misere").values())
    assert found.cap_rows(4) == {
        "left": "".join(outcome.value for outcome in outcomes[8:10]),
        "right": outcomes[10].value,
    }
    assert f"left cap   {found.cap_rows(4)['left']}\n" in str(found)
    assert lm.family("path:n").cap_rows(3) == {}
    assert "cap" not in str(lm.family("path:n"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"columns": {**PAIR, "directed": True}}, "undirected boards"),
        ({"types": [{"ports": [None] * 17, "lost": []}]}, "17 ports; accepted: at most 16"),
        ({"types": [{"ports": [0, 1], "lost": [0, 0, 0]}]}, "3 numbers for 2 ports"),
    ],
)
def test_a_certificate_by_matchings_of_another_form_is_refused(change: dict[str, Any], said: str) -> None:
    true: Any = json.loads(json.dumps(lm.family(PAIR).to_json(certificate=True)))
    true["certificate"] |= change
    assert said in json.dumps(answers(invoke("check", text=json.dumps(true), status=1).stdout)[0])


def test_walks_of_another_form_are_refused() -> None:
    true: Any = json.loads(json.dumps(lm.family("path:n").to_json(certificate=True)))
    walk = true["certificate"]["walks"][0]
    lines = []
    wrongs = [{**walk, "returns": len(walk["types"])}, {"types": [], "returns": 0}]
    wrongs += [{**walk, "more": 1}, {"types": walk["types"]}]
    for wrong in wrongs:
        lines.append(json.dumps({**true, "certificate": {**true["certificate"], "walks": [wrong]}}))
    found = [json.dumps(each) for each in answers(invoke("check", text="\n".join(lines), status=1).stdout)]
    assert all("returns to a type that it does not have" in text for text in found[:2])
    assert all("accepted: objects with types and returns" in text for text in found[2:])


@pytest.mark.parametrize(("spec", "n"), [("grid:3xn", 3), ("circulant:n,1,2", 6), ("comb:n", 4), ("grid:2xn", 4)])
def test_the_check_by_matchings_knows_every_winning_move(spec: str, n: int) -> None:
    family = lm.family(spec)
    board, lines, expected = family.board(n), [], []
    for start in range(board.graph.n):
        answer: Any = json.loads(json.dumps(family.answer(n, start, certificate=True)))
        winning = {move.to for move in lm.solve(board.at(start)).winning_moves()}
        for to in range(board.graph.n):
            lines.append(json.dumps({**answer, "move": {"to": to}}))
            expected.append(to in winning)
    assert [
        found.get("verified") for found in answers(invoke("check", text="\n".join(lines), status=1).stdout)
    ] == expected


def test_a_member_asked_for_by_the_command_has_what_is_left_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds: list[float | None] = []

    solution = lm.FamilyAnswer.solution

    def noted(self: lm.FamilyAnswer, *about: int) -> lm.Solution:
        seconds.append(self.questions.limits.time)
        return solution(self, *about)

    monkeypatch.setattr(lm.FamilyAnswer, "solution", noted)
    for limit, status in ((1000.0, 0), (0.0, 3)):
        invoke("family", "grid:3xn", "--at", "5", "--start", "0", "--time-limit", str(limit), status=status)
    assert seconds[0] is not None
    assert 250 <= seconds[0] < 1000
    assert seconds[1] == 0


@pytest.mark.parametrize("change", [{"play": "misere"}, {"game": "edge-geography"}])
def test_matchings_prove_nothing_of_another_game_or_convention(change: dict[str, str]) -> None:
    true: Any = json.loads(json.dumps(lm.family(PAIR).to_json(certificate=True)))
    found = answers(invoke("check", text=json.dumps({**true, **change}), status=1).stdout)[0]
    assert "matchings decide Vertex Geography on undirected boards in normal play only" in json.dumps(found)
