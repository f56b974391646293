"""Many boards at once against the same boards one by one."""

from __future__ import annotations

import pickle
import random
import threading
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from batch_boards import by_law
from lastmove.core.play import PlayName, Problem
from lastmove.games import GAMES, game_class
from lastmove.search.batch import kernels as batch_kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

KNOWN = ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr")
BOARDS = (*KNOWN, "edge-nimg", "vertexnim-mr", "vertexnim", "adjacent-nim", "dag")


def drawn(seed: int, count: int, games: tuple[str, ...] = BOARDS) -> list[Any]:
    """Boards of several games and sizes, with loops, parallel edges, names and weights as it happens."""
    rng = random.Random(seed)
    made = [game_class(rng.choice(games)) for _ in range(count)]
    return [kind.random_board(rng, rng.randint(1, 6), 2) for kind in made]


def compare(boards: list[Any], play: PlayName) -> list[str]:
    """Compare all answers with those one by one; the kinds of their reasons."""
    kinds = []
    many = lm.outcomes_many(boards, play=play)
    for board, found in zip(boards, many, strict=True):
        alone = lm.outcomes(board, play=play)
        assert dict(found) == dict(alone), board
        assert found.problem == alone.problem
        assert sum(count for _, count in found.reasons) == len(found)
        for start, move in found.moves.items():
            won = found[start] is lm.Outcome.N
            position = found.position(start)
            if won and next(iter(position.moves()), None) is not None:
                assert move is not None
                assert lm.solve(position.after(move), play=play).outcome is lm.Outcome.P
            else:
                assert move is None
        kinds.append("many" if "many boards" in str(found.reasons) else "alone")
    return kinds


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_mixed_boards_agree_with_one_by_one(play: PlayName) -> None:
    kinds = compare(drawn(1, 400), play)
    assert "many" in kinds
    assert "alone" in kinds


