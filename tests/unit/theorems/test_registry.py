"""The registry: every numbered statement of the papers, the complexity tables, and the command that shows them."""

from __future__ import annotations

import json

import pytest

import lastmove as lm
from commands import invoke
from lastmove.core.play import Play
from lastmove.games import GAMES
from lastmove.theorems.complexity import TABLES, Setting, Shape, _hardness, hard
from lastmove.theorems.registry import MODULES, deciders, find, statements, theorems_for
from lastmove.theorems.statement import Kind, Standing

NUMBERED = {
    "log-space": ["Lemma 1", "2", "3", "4", "5"],
    "duchene-renault": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"],
    "renault-schmidt": [
        *("2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8"),
    ],
    "holshouser-reiter": ["1", "special", "Problem 1"],
}
"""Every numbered statement of the four papers."""

WAIVED = {
    "duchene-renault:12": "false as printed, and registered as such (12 as printed); LM1 is what is true",
}


@pytest.mark.parametrize("key", [f"{paper}:{number}" for paper, numbers in NUMBERED.items() for number in numbers])
def test_every_numbered_statement_is_registered_or_waived(key: str) -> None:
    registered = {statement.key for statement in statements()}
    assert key in registered or WAIVED.get(key), f"{key} is neither registered nor waived"


def test_waivers_are_needed() -> None:
    registered = {statement.key for statement in statements()}
    assert {key for key in WAIVED if key in registered} == set()


def test_statements_are_whole() -> None:
    keys = [statement.key for statement in statements()]
    assert len(set(keys)) == len(keys)
    for statement in statements():
        assert statement.text.endswith("."), statement.key
        assert set(statement.games) <= set(GAMES), statement.key
        assert statement.title
    decided = {theorem.statement.key for theorem in deciders()}
    assert decided <= set(keys)
    for theorem in deciders():
        assert theorem.statement.games
        assert theorem.statement.condition
        if theorem.statement.standing is Standing.PROVED:
            assert theorem.statement.verified, theorem.statement.key
        assert (theorem.__doc__ or "").strip()


def test_the_engine_uses_proved_theorems_only_and_all_of_them() -> None:
    used = {t.statement.key for game in GAMES for play in Play for t in theorems_for(game, play)}
    proved = {t.statement.key for t in deciders() if t.statement.standing is Standing.PROVED}
    assert used == proved
    assert any(t.statement.standing is Standing.REFUTED for t in deciders())
    for module, games in MODULES.items():
        speaks_of = {
            g
            for t in deciders()
            if type(t).__module__.startswith(f"lastmove.theorems.{module}")
            for g in t.statement.games
        }
        assert speaks_of == set(games), module


def test_find_suggests() -> None:
    assert find("renault-schmidt:3.5").number == "3.5"
    with pytest.raises(lm.InputError, match=r"did you mean renault-schmidt:3\.5"):
        find("renault-smith:3.5")


PRINTED = {
    "1": {"normal": ["PSPACE-complete", "PSPACE-complete"], "misere": ["PSPACE-complete", "PSPACE-complete"]},
    "2": {"normal": ["PSPACE-complete", "polynomial"], "misere": ["PSPACE-complete", "PSPACE-complete"]},
    "3": {"normal": ["polynomial"] * 3, "misere": ["polynomial", "PSPACE-hard", "PSPACE-hard"]},
    "4": {"normal": ["PSPACE-hard"] * 3, "misere": ["PSPACE-hard"] * 3},
}
"""The tables of Renault and Schmidt as they print them."""


def test_the_tables_follow_from_the_registry() -> None:
    claims = {s.key: s.claims for s in statements()}
    for number, rows in PRINTED.items():
        cells = TABLES[number].cells(claims)
        for play, verdicts in rows.items():
            found = [cell.verdict for cell in cells[Play(play)].values()]
            assert found[: len(verdicts)] == verdicts, f"table {number}, {play}"


NARROWER = {
    ("1", "Vertex Geography, planar bipartite, degree ≤ 4"): ("PSPACE-complete", "PSPACE-complete"),
    ("2", "Edge Geography, planar bipartite, degree ≤ 4"): ("polynomial", "PSPACE-complete"),
    ("2", "Edge Geography, planar, degree ≤ 3"): ("PSPACE-complete", "polynomial"),
    ("2", "Vertex Geography, planar bipartite, degree ≤ 3"): ("polynomial", "PSPACE-complete"),
    ("3", "NimG-RM+NL, bipartite"): ("polynomial", "polynomial"),
    ("3", "NimG-RM+NL, planar, degree ≤ 3"): ("polynomial", "PSPACE-hard"),
    ("3", "directed NimG-RM+NL, planar bipartite, degree ≤ 3, weights 1"): ("PSPACE-complete", "PSPACE-complete"),
    ("4", "NimG-MR+NL, bipartite"): ("polynomial", "PSPACE-hard"),
    ("4", "NimG-MR+NL, planar, degree ≤ 3"): ("PSPACE-hard", "PSPACE-hard"),
    ("4", "NimG-MR+NL, planar bipartite, degree ≤ 3, weights 1"): ("polynomial", "PSPACE-complete"),
}
"""The columns that are not in the paper: normal and misère play."""


