"""Small positions that show why the reductions in docs/background/search-proofs.md ask for what they ask.

Each is played out by the definition, so that no page claims more than is true.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

import lastmove as lm
from lastmove.core.play import Play
from theory_checks import Law

Arcs = list[tuple[str, str]]


def outcome(position: Any, play: str) -> str:
    return "N" if Law(Play.of(play)).wins(position) else "P"


def directed(arcs: Arcs) -> lm.Graph:
    return lm.Graph(sorted({v for arc in arcs for v in arc}), arcs, directed=True)


def both_ways(*path: str) -> Arcs:
    return [arc for a, b in pairwise(path) for arc in ((a, b), (b, a))]


def test_chains_of_edge_geography_have_arcs_one_way() -> None:
    def board(*path: str) -> Any:
        return lm.EdgeGeography(directed([*both_ways(*path), ("b", "b")]), start="a")

    assert outcome(board("a", "p", "q", "b"), "misere") == "N"
    assert outcome(board("a", "b"), "misere") == "P"


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_chains_of_edge_geography_with_arcs_one_way_may_be_shortened(play: str) -> None:
    """Every digraph on the two ends, with the chain from one to the other."""
    pairs = [(a, b) for a in "ab" for b in "ab"]
    for chosen in product((False, True), repeat=len(pairs)):
        others = [pair for pair, taken in zip(pairs, chosen, strict=True) if taken]
        for start in "ab":
            short, long = (
                outcome(lm.EdgeGeography(directed([*others, *chain]), start=start), play)
                for chain in ([("a", "p"), ("p", "b")], [("a", "p"), ("p", "q"), ("q", "r"), ("r", "b")])
            )
            assert short == long, (others, start)


def test_a_leaf_beside_the_token_is_no_dead_end() -> None:
    path = lm.VertexGeography([("t", "x"), ("x", "y")], start="t")
    assert outcome(path, "normal") == "P"  # if x were a dead end, going there would win
    assert outcome(lm.VertexGeography([("t", "x")], start="t"), "normal") == "N"


def test_in_a_digraph_a_vertex_of_even_degree_may_be_the_last() -> None:
    """In a graph nobody can be stuck at w, of degree 2; in the digraph everybody is."""
    for way in (False, True):
        board = lm.EdgeGeography(lm.Graph("vw", [("v", "w"), ("v", "w")], directed=way), start="v")
        assert outcome(board, "misere") == ("P" if way else "N"), way


def test_a_vertex_without_out_neighbours_makes_nobody_win_before_it() -> None:
    """In normal NimG-RM its own player takes all, which ends the game; with an out-neighbour that is won y is won."""
    arcs = [("y", "x")]
    assert outcome(lm.NimGRM(directed(arcs), {"x": 1, "y": 1}, start="y"), "normal") == "P"
    arcs += [("x", "z"), ("z", "z")]
    assert outcome(lm.NimGRM(directed(arcs), {"x": 1, "y": 1, "z": 1}, start="y"), "normal") == "N"
    arcs = [("y", "x"), ("x", "x")]  # x is won itself: its player empties it and stays
    assert outcome(lm.NimGRM(directed(arcs), {"x": 1, "y": 1}, start="y"), "normal") == "P"


def test_going_back_into_a_gadget_with_1_left_on_c_and_d_loses() -> None:
    """LM24: the token on v, the gadget left by the shorter way."""
    gadget = lm.Graph("uabcdv", [(a, b) for a, b in ("ua", "ab", "bc", "bd", "cd", "dv")])
    left = dict.fromkeys("uabv", 0) | {"c": 1, "d": 1}
    assert outcome(lm.NimGMR(gadget, left, start="v"), "normal") == "P"


def winners(arcs: Arcs, weights: dict[str, int], names: str) -> set[str]:
    board = lm.Graph(names, arcs, directed=True)
    return {v for v in names if outcome(lm.NimGRM(board, weights, start=v), "normal") == "N"}


def won_on_arrival(arcs: Arcs, weights: dict[str, int], names: str) -> set[str]:
    """As the page has it, for normal NimG-RM."""
    out = {v: {b for a, b in arcs if a == v} for v in names}
    live = {v for v in names if weights[v]}
    won = {v for v in live if v in out[v] or not out[v] or out[v] - live}
    while True:
        more = {y for y in live - won if any(x not in won and out[x] and out[x] <= won for x in out[y])}
        if not more:
            return won
        won |= more


@pytest.mark.parametrize("names", ["ab", pytest.param("abc", marks=pytest.mark.long)])
def test_what_is_won_on_arrival_in_normal_nimg_rm_is_won(names: str) -> None:
    pairs = [(a, b) for a in names for b in names]
    told = 0
    for chosen in product((False, True), repeat=len(pairs)):
        arcs = [pair for pair, taken in zip(pairs, chosen, strict=True) if taken]
        for heights in product(range(3), repeat=len(names)):
            weights = dict(zip(names, heights, strict=True))
            won = won_on_arrival(arcs, weights, names)
            told += len(won)
            assert won <= winners(arcs, weights, names), (arcs, weights)
    assert told > 50


FIVE = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2)]
"""A vertex of degree 4 with two leaves and a triangle: the smallest board where LM30 needs its bound on degrees."""


def without_leaves(edges: list[tuple[int, int]], start: int) -> lm.Graph:
    """The board of LM30 for a start of degree 1 or 2."""
    ends = [v for edge in edges for v in edge]
    left = {start, *(v for v in ends if ends.count(v) > 1)}
    return lm.Graph(sorted(left), [edge for edge in edges if left.issuperset(edge)])


def test_degrees_above_3_make_misere_edge_geography_another_game() -> None:
    """Normal Vertex Geography without the leaves says N; in truth the opponent comes back to the vertex of degree 4."""
    assert outcome(lm.VertexGeography(without_leaves(FIVE, 3), start=3), "normal") == "N"
    assert outcome(lm.EdgeGeography(FIVE, start=3), "misere") == "P"
    fewer = FIVE[:-2] + FIVE[-1:]
    assert outcome(lm.EdgeGeography(fewer, start=3), "misere") == outcome(
        lm.VertexGeography(without_leaves(fewer, 3), start=3), "normal"
    )


def test_a_start_of_degree_3_may_be_left_twice() -> None:
    """On a square with a leaf every maximum matching of the square covers 0, and yet 0 is lost: there is another."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)]
    assert outcome(lm.VertexGeography(without_leaves(edges, 0), start=0), "normal") == "N"
    assert outcome(lm.EdgeGeography(edges, start=0), "misere") == "P"


def test_in_misere_edge_geography_leaves_are_not_to_be_kept() -> None:
    """A path of three: its middle is left out only without the leaves."""
    path = [(0, 1), (1, 2)]
    assert outcome(lm.VertexGeography(path, start=0), "normal") == "P"
    assert outcome(lm.EdgeGeography(path, start=0), "misere") == "N"
