"""Pictures at the edges: too large, nothing left, huge numbers, what is no position, notebooks, games of one's own."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

import lastmove as lm
from commands import invoke
from drawings import groups, is_apart, read, texts
from lastmove.core.limits import Limits
from lastmove.web.api import ask

if TYPE_CHECKING:
    from pathlib import Path


def test_too_large_to_draw() -> None:
    large = lm.VertexGeography((401, []), start=0)
    with pytest.raises(lm.InputError, match="vertices: 401; a picture shows at most 400"):
        lm.draw(large)
    assert large._repr_svg_() is None
    with pytest.raises(lm.InputError, match=r"parts\[0\].heaps: 300; a picture shows at most 200"):
        lm.draw(lm.Sum([lm.Nim([1] * 300)]))
    huge = lm.NimGRM([("a", "b")], [10**30, 10**30], start="a")
    assert read(lm.draw(lm.solve(huge, "misere"))) is not None
    assert "0–1999, …" in lm.draw(lm.solve(lm.NimGRM([("a", "b")], [10**30, 0], start="a")))


@pytest.mark.parametrize("bad", [(), None, 5, lm.Nim, lm.Graph])
def test_what_is_no_position(bad: Any) -> None:
    with pytest.raises(
        lm.InputError, match=r"position: .* (has no moves\(\) and after\(move\)|is text; lastmove.parse)"
    ):
        lm.draw(bad)


def test_nothing_left_to_draw() -> None:
    over = [
        lm.AdjacentNim([0, 0]),
        lm.Sum([]),
        lm.Nim([]),
        lm.parse('{"game": "vertexnim", "vertices": [], "edges": [], "weights": [], "start": null}').position,
        lm.NimGRM((1, []), [0], start=lm.OVER),
    ]
    for position in over:
        for play in lm.Play:
            root = read(lm.draw(lm.solve(position, play), certificate=True))
            assert "(no move is left)" in " ".join(texts(root))


def test_huge_numbers() -> None:
    huge = 10**5000
    for position in (lm.Nim([huge, 5]), lm.AdjacentNim([huge, 2, 3], start=0), lm.Octal("0.77", [huge])):
        assert "1.00e5000" in lm.draw(position)
    assert "1.00e5000" in lm.draw(lm.solve(lm.NimGRM([(0, 1)], [huge, 3], start=0)), certificate=True)


def test_notebooks_show_the_picture() -> None:
    position = lm.Nim([1, 2])
    assert position._repr_svg_() == lm.draw(position)
    assert lm.solve(position)._repr_svg_() == lm.draw(lm.solve(position))
    board = lm.AdjacentNim([2, 3])
    assert lm.outcomes(board)._repr_svg_() == lm.draw(lm.outcomes(board))
    assert lm.HeapRules(lambda n: range(n))(3)._repr_svg_() is not None


def test_notebooks_do_not_start_long_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.pictures.draw.LONG_SEARCH", 5)
    answer = lm.solve(lm.EdgeGeography(nx.complete_graph(5), start=0), "misere")
    drawn = answer._repr_svg_()
    assert drawn == lm.draw(answer, moves=False) != lm.draw(answer)


def test_a_game_of_ones_own() -> None:
    class Countdown:
        def __init__(self, left: int) -> None:
            self.left = left

        def moves(self) -> range:
            return range(self.left)

        def after(self, move: int) -> Countdown:
            return Countdown(move)

        def __hash__(self) -> int:
            return self.left

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Countdown) and other.left == self.left

        def __str__(self) -> str:
            return f"{self.left} left\n<{'*' * self.left}>"

    assert {"3 left", "<***>"} <= set(texts(read(lm.draw(Countdown(3)))))
    assert "<***>" in texts(read(lm.draw(lm.Sum([Countdown(3), lm.Nim([2])]))))
    assert "N: the player to move wins" in lm.draw(lm.solve(Countdown(3)))


SPREAD = [[u, v] for u in range(12) for v in range(u) if (u * v + u) % 3 == 1]
BOARD: dict[str, Any] = {"game": "vertex-geography", "vertices": 12, "edges": SPREAD, "start": 1}
"""Of no known shape, so that its places have to be worked out."""


@pytest.fixture
def no_time_for_beauty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.core.showing._FINE", 0.0)


@pytest.fixture
def no_time_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.core.showing._KEPT", 0.0)


def size(drawn: str) -> tuple[float, float]:
    found = re.search(r'viewBox="0 0 ([0-9.e+]+) ([0-9.e+]+)"', drawn)
    assert found
    return float(found[1]), float(found[2])


@pytest.mark.usefixtures("no_time_for_beauty")
def test_a_plain_picture_where_the_time_is_short(tmp_path: Path) -> None:
    """Every place that draws: all of the graph is there, apart, and a note says what was done."""
    text, position = json.dumps(BOARD), lm.parse(BOARD)
    for drawn in (
        invoke("draw", "--time-limit", "1000", text=text).stdout,
        invoke("draw", "--time-limit", "1000", "--moves", text=text).stdout,
        lm.draw(position, limits=Limits(time=1000)),
        str(ask("draw", {"position": BOARD, "time": 1000, "places": {}}).answer["text"]),
    ):
        root = read(drawn)
        assert len(groups(root, "node")) == 12
        assert len(groups(root, "edge")) == len(SPREAD)
        assert is_apart(root)
        assert "Drawn plainly" in drawn
    assert "Drawn plainly" not in lm.draw(position)
    assert "Drawn plainly" in invoke("explain", "--to", "html", "--time-limit", "1000", text=text).stdout
    invoke("worksheet", "-o", str(tmp_path / "sheet"), "--time-limit", "1000", text=text)
    assert "Drawn plainly" in (tmp_path / "sheet.html").read_text()
    seen = ask("look", {"position": BOARD, "time": 1000}).answer
    assert seen["scene"] is not None
    assert "Drawn plainly" in str(seen["note"])
    move = json.loads(invoke("solve", text=text).stdout)["move"]
    assert "Drawn plainly" in str(ask("film", {"position": BOARD, "moves": [move], "time": 1000}).answer["text"])


@pytest.mark.usefixtures("no_time_for_beauty")
def test_a_grid_stays_a_grid_where_the_time_is_short() -> None:
    grid = lm.parse("vertex-geography:grid:3x4@0")
    assert size(lm.draw(grid, limits=Limits(time=1000)))[0] < 500


@pytest.mark.usefixtures("no_time_for_beauty")
def test_boards_in_lines_where_the_time_is_short(tmp_path: Path) -> None:
    """The parts of a large sum are not laid out one by one when there is no time for that."""
    total = tmp_path / "sum.json"
    total.write_text(json.dumps({"game": "sum", "parts": [BOARD] * 3}))
    for words in (["explain"], ["play"], ["play", "--you", "second"]):
        said = invoke(*words, str(total), "--time-limit", "1000", "--position-limit", "20", status=None).stdout
        assert "joined to" in said
        assert "in brackets" not in said


@pytest.mark.usefixtures("no_time_to_show")
def test_an_explanation_is_told_where_there_is_no_time_to_show_the_board() -> None:
    total = json.dumps({"game": "sum", "parts": [{"game": "nim", "heaps": [1, 2]}] * 2})
    said = invoke("explain", "--time-limit", "0", text=total, status=3).stdout
    assert "\n\n  Nim (heaps 1, 2) + Nim (heaps 1, 2)\n\n" in said


@pytest.mark.usefixtures("no_time_to_show")
def test_no_picture_where_the_time_is_up() -> None:
    with pytest.raises(lm.LimitReached):
        lm.draw(lm.parse(BOARD), limits=Limits(time=0))
    assert ask("draw", {"position": BOARD, "time": 0, "show": []}).stopped_by == "time"


def test_a_picture_keeps_to_the_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    held = count(10**9, 10**6)
    monkeypatch.setattr("lastmove.core.limits.resident_bytes", lambda: next(held))
    for name in ("_LOOK_SECONDS", "_MEMORY_CHECK_SECONDS"):  # a plain picture is soon done
        monkeypatch.setattr(f"lastmove.core.limits.{name}", 0)
    said = invoke("draw", "--memory-limit", "1", text=json.dumps(BOARD), status=3).stderr
    assert "the memory limit was reached before the picture was done" in said


@pytest.mark.usefixtures("no_time_to_show")
def test_what_a_notebook_shows_unasked_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    argument, position = lm.explain(lm.parse(BOARD)), lm.parse(BOARD).position
    assert "<svg" in argument._repr_html_()
    monkeypatch.setattr("lastmove.pictures.draw.UNASKED", Limits(time=0))
    assert position._repr_svg_() is None  # type: ignore[attr-defined]
    assert "<svg" not in argument._repr_html_()


@pytest.mark.usefixtures("no_time_for_beauty")
def test_what_a_picture_left_open_is_worked_out_later() -> None:
    """A picture that had no time for the values of moves must not make an answer forget them."""
    answer = lm.solve(lm.parse(BOARD), limits=Limits(time=1000))
    assert "move of unknown value" in lm.draw(answer, limits=Limits(time=1000))
    assert answer.winning_moves() == lm.solve(lm.parse(BOARD), all_moves=True).winning_moves()


@pytest.mark.parametrize("n", [100, pytest.param(400, marks=pytest.mark.long)])
def test_a_few_close_nodes_do_not_make_the_picture_huge(n: int) -> None:
    graph = nx.gnm_random_graph(n, 5 * n, seed=1)
    drawn = lm.draw(lm.VertexGeography(graph), legend=False)
    assert max(size(drawn)) < 3000
    assert is_apart(read(drawn))


def test_parts_of_parts_count() -> None:
    nims = lm.Sum([lm.Nim([1, 2])] * 100)
    with pytest.raises(lm.InputError, match="parts: 10,100 with those of the sums in it; a picture shows at most 200"):
        lm.draw(lm.Sum([nims] * 100))
    assert lm.draw(lm.Sum([nims, lm.Nim([1])]))


def test_long_texts_do_not_make_the_picture_wide() -> None:
    rule = lm.parse({"game": "subtraction", "set": list(range(1, 3001, 2)), "heaps": [7, 9]})
    assert max(size(lm.draw(rule))) < 1500
    drawn = lm.draw(lm.Nim([1]), caption="m" * 1000)
    assert size(drawn)[0] < 2000
    assert "".join(re.findall("m{9,}", drawn.partition("</desc>")[2])) == "m" * 1000


def test_a_png_has_a_largest_size() -> None:
    pytest.importorskip("resvg_py")
    said = r"to: a png of [0-9,]+ by [0-9,]+ pixels; accepted: at most 40,000,000 pixels in all, or svg of any size"
    failed = invoke("draw", "vertex-geography:star:399", "--to", "png", "--no-legend", status=1)
    assert re.search(said, failed.stderr)
    places = {str(v): [20_000 * (v % 3), 20_000 * v] for v in range(12)}
    with pytest.raises(lm.InputError, match=said):
        ask("draw", {"position": BOARD, "places": places, "to": "png", "time": 1000})
    assert ask("draw", {"position": BOARD, "places": places, "time": 1000}).answer["media"] == "image/svg+xml"
    with pytest.raises(lm.InputError, match=said):
        ask("draw", {"position": BOARD, "to": "png", "caption": "m" * 300_000, "time": 1000})
