"""Boards with few positions, searched by the definition on integers: against the law, and through every public way."""

from __future__ import annotations

import json
import pickle
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import solve
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.core.solution import SearchReason
from lastmove.graphs.components import find_cut_off
from lastmove.graphs.random import sample_graph, small_graphs
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from lastmove.search.small_boards import state_table

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES: dict[str, Any] = {
    game.name: game
    for game in (lm.VertexGeography, lm.EdgeGeography, lm.NimGRM, lm.NimGMR, lm.EdgeNimG, lm.VertexnimMR)
}
each_game = pytest.mark.parametrize("name", GAMES)


def board_of(name: str, graph: lm.Graph, draw: random.Random, most: int = 2) -> Any:
    if name == "edge-nimg":
        return GAMES[name](graph, [draw.randint(0, most) for _ in range(graph.m)])
    if name.startswith("nimg") or name == "vertexnim-mr":
        return GAMES[name](graph, [draw.randint(0, most) for _ in range(graph.n)])
    return GAMES[name](graph)


def agrees(board: Any, draw: random.Random) -> None:
    """Every start, every position along a random play from it, and what the whole question answers."""
    weights = board.weights if hasattr(board, "weights") else ()
    for play in Play:
        law, meter = PlainSearch(play, Meter()), Meter()
        small = state_table(board.name, board.board, weights, play.wins_when_stuck)
        assert small is not None
        starts = list(board.starts())
        for start in starts:
            position = board.at(start)
            while True:
                state, at = position.key()
                if at < 0:
                    break
                assert small.wins(at, state, meter) == law.wins(position), (position, play)
                moves = list(position.moves())
                if not moves:
                    break
                position = position.after(draw.choice(moves))
        truth = [law.wins(board.at(start)) for start in starts]
        found = lm.outcomes(board, play)
        assert [outcome is lm.Outcome.N for outcome in found.values()] == truth, (board, play)
        start = draw.choice(starts)
        answer = lm.solve(board.at(start), play)
        assert (answer.outcome is lm.Outcome.N) == law.wins(board.at(start))
        for won, (token, move) in zip(truth, found.moves.items(), strict=True):
            stuck = next(iter(board.at(token).moves()), None) is None
            assert (move is not None) == (won and not stuck)
            assert move is None or not law.wins(board.at(token).after(move))


def few_graphs(size: int) -> Iterator[lm.Graph]:
    for n in range(1, size + 1):
        yield from small_graphs(n, loops=n < 5)
    for n in range(1, size - 1):
        yield from small_graphs(n, directed=True, loops=n < 3)


@each_game
@pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.long)])
def test_every_small_graph(name: str, size: int) -> None:
    draw = random.Random(size)
    for graph in few_graphs(size):
        if name != "vertexnim-mr" or find_cut_off(graph) is None:
            agrees(board_of(name, graph, draw), draw)


LARGER = {"vertex-geography": 8, "edge-geography": 7, "nimg-rm": 6, "nimg-mr": 6, "edge-nimg": 5, "vertexnim-mr": 5}


@each_game
@pytest.mark.parametrize("boards", [12, pytest.param(300, marks=pytest.mark.long)])
def test_random_larger_boards(name: str, boards: int) -> None:
    draw = random.Random(boards)
    tried = 0
    while tried < boards:
        graph = sample_graph(draw, draw.randint(2, LARGER[name]), parallel=draw.choice((0, 3)))
        most = {"edge-geography": 12, "edge-nimg": 8}.get(name, graph.m)
        if graph.m <= most and (name != "vertexnim-mr" or find_cut_off(graph) is None):
            agrees(board_of(name, graph, draw), draw)
            tried += 1


