"""Small boards played out with a bit for each position: against the law, and what is worked out later."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.engine.board_question import BoardQuestion
from lastmove.graphs.sample_graphs import sample_graph
from lastmove.graphs.small_graphs import small_graphs
from lastmove.search.bit_tables import every_start
from lastmove.search.exact import ExactSearch
from lastmove.search.plain import PlainSearch
from lastmove.theory.statement import UNDECIDED

GAMES: dict[str, Any] = {game.name: game for game in (lm.VertexGeography, lm.EdgeGeography, lm.NimGRM, lm.NimGMR)}
each_game = pytest.mark.parametrize("name", GAMES)
ALL_LIMITS = lm.Limits(time=1000)


def board_of(name: str, graph: lm.Graph, draw: random.Random, most: int = 3) -> Any:
    if name.startswith("nimg"):
        return GAMES[name](graph, [draw.randint(0, most) for _ in range(graph.n)])
    return GAMES[name](graph)


def table_of(board: Any, play: Play) -> bytes | None:
    return every_start(board.name, board.graph, getattr(board, "weights", ()), play.wins_when_stuck)


def law_of(board: Any, play: Play) -> bytes:
    law = PlainSearch(play, Meter())
    return bytes(law.wins(board.at(start)) for start in board.starts())


@each_game
def test_every_small_graph(name: str) -> None:
    """Loops, parallel edges, arcs, vertices without neighbours, weights of zero."""
    draw = random.Random(name)
    graphs = [graph for n in range(1, 5) for graph in small_graphs(n, loops=True)]
    graphs += [graph for n in range(1, 4) for graph in small_graphs(n, loops=True, directed=True)]
    for graph in graphs:
        board = board_of(name, graph, draw)
        for play in Play:
            assert table_of(board, play) == law_of(board, play), (board, play)


@each_game
def test_random_boards_also_after_moves(name: str) -> None:
    draw = random.Random(name)
    tried = 0
    while tried < tries(60):
        board = board_of(name, sample_graph(draw, draw.randint(2, 7), parallel=draw.choice((0, 3))), draw, most=2)
        for _ in range(draw.randint(0, 2)):
            position = board.at(draw.choice(list(board.starts())))
            moves = list(position.moves())
            if moves:
                board = position.after(draw.choice(moves))
        if not board.starts() or table_of(board, Play.NORMAL) is None:
            continue
        tried += 1
        for play in Play:
            truth = law_of(board, play)
            assert table_of(board, play) == truth
            found = lm.outcomes(board, play)
            assert [outcome is lm.Outcome.N for outcome in found.values()] == list(map(bool, truth))


@each_game
def test_the_largest_boards_of_their_kind(name: str) -> None:
    draw = random.Random(name)
    n, edges = (7, 12) if name == "edge-geography" else (12, 20)
    pairs = [(u, v) for u in range(n) for v in range(u)]
    for _ in range(tries(8)):
        weights = [1] * 12
        graph = lm.Graph(n, draw.sample(pairs, edges), directed=draw.random() < 0.5)
        board = GAMES[name](graph, weights) if name.startswith("nimg") else GAMES[name](graph)
        for play in Play:
            search = ExactSearch(play, Meter())
            assert table_of(board, play) == bytes(search.wins(board.at(start)) for start in board.starts())


@each_game
def test_larger_boards_have_no_table(name: str) -> None:
    large = lm.graphs.family("cycle:13")
    weighted = name.startswith("nimg")
    assert table_of(GAMES[name](large, 1) if weighted else GAMES[name](large), Play.NORMAL) is None
    if weighted:
        assert table_of(GAMES[name](lm.Graph(1), 33), Play.NORMAL) is None
        assert table_of(GAMES[name](lm.Graph(2), 63), Play.NORMAL) is None


@each_game
def test_reasons_evidence_and_moves_are_as_for_any_board(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are worked out when they are asked for, and not before."""
    asked: list[BoardQuestion] = []
    outcomes = BoardQuestion.outcomes

    def noted(self: BoardQuestion, **how: bool) -> Any:
        asked.append(self)
        return outcomes(self, **how)

    monkeypatch.setattr(BoardQuestion, "outcomes", noted)
    draw = random.Random(name)
    for _ in range(tries(20)):
        board = board_of(name, sample_graph(draw, draw.randint(2, 5)), draw, most=1)
        for play in Play:
            whole = lm.outcomes(board, play, limits=ALL_LIMITS)
            asked.clear()
            small = lm.outcomes(lm.Problem(board, play, id="here"))
            again = pickle.loads(pickle.dumps(small))
            assert (dict(small), small.id, small.problem, small.stopped_by) == (
                dict(whole),
                "here",
                whole.problem,
                None,
            )
            assert not asked
            for found in (small, again, pickle.loads(pickle.dumps(small))):
                assert [(reason.name, count) for reason, count in found.reasons] == [
                    (reason.name, count) for reason, count in whole.reasons
                ]
                assert found.certificate == whole.certificate
                assert (found.certificate_note, found.moves) == (whole.certificate_note, whole.moves)
                assert found.checking >= 0
                for start in found:
                    assert found.solution(start).outcome is found[start]
                    assert found.winning_moves(start) == whole.winning_moves(start)
                    assert found.position(start) == whole.position(start)


def test_what_theorems_say_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = BoardQuestion.outcomes

    def other(self: BoardQuestion, **how: bool) -> Any:
        found = outcomes(self, **how)
        self.codes[0] ^= 1
        return found

    board = lm.VertexGeography([(0, 1), (1, 2)])
    monkeypatch.setattr(BoardQuestion, "outcomes", other)
    with pytest.raises(lm.InternalError, match="played out"):
        _ = lm.outcomes(board).reasons


def test_what_a_limit_left_open_is_no_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory may run out while the reasons are worked out; the outcomes stand."""
    outcomes = BoardQuestion.outcomes

    def open_(self: BoardQuestion, **how: bool) -> Any:
        found = outcomes(self, **how)
        self.codes[0] = UNDECIDED
        return found

    monkeypatch.setattr(BoardQuestion, "outcomes", open_)
    found = lm.outcomes(lm.VertexGeography([(0, 1), (1, 2)]))
    assert found.reasons
    assert found[0] is lm.Outcome.P


def test_with_limits_a_board_is_a_question_from_the_start() -> None:
    board = lm.VertexGeography(lm.graphs.family("petersen:4,1"))
    stop = lm.Cancel()
    stop.set()
    for limits in (lm.Limits(time=0), lm.Limits(positions=3), lm.Limits(cancel=stop)):
        found = lm.outcomes(board, "misere", limits=limits)
        assert lm.Outcome.UNKNOWN in found.values()
        assert found.stopped_by is not None
    for limits in (lm.Limits(time=1), lm.Limits(memory=1), lm.Limits(positions=1), lm.Limits(interrupts="answer")):
        assert not limits.are_usual
    assert lm.Limits().are_usual


def test_a_graph_of_networkx_with_equal_names_of_other_types() -> None:
    """networkx takes 1, True and 1.0 for one node; an edge may name it by any of them."""
    nx = pytest.importorskip("networkx")
    given = nx.Graph([(0, 1), (1, 2)])
    given.add_edge(2, True)
    given.add_edge(3, 1.0)
    assert list(lm.graphs.as_graph(given).graph.ends()) == [(0, 1), (1, 2), (1, 3)]
