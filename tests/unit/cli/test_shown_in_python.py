"""What print and notebooks show of answers: what a terminal shows, and tables."""

from __future__ import annotations

import json
import re
import threading
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import lastmove as lm
from processes import on_terminal

PATH = lm.VertexGeography(lm.graphs.named("path:3"))
SHOWN: dict[str, tuple[Any, list[str]]] = {
    "answer": (lm.solve(lm.Nim([3, 5])), ["solve", "nim:3,5"]),
    "comparison": (lm.compare(lm.Nim([1, 1])), ["compare", "nim:1,1"]),
    "outcomes": (lm.outcomes(PATH), ["solve", "--starts", "all"]),
    "quotient": (lm.quotient("0.77", heap=12), ["quotient", "0.77", "--heap", "12"]),
}


def words(text: str) -> list[str]:
    """The words, wherever lines break: a terminal of another width breaks them elsewhere."""
    return sorted(re.sub(r"\x1b\[[0-9;]*m", "", text).split())


@pytest.mark.parametrize("name", SHOWN)
def test_print_writes_what_a_terminal_shows(name: str) -> None:
    value, command = SHOWN[name]
    status, seen = on_terminal(*command, text=json.dumps(lm.position_to_json(PATH)))
    assert status == 0
    assert words(str(value)) == words(seen)
    assert "\x1b" not in str(value)


def test_heap_values_are_printed_as_a_table() -> None:
    lines = str(lm.heap_values("0.77", 12)).splitlines()
    assert lines[2].split() == ["0+", *"0123143214"]
    assert lines[3].split() == ["10+", "2", "6", "4"]
    assert lines[-1].startswith("period 12, preperiod 71")


def test_values_are_printed_as_a_table() -> None:
    found = lm.solve(lm.Nim([1, 2])).values()
    rows = [line.split() for line in str(found).splitlines()]
    assert rows[0] == ["move", "wins?", "leads", "to", "moves", "left"]
    assert ["heap", "1,", "remaining", "1", "wins", "P", "2"] in rows
    assert len(rows) == len(found.moves) + 2


class Cells(HTMLParser):
    """The cells of the tables of a page, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside &= tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data


def test_notebooks_show_tables() -> None:
    compared = Cells(lm.compare(lm.Nim([1, 1]))._repr_html_()).rows
    assert compared[:2] == [["", "normal play", "misère play"], ["outcome", "P", "N"]]
    page = lm.outcomes(PATH)._repr_html_()
    assert Cells(page).rows[1:] == [["0", "P", "-"], ["1", "N", "move to 0"], ["2", "P", "-"]]
    assert "<svg" in page
    values = Cells(lm.solve(lm.Nim([1, 2])).values()._repr_html_()).rows
    assert values[0] == ["move", "wins?", "leads to", "moves left"]
    heaps = Cells(lm.heap_values("0.77", 12)._repr_html_()).rows
    assert heaps[2] == ["10+", "2", "6", "4", *[""] * 7]


def test_names_cannot_break_out_of_a_table() -> None:
    page = lm.outcomes(lm.VertexGeography([("<script>", "b")]))._repr_html_()
    assert "<script>" not in page
    assert ["<script>", "N", "move to b"] in Cells(page).rows


def test_large_tables_are_cut() -> None:
    board = lm.outcomes(lm.VertexGeography(lm.graphs.named("path:1000")))
    assert len(Cells(board._repr_html_()).rows) == 201
    assert "800 more rows" in board._repr_html_()
    assert str(board).startswith("<Outcomes of 1000 starts")


def test_printing_in_a_thread_leaves_other_output_alone(capsys: pytest.CaptureFixture[str]) -> None:
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(str(lm.solve(lm.Nim([3, 5])))))
    thread.start()
    thread.join()
    assert found[0].startswith("Nim, normal play: heaps 3, 5")
    assert capsys.readouterr().out == ""


def test_notebooks_show_families_censuses_questions_genus_and_reductions(tmp_path: Path) -> None:
    family = lm.family("ladder:n", play="misere")
    census = lm.census("vertex-geography", n="2-4", out=tmp_path)
    rows = census.query("select n, count(*) as graphs from census group by n order by n")
    reduced = lm.reduce(lm.Problem(lm.EdgeGeography([("a", "b")], start="a")), to="edge-geography", play="misere")
    shown: dict[str, Any] = {
        "winning starts": family,
        "graphs": census,
        "<td>6</td>": rows,
        "tame": lm.genus(lm.Nim([2, 3])),
        "renault-schmidt:2.5": reduced,
    }
    for word, what in shown.items():
        page = what._repr_html_()
        assert "<table" in page, word
        assert word in page
    assert family._repr_html_().startswith("<div><svg")
    assert lm.draw(family) == lm.draw(family.outcomes(list(family.n_starts)[3]))
    frame = rows.to_pandas()
    assert list(frame.columns) == ["n", "graphs"]
    assert frame.graphs.tolist() == [1, 2, 6]


def test_graphs_have_pictures() -> None:
    triangle = lm.Graph("abc", [("a", "b"), ("b", "c"), ("c", "a")])
    assert lm.draw(triangle) == lm.draw(lm.VertexGeography(triangle))
    assert triangle._repr_svg_() == lm.draw(triangle)
    assert lm.Graph(1000, [])._repr_svg_() is None
