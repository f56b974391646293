"""Strips that are proved by the halves beside the token: against the law, against types, and their certificates."""

from __future__ import annotations

import copy
import json
import pickle
import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from effort import tries
from family_checks import against_the_law, ring, strip
from lastmove.core.play import PlayName
from lastmove.families import by_halves, prover
from lastmove.families.by_halves import FamilyByHalves, HalfStrips
from lastmove.families.columns import Columns, columns
from lastmove.families.strips import halves_decide
from lastmove.graphs.backend import Compiled, Plain

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = {"vertex-geography": 12, "nimg-mr": 9}
"""Vertices, or the sum of the weights, of a board that the law plays."""


@pytest.fixture
def halves_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Types may do nothing where halves decide."""
    monkeypatch.setattr(prover, "FIRST_POSITIONS", 1)


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without compiled code."""
    monkeypatch.setattr(by_halves, "_backend", Plain)


def drawn(draw: random.Random) -> Columns:
    """A strip that is its own mirror image, of one to three places."""
    places = draw.randint(1, 3)
    every = [(i, j) for i in range(places) for j in range(i, places)]
    edges = [(i, j) for i, j in every if i != j and draw.random() < 0.6]
    links = [(i, j) for i, j in every if draw.random() < 0.5] or [(0, 0)]
    return strip(places, edges, sorted({*links, *((j, i) for i, j in links)}), name="drawn")


@pytest.mark.usefixtures("halves_first", "plainly")
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_random_strips_against_the_law(play: PlayName) -> None:
    draw = random.Random(f"halves {play}")
    tried = proved = 0
    for _ in range(tries(30, quick=6)):
        weight = draw.choice([None, 1, 1, 2])
        game = "vertex-geography" if weight is None else "nimg-mr"
        found = lm.family(drawn(draw), game=game, play=play, weights=weight, limits=lm.Limits(positions=100_000))
        if not isinstance(found.proof, FamilyByHalves):  # matchings decided, or the limit
            continue
        proved += 1
        tried += against_the_law(found, MOST[found.game])
        assert checked(found.to_json(certificate=True))["verified"]
    assert proved > tries(8, quick=1)
    assert tried > tries(150, quick=20)


@pytest.mark.usefixtures("halves_first")
@pytest.mark.parametrize(
    ("spec", "game", "weight"),
    [
        ("grid:3xn", "vertex-geography", None),
        ("king:2xn", "vertex-geography", None),
        ("king:3xn", "vertex-geography", None),
        ("grid:4xn", "vertex-geography", None),
        ("path:n", "nimg-mr", 3),
        ("ladder:n", "nimg-mr", 2),
    ],
)
@pytest.mark.long
def test_types_say_the_same_of_long_members(
    spec: str, game: str, weight: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    halves = lm.family(spec, game=game, play="misere", weights=weight)
    assert isinstance(halves.proof, FamilyByHalves)
    monkeypatch.setattr(prover, "FIRST_POSITIONS", 10**9)
    types = lm.family(spec, game=game, play="misere", weights=weight)
    assert not isinstance(types.proof, FamilyByHalves)
    for n in (*range(1, 15), 30, 31):
        assert halves.outcomes(n) == types.outcomes(n), n
    for start in range(halves.columns.places):
        assert halves.outcome(10**12 + 1, start) == types.outcome(10**12 + 1, start)


@pytest.mark.long
def test_compiled_and_plain_kernels_take_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def settled(spec: str) -> FamilyByHalves:
        return HalfStrips(columns(spec), misere=True).settle()

    monkeypatch.setattr(by_halves, "_backend", Compiled)
    fast = [settled(spec) for spec in ("grid:3xn", "king:2xn")]
    monkeypatch.setattr(by_halves, "_backend", Plain)
    for spec, found in zip(("grid:3xn", "king:2xn"), fast, strict=True):
        plain = settled(spec)
        assert plain.proof == found.proof


@pytest.mark.usefixtures("plainly")
def test_the_todo_list_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little room for what is to do, so that it has to be enlarged."""
    wide = HalfStrips(columns("grid:3xn"), misere=True).settle()
    monkeypatch.setattr(by_halves, "_ROOMY", 1)
    monkeypatch.setattr(by_halves, "_AT_ONCE", 7)
    narrow = HalfStrips(columns("grid:3xn"), misere=True).settle()
    assert wide.proof == narrow.proof


@pytest.mark.long
@pytest.mark.usefixtures("plainly")
def test_ladders_of_weight_3_are_proved_where_types_are_too_many() -> None:
    found = lm.family("ladder:n", game="nimg-mr", play="misere", weights=3)
    assert isinstance(found.proof, FamilyByHalves)
    assert [found.n_starts[n] for n in (1, 2, 3, 12)] == [2, 4, 6, 24]
    assert pickle.loads(pickle.dumps(found)).answer(10**9, 5) == found.answer(10**9, 5)
    assert "proved for every n" in str(found)


@pytest.mark.parametrize(
    ("family", "game", "weight"),
    [
        (ring(2, [(0, 1)], [(0, 0)]), "vertex-geography", None),
        (strip(2, [(0, 1)], [(0, 1)]), "vertex-geography", None),  # not its own mirror image
        (strip(1, [], [(0, 0, 2)]), "vertex-geography", None),
        (strip(1, [(0, 0)], [(0, 0)]), "vertex-geography", None),
        (strip(1, [], [(0, 0)], left={"n": 1, "links": [(0, 0)]}), "vertex-geography", None),
        (strip(1, [], [(0, 0)], directed=True), "vertex-geography", None),
        (columns("grid:7xn"), "vertex-geography", None),
        (columns("path:n"), "edge-geography", None),
        (columns("path:n"), "nimg-rm", 2),
        (columns("path:n"), "nimg-mr", 0),
    ],
)
def test_other_families_are_left_to_types(family: Columns, game: str, weight: int | None) -> None:
    assert not halves_decide(family, game, weight)


@pytest.mark.usefixtures("plainly")
@pytest.mark.parametrize(
    "limits", [lm.Limits(positions=20_000), pytest.param(lm.Limits(positions=80_000), marks=pytest.mark.long)]
)
def test_a_limit_leaves_what_the_types_reached(limits: lm.Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_halves, "KEPT", ())
    found = lm.family("grid:5xn", play="misere", limits=limits)
    assert (found.status, found.stopped_by) == ("unknown", "positions")
    assert found.to_json()["reached"] == 2
    assert found.n_starts == {1: 3, 2: 0, 3: 8}
    assert found.outcome(50, 0) is lm.Outcome.UNKNOWN


# ---- certificates


def checked(answer: Any, status: int = 0) -> Any:
    return answers(invoke("check", text=json.dumps(answer), status=status).stdout)[0]


@pytest.fixture(scope="module")
def proved() -> Any:
    """Small, and with winning starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prover, "FIRST_POSITIONS", 1)
        patch.setattr(by_halves, "_backend", Plain)
        return lm.family("grid:3xn", play="misere")


