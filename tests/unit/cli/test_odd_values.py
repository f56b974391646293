"""Systematically: each field of each game replaced by each odd value, left out, or too long."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lastmove as lm
from lastmove.games import GAMES, game_class
from refusals import FIELDS, misbehaviour

VALUES = r"""[
    null, true, false, 0, 1, -1, 2, 1000000000000000000000000000000, 1.0, 2.5, 1e300, NaN, Infinity,
    "", "a", "0", "misere", "0.77", "A_", ":An", "&AO", "é", "\ud800", "\u001b[31m",
    [], [null], [true], [0], [-1], [1.5], [""], ["a"], ["a", "a"], ["\ud800"], [1, 2, 3], [1, "1"],
    [[]], [[], []], [["a"]], [["a", "a"]], [[0, 1]], [[1, "1"]],
    [["a", "b"], ["b", "c"], ["c", "a"]], [["a", "b"], ["a", "b"], ["b", "a"], ["b", "c"]],
    {}, {"": null}, {"a": 1, "b": 0, "c": 100000000000000000000}, {"a": -1, "b": 1.5, "c": null},
    {"game": "nim", "heaps": [1]}, [{"game": "nim", "heaps": [1]}], [{"game": "dag", "vertices": 1}],
    [{"game": "nim", "heaps": [1], "play": "normal"}]
]"""
ODD: dict[str, object] = {
    **{json.dumps(value): value for value in json.loads(VALUES)},
    "4,000 digits": 10**4000,
    "long text": "x" * 100_000,
    "deep": json.loads("[" * 90 + "]" * 90),
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("game", GAMES)
def test_odd_value(game: str, field: str) -> None:
    example = dict(game_class(game).example)
    found = {name: misbehaviour({**example, field: value}) for name, value in ODD.items()}
    found["left out"] = misbehaviour({name: value for name, value in example.items() if name != field})
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize("game", GAMES)
def test_two_fields_left_out(game: str) -> None:
    example = dict(game_class(game).example)
    for one in example:
        for two in example:
            assert misbehaviour({name: v for name, v in example.items() if name not in (one, two)}) == ""


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("nim", "id", 10**5000),
        ("nim", "heaps", [10**5000]),
        ("adjacent-nim", "heaps", [10**5000, 1]),
        ("subtraction", "set", [10**5000]),
        ("nimg-rm", "weights", {"a": 10**5000, "b": 1, "c": 1}),
        ("dag", "edges", [["a", 10**5000]]),
        ("dag", "vertices", ["a", "b", "c", 10**5000]),
        ("dag", "start", 10**5000),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_more_digits_than_json_can_carry(game: str, field: str, value: object) -> None:
    """The same limit holds where the object comes from Python and not from text."""
    assert misbehaviour({**game_class(game).example, field: value}) == ""


@pytest.mark.parametrize("value", [None, 5, "", "5", "[]", b"{}", [], [("game", "nim")], "\ud800", "{", "\x1b"])
def test_parse_refuses_what_is_no_object(value: Any) -> None:
    with pytest.raises(lm.InputError):
        lm.parse(value)
