"""What every registered game promises, whichever it is."""

from __future__ import annotations

import copy
import json
import pickle
import random
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.position import components_of, key_of, most_moves_of, scope_of
from lastmove.games import GAMES, game_class, game_names
from lastmove.games.moves import Lower, LowerAndSlide, LowerHeap, SlideAlong, SlideAndLower
from lastmove.search.plain import PlainSearch
from samples import random_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_POSITIONS = 400


def positions(game: str) -> Iterator[Any]:
    """The example of the game and random positions, each a start of its own."""
    yield lm.parse(dict(game_class(game).example)).position
    rng = random.Random(f"contract {game}")
    for _ in range(tries(15, quick=6)):
        yield lm.parse(random_problem(game, rng)).position


def below(start: Any) -> list[Any]:
    """The positions reachable from a start, breadth first, up to a number."""
    found = {start.key(): start}
    queue = [start]
    for position in queue:
        for move in position.moves():
            after = position.after(move)
            if after.key() not in found and len(found) < MOST_POSITIONS:
                found[after.key()] = after
                queue.append(after)
    return queue


def test_the_table_is_whole() -> None:
    assert set(game_names()) >= set(GAMES)
    for name in GAMES:
        game = game_class(name)
        assert (game.name, issubclass(game, lm.Game)) == (name, True)
        assert game.title
        assert game.rules.endswith(".")
        assert game.example["game"] == name
        assert getattr(lm, game.__name__) is game


@pytest.mark.parametrize("game", GAMES)
def test_a_scope_holds_for_the_whole_play(game: str) -> None:
    """All positions below a start have its scope, and within a scope equal keys are equal positions."""
    assert "key_scope" in vars(game_class(game))
    found: dict[Any, Any] = {}
    for start in positions(game):
        for position in islice(below(start), 60):
            assert scope_of(position) == scope_of(start)
            assert found.setdefault((scope_of(position), key_of(position)), position) == position


@pytest.mark.parametrize("game", GAMES)
def test_no_play_is_longer_than_a_game_says(game: str) -> None:
    """By the definition, nowhere below is there a longer play; a game need not say."""

    @cache
    def longest(position: Any) -> int:
        return max((1 + longest(position.after(move)) for move in position.moves()), default=0)

    for start in positions(game):
        if len(whole := below(start)) < MOST_POSITIONS:
            for position in whole:
                said = most_moves_of(position)
                assert said is None or said >= longest(position)


def test_a_game_with_other_moves_says_it_anew() -> None:
    class Slow(lm.Nim):
        def moves(self) -> Any:
            return iter(())

    class Alike(lm.Nim):
        pass

    assert most_moves_of(Slow([2, 3])) is None
    assert all(most_moves_of(start) is not None for game in ("octal", "dag", "vertexnim") for start in positions(game))
    assert most_moves_of(Alike([2, 3])) == 5
    assert most_moves_of(lm.Sum([lm.Nim([2]), Slow([3])])) is None
    assert most_moves_of(lm.Sum([])) == 0


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_frozen_values(game: str) -> None:
    for start in positions(game):
        for position in below(start)[:40]:
            before = repr(position)
            for move in islice(position.moves(), 5):
                position.after(move)
            assert repr(position) == before
            slots = [slot for kind in type(position).__mro__ for slot in getattr(kind, "__slots__", ())]
            for slot in slots:
                with pytest.raises(AttributeError):
                    setattr(position, slot, None)
            with pytest.raises(AttributeError):
                position.anything = 1
            assert copy.deepcopy(position) == position
            assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_distinct_lazy_and_repeatable(game: str) -> None:
    for start in positions(game):
        for position in below(start)[:100]:
            moves = list(position.moves())
            assert len(set(moves)) == len(moves)
            assert moves == list(position.moves())
            assert iter(position.moves()) is not position.moves()
            assert all(isinstance(move, position.move_class) for move in moves)
            assert all(isinstance(position.say_move(move), str) for move in moves[:3])
    assert isinstance(start.summary(), str)


@pytest.mark.parametrize("game", GAMES)
def test_moves_round_trip_through_json(game: str) -> None:
    for start in positions(game):
        for position in below(start)[:60]:
            for move in position.moves():
                raw = json.loads(json.dumps(position.move_to_json(move)))
                assert position.move_from_json(raw) == move


@pytest.mark.parametrize("game", GAMES)
def test_every_reachable_position_round_trips(game: str) -> None:
    """Through JSON text and through repr, to an equal position with the same hash and the same options."""
    names = {name: getattr(lm, name) for name in lm.__all__} | {game_class(game).__name__: game_class(game)}
    for start in positions(game):
        for position in below(start)[:120]:
            for play in lm.Play:
                problem = lm.Problem(position, play)
                text = json.dumps(lm.problem_to_json(problem))
                again = lm.parse(text)
                assert again == problem
                assert hash(again.position) == hash(position)
                assert json.dumps(lm.problem_to_json(again)) == text
            assert eval(repr(position), names) == position
            read = again.position
            assert list(read.moves()) == list(position.moves())
            assert [read.after(m) for m in read.moves()] == [position.after(m) for m in position.moves()]