def test_members_are_checked_with_their_moves(proved: Any) -> None:
    for n, start in ((9, None), (10**6 + 1, 0), (10**6 + 1, 1)):
        true = json.loads(json.dumps(proved.answer(n, start, certificate=True)))
        assert true["certificate"]["kind"] == "family-halves"
        assert checked(true)["verified"]
    true = proved.answer(10**6 + 1, 0, certificate=True)
    assert true["move"] is not None
    assert not checked({**true, "move": {"to": 7}}, 1)["verified"]
    assert not checked({**true, "outcome": "P", "move": None}, 1)["verified"]
    for to in (float(true["move"]["to"]), str(true["move"]["to"])):
        assert not checked({**true, "move": {"to": to}}, 1)["verified"], to


def _without(name: str, at: int, made: Any) -> None:
    del made[name][at]


def _with_fewer(at: int, made: Any) -> None:
    del made["lost"][at][3][0]


def test_every_line_of_a_certificate_is_needed(proved: Any) -> None:
    """The check refuses a certificate without one of its steps or lost stands."""
    true = json.loads(json.dumps(proved.to_json(certificate=True)))
    assert checked(true)["verified"]
    parts = true["certificate"]
    changes: list[Callable[[Any], object]] = []
    changes += [partial(_without, "steps", at) for at in range(len(parts["steps"]))]
    changes += [partial(_without, "lost", at) for at in range(len(parts["lost"]))]
    changes += [partial(_with_fewer, at) for at, row in enumerate(parts["lost"]) if len(row[3]) > 1]
    for change in random.Random(3).sample(changes, tries(60, quick=15)):
        made = copy.deepcopy(true)
        change(made["certificate"])
        assert not checked(made, 1)["verified"], made["certificate"]


@pytest.mark.parametrize(
    "change",
    [
        lambda made: made["certificate"]["walks"][0].update(returns=0),
        lambda made: made["certificate"]["walks"][0]["types"].pop(),
        lambda made: made["certificate"]["walks"].append(made["certificate"]["walks"][0]),
        lambda made: made["certificate"]["lost"].append([1, 7, 0, [1]]),
        lambda made: made["certificate"]["lost"].append([1, 2, 0, [1]]),
        lambda made: made["certificate"]["lost"].append([1, 99, 0, [1]]),
        lambda made: made["certificate"]["lost"].append([1, 2]),
        lambda made: made["certificate"]["steps"].append([0, 7, 0]),
        lambda made: made["certificate"]["steps"].append([0]),
        lambda made: made["certificate"].update(more=1),
        lambda made: made.update(play="normal"),
        lambda made: made.update(game="nimg-mr", weight=1),
        lambda made: made.update(game="edge-geography"),
        lambda made: made["certificate"]["columns"].update(ring=True),
        lambda made: made["n_starts"].update({"12": made["n_starts"]["12"] - 1}),
        lambda made: made.update(period=made["period"] + 1),
        lambda made: made.update(types=made["types"] - 1),
    ],
)
def test_tampering_is_refused(proved: Any, change: Any) -> None:
    made = json.loads(json.dumps(proved.to_json(certificate=True)))
    change(made)
    verdict = checked(made, 1)
    assert verdict.get("verified") is False or "error" in verdict


def test_a_false_proof_of_another_winner_is_refused() -> None:
    """On a path of any length all starts are said to lose: the certificate that says so is consistent in no stand."""
    answer = lm.family("path:n", play="misere").to_json(certificate=True)
    answer["certificate"] = {
        "kind": "family-halves",
        "version": 1,
        "columns": answer["certificate"]["columns"],  # type: ignore[index]
        "steps": [[0, 1, 0]],
        "lost": [[0, 1, 0, [0]]],
        "walks": [{"types": [0], "returns": 0}],
    }
    answer |= {"preperiod": 0, "period": 1, "n_starts": {"1": 0, "2": 0, "3": 0}}
    assert checked(answer, 1)["verified"] is False
