"""Boards of cells are drawn where their names say, however many they are."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest

import lastmove as lm
from commands import invoke
from lastmove.pictures.cells import MOST_CELLS, cell_items, cells_of
from lastmove.pictures.marks import Marks
from lastmove.pictures.scene import PALETTES, Box, Curve, Disc, Group, Label

CROSS = [("0,1", "1,1"), ("1,1", "v@2,1"), ("1,1", "1,0"), ("1,1", "u>v.q@1,2")]


def large() -> lm.Problem:
    formula = lm.Formula.of([("e", [2])], [[-2]])
    return lm.reduce(formula, to="vertex-geography", by="lastmove:LM25:grid").problem


def test_every_edge_lies_where_its_cells_are() -> None:
    view = lm.VertexGeography(CROSS, start="v@2,1").view()
    cells = cells_of(view)
    assert cells is not None
    assert dict(zip((node.key for node in view.nodes), cells, strict=True))["v@2,1"] == (2, 1)
    items = cell_items(view, cells, Marks())
    groups = {item.kind: item.items for item in items if isinstance(item, Group)}
    lines = {kind: [item.points for item in groups[kind] if isinstance(item, Curve)] for kind in ("paths", "tiles")}
    assert sorted(lines["paths"]) == [((0, 12), (24, 12)), ((12, 24), (12, 12))]
    assert lines["tiles"] == [((12, 12), (12, 0))]
    (vertex,) = (item for item in items if isinstance(item, Group) and item.kind == "node")
    assert vertex.title == "v"
    assert any(isinstance(item, Label) and item.text == "v" for item in vertex.items)
    assert items[-1] == Disc(24, 12, 12, "token")


@pytest.mark.parametrize(
    "edges",
    [
        [("0,0", "2,0")],
        [("0,0", "1,1")],
        [("0,0", "1,0"), ("1,0", "x")],
        [("a@0,0", "1,0"), ("1,0", "b@0,0")],
        [("0,0", "1,-0")],
        [("00,0", "1,0")],
        [(0, 1)],
    ],
)
def test_other_boards_are_none_of_cells(edges: list[tuple[object, object]]) -> None:
    assert cells_of(lm.VertexGeography(edges).view()) is None
    assert lm.draw(lm.VertexGeography(edges))


def test_weights_and_directions() -> None:
    assert cells_of(lm.VertexGeography([("0,0", "1,0")], directed=True).view()) is None
    assert cells_of(lm.NimGMR([("0,0", "1,0")], [2, 1]).view()) is None
    assert cells_of(lm.NimGMR([("0,0", "1,0")], [0, 1]).view()) == [(0, 0), (1, 0)]


def test_large_boards() -> None:
    problem = large()
    board = problem.position.graph  # type: ignore[attr-defined]
    assert 400 < board.n < MOST_CELLS
    for what in (problem, lm.solve(problem)):
        drawn = lm.draw(what)
        ET.fromstring(drawn)
        assert drawn.count("<path") < board.n / 10
        assert re.search(r">-x2<", drawn)
    (line,) = [json.dumps(lm.problem_to_json(problem))]
    assert invoke("draw", text=line).stdout.startswith("<svg")


def test_moves_and_every_start() -> None:
    board = lm.VertexGeography(CROSS)
    won = lm.solve(board.at("1,1"), play="misere")
    assert won.outcome is lm.Outcome.P  # each way ends at once, and the opponent is stuck
    view = won.problem.position.view()  # type: ignore[attr-defined]
    cells = cells_of(view)
    assert cells is not None
    drawn = lm.draw(won, theme="light")
    assert drawn.count(PALETTES["light"]["lose"]) >= len(list(won.problem.position.moves())) == 4
    found = lm.outcomes(board, play="misere")
    items = cell_items(view, cells, Marks(outcomes=dict(found)))
    round_ = {(item.x, item.y) for item in items if isinstance(item, Disc) and item.style == "badge-n"}
    square = {(item.x, item.y) for item in items if isinstance(item, Box)}
    high = max(y for _, y in cells)
    wins = {node.key: found[node.key] is lm.Outcome.N for node in view.nodes}
    at = {node.key: (12 * x, 12 * (high - y)) for node, (x, y) in zip(view.nodes, cells, strict=True)}
    assert round_ == {at[key] for key, won in wins.items() if won}
    assert square == {at[key] for key, won in wins.items() if not won}
    assert round_
    assert square
