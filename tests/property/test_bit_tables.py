"""Small boards played out with a bit for each position: against the law, and what is worked out later."""

from __future__ import annotations

import pickle
import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import UNDECIDED, Play
from lastmove.graphs.random import sample_graph, small_graphs
from lastmove.search.exact import ExactSearch
from lastmove.search.plain import PlainSearch
from lastmove.search.small_boards import StateTable, SubsetTable, every_start
from lastmove.solver.every_start import EveryStart, played_out

if TYPE_CHECKING:
    from collections.abc import Callable

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
    large = lm.graphs.named("cycle:13")
    weighted = name.startswith("nimg")
    assert table_of(GAMES[name](large, 1) if weighted else GAMES[name](large), Play.NORMAL) is None
    if weighted:
        assert table_of(GAMES[name](lm.Graph(1), 33), Play.NORMAL) is None
        assert table_of(GAMES[name](lm.Graph(2), 63), Play.NORMAL) is None


@each_game
def test_reasons_evidence_and_moves_are_as_for_any_board(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are worked out when they are asked for, and not before."""
    asked: list[EveryStart] = []
    work_out = EveryStart.work_out

    def noted(self: EveryStart, **how: bool) -> Any:
        asked.append(self)
        return work_out(self, **how)

    monkeypatch.setattr(EveryStart, "work_out", noted)
    draw = random.Random(name)
    for _ in range(tries(20)):
        board = board_of(name, sample_graph(draw, draw.randint(2, 5)), draw, most=1)
        if table_of(board, Play.NORMAL) is None:
            continue
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
    work_out = EveryStart.work_out

    def other(self: EveryStart, **how: bool) -> Any:
        work_out(self, **how)
        self.codes[0] ^= 1

    board = lm.VertexGeography([(0, 1), (1, 2)])
    monkeypatch.setattr(EveryStart, "work_out", other)
    with pytest.raises(lm.InternalError, match="played out"):
        _ = lm.outcomes(board).reasons


def test_what_a_limit_left_open_is_no_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory may run out while the reasons are worked out; the outcomes stand."""
    work_out = EveryStart.work_out

    def open_(self: EveryStart, **how: bool) -> Any:
        work_out(self, **how)
        self.codes[0] = UNDECIDED

    monkeypatch.setattr(EveryStart, "work_out", open_)
    found = lm.outcomes(lm.VertexGeography([(0, 1), (1, 2)]))
    assert found.reasons
    assert found[0] is lm.Outcome.P


def test_with_limits_a_board_is_a_question_from_the_start() -> None:
    board = lm.VertexGeography(lm.graphs.named("petersen:4,1"))
    stop = lm.Cancel()
    stop.set()
    for limits in (lm.Limits(time=0), lm.Limits(positions=3), lm.Limits(cancel=stop)):
        found = lm.outcomes(board, "misere", limits=limits)
        assert lm.Outcome.UNKNOWN in found.values()
        assert found.stopped_by is not None
    for limits in (lm.Limits(time=1), lm.Limits(memory=1), lm.Limits(positions=1), lm.Limits(interrupts="answer")):
        assert played_out(lm.Problem(board, lm.Play.MISERE), limits) is None
    assert played_out(lm.Problem(board, lm.Play.MISERE), lm.Limits()) is not None


def test_a_graph_of_networkx_with_equal_names_of_other_types() -> None:
    """networkx takes 1, True and 1.0 for one node; an edge may name it by any of them."""
    nx = pytest.importorskip("networkx")
    given = nx.Graph([(0, 1), (1, 2)])
    given.add_edge(2, True)
    given.add_edge(3, 1.0)
    assert list(lm.graphs.as_graph(given).graph.ends()) == [(0, 1), (1, 2), (1, 3)]


def misere_memo(graph: lm.Graph) -> Callable[[int, int], bool]:
    """Vertex Geography as one would write it down."""

    @cache
    def wins(left: int, token: int) -> bool:
        options = [v for v in graph.neighbours[token] if left >> v & 1]
        return not options or any(not wins(left & ~(1 << v), v) for v in options)

    return wins


def stuck_rules(out: list[int], lost: int, won: int) -> Any:
    """The definition of the table of all sets, as a function of the vertices that are left and the token's."""

    def wins(live: int, v: int) -> bool:
        rest = live & ~(1 << v)
        options = [w for w in range(len(out)) if (out[v] & rest) >> w & 1]
        if won >> v & 1:
            return True
        return any(not wins(rest, w) for w in options) if options else not lost >> v & 1

    return wins


def test_the_table_of_all_sets() -> None:
    draw = random.Random(5)
    for _ in range(tries(100)):
        n = draw.randint(1, 6)
        out, lost, won = [draw.getrandbits(n) for _ in range(n)], draw.getrandbits(n), draw.getrandbits(n)
        won &= draw.getrandbits(n)
        meter = Meter()
        table, wins = SubsetTable(out, lost=lost, won=won, meter=meter), stuck_rules(out, lost, won)
        assert len(table) == meter.positions == 1 << n
        for live in range(1 << n):
            assert table[live] == sum(wins(live, v) << v for v in range(n) if live >> v & 1)


@pytest.mark.parametrize("most", [0, 30, 10**6])
def test_middling_boards_by_search_and_table(most: int) -> None:
    """The search alone, the table alone, and a search that gives up between two starts."""
    draw = random.Random(most)
    for _ in range(tries(20)):
        graph = sample_graph(draw, draw.randint(2, 7))
        for play in Play:
            law, meter = PlainSearch(play, Meter()), Meter()
            search = StateTable("vertex-geography", graph, (), play.wins_when_stuck, most)
            board = lm.VertexGeography(graph)
            for start in board.starts():
                position = board.at(start)
                while True:
                    live, at = position.key()
                    assert search.wins(at, live, meter) == law.wins(position)
                    moves = list(position.moves())
                    if not moves:
                        break
                    position = position.after(draw.choice(moves))


@pytest.mark.parametrize("density", [0.15, 0.5])
@pytest.mark.parametrize("directed", [False, True])
def test_every_start_of_middling_boards(density: float, directed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for them, and their moves come from the same table."""
    draw = random.Random(density)
    for _ in range(tries(4)):
        n = draw.randint(13, 14)
        pairs = [(u, v) for u in range(n) for v in range(n) if u != v and (directed or u < v)]
        graph = lm.Graph(n, [pair for pair in pairs if draw.random() < density], directed=directed)
        board = lm.VertexGeography(graph)
        wins = misere_memo(graph)
        everything = (1 << n) - 1
        truth = {start: wins(everything & ~(1 << start), start) for start in range(n)}
        with monkeypatch.context() as alone:
            alone.setattr(ExactSearch, "_fast", lambda *_: None)  # then the definition itself would be asked
            alone.setattr(PlainSearch, "wins", lambda *_: pytest.fail("searched one by one"))
            found = lm.outcomes(board, "misere")
            moves = found.moves
        assert {start: outcome is lm.Outcome.N for start, outcome in found.items()} == truth
        for start in range(n):
            move = moves[start]
            gone = 0 if move is None else 1 << start | 1 << move.to
            assert move is None or not wins(everything & ~gone, move.to)
            assert (move is not None) == (truth[start] and bool(graph.neighbours[start]))


def test_middling_boards_hold_limits() -> None:
    board = lm.VertexGeography(lm.graphs.named("complete:16"))
    for limits in (lm.Limits(time=0), lm.Limits(positions=5)):
        search = ExactSearch(Play.MISERE, Meter())
        assert limits.positions is None or search.small(board, Meter(limits)) is None
        small = StateTable("vertex-geography", board.board, (), misere=True, searched_first=0)
        with pytest.raises(lm.LimitReached):
            small.wins(0, (1 << 16) - 1, Meter(limits))


def test_an_interrupt_in_the_middle_of_a_table_spoils_nothing() -> None:
    """Between two layers Ctrl-C is answered, and the next question starts anew."""

    class Interrupted(Meter):
        def check(self) -> None:
            raise KeyboardInterrupt

    board = lm.VertexGeography(lm.graphs.named("complete:13"))
    search = StateTable("vertex-geography", board.board, (), misere=True, searched_first=0)
    with pytest.raises(KeyboardInterrupt):
        search.wins(0, (1 << 13) - 1, Interrupted())
    assert search.wins(0, (1 << 13) - 1, Meter())  # twelve moves, and the other player makes the last