def test_the_narrower_columns_follow_too() -> None:
    claims = {s.key: s.claims for s in statements()}
    found = {
        (number, name): tuple(table.cells(claims)[play][name].verdict for play in Play)
        for number, table in TABLES.items()
        if number in PRINTED
        for name in list(table.columns)[len(PRINTED[number]["normal"]) :]
    }
    assert found == NARROWER


def test_shapes_include_narrower_ones() -> None:
    anything, narrow = Shape(), Shape(bipartite=True, planar=True, degree=3, ones=True)
    assert anything.includes(narrow)
    assert not narrow.includes(anything)
    assert Shape(degree=4).includes(Shape(degree=3))
    assert not Shape(degree=3).includes(Shape(degree=4))
    assert not Shape(degree=3).includes(Shape(planar=True))
    for field in ("bipartite", "planar", "ones"):
        wider = narrow._replace(**{field: False})
        assert wider.includes(narrow)
        assert not narrow.includes(wider)


def test_the_table_of_edge_nimg() -> None:
    """Hard by weights 1; no better bound than EXPTIME follows, as the weights are in binary."""
    claims = {s.key: s.claims for s in statements()}
    for play, row in TABLES["5"].cells(claims).items():
        undirected, directed, light = (cell.verdict for cell in row.values())
        assert undirected == directed == "PSPACE-hard, in EXPTIME"
        assert light == ("PSPACE-complete" if play is Play.MISERE else "polynomial")


def test_the_table_of_vertexnim() -> None:
    claims = {s.key: s.claims for s in statements()}
    for row in TABLES["6"].cells(claims).values():
        assert {cell.verdict for cell in row.values()} == {"PSPACE-hard, in EXPTIME"}


def test_removing_an_entry_changes_its_table() -> None:
    claims = {s.key: s.claims for s in statements()}
    for table in TABLES.values():
        for play, row in table.cells(claims).items():
            for name, cell in row.items():
                assert cell.follows_from
                for key in cell.follows_from:
                    fewer = {other: made for other, made in claims.items() if other != key}
                    assert table.cells(fewer)[play][name] != cell, f"{name} does not need {key}"


def test_theorems_command() -> None:
    run = invoke("theorems")
    listed = [json.loads(line) for line in run.output.splitlines()]
    assert [row["key"] for row in listed] == [s.key for s in statements()]
    only = invoke("theorems", "--game", "nimg-mr", "--paper", "burke-george")
    assert [json.loads(line)["key"] for line in only.output.splitlines()] == ["burke-george:MR"]
    one = json.loads(invoke("theorems", "renault-schmidt:3.5").output)
    assert one["cost"] == "a maximum matching, O(n m)"
    tables = invoke("theorems", "--tables")
    assert [json.loads(line)["table"] for line in tables.output.splitlines()] == ["1", "2", "3", "4", "5", "6"]
    assert "'nobody:1'" in invoke("theorems", "nobody:1", status=2).stderr
    assert "--paper 'nobody': must be one of log-space, " in invoke("theorems", "--paper", "nobody", status=2).stderr
    assert "--game 'nobody': must be one of adjacent-nim, " in invoke("theorems", "--game", "nobody", status=2).stderr
    empty = invoke("theorems", "--game", "adjacent-nim", "--paper", "burke-george", status=2).stderr
    assert "--game 'adjacent-nim' and --paper 'burke-george': no statement matches" in empty


def test_open_problems_are_registered() -> None:
    found = {s.key for s in statements() if s.kind is Kind.OPEN_PROBLEM}
    assert found >= {
        "duchene-renault:4",
        "duchene-renault:8",
        "duchene-renault:16",
        "duchene-renault:5 conjecture",
        "renault-schmidt:4",
    }


def test_reductions_in_a_circle_make_nothing_hard() -> None:
    one, two, three = (Setting(game, Play.NORMAL, True) for game in ("vertexnim", "nimg-rm", "nimg-mr"))
    reductions = {"a": (one, two), "b": (two, one), "c": (two, three)}
    circle = [(key, hard(setting, given=given)[0]) for key, (setting, given) in reductions.items()]
    assert _hardness(one, circle, frozenset()) == []
    assert _hardness(one, [*circle, ("d", hard(three)[0])], frozenset()) == ["a", "c", "d"]