@pytest.mark.parametrize("game", GAMES)
def test_keys_tell_positions_apart(game: str) -> None:
    for start in positions(game):
        reached = below(start)
        assert len({key_of(p) for p in reached}) == len(reached)
        assert len(set(reached)) == len(reached), "two keys for one position"


@pytest.mark.parametrize("game", GAMES)
def test_the_game_ends(game: str) -> None:
    """No position comes back: the search itself would say so."""
    for start in positions(game):
        for play in lm.Play:
            search = PlainSearch(play, Meter())
            remoteness = search.remoteness(start)
            assert search.wins(start) == search.wins_at(remoteness)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("play", lm.Play)
def test_solutions_follow_the_definition(game: str, play: lm.Play) -> None:
    for start in positions(game):
        solution = lm.solve(start, play)
        after = [(move, lm.solve(start.after(move), play).outcome) for move in start.moves()]
        winning = [move for move, outcome in after if outcome is lm.Outcome.P]
        wins = bool(winning) or (not after and play.wins_when_stuck)
        assert solution.outcome is (lm.Outcome.N if wins else lm.Outcome.P)
        listed = solution.winning_moves()
        assert (set(listed), listed.total, listed.undecided) == (set(winning), len(winning), ())
        assert (solution.move in winning) if winning else solution.move is None
        assert [(value.move, value.outcome) for value in solution.move_values()] == after


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("play", lm.Play)
def test_components_add_up_to_the_position(game: str, play: lm.Play) -> None:
    for start in positions(game):
        parts = components_of(start)
        assert lm.solve(lm.Sum(parts), play).outcome is lm.solve(start, play).outcome


@pytest.mark.parametrize("game", GAMES)
def test_illegal_moves_are_refused(game: str) -> None:
    """Every move of one position that another does not have is refused there."""
    for start in positions(game):
        reached = below(start)[:30]
        moves = {move for position in reached for move in position.moves()}
        for position in reached:
            legal = set(position.moves())
            for move in moves - legal:
                if getattr(move, "edge", None) is not None and move._replace(edge=None) in legal:
                    continue  # an edge may be named also where only one leads there
                with pytest.raises(lm.IllegalMoveError):
                    position.after(move)


@pytest.mark.parametrize("game", [name for name in GAMES if "start" in game_class(name).fields])
def test_boards_answer_every_start(game: str) -> None:
    for start in positions(game):
        if start.start is lm.OVER:
            continue
        raw = {name: value for name, value in lm.position_to_json(start).items() if name != "start"}
        board = lm.parse(raw)
        assert board.position.is_board  # type: ignore[attr-defined]
        with pytest.raises(lm.InputError, match="start: missing"):
            lm.solve(board)
        found = lm.outcomes(board, "misere")
        assert found.to_json()["outcomes"] == lm.outcomes(start, "misere").to_json()["outcomes"]
        for vertex in found:
            assert found[vertex] is lm.solve(start.at(vertex), "misere").outcome
        assert found.wins.tolist() == [outcome is lm.Outcome.N for outcome in found.values()]


@pytest.mark.parametrize("remaining", [True, False, 1.0, "1", None, -1, 3, 4, 10**30])
def test_what_is_left_is_a_smaller_integer(remaining: Any) -> None:
    """Of 3 tokens a move leaves 0, 1 or 2: nothing that is merely equal to those, and nothing else."""
    edge = [(0, 1)]
    cases: list[tuple[Any, Any]] = [
        (lm.Nim([3]), LowerHeap(0, remaining)),
        (lm.AdjacentNim([3, 3], start=0), Lower(remaining)),
        (lm.NimGRM(edge, [3, 3], start=0), LowerAndSlide(remaining, 1)),
        (lm.NimGMR(edge, [3, 3], start=0), SlideAndLower(1, remaining)),
        (lm.EdgeNimG(edge, [3], start=0), SlideAlong(1, remaining)),
        (lm.Vertexnim(edge, [3, 3], start=0), LowerAndSlide(remaining, 1)),
        (lm.VertexnimMR(edge, [3, 3], start=0), SlideAndLower(1, remaining)),
    ]
    for position, move in cases:
        for allowed in range(3):
            assert type(position.after(move._replace(remaining=allowed))) is type(position)
        with pytest.raises(lm.IllegalMoveError):
            position.after(move)
