"""Pictures at the edges: too large, nothing left, huge numbers, what is no position, notebooks, games of one's own."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

import lastmove as lm
from drawings import read, texts


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


@pytest.mark.parametrize("bad", [(), None, 5, lm.Nim, lm.Graph(3)])
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
    monkeypatch.setattr("lastmove.apps.pictures.picture.LONG_SEARCH", 5)
    answer = lm.solve(lm.EdgeGeography(nx.complete_graph(4), start=0), "misere")
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
