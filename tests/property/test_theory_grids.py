"""Edge Geography on grids, against the law and against even sets; what is no grid is left alone."""

from __future__ import annotations

import random
from math import gcd

import pytest

import lastmove as lm
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import LOSES, UNDECIDED, Play
from lastmove.graphs.families import grid
from lastmove.theorems.geography import BipartiteEdgeGeography, GridEdgeGeography
from lastmove.theorems.rules.edges.grids_check import Grids
from theory_checks import Law, Tally

GRIDS, EVEN_SETS = GridEdgeGeography(), BipartiteEdgeGeography()
NORMAL = Play.NORMAL


def shuffled(graph: lm.Graph, rng: random.Random) -> lm.Graph:
    """The same graph with its vertices and edges in another order."""
    order = rng.sample(range(graph.n), graph.n)
    edges = [rng.sample((order[u], order[v]), 2) for u, v in graph.ends()]
    return lm.Graph(graph.n, [(u, v) for u, v in rng.sample(edges, len(edges))])


@pytest.mark.parametrize(
    "most", [pytest.param(13, id="to-13-edges"), pytest.param(17, marks=pytest.mark.long, id="to-17-edges")]
)
def test_every_small_grid_against_the_law(most: int) -> None:
    rng, tally = random.Random("grids"), Tally()
    for m in range(1, 15):
        for n in range(1, 15):
            if grid(m, n).m <= most:
                tally.check([GRIDS], lm.EdgeGeography(shuffled(grid(m, n), rng)), Law(NORMAL))
    tally.enough("2", least=80)


@pytest.mark.parametrize("most", [6, pytest.param(12, marks=pytest.mark.long)])
def test_larger_grids_against_even_sets(most: int) -> None:
    rng = random.Random(f"larger {most}")
    for m in range(2, most):
        for n in (*range(2, most), 3 * most - 1):
            board = lm.EdgeGeography(shuffled(grid(m, n), rng))
            said, other = (each.decide_board(board, NORMAL, Meter()) for each in (GRIDS, EVEN_SETS))
            assert said.codes == other.codes == said.certificate().outcomes(board, NORMAL)
            for u in rng.sample(range(m * n), min(m * n, 12)):
                verdict = said[u]
                assert verdict is not None
                assert verdict.certificate is not None
                assert verdict.certificate().outcome(board.at(u), NORMAL).wins == verdict.wins
                moves = (move for move in board.at(u).moves())
                lost = {move for move in moves if lm.solve(board.at(u).after(move), "normal").outcome is lm.Outcome.P}
                assert {move.to for move in lost} == {move.to for move in verdict.winning_moves() or ()}


@pytest.mark.parametrize(("m", "n"), [(29, 39), pytest.param(119, 159, marks=pytest.mark.long)])
def test_a_large_grid_by_solve(m: int, n: int) -> None:
    i, j, common = 7, 21, gcd(m + 1, n + 1)
    board = lm.EdgeGeography(grid(m, n), start=(i - 1) * n + j - 1)
    answer = lm.solve(board, "normal", certificate=True)
    assert answer.outcome is lm.Outcome.P
    said = f"gcd({m + 1}, {n + 1}) = {common} divides neither the row 7 nor the column 21"
    assert said in str(answer.reason)
    found = lm.outcomes(lm.EdgeGeography(grid(m, n)), "normal")
    lost = sum(1 for a in range(1, m + 1) for b in range(1, n + 1) if a % common and b % common)
    assert list(found.values()).count(lm.Outcome.P) == lost


def test_a_board_of_grids_and_others() -> None:
    square, cross = [(0, 1), (1, 2), (2, 3), (3, 0)], [(4, 5), (4, 6), (4, 7), (4, 8)]
    missing = [(u + 9, v + 9) for u, v in grid(3, 3).ends()][1:]
    board = lm.EdgeGeography(lm.Graph(18, [*square, *cross, *missing]))
    said = GRIDS.decide_board(board, NORMAL, Meter())
    assert said.codes[:4] == bytes([LOSES] * 4)
    assert set(said.codes[4:]) == {UNDECIDED}
    for extra in ((0, 0), (0, 1), (0, 2), (3, 4)):
        more = lm.EdgeGeography(lm.Graph(9, [*square, *cross, extra]))
        assert set(GRIDS.decide_board(more, NORMAL, Meter()).codes) == {UNDECIDED}
    ladder_with_a_twist = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (2, 5), (0, 5), (2, 3)]
    twisted = lm.EdgeGeography(lm.Graph(6, ladder_with_a_twist))
    assert set(GRIDS.decide_board(twisted, NORMAL, Meter()).codes) == {UNDECIDED}


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ((),),
        ((0, 1), (2,)),
        ((0, 1, 2), (3, 4, 4)),
        ((0, 1, 2), (3, 4, 9)),
        ((0, 1), (3, 4)),
        ((0, 2, 1), (3, 5, 4)),
        ((0, 1, 2, 3, 4, 5),),
    ],
)
def test_false_rows_are_refused(rows: tuple[tuple[int, ...], ...]) -> None:
    board = lm.EdgeGeography(grid(2, 3))
    Grids((((0, 1, 2), (3, 4, 5)),)).outcomes(board, NORMAL)
    with pytest.raises(Refuted, match="not the grid"):
        Grids((rows,)).outcomes(board, NORMAL)
    with pytest.raises(Refuted, match="normal play"):
        Grids((rows,)).outcomes(board, Play.MISERE)
