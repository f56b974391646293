"""Tables of conditions: those that are built in, files, and what is no table."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from lastmove.core.errors import InputError
from lastmove.core.play import Outcome
from lastmove.gadgetry.source import NAMED, START, gadget_source

if TYPE_CHECKING:
    from pathlib import Path

ARC: dict[str, Any] = {
    "ports": ["a", "b"],
    "start": [
        {"enter": "a", "outside": {"b": "P"}, "outcome": "P"},
        {"enter": "a", "outside": {"b": ["closed", "N"]}, "outcome": "N"},
        {"enter": "b", "outside": {"a": "any"}, "outcome": "N"},
    ],
}


@pytest.mark.parametrize("name", NAMED)
def test_a_source_is_the_same_written_out(name: str, tmp_path: Path) -> None:
    source = gadget_source(name)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(source.to_json()))
    assert gadget_source(file) == gadget_source(str(file)) == gadget_source(source.to_json()) == source
    assert source.states[-1] == START
    assert source.text
    assert set(source.sides) <= set(source.ports)


def test_the_arc_says_what_lemma_1_says() -> None:
    source = gadget_source("arc")
    assert source.conditions == gadget_source(ARC).conditions
    rows = {(row.enter, row.outside): row.outcome for row in source.conditions}
    assert len(rows) == 6
    assert rows["a", ("closed", "P")] is Outcome.P
    assert list(rows.values()).count(Outcome.N) == 5


def test_nothing_is_closed_before_the_token_comes_in_edge_geography() -> None:
    source = gadget_source("arc")
    assert {row.outside for row in source.asked_in("edge-geography")} == {
        ("closed", "P"),
        ("closed", "N"),
        ("N", "closed"),
        ("P", "closed"),
    }
    crossing = gadget_source("crossing")
    left = {row.state for row in crossing.asked_in("edge-geography")}
    assert left == {START, "vertical", "horizontal"}  # there the token itself has closed ports


def test_a_file_of_toml(tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text('ports = ["p"]\n[[start]]\nenter = "p"\noutside = {}\noutcome = "P"\n')
    (row,) = gadget_source(file).conditions
    assert (row.enter, row.outside, row.outcome) == ("p", ("closed",), Outcome.P)


def changed(*path: Any, to: Any = None) -> dict[str, Any]:
    """The arc with one entry changed, or without it."""
    made: dict[str, Any] = json.loads(json.dumps(ARC))
    place: Any = made
    for step in path[:-1]:
        place = place[step]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return made


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (changed("ports"), "ports: None; accepted: a list of 1 to 6 different names"),
        (changed("ports", to=["a", "a"]), "ports: ['a', 'a']; accepted"),
        (changed("ports", to=["a", "others"]), "ports: 'others' stands for all ports"),
        (changed("start"), "start: None; accepted: a list of conditions"),
        (changed("start", to=[]), "start: []; accepted: a list of conditions"),
        (changed("start", 0, "enter"), "start[1].enter: missing"),
        (changed("start", 0, "enter", to="c"), "start[1].enter: 'c' is no port; accepted: a, b"),
        (changed("start", 0, "outcome", to="Q"), "start[1].outcome: 'Q'; accepted: 'N' or 'P'"),
        (changed("start", 0, "outside", "b"), "start[1].outside.b: missing; accepted: 'closed', 'N', 'P'"),
        (changed("start", 0, "outside", "b", to="shut"), "start[1].outside.b: 'shut'; accepted"),
        (changed("start", 0, "outside", "b", to=[["N"]]), "start[1].outside.b: [['N']]; accepted"),
        (changed("start", 0, "outside", "c", to="N"), "start[1].outside: 'c' is no port"),
        (changed("start", 0, "outside", "a", to="N"), "start[1].outside: the token has come in by a"),
        (changed("start", 0, "outside", "b", to={"used": "N"}), "'used' is no state; the states are: none are named"),
        (changed("start", 0, "more", to=1), "start[1].more: there is no such entry"),
        (changed("start", 1, "outside", "b", to="any"), 'outside {"b": "P"}: the table asks for N and for P'),
        (changed("more", to=1), "'more': there is no such entry; accepted: name, text, ports"),
        (changed("sides", to={"c": 1}), "sides: 'c' is no port"),
        (changed("sides", to={"a": 2}), "sides.a: 2; accepted: 0 or 1"),
        (changed("states", to={"start": []}), "states.start: the start has a table of its own"),
        (changed("states", to={"used": []}), "states.used: []; accepted: a list of conditions"),
        (changed("name", to=3), "name: 3; accepted: a text"),
        ([], "for: []; accepted: arc, door, crossing, variable, a file"),
        ("bridge", "for: 'bridge'; accepted: arc, door, crossing, variable"),
    ],
)
def test_what_is_no_table(given: Any, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        gadget_source(given)


def test_states_that_lead_back() -> None:
    row = {"enter": "a", "outcome": "N"}
    states = {"one": [{**row, "outside": {"b": {"two": "N"}}}], "two": [{**row, "outside": {"b": {"one": "P"}}}]}
    with pytest.raises(InputError, match="leads back"):
        gadget_source({**ARC, "states": states})


def test_too_many_conditions() -> None:
    ports = ["a", "b", "c", "d", "e", "f"]
    rows = [{"enter": port, "outside": {"others": "any"}, "outcome": "N"} for port in ports] * 2
    with pytest.raises(InputError, match="more than 2,000 conditions"):
        gadget_source({"ports": ports, "start": rows})


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name, text in (
        ("bad.toml", "ports = ["),
        ("bad.json", "[" * 10_000),
        ("list.json", "[]"),
        ("bad.json", "\xff"),
    ):
        (tmp_path / name).write_text(text, encoding="latin-1")
        with pytest.raises(InputError, match=name):
            gadget_source(tmp_path / name)
    with pytest.raises(InputError, match=r"nothing\.toml"):
        gadget_source(tmp_path / "nothing.toml")
