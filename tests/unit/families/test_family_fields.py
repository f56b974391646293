"""``lastmove check`` on answers of ``lastmove family``: each field is checked, or named as not shown."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKED = {
    "types": ["grid:3xn", "--play", "misere"],
    "more types": ["path:n", "--game", "nimg-mr", "--weights", "3"],
    "matchings": ["grid:3xn"],
    "one start": ["grid:3xn", "--play", "misere", "--at", "41", "--start", "0"],
    "one start by matchings": ["path:n", "--at", "1000001", "--start", "1"],
    "a lost start": ["path:n", "--at", "5", "--start", "4"],
    "a stuck player": ["path:n", "--play", "misere", "--at", "1", "--start", "0"],
    "every start": ["comb:n", "--at", "3"],
    "every start with weights": ["cycle:n", "--game", "nimg-rm", "--weights", "2", "--play", "misere", "--at", "5"],
    "words": ["path:n", "--game", "nimg-rm", "--play", "misere", "--weights", "1-2"],
    "words about a ring": ["cycle:n", "--game", "nimg-mr", "--weights", "1-1"],
}


def checked(answer: dict[str, Any], status: int = 0) -> dict[str, Any]:
    return answers(invoke("check", text=json.dumps(answer) + "\n", status=status).stdout)[0]


def asked(kind: str) -> dict[str, Any]:
    return answers(invoke("family", *ASKED[kind], "--certificate").stdout)[0]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of everything that an answer states, but for its evidence."""
    if isinstance(value, (dict, list)) and value:
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            if (*path, key) != ("certificate",):
                yield from leaves(below, (*path, key))
    else:
        yield path


def changed(value: Any) -> Any:
    if value is None:
        return {"to": 1}
    if isinstance(value, (dict, list)):
        return [7]
    return value + 1 if isinstance(value, int) else f"{value}, and more"


@pytest.mark.parametrize("kind", ASKED)
def test_whatever_is_changed_is_refused_or_named(kind: str) -> None:
    true = asked(kind)
    assert checked(true)["verified"] is True
    tried = 0
    for path in leaves(true):
        made = copy.deepcopy(true)
        place = made
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = changed(place[path[-1]])
        tried += 1
        name = ".".join(map(str, path))
        if path[-1] == "text":
            assert name.replace(".0.", ".") in checked(made)["not_shown"]
        elif path == ("types",):
            assert checked(made)["not_shown"] == ["types"]
        else:
            verdict = checked(made, 1)
            assert verdict.get("verified") is False or "error" in verdict, name
    assert tried >= 7


@pytest.mark.parametrize("kind", ASKED)
def test_fields_of_other_answers_are_refused_and_unknown_ones_named(kind: str) -> None:
    true = asked(kind)
    assert "not_shown" not in checked({**true, "id": 5}) or kind == "more types"
    assert "comment" in checked({**true, "comment": "mine"})["not_shown"]
    for name, value in (("reached", 5), ("moves", {"0": {"to": 1}}), ("outcome", "N"), ("period", 2), ("types", 3)):
        if name not in true:
            assert "does not have it" in checked({**true, name: value}, 1)["error"]


def test_more_types_than_are_needed_may_have_been_met_and_fewer_may_not() -> None:
    true = asked("more types")
    assert (true["types"], len(true["certificate"]["types"])) == (7, 6)
    assert checked(true)["not_shown"] == ["types"]
    assert "not_shown" not in checked({**true, "types": 6})
    assert "the proof needs 6" in checked({**true, "types": 5}, 1)["error"]
    padded = copy.deepcopy(true)
    padded["certificate"]["types"].append(padded["certificate"]["types"][0])
    assert checked(padded)["not_shown"] == ["types"]


def test_a_walk_that_goes_on_after_its_return_proves_no_period() -> None:
    true = asked("matchings")
    made = copy.deepcopy(true)
    for walk in made["certificate"]["walks"]:
        walk["types"] += walk["types"][walk["returns"] :]
    made["period"] *= 2
    assert "come back" in checked(made, 1)["error"]


def test_an_automaton_is_the_smallest_and_has_no_other_states() -> None:
    true = asked("words")
    for accepts in ([2, 99], [2, 2], [True], 2):
        assert not checked({**true, "automaton": {**true["automaton"], "accepts": accepts}}, 1).get("verified")
    more = copy.deepcopy(true["automaton"])
    more["states"] += 1
    more["steps"].append(dict(more["steps"][0]))
    assert "no word leads" in checked({**true, "automaton": more}, 1)["error"]
    more["steps"][1] = {letter: 5 if to == 0 else to for letter, to in more["steps"][1].items()}
    assert "5 are enough" in checked({**true, "automaton": more}, 1)["error"]
    assert not checked({**true, "weights": "2-1"}, 1).get("verified")


def test_a_move_that_is_kept_back_is_missed() -> None:
    assert "names no move" in checked({**asked("one start"), "move": None}, 1)["error"]
    true = asked("every start")
    winner = next(start for start, move in true["moves"].items() if move is not None)
    assert "names no move" in checked({**true, "moves": {**true["moves"], winner: None}}, 1)["error"]


def test_starts_that_stayed_unknown_claim_nothing() -> None:
    true = asked("every start")
    made = copy.deepcopy(true)
    made["outcomes"]["0"], made["moves"]["0"] = "unknown", None
    limit = {"kind": "limit", "limit": "time", "seconds": 1.0, "count": 1}
    made["reasons"] = [{**true["reasons"][0], "count": 5}, limit]
    verdict = checked(made)
    assert sum(verdict["counts"].values()) == 5
    assert verdict["not_shown"] == ["reasons.limit"]
    for reasons in (true["reasons"], [limit, limit], [{**limit, "count": 2}], [5], "none"):
        assert not checked({**made, "reasons": reasons}, 1).get("verified")
    made["outcomes"] = dict.fromkeys(made["outcomes"], "unknown")
    made["moves"] = {}
    assert checked(made, 3)["verified"] is None


@pytest.mark.long
def test_every_family_that_is_listed_passes() -> None:
    for found in (lm.family("antiprism:n", play="misere"), lm.family("ladder:n", game="nimg-rm", weights=2)):
        assert checked(found.to_json(certificate=True))["verified"] is True