@each_game
def test_the_command_line(name: str) -> None:
    draw = random.Random(name)
    graph = lm.Graph(6, [(u, v) for u in range(6) for v in range(u) if v + 1 == u or draw.random() < 0.4])
    for play in Play:
        board = board_of(name, graph, draw, most=1)
        law = PlainSearch(play, Meter())
        given = json.dumps(lm.problem_to_json(lm.Problem(board, play)))
        (answer,) = solve(given, "--starts", "all", "--certificate")
        assert answer["outcomes"] == {str(u): "N" if law.wins(board.at(u)) else "P" for u in range(6)}
        assert lm.check_answer(lm.Problem(board, play), answer)


def hard_board() -> Any:
    """Misère Vertex Geography that no theorem decides."""
    return lm.VertexGeography(lm.graphs.named("petersen:4,1"))


def test_nothing_heavy_is_made_ready() -> None:
    search = ExactSearch(Play.MISERE, Meter())
    assert search.small(hard_board(), Meter()) is not None
    for settings in (Settings(compiled=False), Settings(compiled=True)):
        assert ExactSearch(Play.MISERE, Meter(), settings).small(hard_board(), Meter()) is None


def test_limits_hold() -> None:
    """A board that could visit more than is allowed is left to a search that counts one by one."""
    few = lm.Limits(positions=3)
    assert set(lm.outcomes(hard_board(), "misere", limits=few).values()) >= {lm.Outcome.UNKNOWN}
    assert lm.solve(hard_board().at(0), "misere", limits=few).outcome is lm.Outcome.UNKNOWN
    assert set(lm.outcomes(hard_board(), "misere", limits=lm.Limits(time=0)).values()) == {lm.Outcome.UNKNOWN}
    (reason, count), *_ = lm.outcomes(hard_board(), "misere").reasons
    assert count == 8
    assert isinstance(reason, SearchReason)
    assert reason.positions > 8


@each_game
def test_a_limit_of_just_the_positions_of_the_board_is_held(name: str) -> None:
    """The position that is asked for is counted too."""
    draw = random.Random(3)
    for graph in (lm.Graph(1, [(0, 0)], directed=True), lm.Graph(2, [(0, 1), (1, 0), (1, 1)], directed=True)):
        board = board_of(name, graph, draw, most=1)
        for most in range(13):
            for play in Play:
                search, meter = ExactSearch(play, Meter()), Meter(lm.Limits(positions=most))
                for start in board.starts():
                    with suppress(lm.LimitReached):
                        search.wins(board.at(start), meter)
                    assert meter.positions <= most
                found: Any = lm.solve(board.at(0), play, limits=lm.Limits(positions=most)).reason
                assert getattr(found, "positions", 0) <= most


def test_larger_weights_than_the_first_board_had() -> None:
    """One search answers for boards on the same graph; the small one has room for the weights it was made with."""
    graph = lm.Graph(3, [(0, 1), (1, 2), (2, 0)])
    for game in (lm.NimGRM, lm.NimGMR):
        for play in Play:
            search, law = ExactSearch(play, Meter()), PlainSearch(play, Meter())
            for weights in ([1, 1, 1], [3, 1, 2], [2, 3, 3], [0, 1, 1]):
                for start in range(3):
                    position = game(graph, weights, start=start)
                    assert search.wins(position) == law.wins(position)


def test_moves_are_found_later_and_after_pickling() -> None:
    found = lm.outcomes(lm.VertexGeography(lm.graphs.named("grid:3x3")), "misere")
    again = pickle.loads(pickle.dumps(found))
    assert again.moves == found.moves
    assert any(move is not None for move in found.moves.values())
    for start in found:
        assert again.winning_moves(start) == found.winning_moves(start)


def test_a_derived_class_keeps_its_own_rules() -> None:
    class OneWay(lm.VertexGeography):
        """The token may only go to larger numbers."""

        def moves(self) -> Any:
            here: Any = self.start
            return (move for move in super().moves() if move.to > here)

    board = OneWay([(0, 1), (1, 2), (2, 0)])
    law = PlainSearch(Play.MISERE, Meter())
    assert ExactSearch(Play.MISERE, Meter()).small(board, Meter()) is None
    for start in range(3):
        assert ExactSearch(Play.MISERE, Meter()).wins(board.at(start)) == law.wins(board.at(start))
