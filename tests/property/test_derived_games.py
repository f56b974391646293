"""Classes derived from built-in games that change the rules: no theorem, table or fast search of the game is theirs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.graphs.random import sample_graph
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Callable

each_play = pytest.mark.parametrize("play", list(Play))


def changed(game: Any, allowed: Callable[[Any], bool]) -> Any:
    """The same game with fewer moves."""

    def moves(self: Any) -> Any:
        return (move for move in game.moves(self) if allowed(move))

    return type(f"Other{game.__name__}", (game,), {"__slots__": (), "moves": moves})


def not_to_1(move: Any) -> bool:
    return bool(move.to != 1)


def empties(move: Any) -> bool:
    return bool(move.remaining == 0)


PLAIN = [changed(game, not_to_1) for game in (lm.VertexGeography, lm.EdgeGeography)]
WEIGHTED = [changed(game, empties) for game in (lm.NimGRM, lm.NimGMR)]


@each_play
@pytest.mark.parametrize("game", PLAIN + WEIGHTED)
def test_boards(game: Any, play: Play) -> None:
    draw = random.Random(game.__name__)
    for _ in range(tries(40)):
        graph = sample_graph(draw, draw.randint(2, 5))
        board = game(graph, [draw.randint(0, 2) for _ in range(graph.n)]) if game in WEIGHTED else game(graph)
        law = PlainSearch(play, Meter())
        truth = {start: lm.Outcome.for_mover(law.wins(board.at(start))) for start in board.starts()}
        assert dict(lm.outcomes(board, play)) == truth
        assert [dict(found) for found in lm.outcomes_many([board] * 5, play)] == [truth] * 5
        assert {start: lm.solve(board.at(start), play).outcome for start in board.starts()} == truth


HEAPS = {
    changed(lm.Nim, lambda move: move.remaining != 1): (),
    changed(lm.Octal, lambda move: len(move.leaves) < 2): ("0.77",),
    changed(lm.Subtraction, lambda move: move.remaining != 2): ([1, 2, 3],),
}


@each_play
@pytest.mark.parametrize("game", HEAPS)
def test_heaps_alone_and_in_sums(game: Any, play: Play) -> None:
    """In sums heaps have tables, but not those of the game that theirs is derived from."""
    draw = random.Random(game.__name__)
    for _ in range(tries(40)):
        heaps = game(*HEAPS[game], [draw.randint(0, 4) for _ in range(draw.randint(1, 3))])
        other = draw.choice([heaps, lm.Nim([draw.randint(0, 4)]), lm.Octal("0.77", [draw.randint(0, 5)])])
        for position in (heaps, lm.Sum([heaps, other])):
            law = PlainSearch(play, Meter())
            found = lm.solve(position, play)
            assert found.outcome is lm.Outcome.for_mover(law.wins(position))
            winning = {move for move in position.moves() if not law.wins(position.after(move))}
            assert set(found.winning_moves()) == winning