@pytest.mark.compiled
@pytest.mark.parametrize("game", KNOWN)
def test_each_game_through_numba(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_kernels, "_PAYS_FOR_START", -1.0)
    rng = random.Random(3)
    graphs = [lm.graphs.Graph(4, [(0, 1), (1, 2), (2, 3)][: rng.randint(0, 3)]) for _ in range(40)]
    weights = () if "geography" in game else ((1, 2, 1, 0),)
    made: Any = game_class(game)
    assert set(compare([made(graph, *weights) for graph in graphs], "misere")) == {"many"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_more_mixed_boards(seed: int) -> None:
    compare(drawn(seed, 400), ("normal", "misere")[seed % 2])


def test_larger_boards_against_the_law() -> None:
    """Groups of boards on 9 vertices, and digraphs among them."""
    rng = random.Random(9)
    boards = []
    for number in range(32):
        directed = number % 2 == 0
        pairs = [(u, v) for u in range(9) for v in range(9) if u < v or (directed and u != v)]
        boards.append(lm.VertexGeography((9, rng.sample(pairs, 14)), directed=directed))
    found = list(lm.outcomes_many(boards, play="misere"))
    assert all("many boards" in str(each.reasons[0][0]) for each in found)
    for board, each in zip(boards[:10], found, strict=False):
        assert sum(int(win) << v for v, win in enumerate(each.wins)) == by_law(board, lm.Play.MISERE)


def test_several_threads() -> None:
    boards = drawn(5, 120)
    expected = [dict(lm.outcomes(board)) for board in boards]
    wrong: list[int] = []

    def work(seed: int) -> None:
        order = random.Random(seed).sample(range(len(boards)), len(boards))
        many = lm.outcomes_many([boards[number] for number in order])
        wrong.extend(number for number, found in zip(order, many, strict=True) if dict(found) != expected[number])

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def path(length: int = 5) -> lm.VertexGeography:
    return lm.VertexGeography(lm.graphs.named(f"path:{length}"))


def test_problems_keep_their_play_and_their_id() -> None:
    problems = [Problem(path(), play, id=number) for number, play in enumerate([*lm.Play] * 5)]
    found = list(lm.outcomes_many(problems))
    assert [each.id for each in found] == list(range(10))
    assert [each.problem.play for each in found] == [*lm.Play] * 5
    assert dict(found[0]) != dict(found[1])
    assert all(dict(each) == dict(found[1]) for each in lm.outcomes_many(problems, play="misere"))


def test_what_is_asked_of_a_board_later() -> None:
    found = next(lm.outcomes_many([path(4)] * 8, play="misere"))
    assert "many boards" in str(found.reasons[0][0])
    alone = lm.outcomes(path(4), play="misere")
    for start in found:
        assert found.solution(start).outcome is alone[start]
        assert set(found.winning_moves(start)) == set(alone.winning_moves(start))
    again = pickle.loads(pickle.dumps(found))
    assert dict(again) == dict(found)
    assert dict(again.moves) == dict(found.moves)
    assert again.to_json() == found.to_json()


def test_evidence_is_given_board_by_board() -> None:
    for found in lm.outcomes_many([path(4)] * 8, play="misere", certificate=True):
        assert found.certificate is not None
    for found in lm.outcomes_many([path(4)] * 8, play="misere", all_moves=True):
        assert "winning_moves" in found.to_json(all_moves=True)


def test_limits_are_for_each_board() -> None:
    complete = lm.VertexGeography(lm.graphs.named("complete:8"))
    few = list(lm.outcomes_many([complete] * 10, play="misere", limits=lm.Limits(positions=3)))
    assert {each.stopped_by for each in few} == {"positions"}
    cancel = lm.Cancel()
    cancel.set()
    stopped = list(lm.outcomes_many([complete] * 10, play="misere", limits=lm.Limits(cancel=cancel)))
    assert {each.stopped_by for each in stopped} == {"cancel"}
    enough = list(lm.outcomes_many([complete] * 10, play="misere", limits=lm.Limits(time=60, positions=10**6)))
    assert {each.stopped_by for each in enough} == {None}


def test_errors_come_in_their_turn() -> None:
    many = lm.outcomes_many([*[path()] * 6, lm.Nim([3]), path()])
    assert [len(next(many)) for _ in range(6)] == [5] * 6
    with pytest.raises(lm.InputError, match="has no start to choose"):
        next(many)

    def broken() -> Iterator[lm.VertexGeography]:
        yield from [path()] * 6
        raise RuntimeError("no more")

    many = lm.outcomes_many(broken())
    assert [len(next(many)) for _ in range(6)] == [5] * 6
    with pytest.raises(RuntimeError, match="no more"):
        next(many)


def test_it_reads_only_a_little_ahead() -> None:
    read = 0

    def endless() -> Iterator[lm.VertexGeography]:
        nonlocal read
        while True:
            read += 1
            yield path()

    many = lm.outcomes_many(endless())
    next(many)
    assert read <= 100
    assert list(lm.outcomes_many([])) == []


def test_positions_after_moves_and_derived_games_go_by_themselves() -> None:
    class Other(lm.VertexGeography):
        """The same rules, but nobody knows that."""

        __slots__ = ()

    board = path(6)
    later = board.at(2).after(next(iter(board.at(2).moves())))
    for boards in ([later] * 6, [Other(lm.graphs.named("path:5"))] * 6):
        for found in lm.outcomes_many(boards, play="misere"):
            assert "many boards" not in str(found.reasons)
            assert dict(found) == dict(lm.outcomes(boards[0], play="misere"))


def test_every_game_with_starts_is_here() -> None:
    assert {name for name in GAMES if hasattr(game_class(name), "starts")} >= set(BOARDS)


def test_a_stream_of_small_boards_starts_no_compiler() -> None:
    from processes import imported_by

    imported = imported_by(
        "import lastmove as lm; boards = [lm.VertexGeography(lm.graphs.named('petersen:3,1'))] * 50\n"
        "assert [found.count(lm.Outcome.N) for found in lm.outcomes_many(boards, 'misere')]"
    )
    assert "lastmove.search.batch.vertex_geography" in imported
    assert "numba" not in imported
