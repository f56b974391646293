"""Whole plays with moves of the fast search: it wins every position that is won, whatever the other player does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.graphs import Graph
from lastmove.search.fast.settings import Settings
from lastmove.solver.decide import Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    Reply = Callable[[Any, random.Random], Any]


def digraph(n: int, degree: int, rng: random.Random) -> Graph:
    """Strongly connected, every vertex leading to so many others."""
    arcs = {(u, (u + 1) % n) for u in range(n)}
    arcs |= {(u, v) for u in range(n) for v in rng.sample(range(n), degree - 1) if u != v}
    return Graph(n, sorted(arcs), directed=True)


def weights(n: int, rng: random.Random) -> list[int]:
    return [rng.randint(1, 3) for _ in range(n)]


BOARDS: dict[str, Callable[[random.Random], Any]] = {
    "vertex-geography": lambda rng: lm.VertexGeography(digraph(26, 3, rng)),
    "edge-geography": lambda rng: lm.EdgeGeography(digraph(20, 2, rng)),
    "nimg-rm": lambda rng: lm.NimGRM(digraph(12, 3, rng), weights(12, rng)),
    "nimg-mr": lambda rng: lm.NimGMR(digraph(10, 3, rng), weights(10, rng)),
    "edge-nimg": lambda rng: lm.EdgeNimG(graph := digraph(9, 2, rng), weights(graph.m, rng)),
    "vertexnim-mr": lambda rng: lm.VertexnimMR(digraph(7, 3, rng), weights(7, rng)),
    "vertexnim": lambda rng: lm.Vertexnim(digraph(9, 3, rng), weights(9, rng)),
}


def any_reply(position: Any, rng: random.Random) -> Any:
    return rng.choice(list(position.moves()))


def greedy_reply(position: Any, rng: random.Random) -> Any:
    """The move that leaves the fewest answers."""
    moves = list(position.moves())
    rng.shuffle(moves)
    return min(moves, key=lambda move: sum(1 for _ in position.after(move).moves()))


def plays_to_the_end(position: Any, solver: Solver, reply: Reply, rng: random.Random) -> None:
    """Play a won position; every position we leave must be lost, and in the end we must have won."""
    ours = True
    while next(iter(position.moves()), None) is not None:
        if ours:
            verdict = solver.decide(position)
            assert verdict.wins
            move = verdict.move if verdict.move is not None else solver.winning_move(position)
            assert move is not None
        else:
            move = reply(position, rng)
        position, ours = position.after(move), not ours
    assert ours == solver.play.wins_when_stuck  # who is to move is stuck


def play_some(name: str, boards: int, plays: int) -> int:
    played = 0
    for number in range(boards):
        rng = random.Random(number)
        board = BOARDS[name](rng)
        for play in Play:
            solver = Solver(play, Meter(), Settings(threads=1))
            won = [board.at(start) for start in board.starts() if solver.wins(board.at(start))]
            for turn in range(plays if won else 0):
                plays_to_the_end(rng.choice(won), solver, (any_reply, greedy_reply)[turn % 2], rng)
                played += 1
    return played


@pytest.mark.parametrize("name", BOARDS)
def test_wins_against_some_opponents(name: str) -> None:
    assert play_some(name, 1, 4) >= 4


@pytest.mark.long
@pytest.mark.parametrize("name", BOARDS)
def test_wins_against_a_thousand_opponents(name: str) -> None:
    assert play_some(name, 10, 50) >= 900
