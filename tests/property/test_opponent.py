"""The opponent against every line of play: it never lets go of a win, and it loses as late as it can."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import PlayName
from lastmove.games import GAMES, game_class
from lastmove.games.moves import LowerHeap
from lastmove.play import opponent as opponents
from lastmove.play.opponent import Opponent
from lastmove.search.plain import PlainSearch
from lastmove.solver.decide import Solver
from reference import cases
from samples import random_problem

pytestmark = pytest.mark.long

PLAYS = ("normal", "misere")
MOST_POSITIONS = 2_000


def positions(game: str, count: int) -> list[Any]:
    rng = random.Random(f"opponent {game}")
    found = [lm.parse(dict(game_class(game).example)).position]
    return found + [lm.parse(random_problem(game, rng)).position for _ in range(count)]


def beaten(player: Opponent, law: PlainSearch, start: Any) -> int:
    """Play the opponent against every line of play from a won position; the number of positions it moved in."""
    seen = {start.key(): start}
    queue = [start]
    for position in queue:
        moves = list(position.moves())
        if not moves:
            assert law.play.wins_when_stuck, "the opponent is to move, has no move, and loses"
            continue
        choice = player.choose(position)
        assert choice.move in moves
        assert choice.outcome is lm.Outcome.N
        left = position.after(choice.move)
        for reply in left.moves():
            after = left.after(reply)
            if after.key() not in seen and len(seen) < MOST_POSITIONS:
                seen[after.key()] = after
                queue.append(after)
    return len(queue)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("game", GAMES)
def test_it_beats_every_line_of_play(game: str, play: PlayName) -> None:
    count = tries(30, quick=8)
    won = lost = 0
    for start in positions(game, count):
        law = PlainSearch(lm.Play.of(play), Meter())
        player = Opponent(play)
        if law.wins(start):
            won += beaten(player, law, start)
        for move in start.moves() if not law.wins(start) else ():
            lost += beaten(player, law, start.after(move))
    assert won
    few = count < 30 or game not in cases.GAMES  # a game that tests/reference does not know yet draws small boards
    assert lost or few, "among a few positions there may be no lost one"


@pytest.mark.parametrize("without_lengths", [False, True], ids=["exact", "by theorem"])
@pytest.mark.parametrize("game", GAMES)
def test_it_wins_also_where_lengths_are_out_of_reach(
    game: str, without_lengths: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if without_lengths:
        monkeypatch.setattr(opponents, "LENGTH_STEPS", 0)
    for play in PLAYS:
        for start in positions(game, 6):
            law = PlainSearch(lm.Play.of(play), Meter())
            if law.wins(start):
                beaten(Opponent(lm.Play.of(play)), law, start)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("game", GAMES)
def test_it_hurries_and_delays(game: str, play: PlayName) -> None:
    asked = 0
    for start in positions(game, 12):
        law = PlainSearch(lm.Play.of(play), Meter())
        if not list(start.moves()):
            continue
        asked += 1
        choice = Opponent(play).choose(start)
        assert choice.moves_left == law.remoteness(start)
        assert law.remoteness(start.after(choice.move)) == law.remoteness(start) - 1
        assert (choice.outcome is lm.Outcome.N) == law.wins(start)
    assert asked


HARD = lm.NimGMR([[u, v] for u in range(7) for v in range(u)], list(range(50, 57)), start=0)
HARD_MISERE = lm.VertexGeography(lm.graphs.named("random-regular:3,60", seed=1), start=0)


@pytest.mark.parametrize(("position", "play"), [(HARD, "normal"), (HARD, "misere"), (HARD_MISERE, "misere")])
def test_too_hard_is_said_and_a_legal_move_made(position: Any, play: PlayName) -> None:
    choice = Opponent(play, limits=lm.Limits(positions=500)).choose(position)
    assert choice.outcome is lm.Outcome.UNKNOWN
    assert choice.stopped_by == "positions"
    assert choice.move in list(position.moves())


def test_a_win_within_reach_is_found_where_the_whole_is_too_hard() -> None:
    """One limited position: the search gives up, but a few moves ahead the theorems know."""
    edges = [(u, v) for u in range(8) for v in range(u)] + [(0, "leaf")]
    trap = lm.VertexGeography(edges, start=0)
    choice = Opponent("normal", limits=lm.Limits(positions=0)).choose(trap)
    assert lm.solve(trap.after(choice.move)).outcome is lm.Outcome.P


@pytest.mark.parametrize("game", GAMES)
def test_a_hard_position_is_never_thrown_away_at_once(game: str) -> None:
    """Without any search allowed, a claim of N or P is still right."""
    for play in PLAYS:
        for start in positions(game, 10):
            if not list(start.moves()):
                continue
            law = PlainSearch(lm.Play.of(play), Meter())
            choice = Opponent(lm.Play.of(play), limits=lm.Limits(positions=0)).choose(start)
            assert choice.move in list(start.moves())
            if choice.outcome is lm.Outcome.N:
                assert not law.wins(start.after(choice.move))
            if choice.outcome is lm.Outcome.P:
                assert not law.wins(start)


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> list[Any]:
        position: Any = lm.Nim([3, 4, 5, 2])
        player = Opponent("normal", seed=seed)
        moves: list[Any] = []
        while list(position.moves()):
            moves.append(player.choose(position, len(moves)).move)
            position = position.after(moves[-1])
        return moves

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(8)}) > 1


def test_huge_heaps_cost_little_and_are_drawn_out() -> None:
    huge = 10**60
    choice = Opponent().choose(lm.Nim([huge, huge]))
    assert choice.outcome is lm.Outcome.P
    assert choice.move.remaining == huge - 1


def test_a_finished_game_has_no_choice() -> None:
    with pytest.raises(lm.InputError, match="the game is over"):
        Opponent().choose(lm.Nim([0]))


def test_a_win_that_comes_without_a_move_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """A theorem may name no move: then one is looked for, and only then."""
    monkeypatch.setattr(opponents, "LENGTH_STEPS", 0)
    asked: list[Any] = []
    decide, winning_move = Solver.decide, Solver.winning_move

    def found(solver: Solver, position: Any, *meter: Any) -> Any:
        asked.append(position)
        return winning_move(solver, position, *meter)

    monkeypatch.setattr(Solver, "winning_move", found)
    won, lost = lm.Nim([1, 2, 4]), lm.Nim([1, 2, 3])
    assert Opponent().choose(won).move == LowerHeap(2, 3)
    assert Opponent().choose(lost).outcome is lm.Outcome.P
    assert asked == []
    monkeypatch.setattr(Solver, "decide", lambda *given, **named: replace(decide(*given, **named), move=None))
    assert Opponent().choose(won).move == LowerHeap(2, 3)
    assert Opponent().choose(lost).outcome is lm.Outcome.P
    assert asked == [won]
