"""Boards drawn in the terminal: every vertex and every edge is there, in its place, or nothing is drawn."""

from __future__ import annotations

import random
import re

import pytest

import lastmove as lm
from commands import invoke
from lastmove.core.view import GraphView
from lastmove.explanations.position_text import board_lines
from lastmove.graphs.families import named
from lastmove.graphs.graph import Graph
from lastmove.pictures.text_art import graph_art, places_of

GRID = """\
   0 -----[1]----- 2 ----- 3
   |       |       |       |
   4 ----- 5 ----- 6 ----- 7
   |       |       |       |
   8 ----- 9 ---- 10 ---- 11
  (the token is in brackets)"""


def view(position: lm.VertexGeography) -> GraphView:
    found = position.view()
    assert isinstance(found, GraphView)
    return found


def test_a_grid() -> None:
    assert "\n".join(board_lines(lm.VertexGeography(named("grid:3x4"), start=1))) == GRID


def test_weights_stand_with_their_vertices() -> None:
    lines = board_lines(lm.NimGRM([("a", "b"), ("b", "c")], [2, 10**7, 0], start="b"))
    assert "[b:10000000]" in lines[0]
    assert lines[-1] == "  (vertex:weight; the token is in brackets)"


@pytest.mark.parametrize(
    "spec", ["path:9", "cycle:3", "cycle:8", "tree:2,3", "star:6", "wheel:7", "grid:5x5", "complete:4"]
)
def test_known_shapes_fit(spec: str) -> None:
    board = lm.VertexGeography(named(spec), start=0)
    art = graph_art(view(board), width=94)
    assert art is not None
    assert {int(name) for name in re.findall(r"\d+", " ".join(art))} == set(range(board.graph.n))


@pytest.mark.parametrize("spec", ["petersen:5,2", "complete:5", "hypercube:5", "random-regular:3,40", "path:200"])
def test_what_does_not_fit_is_listed(spec: str) -> None:
    board = lm.VertexGeography(named(spec), start=0)
    assert graph_art(view(board), width=94) is None
    assert "joined to" in board_lines(board)[0]


def test_every_edge_has_signs_of_its_own() -> None:
    """On random trees and cycles with chords: without the edge, the picture would be another one."""
    rng = random.Random("art")
    drawn = 0
    for _ in range(30):
        n = rng.randrange(2, 9)
        pairs = {(rng.randrange(v), v) for v in range(1, n)} | {(0, n - 1)}
        board = lm.VertexGeography(Graph(n, sorted(pairs)), start=0)
        places = places_of(view(board))
        art = graph_art(view(board), width=94, places=places)
        if art is None or n < 3:
            continue
        drawn += 1
        for pair in pairs:
            less = lm.VertexGeography(Graph(n, sorted(pairs - {pair})), start=0)
            assert graph_art(view(less), width=94, places=places) != art
    assert drawn > 15


def test_arcs_have_heads_loops_and_parallel_edges_are_told() -> None:
    assert graph_art(view(lm.VertexGeography([(0, 1)], start=0, directed=True)), width=60) == ["[0]---> 1"]
    multigraph = lm.EdgeGeography([("a", "b"), ("a", "b"), ("b", "b")], start="a")
    found = multigraph.view()
    assert isinstance(found, GraphView)
    assert graph_art(found, width=60) == ["[a]---- b", "loops on: b", "more than once: a-b 2 times"]


def test_vertices_stay_in_their_places_while_a_game_goes_on() -> None:
    board = lm.VertexGeography(named("grid:3x4"), start=1)
    places = places_of(view(board))
    later = board_lines(board.after(next(iter(board.moves()))), places=places)
    assert later[2].startswith("   4 ----- 5 ----- 6 ----- 7")
    assert "1" not in later[0].split()


def test_rules_are_told_for_this_board() -> None:
    plain = lm.VertexGeography([(0, 1)], start=0).say_rules()
    assert (
        plain == "A token on a vertex of a graph. A move slides it to a neighbour, and the vertex it left is deleted."
    )
    assert "Loops" in lm.VertexGeography([(0, 0), (0, 1)], start=0).say_rules()
    assert "an out-neighbour" in lm.VertexGeography([(0, 1)], start=0, directed=True).say_rules()
    for kind in (lm.NimGRM, lm.NimGMR, lm.Vertexnim):
        for directed in (False, True):
            rules = kind([(0, 1), (1, 0)] if directed else [(0, 1)], [1, 1], start=0, directed=directed).say_rules()
            assert "(out-)" not in rules
            assert "or digraph" not in rules
    out = invoke("play", "grid:2x2", "--game", "vertex-geography", text="quit\n").stdout
    assert "[0]---- 1\n" in out
